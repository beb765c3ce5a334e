/** Which members have a history: numbers and truths that are measured, of sensors, lights and groups. */
import { familyOf } from "../../model/addresses.ts";
import { type Definition, field } from "../../model/definitions.ts";
import type { Address, Resource, Section } from "../../model/resource.ts";

export const FAMILIES: readonly string[] = ["sensors", "lights", "groups"];
const SECTIONS = ["state", "config"] as const;
const KINDS: readonly string[] = ["bool", "int", "num"];

/** A setting (a limit, a delay) is no measurement, and neither is the press of a button. */
export function isMeasured(definition: Definition, section: Section, name: string): boolean {
  const { kind = "text", momentary, access } = field(definition, section, name) ?? {};
  if (!KINDS.includes(kind) || momentary || access === "hidden") return false;
  return section === "state" || (section === "config" && (access === "read-only" || name === "battery"));
}

export function hasHistory(address: Address): boolean {
  return FAMILIES.includes(familyOf(address)) && address.indexOf("/", 1) === address.lastIndexOf("/");
}

/** Whatever the resource is called and however it changes, its history is its own: an id that others had before has another name. */
export function seriesName({ address, attr }: Resource, section: Section, name: string): string {
  return `${address} ${typeof attr.uniqueid === "string" ? attr.uniqueid : ""} ${section}/${name}`;
}

export interface Member {
  readonly section: "state" | "config";
  readonly name: string;
}

/** Those that a resource of this kind may have. */
export function membersOf(definition: Definition): readonly Member[] {
  return SECTIONS.flatMap((section) =>
    Object.keys(definition[section]).flatMap((name) =>
      isMeasured(definition, section, name) ? { section, name } : [],
    ),
  );
}

/** Of what is true or false, 1 is true. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
