/** Questions about one resource of a device: the values of a member (homebridge builds its buttons from it), and how the device is now. */
import type { Call, Handler } from "../../core/call.ts";
import { content } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { field } from "../../model/definitions.ts";
import { ApiError } from "../../model/errors.ts";
import { type Field, isVisible, object } from "../../model/fields.ts";
import { type Resource, success, type Values } from "../../model/resource.ts";
import { named, overAir } from "../handlers.ts";
import { AIR_ERRORS as errors } from "./named.ts";

const introspect: Handler = (call) => {
  const { params, address, devices, draft } = call;
  const { section, item = "" } = params;
  const resource = (["/sensors", "/lights"] as const).map((all) => draft.find(all, params.mac ?? "")).find(Boolean);
  if (!resource || (section !== "state" && section !== "config")) throw new ApiError("notFound", address);
  const known = field(draft.definition(resource), section, item);
  if (!known || !isVisible(known) || !Object.hasOwn(resource[section], item)) throw new ApiError("notFound", address);
  return content(item === "buttonevent" ? buttonsOf(devices, resource) : shapeOf(known));
};

function buttonsOf(devices: Call["devices"], resource: Resource): Values {
  const meanings = Object.entries(devices.buttons(resource) ?? {});
  const buttons = meanings.map(([, { button, name = `Button ${button}` }]) => [String(button), { name }]);
  const values = meanings.map(([code, { button, action }]) => [code, { button, action }]);
  return { buttons: Object.fromEntries(buttons), values: Object.fromEntries(values), type: "int32" };
}

function shapeOf({ kind, min, max, oneOf }: Field): Values {
  if (kind === "bool") return { type: "bool" };
  if (kind !== "int" && kind !== "num") return { type: "string", ...(oneOf ? { values: oneOf } : {}) };
  const range = { ...(min === undefined ? {} : { minval: min }), ...(max === undefined ? {} : { maxval: max }) };
  return { type: kind === "num" ? "double" : typeFor(min ?? -2_147_483_648, max ?? 2_147_483_647), ...range };
}

/** The smallest integer type that holds the range. */
function typeFor(min: number, max: number): string {
  const bits = [8, 16, 32].find((size) =>
    min < 0 ? min >= -(2 ** (size - 1)) && max < 2 ** (size - 1) : max < 2 ** size,
  );
  return `${min < 0 ? "int" : "uint"}${bits ?? 64}`;
}

export const introspectRoutes: readonly Route[] = [
  [
    "GET",
    "/devices/:mac/:section/:item/introspect",
    introspect,
    { does: "Get what a member of a light or sensor, by its uniqueid, can say", gives: object() },
  ],
];

/** Asks the device behind a light or a sensor, where the values that are kept will not do. */
const refresh: Handler = async (call) => {
  const { store, devices, address } = call;
  const resource = named(call);
  if (store.definition(resource).clients.create) throw new ApiError("notSettable", address); // no device stands behind it
  await overAir(call, () => devices.refresh(resource));
  return [success(address, store.view(store.get(resource.address) ?? resource).state)];
};

export const refreshRoutes: readonly Route[] = [
  ["POST", "/sensors/:id/refresh", refresh, { does: "Ask the device of a sensor for its values now", errors }],
  ["POST", "/lights/:id/refresh", refresh, { does: "Ask a light how it is now", errors }],
];
