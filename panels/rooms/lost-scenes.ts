/** The scenes that lose a light because it leaves their room: read before it leaves, and made whole when it comes back. */
import { useApi } from "../hooks.ts";
import { type HouseState, type ResourcesById, scenesIn } from "../house.ts";
import { type ApiCommand, perform } from "../perform.ts";
import { contentCommands, remakingCommand, type SceneView } from "./scene-undo.ts";

export interface LostScene {
  readonly address: string;
  readonly scene: SceneView;
}

/** Reads the scenes of these rooms that have one of the lights. */
export function useLostScenes() {
  const api = useApi();
  return async (rooms: readonly string[], lights: readonly string[], groups: ResourcesById) => {
    const addresses = rooms.flatMap((room) => scenesIn(groups[room]).map(({ id }) => `/groups/${room}/scenes/${id}`));
    const read = async (address: string): Promise<readonly LostScene[]> => {
      const { reply } = await perform(api, { method: "GET", address });
      const scene = reply?.status === 200 ? (reply.body as SceneView) : undefined;
      return scene?.lights.some(({ id }) => lights.includes(id)) ? [{ address, scene }] : [];
    };
    return (await Promise.all(addresses.map(read))).flat();
  };
}

/** A scene goes with its last light. */
export function regainingCommands(
  lost: readonly LostScene[],
  { groups }: Pick<HouseState, "groups">,
): readonly ApiCommand[] {
  return lost.flatMap(({ address, scene }) => {
    const [, , group = "", , id] = address.split("/");
    const isThere = scenesIn(groups[group]).some((each) => each.id === id);
    return [...(isThere ? [] : [remakingCommand(address, scene)]), ...contentCommands(address, scene)];
  });
}
