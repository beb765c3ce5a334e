/** P9, P14, P17, P18: what the disk costs. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atLeast, atMost, type Bench, type Result, sideBySide } from "./goals.ts";
import { inside } from "./inside.ts";
import { median } from "./load.ts";

const RESOURCES = 10_000;
const STORED_AT_MOST = 4_000_000; // bytes of a folder with one sensor, its backups counted

export const benches: readonly Bench[] = [
  {
    goals: ["P9", "P14", "P17", "P18"],
    run: async (long) => [...(await loading()), await writing(), ...(await bytes(long)), ...(await wear(long))],
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
    atMost(1, { goal: "P14", what: `${what}, in all`, unit: "ms", ours: figures.ours, control: 600 }),
  ];
}

async function writing(): Promise<Result> {
  const rounds = await inside<{ ours: number; control: number }[]>("writes", { milliseconds: 1_500 });
  const ours = median(rounds.map((round) => round.ours));
  const control = median(rounds.map((round) => round.control));
  return atLeast(0.8, { goal: "P17", what: "acknowledged writes, 16 at a time", unit: "writes/s", ours, control });
}

async function bytes(long: boolean): Promise<Result[]> {
  const idleMilliseconds = long ? 600_000 : 15_000;
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
  const cycles = long ? 10_000 : 2_000;
  const rounds: Worn[] = [];
  for (let round = 0; round < 5; round += 1) rounds.push(await inside<Worn>("cycles", { cycles }));
  return [
    atMost(1.05, {
      goal: "P9",
      what: `an event after ${cycles} sensors and rules came and went`,
      unit: "µs",
      ours: median(rounds.map(({ worn }) => worn)),
      control: median(rounds.map(({ fresh }) => fresh)),
    }),
    atMost(1, {
      goal: "P9",
      what: "size of the folder after that",
      unit: "bytes",
      ours: median(rounds.map(({ bytes }) => bytes)),
      control: STORED_AT_MOST,
    }),
  ];
}
