/** `npm run bench [-- P1 P2 …] [-- --long] [-- --short] [-- --stick ember]`: each goal against its control, as ratios of pairs. */
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import process from "node:process";
import { STICK_FAMILIES } from "../src/virtual/sticks/virtual-stick.ts";
import type { Result } from "./goals.ts";
import type { Question } from "./one.ts";

const FILES = [
  ...["rest", "push", "automation", "disk", "memory", "many", "radio", "buttons", "flows", "packaging"],
  ...["stalls", "latency", "idle", "mqtt"],
];
const MINUTE = 60_000; // milliseconds

const wanted = process.argv.slice(2).filter((word) => word.startsWith("P"));
const long = process.argv.includes("--long");
const isShort = process.argv.includes("--short");
const stick = process.argv.includes("--stick") ? process.argv[process.argv.indexOf("--stick") + 1] : undefined;
const limit = (long ? 150 : 20) * MINUTE; // of a file: one that cannot end says so
const results: Result[] = [];

if (process.argv.includes("--stick") && !STICK_FAMILIES.some((family) => family === stick)) {
  console.error(`--stick ${stick}: there are ${STICK_FAMILIES.join(", ")}`);
  process.exit(1);
}

for (const file of FILES) {
  const failure = await answers({ file, wanted, long });
  if (failure) take({ goal: file, what: failure, unit: "", ours: 0, control: 0, ratio: 0, wanted: "", reached: false });
}
const machine = { node: process.version, cores: cpus().length, model: cpus()[0]?.model };
const form = isShort ? "short: no measurement" : long ? "long" : "usual";
const told = { machine, form, ...(stick !== undefined && { stick }), results };
writeFileSync(new URL("results.json", import.meta.url), `${JSON.stringify(told, undefined, 2)}\n`);
const missed = results.filter(({ reached }) => !reached).map(({ goal }) => goal);
console.log(
  `${results.length - missed.length} of ${results.length} goals reached${missed.length > 0 ? `; missed: ${missed.join(", ")}` : ""}`,
);
process.exit(0);

/** Takes the results of one file; answers why it did not come to an end. */
function answers(question: Question): Promise<string | undefined> {
  const chosen = stick === undefined ? {} : { BENCH_STICK: stick }; // of the radio's goals
  const env = { ...process.env, ...chosen, ...(isShort ? { BENCH_SHORT: "1" } : {}) };
  const child = fork(new URL("one.ts", import.meta.url), [JSON.stringify(question)], { env });
  child.on("message", take);
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      resolve(`did not end within ${limit / MINUTE} minutes`);
    }, limit);
    child.once("exit", (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? undefined : `ended with ${code}`);
    });
  });
}

function take(result: unknown): void {
  results.push(result as Result);
  console.log(line(result as Result));
}

function line({ goal, what, ours, control, unit, ratio, least, most, wanted: want, reached }: Result): string {
  const figures = `${shortly(ours)} against ${shortly(control)} ${unit}`;
  const spread = least === undefined || most === undefined ? "" : ` [${least.toFixed(3)} to ${most.toFixed(3)}]`;
  return `${reached ? "ok    " : "MISSED"} ${goal.padEnd(4)} ${ratio.toFixed(3).padStart(8)}${spread} (${want})  ${what}: ${figures}`;
}

function shortly(figure: number): string {
  return figure >= 100 ? String(Math.round(figure)) : figure.toPrecision(3);
}
