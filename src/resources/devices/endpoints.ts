/** The endpoints of a device as Zigbee has them: their bindings and reports, and any attribute read or written on air. */
import type { Call, Handler } from "../../core/call.ts";
import { content } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { macOf } from "../../model/addresses.ts";
import { ApiError } from "../../model/errors.ts";
import { int, list, object, text } from "../../model/fields.ts";
import type { ClusterWiring, Order } from "../../model/radio/orders.ts";
import { isObject, success, type Values } from "../../model/resource.ts";
import { demandObject, fromRadio, overAir } from "../handlers.ts";
import { DEVICES, AIR_ERRORS as errors, ieeeOf } from "./named.ts";
import { readCluster, shownTarget } from "./network.ts";

const MOST = 16; // attributes at a time
const MANUFACTURERS = 0xffff;
const ENDPOINTS = { min: 1, max: 254 } as const;

const endpoints: Handler = async (call) => {
  const found = await fromRadio(call.address, call.radio.wiring(ieeeOf(call)));
  return content(
    Object.fromEntries(found.map(({ endpoint, clusters }) => [endpoint, { clusters: clusters.map(shown) }])),
  );
};

function shown({ id, bound, ...cluster }: ClusterWiring): Values {
  return { id: hex(id), ...cluster, bound: bound.map(shownTarget) };
}

/** All bindings that the radio knows of, by the device that speaks. */
const allBindings: Handler = async (call) => {
  const found = await fromRadio(call.address, call.radio.wiring());
  const bindings = found.flatMap(({ ieee, endpoint, clusters }) =>
    clusters.flatMap(({ name, bound }) =>
      bound.map((target) => ({ uniqueid: macOf(ieee), endpoint, cluster: name, target: shownTarget(target) })),
    ),
  );
  return content(bindings.filter(({ uniqueid }) => call.store.get(`${DEVICES}/${uniqueid}`) !== undefined));
};

const read: Handler = async (call) => {
  const cluster = demandCluster(call);
  const { attributes } = demandObject(call);
  if (attributes === undefined) throw new ApiError("missingOne", call.address, "attributes");
  const isList = Array.isArray(attributes) && attributes.length > 0 && attributes.length <= MOST;
  const names = isList ? attributes.map(readAttribute) : [undefined];
  if (names.includes(undefined)) throw invalid(call, "attributes", attributes);
  const order: Order = { do: "read", ...cluster, attributes: names as (string | number)[] };
  const { values, failed } = await overAir(call, () => call.radio.order(order));
  return [success(call.address, { values, failed })];
};

const write: Handler = async (call) => {
  const cluster = demandCluster(call);
  const { values } = demandObject(call);
  if (values === undefined) throw new ApiError("missingOne", call.address, "values");
  const given = isObject(values) ? Object.entries(values) : [];
  const isFit = given.length > 0 && given.length <= MOST && given.every(([name]) => readAttribute(name) !== undefined);
  if (!isFit) throw invalid(call, "values", values);
  const unnamed = given.find(([name, value]) => typeof readAttribute(name) === "number" && !hasType(value));
  if (unnamed) throw new ApiError("takes", `${call.address}/values/${unnamed[0]}`, unnamed[0], unnamed[1], TYPED);
  const named = Object.fromEntries(given.map(([name, value]) => [String(readAttribute(name)), value]));
  await overAir(call, () => call.radio.order({ do: "write", ...cluster, values: named }));
  return [success(call.address, { values })];
};

const TYPED = "{value, type} where an attribute has only a number: its type in the ZCL is told with it";

/** An attribute that is named by its number alone says nothing of how its value is written. */
function hasType(value: unknown): boolean {
  return isObject(value) && "value" in value && Number.isInteger(value.type) && Number(value.type) <= 0xff;
}

function demandCluster(call: Call) {
  const { endpoint, cluster, manufacturer } = demandObject(call);
  const missing = (["endpoint", "cluster"] as const).find((name) => demandObject(call)[name] === undefined);
  if (missing) throw new ApiError("missingOne", call.address, missing);
  const { min, max } = ENDPOINTS;
  if (!isWithin(endpoint, min, max)) throw invalid(call, "endpoint", endpoint);
  const named = readCluster(cluster);
  if (named === undefined) throw invalid(call, "cluster", cluster);
  if (manufacturer !== undefined && !isWithin(manufacturer, 0, MANUFACTURERS))
    throw invalid(call, "manufacturer", manufacturer);
  const more = manufacturer === undefined ? {} : { manufacturer: Number(manufacturer) };
  return { target: { ieee: ieeeOf(call), endpoint: Number(endpoint) }, cluster: named, ...more };
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

/** By its name, by its number, or by its number as people write it. */
function readAttribute(given: unknown): string | number | undefined {
  if (isWithin(given, 0, 0xffff)) return Number(given);
  if (typeof given !== "string") return undefined;
  if (/^0x[0-9a-f]{1,4}$/i.test(given) || /^\d{1,5}$/.test(given))
    return Number(given) <= 0xffff ? Number(given) : undefined;
  return /^[A-Za-z]\w{1,60}$/.test(given) ? given : undefined;
}

function invalid(call: Call, member: string, value: unknown): ApiError {
  return new ApiError("invalid", `${call.address}/${member}`, member, value);
}

function hex(number: number): string {
  return `0x${number.toString(16).padStart(4, "0")}`;
}

const WHICH_CLUSTER = {
  endpoint: int(ENDPOINTS),
  cluster: text({ about: "`genOnOff`, or `0x0006`" }),
  manufacturer: int({ min: 0, max: MANUFACTURERS, about: "The code of the maker whose own attributes are meant" }),
};
const CLUSTER = object({
  members: {
    id: text({ about: "`0x0006`" }),
    name: text({ about: "`genOnOff`" }),
    side: text({ oneOf: ["input", "output"], about: "Whether it is read and told, or tells others" }),
    attributes: list({ each: text(), about: "The names that such a cluster may have" }),
    values: object({ about: "What the device told of them last" }),
    bound: list({ each: object(), about: "Whom it speaks to, as bindings name their targets" }),
    reported: list({
      each: object({
        members: {
          attribute: text(),
          least: int({ unit: "s" }),
          most: int({ unit: "s" }),
          change: int({ about: "That is worth a report" }),
        },
      }),
      about: "What it was told to report by itself",
    }),
  },
});

export const endpointRoutes: readonly Route[] = [
  [
    "GET",
    "/devices/bindings",
    allBindings,
    {
      does: "Get all bindings of all devices that the radio knows of, without asking the devices",
      gives: list({ each: object() }),
      errors: ["notConnected"],
    },
  ],
  [
    "GET",
    "/devices/:mac/endpoints",
    endpoints,
    {
      does: "Get the clusters of a device, with what is bound and reported, without asking the device",
      gives: object({ about: "By endpoint", each: object({ members: { clusters: list({ each: CLUSTER }) } }) }),
      errors: ["notConnected"],
    },
  ],
  [
    "POST",
    "/devices/:mac/attributes",
    read,
    {
      does: "Ask a device for attributes of a cluster: what it has is in `values`, what it has not in `failed`, with the status that it gave",
      body: {
        ...WHICH_CLUSTER,
        attributes: list({ each: text(), min: 1, max: MOST, about: "By name, or by number: `0x4003`" }),
      },
      needs: ["endpoint", "cluster", "attributes"],
      errors: [...errors, "disabled"],
    },
  ],
  [
    "PUT",
    "/devices/:mac/attributes",
    write,
    {
      does: "Write attributes of a cluster, as they are: nothing looks whether they make sense",
      body: {
        ...WHICH_CLUSTER,
        values: object({ about: `By name; an attribute by its number takes \`{value, type}\`; ${MOST} at most` }),
      },
      needs: ["endpoint", "cluster", "values"],
      errors: [...errors, "takes", "disabled"],
    },
  ],
];
