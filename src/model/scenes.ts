/** A scene keeps in `attr.lights` what each of its lights does, by the light's id. */
import type { Address, Resource, Values } from "./resource.ts";

export function scenesOf(group: Address): Address {
  return `${group}/scenes`;
}

/** What is left of it without this light; nothing when that was its last. Undefined: the light is not in it. */
export function lightsWithout({ attr }: Resource, light: string): Values | undefined {
  const lights = (attr.lights ?? {}) as Values;
  if (!Object.hasOwn(lights, light)) return undefined;
  const { [light]: _, ...rest } = lights;
  return rest;
}
