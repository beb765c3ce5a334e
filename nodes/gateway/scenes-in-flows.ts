/** Tells the gateway which scenes flow nodes name: the id of a deleted one goes to no new scene, which a node would call in its place. */
import type { NodeAPI } from "node-red";
import type { Gateway } from "../../src/gateway.ts";
import { SCENES_IN_FLOWS } from "../../src/model/lights/scenes.ts";
import type { Stop } from "../../src/model/resource.ts";
import { nodesOf, thingAt, usesInFlows } from "../admin/uses.ts";

export function offerScenesInFlows(RED: NodeAPI, id: string, { engines, store }: Gateway): Stop {
  return engines.offer(SCENES_IN_FLOWS, {
    isNamed: (scene) => usesInFlows(nodesOf(RED, id), thingAt(store, scene)).length > 0,
  });
}
