/** The exposes of a device: what their access allows, the properties in them, and whether a value fits one. */
import type { Expose } from "../../model/radio/device-facts.ts";
import { isObject } from "../../model/resource.ts";

/** Bits of an access. */
const REPORTED = 1;
export const CAN_BE_SET = 2;
const CAN_BE_ASKED = 4;

export function isReported({ access = 0 }: Expose): boolean {
  return (access & REPORTED) !== 0;
}

export function canBeSet({ access = 0 }: Expose): boolean {
  return (access & CAN_BE_SET) !== 0;
}

export function canBeAsked({ access = 0 }: Expose): boolean {
  return (access & CAN_BE_ASKED) !== 0;
}

/** By property. Lights and the like are bundles, and so are composites that can be neither read nor set; other composites are one value. */
export function propertiesIn(exposes: readonly Expose[]): ReadonlyMap<string, Expose> {
  const found = new Map<string, Expose>();
  const visit = (expose: Expose) => {
    const { property, access, features = [] } = expose;
    if (property === undefined || (access === 0 && features.length > 0)) {
      for (const feature of features) visit(feature);
      return;
    }
    const older = found.get(property);
    found.set(property, older ? merged(older, expose) : expose);
  };
  for (const expose of exposes) visit(expose);
  return found;
}

/** A color may be x and y, or hue and saturation: two exposes of one property, and either is taken. */
function merged(one: Expose, other: Expose): Expose {
  const { features = [], values = [], access = 0 } = one;
  const more = {
    features: (other.features ?? []).filter(({ name }) => !features.some((each) => each.name === name)),
    values: (other.values ?? []).filter((value) => !values.includes(value)),
    access: (other.access ?? 0) & ~access,
  };
  if (one.type !== other.type || more.features.length + more.values.length + more.access === 0) return one;
  return {
    ...one,
    access: access | more.access,
    ...(more.features.length > 0 && { features: [...features, ...more.features] }),
    ...(more.values.length > 0 && { values: [...values, ...more.values] }),
  };
}

type ExposeCheck = (expose: Expose, value: unknown) => string | undefined;

/** Each check answers the expected values, if the value does not fit. */
const CHECKS: Readonly<Record<string, ExposeCheck>> = {
  binary: ({ value_on, value_off, value_toggle }, value) =>
    oneOf(
      [value_on, value_off, value_toggle].filter((each) => each !== undefined),
      value,
    ),
  enum: ({ values = [] }, value) => oneOf(values, value),
  numeric: (expose, value) => {
    const { presets = [], value_min: min, value_max: max, unit } = expose;
    if (presets.some(({ name }) => name === value)) return undefined;
    const isNumber = typeof value === "number" && Number.isFinite(value);
    return isNumber && isWithin(value, min, max)
      ? undefined
      : `a number${rangeOf(min, max)}${unit ? ` (${unit})` : ""}`;
  },
  text: ({ length_min: min, length_max: max }, value) =>
    typeof value === "string" && isWithin(value.length, min, max)
      ? undefined
      : `a text${rangeOf(min, max, " with a length")}`,
  list: ({ length_min: min, length_max: max, item_type }, value) => {
    if (!Array.isArray(value) || !isWithin(value.length, min, max))
      return `a list${rangeOf(min, max, " with a length")}`;
    const wrong =
      item_type && value.map((each) => expected(item_type, each)).find((sentence) => sentence !== undefined);
    return wrong === undefined ? undefined : `a list with each item ${wrong}`;
  },
  composite: ({ features = [] }, value) => {
    const names = features.map(({ property, name }) => property ?? name ?? "");
    if (!isObject(value)) return `an object with ${names.join(", ")}`;
    for (const [name, part] of Object.entries(value)) {
      const feature = features.find((each) => each.property === name || each.name === name);
      if (!feature) return `an object with ${names.join(", ")}`;
      const wrong = expected(feature, part);
      if (wrong !== undefined) return `an object with ${name} as ${wrong}`;
    }
    return undefined;
  },
};

/** Undefined when the value fits; else the expected values, for the middle of a sentence. */
export function expected(expose: Expose, value: unknown): string | undefined {
  const check = Object.hasOwn(CHECKS, expose.type) ? CHECKS[expose.type] : undefined;
  return check ? check(expose, value) : "nothing that can be set as a whole";
}

function oneOf(values: readonly unknown[], value: unknown): string | undefined {
  return values.includes(value) ? undefined : values.map((each) => JSON.stringify(each)).join(" or ");
}

function isWithin(size: number, min = -Infinity, max = Infinity): boolean {
  return size >= min && size <= max;
}

function rangeOf(min: number | undefined, max: number | undefined, of = ""): string {
  if (min === undefined && max === undefined) return "";
  if (max === undefined) return `${of} of at least ${min}`;
  return min === undefined ? `${of} of at most ${max}` : `${of} from ${min} to ${max}`;
}
