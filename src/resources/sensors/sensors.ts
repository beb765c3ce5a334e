/** Sensors (interface 4.1): what a client may do with them. */
import type { Call, Handler, Writer } from "../../core/call.ts";
import { newId } from "../../core/ids.ts";
import { NOTHING } from "../../core/records.ts";
import type { Route } from "../../core/router.ts";
import type { Definition } from "../../model/definitions.ts";
import { ApiError } from "../../model/errors.ts";
import { accept, bool, defaults, type Fields, object, text } from "../../model/fields.ts";
import {
  type Address,
  created,
  isObject,
  type Outcome,
  type Resource,
  removed,
  success,
  type Values,
} from "../../model/resource.ts";
import { utcMilliseconds } from "../../model/time/times.ts";
import { declaration, demandMayRemove, demandOwn } from "../declared.ts";
import { updateDeviceConfig } from "../devices/config.ts";
import { FINDS, found, search } from "../devices/search.ts";
import { allowed, demandObject, etagOf, list, named, read, updateEach, updateWhole, write } from "../handlers.ts";
import { forget, refuseState, updateDaylight } from "./daylight.ts";
import { replaceWeek, weekRoutes } from "./week-schedule.ts";

const MOST_CLIP_SENSORS = 1_000;
const WORDS = ["name", "modelid", "swversion", "type", "uniqueid", "manufacturername"] as const;
const NEW_WORD = text({ min: 1, max: 200, coerce: "trim" });
const NEW: Fields = {
  ...Object.fromEntries(WORDS.map((word) => [word, NEW_WORD])),
  state: object({ about: "Initial values" }),
  config: object(),
  owner: text({ about: "Of a sensor that a flow declares: that flow, and nobody else, may say so" }),
  recycle: bool({ about: "Accepted for the sake of Hue clients, and without effect" }),
};

/** No body, `{}` and `null` start a search; anything else wants to be a sensor. */
const createOrSearch: Handler = (call) => {
  const { body } = call;
  const empty = body === undefined || body === null || (isObject(body) && Object.keys(body).length === 0);
  return empty ? search("sensors")(call) : create(call);
};

function create(call: Call): readonly Outcome[] {
  const { draft, clock, store } = call;
  const body = demandObject(call);
  const clips = draft.list("/sensors").filter(({ type }) => type.startsWith("CLIP")).length;
  if (clips >= MOST_CLIP_SENSORS) throw new ApiError("sensorsFull", "/sensors/");
  for (const word of WORDS) if (!(word in body)) throw new ApiError("missingOne", "/sensors", word);
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(NEW, name)) throw new ApiError("unknown", `/sensors/${name}`, name);
  }
  const { type = "", ...words } = readWords(body);
  const { state = {}, config = {} } = body;
  if (!type.startsWith("CLIP")) throw new ApiError("typeNotCreatable", "/sensors");
  if (draft.list("/sensors").some(({ attr }) => attr.uniqueid === words.uniqueid)) {
    throw new ApiError("duplicate", "/sensors", "sensor with uniqueid", words.uniqueid);
  }
  const definition = Object.hasOwn(store.definitions, type) ? store.definitions[type] : undefined;
  if (!definition?.clients.create) throw new ApiError("invalid", "/sensors", "type", type);
  const given = initial(definition.state, state, "/sensors/state");
  const settings = { ...defaults(definition.config), ...initial(definition.config, config, "/sensors/config") };
  const id = newId(draft, "sensors");
  const attr = {
    ...defaults(definition.attr),
    ...declaration(call, declaring({ owner: body.owner, name: body.name })),
    ...words,
  };
  const raw: Resource = { address: `/sensors/${id}`, type, attr, config: settings, state: NOTHING, action: NOTHING };
  draft.put({ ...raw, state: firstState(definition, raw, given, clock.now()) });
  return [created(raw.address, id)];
}

function readWords(body: Values): Record<string, string> {
  const words: Record<string, string> = {};
  for (const word of WORDS) {
    const value = accept(NEW_WORD, body[word]);
    if (typeof value !== "string") throw new ApiError("invalid", `/sensors/${word}`, word, body[word]);
    words[word] = value;
  }
  return words;
}

/** A declaration leaves out members that make another sensor when a flow changes them. Its config is from when the node went to rest. */
function declaring({ owner, name, config }: Values): Values {
  return { owner, ...(name === undefined ? {} : { name }), ...(config === undefined ? {} : { config }) };
}

/** The given values, and those that follow from them: a light level comes with dark, daylight and lux. */
function firstState(definition: Definition, raw: Resource, given: Values, now: number): Values {
  const { adjust, follows, stamp } = definition.onWrite ?? {};
  const state = { ...defaults(definition.state), ...(adjust?.(given, raw) ?? given) };
  const isWritten = stamp !== undefined && Object.keys(given).length > 0;
  return { ...state, ...follows?.(raw, { ...raw, state }), ...(isWritten ? { [stamp]: utcMilliseconds(now) } : {}) };
}

function initial(fields: Fields, given: unknown, address: Address): Values {
  if (!isObject(given)) throw new ApiError("invalid", "/sensors", address.slice("/sensors/".length), given);
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || field.access) throw new ApiError("unknown", `/sensors/${name}`, name);
    const kept = accept(field, value);
    if (kept === undefined) throw new ApiError("invalid", address, name, value);
    values[name] = kept;
  }
  return values;
}

/** A name, and with it, as some clients send it, the config. */
const update: Handler = (call) => {
  const { config, owner, ...attr } = demandObject({ body: call.body, address: "/sensors" });
  const resource = named(call);
  const declared = declaration(call, declaring({ owner, config, ...attr }), resource);
  const { values, errors } = allowed(call, resource, "attr", attr);
  const worst = errors.find(({ error }) => error !== "invalid") ?? errors[0]; // a wrong name weighs more than a wrong value
  if (worst) throw worst;
  const outcomes = write(call, resource, "attr", values);
  if (owner !== undefined) call.draft.patch(resource.address, "attr", declared);
  if (config === undefined) return outcomes;
  const more = updateConfig()(call.part(config, `${call.address}/config`));
  const both = (others: readonly Outcome[]) => [...outcomes, ...others];
  return more instanceof Promise ? more.then(both) : both(more);
};

/** Of a virtual sensor all members are a client's to write. */
const updateConfig =
  (at?: Address): Writer =>
  (call) => {
    demandObject({ body: call.body, address: at ?? call.address });
    const sensor = named(call);
    demandOwn(call, sensor);
    if (sensor.type === "Daylight") return updateDaylight(call, sensor);
    const { clients } = call.draft.definition(sensor);
    if (clients.create) return updateEach("config", at)(call);
    const rest = updateDeviceConfig(oursOf, at);
    return hasWeek(call) ? withWeek(call, rest) : rest(call);
  };

function hasWeek({ body, draft, params }: Call): boolean {
  const sensor = draft.find("/sensors", params.id ?? "");
  return isObject(body) && Object.hasOwn(body, "schedule") && isObject(sensor?.config.schedule);
}

/** A device is waited for before its week is kept; the other members are not. */
async function withWeek(call: Call, rest: Writer): Promise<readonly Outcome[]> {
  const { schedule, ...body } = call.body as Values;
  const outcome = await replaceWeek(call, schedule);
  const others = Object.keys(body).length > 0 ? rest(call.part(body)) : [];
  return [...(outcome ? [outcome] : []), ...(await others)];
}

function oursOf({ attr }: Resource): readonly string[] {
  return ["on", "tholddark", "tholdoffset", "group", ...(attr.calibrates ? [] : ["offset"])];
}

const updateState: Handler = (call) => {
  demandObject(call);
  const sensor = named(call);
  demandOwn(call, sensor);
  if (sensor.type === "Daylight") return refuseState(call);
  return updateWhole("state")(call);
};

const remove: Handler = (call) => {
  const { draft, body, params, address, devices, after } = call;
  const { reset } = body === undefined || body === null ? {} : demandObject(call);
  if (reset !== undefined && typeof reset !== "boolean")
    throw new ApiError("invalid", `${address}/reset`, "reset", reset);
  const sensor = named(call);
  demandMayRemove(call, sensor);
  draft.remove(sensor.address);
  if (sensor.type === "Daylight") forget(draft);
  after(() => devices.removed(sensor, reset === true));
  return reset === undefined ? [removed(sensor.address, params.id)] : [success(`${address}/reset`, reset)];
};

export const sensorRoutes: readonly Route[] = [
  [
    "POST",
    "/sensors",
    createOrSearch,
    { does: "Create a CLIP sensor; without a body, search for new devices", body: NEW, needs: WORDS },
  ],
  ["GET", "/sensors", list("/sensors"), { does: "Get all sensors", answers: "sensors by id" }],
  ["GET", "/sensors/new", found("sensors"), { does: "Get the sensors that the last search found", gives: FINDS }],
  ["GET", "/sensors/:id", read("/sensors"), { does: "Get a sensor, by its id or its uniqueid", answers: "sensor" }],
  [
    "PUT",
    "/sensors/:id",
    update,
    { does: "Rename a sensor", etag: etagOf("/sensors"), body: { name: text({ min: 1, max: 32 }) } },
  ],
  [
    "PUT",
    "/sensors/:id/config",
    updateConfig("/sensors/config"),
    { does: "Change a sensor's config", etag: etagOf("/sensors") },
  ],
  ...weekRoutes,
  ["PUT", "/sensors/:id/state", updateState, { does: "Change the state of a CLIP sensor", etag: etagOf("/sensors") }],
  [
    "DELETE",
    "/sensors/:id",
    remove,
    {
      does: "Delete a sensor; Daylight comes back when the gateway moves",
      body: { reset: bool({ about: "Also make the device leave" }) },
    },
  ],
];
