/**
 * The right cause is named first: twelve faults and a lamp without power are seeded in meshes on paper, with noise, sticks that tell little,
 * tables with holes and batteries that lie. LONG=1: a thousand runs, and a hundred quiet days.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FAULTS } from "../../support/mesh-faults.ts";
import { WatchedMesh } from "../../support/mesh-watch.ts";

const KINDS = Object.keys(FAULTS);
const RUNS = process.env.LONG ? 1_000 : 39;
const QUIET_DAYS = process.env.LONG ? 100 : 4;
const BEFORE = 50; // hours, in which the doctor gets to know the house
const AT_MOST = 30; // hours until it is told
const SLICE = 1;

interface Run {
  readonly fault: string;
  readonly named: string; // "" when nothing was told
  readonly hours: number;
}

function run(fault: string, seed: number): Run | undefined {
  const watched = new WatchedMesh(seed);
  watched.pass(BEFORE + watched.mesh.random() * 12, false);
  const began = watched.now;
  const seeded = watched.seed(fault);
  if (!seeded) return undefined;
  const { subject } = seeded;
  const hours = () => (watched.now - began) / 3_600_000;
  while (hours() < AT_MOST) {
    watched.pass(SLICE);
    const told = watched.told.find(({ uniqueid }) => uniqueid === subject);
    if (told) return { fault, named: told.trouble.kind, hours: hours() };
    const isNoAlarm = fault === "asleep" && hours() >= 3;
    if (isNoAlarm) return { fault, named: watched.found.get(subject)?.[0]?.kind ?? "", hours: hours() };
  }
  return { fault, named: "", hours: hours() };
}

test(`${RUNS} runs: the right cause is named first in nine of ten`, () => {
  const runs: Run[] = [];
  for (let seed = 1; runs.length < RUNS; seed += 1) {
    const done = run(KINDS[seed % KINDS.length] ?? "", seed);
    if (done) runs.push(done);
  }
  const right = runs.filter(({ fault, named }) => fault === named).length;
  const lines = KINDS.map((kind) => {
    const own = runs.filter(({ fault }) => fault === kind);
    const good = own.filter(({ named }) => named === kind).length;
    const wrong = own.filter(({ named }) => named !== kind).map(({ named }) => named || "nothing");
    const counts = [...new Set(wrong)].map((name) => `${wrong.filter((each) => each === name).length} ${name}`);
    return `${kind}: ${good} of ${own.length}${counts.length > 0 ? ` (${counts.join(", ")})` : ""}`;
  });
  const always = Math.max(...KINDS.map((kind) => runs.filter(({ fault }) => fault === kind).length));
  const share = right / runs.length;
  const report = `${right} of ${runs.length}; who always says the same: ${always}\n${lines.join("\n")}`;
  if (process.env.LONG || process.env.TELL) console.log(report);
  assert.ok(share >= 0.9, report);
});

test(`${QUIET_DAYS} quiet days: at most one false alarm`, () => {
  const DAYS = 4; // of each house
  const told: string[] = [];
  for (let seed = 1; seed <= QUIET_DAYS / DAYS; seed += 1) {
    const watched = new WatchedMesh(10_000 + seed);
    watched.pass(BEFORE, false);
    for (let hour = 0; hour < DAYS * 24; hour += 1) {
      const hiccup = watched.mesh.random() < 2 / 24; // a quarter of an hour of microwave, now and then
      if (hiccup) watched.mesh.interference = 0.5;
      watched.pass(0.25);
      watched.mesh.interference = 0.02;
      watched.pass(0.75);
    }
    told.push(
      ...watched.told.map(({ uniqueid, trouble, after }) => `${seed} ${uniqueid} ${trouble.kind} ${after.toFixed(1)}`),
    );
  }
  if (process.env.LONG || process.env.TELL) console.log(`${told.length} false alarms in ${QUIET_DAYS} days`);
  assert.ok(told.length <= 1, told.join("\n"));
});
