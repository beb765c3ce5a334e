/** What a client may ask of a warning device (core 4.5). */
import { type Fields, num, text } from "../../model/fields.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import { checkedFor, grantedAll, refusedAll, type StatePlan } from "./state-plan.ts";

const SIREN_COMMANDS: Fields = {
  alert: text({
    oneOf: ["none", "select", "lselect", "blink", "all"],
    about: "`select`: short, `lselect`: until `none` or as long as `ontime` says",
  }),
  ontime: num({ min: 0, max: 65_535, unit: "0.1 s" }),
};

/** It sounds when it says so itself. */
export function plannedSiren(light: Resource, body: Values, address: Address): StatePlan {
  const { values, errors } = checkedFor(light, body, address, SIREN_COMMANDS, { alert: "alert", ontime: "alert" });
  if (errors.length > 0) return refusedAll(errors);
  const { values: sent, ...plan } = grantedAll({ alert: values.alert }, address);
  const ontime = Math.round(Number(values.ontime ?? 0));
  return { ...plan, values: "alert" in sent && ontime > 0 ? { ...sent, ontime } : sent };
}
