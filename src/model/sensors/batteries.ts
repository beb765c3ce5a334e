/** How full the battery of a device is, and when that is low: for the health check, the device list, and other parts. */
import type { Values } from "../resource.ts";

const LOW = 15; // percent
const EMPTY = 3; // percent: the device may fall silent any day

export interface BatteryLevel {
  readonly percent: number | undefined; // undefined: only known to be low
  readonly isLow: boolean;
  readonly isEmpty?: true; // nearly: it is low, too
}

interface WithBattery {
  readonly type: string;
  readonly state: Values;
  readonly config: Values;
}

/** By all resources of a device. Undefined: it has no battery. Some devices tell only that it is low. */
export function batteryLevel(resources: readonly WithBattery[]): BatteryLevel | undefined {
  const levels = resources.flatMap(({ type, state, config }) =>
    [config.battery, type === "ZHABattery" ? state.battery : undefined].filter((each) => typeof each === "number"),
  );
  const percent = levels.length > 0 ? Math.min(...levels) : undefined;
  const isLow = resources.some(({ state }) => state.lowbattery === true) || (percent !== undefined && percent <= LOW);
  const isEmpty = percent !== undefined && percent <= EMPTY;
  return percent === undefined && !isLow ? undefined : { percent, isLow, ...(isEmpty ? { isEmpty } : {}) };
}
