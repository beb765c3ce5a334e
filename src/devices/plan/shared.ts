/** One copy of what many devices have in common: a house has a thousand of them, but few models. */
import type { ValueMapping } from "./device-plan.ts";

const links = new Map<string, { readonly link: ValueMapping; readonly number: number }>();
const lists = new Map<string, readonly ValueMapping[]>();
const others = new Map<string, unknown>();

/** As many lists as there are kinds of resources; the numbers of their links make short keys. */
export function sharedMappings(wanted: readonly ValueMapping[]): readonly ValueMapping[] {
  const found = wanted.map(kept);
  const key = found.map(({ number }) => number).join();
  let list = lists.get(key);
  if (!list) {
    list = Object.freeze(found.map(({ link }) => link));
    lists.set(key, list);
  }
  return list;
}

/** Of plain data. */
export function shared<Data extends object>(data: Data): Data {
  const key = JSON.stringify(data);
  if (!others.has(key)) others.set(key, frozen(data));
  return others.get(key) as Data;
}

function kept(link: ValueMapping): { readonly link: ValueMapping; readonly number: number } {
  const key = JSON.stringify(link);
  let entry = links.get(key);
  if (!entry) {
    entry = { link: frozen(link), number: links.size };
    links.set(key, entry);
  }
  return entry;
}

function frozen<Data>(data: Data): Data {
  if (typeof data === "object" && data !== null && !Object.isFrozen(data)) {
    for (const each of Object.values(data)) frozen(each);
    Object.freeze(data);
  }
  return data;
}
