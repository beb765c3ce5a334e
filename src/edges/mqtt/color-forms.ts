/** A color in any of the forms in which clients send one → as lights of the API are told it. */
import { FULL_TURN, hueOfRgb, MOST_SATURATED, type Rgb, rgbOfHex, xyOfRgb } from "../../model/lights/color.ts";
import { isObject, type Values } from "../../model/resource.ts";

/** Undefined: none of the forms. `bri` where the form has a brightness of its own. */
export function colorOf(given: unknown): Values | undefined {
  if (typeof given === "string") return ofText(given);
  if (!isObject(given)) return undefined;
  const { x, y, hex, rgb, hsb, hsv, hsl } = given;
  if (isNumber(x) && isNumber(y)) return { xy: [x, y] };
  if (hex !== undefined) return ofText(String(hex));
  if (rgb !== undefined) return ofRgb(numbers(rgb));
  if (isNumber(given.r) || isNumber(given.red))
    return ofRgb([given.r ?? given.red, given.g ?? given.green, given.b ?? given.blue]);
  if (hsb !== undefined || hsv !== undefined) return withLevel(numbers(hsb ?? hsv));
  if (hsl !== undefined) return ofLightness(numbers(hsl));
  return ofWheel(given);
}

function ofWheel(given: Values): Values | undefined {
  const hue = given.hue ?? given.h;
  const saturation = given.saturation ?? given.s;
  const level = given.brightness ?? given.b ?? given.value ?? given.v;
  if (isNumber(given.l) && isNumber(hue) && isNumber(saturation)) return ofLightness([hue, saturation, given.l]);
  const color = {
    ...(isNumber(hue) ? { hue: turn(hue) } : {}),
    ...(isNumber(saturation) ? { sat: share(saturation, MOST_SATURATED) } : {}),
    ...(isNumber(level) ? { bri: share(level, 254) } : {}),
  };
  return "hue" in color || "sat" in color ? color : undefined;
}

/** "#ff8800", "ff8800" or "255,136,0". */
function ofText(text: string): Values | undefined {
  const hex = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (hex === undefined) return text.includes(",") ? ofRgb(numbers(text)) : undefined;
  const { red, green, blue } = rgbOfHex(`#${hex}`);
  return ofRgb([red, green, blue]);
}

function ofRgb([red, green, blue]: readonly unknown[]): Values | undefined {
  if (!isNumber(red) || !isNumber(green) || !isNumber(blue)) return undefined;
  const xy = xyOfRgb({ red, green, blue });
  return xy && { xy };
}

function withLevel([hue, saturation, level]: readonly unknown[]): Values | undefined {
  if (!isNumber(hue) || !isNumber(saturation)) return undefined;
  const color = { hue: turn(hue), sat: share(saturation, MOST_SATURATED) };
  return isNumber(level) ? { ...color, bri: share(level, 254) } : color;
}

/** From lightness to saturation of the color wheel; how light it is, is another thing than how bright. */
function ofLightness([hue, saturation, lightness]: readonly unknown[]): Values | undefined {
  if (!isNumber(hue) || !isNumber(saturation) || !isNumber(lightness)) return undefined;
  const [s, l] = [saturation / 100, lightness / 100];
  const value = l + s * Math.min(l, 1 - l);
  return { hue: turn(hue), sat: share(value === 0 ? 0 : 200 * (1 - l / value), MOST_SATURATED) };
}

/** A light that knows no hue is told the same color by its coordinates, one that knows no coordinates by its hue. */
export function colorFor(color: Values, knows: (member: string) => boolean): Values {
  const { hue, sat, xy, ...rest } = color;
  if (Array.isArray(xy) && !knows("xy") && knows("hue")) {
    const rgb = rgbOfXy(xy as [number, number]);
    return { ...rest, ...hueOfRgb(rgb) };
  }
  if (isNumber(hue) && isNumber(sat) && !knows("hue") && knows("xy")) {
    const point = xyOfRgb(rgbOfWheel(hue / FULL_TURN, sat / MOST_SATURATED));
    return point ? { ...rest, xy: point } : color;
  }
  return color;
}

function rgbOfWheel(around: number, saturation: number): Rgb {
  const part = (shift: number) => {
    const at = (around * 6 + shift) % 6;
    return 255 * (1 - saturation * Math.max(0, Math.min(at, 4 - at, 1)));
  };
  return { red: part(5), green: part(3), blue: part(1) };
}

function rgbOfXy([x, y]: readonly [number, number]): Rgb {
  const [X, Z] = [x / Math.max(y, 0.0001), (1 - x - y) / Math.max(y, 0.0001)];
  const parts = [3.2406 * X - 1.5372 - 0.4986 * Z, -0.9689 * X + 1.8758 + 0.0415 * Z, 0.0557 * X - 0.204 + 1.057 * Z];
  const lights = parts.map((part) => Math.max(0, part));
  const most = Math.max(...lights, 0.0001);
  const [red = 0, green = 0, blue = 0] = lights.map((part) => (part / most) * 255);
  return { red, green, blue };
}

/** Degrees → steps of the API. */
function turn(hue: number): number {
  const around = ((hue % 360) + 360) % 360;
  return Math.round((hue === 360 ? 360 : around) * (FULL_TURN / 360));
}

function share(percent: number, whole: number): number {
  return Math.round((Math.min(100, Math.max(0, percent)) / 100) * whole);
}

function numbers(given: unknown): readonly unknown[] {
  const parts = Array.isArray(given) ? given : String(given).split(",");
  return parts.map((part) => (String(part).trim() === "" ? undefined : Number(part)));
}

export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
