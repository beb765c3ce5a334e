/** The scenes of a room as they are now: which one is on, as each of its lights is as it says; and the colors of all. */
import { useMemo, useState } from "preact/hooks";
import { isNear } from "../../src/model/devices.ts";
import { COLORS_OF_MODE } from "../../src/model/lights/scenes.ts";
import type { Values } from "../../src/model/resource.ts";
import { lampColor } from "../home/tiles.ts";
import { useApi, useChanges, useHouse, useQuery } from "../hooks.ts";
import type { ResourcesById, SceneName } from "../house.ts";
import type { SceneView } from "./scene-undo.ts";

interface ScenesNow {
  readonly on: string; // its address, or ""
  readonly colors: ReadonlyMap<string, readonly string[]> | undefined; // by address, "#ffd490" of each light that shines in it; undefined: not read yet
}

/** What each light does in a scene is read once, and again when the scene changes. */
export function useScenesNow(room: string, scenes: readonly SceneName[]): ScenesNow {
  const api = useApi();
  const at = `/groups/${room}/scenes/`;
  const addresses = scenes.map(({ id }) => `${at}${id}`);
  const [changes, count] = useState(0);
  useChanges((news) => {
    if (news.some(({ address, section }) => address.startsWith(at) && section !== "state")) count((times) => times + 1); // a recall is no change
  });
  const ask = () =>
    Promise.all(
      addresses.map(async (address) => {
        const { status, body } = await api.perform("GET", address);
        return { address, lights: (status === 200 && (body as SceneView).lights) || [] };
      }),
    );
  const { answer } = useQuery(ask, [api, addresses.join(), changes]);
  const on = useHouse(({ groups, lights }) => {
    const { scene: last } = (groups[room]?.action ?? {}) as Values;
    const all = (answer ?? []).filter((scene) => isSceneOn(scene, lights)).map(({ address }) => address);
    return oneOn(all, `${at}${last}`);
  });
  const colors = useMemo(
    () => answer && new Map(answer.map(({ address, lights }) => [address, colorsIn(lights)])),
    [answer],
  );
  return { on, colors };
}

/** Several scenes may do the same: of those the one that was recalled last is on. */
export function oneOn(all: readonly string[], last: string): string {
  return all.includes(last) ? last : (all[0] ?? "");
}

/** Each once, and darker where a light is dimmed. */
export function colorsIn(lights: SceneView["lights"]): readonly string[] {
  const lit = lights.filter(({ on }) => on === true);
  return [...new Set(lit.map((light) => darker(lampColor(stateInScene(light)), light.bri)))];
}

const LEAST = 0.7; // of its color, where it is as dark as can be
const BRIGHTEST = 254;

function darker(color: string, bri: unknown): string {
  const share = typeof bri === "number" && bri > 0 ? LEAST + (1 - LEAST) * (bri / BRIGHTEST) : 1;
  return share > 0.99 ? color : `color-mix(in srgb, ${color} ${Math.round(share * 100)}%, #000)`;
}

/** A light out of reach is left alone by a recall, and here. A room that is just dark is in no scene, though one may leave it so. */
export function isSceneOn({ lights: inScene }: Pick<SceneView, "lights">, lights: ResourcesById): boolean {
  const told = inScene.flatMap((light) => {
    const state = (lights[light.id]?.state ?? {}) as Values;
    return state.reachable === true ? [[stateInScene(light), state] as const] : [];
  });
  const isSeen = told.some(([{ on, lift }]) => on === true || lift !== undefined);
  return isSeen && told.every(([wanted, state]) => isAs(wanted, state));
}

/** The color of a light that runs by itself is any; a light that is off has none. */
function isAs(wanted: Values, state: Values): boolean {
  const { on, bri, colormode, effect, lift } = wanted;
  if (lift !== undefined) return isNear("lift", state.lift, lift);
  if (on !== true || state.on !== true) return on === state.on;
  if ("bri" in state && Number(bri) > 0 && !isNear("bri", state.bri, bri)) return false;
  if (effect !== undefined) return state.effect === effect;
  const colors = COLORS_OF_MODE[String(colormode)] ?? [];
  return colors.length === 0 || (state.colormode === colormode && colors.every((name) => isAlike(name, state, wanted)));
}

function isAlike(name: string, state: Values, wanted: Values): boolean {
  return name === "gradient"
    ? JSON.stringify(state[name]) === JSON.stringify(wanted[name])
    : isNear(name, state[name], wanted[name]);
}

/** As a lamp tells its state. */
export function stateInScene({ x, y, ...rest }: Values): Values {
  return typeof x === "number" && typeof y === "number" ? { ...rest, xy: [x, y] } : rest;
}
