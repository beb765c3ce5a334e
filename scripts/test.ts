/**
 * Everything that proves the project: types, lint, build, reference, and all tests; the closing line counts them.
 * What is tested in one process is a lot: one file, or, where nothing of a file outlives it, a whole folder.
 * Lots run side by side in one pool that two cores can bear.
 */
import { spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import type { Told } from "./test-reporter.ts";

interface Kind {
  readonly name: string;
  readonly patterns: readonly string[];
  readonly load: number; //   of a core, while one of its lots runs
  readonly atOnce: number; // of its lots
  readonly isWhole?: true; // a folder is one lot
}

interface Lot {
  readonly kind: Kind;
  readonly name: string;
  readonly stick?: string; // that its tests talk to
  readonly files: readonly string[];
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

const STEPS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ["types", "tsc", "-p", "tsconfig.test.json"],
  ["types of the panels", "tsc", "-p", "tsconfig.panels.json"],
  ["types of the dialogs", "tsc", "-p", "tsconfig.dialogs.json"],
  ["lint", "biome", "check", "--error-on-warnings", "."],
  ["build", process.execPath, "scripts/build.ts"],
  ["reference", process.execPath, "scripts/docs.ts", "--check"],
];

const FOLDERS = "model,core,devices,resources,engines,edges,panels,virtual,contract";
/** What mostly waits comes first, so that the rest works meanwhile. A file is of the first kind that names it. */
const KINDS: readonly Kind[] = [
  { name: "radio", load: 0.2, atOnce: 6, patterns: ["test/faults/radio-*.test.ts", "test/radio/**/*.test.ts"] },
  { name: "browser", load: 0.6, atOnce: 3, patterns: ["test/browser/**/*.test.ts"] },
  {
    name: "quick",
    load: 0.9,
    atOnce: 2,
    patterns: ["test/nodes/**/*.unit.test.ts", "test/nodes/{admin,flow-node,gateway,messages,shared}/**/*.test.ts"],
    isWhole: true,
  },
  { name: "node-red", load: 0.35, atOnce: 4, patterns: ["test/{nodes,clients}/**/*.test.ts"] },
  { name: "faults", load: 0.3, atOnce: 4, patterns: ["test/faults/**/*.test.ts"] },
  { name: "quick", load: 0.9, atOnce: 2, patterns: [`test/{${FOLDERS}}/**/*.test.ts`], isWhole: true },
  { name: "quick", load: 0.9, atOnce: 2, patterns: ["test/**/*.test.ts"] },
];
/** The files that take longest, as measured, the longest first: whoever begins with them is not left waiting for them at the end. */
const LONGEST = [
  ...["browser/flow-nodes", "browser/scene", "browser/devices", "browser/gateway", "browser/virtual-panel"],
  ...["browser/pairing", "browser/sidebar", "browser/rule", "browser/automation"],
  ...["nodes/stories", "nodes/house", "nodes/reports", "clients/house", "nodes/scene", "nodes/touchlink"],
  ...["faults/radio-link", "faults/radio-scenes", "faults/radio-touchlink", "faults/radio-crash", "radio/scenes"],
  ...["faults/radio-loss", "process/faults", "faults/radio-process", "faults/radio-busy", "faults/radio-silent"],
];
/** With --sticks: those that talk to a simulated stick, once on each of its families. */
const STICKS = ["zstack", "ember", "deconz"];
const TALKS_TO_STICK = /support\/(radio-(gateway|stage|house)|scene-house|scene-evening|stick)\.ts|virtual-scenarios/;
const CORES = 2.8; // a little more than there are: nobody works all the time
/** Hundreds of processes load the same sources: what the first has compiled, the others take. */
const ENV = { NODE_COMPILE_CACHE: resolve("node_modules/.cache/zigbee-gateway-compiled"), ...process.env };
const PATIENCE = 600_000; // milliseconds for a test, and half as much again for a lot

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const folder = mkdtempSync(join(tmpdir(), "zigbee-gateway-tests-"));
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = []; // told once more at the end, where they are found
const start = performance.now();

if (words.length === 0) for (const [name, command, ...args] of STEPS) await step(name, command, args);
const isOnSticks = process.argv.includes("--sticks");
if (failures.length === 0)
  await pool(isOnSticks ? lotsOnSticks() : lots(process.argv.includes("--quick") ? ["quick"] : undefined));
rmSync(folder, { recursive: true });

for (const failure of failures) console.log(`\n✖ ${failure}`);
console.log(`all together: ${since(start)} s`);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

async function step(name: string, command: string, args: readonly string[]): Promise<void> {
  const start = performance.now();
  const { code, output } = await ended(command, args);
  console.log(`${output}${name}: ${code === 0 ? "ok" : "FAILED"} (${since(start)} s)`);
  if (code !== 0) fail(name);
}

function lots(only?: readonly string[]): Lot[] {
  const seen = new Set<string>();
  const all = KINDS.flatMap((kind): Lot[] => {
    const isMeant = (file: string) =>
      !seen.has(file) && (words.length === 0 || words.some((word) => file.includes(word)));
    const files = globSync(kind.patterns).filter(isMeant).sort(longestFirst);
    for (const file of files) seen.add(file);
    if (!kind.isWhole) return files.map((file) => ({ kind, name: file, files: [file] }));
    const folderOf = (file: string) => file.split("/").slice(0, 2).join("/");
    const folders = new Set(files.map(folderOf));
    return [...folders].map((name) => ({ kind, name, files: files.filter((file) => folderOf(file) === name) }));
  });
  return all.filter(({ kind }) => !only || only.includes(kind.name));
}

function lotsOnSticks(): Lot[] {
  const talking = lots().flatMap(({ kind, files }) =>
    files.filter((file) => TALKS_TO_STICK.test(readFileSync(file, "utf8"))).map((file) => ({ kind, file })),
  );
  return STICKS.flatMap((stick) =>
    talking.map(({ kind, file }) => ({ kind, name: `${file} on ${stick}`, files: [file], stick })),
  );
}

/** Of the others large files tend to take longer. */
function longestFirst(one: string, other: string): number {
  const rank = (file: string) => LONGEST.findIndex((part) => file.includes(part)) + 1 || LONGEST.length + 1;
  return rank(one) - rank(other) || statSync(other).size - statSync(one).size;
}

async function pool(waiting: Lot[]): Promise<void> {
  const running = new Set<Lot>();
  await new Promise<void>((resolve) => {
    const fill = () => {
      for (const lot of [...waiting]) if (hasRoom(running, lot)) begin(lot);
      if (running.size === 0 && waiting.length === 0) resolve();
    };
    const begin = (lot: Lot) => {
      waiting.splice(waiting.indexOf(lot), 1);
      running.add(lot);
      void test(lot).then(() => {
        running.delete(lot);
        fill();
      });
    };
    fill();
  });
}

function hasRoom(running: ReadonlySet<Lot>, { kind }: Lot): boolean {
  const load = [...running].reduce((sum, lot) => sum + lot.kind.load, 0);
  const alike = [...running].filter((lot) => lot.kind.name === kind.name).length;
  return running.size === 0 || (alike < kind.atOnce && load + kind.load <= CORES);
}

/** Of a lot that passes one line is printed, of one that fails everything. */
async function test(lot: Lot): Promise<void> {
  const start = performance.now();
  const to = join(folder, lot.name.replaceAll(/[/ ]/g, "-"));
  const env = lot.stick === undefined ? ENV : { ...ENV, STICK: lot.stick };
  const { code, output } = await ended(
    process.execPath,
    [
      "--test",
      "--test-isolation=none",
      `--test-timeout=${PATIENCE}`,
      "--test-reporter=spec",
      "--test-reporter-destination=stdout",
      "--test-reporter=./scripts/test-reporter.ts",
      `--test-reporter-destination=${to}`,
      ...lot.files,
    ],
    env,
  );
  const told = read(to);
  const tests = told.reduce((sum, each) => sum + ("passed" in each ? each.passed + each.failed + each.skipped : 0), 0);
  for (const each of told) {
    if ("failure" in each) failures.push(each.failure);
    else for (const name of ["passed", "failed", "skipped"] as const) counts[name] += each[name];
  }
  if (code !== 0 && !told.some((each) => "failure" in each))
    fail(`${lot.name}: it ended with ${code} and said no more`);
  const isGood = code === 0 && tests > 0;
  if (code === 0 && tests === 0) fail(`${lot.name}: no test was run`);
  const worked = told.reduce((sum, each) => sum + (("processor" in each && each.processor) || 0), 0);
  const cost = worked > 0 ? `, ${worked.toFixed(1)} s of a processor` : "";
  console.log(`${isGood ? "" : output}${isGood ? "✔" : "✖"} ${lot.name} (${tests} tests, ${since(start)} s${cost})`);
}

function read(file: string): readonly Told[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Told);
  } catch {
    return []; // it died before it could say anything, which its exit code tells
  }
}

function fail(what: string): void {
  counts.failed += 1;
  failures.push(what);
}

function ended(command: string, args: readonly string[], env: NodeJS.ProcessEnv = ENV): Promise<Ended> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"], timeout: PATIENCE * 1.5 });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", (error) => resolve({ code: 1, output: `${command}: ${error.message}\n` }));
    child.on("close", (code) => resolve({ code, output }));
  });
}

function since(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}
