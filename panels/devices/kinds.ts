/** The kind of a device as people see it: one word, with one picture. Pure. */
import { KINDS_OF_DEVICES, type KindOfDevice } from "../../src/model/sensors/sensor-fields.ts";
import { SENSOR_KINDS } from "../../src/model/sensors/sensor-kinds.ts";

/** By kind, the name of its picture. */
const ICONS = {
  light: "light",
  plug: "plug",
  switch: "switch",
  blind: "blind",
  lock: "lock",
  fan: "fan",
  extender: "radio",
  smoke: "smoke",
  siren: "siren",
  thermostat: "thermostat",
  remote: "remote",
  motion: "motion",
  door: "door",
  water: "water",
  vibration: "vibration",
  keypad: "key",
  air: "air",
  temperature: "temperature",
  brightness: "sun",
  meter: "event",
  battery: "battery",
  clock: "clock",
  virtual: "virtual",
  other: "device",
} as const satisfies Record<KindOfDevice, string>;

/** The kinds of resources other than sensors of a device. */
const OTHERS: readonly (readonly [fits: RegExp, kind: KindOfDevice])[] = [
  [/^Window covering/, "blind"],
  [/^Door ?Lock$/, "lock"],
  [/plug|output|outlet/i, "plug"],
  [/^Fan$/, "fan"],
  [/^(On\/Off|Dimmer) switch$/, "switch"],
  [/ light$/, "light"],
  [/^Range extender$/, "extender"],
  [/^Warning device$/, "siren"],
  [/^Daylight$/, "brightness"],
  [/^Generic/, "virtual"],
];

/** "ZHATemperature" → "Temperature" */
export function plainType(type: string): string {
  return type.replace(/^(ZHA|ZGP|ZLL|CLIP)/, "");
}

const ranks = new Map<string, number>(); // there are few types, and many devices

/** The resource with the lowest rank decides the kind of a device. */
export function rankOf(type: string): number {
  const known = ranks.get(type);
  if (known !== undefined) return known;
  const plain = plainType(type);
  const kind = SENSOR_KINDS[plain]?.kind ?? OTHERS.find(([fits]) => fits.test(plain))?.[1] ?? "other";
  const rank = KINDS_OF_DEVICES.indexOf(kind);
  ranks.set(type, rank);
  return rank;
}

export function kindOf({ resources }: { readonly resources: readonly { readonly type: string }[] }): KindOfDevice {
  return KINDS_OF_DEVICES[Math.min(...resources.map(({ type }) => rankOf(type)))] ?? "other";
}

export function iconOf(kind: KindOfDevice): (typeof ICONS)[KindOfDevice] {
  return ICONS[kind];
}
