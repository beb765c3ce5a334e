/** A scene keeps in `attr.lights` what each of its lights does, by the light's id; its group shows a summary of it. */
import { idOf } from "./addresses.ts";
import type { Address, Resource, Values } from "./resource.ts";

export function scenesOf(group: Address): Address {
  return `${group}/scenes`;
}

/** "/groups/3/scenes/2" → "/groups/3". */
export function groupOf(scene: Address): Address {
  return scene.slice(0, scene.indexOf("/scenes/")) as Address;
}

export function lightsIn({ attr }: Resource): Readonly<Record<string, Values>> {
  return (attr.lights ?? {}) as Readonly<Record<string, Values>>;
}

/** What is left of it without this light; nothing when that was its last. Undefined: the light is not in it. */
export function lightsWithout(scene: Resource, light: string): Values | undefined {
  const lights = lightsIn(scene);
  if (!Object.hasOwn(lights, light)) return undefined;
  const { [light]: _, ...rest } = lights;
  return rest;
}

/** What the group's `attr` becomes when one of its scenes has changed; its etag moves with each of them. */
export function shownIn(group: Resource, scenes: readonly Resource[]): Values {
  return {
    scenes: scenes.map((scene) => ({
      id: idOf(scene.address),
      name: scene.attr.name,
      transitiontime: scene.attr.transitiontime,
      lightcount: Object.keys(lightsIn(scene)).length,
    })),
    scenesrevision: Number(group.attr.scenesrevision ?? 0) + 1,
  };
}
