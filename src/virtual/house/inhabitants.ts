/** Who lives in the virtual house, in the order in which they move in, and who would like to. */

/**
 * A resident comes at the first start; a stranger when somebody opens the network later; one that is shy only when it
 * was reset by touchlink before; a guest, added later, at once.
 */
export type ResidentRole = "resident" | "stranger" | "shy" | "guest";

export interface Inhabitant {
  readonly name: string;
  readonly profile: string;
  readonly role: ResidentRole;
  readonly touchlink?: number; // the channel on which it can be touched as long as it is in no network of ours
}

export const INHABITANTS: readonly Inhabitant[] = [
  { name: "Living room lamp", profile: "extended color light", role: "resident" },
  { name: "Kitchen lamp", profile: "color temperature light", role: "resident" },
  { name: "Hall lamp", profile: "dimmable light", role: "resident" },
  { name: "Bedroom lamp", profile: "color light", role: "resident" },
  { name: "Cellar light", profile: "switch", role: "resident" },
  { name: "Washing machine", profile: "metering plug", role: "resident" },
  { name: "Bedroom blind", profile: "window covering", role: "resident" },
  { name: "Hall motion", profile: "motion sensor", role: "resident" },
  { name: "Bathroom climate", profile: "climate sensor", role: "resident" },
  { name: "Front door", profile: "contact sensor", role: "resident" },
  { name: "Washing machine floor", profile: "water sensor", role: "resident" },
  { name: "Kitchen smoke", profile: "smoke sensor", role: "resident" },
  { name: "Living room thermostat", profile: "thermostat", role: "resident" },
  { name: "Living room remote", profile: "remote", role: "resident" },
  { name: "Bedroom dimmer", profile: "dimmer switch", role: "resident" },
  { name: "New lamp", profile: "dimmable hue light", role: "stranger" },
  { name: "New motion", profile: "motion zone", role: "stranger" },
  { name: "Lamp from the attic", profile: "extended color light", role: "shy", touchlink: 15 },
  { name: "Lamp from the shed", profile: "color temperature light", role: "shy", touchlink: 20 },
  { name: "Living room strip", profile: "gradient strip", role: "resident" },
  { name: "Kitchen strip", profile: "music strip", role: "resident" },
  { name: "Hall thermostat", profile: "weekly thermostat", role: "resident" },
];
