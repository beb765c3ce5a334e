/** What a client may ask of a door lock (core 4.5). */
import { bool, type Fields, text } from "../../model/fields.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import { ALERTS } from "./commands.ts";
import { fitting, granted, type Plan, refused } from "./state-plan.ts";

const LOCK_COMMANDS: Fields = {
  on: bool({ about: "`true` locks" }),
  alert: text({ oneOf: ALERTS }),
};

/** A door is locked when the lock says so, and not before. */
export function plannedLock(light: Resource, body: Values, address: Address): Plan {
  const { values, errors } = fitting(light, body, address, LOCK_COMMANDS, { on: "on", alert: "alert" });
  return errors.length > 0 ? refused(errors) : granted({ on: values.on, alert: values.alert }, address);
}
