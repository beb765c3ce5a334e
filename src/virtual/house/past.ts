/**
 * What the virtual house did before anybody looked at it: two months that never were, so that charts, batteries and energy show what they
 * show in a house that is lived in. They are made up anew when the gateway asks, and it asks once: when it has no history yet.
 */
import type { ClusterEndpoint } from "../clusters/cluster.ts";
import type { FurnishedGroup } from "./furniture.ts";
import {
  atHour,
  chance,
  type Drain,
  daysBefore,
  draining,
  humidityAt,
  luxAt,
  momentsUntil,
  type PastDay,
  type PastValue,
  type Shine,
  shining,
  temperatureAt,
  visits,
} from "./made-up-days.ts";
import type { Resident } from "./residents.ts";

/** Plain JSON. */
export interface PastCourse {
  readonly device?: string; // its address
  readonly group?: string; //  its name
  readonly member: string; //  as clients of the gateway know it: "state/temperature"
  readonly values: readonly PastValue[];
}

/** What is asked of a device as it is now, and when that is. */
interface Present {
  readonly now: number;
  readonly days: readonly PastDay[];
  readonly moments: readonly number[];
  readonly name: string;
  readonly get: (cluster: string, attribute: string) => number | undefined;
}

type Courses = Readonly<Record<string, readonly PastValue[]>>;
type Story = (present: Present) => Courses;

const DAYS = 62; // so that a month can be laid beside the one before
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const JOINS = 2 * HOUR; // in which what is made up becomes what is so
const [DARK, DAYLIGHT] = [12_000, 19_000]; // light levels, as the gateway judges them
const STANDBY = 1; // W
const VOLTS = 230;
const WASH = { every: 3, from: 9.5, minutes: 80, step: 5 } as const; // days, o'clock
const HEATS = { watts: 1900, minutes: 10 } as const;
const METER_UNIT = 10; // Wh

const STORIES: Readonly<Record<string, readonly Story[]>> = {
  "Living room lamp": [lamp({ from: 17.6, to: 22.6, chance: 0.9, bri: 160 })],
  "Living room strip": [lamp({ from: 19.5, to: 22.4, chance: 0.5, bri: 90 })],
  "Kitchen lamp": [
    lamp({ from: 6.6, to: 7.6, chance: 0.8, bri: 220 }, { from: 17.9, to: 19.6, chance: 0.85, bri: 254 }),
  ],
  "Kitchen strip": [lamp({ from: 18.2, to: 20, chance: 0.4, bri: 200 })],
  "Hall lamp": [lamp({ from: 7.2, to: 7.9, chance: 0.7, bri: 180 }, { from: 17, to: 21.4, chance: 0.6, bri: 120 })],
  "Bedroom lamp": [lamp({ from: 22, to: 23, chance: 0.8, bri: 80 })],
  "Cellar light": [lamp({ from: 9.4, to: 9.7, chance: 0.35 }, { from: 18.4, to: 18.6, chance: 0.2 })],
  "Washing machine": [washing],
  "Bedroom blind": [blind, battery({ perDay: 0.54, changed: 24, before: 21 })],
  "Hall motion": [motion, warmth("msTemperatureMeasurement", "measuredValue"), light, battery({ perDay: 0.16 })],
  "Bathroom climate": [warmth("msTemperatureMeasurement", "measuredValue"), damp, battery({ perDay: 0.02 })],
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
    const present: Present = { now, days, moments, name, get: (...asked) => valueIn(endpoints, ...asked) };
    return (STORIES[name] ?? []).flatMap((story) =>
      Object.entries(story(present)).map(([member, values]) => ({
        ...{ device: device.ieee, member },
        values: values.filter(([at]) => at >= begin && at < now),
      })),
    );
  });
  return [...courses, ...groups.flatMap((group) => groupCourses(group, courses))];
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

/** It is dark now, whenever that is: all lamps of a new house are off. */
function lamp(...shines: readonly Shine[]): Story {
  return ({ now, days, moments, name }) => {
    const [first = now] = moments;
    const times = shining(name, shines, days).filter(({ from, to }) => from > first && to < now);
    const dims = times.flatMap(({ from, bri }): PastValue[] => (bri === undefined ? [] : [[from, bri]]));
    return { "state/on": turns(first, times), ...(dims.length > 0 && { "state/bri": dims }) };
  };
}

function motion({ now, days, moments, name }: Present): Courses {
  const [first = now] = moments;
  return {
    "state/presence": turns(
      first,
      visits(name, days).filter(({ from, to }) => from > first && to < now),
    ),
  };
}

/** People go to work and come home, and now and then somebody rings. */
function door({ now, days, moments, name }: Present): Courses {
  const [first = now] = moments;
  const goes = days.flatMap((day) => {
    const hours = day.isWeekend ? [10.4, 12.3, 16.2] : [7.5, 7.9, 16.6, 17.3];
    const visitors = chance(name, "visitors", day.number) < 0.4 ? [19.1, 22.2] : [];
    return [...hours, ...visitors].map((hour, n) => {
      const from = atHour(day, hour + (chance(name, day.number, n) - 0.5) * 0.5);
      return { from, to: from + (15 + 90 * chance(name, "open", day.number, n)) * 1000 };
    });
  });
  return {
    "state/open": turns(
      first,
      goes.filter(({ from, to }) => from > first && to < now),
    ),
  };
}

/** Closed at night. What the gateway shows beside that follows from it. */
function blind({ now, days, moments, name }: Present): Courses {
  const [first = now] = moments;
  const nights = days.map((day) => ({
    from: atHour(day, 21.8 + chance(name, "down", day.number)),
    to: atHour(day, (day.isWeekend ? 32 : 30.6) + chance(name, "up", day.number) * 0.6),
  }));
  const closed = turns(
    first,
    nights.filter(({ from, to }) => from > first && to < now),
  );
  const as = (shut: number, open: number) => closed.map(([at, value]): PastValue => [at, value === 1 ? shut : open]);
  return { "state/lift": as(100, 0), "state/open": as(0, 1), "state/on": closed, "state/bri": as(254, 0) };
}

function warmth(cluster: string, attribute: string): Story {
  return ({ now, moments, name, get }) => {
    const home = get(cluster, attribute) ?? 2100;
    const values = moments.map((at): PastValue => [at, meeting(temperatureAt(at, name, home), home, now - at)]);
    return { "state/temperature": values };
  };
}

function damp({ now, moments, name, get }: Present): Courses {
  const home = get("msRelativeHumidity", "measuredValue") ?? 5000;
  const values = moments.map((at): PastValue => [at, meeting(humidityAt(at, name, home), home, now - at)]);
  return { "state/humidity": values };
}

function light({ moments, name }: Present): Courses {
  const lux = moments.map((at): PastValue => [at, Math.round(luxAt(at, name))]);
  const level = lux.map(([at, value]): PastValue => [at, Math.round(10_000 * Math.log10(value)) + 1]);
  const [dark, daylight]: [PastValue[], PastValue[]] = [[], []];
  for (const [at, value] of level) {
    become(dark, at, value < DARK);
    become(daylight, at, value >= DAYLIGHT);
  }
  return { "state/lux": lux, "state/lightlevel": level, "state/dark": dark, "state/daylight": daylight };
}

/** It washes each third day; what it has used up to now is what its meter shows. */
function washing({ now, days, moments, get }: Present): Courses {
  const [first = now] = moments;
  const power: PastValue[] = [[first, STANDBY]];
  const used: PastValue[] = []; // Wh since then
  let sum = 0;
  let until = first;
  const draw = (watts: number, to: number) => {
    sum += (watts * (to - until)) / HOUR;
    until = to;
    used.push([to, sum]);
  };
  for (const day of days.filter(({ number }) => number % WASH.every === 0)) {
    const [from, to] = [atHour(day, WASH.from), atHour(day, WASH.from) + WASH.minutes * MINUTE];
    if (from < first || to > now) continue;
    while (until + HOUR < from) draw(STANDBY, until + HOUR);
    draw(STANDBY, from);
    for (let minute = 0; minute < WASH.minutes; minute += WASH.step) {
      const watts = minute < HEATS.minutes ? HEATS.watts : 60 + Math.round(120 * chance("washes", from, minute));
      power.push([from + minute * MINUTE, watts]);
      draw(watts, from + (minute + WASH.step) * MINUTE);
    }
    power.push([to, STANDBY]);
  }
  while (until + HOUR < now) draw(STANDBY, until + HOUR);
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
  return ({ now, moments: [first = now] }) => ({ [member]: [[first, 0]] });
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

/** On and off in their order; times that touch are one. */
function turns(first: number, times: readonly { readonly from: number; readonly to: number }[]): readonly PastValue[] {
  const values: PastValue[] = [[first, 0]];
  for (const { from, to } of times.toSorted((one, other) => one.from - other.from)) {
    const end = Math.max(to, from + MINUTE / 4);
    const [last] = values.at(-1) ?? [first];
    if (from <= last) values.splice(-1, 1, [Math.max(last, end), 0]);
    else values.push([from, 1], [end, 0]);
  }
  return values;
}

function meeting(value: number, present: number, ago: number): number {
  const share = Math.max(0, 1 - ago / JOINS);
  return Math.round(value * (1 - share) + present * share);
}
