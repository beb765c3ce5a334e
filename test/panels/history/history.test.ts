/** The plots of the history: which time is shown in which steps, where values lie, and their words. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { alikeIn, later } from "../../../panels/history/compared.ts";
import {
  type CoursePoint,
  cutAt,
  cutFrom,
  heldUntil,
  joined,
  pointsOf,
  type Step,
  timeTrue,
} from "../../../panels/history/course.ts";
import { csvOf } from "../../../panels/history/csv.ts";
import {
  barsFor,
  dayAround,
  enlarged,
  fitting,
  latest,
  moved,
  PRESETS,
  pinched,
  presetOf,
  seenBars,
  stepBeside,
  stepFor,
  before as timeBefore,
} from "../../../panels/history/range.ts";
import {
  bandPath,
  barsPath,
  extentOf,
  linePath,
  pointAt,
  stepBandPath,
  stepPath,
  switched,
  timeLabels,
  timeTicks,
  truthPath,
  valueTicks,
} from "../../../panels/history/scale.ts";
import { saySpanOfTime, spansOf } from "../../../panels/history/spans.ts";
import { clockBelow, kindOfCourse, totalsFrom, totalsOf } from "../../../panels/history/words.ts";
import { readHouse } from "../../../panels/house.ts";
import { dayText, goByClockOf } from "../../../panels/texts.ts";
import { scaled } from "../../../src/model/units.ts";
import { speakEnglish } from "../../support/speak.ts";

beforeEach(speakEnglish);

const NOW = Date.parse("2026-03-01T12:00:00Z");
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const point = (at: number, mean: number, more: Partial<CoursePoint> = {}): CoursePoint => ({
  ...{ at, end: at + 10, min: mean, max: mean, mean, last: mean, count: 1, known: 1 },
  ...more,
});
const frame = { from: 0, to: 100, width: 100, height: 50, min: 0, max: 50 };

test("a day, a week, a month and a year end a little after now, and are known again", () => {
  for (const [name, length] of Object.entries(PRESETS)) {
    const range = latest(length, NOW);
    assert.equal(range.to - range.from, length);
    assert.ok(range.to > NOW && range.from < NOW);
    assert.equal(presetOf(range), name);
  }
  assert.equal(presetOf({ from: 0, to: HOUR }), undefined);
});

const firsts: [what: string, known: number, isBars: boolean, length: number][] = [
  ["some minutes", 20 * MINUTE, false, 22 * MINUTE],
  ["a moment", 1_000, false, 10 * MINUTE],
  ["bars of some minutes", 20 * MINUTE, true, DAY],
  ["a day and more", 23 * HOUR, false, DAY],
];
for (const [what, known, isBars, length] of firsts)
  test(`the first range fits the known values: ${what}`, () => {
    const { from, to } = fitting("day", NOW - known, isBars, NOW);
    assert.ok(Math.abs(to - from - length) < 1, `${(to - from) / MINUTE} minutes`);
    assert.ok(to > NOW && from < NOW - Math.min(known, length / 2));
  });

test("a light is on or off: within a minute it is drawn when it changed, of an hour its share is the height", () => {
  const drawn = (each: CoursePoint) => switched([each]).map(({ at, end, mean }) => [at, end, mean]);
  assert.deepEqual(drawn(point(0, 0.25, { end: MINUTE, last: 1 })), [
    [0, 45_000, 0],
    [45_000, MINUTE, 1],
  ]);
  assert.deepEqual(drawn(point(0, 0.25, { end: MINUTE, last: 0 })), [
    [0, 15_000, 1],
    [15_000, MINUTE, 0],
  ]);
  assert.deepEqual(drawn(point(0, 1, { end: MINUTE })), [[0, MINUTE, 1]]);
  assert.deepEqual(drawn(point(0, 0.25, { end: HOUR, last: 1 })), [[0, HOUR, 0.25]]);
});

test("it moves by a share of itself, but not into the future, and not behind five years", () => {
  const day = latest(DAY, NOW);
  assert.deepEqual(moved(day, -0.5, NOW), { from: day.from - DAY / 2, to: day.to - DAY / 2 });
  assert.deepEqual(moved(day, 3, NOW), day);
  const far = moved(day, -1e6, NOW);
  assert.ok(far.from >= NOW - 5.1 * 366 * DAY && far.to - far.from === DAY);
});

test("it shows less or more around a place, between ten minutes and five years", () => {
  const range = { from: NOW - 10 * DAY, to: NOW - 9 * DAY };
  assert.deepEqual(enlarged(range, 2, 0.5, NOW), { from: NOW - 9.75 * DAY, to: NOW - 9.25 * DAY });
  assert.equal(enlarged(range, 2, 0, NOW).from, range.from);
  const small = enlarged(range, 1e9, 0.5, NOW);
  assert.equal(small.to - small.from, 10 * MINUTE);
  const large = enlarged(range, 1e-9, 0.5, NOW);
  assert.equal(large.to - large.from, 5 * 366 * DAY);
});

test("two fingers keep the time in the middle between them, and take it along", () => {
  const range = { from: NOW - 10 * DAY, to: NOW - 9 * DAY };
  const inHours = ({ from, to }: { from: number; to: number }) => [
    (from - range.from) / HOUR,
    (to - range.from) / HOUR,
  ];
  assert.deepEqual(inHours(pinched(range, [0.25, 0.5], [0.125, 0.625], NOW)), [4.5, 16.5], "twice as far apart");
  assert.deepEqual(inHours(pinched(range, [0.125, 0.625], [0.25, 0.5], NOW)), [-9, 39], "and back");
  assert.deepEqual(inHours(pinched(range, [0.25, 0.5], [0.5, 0.75], NOW)), [-6, 18], "side by side they only move it");
  const met = pinched(range, [0.5, 0.5], [0.4, 0.6], NOW);
  assert.ok(met.to - met.from < DAY && met.to > met.from, "fingers that met");
  const step = pinched(pinched(range, [0.2, 0.4], [0.1, 0.4], NOW), [0.1, 0.4], [0.1, 0.7], NOW);
  const once = pinched(range, [0.2, 0.4], [0.1, 0.7], NOW);
  assert.ok(
    Math.abs(step.from - once.from) < 1 && Math.abs(step.to - once.to) < 1,
    "one finger after the other is the same",
  );
});

const steps: readonly (readonly [length: number, ago: number, step: string, bars: string])[] = [
  [HOUR, 0, "minute", "hour"],
  [DAY, 0, "minute", "hour"],
  [DAY, 5 * DAY, "hour", "hour"],
  [7 * DAY, 0, "hour", "day"],
  [30 * DAY, 0, "hour", "day"],
  [DAY, 100 * DAY, "day", "day"],
  [365 * DAY, 0, "day", "month"],
];
test("bars of which next to nothing is seen are neither drawn nor counted", () => {
  const bar = (from: number, to: number) => ({ at: NOW + from * HOUR, end: NOW + to * HOUR });
  const [first, second, today] = [bar(-60, -36), bar(-36, -12), bar(-12, 0)];
  const seen = (from: number, to: number) =>
    seenBars([first, second, today], { from: NOW + from * HOUR, to: NOW + to * HOUR });
  assert.deepEqual(seen(-60, 2), [first, second, today]);
  assert.deepEqual(seen(-48, 2), [first, second, today], "half of the first one");
  assert.deepEqual(seen(-37, 2), [second, today], "an hour of the first one");
  assert.deepEqual(seen(-36, -10), [second], "two hours of the last one");
  assert.deepEqual(seen(-14, -13), [second], "who looks closer sees a part of one");
  assert.deepEqual(seenBars([bar(-0.01, 0)], latest(PRESETS.month, NOW)).length, 1, "what has just begun");
});

for (const [length, ago, step, bars] of steps) {
  test(`${length / DAY} days that ended ${ago / DAY} days ago are asked for by ${step}, in bars by ${bars}`, () => {
    const range = { from: NOW - ago - length, to: NOW - ago };
    assert.deepEqual([stepFor(range, NOW), barsFor(range, NOW)], [step, bars]);
  });
}

test("the gateway's answers: numbers, truths and counters; the last step ends now", () => {
  const at = "2026-03-01T11:00:00Z";
  const points = pointsOf(
    { step: "hour", values: [{ at, min: 1, max: 3, mean: 2, last: 3, count: 2, known: 0.5 }] },
    NOW,
  );
  assert.deepEqual(points, [{ at: NOW - HOUR, end: NOW, min: 1, max: 3, mean: 2, last: 3, count: 2, known: 0.5 }]);
  const [early] = pointsOf({ step: "day", values: [{ at, share: 0.25, last: true, count: 1 }] }, NOW);
  assert.deepEqual([early?.mean, early?.last, early?.known, early?.end], [0.25, 1, 1, NOW]);
  const [meter] = pointsOf(
    { step: "hour", values: [{ at, min: 1, max: 1, mean: 1, last: 1, count: 0, grown: 7 }] },
    NOW,
  );
  assert.equal(meter?.grown, 7);
  assert.deepEqual(pointsOf({}, NOW), []);
});

const minutes = (each: CoursePoint): CoursePoint => ({ ...each, at: each.at * MINUTE, end: each.end * MINUTE });

test("lines go through the middle of each step, and are broken where nothing is known", () => {
  const points = [point(0, 0), point(10, 50), point(60, 25)].map(minutes);
  const own = { ...frame, to: 100 * MINUTE };
  assert.equal(linePath(points, own), "M0 50L5 50L15 0L20 0M60 25L65 25L70 25");
});

test("steps hold their value; areas stand on the ground; bands go there and back; bars stand apart", () => {
  const points = [point(0, 0), point(10, 50)].map(minutes);
  const own = { ...frame, to: 100 * MINUTE };
  assert.equal(stepPath(points, own), "M0 50V50H10V0H20");
  assert.equal(truthPath(points, own), "M0 50V50H10V0H20V50Z");
  assert.equal(bandPath(points, own), "");
  const wide = points.map((each) => ({ ...each, min: 0, max: 50 }));
  assert.equal(bandPath(wide, own), "M5 0L15 0L15 50L5 50Z");
  assert.equal(stepBandPath(points, own), "");
  assert.equal(
    stepBandPath(wide, own),
    "M0 0V0H10V0H20V50H10V50H0Z",
    "from where the first begins to where the last ends",
  );
  const apart = points.map((each) => ({ ...each, min: each.mean - 10, max: each.mean + 10 }));
  assert.equal(
    stepBandPath(apart, own),
    "M0 40V40H10V-10H20V10H10V60H0Z",
    "each step stays within its own least and most",
  );
  assert.equal(barsPath([{ ...(points[1] as CoursePoint), grown: 25 }], own), "M10.5 50V25H19.5V50Z");
});

test("some air is left around the values, also around a level one", () => {
  assert.deepEqual(extentOf([point(0, 0), point(10, 100)]), { min: -8, max: 108 });
  assert.deepEqual(extentOf([point(0, 0)]), { min: -1, max: 1 });
  assert.equal(extentOf([]), undefined);
  const percent = { min: 0, max: 100 };
  assert.deepEqual(
    extentOf([point(0, 50), point(10, 51)], percent, 5),
    { min: 47.6, max: 53.4 },
    "one percent less is no plunge",
  );
  assert.equal(extentOf([point(0, 99), point(10, 100)], percent, 5)?.max, 100);
});

test("round numbers stand at the side", () => {
  assert.deepEqual(valueTicks(19.2, 23.1, 4), [20, 21, 22, 23]);
  assert.deepEqual(valueTicks(0, 1000, 4), [0, 500, 1000]);
  assert.deepEqual(valueTicks(-0.3, 0.3, 4), [-0.2, 0, 0.2]);
  assert.deepEqual(valueTicks(5, 5, 4), []);
});

test("full hours, midnights and firsts of the month stand below", () => {
  const midnight = new Date(2026, 2, 1).getTime();
  const day = timeTicks({ from: midnight - HOUR, to: midnight + 23 * HOUR }, 6);
  assert.deepEqual(
    day.map(({ at, shows }) => [(at - midnight) / HOUR, shows]),
    [[0, "day"], ...[6, 12, 18].map((hour) => [hour, "time"])],
  );
  const frame = { from: midnight - 5 * HOUR, to: midnight + HOUR / 4, width: 525, height: 100, min: 0, max: 1 };
  assert.deepEqual(
    timeLabels(
      [
        { at: midnight - 4 * HOUR, shows: "time" },
        { at: midnight, shows: "day" },
      ],
      frame,
    ).map(({ x, anchor }) => [x, anchor]),
    [
      [103, "start"],
      [497, "end"],
    ],
    "at the right edge it stands at the left of its line",
  );
  const close = { ...frame, from: midnight - 3 * HOUR, to: midnight + 4 * HOUR, width: 210 };
  const labelled = (...hours: readonly number[]) =>
    timeLabels(
      hours.map((hour) => ({ at: midnight + hour * HOUR, shows: "time" })),
      close,
    ).length;
  assert.deepEqual([labelled(-1, 3), labelled(0, 3)], [2, 1], "two that would run into each other are one");
  const month = timeTicks({ from: midnight, to: midnight + 28 * DAY }, 5);
  assert.ok(month.length >= 3 && month.every(({ at, shows }) => new Date(at).getHours() === 0 && shows === "day"));
  const year = timeTicks({ from: midnight - 200 * DAY, to: midnight + 165 * DAY }, 6);
  assert.ok(year.length >= 4 && year.every(({ at }) => new Date(at).getDate() === 1));
  assert.deepEqual(year.filter(({ shows }) => shows === "year").length, 1);
  assert.ok(timeTicks({ from: midnight - 1_800 * DAY, to: midnight }, 5).length <= 6);
});

test("midnights and months are those of the house, wherever the browser is", () => {
  const from = Date.parse("2026-03-01T12:00:00Z");
  const at = (length: number, most: number) =>
    timeTicks({ from, to: from + length }, most, "Pacific/Kiritimati").map((tick) => new Date(tick.at).toISOString());
  assert.deepEqual(at(3 * DAY, 4), [
    "2026-03-02T10:00:00.000Z",
    "2026-03-03T10:00:00.000Z",
    "2026-03-04T10:00:00.000Z",
  ]);
  assert.ok(at(30 * HOUR, 6).includes("2026-03-02T10:00:00.000Z"));
  assert.deepEqual(at(80 * DAY, 3), ["2026-03-31T10:00:00.000Z", "2026-04-30T10:00:00.000Z"]);
});

test("a pointer on the curve reads the step that is there", () => {
  const points = [point(0, 1), point(10, 2), point(60, 3)];
  assert.equal(pointAt(points, 12)?.mean, 2);
  assert.equal(pointAt(points, 40), undefined);
  assert.equal(pointAt([], 40), undefined);
});

test("a value that came while a user looked stands behind the values that were asked for", () => {
  const [kept, heard] = [
    [point(0, 1), point(10, 2)],
    [point(5, 9), point(30, 3)],
  ];
  assert.deepEqual(
    joined(kept, heard).map(({ at, end }) => [at, end]),
    [
      [0, 10],
      [10, 30],
      [30, 40],
    ],
  );
  assert.deepEqual(joined([], heard).length, 2);
});

test("which kind of plot a value has", () => {
  assert.equal(kindOfCourse("state/consumption", 5), "bars");
  assert.equal(kindOfCourse("state/power", 5), "line");
  assert.equal(kindOfCourse("state/presence", true), "truth");
});

test("a day that is chosen goes from midnight to midnight, also where the clock changes; not into the future or long ago", () => {
  const now = new Date(2026, 10, 23, 12).getTime();
  const day = dayAround("2026-11-22", now);
  assert.deepEqual(day, { from: new Date(2026, 10, 22).getTime(), to: new Date(2026, 10, 23).getTime() });
  assert.equal(dayText(day?.from ?? 0), "2026-11-22");
  const kiritimati = dayAround("2026-11-22", now, "Pacific/Kiritimati");
  assert.deepEqual(kiritimati, { from: Date.parse("2026-11-21T10:00:00Z"), to: Date.parse("2026-11-22T10:00:00Z") });
  assert.equal(dayAround("2026-11-24", now), undefined, "tomorrow");
  assert.equal(dayAround("1999-01-01", now), undefined, "long ago");
  assert.equal(dayAround("", now), undefined, "nothing was chosen");
});

const HUNDREDTHS = scaled("°C", 0.01, 1);

test("a history as a file: in its unit, by its kind, and quoted where a spreadsheet would stumble", () => {
  const at = new Date(2026, 10, 23, 14, 0).getTime();
  const one = { ...point(0, 2150), at, min: 2100, max: 2212, grown: 500 };
  const csv = (kind: "line" | "bars" | "truth", of = one) => csvOf({ points: [of], kind, scale: HUNDREDTHS });
  assert.equal(csv("line"), "Time,Lowest (°C),Average (°C),Highest (°C)\r\n2026-11-23 14:00,21,21.5,22.12\r\n");
  assert.match(csv("bars"), /\r\n2026-11-23 14:00,5\r\n$/);
  assert.match(csv("truth", { ...one, mean: 0.25 }), /\r\n2026-11-23 14:00,25\r\n$/);
  assert.equal(
    csvOf({ points: [], kind: "bars", scale: scaled('a "b",', 1, 0) })
      .split("\r\n")[0]
      ?.at(-1),
    '"',
  );
});

test("a value is compared with the same one of other devices, by name; counters too, yes and no is not", () => {
  const sensor = (name: string, state: object) => ({ name, type: "ZHAHumidity", state });
  const house = readHouse({
    sensors: {
      1: sensor("Bath", { humidity: 5000 }),
      2: sensor("Study", { humidity: 4000 }),
      3: sensor("Bedroom", { humidity: 4500 }),
      4: sensor("Hall", { temperature: 2100 }),
      5: sensor("Attic", { humidity: null }),
    },
  });
  const alike = (kind: "line" | "bars" | "truth") =>
    alikeIn(house, { address: "/sensors/1", member: "state/humidity", kind }).map(({ name }) => name);
  assert.deepEqual(alike("line"), ["Bedroom", "Study"]);
  assert.deepEqual(alike("bars"), ["Bedroom", "Study"]);
  assert.deepEqual(alike("truth"), []);
});

test("resources of the same name are told apart by their room, else by their kind; a battery stands there once", () => {
  const [mac, other] = ["00:00:00:00:00:00:00:0a", "00:00:00:00:00:00:00:0b"];
  const part = (name: string, type: string, uniqueid: string) => ({
    ...{ name, type, uniqueid, state: { battery: 5 }, config: { battery: 50 } },
  });
  const house = readHouse({
    groups: { 1: { name: "Hall", type: "Room", lights: ["1"] } },
    lights: { 1: part("Twin", "Dimmable light", `${other}-01`) },
    sensors: {
      1: part("Own", "ZHATemperature", `${mac}-01-0402`),
      2: part("Own", "ZHAHumidity", `${mac}-01-0405`),
      3: part("Twin", "ZHATemperature", `${other}-01-0402`),
      4: part("Twin", "ZHAPresence", `${other}-01-0406`),
    },
  });
  const alike = (member: string) =>
    alikeIn(house, { address: "/sensors/1", member, kind: "line" }).map((each) => each.name);
  assert.deepEqual(alike("config/battery").length, 1);
  assert.equal(new Set(alike("state/battery")).size, 4);
  assert.ok(alike("state/battery").every((name) => name === "Own" || name.startsWith("Twin · Hall · ")));
});

test("the time before lies just before, as long, and is drawn where the present is", () => {
  assert.deepEqual(timeBefore({ from: 1000, to: 1700 }, 5000), { from: 300, to: 1000 });
  assert.deepEqual(
    timeBefore({ from: 1000, to: 1700 }, 1600),
    { from: 300, to: 900 },
    "no more of it than of the present",
  );
  const [drawn] = later([{ ...point(0, 5), at: 300, end: 400 }], 700);
  assert.deepEqual([drawn?.at, drawn?.end, drawn?.mean], [1000, 1100, 5]);
});

test("a time and the time before it have the same steps, as long as those that are kept of the earlier one", () => {
  const steps = (preset: keyof typeof PRESETS) => {
    const range = latest(PRESETS[preset], NOW);
    return [stepFor(range, NOW), stepBeside(range, NOW)];
  };
  assert.deepEqual(
    [steps("day"), steps("week"), steps("month"), steps("year")],
    [
      ["minute", "hour"],
      ["hour", "hour"],
      ["hour", "day"],
      ["day", "day"],
    ],
  );
  assert.equal(stepBeside({ from: NOW - 20 * MINUTE, to: NOW }, NOW), "minute");
});

test("the course of a device that is not reached ends where it was heard last", () => {
  const all = [
    { ...point(0, 1), at: 0, end: 100 },
    { ...point(0, 2), at: 100, end: 200 },
    { ...point(0, 3), at: 200, end: 300 },
  ];
  assert.deepEqual(
    cutAt(all, 150).map(({ at, end }) => [at, end]),
    [
      [0, 100],
      [100, 150],
    ],
  );
  assert.deepEqual(cutAt(all, 0), []);
});

const minute = (n: number, mean: number, last = mean) =>
  point(NOW + n * MINUTE, mean, { end: NOW + (n + 1) * MINUTE, last });
const hour = (n: number, mean: number) => point(NOW + n * HOUR, mean, { end: NOW + (n + 1) * HOUR });
const day = (n: number, mean: number) => point(NOW + n * DAY, mean, { end: NOW + (n + 1) * DAY });
const spans: [what: string, step: Step, points: readonly CoursePoint[], rows: readonly string[]][] = [
  [
    "minutes in a row",
    "minute",
    [minute(0, 0), minute(1, 0), minute(2, 1), minute(3, 1)],
    ["Mar 1, 12:00 – 12:02 PM 0", "Mar 1, 12:02 – 12:04 PM 1"],
  ],
  [
    "it changed within a minute",
    "minute",
    [minute(0, 0), minute(1, 0.25, 1), minute(2, 1), minute(3, 0.5, 0), minute(4, 0)],
    ["Mar 1, 12:00 – 12:01 PM 0", "Mar 1, 12:01 – 12:03 PM 1", "Mar 1, 12:03 – 12:05 PM 0"],
  ],
  [
    "nothing is known between",
    "minute",
    [minute(0, 1), minute(2, 1)],
    ["Mar 1, 12:00 – 12:01 PM 1", "Mar 1, 12:02 – 12:03 PM 1"],
  ],
  [
    "hours, of which one is mixed",
    "hour",
    [hour(0, 0), hour(1, 0), hour(2, 0.4), hour(3, 1)],
    ["Mar 1, 12:00 – 2:00 PM 0", "Mar 1, 2:00 – 3:00 PM 0.4", "Mar 1, 3:00 – 4:00 PM 1"],
  ],
  ["days stay days", "day", [day(0, 0), day(1, 0)], ["Sun, Mar 1, 2026 0", "Mon, Mar 2, 2026 0"]],
  ["none", "minute", [], []],
];
for (const [what, step, points, rows] of spans)
  test(`a yes or no as rows: ${what}`, () => {
    goByClockOf("UTC");
    try {
      const told = spansOf(points, step).map((each) => `${saySpanOfTime(each, step)} ${each.mean}`);
      assert.deepEqual(
        told.map((text) => text.replace(/\s/g, " ")),
        rows,
      );
    } finally {
      goByClockOf(undefined);
    }
  });

test("the share of the known time: an hour of which little is known counts little, and one that is cut counts its rest", () => {
  const running = { ...hour(2, 1), end: NOW + 2.5 * HOUR, known: 0.25 };
  const shareOf = (points: readonly CoursePoint[]) => {
    const { wasTrue, known } = timeTrue(points);
    return wasTrue / Math.max(1, known);
  };
  assert.equal(shareOf([hour(0, 0), hour(1, 0.5)]), 0.25);
  assert.equal(shareOf([{ ...hour(0, 0), at: NOW + 0.5 * HOUR }, hour(1, 0), running]), 1 / 7);
  assert.equal(shareOf([minute(0, 0), minute(1, 1), minute(2, 1), minute(3, 0)]), 0.5);
  assert.equal(shareOf([]), 0);
  assert.equal(
    timeTrue([hour(0, 1), hour(1, 0.5), running]).wasTrue,
    1.75 * HOUR,
    "of an hour that runs what has passed",
  );
});

test("since the last step that was kept a yes or no holds as it is now", () => {
  const dark = [{ ...point(0, 0), at: 0, end: 100 }];
  assert.deepEqual(
    heldUntil(dark, 1, 400).map(({ at, end, mean }) => [at, end, mean]),
    [
      [0, 100, 0],
      [100, 400, 1],
    ],
  );
  assert.deepEqual(heldUntil(dark, 1, 100), dark);
  assert.deepEqual(heldUntil([], 1, 100), []);
});

test("from a moment on a course has the rest of the step in which it lies", () => {
  const all = [
    { ...point(0, 1), at: 0, end: 100 },
    { ...point(0, 2), at: 100, end: 200 },
  ];
  const cut = (from: number) => cutFrom(all, from).map(({ at, end, mean }) => [at, end, mean]);
  assert.deepEqual(cut(150), [[150, 200, 2]]);
  assert.deepEqual(cut(-1), [
    [0, 100, 1],
    [100, 200, 2],
  ]);
  assert.deepEqual(cut(200), []);
});

const clocks: [what: string, from: number, to: number, clock: ReturnType<typeof clockBelow>][] = [
  [
    "a day, by the clock of the house",
    NOW - 24 * HOUR,
    NOW,
    { start: "9:00 PM", middle: { share: 0.5, text: "9:00 AM" } },
  ],
  [
    "a day from no full hour on: the middle is one",
    NOW - 24 * HOUR + 10 * MINUTE,
    NOW + 10 * MINUTE,
    { start: "9:10 PM", middle: { share: 0.5 - 10 / (24 * 60), text: "9:00 AM" } },
  ],
  [
    "an hour: the middle goes by five minutes",
    NOW - HOUR,
    NOW,
    { start: "8:00 PM", middle: { share: 0.5, text: "8:30 PM" } },
  ],
  ["some minutes: no middle", NOW - 10 * MINUTE, NOW, { start: "8:50 PM" }],
  ["more than a day", NOW - 30 * HOUR, NOW, undefined],
  ["a day of last week", NOW - 7 * DAY, NOW - 6 * DAY, undefined],
];
for (const [what, from, to, clock] of clocks)
  test(`the clock below a small plot: ${what}`, () => {
    goByClockOf("Asia/Tokyo");
    try {
      assert.deepEqual(clockBelow(from, to, NOW), clock);
    } finally {
      goByClockOf(undefined);
    }
  });

test("a counter says how much it was today and yesterday, this month and the two before, by the clock of the house", () => {
  const zone = "Pacific/Auckland"; // there it is the 2nd of March
  const local = (text: string) => Date.parse(`${text}:00+13:00`);
  assert.deepEqual(totalsFrom(NOW, zone), { days: local("2026-03-01T00:00"), months: local("2026-01-01T00:00") });
  const grew = (text: string, grown: number, known = 1) => point(local(text), 0, { grown, known });
  const days = [grew("2026-03-01T00:00", 900), grew("2026-03-02T00:00", 40, 0.04)];
  const months = [
    grew("2026-01-01T00:00", 31_000),
    grew("2026-02-01T00:00", 28_000),
    grew("2026-03-01T00:00", 940, 0.03),
  ];
  assert.deepEqual(totalsOf(days, months, NOW, zone), [
    ["Today", 40],
    ["Yesterday", 900],
    ["March so far", 940],
    ["February", 28_000],
    ["January", 31_000],
  ]);
  const [january, february, march] = months as [CoursePoint, CoursePoint, CoursePoint];
  const titles = (all: readonly CoursePoint[]) => totalsOf([], all, NOW, zone).map(([title]) => title);
  assert.deepEqual(titles([{ ...january, known: 0.2 }, february, march]), ["March so far", "February"], "hardly known");
  assert.deepEqual(totalsOf([], [], NOW, zone), [], "nothing is known yet");
});
