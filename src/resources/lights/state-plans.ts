/** Plans for a body to a covering, a siren or a door lock (wire 4.5): the answer, the values to send, and those to show meanwhile. */
import { ApiError } from "../../model/errors.ts";
import { bool, type Checked, check, type Fields, num, text } from "../../model/fields.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";

export const ALERTS = ["none", "select", "lselect"] as const;

/** A member that is granted, with the value that it gets. */
export interface Granted {
  readonly member: string;
  readonly value: unknown;
}

export interface StatePlan {
  readonly answer: readonly (Granted | ApiError)[]; // in the order of wire 4.4
  readonly values: Values; //   for the device
  readonly optimistic: Values; // for the store, until the device reports
}

const NOTHING: Values = Object.freeze({});
const PERCENT = { min: 0, max: 100, unit: "%" } as const;

export const COVER_COMMANDS: Fields = {
  stop: bool({ about: "Goes before all others; so does the text `stop` for `lift` or `bri`" }),
  lift: num({ ...PERCENT, about: "How far it is closed" }),
  lift_inc: num({ min: -100, max: 100, unit: "%", about: "0 stops" }),
  open: bool(),
  tilt: num(PERCENT),
  alert: text({ oneOf: ALERTS.slice(0, 2) }),
  on: bool({ about: "The same as not `open`" }),
  bri: num({ min: 0, max: 255, about: "`lift`, with 254 for closed" }),
  bri_inc: num({ oneOf: [0], about: "Stops" }),
  sat: num({ min: 0, max: 255, about: "`tilt`, with 254 for 100 %" }),
};

const COVER_NEEDS: Readonly<Record<string, string>> = {
  stop: "open",
  lift: "lift",
  lift_inc: "lift",
  open: "open",
  tilt: "tilt",
  alert: "alert",
  on: "open",
  bri: "lift",
  bri_inc: "open",
  sat: "tilt",
};

const SIREN_COMMANDS: Fields = {
  alert: text({
    oneOf: ["none", "select", "lselect", "blink", "all"],
    about: "`select`: short, `lselect`: until `none` or as long as `ontime` says",
  }),
  ontime: num({ min: 0, max: 65_535, unit: "0.1 s" }),
};

const LOCK_COMMANDS: Fields = {
  on: bool({ about: "`true` locks" }),
  alert: text({ oneOf: ALERTS }),
};

/** Motors take their time, and may be stopped by hand: no value is shown before they report it. */
export function plannedCover(light: Resource, body: Values, address: Address): StatePlan {
  const { values, errors } = checkedFor(light, inFigures(body), address, COVER_COMMANDS, COVER_NEEDS);
  if (errors.length > 0) return refusedAll(errors);
  if (Number(values.lift_inc ?? 0) !== 0 && typeof light.state.lift !== "number")
    return refusedAll([new ApiError("invalid", `${address}/lift_inc`, "lift_inc", values.lift_inc)]);
  const { alert } = values;
  const tilt = values.tilt ?? inPercent(values.sat);
  return grantedAll({ ...moveOf(light, values), tilt: rounded(tilt), alert }, address);
}

/** A stop goes before a lift, a lift before a step, and that before open. */
function moveOf({ state }: Resource, values: Values): Values {
  const { stop, lift, lift_inc, open, on, bri, bri_inc } = values;
  if (stop === true || lift_inc === 0 || bri_inc === 0) return { stop: true };
  const to = lift ?? inPercent(bri);
  if (to !== undefined) return { lift: rounded(to) };
  if (lift_inc !== undefined) return { lift: rounded(clamped(Number(state.lift) + Number(lift_inc))) };
  if (open !== undefined) return { open };
  return { open: on === undefined ? undefined : !on };
}

function inFigures(body: Values): Values {
  const { lift, bri, ...rest } = body;
  if (lift === "stop" || bri === "stop") return { ...rest, stop: true };
  return body;
}

function inPercent(level: unknown): number | undefined {
  return level === undefined ? undefined : clamped(Math.floor((Number(level) * 100) / 254));
}

function rounded(value: unknown): number | undefined {
  return value === undefined ? undefined : Math.round(Number(value));
}

function clamped(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}

/** A siren sounds when it says so itself. */
export function plannedSiren(light: Resource, body: Values, address: Address): StatePlan {
  const { values, errors } = checkedFor(light, body, address, SIREN_COMMANDS, { alert: "alert", ontime: "alert" });
  if (errors.length > 0) return refusedAll(errors);
  const { values: sent, ...plan } = grantedAll({ alert: values.alert }, address);
  const ontime = Math.round(Number(values.ontime ?? 0));
  return { ...plan, values: "alert" in sent && ontime > 0 ? { ...sent, ontime } : sent };
}

/** A door is locked when the lock says so, and not before. */
export function plannedLock(light: Resource, body: Values, address: Address): StatePlan {
  const { values, errors } = checkedFor(light, body, address, LOCK_COMMANDS, { on: "on", alert: "alert" });
  return errors.length > 0 ? refusedAll(errors) : grantedAll({ on: values.on, alert: values.alert }, address);
}

function refusedAll(errors: readonly ApiError[]): StatePlan {
  return { answer: errors, values: NOTHING, optimistic: NOTHING };
}

/** All of it is sent and answered, and nothing is shown before the device reports it. */
function grantedAll(wanted: Values, address: Address): StatePlan {
  const said = Object.entries(wanted).filter(([, value]) => value !== undefined);
  if (said.length === 0) return refusedAll([new ApiError("missing", address)]);
  return {
    answer: said.map(([member, value]) => ({ member, value })),
    values: Object.fromEntries(said),
    optimistic: NOTHING,
  };
}

/** Checks a body by those fields that the resource has; `needs` names the member of its state by which it shows that. */
function checkedFor(
  { state }: Resource,
  body: Values,
  address: Address,
  fields: Fields,
  needs: Readonly<Record<string, string>>,
): Checked {
  const own = Object.entries(fields).filter(([name]) => Object.hasOwn(state, needs[name] ?? ""));
  return check(Object.fromEntries(own), body, address);
}
