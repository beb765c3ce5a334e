/** PUT to the state of a light (wire 4.4 and 4.5): the plan for its type is made, shown and sent. */
import type { Call, Handler } from "../../core/call.ts";
import { ApiError } from "../../model/errors.ts";
import { type Address, isObject, type Outcome, type Resource, success, type Values } from "../../model/resource.ts";
import { demandEnabled, demandMembers, named, obstacleTo, showDesired } from "../handlers.ts";
import { checkedCommands, plannedLamp } from "./light-commands.ts";
import { plannedCover, plannedLock, plannedSiren, type StatePlan } from "./state-plans.ts";

type Planner = (light: Resource, body: Values, address: Address) => StatePlan;

/** Types other than lamps have members of their own; one that does not fit refuses the whole body. */
const PLANNERS: Readonly<Record<string, Planner>> = {
  "Window covering controller": plannedCover,
  "Window covering device": plannedCover,
  "Warning device": plannedSiren,
  "Door Lock": plannedLock,
};

const planLamp: Planner = (light, body, address) => {
  const { commands, errors } = checkedCommands(light, body, address);
  const plan = plannedLamp(light, commands, address);
  return { ...plan, answer: [...errors, ...plan.answer] };
};

export const setState: Handler = (call) => {
  const light = named(call);
  demandEnabled(call);
  if (light.state.reachable !== true) return attempt(call, light);
  return carryOut(call, light, planOf(light, demandMembers(call), call.address));
};

export function isLamp({ type }: Resource): boolean {
  return !Object.hasOwn(PLANNERS, type);
}

/** What comes of a body for this light, be it a lamp, a covering, a siren or a lock. */
export function planOf(light: Resource, body: Values, address: Address): StatePlan {
  const planner = isLamp(light) ? planLamp : PLANNERS[light.type];
  return (planner ?? planLamp)(light, body, address);
}

/**
 * Clients are told that the light is not reachable. It may be again, so it is told once, and nothing of that is shown. A light that only
 * would refuse because it was off when it was last heard is told nothing, and asked how it is.
 */
function attempt(call: Call, light: Resource): readonly ApiError[] {
  const { body, address } = call;
  const { values, answer } = isObject(body) ? planOf(light, body, address) : { values: {}, answer: [] };
  const isTold =
    Object.keys(values).length > 0 || answer.some((item) => item instanceof ApiError && item.error === "off");
  if (isTold && obstacleTo(call, light) === undefined) send(call, light, values, {});
  return [new ApiError("unreachable", address)];
}

function carryOut(call: Call, light: Resource, { answer, values, optimistic }: StatePlan): readonly Outcome[] {
  const { address } = call;
  const grants = answer.some((item) => !(item instanceof ApiError));
  const isInTheWay = grants && obstacleTo(call, light) !== undefined;
  if (grants && !isInTheWay) {
    showDesired(call, "state", [{ resource: light, optimistic }]);
    send(call, light, values, optimistic);
  }
  return answer.map((item) => {
    if (item instanceof ApiError) return item;
    const at = `${address}/${item.member}`;
    return isInTheWay ? new ApiError("busyNow", at) : success(at, item.value);
  });
}

function send({ after, devices, cause }: Call, resource: Resource, values: Values, optimistic: Values): void {
  after(() => devices.send({ resource, section: "state", values, optimistic, cause }));
}
