/** Who hears nothing now, and is told later. */
import type { Device } from "./device-registry.ts";
import type { LastSeen } from "./last-seen.ts";

const AWAKE = 2_000; // milliseconds for which a sleeper still hears, once it has spoken

/** Who is made to be told something asks for it every few seconds; others are not disturbed in their sleep. */
export function isSleeper({ facts, resources }: Device): boolean {
  const listens = resources.some(({ planned: { family, type } }) => family === "lights" || type === "ZHAThermostat");
  return facts.sleepy && !listens;
}

/** It hears nothing now. */
export const openSleepCheck =
  ({ silentFor }: LastSeen) =>
  (device: Device): boolean =>
    isSleeper(device) && silentFor(device) > AWAKE;
