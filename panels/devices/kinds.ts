/** What a device is for people: one word, with one picture. Pure. */

export type KindOfDevice = keyof typeof ICONS;

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
} as const;

/** The first row that one of its resources fits says what the whole is: what it is bought for stands before what it also tells. */
const ROWS: readonly (readonly [fits: RegExp, kind: KindOfDevice])[] = [
  [/^(Fire|CarbonMonoxide)$/, "smoke"],
  [/^Window covering/, "blind"],
  [/^Door ?Lock$/, "lock"],
  [/plug|output|outlet/i, "plug"],
  [/^(Fan|AirPurifier)$/, "fan"],
  [/^(On\/Off|Dimmer) switch$/, "switch"],
  [/ light$/, "light"],
  [/^Range extender$/, "extender"],
  [/^Thermostat$/, "thermostat"],
  [/^AncillaryControl$/, "keypad"],
  [/^(Switch|RelativeRotary)$/, "remote"],
  [/^Presence$/, "motion"],
  [/^OpenClose$/, "door"],
  [/^Water$/, "water"],
  [/^Vibration$/, "vibration"],
  [/^(Warning device|Alarm)$/, "siren"],
  [/^(AirQuality|CarbonDioxide|Formaldehyde|ParticulateMatter)$/, "air"],
  [/^(Temperature|Humidity|Pressure|Moisture)$/, "temperature"],
  [/^(LightLevel|Daylight)$/, "brightness"],
  [/^(Power|Consumption)$/, "meter"],
  [/^Battery$/, "battery"],
  [/^Time$/, "clock"],
  [/^Generic/, "virtual"],
];

/** "ZHATemperature" → "Temperature" */
export function plainType(type: string): string {
  return type.replace(/^(ZHA|ZGP|ZLL|CLIP)/, "");
}

const ranks = new Map<string, number>(); // there are few types, and many devices

/** Which of the resources makes a device what it is: the least. */
export function rankOf(type: string): number {
  const known = ranks.get(type);
  if (known !== undefined) return known;
  const found = ROWS.findIndex(([fits]) => fits.test(plainType(type)));
  const rank = found === -1 ? ROWS.length : found;
  ranks.set(type, rank);
  return rank;
}

export function kindOf({ resources }: { readonly resources: readonly { readonly type: string }[] }): KindOfDevice {
  return ROWS[Math.min(...resources.map(({ type }) => rankOf(type)))]?.[1] ?? "other";
}

export function iconOf(kind: KindOfDevice): (typeof ICONS)[KindOfDevice] {
  return ICONS[kind];
}
