/** A scene is recalled: what each of its lights is told, and what is believed of it meanwhile. */
import type { Call } from "../../core/call.ts";
import { idOf } from "../../model/addresses.ts";
import { ApiError } from "../../model/errors.ts";
import { accept } from "../../model/fields.ts";
import { acted, isObject, type Outcome, type Resource, type Values } from "../../model/resource.ts";
import { lightsIn } from "../../model/scenes.ts";
import { utcMilliseconds } from "../../model/times.ts";
import { planOf } from "../lights/light-state.ts";
import { commandsToReach } from "./scene-lights.ts";
import { TRANSITION } from "./scene-type.ts";

/** Who cannot be heard is left alone. A transition in the body goes before those that are stored. */
export function recall(call: Call, group: Resource, scene: Resource): readonly Outcome[] {
  const { draft, devices, after, cause, clock, params } = call;
  const transition = isObject(call.body) ? call.body.transitiontime : undefined;
  if (transition !== undefined && accept(TRANSITION, transition) === undefined)
    throw new ApiError("invalid", `${call.address}/transitiontime`, "transitiontime", transition);
  if (devices.obstacle(group) === "busy") throw new ApiError("busy", call.address);
  const entries = Object.entries(lightsIn(scene));
  const lights = entries.flatMap(([id, light]) => {
    const resource = draft.get(`/lights/${id}`);
    return resource?.state.reachable === true ? [toldOf(call, resource, light, transition)] : [];
  });
  for (const { resource, optimistic } of lights)
    if (Object.keys(optimistic).length > 0) draft.patch(resource.address, "state", optimistic);
  const isLit = lights.some(({ resource }) => draft.get(resource.address)?.state.on === true);
  draft.patch(group.address, "action", { scene: idOf(scene.address), ...(isLit ? { on: true } : {}) });
  draft.patch(scene.address, "state", { called: utcMilliseconds(clock.now()) });
  after(() => devices.recall({ group, scene, lights, asStored: transition === undefined, cause }));
  return [acted(scene.address, params.scene ?? call.address.split("/").at(-2))];
}

function toldOf(call: Call, resource: Resource, light: Values, transition: unknown) {
  const wanted = commandsToReach(resource, light, call.devices.isMoving(resource));
  if (Object.keys(wanted).length === 0) return { resource, values: {}, optimistic: {} };
  const fades = !("lift" in wanted) && wanted.on !== false; // who fades to nothing forgets how bright it was
  const body = fades ? { ...wanted, transitiontime: transition ?? light.transitiontime } : wanted;
  const { values, optimistic } = planOf(resource, body, call.address);
  return { resource, values, optimistic };
}
