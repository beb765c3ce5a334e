/** Does what a schedule commands, while the key that it names is still good. Whatever becomes of it harms nobody. */
import { wordsOf } from "../model/errors.ts";
import { withoutKeys } from "../model/keys.ts";
import { type Address, isObject, type Reply, type Resource } from "../model/resource.ts";
import { targetOf } from "../model/schedule-command.ts";
import type { EngineParts } from "./engine.ts";

export type Run = (schedule: Resource) => void;

export function runner({ store, log, perform }: Pick<EngineParts, "store" | "log" | "perform">): Run {
  const said = new Map<Address, string>(); // why the last one was not done; a timer that fails each second says it once
  const say = (address: Address, why: string) => {
    if (said.get(address) !== why) log.warn(withoutKeys(`${address}: ${why}`));
    said.set(address, why);
  };
  const attempt = async ({ address, attr: { command } }: Resource): Promise<void> => {
    if (!isObject(command)) return; // a flow's: what it does is in the flow
    const target = targetOf(command.address);
    if (!target) return say(address, "its command cannot be read: nothing was done");
    const isGood = store.get(`/config/whitelist/${target.key}`) !== undefined;
    if (!isGood) return say(address, `the key ${target.key} in its command is revoked: nothing was done`);
    const wish = { method: "PUT", address: target.address, body: command.body } as const;
    const refusal = refusalIn(await perform(wish, { by: address, depth: 0 }));
    if (refusal === undefined) said.delete(address);
    else say(address, `PUT ${target.address}: ${refusal}`);
  };
  return (schedule) => {
    attempt(schedule).catch((error) => say(schedule.address, `its command failed: ${wordsOf(error)}`));
  };
}

function refusalIn({ status, body }: Reply): string | undefined {
  const items: readonly unknown[] = Array.isArray(body) ? body : [];
  const faults = items.flatMap((item) => (isObject(item) && isObject(item.error) ? [item.error] : []));
  if (faults[0]) return String(faults[0].description);
  return status >= 400 ? `answered with ${status}` : undefined;
}
