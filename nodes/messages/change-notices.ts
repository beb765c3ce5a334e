/** A change as the panels are told of it: what may be seen of it, who did it, and when. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import { type Definition, shown } from "../../src/model/definitions.ts";
import { withoutKeys } from "../../src/model/keys.ts";
import type { Change, Values } from "../../src/model/resource.ts";
import { isVisible } from "./change-messages.ts";

const CLOCK: readonly string[] = ["UTC", "localtime"]; // tells each second what every clock tells
/** Who began something here is to see how it ends, which clients are not told of. */
const ENDS: Readonly<Record<string, readonly string[]>> = { Touchlink: ["job"] };

/** Undefined where there is nothing that may be seen. */
export function noticeOf(change: Change, definition: Definition, at: number): ChangeNotice | undefined {
  const { event, resource, section, cause } = change;
  if (definition.unlisted || !isVisible(definition)) return undefined;
  const ends = ENDS[resource.type]?.filter((name) => name in change.values) ?? [];
  const seen = section ? shown(definition[section], change.values) : {};
  const values = ends.length === 0 ? seen : { ...seen, ...picked(change.values, ends) };
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

function picked(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
