/** P9, P14, P17, P18: the cost on the disk. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  atLeast,
  atMost,
  type Bench,
  changed,
  type Pair,
  paired,
  type Result,
  ROUNDS,
  SHORT,
  sideBySide,
  toldOnly,
} from "./goals.ts";
import { inside } from "./inside.ts";

const RESOURCES = 10_000;
const STORED_AT_MOST = 4_000_000; // bytes of a folder with one sensor, its backups counted

export const benches: readonly Bench[] = [
  {
    goals: ["P9", "P14", "P17", "P18"],
    run: async (long) => [...(await loading()), ...(await writing()), ...(await bytes(long)), ...(await wear(long))],
  },
];

async function loading(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-bench-"));
  await inside("fill", { folder, count: RESOURCES });
  const figures = await sideBySide(
    () => inside<number>("load-ours", { folder }),
    () => inside<number>("load-control", { folder }),
  );
  rmSync(folder, { recursive: true });
  const what = `${RESOURCES} resources served after opening`;
  return [
    atMost(1.5, { goal: "P14", what, unit: "ms", ...figures }),
    atMost(1, { goal: "P14", what: `${what}, in all`, unit: "ms", ...changed(figures, ([ours]) => [ours, 600]) }),
  ];
}

async function writing(): Promise<Result[]> {
  const milliseconds = SHORT ? 300 : 1_500;
  const { rates, costs } = await inside<{ rates: Pair[]; costs: Pair[] }>("writes", { milliseconds, rounds: ROUNDS });
  const what = "acknowledged writes, 16 at a time";
  return [
    atLeast(0.8, { goal: "P17", what, unit: "writes/s", ...paired(rates) }),
    toldOnly({ goal: "P17", what: `${what}, processor time of one`, unit: "µs", ...paired(costs) }),
  ];
}

async function bytes(long: boolean): Promise<Result[]> {
  const idleMilliseconds = long ? 600_000 : SHORT ? 2_000 : 15_000;
  const { perChange, payload, idle } = await inside<{ perChange: number; payload: number; idle: number }>("bytes", {
    idleMilliseconds,
  });
  const nothing = {
    goal: "P18",
    what: `bytes written in ${idleMilliseconds / 1000} idle seconds`,
    unit: "bytes",
    wanted: "0",
  };
  return [
    atMost(3, {
      goal: "P18",
      what: "bytes written for a change of a state",
      unit: "bytes",
      ours: perChange,
      control: payload,
    }),
    { ...nothing, ours: idle, control: 0, ratio: idle, reached: idle === 0 },
  ];
}

interface Worn {
  readonly fresh: number;
  readonly worn: number;
  readonly bytes: number;
}

async function wear(long: boolean): Promise<Result[]> {
  const cycles = long ? 10_000 : SHORT ? 200 : 2_000;
  const rounds: Worn[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await inside<Worn>("cycles", { cycles }));
  return [
    atMost(1.05, {
      goal: "P9",
      what: `an event after ${cycles} sensors and rules came and went`,
      unit: "µs",
      ...paired(rounds.map(({ worn, fresh }) => [worn, fresh])),
    }),
    atMost(1, {
      goal: "P9",
      what: "size of the folder after that",
      unit: "bytes",
      ...paired(rounds.map(({ bytes }) => [bytes, STORED_AT_MOST])),
    }),
  ];
}
