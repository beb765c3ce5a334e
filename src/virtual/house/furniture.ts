/** How the virtual house is furnished: its rooms, two more groups of lights, and scenes. The gateway makes them when everybody has moved in. */
import type { PlainJson } from "./inspection.ts";
import type { Resident } from "./residents.ts";

/** Plain JSON: it is saved with the house. */
export interface FurnishedGroup {
  readonly name: string;
  readonly isRoom: boolean;
  readonly devices: readonly string[]; // their addresses
  readonly scenes: readonly FurnishedScene[];
}

interface FurnishedScene {
  readonly name: string;
  readonly lights: Readonly<Record<string, PlainJson>>; // by address: its values, as clients write them
}

interface Furniture {
  readonly name: string;
  readonly isRoom: boolean;
  readonly inhabitants: readonly string[];
  readonly scenes?: Readonly<Record<string, Readonly<Record<string, PlainJson>>>>;
}

const OFF = { on: false } as const;
const DEEP_BLUE = [0.17, 0.06] as const;
const AMBER = [0.56, 0.4] as const;

/** In the order in which they are made, so that their ids are the same in every house. */
const FURNITURE: readonly Furniture[] = [
  room("Living room", ["Living room lamp", "Living room strip", "Living room thermostat", "Living room remote"], {
    Movie: {
      "Living room lamp": { on: true, bri: 60, ct: 454 },
      "Living room strip": { on: true, bri: 90, xy: DEEP_BLUE },
    },
    Reading: { "Living room lamp": { on: true, bri: 254, ct: 300 }, "Living room strip": OFF },
  }),
  room("Kitchen", ["Kitchen lamp", "Kitchen strip", "Kitchen smoke"]),
  room("Hall", ["Hall lamp", "Hall motion", "Front door", "Hall thermostat"]),
  room("Bedroom", ["Bedroom lamp", "Bedroom blind", "Bedroom dimmer"]),
  room("Bathroom", ["Bathroom climate"]),
  room("Cellar", ["Cellar light", "Washing machine", "Washing machine floor"]),
  group("Ground floor", ["Living room lamp", "Kitchen lamp", "Hall lamp", "Living room strip", "Kitchen strip"], {
    Evening: {
      "Living room lamp": { on: true, bri: 100, ct: 400 },
      "Kitchen lamp": { on: true, bri: 80, ct: 400 },
      "Hall lamp": { on: true, bri: 60 },
      "Living room strip": { on: true, bri: 60, xy: AMBER },
      "Kitchen strip": OFF,
    },
    Bright: {
      "Living room lamp": { on: true, bri: 254, ct: 250 },
      "Kitchen lamp": { on: true, bri: 254, ct: 250 },
      "Hall lamp": { on: true, bri: 254 },
      "Living room strip": { on: true, bri: 254, ct: 250 },
      "Kitchen strip": { on: true, bri: 254, ct: 250 },
    },
  }),
  group("Light strips", ["Living room strip", "Kitchen strip"]),
];

export function furnishedGroups(residents: readonly Resident[]): readonly FurnishedGroup[] {
  const addressOf = (name: string) => {
    const found = residents.find((resident) => resident.name === name);
    if (!found) throw new Error(`nobody in the virtual house is called ${name}`);
    return found.device.ieee;
  };
  return FURNITURE.map(({ name, isRoom, inhabitants, scenes = {} }) => ({
    name,
    isRoom,
    devices: inhabitants.map(addressOf),
    scenes: Object.entries(scenes).map(([scene, lights]) => ({
      name: scene,
      lights: Object.fromEntries(Object.entries(lights).map(([light, does]) => [addressOf(light), does])),
    })),
  }));
}

function room(name: string, inhabitants: readonly string[], scenes: Furniture["scenes"] = {}): Furniture {
  return { name, isRoom: true, inhabitants, scenes };
}

function group(name: string, inhabitants: readonly string[], scenes: Furniture["scenes"] = {}): Furniture {
  return { name, isRoom: false, inhabitants, scenes };
}
