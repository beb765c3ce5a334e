/** The gateway as clients see it: its settings, the public part of them, and the full state. */
import type { Call, Handler } from "../../core/call.ts";
import { Page } from "../../core/pages.ts";
import { content } from "../../core/result.ts";
import { bool, type Field, type Fields, int, object, text, time } from "../../model/fields.ts";
import { type Address, isObject, type Values } from "../../model/resource.ts";
import { isHueStyle, whitelist } from "./keys.ts";
import { CONFIG, CONSTANTS, HUE_FACE, SOFTWARE_UPDATE } from "./type.ts";

const FAMILIES: readonly Address[] = ["/groups", "/lights", "/resourcelinks", "/rules", "/schedules", "/sensors"];

const NO_FIRMWARE = "0x26780700"; // clients take all zeros for "not ready yet"

/** A request with a wrong key gets the public part: clients tell by the missing members that they lost their key. */
export const readConfig: Handler = (call) => content(configFor(call), call.store.etag);

/** Everything at once, joined from pages that are kept ready. */
export const readAll: Handler = (call) => {
  const parts: Uint8Array[] = [
    Buffer.from(`{"alarmsystems":{},"config":${JSON.stringify(configFor(call))},"scenes":{}`),
  ];
  for (const family of FAMILIES) {
    const { json } = call.store.collection(family).for(call.key);
    parts.push(Buffer.from(`,"${family.slice(1)}":`), typeof json === "string" ? Buffer.from(json) : json);
  }
  parts.push(Buffer.from("}"));
  return new Page(call.store.etag, Buffer.concat(parts), false);
};

export function configFor(call: Call): Values {
  const { store, host, radio, isAnonymous, cause } = call;
  const resource = store.get(CONFIG);
  const settings = resource ? store.view(resource) : {};
  const { ip, mac, netmask, gateway } = host.addresses();
  const basic = {
    apiversion: CONSTANTS.apiversion,
    bridgeid: settings.bridgeid,
    datastoreversion: CONSTANTS.datastoreversion,
    devicename: CONSTANTS.devicename,
    factorynew: CONSTANTS.factorynew,
    mac,
    modelid: CONSTANTS.modelid,
    name: settings.name,
    replacesbridgeid: CONSTANTS.replacesbridgeid,
    starterkitid: CONSTANTS.starterkitid,
    swversion: CONSTANTS.swversion,
    ...(isHueStyle(cause.by) ? HUE_FACE : {}),
  };
  if (isAnonymous) return basic;
  const { http, push } = host.ports();
  return {
    ...CONSTANTS,
    ...SOFTWARE_UPDATE,
    ...settings,
    ...basic,
    fwversion: radio.network?.firmware ?? NO_FIRMWARE,
    gateway,
    ipaddress: ip,
    netmask,
    port: http,
    panid: radio.network?.panid ?? 0,
    rfconnected: radio.up,
    websocketport: push,
    whitelist: whitelist(call),
  };
}

// ---- members that GET /config and GET / show besides the settings, for the reference

const FIXED = { access: "read-only" } as const;

const KEY = object({
  ...FIXED,
  members: { name: text(), "create date": time(), "last use date": time() },
});

const LIVE: Fields = {
  fwversion: text({ ...FIXED, about: "Firmware of the adapter" }),
  ipaddress: text(FIXED),
  netmask: text(FIXED),
  gateway: text(FIXED),
  mac: text(FIXED),
  port: int({ ...FIXED, about: "The port of this interface" }),
  websocketport: int({ ...FIXED, about: "The port of the push channel" }),
  whitelist: object({ ...FIXED, about: "By key: the caller's own in full, others by their public prefix", each: KEY }),
};

export const SHOWN: Field = object({
  members: { ...Object.fromEntries(Object.entries({ ...CONSTANTS, ...SOFTWARE_UPDATE }).map(fieldOf)), ...LIVE },
});

/** Each looks as it does when it is read alone. */
export const WHOLE: Field = object({
  members: {
    alarmsystems: object(),
    config: object(),
    groups: object(),
    lights: object(),
    resourcelinks: object(),
    rules: object(),
    scenes: object({ about: "Always empty" }),
    schedules: object(),
    sensors: object(),
  },
});

function fieldOf([name, value]: readonly [string, unknown]): readonly [string, Field] {
  if (typeof value === "boolean") return [name, bool(FIXED)];
  if (typeof value === "number") return [name, int(FIXED)];
  if (isObject(value))
    return [name, object({ ...FIXED, members: Object.fromEntries(Object.entries(value).map(fieldOf)) })];
  if (Array.isArray(value)) return [name, { ...FIXED, kind: "list" }];
  return [name, text(value === null ? { ...FIXED, oneOf: [null] } : FIXED)];
}
