/** A scene keeps in `attr.lights` what each of its lights does, by the light's id; its group shows a summary of it. */
import { byId, idOf } from "../addresses.ts";
import type { EnginePort } from "../engine-ports.ts";
import { dropReferences, type ResourceWriter } from "../references.ts";
import type { Address, Resource, Values } from "../resource.ts";

/** Whether a flow node names a scene, be it there or gone; the host of the flows offers it. */
export const SCENES_IN_FLOWS: EnginePort<{ readonly isNamed: (scene: Address) => boolean }> = {
  name: "scenes-in-flows",
};
export const USUAL_TRANSITION = 10; // tenths of a second

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

/** In the order in which they are shown, and gone through. */
export function inOrder(scenes: readonly Resource[]): readonly Resource[] {
  return scenes.toSorted((one, other) => byId(idOf(one.address), idOf(other.address)));
}

/** Each write to a scene shows in its group: the group's etag moves with each of its scenes. */
export function showScenes(writer: ResourceWriter, address: Address): void {
  const group = writer.get(address);
  if (!group) return;
  const scenes = inOrder(writer.list(scenesOf(address))).map((scene) => ({
    id: idOf(scene.address),
    name: scene.attr.name,
    transitiontime: scene.attr.transitiontime,
    lightcount: Object.keys(lightsIn(scene)).length,
  }));
  writer.patch(address, "attr", { scenes, scenesrevision: Number(group.attr.scenesrevision ?? 0) + 1 });
}

/** These scenes hold the light no longer; a scene goes with its last light. */
export function leaveScenes(writer: ResourceWriter, scenes: readonly Resource[], light: string): void {
  for (const scene of scenes)
    if (dropReferences(writer, scene, (_, id) => id === light)) showScenes(writer, groupOf(scene.address));
}

/** A door lock or a siren does not act because of a scene. */
export const STAYS_OUT: readonly string[] = ["Door Lock", "Warning device"];
export const COLORS_OF_MODE: Readonly<Record<string, readonly string[]>> = {
  xy: ["xy"],
  ct: ["ct"],
  hs: ["hue", "sat"],
  gradient: ["gradient"],
};
const OTHERS: readonly string[] = ["lift", "speed"]; // of a covering; of a fan

/** The present values of each of these lights, by its id; of a light that cannot be heard, the last known ones. */
export function capturedOf(lights: readonly Resource[], transitiontime: number): Readonly<Record<string, Values>> {
  const own = lights.filter(({ type }) => !STAYS_OUT.includes(type));
  return Object.fromEntries(own.map((light) => [idOf(light.address), captured(light, transitiontime)]));
}

function captured({ state }: Resource, transitiontime: number): Values {
  const mode = typeof state.colormode === "string" ? state.colormode : undefined;
  const runs = runsByItself(state.effect) && mode !== "ct" && mode !== "xy";
  const colors = mode === undefined ? [] : (COLORS_OF_MODE[mode] ?? []);
  const members = [...colors, ...OTHERS].filter((name) => state[name] !== undefined && state[name] !== null);
  return {
    on: state.on === true,
    bri: Math.min(254, Math.max(0, Number(state.bri ?? 0))),
    transitiontime,
    ...(mode === undefined ? {} : { colormode: mode }),
    ...Object.fromEntries(members.map((name) => [name, state[name]])),
    ...(runs ? { effect: state.effect } : {}),
  };
}

export function runsByItself(effect: unknown): boolean {
  return effect !== undefined && effect !== null && effect !== "none";
}
