/** References between resources: a field declares them (`refersTo`), and a mention is dropped when the other resource goes. */
import type { Definition } from "./definitions.ts";
import type { Reference } from "./fields.ts";
import { type Address, isObject, type Resource, type Section, type Values } from "./resource.ts";

/** Where resources are read and written: a draft, or the store with a cause. */
export interface ResourceWriter {
  get(address: Address): Resource | undefined;
  list(collection: Address): readonly Resource[];
  definition(resource: Resource): Definition;
  patch(address: Address, section: Section, values: Values): void;
  remove(address: Address): void;
}

type NamedReference = readonly [member: string, reference: Reference];

const found = new WeakMap<Definition, readonly NamedReference[]>();

/** Only members of `attr` refer to others. */
export function referencesOf(definition: Definition): readonly NamedReference[] {
  let references = found.get(definition);
  if (!references) {
    references = Object.entries(definition.attr).flatMap(([member, { refersTo }]) =>
      refersTo ? [[member, refersTo] as const] : [],
    );
    found.set(definition, references);
  }
  return references;
}

/** The resource no longer mentions resources that are gone; it goes with its last mention, where the field says so. True: it changed. */
export function dropReferences(
  writer: ResourceWriter,
  resource: Resource,
  isGone: (collection: Address, id: string) => boolean,
): boolean {
  const kept: Record<string, unknown> = {};
  for (const [member, { to, withoutAny }] of referencesOf(writer.definition(resource))) {
    const mentions = resource.attr[member];
    const left = without(mentions, (id) => isGone(to, id));
    if (left === mentions) continue;
    if (withoutAny === "gone" && Object.keys(left as object).length === 0) {
      writer.remove(resource.address);
      return true;
    }
    kept[member] = left;
  }
  if (Object.keys(kept).length === 0) return false;
  writer.patch(resource.address, "attr", kept);
  return true;
}

/** Ids stand in a list, or are the names of members. */
function without(mentions: unknown, isGone: (id: string) => boolean): unknown {
  if (Array.isArray(mentions)) return mentions.some(isGone) ? mentions.filter((id) => !isGone(id)) : mentions;
  if (!isObject(mentions) || !Object.keys(mentions).some(isGone)) return mentions;
  return Object.fromEntries(Object.entries(mentions).filter(([id]) => !isGone(id)));
}
