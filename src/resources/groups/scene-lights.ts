/** What a scene asks of a light when it is recalled, and what clients may change of that. Pure. */
import { isDeepStrictEqual } from "node:util";
import { roundedXy } from "../../model/color.ts";
import { ApiError } from "../../model/errors.ts";
import { accept, type Field, type Fields, list, num } from "../../model/fields.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import { COLORS_OF_MODE, runsByItself } from "../../model/scenes.ts";
import { heldGradient, readGradient } from "../lights/gradient.ts";
import { clamped } from "../lights/light-commands.ts";
import { LIGHT_IN_SCENE } from "./scene-type.ts";

/**
 * The commands that make the light so; what it is already is left out. Empty: it is as it shall be. One that `isMoving` is told all of it:
 * it ends where the scene says, and in its time. One that goes on is told how bright, for a fade to nothing may have left it dark.
 */
export function commandsToReach({ state }: Resource, scene: Values, isMoving: boolean): Values {
  const { on, bri, effect, lift, speed } = scene;
  const differs = (name: string) => isMoving || !isAlike(name, scene[name], state[name]);
  if (lift !== undefined) return differs("lift") ? { lift } : {};
  if (on !== true) return differs("on") ? { on: false } : {};
  const colors = effect === undefined ? (COLORS_OF_MODE[String(scene.colormode)] ?? []) : [];
  const ends = effect === undefined && runsByItself(state.effect); // and leaves it in any color
  const isOtherColor = colors.some(differs) || (colors.length > 0 && (ends || scene.colormode !== state.colormode));
  const wanted: Record<string, unknown> = {};
  const goesOn = differs("on");
  if (goesOn) wanted.on = true;
  if ("bri" in state && (goesOn || differs("bri")) && Number(bri) > 0) wanted.bri = bri;
  if (isOtherColor) for (const name of colors) wanted[name] = scene[name];
  if (effect !== undefined && differs("effect")) wanted.effect = effect;
  if (ends) wanted.effect = "none";
  if (speed !== undefined && differs("speed")) wanted.speed = speed;
  return wanted;
}

/** Many lights tell hues in degrees and saturations in percent, whatever they were told. */
const ROUNDED: Readonly<Record<string, number>> = { hue: 182, sat: 2, xy: 0.001 };

function isAlike(name: string, one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.every((part, index) => isAlike(name, part, other[index]));
  if (typeof one !== "number" || typeof other !== "number") return isDeepStrictEqual(one, other);
  return Math.abs(one - other) <= (ROUNDED[name] ?? 0);
}

const XY: Field = list({
  min: 2,
  max: 2,
  each: num({ min: 0, max: 1 }),
  fits: (value) => (value as readonly unknown[]).every((part) => typeof part === "number" && part >= 0 && part <= 1),
});

/** What a client may put into a scene for one of its lights, in the order in which it is checked. */
export const CHANGES: Fields = {
  on: LIGHT_IN_SCENE.on as Field,
  bri: num({ min: 0, max: 255 }),
  transitiontime: LIGHT_IN_SCENE.transitiontime as Field,
  gradient: LIGHT_IN_SCENE.gradient as Field,
  xy: XY,
  ct: num({ min: 0, max: 999, unit: "mired", about: "Without effect beside `xy`" }),
  hue: num({ min: 0, max: 65_535 }),
  sat: num({ min: 0, max: 255, about: "Without effect beside `xy` or `ct`" }),
};

type ChangedLight = { readonly wrong: string } | { readonly error: ApiError } | { readonly light: Values };

/** The first member that does not fit, or the light in the scene as it will be. */
export function changedLight(resource: Resource, light: Values, body: Values, address: Address): ChangedLight {
  const given: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(CHANGES)) {
    if (!Object.hasOwn(body, name)) continue;
    const value = accept(field, body[name]);
    if (value === undefined) return { wrong: name };
    if (name === "gradient") {
      const gradient = readGradient(resource, value, address);
      if (gradient instanceof ApiError) return { error: gradient };
      given.gradient = heldGradient(gradient);
      continue;
    }
    given[name] = name === "xy" ? roundedXy(value as [number, number]) : clamped(name, value);
  }
  const { gradient, xy, ct, hue, sat, ...plain } = given;
  const { hue: oldHue, sat: oldSat, ...rest } = light;
  const { xy: _xy, ct: _ct, gradient: _gradient, effect: _effect, colormode: _mode, ...bare } = rest;
  if (gradient !== undefined) return { light: { ...bare, ...plain, colormode: "gradient", gradient } };
  if (xy !== undefined) return { light: { ...bare, ...plain, colormode: "xy", xy } };
  if (ct !== undefined) return { light: { ...bare, ...plain, colormode: "ct", ct } };
  if (hue === undefined && sat === undefined) return { light: { ...light, ...plain } };
  const tone = { hue: hue ?? oldHue ?? 0, sat: sat ?? oldSat ?? 254 };
  return { light: { ...bare, ...plain, colormode: "hs", ...tone } };
}
