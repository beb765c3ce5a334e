/** The records that a move makes, by address, and the notes on each step. A record is written as the store writes it. */
import { frozen } from "../../core/records.ts";
import { familyOf, idOf } from "../../model/addresses.ts";
import type { Definition } from "../../model/definitions.ts";
import { accept, type Fields } from "../../model/fields.ts";
import type { Kept } from "../../model/ports.ts";
import type { Address, Resource, Values } from "../../model/resource.ts";
import { DEFINITIONS } from "../../resources/index.ts";
import type { Note } from "../words.ts";

const LONGEST_NAME = 32;

export class RecordBook {
  readonly notes: Note[] = [];
  readonly #resources = new Map<Address, Resource>();
  readonly #unique = new Map<string, Address>();
  readonly #highest = new Map<string, number>();

  put(resource: Resource): void {
    this.#resources.set(resource.address, resource);
    const family = familyOf(resource.address);
    if (typeof resource.attr.uniqueid === "string" && resource.attr.uniqueid !== "")
      this.#unique.set(`/${family}/${resource.attr.uniqueid}`, resource.address);
    this.reserve(family, idOf(resource.address));
  }

  get(address: Address): Resource | undefined {
    return this.#resources.get(address);
  }

  /** By id or by unique id, as rules name them. */
  find(collection: Address, name: string): Resource | undefined {
    const at: Address = collection === "/config" ? collection : `${collection}/${name}`;
    return this.get(at) ?? this.get(this.#unique.get(at) ?? "/");
  }

  list(collection: Address): readonly Resource[] {
    const depth = collection.split("/").length + 1;
    return [...this.#resources.values()].filter(
      ({ address }) => address.startsWith(`${collection}/`) && address.split("/").length === depth,
    );
  }

  /** An id that is in use, or was: no other resource gets it. */
  reserve(family: string, id: string): void {
    const number = Number(id);
    if (Number.isSafeInteger(number)) this.#highest.set(family, Math.max(number, this.#highest.get(family) ?? 0));
  }

  freshId(family: string): string {
    return String((this.#highest.get(family) ?? 0) + 1);
  }

  highest(family: string): number {
    return this.#highest.get(family) ?? 0;
  }

  note(note: Note): void {
    this.notes.push(note);
  }

  records(): readonly Kept[] {
    return [...this.#resources.values()].map((resource) => ({
      address: resource.address,
      json: frozen(resource, definitionOf(resource.type)),
    }));
  }
}

export function definitionOf(type: string): Definition {
  const definition = DEFINITIONS[type];
  if (!definition) throw new Error(`there is no ${type}`);
  return definition;
}

export function isType(type: string, family: string): boolean {
  return Object.hasOwn(DEFINITIONS, type) && DEFINITIONS[type]?.family === family;
}

/** The values of another program that fit the fields. */
export function fitting(fields: Fields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const fits = known === undefined || known.saved === "never" ? undefined : accept(known, value);
      return fits === undefined ? [] : [[name, fits]];
    }),
  );
}

/** Never cut inside a sign that counts as two. */
export function cutName(name: string, most = LONGEST_NAME): string {
  const plain = name.trim();
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most);
  return (/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd();
}
