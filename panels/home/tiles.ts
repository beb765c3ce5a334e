/** The display and the actions of the tile of a light, a plug, a blind, a lock or a thermostat. Pure. */
import { hexOfMired, hexOfState, luminanceOf } from "../../src/model/lights/color.ts";
import { isKnownOn } from "../../src/model/lights/groups.ts";
import type { Values } from "../../src/model/resource.ts";
import type { KindOfDevice } from "../../src/model/sensors/sensor-fields.ts";
import { percentOf } from "../../src/model/units.ts";
import type { HouseDevice, HouseResource } from "../devices/house-devices.ts";
import { kindOf } from "../devices/kinds.ts";

/** How a tile is used: switched, moved up and down, set warmer and cooler, or only opened. */
export type HandledAs = "switch" | "cover" | "heat" | "open";

const BY_TYPE: Readonly<Record<string, HandledAs>> = {
  "Window covering controller": "cover",
  "Window covering device": "cover",
  "Door Lock": "open", // a slip of the finger must not unlock a door
  "Warning device": "open",
  ZHADoorLock: "open",
  ZHAThermostat: "heat",
};

/** Undefined: there is nothing to do with it. */
export function handledAs({
  family,
  type,
  state,
}: Pick<HouseResource, "family" | "type" | "state">): HandledAs | undefined {
  if (Object.hasOwn(BY_TYPE, type)) return BY_TYPE[type];
  return family === "lights" && "on" in state ? "switch" : undefined;
}

export function tileKind({ type }: Pick<HouseResource, "type">): KindOfDevice {
  return kindOf({ resources: [{ type }] });
}

export interface Level {
  readonly isOn: boolean;
  readonly percent: number | undefined; // undefined: it is only on or off
}

export function levelOf(state: Values): Level {
  const { bri } = state;
  return { isOn: isKnownOn(state), percent: typeof bri === "number" ? percentOf(bri) : undefined };
}

const PLAIN = "#ffd490"; // of a lamp that has one color only

/** The color that it shines in; how bright it is, is told beside. */
export function lampColor({ colormode, ct, ...state }: Values): string {
  if (colormode === "ct" && typeof ct === "number") return hexOfMired(ct);
  if ("xy" in state || "hue" in state) return hexOfState(state);
  return typeof ct === "number" ? hexOfMired(ct) : PLAIN;
}

export const HEAT = "#e8892b"; // of a radiator that heats

const DARK_INK = "#1e1e1e";
const LIGHT_INK = "#ffffff";
const READABLE = 3; // the contrast that a picture needs

/**
 * The ink on the color of a lamp: white wherever that is readable. Black on a pure red or blue has about the same
 * contrast, and eyes hardly find it.
 */
export function inkOn(hex: string): string {
  return 1.05 / (luminanceOf(hex) + 0.05) >= READABLE ? LIGHT_INK : DARK_INK;
}

/** Colors as one background: beside each other, with soft edges; one alone is plain. */
export function blendOf(colors: readonly string[]): string {
  const share = 100 / colors.length;
  const stops = colors.flatMap((color, n) => [
    `${color} ${Math.round((n + 0.25) * share)}%`,
    `${color} ${Math.round((n + 0.75) * share)}%`,
  ]);
  return `linear-gradient(110deg, ${stops.join(", ")})`;
}

/** The power that the device takes from the mains now, in watts. */
export function powerOf({ resources }: Pick<HouseDevice, "resources">): number | undefined {
  const told = resources.find(({ state }) => typeof state.power === "number");
  return told === undefined ? undefined : Number(told.state.power);
}

const DEGREES = 100;

interface Warmth {
  readonly member: "heatsetpoint" | "coolsetpoint";
  readonly wanted: number; //              °C
  readonly measured: number | undefined;
}

/** Undefined: it has told of none yet. */
export function warmthOf({ config, state }: Pick<HouseResource, "config" | "state">): Warmth | undefined {
  const member = (["heatsetpoint", "coolsetpoint"] as const).find((name) => typeof config[name] === "number");
  if (member === undefined) return undefined;
  const { temperature } = state;
  return {
    member,
    wanted: Number(config[member]) / DEGREES,
    measured: typeof temperature === "number" ? temperature / DEGREES : undefined,
  };
}

export const WARMTH = { least: 5, most: 32, step: 0.5 } as const; // °C

export function setpoint({ member }: Pick<Warmth, "member">, degrees: number): Values {
  return { [member]: Math.round(Math.min(WARMTH.most, Math.max(WARMTH.least, degrees)) * DEGREES) };
}
