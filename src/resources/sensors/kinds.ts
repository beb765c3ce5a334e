/** The common part of all sensors: the members that each sensor has, and how measured numbers behave. */
import { type Definition, NO_FIELDS, type WriteRules } from "../../model/definitions.ts";
import { bool, type Fields, int, object, text, time } from "../../model/fields.ts";
import { nested } from "../../model/nested.ts";

/** interface 2.1; the members of every sensor besides those of its kind. */
export const STATE: Fields = {
  lowbattery: bool(),
  tampered: bool(),
  lastupdated: time({ default: "none", access: "read-only", about: "UTC, when the state was last written" }),
};
export const CONFIG = {
  on: bool({ default: true, about: "When false, the state stands still" }),
  reachable: bool({ default: true }),
  battery: int({ min: 0, max: 100, unit: "%" }),
  url: text({ min: 1, max: 2_000 }),
} satisfies Fields;
const WORD = { min: 1, max: 200, access: "read-only" } as const;
export const SENSOR_ATTR: Fields = {
  name: text({ min: 1, max: 32, coerce: "trim", about: "Display name" }),
  modelid: text(WORD),
  manufacturername: text(WORD),
  swversion: text(WORD),
  uniqueid: text(WORD),
  mode: int({ access: "read-only", about: "Operational mode of a switch" }),
  type: text({ access: "read-only" }),
  owner: text({ access: "read-only", about: "The flow that declares it: `flow:<node id>`" }),
  declared: object({ access: "hidden", about: "What the flow last said of it" }),
  etag: text({ access: "read-only", about: "Changes whenever the sensor changes" }),
};

/** A sensor of any sort: while `config.on` is false its state stands still; a write to the state stamps it. */
export function sensorType(
  { attr, config, state, clients }: Pick<Definition, "attr" | "config" | "state" | "clients">,
  rules: Pick<WriteRules, "adjust" | "follows"> = {},
): Definition {
  return {
    family: "sensors",
    attr,
    config,
    state,
    action: NO_FIELDS,
    clients,
    push: "changes",
    onWrite: {
      stamp: "lastupdated",
      ignores: ({ config: { on } }, section) => section === "state" && on === false,
      ...rules,
    },
    view: ({ type, attr, config, state }, etag) => ({ ...attr, config: nested(config), etag, state, type }),
  };
}
