/**
 * 300 devices for five years (LONG=1; else a few of them for some months): how large the history gets, how long a question takes, how long a
 * start, and what it keeps in memory. Each device measures six values, one of them each minute.
 */
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { HISTORY_FOLDER, openHistoryDisk } from "../../src/edges/disk/history/history-disk.ts";
import { seriesName } from "../../src/engines/history/measured.ts";
import { HISTORY, type HistoryDisk } from "../../src/model/history/ports.ts";
import { DAY, HOUR, MINUTE, type Rollup, type Tier } from "../../src/model/history/rollups.ts";
import type { Address, Resource } from "../../src/model/resource.ts";
import { freshFolder } from "../support/disk.ts";
import { fakeClock, house, loudLog, START, settle } from "../support/fakes.ts";

const [DEVICES, DAYS] = process.env.LONG ? [300, 5 * 365] : [6, 130];
const MOST_BYTES = (60_000_000 * DEVICES) / 300;

/** How often a value comes, and between what it moves. */
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

interface Course {
  readonly name: string;
  readonly kind: Kind;
}

test(`${DEVICES} devices for ${DAYS} days: bytes, milliseconds of a question and of a start, memory`, async (t) => {
  const folder = freshFolder(t);
  const clock = fakeClock(START);
  const parts = { clock, settings: { timezone: "UTC" } };
  const home = await house(parts);
  const courses = putSensors(home.store);
  await settle();
  const { disk: records } = home;
  await home.stop();

  const log = loudLog();
  const written = openHistoryDisk({ folder, clock, log });
  await written.open();
  await fill(written, courses);
  await written.close();
  const bytes = sizeOf(folder);

  const before = memory();
  const historyDisk = openHistoryDisk({ folder, clock, log });
  const began = performance.now();
  const again = await house({ ...parts, disk: records, historyDisk: historyDisk as never });
  const served = performance.now() - began;
  const history = again.engines.get(HISTORY);
  const address: Address = "/sensors/1";
  const ask = async (member: string, step: Tier, length: number) => {
    const start = performance.now();
    const wish = { address, section: "state", member, step, from: START - length, to: START } as const;
    const rollups = await history.read(wish);
    return { milliseconds: performance.now() - start, count: rollups.length };
  };
  const first = await ask("temperature", "day", DAYS * DAY);
  const ready = performance.now() - began;
  const held = memory() - before;
  const questions = {
    day: await ask("temperature", "minute", DAY),
    month: await ask("temperature", "hour", 31 * DAY),
    years: await ask("temperature", "day", DAYS * DAY),
  };
  t.diagnostic(
    JSON.stringify(
      { bytes, perDevice: Math.round(bytes / DEVICES), served, ready, held, first, questions },
      undefined,
      1,
    ),
  );
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  assert.ok(questions.day.count >= 1_439 && questions.month.count >= 743 && questions.years.count >= DAYS - 1);
  await again.stop();
});

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

function memory(): number {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
