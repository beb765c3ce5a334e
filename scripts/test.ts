/** Everything that proves the project: types, lint, build, reference, and all tests; the closing line counts them. */
import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import process from "node:process";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const STEPS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ["types", "tsc", "-p", "tsconfig.test.json"],
  ["types of the panels", "tsc", "-p", "tsconfig.panels.json"],
  ["lint", "biome", "check", "--error-on-warnings", "."],
  ["build", process.execPath, "scripts/build.ts"],
  ["reference", process.execPath, "scripts/docs.ts", "--check"],
];

/** How many files at once: most of them wait more than they work. A file runs with the first group that names it. */
const GROUPS: readonly (readonly [name: string, concurrency: number, ...patterns: string[]])[] = [
  [
    "quick",
    4,
    "test/*.test.ts",
    "test/{model,core,devices,resources,engines,edges,radio,virtual,panels,contract}/**/*.test.ts",
  ],
  ["node-red", 6, "test/{nodes,clients}/**/*.test.ts"],
  ["radio", 6, "test/faults/radio-*.test.ts"],
  ["faults", 3, "test/faults/**/*.test.ts"],
  ["browser", 2, "test/browser/**/*.test.ts"],
];

const only = process.argv.slice(2);
const done = new Set<string>();
const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
let broken = 0;

if (only.length === 0) for (const [name, command, ...args] of STEPS) await step(name, command, args);
if (broken === 0) for (const [name, concurrency, ...patterns] of GROUPS) await group(name, concurrency, patterns);

const { passed, failed, skipped } = counts;
console.log(`${passed} passed, ${failed + broken} failed, ${skipped} skipped`);
process.exit(failed + broken > 0 || passed === 0 ? 1 : 0);

async function step(name: string, command: string, args: readonly string[]): Promise<void> {
  const start = performance.now();
  const code = await run(command, args, (text) => process.stdout.write(text));
  console.log(`${name}: ${code === 0 ? "ok" : "FAILED"} (${seconds(start)} s)`);
  if (code !== 0) broken += 1;
}

async function group(name: string, concurrency: number, patterns: readonly string[]): Promise<void> {
  const isMeant = (file: string) => !done.has(file) && (only.length === 0 || only.some((part) => file.includes(part)));
  const files = globSync(patterns).filter(isMeant);
  for (const file of files) done.add(file);
  if (files.length === 0) return;
  const start = performance.now();
  let output = "";
  const args = ["--test", "--test-timeout=600000", `--test-concurrency=${concurrency}`];
  const code = await run(process.execPath, [...args, "--test-reporter=spec", ...files.sort()], (text) => {
    output += text;
    process.stdout.write(text);
  });
  const failed = count(output, "fail") + count(output, "cancelled");
  counts.passed += count(output, "pass");
  counts.failed += failed > 0 || code === 0 ? failed : 1; // a runner that dies without a count has failed too
  counts.skipped += count(output, "skipped") + count(output, "todo");
  console.log(`${name}: ${code === 0 ? "ok" : "FAILED"} (${seconds(start)} s)`);
}

function count(output: string, what: string): number {
  return Number(output.match(new RegExp(`^ℹ ${what} (\\d+)$`, "m"))?.[1] ?? 0);
}

function run(command: string, args: readonly string[], tell: (text: string) => void): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.setEncoding("utf8").on("data", tell);
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}
