/** A client's gradient for a light strip, and its errors. They have the address of the light's state; their texts name the member. */
import { ApiError } from "../../model/errors.ts";
import { accept, type Fields, int, list, num, text } from "../../model/fields.ts";
import type { Xy } from "../../model/lights/color.ts";
import { asHeld, GRADIENT_STYLES, type Gradient } from "../../model/lights/gradient.ts";
import { type Address, isObject, type Resource, type Values } from "../../model/resource.ts";

const LEAST_POINTS = 2;
const MOST_POINTS = 9;
const MOST_XY: Xy = [0.7347, 0.8431]; // a point beyond is clipped, as the real gateway does
const NUMBERS = {
  segments: int({ min: 0, max: 31, about: "As many as points by itself" }),
  offset: int({ min: 0, max: 31 }),
  color_adjustment: int({ min: 0, max: 7 }),
  offset_adjustment: int({ min: 0, max: 7 }),
} satisfies Fields;

export const GRADIENT: Fields = {
  points: list({
    min: LEAST_POINTS,
    max: MOST_POINTS,
    each: list({ min: 2, max: 2, each: num({ min: 0, max: 1 }) }),
    about: "Colors as xy, from the first light of the strip to its last; the only member that has to be there",
  }),
  style: text({ oneOf: [...GRADIENT_STYLES], about: "One of `capabilities.color.gradient.styles`; linear by itself" }),
  ...NUMBERS,
};

type Read<T> = T | ApiError;

/** The gradient as the light will show it. */
export function readGradient(light: Resource, given: unknown, address: Address): Read<Gradient> {
  if (!isObject(given)) return new ApiError("invalid", address, "gradient", given);
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(GRADIENT, name));
  if (stranger !== undefined) return new ApiError("unknown", address, `gradient/${stranger}`);
  if (!Object.hasOwn(given, "points")) return new ApiError("missingIn", address, "gradient/points", "gradient");
  const points = readPoints(given.points, address);
  if (points instanceof ApiError) return points;
  const { style = "linear" } = given;
  const known = GRADIENT_STYLES.find((each) => each === style);
  if (!known || !stylesOf(light).includes(known)) return new ApiError("invalid", address, "gradient/style", style);
  const defaults = { segments: points.length, offset: 0, color_adjustment: 0, offset_adjustment: 0 };
  const numbers: Values = { ...defaults, ...given };
  const names = Object.keys(NUMBERS) as (keyof typeof NUMBERS)[];
  const wrong = names.find((name) => accept(NUMBERS[name], numbers[name]) === undefined);
  if (wrong) return new ApiError("invalid", address, `gradient/${wrong}`, numbers[wrong]);
  const [segments, offset, color_adjustment, offset_adjustment] = names.map((name) => Number(numbers[name])) as Four;
  return { points, style: known, segments, offset, color_adjustment, offset_adjustment };
}

type Four = [number, number, number, number];

/** The gradient that is shown until the strip is read: it has colors that the strip can hold. */
export function heldGradient(gradient: unknown): Gradient {
  return asHeld(gradient as Gradient);
}

function readPoints(given: unknown, address: Address): Read<readonly Xy[]> {
  const at = "gradient/points";
  if (!Array.isArray(given)) return new ApiError("invalid", address, at, given);
  if (given.length < LEAST_POINTS || given.length > MOST_POINTS)
    return new ApiError("invalidLength", address, at, given.length);
  const points = given.map((each, index) => readPoint(each, `${at}/${index}`, address));
  return points.find((each) => each instanceof ApiError) ?? (points as readonly Xy[]);
}

function readPoint(given: unknown, at: string, address: Address): Read<Xy> {
  if (!Array.isArray(given)) return new ApiError("invalid", address, at, given);
  if (given.length !== 2) return new ApiError("invalidLength", address, at, given.length);
  const axis = given.findIndex((part) => typeof part !== "number" || !(part >= 0 && part <= 1));
  if (axis >= 0) return new ApiError("invalid", address, `${at}/${axis}`, given[axis]);
  const [x, y] = given as [number, number];
  return [Math.min(MOST_XY[0], x), Math.min(MOST_XY[1], y)];
}

/** All styles, until the strip has reported which it has. */
function stylesOf({ attr }: Resource): readonly unknown[] {
  const { color } = (attr.capabilities ?? {}) as { readonly color?: { readonly gradient?: { styles?: unknown[] } } };
  return color?.gradient?.styles ?? GRADIENT_STYLES;
}
