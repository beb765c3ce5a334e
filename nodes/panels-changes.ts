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

const CONFIG: Address = "/config";
const CLOCK: readonly string[] = ["UTC", "localtime"]; // tells each second what every clock tells
/** Who began something here is to see how it ends, which clients are not told of. */
const ENDS: Readonly<Record<string, readonly string[]>> = { Touchlink: ["job"] };

/** Undefined where there is nothing that may be seen. */
export function newsOf(change: Change, definition: Definition, at: number): News | undefined {
  const { event, resource, section, cause } = change;
  if (definition.unlisted || !isVisible(definition)) return undefined;
  const ends = Object.entries(change.values).filter(([name]) => ENDS[resource.type]?.includes(name));
  const values = section ? { ...shown(definition[section], change.values), ...Object.fromEntries(ends) } : {};
  const names = Object.keys(values);
  if (event === "changed" && names.every((name) => CLOCK.includes(name))) return undefined;
  const by = withoutKeys(cause.by);
  return { address: resource.address, type: resource.type, event, ...(section ? { section } : {}), values, by, at };
}

/** How all that changed looks now, in JSON: by address, as GET shows it; null when it is gone. */
export function viewsNow(store: Store, news: readonly News[]): string {
  const views = new Map(news.map(({ address }) => [address, () => viewNow(store, address)]));
  if (views.has(CONFIG)) views.set(CONFIG, () => JSON.stringify(newsOfConfig(news)));
  return `{${[...views].map(([address, view]) => `${JSON.stringify(address)}:${view()}`).join(",")}}`;
}

/** Much of what GET shows of it (the radio, the addresses) is not kept there: only what changed is told. */
function newsOfConfig(news: readonly News[]): Values {
  return Object.assign({}, ...news.filter(({ address }) => address === CONFIG).map(({ values }) => values));
}

/** A device that left is kept for its ids, but nobody sees it any more. */
function viewNow(store: Store, address: Address): string {
  const isGone = store.get(address)?.attr.gone === true;
  const json = isGone ? undefined : store.page(address)?.json;
  return json === undefined ? "null" : json.toString();
}
