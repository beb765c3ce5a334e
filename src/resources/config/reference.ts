/** What GET /config and GET / show besides the settings, for the reference. */
import { bool, type Field, type Fields, int, object, text, time } from "../../model/fields.ts";
import { isObject } from "../../model/resource.ts";
import { CONSTANTS, SOFTWARE_UPDATE } from "./type.ts";

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
