/** Whether a device is there, and how well: from what its parts and the device as a whole tell. Pure. */

import { utc } from "../texts.ts";
import type { Device, Part } from "./house-devices.ts";

export type Reach = "there" | "asleep" | "unreachable" | "virtual";

const LOW = 15; // percent
const JUST_NOW = 90_000; // milliseconds

export function reachOf({ isVirtual, facts, parts }: Device): Reach {
  if (isVirtual) return "virtual";
  if (parts.some((part) => reachable(part) === false)) return "unreachable";
  return facts.sleepy === true ? "asleep" : "there";
}

function reachable({ family, state, config }: Part): unknown {
  return family === "lights" ? state.reachable : config.reachable;
}

export interface Battery {
  readonly percent: number | undefined; // undefined: only known to be low
  readonly isLow: boolean;
}

/** Of what runs on one. */
export function batteryOf({ parts }: Pick<Device, "parts">): Battery | undefined {
  const levels = parts.flatMap(({ type, state, config }) =>
    [config.battery, type === "ZHABattery" ? state.battery : undefined].filter((each) => typeof each === "number"),
  );
  const isLow = parts.some(({ state }) => state.lowbattery === true);
  const percent = levels.length > 0 ? Math.min(...levels) : undefined;
  if (percent === undefined && !isLow) return undefined;
  return { percent, isLow: isLow || (percent ?? 100) <= LOW };
}

/** Milliseconds, UTC; NaN: never. It is told by the minute: what was just now is now. */
export function lastSeen({ facts, parts }: Device, now: number): number {
  const seen = utc(facts.lastseen ?? parts[0]?.view.lastseen);
  return now - seen < JUST_NOW ? now : seen;
}

/** Of 255; undefined: not heard since the start. */
export function linkQuality({ facts }: Pick<Device, "facts">): number | undefined {
  return typeof facts.linkquality === "number" ? facts.linkquality : undefined;
}

/** 0 to 4, as bars show it. */
export function bars(quality: number): number {
  return [1, 40, 90, 150].filter((least) => quality >= least).length;
}
