/** A change as the panels are told of it: what is new, who did it, and how the resource looks now. Pure, but for the store that it reads. */
import { type Definition, shown } from "../src/model/definitions.ts";
import { withoutKeys } from "../src/model/keys.ts";
import type { Address, Change, Values } from "../src/model/resource.ts";
import { isVisible } from "./facts.ts";
import type { Store } from "./pick.ts";

export interface News {
  readonly address: Address;
  readonly type: string;
  readonly event: Change["event"];
  readonly section?: string;
  readonly values: Values;
  readonly by: string;
  readonly at: number; // milliseconds, UTC
}

const CLOCK: readonly string[] = ["UTC", "localtime"]; // tells each second what every clock tells

/** Undefined where there is nothing that may be seen. */
export function newsOf(change: Change, definition: Definition, at: number): News | undefined {
  const { event, resource, section, cause } = change;
  if (definition.unlisted || !isVisible(definition)) return undefined;
  const values = section ? shown(definition[section], change.values) : {};
  const names = Object.keys(values);
  if (event === "changed" && names.every((name) => CLOCK.includes(name))) return undefined;
  const by = withoutKeys(cause.by);
  return { address: resource.address, type: resource.type, event, ...(section ? { section } : {}), values, by, at };
}

/** As GET shows it, in JSON; null when it is gone. A device that left is kept for its ids, but nobody sees it any more. */
export function viewNow(store: Store, address: Address): string {
  const isGone = store.get(address)?.attr.gone === true;
  const json = isGone ? undefined : store.page(address)?.json;
  return json === undefined ? "null" : json.toString();
}
