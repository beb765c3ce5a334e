/** Everything that proves the project: types, lint, build, reference, and all tests; the closing line counts them. */
import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { relative } from "node:path";
import process from "node:process";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { inspect } from "node:util";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Group {
  readonly name: string;
  readonly concurrency: number; // files at once
  readonly patterns: readonly string[];
}

const STEPS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ["types", "tsc", "-p", "tsconfig.test.json"],
  ["types of the panels", "tsc", "-p", "tsconfig.panels.json"],
  ["lint", "biome", "check", "--error-on-warnings", "."],
  ["build", process.execPath, "scripts/build.ts"],
  ["reference", process.execPath, "scripts/docs.ts", "--check"],
];

const UNITS = "model,core,devices,resources,engines,edges,virtual,panels,contract";
/** Two lanes side by side, one that works and one that mostly waits. A file runs with the first group that names it. */
const LANES: readonly (readonly Group[])[] = [
  [
    { name: "quick", concurrency: 2, patterns: ["test/*.test.ts", `test/{${UNITS}}/**/*.test.ts`] },
    { name: "browser", concurrency: 2, patterns: ["test/browser/**/*.test.ts"] },
  ],
  [
    { name: "radio", concurrency: 5, patterns: ["test/faults/radio-*.test.ts", "test/radio/**/*.test.ts"] },
    { name: "node-red", concurrency: 3, patterns: ["test/{nodes,clients}/**/*.test.ts"] },
    { name: "faults", concurrency: 3, patterns: ["test/faults/**/*.test.ts"] },
  ],
];
const PATIENCE = 600_000; // milliseconds for a file

const only = process.argv.slice(2);
const done = new Set<string>();
const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = []; // told once more at the end, where they are found
let broken = 0;

if (only.length === 0) for (const [name, command, ...args] of STEPS) await step(name, command, args);
if (broken === 0) await Promise.all(LANES.map(lane));

const { passed, failed, skipped } = counts;
for (const failure of failures) console.log(`\n${failure}`);
console.log(`${passed} passed, ${failed + broken} failed, ${skipped} skipped`);
process.exit(failed + broken > 0 || passed === 0 ? 1 : 0);

async function step(name: string, command: string, args: readonly string[]): Promise<void> {
  const start = performance.now();
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on("close", resolve);
  });
  console.log(`${name}: ${code === 0 ? "ok" : "FAILED"} (${seconds(performance.now() - start)} s)`);
  if (code !== 0) broken += 1;
}

async function lane(groups: readonly Group[]): Promise<void> {
  const chosen = groups.map(({ patterns, ...group }) => ({ ...group, files: filesOf(patterns) }));
  for (const { name, concurrency, files } of chosen) if (files.length > 0) await group(name, concurrency, files);
}

function filesOf(patterns: readonly string[]): readonly string[] {
  const isMeant = (file: string) => !done.has(file) && (only.length === 0 || only.some((part) => file.includes(part)));
  const files = globSync(patterns).filter(isMeant).sort();
  for (const file of files) done.add(file);
  return files;
}

async function group(name: string, concurrency: number, files: readonly string[]): Promise<void> {
  const start = performance.now();
  const events = run({ files: [...files], concurrency, timeout: PATIENCE });
  let isGood = false; // a runner that dies without a summary has failed
  events.on("test:summary", ({ file, counts: own, success, duration_ms }) => {
    if (file !== undefined) {
      if (process.env.TIMES) console.log(`${seconds(duration_ms)} s ${relative(".", file)}`);
      return;
    }
    isGood = success;
    counts.passed += own.passed;
    counts.failed += own.tests - own.passed - own.skipped - own.todo;
    counts.skipped += own.skipped + own.todo;
  });
  events.on("test:fail", ({ name, file = "", details: { error } }) => {
    failures.push(`✖ ${relative(".", file)}: ${name}\n${inspect(error.cause ?? error)}`);
  });
  for await (const line of events.compose(new spec())) process.stdout.write(line);
  if (!isGood && counts.failed === 0) counts.failed += 1;
  console.log(`${name}: ${isGood ? "ok" : "FAILED"} (${seconds(performance.now() - start)} s)`);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
