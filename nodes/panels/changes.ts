/** Changes as the panels are told of them: what is new, who did it, and how all of it looks now. They gather until there is time to tell them. */
import { type Definition, shown } from "../../src/model/definitions.ts";
import { withoutKeys } from "../../src/model/keys.ts";
import type { Address, Change, Values } from "../../src/model/resource.ts";
import { isVisible } from "../messages/facts.ts";
import type { Store } from "../messages/pick.ts";

export interface News {
  readonly address: Address;
  readonly type: string;
  readonly event: Change["event"];
  readonly section?: string;
  readonly values: Values;
  readonly before?: Values; // as far as it is known
  readonly by: string;
  readonly at: number; // milliseconds, UTC
}

export interface Gathering {
  readonly isEmpty: boolean;
  add(news: News): void;
  /** The next piece, in JSON. */
  take(store: Store): string;
}

const CONFIG: Address = "/config";
const CLOCK: readonly string[] = ["UTC", "localtime"]; // tells each second what every clock tells
/** Who began something here is to see how it ends, which clients are not told of. */
const ENDS: Readonly<Record<string, readonly string[]>> = { Touchlink: ["job"] };
const PIECE = 200; // changes, or resources
const MOST_NEWS = 1_000; // of a reader that is slow; the oldest are lost, but never how it is now

/** Undefined where there is nothing that may be seen. */
export function newsOf(change: Change, definition: Definition, at: number): News | undefined {
  const { event, resource, section, cause } = change;
  if (definition.unlisted || !isVisible(definition)) return undefined;
  const ends = Object.entries(change.values).filter(([name]) => ENDS[resource.type]?.includes(name));
  const values = section ? { ...shown(definition[section], change.values), ...Object.fromEntries(ends) } : {};
  const names = Object.keys(values);
  if (event === "changed" && names.every((name) => CLOCK.includes(name))) return undefined;
  const by = withoutKeys(cause.by);
  const was = section ? shown(definition[section], change.before) : {};
  const before = Object.keys(was).length > 0 ? { before: was } : {};
  return {
    address: resource.address,
    type: resource.type,
    event,
    ...(section ? { section } : {}),
    values,
    ...before,
    by,
    at,
  };
}

export function gathering(): Gathering {
  const news: News[] = [];
  const touched = new Set<Address>();
  let config: Values = {}; // much of what GET shows of it (the radio, the addresses) is not kept there: only what changed is told

  const view = (store: Store, address: Address): string => {
    if (address !== CONFIG) return viewNow(store, address);
    const json = JSON.stringify(config);
    config = {};
    return json;
  };
  return {
    get isEmpty() {
      return touched.size === 0 && news.length === 0;
    },
    add: (one) => {
      news.push(one);
      if (news.length > MOST_NEWS) news.shift();
      touched.add(one.address);
      if (one.address === CONFIG) config = { ...config, ...one.values };
    },
    take: (store) => {
      const changes = news.splice(0, PIECE);
      const told = changes.length > 0 ? changes.map(({ address }) => address) : [...touched].slice(0, PIECE);
      const addresses = [...new Set(told)].filter((address) => touched.delete(address));
      const views = addresses.map((address) => `${JSON.stringify(address)}:${view(store, address)}`);
      return `{"changes":${JSON.stringify(changes)},"views":{${views.join(",")}}}`;
    },
  };
}

/** As GET shows it; null when it is gone. A device that left is kept for its ids, but nobody sees it any more. */
function viewNow(store: Store, address: Address): string {
  const isGone = store.get(address)?.attr.gone === true;
  const json = isGone ? undefined : store.page(address)?.json;
  return json === undefined ? "null" : json.toString();
}
