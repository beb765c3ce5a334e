/** A whole year, minute by minute: a schedule by the clock of the wall runs when that clock says so, on each of its days, once. */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { nextOccurrence, type WallClockPattern } from "../../src/model/time/occurrences.ts";
import { isWithin, parsePattern, readSpan } from "../../src/model/time/time-grammar.ts";
import { wallOf } from "../../src/model/time/zones.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const YEAR = 2026;
const [START, END] = [Date.UTC(YEAR, 0, 1), Date.UTC(YEAR + 1, 0, 1)]; // as walls
const MARGIN = 3 * DAY;

/** All the days of 2026 somewhere, as Intl shows them; nothing of ours has a part in it. */
interface Year {
  readonly zone: string;
  readonly days: readonly { readonly date: string; readonly weekday: number }[]; // Monday is 0
  /** The instant at which the wall gets to this time of that day for the first time, or over it. */
  reached(date: string, clock: string): number;
  /** The local time at a full minute: "2026-03-29 03:00". */
  shown(instant: number): string;
  /** Instants at which the wall jumps. */
  readonly jumps: readonly number[];
}

function walk(zone: string): Year {
  const wall = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const weekday = new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "short" });
  const first = new Map<string, number>(); // when a minute of the wall was shown for the first time
  const days = new Map<string, number>();
  const minutes: string[] = [];
  const [from, to] = [START - MARGIN, END + MARGIN];
  for (let instant = from; instant < to; instant += MINUTE) {
    const minute = wall.format(instant);
    minutes.push(minute);
    if (first.has(minute)) continue;
    first.set(minute, instant);
    const date = minute.slice(0, 10);
    if (date.startsWith(String(YEAR)) && !days.has(date))
      days.set(date, ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(weekday.format(instant)));
  }
  const shown = (instant: number) => minutes[(instant - from) / MINUTE] ?? "";
  const jumps = minutes.flatMap((minute, index) => {
    const follows = index === 0 || Date.parse(`${minute}Z`) - Date.parse(`${minutes[index - 1]}Z`) === MINUTE;
    return follows ? [] : [from + index * MINUTE];
  });
  const behindGap = (minute: string) => jumps.find((jump) => shown(jump - MINUTE) < minute && minute < shown(jump));
  return {
    zone,
    days: [...days].map(([date, day]) => ({ date, weekday: day })),
    reached: (date, clock) => {
      const minute = `${date} ${clock.slice(0, 5)}`;
      const instant = first.get(minute);
      if (instant !== undefined) return instant + Number(clock.slice(6)) * 1000;
      return behindGap(minute) ?? Number.NaN;
    },
    shown,
    jumps,
  };
}

function planned(text: string): WallClockPattern {
  const pattern = parsePattern(text);
  assert.ok(typeof pattern === "object" && pattern.kind !== "timer" && pattern.kind !== "repeated", text);
  return pattern;
}

/** Everything that a schedule does in the year, one after the other. */
function happens(text: string, zone: string, from: number, to: number): number[] {
  const pattern = planned(text);
  const found: number[] = [];
  for (let now = from; ; ) {
    const next = nextOccurrence(pattern, now, { zone });
    if (next === undefined || next > to) return found;
    found.push(next);
    now = next;
  }
}

function isOn(mask: number, weekday: number): boolean {
  return [64, 32, 16, 8, 4, 2, 1].some((bit, day) => day === weekday && (mask & bit) === bit);
}

function utc(instant: number): string {
  return new Date(instant).toISOString();
}

/** How many jumps the year has, and the clock times at which it is worth a look: in gaps, in overlaps, at their edges, elsewhere. */
const ZONES: [zone: string, jumps: number, clocks: readonly string[]][] = [
  [
    "Europe/Berlin",
    2,
    ["00:00:00", "01:59:59", "02:00:00", "02:30:00", "02:59:59", "03:00:00", "12:34:56", "23:59:59"],
  ],
  [
    "Australia/Lord_Howe",
    2,
    ["00:00:00", "01:29:59", "01:30:00", "01:45:30", "02:00:00", "02:15:30", "02:30:00", "23:59:59"],
  ],
  [
    "America/New_York",
    2,
    ["00:00:00", "00:59:59", "01:00:00", "01:30:00", "02:00:00", "02:30:00", "03:00:00", "23:59:59"],
  ],
  ["Pacific/Apia", 0, ["00:00:00", "02:30:00", "03:00:00", "04:00:00", "10:59:59", "11:00:00", "12:34:56", "23:59:59"]],
];
const EVERYDAY = 2; // so many of them; the others take their turn in the long run

for (const [zone, jumps, clocks] of process.env.LONG ? ZONES : ZONES.slice(0, EVERYDAY)) {
  const year = walk(zone);

  test(`${zone}: the year is as it should be`, () => {
    assert.equal(year.days.length, 365);
    assert.equal(year.jumps.length, jumps);
  });

  for (const clock of clocks) {
    test(`${zone}: all 128 masks at ${clock}, local: once on each of its days`, () => {
      const moments = year.days.map(({ date, weekday }) => ({ weekday, at: year.reached(date, clock) }));
      const [from, to] = [year.reached(`${YEAR}-01-01`, "00:00:00") - 1, year.reached(`${YEAR}-12-31`, "23:59:59")];
      for (let mask = 0; mask < 128; mask += 1) {
        const wanted = moments.filter(({ weekday }) => isOn(mask, weekday)).map(({ at }) => at);
        const found = happens(`W${mask}/T${clock}`, zone, from, to);
        assert.deepEqual(found.map(utc), wanted.map(utc), `W${mask}`);
      }
    });
  }

  test(`${zone}: once, at each half hour of the year`, () => {
    for (const { date } of year.days) {
      for (let minute = 0; minute < 1440; minute += 30) {
        const clock = new Date(minute * MINUTE).toISOString().slice(11, 19);
        const wanted = year.reached(date, clock);
        assert.deepEqual(happens(`${date}T${clock}`, zone, START - MARGIN, END + MARGIN), [wanted], `${date}T${clock}`);
      }
    }
  });

  test(`${zone}: a part of the day is where the wall shows it, on ordinary days and where it jumps`, () => {
    for (const [index, from] of clocks.entries()) {
      const to = clocks[(index + 3) % clocks.length] ?? "";
      const span = readSpan(`T${from}/T${to}`);
      assert.ok(span && from !== to);
      for (const look of [...year.jumps, Date.UTC(YEAR, 6, 1), Date.UTC(YEAR, 11, 29)]) {
        for (let now = look - DAY; now < look + DAY; now += MINUTE) {
          const clock = `${year.shown(now).slice(11)}:00`;
          const isIn = from < to ? from <= clock && clock < to : from <= clock || clock < to;
          assert.equal(isWithin(span, wallOf(now, zone)), isIn, `T${from}/T${to} at ${utc(now)}`);
        }
      }
    }
  });
}

for (const clock of ["00:00:00", "01:30:00", "12:34:56", "23:59:59"]) {
  test(`UTC: all 128 masks at ${clock}: once on each of its days, with any local clocks`, () => {
    for (let mask = 0; mask < 128; mask += 1) {
      const wanted: string[] = [];
      for (let day = START; day < END; day += DAY)
        if (isOn(mask, (new Date(day).getUTCDay() + 6) % 7)) wanted.push(`${utc(day).slice(0, 11)}${clock}.000Z`);
      assert.deepEqual(happens(`W${mask}/T${clock}`, "UTC", START - 1, END - 1).map(utc), wanted, `W${mask}`);
    }
  });
}
