/**
 * The past of the virtual house: two months that never were, so that charts, batteries and energy look as in a house that is lived in.
 * They are made up anew when the gateway asks, and it asks once: when it has no history yet.
 */
import type { ClusterEndpoint } from "../clusters/cluster.ts";
import type { FurnishedGroup } from "./furniture.ts";
import {
  atHour,
  daysBefore,
  doorsOf,
  type HouseDay,
  passesOf,
  type Shine,
  type Shining,
  type Span,
  shinesOf,
} from "./household.ts";
import {
  chance,
  type Drain,
  dampnessAt,
  draining,
  luxAt,
  meeting,
  momentsUntil,
  type PastValue,
  steamAt,
  warmthAt,
} from "./made-up-days.ts";
import type { Resident } from "./residents.ts";
import { minutesOf, UNDER_WAY, wattsAt } from "./washing.ts";

/** Plain JSON. */
export interface PastCourse {
  readonly device?: string; // its address
  readonly group?: string; //  its name
  readonly member: string; //  as clients of the gateway know it: "state/temperature"
  readonly values: readonly PastValue[];
}

/** A device as it is now, and the time of now. */
interface Present {
  readonly now: number;
  readonly first: number; // of all moments
  readonly days: readonly HouseDay[];
  readonly moments: readonly number[];
  readonly name: string;
  readonly get: (cluster: string, attribute: string) => number | undefined;
}

type Courses = Readonly<Record<string, readonly PastValue[]>>;
type Story = (present: Present) => Courses;

const DAYS = 62; // so that a month can be laid beside the one before
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DRY = 4 * HOUR; // before now, without a shower
const STEAM = { damp: 2700, damps: 0.7, warm: 130, warms: 0.45 } as const; // 0.01 %, 0.01 °C, and the hours that they last
const [DARK, DAYLIGHT] = [12_000, 19_000]; // light levels, as the gateway judges them
const VOLTS = 230;
const METER_UNIT = 10; // Wh

const STORIES: Readonly<Record<string, readonly Story[]>> = {
  "Living room lamp": [lamp({ in: "the evening", from: 17.1, to: 22.4, chance: 0.92, bri: 160 })],
  "Living room strip": [lamp({ in: "the evening", from: 19.6, to: 22.2, chance: 0.5, bri: 90 })],
  "Kitchen lamp": [
    lamp(
      { in: "the morning", from: 0.15, to: 1, chance: 0.9, bri: 220 },
      { in: "the evening", from: 17.3, to: 19.2, chance: 0.85, bri: 254 },
    ),
  ],
  "Kitchen strip": [lamp({ in: "the evening", from: 18.2, to: 19.4, chance: 0.4, bri: 200 })],
  "Hall lamp": [
    lamp(
      { in: "the morning", from: 0.5, to: 1.2, chance: 0.7, bri: 180 },
      { in: "the evening", from: 16.8, to: 21, chance: 0.6, bri: 120 },
    ),
  ],
  "Bedroom lamp": [
    lamp(
      { in: "the morning", from: 0, to: 0.3, chance: 0.6, bri: 60 },
      { in: "the evening", from: 21.6, to: 23.4, chance: 0.85, bri: 80 },
    ),
  ],
  "Cellar light": [cellar],
  "Washing machine": [washing],
  "Bedroom blind": [blind, battery({ perDay: 0.2 })],
  "Hall motion": [motion, warmth("msTemperatureMeasurement", "measuredValue"), light, battery({ perDay: 0.16 })],
  "Bathroom climate": [warmth("msTemperatureMeasurement", "measuredValue", true), damp, battery({ perDay: 0.02 })],
  "Front door": [door, battery({ perDay: 0.62, changed: 32, before: 9 })],
  "Washing machine floor": [still("state/water"), battery({ perDay: 0.02 })],
  "Kitchen smoke": [still("state/fire")],
  "Living room thermostat": [warmth("hvacThermostat", "localTemp"), battery({ perDay: 0.25 }, 80)],
  "Hall thermostat": [warmth("hvacThermostat", "localTemp")],
  "Living room remote": [battery({ perDay: 0.2 })],
  "Bedroom dimmer": [battery({ perDay: 0.3 })],
};

export function pastOf(
  residents: readonly Resident[],
  groups: readonly FurnishedGroup[],
  now: number,
): readonly PastCourse[] {
  const [days, moments] = [daysBefore(now, DAYS), momentsUntil(now, DAYS)];
  const begin = moments[0] ?? now;
  const courses = residents.flatMap(({ name, device }): PastCourse[] => {
    const endpoints = [...device.clusterEndpoints.values()];
    const present: Present = {
      now,
      first: begin,
      days,
      moments,
      name,
      get: (...asked) => valueIn(endpoints, ...asked),
    };
    return (STORIES[name] ?? []).flatMap((story) =>
      Object.entries(story(present)).map(([member, values]) => ({
        ...{ device: device.ieee, member },
        values: values.filter(([at]) => at >= begin && at < now),
      })),
    );
  });
  const known = courses.filter(({ values }) => values.length > 0); // a lamp that waits for the dark may not shine all summer
  return [...known, ...groups.flatMap((group) => groupCourses(group, known))];
}

/** Any of its lights is on, or all: each time that this changes. */
function groupCourses({ name, devices }: FurnishedGroup, courses: readonly PastCourse[]): readonly PastCourse[] {
  const own = courses.filter(({ device = "", member }) => member === "state/on" && devices.includes(device));
  if (own.length === 0) return [];
  const changes = own.flatMap(({ values }, light) => values.map(([at, value]) => ({ at, light, isOn: value === 1 })));
  const lit = new Set<number>();
  const any: PastValue[] = [];
  const all: PastValue[] = [];
  for (const { at, light, isOn } of changes.sort((one, other) => one.at - other.at)) {
    if (isOn) lit.add(light);
    else lit.delete(light);
    become(any, at, lit.size > 0);
    become(all, at, lit.size === own.length);
  }
  return [
    { group: name, member: "state/any_on", values: any },
    { group: name, member: "state/all_on", values: all },
  ];
}

function become(values: PastValue[], at: number, isSo: boolean): void {
  if (values.at(-1)?.[1] !== Number(isSo)) values.push([at, Number(isSo)]);
}

function valueIn(endpoints: readonly ClusterEndpoint[], cluster: string, attribute: string): number | undefined {
  return endpoints.find((endpoint) => endpoint.has(cluster, attribute))?.get(cluster, attribute);
}

// ---- the stories

/** All lamps of a new house are off. */
function lamp(...shines: readonly Shine[]): Story {
  return (present) => {
    const times = present.days.flatMap((day) => shinesOf(present.name, shines, day));
    const dims = times.flatMap(([from, , bri]): PastValue[] => (bri === undefined ? [] : [[from, bri]]));
    return { "state/on": turns(present, times), ...(dims.length > 0 && { "state/bri": inOrder(dims) }) };
  };
}

/** A person goes down to the machine: with the washing, and for it. */
function cellar(present: Present): Courses {
  const done = washesUntil(present).slice(0, -1);
  const times = done.flatMap(({ from, wash }): readonly Span[] =>
    [from - 3 * MINUTE, from + (minutesOf(wash) + 15 * chance("fetches", from)) * MINUTE].map((at) => [
      at,
      at + (3 + 5 * chance("stays down", at)) * MINUTE,
    ]),
  );
  return { "state/on": turns(present, times) };
}

function motion(present: Present): Courses {
  return {
    "state/presence": turns(
      present,
      present.days.flatMap((day) => passesOf(present.name, day)),
    ),
  };
}

function door(present: Present): Courses {
  return {
    "state/open": turns(
      present,
      present.days.flatMap((day) => doorsOf(present.name, day)),
    ),
  };
}

/** Closed at night. The gateway's other values follow from it. */
function blind(present: Present): Courses {
  const nights = present.days.map((day, n): Span => {
    const { up } = present.days[n + 1] ?? day;
    return [atHour(day, day.bed - 0.3), atHour(day, 24 + up + 0.3 * chance(present.name, "up", day.number))];
  });
  const closed = turns(present, nights);
  const as = (shut: number, open: number) => closed.map(([at, value]): PastValue => [at, value === 1 ? shut : open]);
  return { "state/lift": as(100, 0), "state/open": as(0, 1), "state/on": closed, "state/bri": as(254, 0) };
}

function warmth(cluster: string, attribute: string, isBath = false): Story {
  return (present) => {
    const { now, moments, name } = present;
    const home = present.get(cluster, attribute) ?? 2100;
    const [dayOf, steam] = [dayFinder(present), steamIn(present)];
    const values = moments.map((at): PastValue => {
      const bath = isBath ? STEAM.warm * steam(at, STEAM.warms) : 0;
      return [at, home + warmthAt(at, dayOf(at), name) + bath];
    });
    return { "state/temperature": meeting(values, home, now) };
  };
}

function damp(present: Present): Courses {
  const { now, moments, name } = present;
  const home = present.get("msRelativeHumidity", "measuredValue") ?? 5000;
  const steam = steamIn(present);
  const values = moments.map(
    (at): PastValue => [at, home + dampnessAt(at, name) + STEAM.damp * steam(at, STEAM.damps)],
  );
  return { "state/humidity": meeting(values, home, now) };
}

/** Of the last shower before a moment. */
function steamIn({ now, days }: Present): (at: number, dries: number) => number {
  const all = days.flatMap((day) => day.showers.map((hour) => atHour(day, hour))).filter((at) => at < now - DRY);
  return (at, dries) => {
    const near = all.filter((shower) => Math.abs(at - shower) < DRY);
    return Math.max(0, ...near.map((shower) => steamAt(at - shower, dries)));
  };
}

function dayFinder({ days }: Present): (at: number) => HouseDay {
  const begins = days.map((day) => atHour(day, 0));
  let n = 0;
  return (at) => {
    if (at < (begins[n] ?? 0)) n = 0;
    while ((begins[n + 1] ?? Number.POSITIVE_INFINITY) <= at) n += 1;
    return days[n] as HouseDay;
  };
}

function light({ now, moments }: Present): Courses {
  const lux = moments.map((at): PastValue => [at, Math.round(luxAt(at, now))]);
  const level = lux.map(([at, value]): PastValue => [at, Math.round(10_000 * Math.log10(value)) + 1]);
  const [dark, bright]: [PastValue[], PastValue[]] = [[], []];
  for (const [at, value] of level) {
    become(dark, at, value < DARK);
    become(bright, at, value >= DAYLIGHT);
  }
  return { "state/lux": lux, "state/lightlevel": level, "state/dark": dark, "state/daylight": bright };
}

interface Wash {
  readonly from: number;
  readonly wash: number;
}

/** One is under way now, the first of those that life goes on with. */
function washesUntil({ now, first, days }: Present): readonly Wash[] {
  const running: Wash = { from: now - UNDER_WAY * MINUTE, wash: 0 };
  const all = days.flatMap((day) =>
    day.washes.map((hour, n): Wash => ({ from: atHour(day, hour), wash: 2 * day.number + n })),
  );
  const isOver = ({ from, wash }: Wash) => from > first && from + (minutesOf(wash) + 30) * MINUTE < running.from;
  return [...all.filter(isOver).sort((one, other) => one.from - other.from), running];
}

/** The energy that the machine has used up to now equals the reading of its meter. */
function washing(present: Present): Courses {
  const { now, first, get } = present;
  const power: PastValue[] = [[first, wattsAt(-1, 0)]];
  const used: PastValue[] = []; // Wh since then
  let sum = 0;
  let until = first;
  const draw = (watts: number, to: number) => {
    if (power.at(-1)?.[1] !== watts) power.push([until, watts]);
    sum += (watts * (to - until)) / HOUR;
    until = to;
    used.push([to, sum]);
  };
  const rest = (to: number) => {
    while (until + HOUR < to) draw(wattsAt(-1, 0), until + HOUR);
    draw(wattsAt(-1, 0), to);
  };
  for (const { from, wash } of washesUntil(present)) {
    if (from < until) continue;
    rest(from);
    for (let minute = 0; minute <= minutesOf(wash) && until < now; minute += 1)
      draw(wattsAt(minute, wash), Math.min(now, from + (minute + 1) * MINUTE));
  }
  const shown = ((get("seMetering", "currentSummDelivered") ?? 0) * 1000) / (get("seMetering", "divisor") || 1000);
  const meter = (wattHours: number) => Math.max(0, Math.floor((shown - sum + wattHours) / METER_UNIT) * METER_UNIT);
  return {
    "state/on": [[first, 1]],
    "state/power": power,
    "state/voltage": [[first, VOLTS]],
    "state/current": power.map(([at, watts]): PastValue => [at, Math.round((watts / VOLTS) * 1000)]), // mA
    "state/consumption": used.map(([at, value]): PastValue => [at, meter(value)]),
  };
}

/** Nothing ever happened. */
function still(member: string): Story {
  return ({ first }) => ({ [member]: [[first, 0]] });
}

/** `level`: where the device tells a voltage alone. */
function battery(drain: Drain, level?: number): Story {
  return ({ now, get }) => {
    const percent = level ?? (get("genPowerCfg", "batteryPercentageRemaining") ?? 200) / 2;
    const values = draining(percent, drain, now, DAYS);
    return { "config/battery": values, "state/battery": values }; // some devices tell of it as of a sensor
  };
}

// ----

/** On and off in their order; times that touch are one. All that was begun is over: a house is calm when a user sees it first. */
function turns({ first, now, name }: Present, times: readonly Shining[]): readonly PastValue[] {
  const calm = now - (4 + 20 * chance(name, "calm")) * MINUTE;
  const values: PastValue[] = [[first, 0]];
  for (const [from, to] of times.toSorted(([one], [other]) => one - other)) {
    if (from <= first || from >= calm) continue;
    const end = Math.min(calm, Math.max(to, from + MINUTE / 6));
    const [last] = values.at(-1) ?? [first];
    if (from <= last) values.splice(-1, 1, [Math.max(last, end), 0]);
    else values.push([from, 1], [end, 0]);
  }
  return values;
}

function inOrder(values: readonly PastValue[]): readonly PastValue[] {
  return values.toSorted(([one], [other]) => one - other);
}
