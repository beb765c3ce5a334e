/** The links of a device: its bindings, its neighbors, its routes. */
import type { Handler } from "../../core/call.ts";
import { content } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { macOf } from "../../model/addresses.ts";
import { ApiError } from "../../model/errors.ts";
import { int, list, object, text } from "../../model/fields.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { BindTarget } from "../../model/radio/orders.ts";
import type { Radio } from "../../model/radio/radio-port.ts";
import { isObject, success, type Values } from "../../model/resource.ts";
import { demandObject, overAir } from "../handlers.ts";
import { AIR_ERRORS as errors, ieeeOf, MAC } from "./named.ts";

const bindings: Handler = async (call) => {
  const found = await overAir(call, () => call.devices.bindings(ieeeOf(call)));
  return content(found.map(({ target, ...binding }) => ({ ...binding, target: shownTarget(target) })));
};

export function shownTarget(target: BindTarget): Values {
  return "group" in target
    ? { group: String(target.group) }
    : { uniqueid: macOf(target.ieee), endpoint: target.endpoint };
}

const bindOrUnbind =
  (what: "bind" | "unbind"): Handler =>
  async (call) => {
    const body = demandObject(call);
    const { endpoint, cluster, target } = body;
    const wrong = (name: string) =>
      new ApiError(name in body ? "invalid" : "missingOne", `${call.address}/${name}`, name, body[name]);
    if (!Number.isInteger(endpoint)) throw wrong("endpoint");
    const named = readCluster(cluster);
    if (named === undefined) throw wrong("cluster");
    const to = readTarget(target);
    if (!to) throw wrong("target");
    await overAir(call, () => call.devices[what](ieeeOf(call), Number(endpoint), named, to));
    return [success(call.address, { endpoint, cluster, target })];
  };

/** By its name, by its number, or by its number as people write it. */
export function readCluster(given: unknown): string | number | undefined {
  if (typeof given === "number") return Number.isInteger(given) && given >= 0 && given <= 0xffff ? given : undefined;
  if (typeof given !== "string") return undefined;
  if (/^0x[0-9a-f]{1,4}$/i.test(given)) return Number(given);
  return /^[A-Za-z]\w{2,60}$/.test(given) ? given : undefined;
}

function readTarget(given: unknown): BindTarget | undefined {
  if (!isObject(given)) return undefined;
  const { group, uniqueid, endpoint } = given;
  if (group !== undefined) return /^\d{1,5}$/.test(String(group)) ? { group: Number(group) } : undefined;
  const isMac = typeof uniqueid === "string" && MAC.test(uniqueid);
  return isMac && Number.isInteger(endpoint)
    ? { ieee: `0x${uniqueid.replaceAll(":", "")}`, endpoint: Number(endpoint) }
    : undefined;
}

/** The stick is asked as well as any device. */
const neighbours: Handler = async (call) => {
  const { coordinator } = call.radio.network ?? {};
  const isOurs = coordinator !== undefined && macOf(coordinator) === call.params.mac;
  const ieee = isOurs ? coordinator : ieeeOf(call);
  return content(await overAir(call, () => neighboursOf(call.radio, ieee)));
};

/** As the API shows them. */
export async function neighboursOf(radio: Radio, asked: Ieee): Promise<readonly Values[]> {
  const { neighbours: found } = await radio.order({ do: "neighbours", target: { ieee: asked } });
  return found.map(({ ieee, ...neighbour }) => ({ uniqueid: macOf(ieee), ...neighbour }));
}

const routes: Handler = async (call) => {
  const answer = await overAir(call, () => call.radio.order({ do: "routes", target: { ieee: ieeeOf(call) } }));
  return content(answer.routes.map(({ destination, nextHop, status }) => ({ destination, nextHop, status })));
};

const TARGET = object({
  about: "A group, or an endpoint of a device",
  members: { group: text(), uniqueid: text(), endpoint: int() },
});
const BINDING = {
  endpoint: int({ min: 1, max: 240 }),
  cluster: text({ about: "`genOnOff`, or `0x0006`" }),
  target: TARGET,
};

export const networkRoutes: readonly Route[] = [
  [
    "GET",
    "/devices/:mac/bindings",
    bindings,
    {
      does: "Get whom a device speaks to by itself",
      gives: list({ each: object({ members: BINDING }) }),
      errors,
    },
  ],
  [
    "POST",
    "/devices/:mac/bindings",
    bindOrUnbind("bind"),
    {
      does: "Bind a cluster of a device to a group or to another device",
      body: BINDING,
      needs: Object.keys(BINDING),
      errors,
    },
  ],
  [
    "DELETE",
    "/devices/:mac/bindings",
    bindOrUnbind("unbind"),
    { does: "Remove a binding", body: BINDING, needs: Object.keys(BINDING), errors },
  ],
  [
    "GET",
    "/devices/:mac/neighbours",
    neighbours,
    { does: "Get who is heard by a device, or by the stick, and how well", gives: list({ each: object() }), errors },
  ],
  [
    "GET",
    "/devices/:mac/routes",
    routes,
    { does: "Get the routing table of a device", gives: list({ each: object() }), errors },
  ],
];
