/** What a client may ask of a door lock (core 4.5). */
import { bool, type Fields, text } from "../../model/fields.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import { ALERTS } from "./light-commands.ts";
import { checkedFor, grantedAll, refusedAll, type StatePlan } from "./state-plan.ts";

const LOCK_COMMANDS: Fields = {
  on: bool({ about: "`true` locks" }),
  alert: text({ oneOf: ALERTS }),
};

/** A door is locked when the lock says so, and not before. */
export function plannedLock(light: Resource, body: Values, address: Address): StatePlan {
  const { values, errors } = checkedFor(light, body, address, LOCK_COMMANDS, { on: "on", alert: "alert" });
  return errors.length > 0 ? refusedAll(errors) : grantedAll({ on: values.on, alert: values.alert }, address);
}
