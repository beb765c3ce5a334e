/** A drawer in which apps keep texts of their own, by name. */
import type { Call, Handler } from "../core/call.ts";
import { lowestId } from "../core/ids.ts";
import { NOTHING } from "../core/records.ts";
import { content } from "../core/result.ts";
import type { Route } from "../core/router.ts";
import { type Definitions, plain } from "../model/definitions.ts";
import { ApiError } from "../model/errors.ts";
import { object, text } from "../model/fields.ts";
import { type Address, created, removed, success } from "../model/resource.ts";

const DRAWER: Address = "/userparameter";
const LONGEST = 100_000;
const MOST = 1_000;
const TEXT = text({ about: "Any other JSON is kept as its text" });
const TEXTS = object({ about: "By name", each: text() });

export const USERPARAMETER_TYPES: Definitions = {
  Userparameter: plain("userparameter", { value: text() }),
};

const readAll: Handler = ({ store }) => {
  return content(Object.fromEntries(store.list(DRAWER).map(({ address, attr }) => [nameIn(address), attr.value])));
};

const readOne: Handler = ({ store, params, address }) => {
  const resource = store.get(addressOf(params.name));
  if (!resource) throw new ApiError("notFound", address);
  return content({ [params.name ?? ""]: resource.attr.value });
};

const add: Handler = (call) => {
  const id = lowestId(call.draft, DRAWER);
  keep(call, id);
  return [created(`${DRAWER}/${id}`, id)];
};

const addNamed: Handler = (call) => {
  const { draft, params, address } = call;
  if (draft.get(addressOf(params.name))) throw new ApiError("duplicate", address, "userparameter", params.name);
  keep(call, params.name ?? "");
  return [created(`${DRAWER}/${params.name}`, undefined)];
};

const change: Handler = (call) => {
  const { draft, params } = call;
  if (!draft.get(addressOf(params.name))) return addNamed(call);
  const value = demandText(call);
  draft.patch(addressOf(params.name), "attr", { value });
  return [success(`${DRAWER}/${params.name}`, value)];
};

const remove: Handler = ({ draft, params, address }) => {
  if (!draft.get(addressOf(params.name))) throw new ApiError("notFound", address);
  draft.remove(addressOf(params.name));
  return [removed(`${DRAWER}/${params.name}`, params.name)];
};

/** Any JSON that a client sends is kept as its text. */
function demandText({ body, address }: Call): string {
  const value = typeof body === "string" ? body : JSON.stringify(body);
  if (value === undefined) throw new ApiError("badJson", address);
  if (value.length > LONGEST) throw new ApiError("invalid", address, "userparameter", value);
  return value;
}

function keep(call: Call, name: string): void {
  const { draft, address } = call;
  const value = demandText(call);
  if (draft.list(DRAWER).length >= MOST) throw new ApiError("tooMany", address);
  draft.put({
    address: addressOf(name),
    type: "Userparameter",
    attr: { value },
    config: NOTHING,
    state: NOTHING,
    action: NOTHING,
  });
}

function addressOf(name = ""): Address {
  return `${DRAWER}/${encodeURIComponent(name)}`;
}

function nameIn(address: Address): string {
  return decodeURIComponent(address.slice(DRAWER.length + 1));
}

export const userparameterRoutes: readonly Route[] = [
  ["GET", DRAWER, readAll, { does: "Get all texts that apps keep here", gives: TEXTS }],
  ["POST", DRAWER, add, { does: "Keep a text under a new id", takes: TEXT }],
  ["GET", `${DRAWER}/:name`, readOne, { does: "Get one text", gives: TEXTS }],
  ["POST", `${DRAWER}/:name`, addNamed, { does: "Keep a text under a name that is free", takes: TEXT, lenient: true }],
  ["PUT", `${DRAWER}/:name`, change, { does: "Keep a text under a name", takes: TEXT, lenient: true }],
  ["DELETE", `${DRAWER}/:name`, remove, { does: "Throw a text away" }],
];
