/** A scene that was deleted or kept anew comes back by commands of the API, with its id and what each light does in it; where that would not be the same scene, none are offered. Pure. */
import { COLORS_OF_MODE, STAYS_OUT } from "../../src/model/lights/scenes.ts";
import type { Values } from "../../src/model/resource.ts";
import type { HouseState } from "../house.ts";
import type { ApiCommand } from "../perform.ts";

export interface SceneView extends Values {
  readonly name: string;
  readonly lights: readonly (Values & { readonly id: string })[];
  readonly transitiontime: number;
}

type KnownHouse = Pick<HouseState, "groups" | "lights" | "resourcelinks">;

const PLAIN = ["id", "on", "bri", "transitiontime", "colormode", "x", "y", "ct", "hue", "sat"]; // what the API changes in a scene

/** Of a deleted scene. A program's links to it are gone with it, and nothing brings them back. */
export function restoringCommands(
  address: string,
  scene: SceneView,
  house: KnownHouse,
): readonly ApiCommand[] | undefined {
  const [, , group = "", , id] = address.split("/");
  const isLinked = Object.values(house.resourcelinks).some(
    ({ links }) => Array.isArray(links) && links.includes(address),
  );
  const states = isLinked ? undefined : revertingCommands(address, scene, house);
  return (
    states && [
      { method: "POST", address: `/groups/${group}/scenes`, body: { name: scene.name, id: Number(id) } },
      ...states,
    ]
  );
}

/** Storing a scene takes in each light of its group as it is now; then each is told what it did. Undefined: it would be another scene. */
export function revertingCommands(
  address: string,
  { transitiontime, lights }: SceneView,
  house: Omit<KnownHouse, "resourcelinks">,
): readonly ApiCommand[] | undefined {
  const [, , group = ""] = address.split("/");
  const members = (house.groups[group]?.lights as readonly unknown[] | undefined) ?? [];
  const taken = members.map(String).filter((light) => !STAYS_OUT.includes(String(house.lights[light]?.type)));
  const isSame = taken.length === lights.length && lights.every((light) => taken.includes(light.id));
  if (!isSame || !lights.every((light) => isRestored(light, house.lights[light.id]))) return undefined;
  return [
    { method: "PUT", address: `${address}/store`, body: { transitiontime } },
    ...lights.map((light) => ({
      ...{ method: "PUT" as const, address: `${address}/lights/${light.id}/state`, body: changesOf(light) },
    })),
  ];
}

/** The API changes no light out of reach, no position, no speed, and nothing that runs by itself. */
function isRestored(inScene: Values, view: Values | undefined): boolean {
  const state = (view?.state ?? {}) as Values;
  const colors = COLORS_OF_MODE[String(inScene.colormode)];
  const isKnown = inScene.colormode === undefined || (colors?.every((name) => name in colorsOf(inScene)) ?? false);
  return (
    isKnown &&
    state.reachable === true &&
    !("speed" in state) &&
    Object.keys(inScene).every((name) => PLAIN.includes(name))
  );
}

function colorsOf({ x, y, ct, hue, sat }: Values): Values {
  if (typeof x === "number") return { xy: [x, y] };
  return { ...(ct === undefined ? {} : { ct }), ...(hue === undefined ? {} : { hue, sat }) };
}

function changesOf(light: Values): Values {
  const { on, bri, transitiontime } = light;
  return { on, bri, transitiontime, ...colorsOf(light) };
}
