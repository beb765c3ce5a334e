/**
 * Everything that proves the project: types, lint, build, reference, and all tests; the closing line counts them.
 * The tests of one process are a lot: one file; several, one after the other, each with hooks of its own; or, where nothing of a file
 * outlives it, a whole folder.
 * Lots run side by side in one pool that keeps the processors busy: the longest first, and one more whenever they rest.
 */
import { spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { processorTime, type Told } from "./test-reporter.ts";

interface Kind {
  readonly patterns: readonly string[];
  readonly most: number; //    of its lots at once: each takes memory of its own
  readonly isQuick?: true; //  without browser, radio process, whole Node-RED, and all models one by one
  readonly folder?: 2 | 3; //  that is one lot: so many parts of a path name it
  readonly together?: string; // they are one lot of this name, though each has hooks of its own
}

interface Lot {
  readonly kind: Kind;
  readonly name: string;
  readonly seconds: number; // as measured
  readonly files?: readonly string[]; // of its tests
  run(): Promise<Outcome>;
}

/** The outcome of a lot. */
interface Outcome {
  readonly isGood: boolean;
  readonly failures: readonly string[];
  readonly counts: Counts;
  readonly lines: string; // to be printed
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly trouble?: string; // why it was ended, or that it left a process behind
}

/** They run beside the tests, but for the build: many tests need its files. */
const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ["build", process.execPath, "scripts/build.ts"],
  ["types", "tsc", "-p", "tsconfig.test.json"],
  ["lint", "biome", "check", "--error-on-warnings", "."],
  ["types of the panels", "tsc", "-p", "tsconfig.panels.json"],
  ["types of the dialogs", "tsc", "-p", "tsconfig.dialogs.json"],
  ["reference", process.execPath, "scripts/docs.ts", "--check"],
];
const CHECK: Kind = { most: 1, patterns: [] };
const AT_ONCE = 1_000; // a person who breaks the types is told first

const FOLDERS = "model,core,devices,resources,engines,edges,panels,virtual,imports,contract";
/** A file is of the first kind that names it. */
const KINDS: readonly Kind[] = [
  {
    // Processes of one test look to the other like zigbee2mqtt.
    ...{ most: 1, together: "test/**/{moving-in,other-program}.test.ts" },
    patterns: ["test/{moving-in,other-program}.test.ts", "test/browser/moving-in.test.ts"],
  },
  {
    most: 8,
    patterns: [
      ...["test/faults/radio-*.test.ts", "test/radio/**/*.test.ts"],
      "test/virtual/{herdsman,index}.test.ts", // with herdsman, in its time
    ],
  },
  { most: 4, folder: 3, patterns: ["test/browser/{dialogs,house,moved-in}/*.test.ts"] }, // those of a folder share a house
  {
    ...{ most: 1, together: "test/browser/*" }, // each has a Node-RED of its own
    patterns: ["test/browser/{gateway,schedule,sidebar,touchlink}.test.ts"],
  },
  { most: 4, patterns: ["test/browser/*.test.ts"] },
  {
    // A Node-RED takes longer to load than these tests in it: loaded once, it is started for each.
    ...{ most: 1, together: "test/faults/*" },
    patterns: ["test/faults/{deleted-node,foreign-pages,locked,messages,ports,rule-addresses,secrets}.test.ts"],
  },
  {
    ...{ most: 1, together: "test/nodes/*" },
    patterns: ["test/nodes/{admin-backups,admin-panels,deploy,flow,interface,server}.test.ts"],
  },
  {
    ...{ most: 4, isQuick: true, folder: 2 },
    patterns: ["test/nodes/**/*.unit.test.ts", "test/nodes/{admin,flow-node,gateway,messages,shared}/**/*.test.ts"],
  },
  { most: 6, patterns: ["test/{nodes,clients,faults}/**/*.test.ts"] },
  {
    // The definitions of all models are read once, for all tests that look at each of them.
    ...{ most: 1, together: "test/**/*-models.test.ts" },
    patterns: ["test/{devices,edges,contract}/**/*-models.test.ts"],
  },
  { most: 4, isQuick: true, folder: 3, patterns: ["test/edges/*/**/*.test.ts"] }, // they wait for the disk
  { most: 4, isQuick: true, folder: 2, patterns: [`test/{${FOLDERS}}/**/*.test.ts`] },
  { most: 4, isQuick: true, patterns: ["test/**/*.test.ts"] },
];

/** With --sticks: those that talk to a simulated stick, once on each of its families. */
const STICKS = ["zstack", "ember", "deconz"];
const TALKS_TO_STICK =
  /support\/(radio-(gateway|stage|house)|scene-house|scene-evening|stick|two-sticks)\.ts|virtual-scenarios/;

/** The seconds that each lot took when it was measured last; `npm test -- --measure` writes it anew. */
const TIMES = resolve("scripts/test-times.json");
const MEASURED: Readonly<Record<string, number>> = JSON.parse(readFileSync(TIMES, "utf8"));
const UNMEASURED = 30;
const CORES = availableParallelism();
const RESTS = 0.25; // of all processors: so much is left for one lot more
const LOOK = 1_000; // milliseconds
const MOST_AGAIN = 5; // lots: where more have failed, something is broken
const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };
const PATIENCE = process.env.LONG ? 3_600_000 : 300_000; // milliseconds for a test, and three times as much for a lot
const TO_THE_END = 10_000; // milliseconds after its end, until no process may have its output open

const options = process.argv.slice(2).filter((word) => word.startsWith("--"));
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const folder = mkdtempSync(join(tmpdir(), "zigbee-gateway-tests-"));
const ENV = {
  /** Hundreds of processes load the same sources: the first compiles them for all. */
  NODE_COMPILE_CACHE: resolve("node_modules/.cache/zigbee-gateway-compiled"),
  /** Folders that are made once for all of them: test/support/once.ts. */
  TEST_RUN_FOLDER: folder,
  ...process.env,
};
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = []; // told once more at the end, where they are found
const red: (readonly [Lot, Outcome])[] = [];
const atFirst: string[] = []; // lots that failed beside others, and passed alone
const measured = new Map<string, number>();
const killers = new Set<() => void>(); // of running processes
const start = performance.now();
const idleBefore = idle();
let isBroken = false; // a check has failed: a running lot may end, no other begins

process.on("exit", () => {
  for (const kill of killers) kill();
});
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

const [build, ...otherChecks] = words.length === 0 ? checks() : [];
if (build) take(build, await build.run());
await pool([...otherChecks, ...(options.includes("--sticks") ? lotsOnSticks() : lots())]);
await tryAgain();
rmSync(folder, { recursive: true });
if (options.includes("--measure")) keepTimes();

for (const failure of atFirst) console.log(`\n✖ at first, not alone: ${failure}`);
for (const failure of failures) console.log(`\n✖ ${failure}`);
const rested = (idle() - idleBefore) / CORES / (performance.now() - start);
console.log(
  `the ${CORES} processors worked ${processorTime()?.toFixed(0)} s for it, and rested ${(100 * rested).toFixed(0)} %`,
);
console.log(`all together: ${since(start)} s`);
const unsteady = atFirst.length > 0 ? `, ${atFirst.length} of them not at first` : "";
console.log(`${counts.passed} passed${unsteady}, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

function checks(): Lot[] {
  return CHECKS.map(([name, command, ...args]) => ({
    ...{ kind: CHECK, name, seconds: AT_ONCE },
    run: async () => {
      const start = performance.now();
      const { code, output } = await ended(command, args);
      const isGood = code === 0;
      return {
        ...{ isGood, failures: isGood ? [] : [name], counts: { ...NONE, failed: isGood ? 0 : 1 } },
        lines: `${output}${name}: ${isGood ? "ok" : "FAILED"} (${since(start)} s)`,
      };
    },
  }));
}

/** The longest first: a run that begins with them does not wait for them at the end. */
function lots(): Lot[] {
  const seen = new Set<string>();
  const all = KINDS.flatMap((kind): Lot[] => {
    const isMeant = (file: string) => words.length === 0 || words.some((word) => file.includes(word));
    const files = globSync(kind.patterns).filter((file) => !seen.has(file) && isMeant(file));
    for (const file of files) seen.add(file);
    if (kind.together) return files.length > 0 ? [lot(kind, kind.together, files.sort())] : [];
    if (!kind.folder) return files.map((file) => lot(kind, file, [file]));
    const folderOf = (file: string) => file.split("/").slice(0, kind.folder).join("/");
    const folders = new Set(files.map(folderOf));
    const inFolder = (name: string) => files.filter((file) => folderOf(file) === name).sort();
    return [...folders].map((name) => lot(kind, name, inFolder(name)));
  });
  return all
    .filter(({ kind }) => kind.isQuick || !options.includes("--quick"))
    .sort((one, other) => other.seconds - one.seconds);
}

function lot(kind: Kind, name: string, files: readonly string[]): Lot {
  const env = { ...ENV, TEST_FILES: files.join("\n") };
  const run = () => (kind.together ? test(name, ["scripts/test-lot.ts"], env) : test(name, files));
  return { kind, name, seconds: MEASURED[name] ?? UNMEASURED, files, run };
}

function lotsOnSticks(): Lot[] {
  const talking = lots().flatMap(({ kind, seconds, files = [] }) =>
    files.filter((file) => TALKS_TO_STICK.test(readFileSync(file, "utf8"))).map((file) => ({ kind, seconds, file })),
  );
  return STICKS.flatMap((stick) =>
    talking.map(({ kind, seconds, file }): Lot => {
      const name = `${file} on ${stick}`;
      return { kind, name, seconds, run: () => test(name, [file], { ...ENV, STICK: stick }) };
    }),
  );
}

function take(lot: Lot, outcome: Outcome): void {
  console.log(outcome.lines);
  if (lot.kind === CHECK) isBroken ||= !outcome.isGood;
  if (outcome.isGood || lot.kind === CHECK) keep(outcome);
  else red.push([lot, outcome]);
}

function keep(outcome: Outcome): void {
  for (const name of ["passed", "failed", "skipped"] as const) counts[name] += outcome.counts[name];
  failures.push(...outcome.failures);
}

/** Few lots that failed beside others are run once more, alone; one that passes then is told: that is a fault, too, maybe of its test. */
async function tryAgain(): Promise<void> {
  const isWorthIt = !isBroken && red.length <= MOST_AGAIN;
  for (const [lot, first] of red) {
    if (!isWorthIt) {
      keep(first);
      continue;
    }
    const second = await lot.run();
    console.log(`once more, alone: ${second.lines}`);
    if (second.isGood) atFirst.push(...first.failures);
    keep(second);
  }
}

/** A lot begins when the processors have rested, or in the place of one that has ended; never is nothing done. */
async function pool(waiting: Lot[]): Promise<void> {
  const running = new Set<Lot>();
  let rested = 1; // of all processors, in the last second
  const begin = (least: number) => {
    if (isBroken) waiting.length = 0;
    const next = waiting.find(({ kind }) => [...running].filter((each) => each.kind === kind).length < kind.most);
    if (!next || (running.size >= CORES && rested < least)) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.add(next);
    void next.run().then((outcome) => {
      running.delete(next);
      take(next, outcome);
      begin(RESTS / 2);
    });
  };
  begin(RESTS);
  while (running.size > 0) {
    const [before, from] = [idle(), performance.now()];
    await pause(LOOK);
    rested = (idle() - before) / CORES / (performance.now() - from);
    begin(RESTS);
  }
}

/** Of a lot that passes one line is printed, of one that fails everything. */
async function test(name: string, files: readonly string[], env: NodeJS.ProcessEnv = ENV): Promise<Outcome> {
  const start = performance.now();
  const to = join(folder, name.replaceAll(/[/ *]/g, "-"));
  const options = [
    "--test",
    "--test-isolation=none",
    `--test-timeout=${PATIENCE}`,
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    "--test-reporter=./scripts/test-reporter.ts",
    `--test-reporter-destination=${to}`,
  ];
  const { code, output, trouble } = await ended(process.execPath, [...options, ...files], env);
  const told = read(to);
  const failures = told.flatMap((each) => ("failure" in each ? [each.failure] : []));
  const summary = told.find((each) => "passed" in each) ?? NONE;
  const { passed, failed, skipped, processor = 0 }: Counts & { readonly processor?: number } = summary;
  const tests = passed + failed + skipped;
  if (trouble !== undefined) failures.push(`${name}: ${trouble}`);
  else if (code !== 0 && failures.length === 0) failures.push(`${name}: it ended with ${code} and said no more`);
  if (code === 0 && tests === 0) failures.push(`${name}: no test was run`);
  const isGood = failures.length === 0;
  measured.set(name, Number(since(start)));
  const cost = processor > 0 ? `, ${processor.toFixed(1)} s of a processor` : "";
  const line = `${isGood ? "✔" : "✖"} ${name} (${tests} tests, ${since(start)} s${cost})`;
  return {
    ...{ isGood, failures, counts: { passed, failed: Math.max(failed, failures.length), skipped } },
    lines: `${isGood ? "" : output}${line}`,
  };
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

/** Of a run of some lots the others stay as they were measured. */
function keepTimes(): void {
  const isThere = ([name]: readonly [string, number]) => globSync(name).length > 0;
  const all = new Map([...Object.entries(MEASURED).filter(isThere), ...measured]);
  const rows = [...all].sort(([, one], [, other]) => other - one);
  writeFileSync(TIMES, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

/** A lot that hangs, or leaves a program behind that has the output open, holds no other up for longer than a lot may take. */
function ended(command: string, args: readonly string[], env: NodeJS.ProcessEnv = ENV): Promise<Ended> {
  return new Promise((resolve) => {
    let output = "";
    let trouble: string | undefined;
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    const kill = () => killGroup(child.pid);
    killers.add(kill);
    const timers = [
      setTimeout(() => {
        trouble = `it was not done after ${(3 * PATIENCE) / 60_000} minutes`;
        kill();
      }, 3 * PATIENCE),
    ];
    const end = (code: number | null) => {
      for (const timer of timers) clearTimeout(timer);
      killers.delete(kill);
      kill();
      resolve(trouble === undefined ? { code, output } : { code, output: `${output}${trouble}\n`, trouble });
    };
    const leftBehind = () => {
      trouble ??= "something that it started did not end with it";
      end(1);
    };
    child.on("error", (error) => {
      trouble = error.message;
      end(1);
    });
    child.on("exit", () => timers.push(setTimeout(leftBehind, TO_THE_END)));
    child.on("close", end);
  });
}

/** With all that it started. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // no process is left
  }
}

/** Milliseconds, of all processors. */
function idle(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0);
}

function since(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}
