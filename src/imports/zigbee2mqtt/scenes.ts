/** The scenes that zigbee2mqtt keeps with lights and groups: what each light does in them, in our words. */
import { USUAL_TRANSITION } from "../../model/lights/scenes.ts";
import { isObject, type Values } from "../../model/resource.ts";
import type { GroupLine } from "../database-lines.ts";
import { wholeNumber } from "../hex.ts";
import type { DatabaseLine, EndpointOf, ForeignScene } from "../inventory.ts";
import type { Note } from "../words.ts";

const ALL = 254;
const DEGREES = 360;
const HUES = 65_535;

export function scenesIn(
  devices: readonly DatabaseLine[],
  groups: readonly GroupLine[],
  notes: Note[],
): readonly ForeignScene[] {
  const scenes = new Map<
    string,
    { name: string; group: number; number: number; lights: { at: EndpointOf; does: Values }[] }
  >();
  const sceneOf = (key: string, name: unknown) => {
    const [number, group] = key.split("_").map(wholeNumber);
    if (number === undefined || group === undefined || number > 255) return undefined;
    const scene = scenes.get(key) ?? { name: "", group, number, lights: [] };
    if (scene.name === "" && typeof name === "string") scene.name = name;
    scenes.set(key, scene);
    return scene;
  };
  for (const { number, meta } of groups)
    for (const [key, kept] of entriesOf(meta.scenes)) if (key.endsWith(`_${number}`)) sceneOf(key, kept.name);
  for (const { ieeeAddr: ieee, endpoints } of devices)
    for (const [endpoint, { meta = {} }] of Object.entries(endpoints))
      for (const [key, kept] of entriesOf(meta.scenes)) {
        if (key.endsWith("_0")) {
          notes.push({ code: "scene-private", about: ieee });
          continue;
        }
        const scene = sceneOf(key, kept.name);
        const does = isObject(kept.state) ? doneBy(kept.state) : undefined;
        if (scene && does) scene.lights.push({ at: { ieee, endpoint: Number(endpoint) }, does });
        else if (scene)
          notes.push({ code: "scene-no-state", about: `${scene.group}/${scene.number}`, values: { ieee } });
      }
  return [...scenes.values()].map(({ name, ...scene }) => ({
    ...scene,
    name: name || `Scene ${scene.number}`,
    transitiontime: USUAL_TRANSITION,
  }));
}

/** Undefined: nothing was kept. */
function doneBy({ state, brightness, color, color_temp: ct, color_mode: mode }: Values): Values | undefined {
  if (state === undefined && brightness === undefined) return undefined;
  const { x, y, hue, saturation } = isObject(color) ? color : {};
  const isCt = typeof ct === "number" && (mode === "color_temp" || mode === undefined || color === undefined);
  const tone = isCt
    ? { colormode: "ct", ct: Math.round(ct) }
    : typeof x === "number" && typeof y === "number" && mode !== "hs"
      ? { colormode: "xy", xy: [x, y] }
      : typeof hue === "number" && typeof saturation === "number"
        ? { colormode: "hs", hue: Math.round((hue / DEGREES) * HUES), sat: Math.round((saturation / 100) * ALL) }
        : {};
  return {
    on: state !== "OFF",
    ...(typeof brightness === "number" && { bri: Math.min(ALL, Math.max(0, Math.round(brightness))) }),
    ...tone,
  };
}

function entriesOf(scenes: unknown): readonly (readonly [string, Values])[] {
  return Object.entries(isObject(scenes) ? scenes : {}).flatMap(([key, kept]) =>
    isObject(kept) ? [[key, kept] as const] : [],
  );
}
