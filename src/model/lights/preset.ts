/** A brightness and a color that a user has fixed for lamps: as flows save it, and the values that each light gets. */
import { familyOf } from "../addresses.ts";
import { isObject, type Resource, type Values } from "../resource.ts";
import { hexOfHue, hexOfXy, hueOfRgb, rgbOfHex, type Xy, xyOfHex, xyOfMired } from "./color.ts";

/** In the values of the API. */
export interface LightPreset {
  readonly bri?: number;
  readonly ct?: number; // one color: by its temperature, by coordinates, or by hue and saturation
  readonly xy?: Xy;
  readonly hue?: number;
  readonly sat?: number;
}

const MOST: Readonly<Record<string, number>> = { bri: 254, ct: 65_279, hue: 65_535, sat: 254 };

/** Of its text; undefined where that is no preset. Members that do not belong there are left out. */
export function readPreset(text: unknown): LightPreset | undefined {
  const read = parsed(text);
  return read && presetIn(read);
}

function parsed(text: unknown): Values | undefined {
  try {
    const read: unknown = JSON.parse(String(text));
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

export function presetIn({ xy, ...values }: Values): LightPreset {
  const numbers = Object.entries(MOST).flatMap(([name, most]) => {
    const value = values[name];
    return typeof value === "number" && value >= 0 && value <= most ? [[name, value]] : [];
  });
  const isXy = Array.isArray(xy) && xy.length === 2 && xy.every((part) => typeof part === "number");
  return { ...Object.fromEntries(numbers), ...(isXy ? { xy: xy as unknown as Xy } : {}) };
}

/** The members that a light takes of it, in its own words; each light of a group takes those that it can. */
export function presetFor({ address, state, attr }: Resource, preset: LightPreset): Values {
  if (familyOf(address) === "groups") return { ...preset };
  const { bri, ct, xy, hue, sat } = preset;
  const level = bri !== undefined && "bri" in state ? { bri } : {};
  if (ct !== undefined && ("ct" in state || "xy" in state)) return { ...level, ct: withinRange(ct, attr) };
  if (hue !== undefined && sat !== undefined && "hue" in state) return { ...level, hue, sat };
  const point = xy ?? pointOf(preset);
  if (point === undefined) return level;
  if ("xy" in state) return { ...level, xy: point };
  return "hue" in state ? { ...level, ...hueOfRgb(rgbOfHex(hexOfXy(point))) } : level;
}

function pointOf({ ct, hue, sat }: LightPreset): Xy | undefined {
  if (ct !== undefined) return xyOfMired(ct);
  return hue !== undefined && sat !== undefined ? xyOfHex(hexOfHue(hue, sat)) : undefined;
}

export function withinRange(ct: number, { ctmin, ctmax }: Values): number {
  const hasEnds = typeof ctmin === "number" && typeof ctmax === "number" && ctmax > ctmin;
  return hasEnds ? Math.min(ctmax, Math.max(ctmin, ct)) : ct;
}
