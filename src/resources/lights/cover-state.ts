/** What a client may ask of a window covering (core 4.5): in its own words, and in those of a lamp, which older clients use. */
import { ApiError } from "../../model/errors.ts";
import { bool, type Fields, num, text } from "../../model/fields.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import { ALERTS } from "./light-commands.ts";
import { checkedFor, grantedAll, refusedAll, type StatePlan } from "./state-plan.ts";

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

const NEEDS: Readonly<Record<string, string>> = {
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

/** Motors take their time, and may be stopped by hand: nothing is believed before they tell. */
export function plannedCover(light: Resource, body: Values, address: Address): StatePlan {
  const { values, errors } = checkedFor(light, inFigures(body), address, COVER_COMMANDS, NEEDS);
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
