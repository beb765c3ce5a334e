/** Some devices tell values that they never showed: those that any client wants to know of find their place all the same. */
import type { Values } from "../../model/resource.ts";
import type { Device, DeviceResource } from "../inventory/device-registry.ts";

const GUARDS: readonly string[] = [
  ...["ZHAOpenClose", "ZHAPresence", "ZHAWater", "ZHAFire", "ZHACarbonMonoxide", "ZHAVibration", "ZHAAlarm"],
  "ZHAAncillaryControl",
];

interface Row {
  readonly section: "config" | "state";
  readonly member: string;
  readonly fits: (value: unknown) => boolean;
  /** Undefined: all sensors of the device. */
  readonly types?: readonly string[];
}

const isFlag = (value: unknown) => typeof value === "boolean";
const isPercent = (value: unknown) => typeof value === "number" && value >= 0 && value <= 100;

const ROWS: Readonly<Record<string, Row>> = {
  battery: { section: "config", member: "battery", fits: isPercent },
  battery_low: { section: "state", member: "lowbattery", fits: isFlag, types: GUARDS },
  tamper: { section: "state", member: "tampered", fits: isFlag, types: GUARDS },
  test: { section: "state", member: "test", fits: isFlag, types: ["ZHAFire", "ZHACarbonMonoxide", "ZHAAlarm"] },
};
const NAMES = Object.keys(ROWS);

/** For this part of the device; what its plan knows is left to the plan. */
export function unplanned(
  device: Device,
  { planned }: DeviceResource,
  payload: Values,
): { state: Values; config: Values } {
  const found = { state: {} as Record<string, unknown>, config: {} as Record<string, unknown> };
  for (const name of NAMES) {
    const row = ROWS[name];
    if (!row || !Object.hasOwn(payload, name) || planned.family !== "sensors" || isPlanned(device, name)) continue;
    const { section, member, fits, types } = row;
    const value = payload[name];
    if (fits(value) && (!types || types.includes(planned.type))) found[section][member] = tidy(value);
  }
  return found;
}

function tidy(value: unknown): unknown {
  return typeof value === "number" ? Math.round(value) : value;
}

function isPlanned({ resources }: Device, property: string): boolean {
  return resources.some(({ planned }) => planned.mappings.some((link) => link.property === property));
}
