/** When the house is looked at again by itself: as soon as a device is missed, is back, or is told to have a trouble, but not all the time. Pure. */
import type { Values } from "../../src/model/resource.ts";
import type { HouseState } from "../house.ts";

const SOON = 1_000; // milliseconds: whatever comes together is looked at together
const PACE = 5_000; // from one look to the next

/** What of the house a look depends on, in one text: whoever cannot be reached, and each trouble. */
export function troubleSigns({ devices, lights, sensors }: Pick<HouseState, "devices" | "lights" | "sensors">): string {
  const missed = [
    ...Object.entries(lights).filter(([, { state }]) => (state as Values | undefined)?.reachable === false),
    ...Object.entries(sensors).filter(([, { config }]) => (config as Values | undefined)?.reachable === false),
  ];
  const troubles = Object.entries(devices).flatMap(([mac, { trouble, disabled }]) => {
    const { kind, lost } = (trouble ?? {}) as Values;
    return kind === undefined && disabled !== true ? [] : [`${mac} ${kind} ${lost} ${disabled}`];
  });
  return [...missed.map(([, { uniqueid }]) => uniqueid), ...troubles].join("\n");
}

/** Milliseconds until the next look, when something has become different now. */
export function untilLook(now: number, lastLook: number): number {
  return Math.max(SOON, lastLook + PACE - now);
}
