/**
 * 300 devices for five years (LONG=1; else a few of them for some months): how large the history gets, how long a question takes, how long a
 * start, and how much memory it takes. Each device measures six values, one of them each minute.
 */
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { HISTORY_FOLDER, openHistoryDisk } from "../../src/edges/disk/history/history-disk.ts";
import { seriesName } from "../../src/engines/history/measured.ts";
import { HISTORY, type History, type HistoryDisk } from "../../src/model/history/ports.ts";
import { DAY, HOUR, MINUTE, type Rollup, type Tier } from "../../src/model/history/rollups.ts";
import type { Resource } from "../../src/model/resource.ts";
import { freshFolder } from "../support/disk.ts";
import { fakeClock, house, loudLog, START, settle } from "../support/fakes.ts";

const [DEVICES, DAYS] = process.env.LONG ? [300, 5 * 365] : [6, 130];
const settings = { timezone: "UTC" };
const MOST_BYTES = (60_000_000 * DEVICES) / 300;

/** How often a value comes, and the bounds between which it moves. */
interface Kind {
  readonly type: string;
  readonly member: string;
  readonly everyMinutes: number;
  readonly least: number;
  readonly most: number;
  readonly counts?: true;
}

const KINDS: readonly Kind[] = [
  { type: "CLIPTemperature", member: "temperature", everyMinutes: 3, least: 1_800, most: 2_400 },
  { type: "CLIPHumidity", member: "humidity", everyMinutes: 5, least: 3_000, most: 6_500 },
  { type: "CLIPPresence", member: "presence", everyMinutes: 10, least: 0, most: 1 },
  { type: "CLIPPower", member: "power", everyMinutes: 1, least: 0, most: 2_300 },
  { type: "CLIPConsumption", member: "consumption", everyMinutes: 5, least: 0, most: 90_000_000, counts: true },
  { type: "CLIPBattery", member: "battery", everyMinutes: 1_440, least: 1, most: 100 },
];

const QUESTIONS: readonly (readonly [step: Tier, length: number, least: number])[] = [
  ["minute", DAY, 1_439],
  ["hour", 31 * DAY, 743],
  ["day", DAYS * DAY, DAYS - 1],
];

interface Course {
  readonly name: string;
  readonly kind: Kind;
}

test(`${DEVICES} devices for ${DAYS} days: bytes, milliseconds of a question and of a start, memory`, async (t) => {
  const folder = freshFolder(t);
  const clock = fakeClock(START);
  const log = loudLog();
  const home = await house({ clock, settings });
  const courses = putSensors(home.store);
  await settle();
  const { disk } = home;
  await home.stop();
  const written = openHistoryDisk({ folder, clock, log });
  await written.open();
  await fill(written, courses);
  await written.close();
  const bytes = sizeOf(folder);
  const held = await heldBy(openHistoryDisk({ folder, clock, log }), courses);
  const start = async (run: (history: History) => Promise<void>) => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const began = performance.now();
    const again = await house({ clock, settings, disk, historyDisk: openHistoryDisk({ folder, clock, log }) });
    const served = performance.now() - began;
    await again.engines.get(HISTORY).daily("/sensors/1", "state/temperature");
    const answers = performance.now() - began;
    delay.disable();
    await run(again.engines.get(HISTORY));
    await again.stop();
    return { served, answers, longestStall: delay.max / 1e6 };
  };

  const questions: Record<string, number> = {};
  const afterKill = await start(async (history) => {
    for (const [step, length, least] of QUESTIONS) {
      const began = performance.now();
      const wish = { address: "/sensors/1", section: "state", member: "temperature", step } as const;
      const rollups = await history.read({ ...wish, from: START - length, to: START });
      questions[step] = performance.now() - began;
      assert.ok(rollups.length >= least, `${rollups.length} of ${step}`);
    }
  });
  clock.advance(60);
  const afterStop = await start(async () => {});
  const figures = { bytes, perDevice: Math.round(bytes / DEVICES), held, questions, afterKill, afterStop };
  t.diagnostic(JSON.stringify(figures, undefined, 1));
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
});

/** The memory of the disk edge, in bytes. */
async function heldBy(disk: HistoryDisk, courses: readonly Course[]): Promise<number> {
  const before = await memory();
  await disk.open();
  disk.retain(courses.map(({ name }) => name));
  for (const { name } of courses) disk.has(name);
  const held = (await memory()) - before;
  await disk.close();
  return held;
}

function putSensors(store: Awaited<ReturnType<typeof house>>["store"]): readonly Course[] {
  const cause = { by: "radio", depth: 0 };
  return Array.from({ length: DEVICES }).flatMap((_, device) =>
    KINDS.map((kind, n) => {
      const id = device * KINDS.length + n + 1;
      const value = kind.member === "presence" ? true : kind.most;
      const resource: Resource = {
        ...{ address: `/sensors/${id}`, type: kind.type, attr: { name: `${id}`, uniqueid: `u${id}` } },
        ...{ config: {}, state: { [kind.member]: value }, action: {} },
      };
      store.put(resource, cause);
      return { name: seriesName(resource, "state", kind.member), kind };
    }),
  );
}

/** As the engine writes it: minutes of the last day each ten minutes, hours of the last month each hour, days each day. */
async function fill(disk: HistoryDisk, courses: readonly Course[]): Promise<void> {
  const put = async (tier: Tier, length: number, from: number, steps: number, each: number) => {
    for (let step = 0; step < steps; step += each) {
      const batch = courses.flatMap(({ name, kind }, n) => {
        const rollups = Array.from({ length: Math.min(each, steps - step) }, (_, k) => step + k)
          .filter((at) => length > MINUTE || (at + n) % kind.everyMinutes === 0)
          .map((at) => rollupOf(kind, from + at * length, length, at + n));
        return rollups.length > 0 ? [{ series: name, rollups }] : [];
      });
      await disk.append(tier, batch);
    }
  };
  const midnight = START - 12 * HOUR;
  await put("day", DAY, midnight - DAYS * DAY, DAYS, 1);
  await put("hour", HOUR, START - 31 * DAY, 31 * 24, 1);
  await put("minute", MINUTE, START - DAY, 1_440, 10);
  const last = START - MINUTE / 2; // when it wrote last, and was killed
  const alive = { at: START - MINUTE, min: last, max: last, mean: last, last, count: 1, known: 1 };
  await disk.append("minute", [{ series: "alive", rollups: [alive] }]);
}

function rollupOf({ everyMinutes, least, most, counts }: Kind, at: number, length: number, n: number): Rollup {
  const count = Math.max(1, Math.round(length / MINUTE / everyMinutes));
  const wave = (speed: number) => least + Math.round(((most - least) * (1 + Math.sin(n / speed))) / 2);
  if (counts) {
    const last = 40_000_000 + n * count * 3;
    return { at, min: last - count * 3, max: last, mean: last - count, last, count, known: 1, grown: count * 3 };
  }
  const [one, other, last] = [wave(7), wave(11), wave(5)];
  const [min, max] = count === 1 ? [last, last] : [Math.min(one, other, last), Math.max(one, other, last)];
  return { at, min, max, mean: (min + max) / 2, last, count, known: 1 };
}

function sizeOf(folder: string): number {
  const within = join(folder, HISTORY_FOLDER);
  return readdirSync(within).reduce((sum, name) => sum + statSync(join(within, name)).size, 0);
}

async function memory(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  for (let turn = 0; turn < 3; turn += 1) {
    await settle();
    gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
