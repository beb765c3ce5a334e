/** What all lights of a scene do, written at once: the list that a scene shows comes back as it was. deCONZ has no such member. */
import type { Call } from "../../core/call.ts";
import { idOf } from "../../model/addresses.ts";
import { ApiError } from "../../model/errors.ts";
import { accept, type Fields, int, list, object, text } from "../../model/fields.ts";
import { lightsOf } from "../../model/lights/groups.ts";
import { COLORS_OF_MODE, capturedOf, lightsIn, STAYS_OUT, USUAL_TRANSITION } from "../../model/lights/scenes.ts";
import { type Address, isObject, type Resource, type Values } from "../../model/resource.ts";
import { heldGradient, readGradient } from "../lights/gradient.ts";
import { LIGHT_IN_SCENE } from "./scene-type.ts";

const FIELDS: Fields = {
  ...LIGHT_IN_SCENE,
  effect: text({ about: "What runs by itself" }),
  lift: int({ min: 0, max: 100, unit: "%", about: "Of a covering" }),
};
const COLORS: readonly string[] = ["x", "y", "ct", "hue", "sat", "gradient"];

export const CONTENTS = list({
  min: 1,
  each: object({ members: FIELDS }),
  about: "The lights as the scene shows them; one with its `id` alone is taken in as it is now",
});

/** Each light by its id. Nothing of a list counts in which something does not fit. */
export function readContents(call: Call, group: Resource, scene: Resource, given: unknown): Values {
  const at: Address = `/groups/${call.params.id}/scenes/${call.params.scene}/lights`;
  if (!Array.isArray(given) || given.length === 0) throw new ApiError("invalid", at, "lights", given);
  const members = lightsOf(call.draft, group).filter(({ type }) => !STAYS_OUT.includes(type));
  const read: Record<string, Values> = {};
  for (const each of given) {
    const light = isObject(each) ? members.find(({ address }) => idOf(address) === each.id) : undefined;
    if (!light || !isObject(each) || String(each.id) in read) throw new ApiError("invalid", at, "lights", each);
    read[String(each.id)] = readLight(light, each, { at, before: lightsIn(scene)[String(each.id)] });
  }
  return read;
}

interface Place {
  readonly at: Address;
  readonly before: Values | undefined; // what it did in the scene
}

function readLight(light: Resource, { id, ...given }: Values, { at, before }: Place): Values {
  if (Object.keys(given).length === 0) return capturedOf([light], USUAL_TRANSITION)[String(id)] ?? {};
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (!field) throw new ApiError("unknown", `${at}/${name}`, name);
    const own = name === "gradient" ? gradientIn(light, value, at) : accept(field, value);
    if (own === undefined) throw new ApiError("invalid", `${at}/${name}`, name, value);
    plain[name] = own;
  }
  const { on, bri = 0, transitiontime = USUAL_TRANSITION, colormode, x, y, ...rest } = plain;
  if (on === undefined) throw new ApiError("missingOne", at, "on");
  const colors: Values = { ...rest, ...(x === undefined || y === undefined ? {} : { xy: [x, y] }) };
  const shown = COLORS_OF_MODE[String(colormode)] ?? [];
  const missing = rest.effect === undefined ? shown.find((name) => !(name in colors)) : undefined;
  if (missing !== undefined) throw new ApiError("missingOne", at, missing);
  const others = Object.keys(rest).filter((name) => !COLORS.includes(name));
  const kept = [...shown, ...others].filter((name) => name in colors);
  return {
    ...{ on, bri, transitiontime },
    ...(colormode === undefined ? {} : { colormode }),
    ...Object.fromEntries(kept.map((name) => [name, colors[name]])),
    ...(before?.speed === undefined ? {} : { speed: before.speed }), // of a fan: no scene shows it
  };
}

function gradientIn(light: Resource, value: unknown, at: Address): unknown {
  const gradient = readGradient(light, value, at);
  if (gradient instanceof ApiError) throw gradient;
  return heldGradient(gradient);
}
