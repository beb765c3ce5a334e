/** When the house is looked at again by itself: as soon as a device is missed, is back or has a trouble, or a battery is low or new, but not all the time. Pure. */
import { targetsOf } from "../../src/model/automation/targets.ts";
import type { Values } from "../../src/model/resource.ts";
import { batteryLevel } from "../../src/model/sensors/batteries.ts";
import type { HouseState } from "../house.ts";
import { goneIn } from "../resource-names.ts";

const SOON = 1_000; // milliseconds: changes that come together get one look
const PACE = 5_000; // from one look to the next
export const AT_ONCE = 100; // where a user or a client took something away, or brought it back: that does not come in swarms

/** The state that a look depends on, in one text: each resource that cannot be reached, each trouble, and each low battery. */
export function troubleSigns({ devices, lights, sensors }: Pick<HouseState, "devices" | "lights" | "sensors">): string {
  const missed = [
    ...Object.entries(lights).filter(([, { state }]) => (state as Values | undefined)?.reachable === false),
    ...Object.entries(sensors).filter(([, { config }]) => (config as Values | undefined)?.reachable === false),
  ];
  const troubles = Object.entries(devices).flatMap(([mac, { trouble, disabled }]) => {
    const { kind, lost } = (trouble ?? {}) as Values;
    return kind === undefined && disabled !== true ? [] : [`${mac} ${kind} ${lost} ${disabled}`];
  });
  const low = [...Object.values(lights), ...Object.values(sensors)].flatMap(batterySign);
  return [...missed.map(([, { uniqueid }]) => uniqueid), ...troubles, ...low].join("\n");
}

/** The enabled rules and schedules with a target that is gone, in one text. */
export function goneSigns(house: HouseState): string {
  const all = (["rules", "schedules"] as const).flatMap((family) =>
    Object.entries(house[family]).map(([id, view]) => ({ sign: `/${family}/${id}`, view })),
  );
  const gone = all.filter(({ view }) => view.status === "enabled" && goneIn(house, targetsOf(view)) !== undefined);
  return gone.map(({ sign }) => sign).join("\n");
}

function batterySign({ uniqueid, type, state, config }: Values): readonly string[] {
  const part = { type: String(type), state: (state ?? {}) as Values, config: (config ?? {}) as Values };
  const level = batteryLevel([part]);
  return level?.isLow === true ? [`${uniqueid} ${level.isEmpty ? "empty" : "low"}`] : [];
}

/** Milliseconds until the next look, when something has become different now. */
export function untilLook(now: number, lastLook: number): number {
  return Math.max(SOON, lastLook + PACE - now);
}
