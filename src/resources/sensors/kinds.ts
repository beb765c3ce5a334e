/** What sensors of all sorts have in common: the members that each has, and how measured numbers behave. */
import { type Definition, NO_FIELDS, type WriteRules } from "../../model/definitions.ts";
import { bool, type Fields, int, object, text, time } from "../../model/fields.ts";
import { nested } from "../../model/nested.ts";
import type { Values } from "../../model/resource.ts";
import { luxOf } from "../../model/units.ts";

export interface Kind {
  readonly state: Fields;
  readonly config?: Fields;
  readonly adjust?: NonNullable<WriteRules["adjust"]>;
  readonly follows?: NonNullable<WriteRules["follows"]>;
}

/** interface 2.1; what every sensor has besides the members of its kind. */
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

/** A number that is measured, and moved by `config.offset`; what was never measured stays unknown. */
export function measured(member: string, field: ReturnType<typeof int>): Kind {
  const { min = 0, max = 0, unit = "" } = field;
  const moved = (value: unknown, by: number) => Math.min(max, Math.max(min, Number(value) + by));
  const isKnown = (value: unknown) => value !== undefined && value !== null;
  return {
    state: { [member]: field },
    config: { offset: int({ min: -32_768, max: 32_767, default: 0, unit, about: "Added to what is measured" }) },
    adjust: (values, { config }) =>
      isKnown(values[member]) ? { ...values, [member]: moved(values[member], Number(config.offset ?? 0)) } : values,
    follows: (before, after) => {
      const by = Number(after.config.offset ?? 0) - Number(before.config.offset ?? 0);
      return by === 0 || !isKnown(after.state[member]) ? {} : { [member]: moved(after.state[member], by) };
    },
  };
}

export function brightness(level: number, dark: number, offset: number): Values {
  return {
    lux: luxOf(level),
    dark: level <= dark,
    daylight: level >= dark + offset,
  };
}
