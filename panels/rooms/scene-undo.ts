/** A scene that was deleted, kept anew, or lost some of its lights comes back by commands of the API, with its id and what each light did in it. Pure. */
import { USUAL_TRANSITION } from "../../src/model/lights/scenes.ts";
import type { Values } from "../../src/model/resource.ts";
import type { HouseState } from "../house.ts";
import type { ApiCommand } from "../perform.ts";

export interface SceneView extends Values {
  readonly name: string;
  readonly lights: readonly (Values & { readonly id: string })[];
  readonly transitiontime: number;
}

type KnownHouse = Pick<HouseState, "groups" | "resourcelinks">;

/** Of a deleted scene; undefined: a program's links to it are gone with it, and nothing brings them back. */
export function restoringCommands(
  address: string,
  scene: SceneView,
  house: KnownHouse,
): readonly ApiCommand[] | undefined {
  const isLinked = Object.values(house.resourcelinks).some(
    ({ links }) => Array.isArray(links) && links.includes(address),
  );
  const contents = isLinked ? undefined : revertingCommands(address, scene, house);
  return contents && [remakingCommand(address, scene), ...contents];
}

export function remakingCommand(address: string, { name }: SceneView): ApiCommand {
  const [, , group = "", , id] = address.split("/");
  return { method: "POST", address: `/groups/${group}/scenes`, body: { name, id: Number(id) } };
}

/** Undefined: a light of it has left the group, and can be in no scene of it. */
export function revertingCommands(
  address: string,
  scene: SceneView,
  { groups }: Pick<HouseState, "groups">,
): readonly ApiCommand[] | undefined {
  const [, , group = ""] = address.split("/");
  const members = (groups[group]?.lights as readonly unknown[] | undefined)?.map(String) ?? [];
  const isWhole = scene.lights.length > 0 && scene.lights.every(({ id }) => members.includes(id));
  return isWhole ? contentCommands(address, scene) : undefined;
}

/** To store it tells the scene its transition; then come its lights. */
export function contentCommands(address: string, { transitiontime, lights }: SceneView): readonly ApiCommand[] {
  const store: ApiCommand = { method: "PUT", address: `${address}/store`, body: { transitiontime } };
  return [...(transitiontime === USUAL_TRANSITION ? [] : [store]), { method: "PUT", address, body: { lights } }];
}
