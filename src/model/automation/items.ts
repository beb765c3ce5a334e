/** The item that a condition watches: one member of one resource. */
import { type Definition, field } from "../definitions.ts";
import { isVisible, type ValueKind } from "../fields.ts";
import { type Address, isObject, type Resource, type Section } from "../resource.ts";

/** The member of a resource that a condition looks at; resources are named as the rule names them, by id or uniqueid. */
export interface Item {
  readonly collection: Address; // "/sensors"; "/" for the config
  readonly name: string; //        "3", "00:15:8d:00:02:b5:d1:80-01-0500", "config"
  readonly section: Section; //    "state"
  readonly member: string; //      "presence"
  readonly part?: number; //       of a member that is a list: a lamp's x is the first of its xy
}

export const LOCALTIME: Item = { collection: "/", name: "config", section: "attr", member: "localtime" };

/** Where one can look, by family. */
const SECTIONS: ReadonlyMap<string, readonly Section[]> = new Map([
  ["sensors", ["attr", "config", "state"]],
  ["lights", ["attr", "config", "state"]],
  ["groups", ["state"]],
]);

/** "/sensors/3/state/presence"; undefined where no condition can look. */
export function readItem(address: string): Item | undefined {
  if (address === "/config/localtime") return LOCALTIME;
  const [start, family = "", name = "", section = "", member = "", ...more] = address.split("/");
  const known = SECTIONS.get(family)?.find((each) => each === section);
  if (start !== "" || !known || name === "" || member === "") return undefined;
  if (more.length > 0 && (known !== "config" || more.includes(""))) return undefined; // "bri/min" is one member
  const place = { collection: `/${family}` as const, name, section: known };
  const part = family === "lights" && known === "state" ? ["x", "y"].indexOf(member) : -1;
  return part < 0 ? { ...place, member: [member, ...more].join("/") } : { ...place, member: "xy", part };
}

interface ResolvedItem {
  find(collection: Address, name: string): Resource | undefined;
}

/** The resource that an item names, and what the item holds; undefined where no resource has that name. */
export function resolve(
  among: ResolvedItem,
  item: Item,
): { readonly resource: Resource; readonly value: unknown } | undefined {
  const resource = among.find(item.collection === "/" ? "/config" : item.collection, item.name);
  return resource && { resource, value: valueIn(resource[item.section], item) };
}

/** The value of the item among these values of its section. */
export function valueIn(values: Readonly<Record<string, unknown>>, { member, part }: Item): unknown {
  const value = Object.hasOwn(values, member) ? values[member] : undefined;
  return part === undefined || !Array.isArray(value) ? value : value[part];
}

/** Of what kind the item is, on this resource; undefined when it has no such item. */
export function kindOf(item: Item, resource: Resource, definition: Definition): ValueKind | undefined {
  const known = field(definition, item.section, item.member);
  if (known && !isVisible(known)) return undefined;
  if (item.part !== undefined) return known?.each?.kind;
  return known?.kind ?? kindOfValue(valueIn(resource[item.section], item));
}

function kindOfValue(value: unknown): ValueKind | undefined {
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return "num";
  if (typeof value === "string") return "text";
  if (Array.isArray(value)) return "list";
  return isObject(value) ? "object" : undefined;
}
