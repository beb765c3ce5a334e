/** When a light has been told something: whether it has to be asked what came of it, and when it can know. */
import type { Values } from "../../model/resource.ts";
import { showsGradients } from "../commands/custom-frames.ts";
import { MANNERS } from "../commands/orders.ts";
import type { DeviceResource } from "../inventory/device-registry.ts";

export const UNTIL_REFRESH = 1_000; // milliseconds behind the end of a transition
export const TENTH = 100;

/** Not all that comes of it is in the store already, or comes of itself. */
export function isUnclear({ planned }: DeviceResource, values: Values, optimistic: Values): boolean {
  return Object.keys(values).some((name) => !isClear(name, optimistic)) || mayShowOther(planned, values);
}

function isClear(name: string, optimistic: Values): boolean {
  if (name === "ontime") return false; // it goes out by itself
  return name === "alert" || MANNERS.includes(name) || Object.hasOwn(optimistic, name);
}

/** A strip comes on with what it showed last, and shows a gradient as well as it can. */
function mayShowOther(planned: DeviceResource["planned"], { on, gradient }: Values): boolean {
  return showsGradients(planned) && (on === true || gradient !== undefined);
}

/** Milliseconds until the light is as it was wished. */
export function doneAfter({ transitiontime = 0, ontime = 0 }: Values): number {
  return Math.max(Number(transitiontime), Number(ontime)) * TENTH + UNTIL_REFRESH;
}
