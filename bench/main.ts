/** `npm run bench [-- P1 P2 …] [-- --long]`: each goal against its control, as a ratio, in one run. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import process from "node:process";
import type { Result } from "./goals.ts";
import type { Question } from "./one.ts";

const FILES = ["rest", "push", "automation", "disk", "memory", "many", "radio", "buttons", "flows", "packaging"];

const wanted = process.argv.slice(2).filter((word) => word.startsWith("P"));
const long = process.argv.includes("--long");
const results: Result[] = [];

for (const file of FILES) {
  const question: Question = { file, wanted, long };
  const child = fork(new URL("one.ts", import.meta.url), [JSON.stringify(question)]);
  child.on("message", (result: Result) => {
    results.push(result);
    console.log(line(result));
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
}
const machine = { node: process.version, cores: cpus().length, model: cpus()[0]?.model };
writeFileSync(new URL("results.json", import.meta.url), `${JSON.stringify({ machine, results }, undefined, 2)}\n`);
const missed = results.filter(({ reached }) => !reached).map(({ goal }) => goal);
console.log(
  `${results.length - missed.length} of ${results.length} goals reached${missed.length > 0 ? `; missed: ${missed.join(", ")}` : ""}`,
);
process.exit(0);

function line({ goal, what, ours, control, unit, ratio, wanted: want, reached }: Result): string {
  const figures = `${shortly(ours)} against ${shortly(control)} ${unit}`;
  return `${reached ? "ok    " : "MISSED"} ${goal.padEnd(4)} ${ratio.toFixed(3).padStart(8)} (${want})  ${what}: ${figures}`;
}

function shortly(figure: number): string {
  return figure >= 100 ? String(Math.round(figure)) : figure.toPrecision(3);
}
