/** Devices as a whole: everything that they show and take, with any resources. */
import type { Call, Handler } from "../../core/call.ts";
import { content } from "../../core/result.ts";
import type { Route } from "../../core/router.ts";
import { shown as shownOf } from "../../model/definitions.ts";
import type { Property } from "../../model/devices.ts";
import { DOCTOR } from "../../model/doctor/troubles.ts";
import { ApiError } from "../../model/errors.ts";
import { int, list, object, text, time } from "../../model/fields.ts";
import { type Outcome, removed, success, type Values } from "../../model/resource.ts";
import { allowed, demandEnabled, demandMembers, demandObject, demandRadio, fromRadio, overAir } from "../handlers.ts";
import { endpointRoutes } from "./endpoints.ts";
import { DEVICES, demandDevice, AIR_ERRORS as errors, ieeeOf, MAC, partsOf } from "./named.ts";
import { networkRoutes } from "./network.ts";
import { replacementRoutes } from "./replacement.ts";
import { troubleView } from "./trouble-words.ts";
import { CELLS, DISABLED, FOLLOWS_ROOM, NOTES, TROUBLE_MEMBERS } from "./type.ts";

const all: Handler = ({ store }) => {
  const present = store.list(DEVICES).filter(({ attr }) => attr.gone !== true);
  return content(present.map(({ attr }) => attr.uniqueid));
};

const one: Handler = (call) => {
  const device = demandDevice(call);
  const { uniqueid } = device.attr;
  const parts = partsOf(call, String(uniqueid)).map((resource) => {
    const { type, attr, config, state } = resource;
    const definition = call.store.definition(resource);
    return {
      type,
      uniqueid: attr.uniqueid,
      config: itemsOf(shownOf(definition.config, config)),
      state: itemsOf(shownOf(definition.state, state), state.lastupdated),
    };
  });
  return content({ ...call.store.view(device), ...doctorsView(call, String(uniqueid)), subdevices: parts });
};

/** The doctor's findings, the likeliest cause first, and the deliveries of frames to the device. Both are ours. */
function doctorsView({ engines, store }: Call, uniqueid: string): Values {
  const doctor = engines.find(DOCTOR);
  const deliveries = doctor?.deliveries(uniqueid);
  const diagnosis = (doctor?.diagnose(uniqueid) ?? []).map((trouble) => troubleView(store, trouble));
  return { ...(diagnosis.length > 0 ? { diagnosis } : {}), ...(deliveries ? { deliveries } : {}) };
}

/** In the shape of the real gateway's device descriptions. That of a known model is as good as those that are called "Gold" there. */
const description: Handler = async (call) => {
  const { uniqueid, manufacturername, modelid, vendor, productid, productname } = demandDevice(call, call.address).attr;
  const facts = await call.radio.describe(ieeeOf(call)).catch(() => undefined); // while the radio is away, the stored product id counts
  const isKnown = facts ? facts.definition?.generated === false : productid !== undefined;
  const itemOf = (section: string) => (name: string) => ({ name: `${section}/${name}` });
  const subdevices = partsOf(call, String(uniqueid)).map(({ type, attr, config, state }) => ({
    type,
    uuid: [
      "$address.ext",
      ...String(attr.uniqueid)
        .split("-")
        .slice(1)
        .map((part) => `0x${part.toUpperCase()}`),
    ],
    items: [
      ...["id", "manufacturername", "modelid", "name", "swversion", "type", "uniqueid"].map(itemOf("attr")),
      ...Object.keys(config).map(itemOf("config")),
      ...Object.keys(state).map(itemOf("state")),
    ],
  }));
  return content({
    ...{ schema: "devcap1.schema.json", manufacturername, modelid, vendor: vendor ?? manufacturername },
    ...{ product: productid ?? modelid, description: productname, status: isKnown ? "Gold" : "Draft", subdevices },
  });
};

function itemsOf(values: Values, lastupdated?: unknown): Values {
  const when = lastupdated === undefined ? {} : { lastupdated };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, ...when }]));
}

const exposes: Handler = async (call) => {
  const { devices, address } = call;
  const properties = await fromRadio(address, devices.properties(ieeeOf(call)));
  return content(Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, shown(property)])));
};

const expose: Handler = async (call) => {
  const { devices, address, params } = call;
  const properties = await fromRadio(address, devices.properties(ieeeOf(call)));
  const { property = "" } = params;
  const found = Object.hasOwn(properties, property) ? properties[property] : undefined;
  if (!found) throw new ApiError("notFound", address);
  return content(shown(found));
};

function shown({ expose, option, value }: Property): Values {
  return { ...expose, option, value: value ?? null };
}

const ask: Handler = async (call) => {
  const { devices, address, params } = call;
  const value = await overAir(call, () => devices.getProperty(ieeeOf(call), params.property ?? ""));
  return [success(address, value ?? null)];
};

const setOne: Handler = async (call) => {
  const body = demandMembers(call);
  if (!("value" in body)) throw new ApiError("missingOne", call.address, "value");
  return [await set(call, call.params.property ?? "", body.value, call.address)];
};

/** Every property stands for itself. */
const setMany: Handler = async (call) => {
  const outcomes: Outcome[] = [];
  for (const [property, value] of Object.entries(demandMembers(call))) {
    const at = `${call.address}/${property}`;
    outcomes.push(
      await set(call, property, value, at).catch((error) => {
        if (error instanceof ApiError) return error;
        throw error;
      }),
    );
  }
  return outcomes;
};

async function set(call: Call, property: string, value: unknown, at: string): Promise<Outcome> {
  const done = await overAir(call, () => call.devices.setProperty(ieeeOf(call), property, value, call.cause), at);
  return success(at, done === "pending" ? { value, pending: true } : value);
}

const clusters: Handler = async (call) => content(await fromRadio(call.address, call.devices.clusters(ieeeOf(call))));

const SAYS_NOTHING: Values = { notes: "", cells: "", disabled: false };

/** Only values that say something are kept: an empty note, and `disabled: false`, are absent. */
const update: Handler = (call) => {
  const device = demandDevice(call);
  const { values, errors } = allowed(call, device, "attr", demandMembers(call));
  if (errors[0]) throw errors[0];
  const kept = Object.entries(values).map(([name, value]) => [name, value === SAYS_NOTHING[name] ? undefined : value]);
  call.draft.patch(device.address, "attr", Object.fromEntries(kept));
  return Object.entries(values).map(([name, value]) => success(`${call.address}/${name}`, value));
};

const interview: Handler = (call) => {
  const target = { ieee: ieeeOf(call) };
  demandEnabled(call);
  demandRadio(call, call.address);
  call.after(() => void call.radio.order({ do: "interview", target }).catch(() => {})); // how it goes is told by facts
  return [success(call.address, true)];
};

const remove: Handler = (call) => {
  const device = demandDevice(call);
  const parts = partsOf(call, String(device.attr.uniqueid));
  for (const { address } of parts) call.draft.remove(address);
  const last = parts.at(-1) ?? device;
  call.after(() => call.devices.removed(last, true));
  return [removed(device.address, device.attr.uniqueid)];
};

const installcode: Handler = async (call) => {
  const { installcode: code } = demandObject(call);
  if (code === undefined) throw new ApiError("missingOne", call.address, "installcode");
  if (typeof code !== "string" || !/^[\w:$|% .-]{12,400}$/.test(code)) {
    throw new ApiError("invalid", `${call.address}/installcode`, "installcode", code);
  }
  const { mac } = call.params; // without one the code says itself whose it is
  if (mac !== undefined && !MAC.test(mac)) throw new ApiError("notFound", call.address);
  const whole = mac === undefined ? code.trim() : `${mac.replaceAll(":", "")}|${code.trim()}`;
  await overAir(call, () => call.radio.installCode(whole));
  return [success(call.address, code)];
};

const DIAGNOSIS = list({
  about: "What may be wrong with it, the likeliest cause first; absent where nothing is. Ours",
  each: object({ members: { ...TROUBLE_MEMBERS, description: text({ about: "In a sentence" }), cure: text() } }),
});
const DELIVERIES = object({
  about: "What became of the frames for it; absent until something was sent or heard. Ours",
  members: {
    since: time({ about: "When counting began, UTC" }),
    sent: int(),
    retried: int(),
    lost: int(),
    causes: object({ about: "How much was lost of late, by cause: `no-ack`, `no-route`, `silent` …" }),
    rejoins: int({ about: "Of late" }),
    moves: int({ about: "How often it had another address of late" }),
    heard: time({ about: "UTC" }),
    told: time({ about: "When it told something by itself, UTC" }),
    via: text({ about: "Whom it hangs on, or who is the next one on the way to it" }),
    viasince: time({ about: "When that was seen last, UTC" }),
    hours: list({
      about: "The last 24, the newest last",
      each: object({
        members: { at: time(), sent: int(), lost: int(), told: int(), link: int({ min: 0, max: 255, nullable: true }) },
      }),
    }),
  },
});

const SETTING = [...errors, "takes", "readOnly"] as const;

export const deviceRoutes: readonly Route[] = [
  ["GET", "/devices", all, { does: "Get the addresses of all devices", gives: list({ each: text() }) }],
  [
    "GET",
    "/devices/:mac",
    one,
    {
      does: "Get a device with the resources that it became, what may be wrong with it, and what became of the frames for it",
      gives: object({ members: { diagnosis: DIAGNOSIS, deliveries: DELIVERIES } }),
    },
  ],
  [
    "GET",
    "/devices/:mac/ddf",
    description,
    { does: "Get what is known of a device's model, as the real gateway describes devices", gives: object() },
  ],
  [
    "PUT",
    "/devices/:mac",
    update,
    {
      does: "Note something about a device or the batteries that it takes, have it follow the switch of its room or not, or disable it: then it is ignored until it is enabled again",
      body: { notes: NOTES, cells: CELLS, disabled: DISABLED, followsroom: FOLLOWS_ROOM },
    },
  ],
  ["DELETE", "/devices/:mac", remove, { does: "Delete a device with all its resources, and make it leave" }],
  ["POST", "/devices/:mac/interview", interview, { does: "Ask a device anew what it is" }],
  [
    "GET",
    "/devices/:mac/exposes",
    exposes,
    { does: "Get everything that a device shows and takes", gives: object(), errors },
  ],
  [
    "PUT",
    "/devices/:mac/exposes",
    setMany,
    { does: "Set properties of a device, by their names", takes: object(), errors: SETTING },
  ],
  ["GET", "/devices/:mac/exposes/:property", expose, { does: "Get one property of a device", gives: object(), errors }],
  [
    "PUT",
    "/devices/:mac/exposes/:property",
    setOne,
    { does: "Set one property: `{value}`", takes: object(), errors: SETTING },
  ],
  ["POST", "/devices/:mac/exposes/:property", ask, { does: "Ask the device for a property", errors }],
  [
    "GET",
    "/devices/:mac/clusters",
    clusters,
    { does: "Get the endpoints and clusters of a device", gives: object(), errors },
  ],
  [
    "POST",
    "/devices/installcode",
    installcode,
    {
      does: "Tell an install code as it is printed on a device that will join",
      body: { installcode: text() },
      needs: ["installcode"],
      errors,
    },
  ],
  [
    "PUT",
    "/devices/:mac/installcode",
    installcode,
    {
      does: "Tell the install code of a device that will join",
      body: { installcode: text() },
      needs: ["installcode"],
      errors,
    },
  ],
  ...endpointRoutes,
  ...replacementRoutes,
  ...networkRoutes,
];
