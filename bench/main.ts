/** `npm run bench [-- P1 P2 …] [-- --long]`: each goal against its control, as a ratio, in one run. */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import process from "node:process";
import { rules, timers } from "./automation.ts";
import { buttons } from "./buttons.ts";
import { disk } from "./disk.ts";
import { flows } from "./flows.ts";
import type { Bench, Result } from "./goals.ts";
import { many } from "./many.ts";
import { memory } from "./memory.ts";
import { packaging } from "./packaging.ts";
import { push } from "./push.ts";
import { radio } from "./radio.ts";
import { rest } from "./rest.ts";

const BENCHES: readonly Bench[] = [rest, push, rules, timers, disk, memory, many, radio, buttons, flows, packaging];

const wanted = process.argv.slice(2).filter((word) => word.startsWith("P"));
const long = process.argv.includes("--long");
const results: Result[] = [];

for (const bench of BENCHES) {
  if (wanted.length > 0 && !bench.goals.some((goal) => wanted.includes(goal))) continue;
  for (const result of await bench.run(long)) {
    if (wanted.length > 0 && !wanted.includes(result.goal)) continue;
    results.push(result);
    console.log(line(result));
  }
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
