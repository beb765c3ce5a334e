/** The next times: of a pattern that an editor just puts together; and the next one of each schedule that is there, for their list. */
import { idOf } from "../../src/model/addresses.ts";
import type { NextOfSchedule } from "../../src/model/admin-api.ts";
import type { Values } from "../../src/model/resource.ts";
import { firstPlan, isDone, locationOf, type Timing, timingOf, upcomingTimes } from "../../src/model/time/plans.ts";
import { parsePattern } from "../../src/model/time/time-grammar.ts";
import { isZone, localSeconds } from "../../src/model/time/times.ts";
import type { Store } from "../flow-node/resource-reference.ts";
import type { AdminReply, GatewayCall } from "./call.ts";

interface ShownTimes {
  readonly times: readonly ShownTime[];
  readonly trouble?: TimesTrouble;
  readonly place?: SunPlace; // for a pattern that goes by the sun
}

/** The place for the sun's times, and the time zone of the answer. */
interface SunPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
}

/** On the wall clock of the gateway. */
interface ShownTime {
  readonly local: string;
  readonly until?: string;
}

type TimesTrouble = "time" | "random" | "place";

const MOST = 5;

export async function nextTimes({ runtime, request: { query } }: GatewayCall): Promise<AdminReply> {
  const { opened, now } = runtime;
  const { store, ready } = opened.gateway;
  await ready.catch(() => {});
  const { time, zone } = query;
  return { body: timesOfPattern(store, String(time), zone === "utc", now, placeIn(query)) };
}

export async function nextOfSchedules({ runtime: { opened, now } }: GatewayCall): Promise<AdminReply> {
  const { store, ready } = opened.gateway;
  await ready.catch(() => {});
  return { body: timesOfSchedules(store, now) };
}

/** Where the gateway will be after the next deploy, as far as the dialog says so. */
function placeIn({ latitude, longitude, timezone }: Values): Values {
  const [north, east] = [latitude, longitude].map((degrees) => (degrees ? Number(degrees) : Number.NaN));
  const isPlace = Math.abs(north ?? Number.NaN) <= 90 && Math.abs(east ?? Number.NaN) <= 180;
  return {
    ...(isPlace && { latitude: north, longitude: east }),
    ...(typeof timezone === "string" && isZone(timezone) && { timezone }),
  };
}

/** `place` goes before the gateway's own place. */
export function timesOfPattern(
  store: Store,
  text: string,
  isUtc: boolean,
  now: number,
  place: Values = {},
): ShownTimes {
  const pattern = parsePattern(text);
  if (pattern === undefined) return { times: [], trouble: "time" };
  if (pattern === "bad random") return { times: [], trouble: "random" };
  const config = { ...configOf(store), ...place };
  const location = locationOf(!isUtc, config);
  if (pattern.kind === "sun" && location.latitude === undefined)
    return { times: [], trouble: isUtc ? "time" : "place" };
  const timing = { pattern, location };
  const plan: Values = { ...firstPlan(timing, now, () => 0) };
  const { latitude, longitude, zone } = location;
  const isBySun = pattern.kind === "sun" && latitude !== undefined && longitude !== undefined;
  const seenFrom = isBySun ? { place: { latitude, longitude, timezone: zone } } : {};
  return { times: shown(config, plan, timing, now), ...seenFrom };
}

/** By their ids. One that is disabled has no time; one that was once, and is over, is done. */
export function timesOfSchedules(store: Store, now: number): Readonly<Record<string, NextOfSchedule>> {
  const config = configOf(store);
  const each = store.list("/schedules").map(({ address, attr }) => {
    const timing = timingOf(attr, config);
    const [next] = timing ? shown(config, attr, timing, now) : [];
    return [idOf(address), { ...next, isDone: timing !== undefined && isDone(attr, timing, now) }] as const;
  });
  return Object.fromEntries(each);
}

function shown(config: Values, plan: Values, timing: Timing, now: number): readonly ShownTime[] {
  const zone = String(config.timezone ?? "UTC");
  const inLocal = (instant: number) => localSeconds(instant, zone);
  return upcomingTimes(plan, timing, MOST)
    .filter(({ at, until = at }) => until > now)
    .map(({ at, until }) => ({ local: inLocal(at), ...(until === undefined ? {} : { until: inLocal(until) }) }));
}

function configOf(store: Store): Values {
  return store.get("/config")?.attr ?? {};
}
