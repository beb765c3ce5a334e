/** Which members have a history: numbers and truths that are measured, of sensors, lights and groups. */
import { familyOf } from "../../model/addresses.ts";
import { type Definition, field } from "../../model/definitions.ts";
import type { Address, Resource, Section, Values } from "../../model/resource.ts";
import { isUntold } from "../../model/sensors/untold.ts";
import { readUtc } from "../../model/time/times.ts";
import { isCounter } from "./counters.ts";

export const FAMILIES: readonly string[] = ["sensors", "lights", "groups"];
const SECTIONS = ["state", "config"] as const;
const KINDS: readonly string[] = ["bool", "int", "num"];

/** The members that have a history, by section. */
type Measured = Readonly<Record<"state" | "config", ReadonlySet<string>>>;

/** A member with its present value. */
export interface Value {
  readonly series: string;
  readonly name: string; //  of the member
  readonly value: number | undefined;
  readonly told: number; //  when it came; not a number where that is not known
}

const measured = new WeakMap<Definition, Measured>();

/** The measured members of a definition. */
export function measuredBy(definition: Definition): Measured {
  const known = measured.get(definition);
  if (known) return known;
  const namesIn = (section: "state" | "config") =>
    new Set(Object.keys(definition[section]).filter((name) => isMeasured(definition, section, name)));
  const found = { state: namesIn("state"), config: namesIn("config") };
  measured.set(definition, found);
  return found;
}

/** A setting (a limit, a delay) is no measurement, and neither is the press of a button. */
function isMeasured(definition: Definition, section: Section, name: string): boolean {
  const { kind = "text", momentary, access } = field(definition, section, name) ?? {};
  if (!KINDS.includes(kind) || momentary || access === "hidden") return false;
  return section === "state" || (section === "config" && (access === "read-only" || name === "battery"));
}

export function hasHistory(address: Address): boolean {
  return FAMILIES.includes(familyOf(address)) && address.indexOf("/", 1) === address.lastIndexOf("/");
}

/** A resource keeps its history over new names and all changes: an id that another resource had before makes another series name. */
export function seriesName({ address, attr }: Resource, section: Section, name: string): string {
  const first: unknown = Array.isArray(attr.formerly) ? attr.formerly[0] : undefined; // the history of a broken device goes on
  const uniqueid = first ?? attr.uniqueid;
  return `${address} ${typeof uniqueid === "string" ? uniqueid : ""} ${section}/${name}`;
}

/** Of all that a resource of this kind may have. */
export function namesOf(definition: Definition, resource: Resource): readonly string[] {
  const found = measuredBy(definition);
  return SECTIONS.flatMap((section) => [...found[section]].map((name) => seriesName(resource, section, name)));
}

/** A member as a change tells it, or as it was before. */
export function valueIn(values: Values, series: string, name: string): Value {
  const value = isUntold(values) && !isCounter(name) ? undefined : numberOf(values[name]);
  return { series, name, value, told: readUtc(values.lastupdated) };
}

/** Of all that it has, as far as it was told. */
export function* valuesOf(definition: Definition, resource: Resource): Generator<Value> {
  const told = readUtc(resource.state.lastupdated);
  for (const section of SECTIONS) {
    const isTold = section !== "state" || !isUntold(resource.state);
    for (const name of measuredBy(definition)[section]) {
      if (!isTold && !isCounter(name)) continue; // a counter begins at 0
      const value = numberOf(resource[section][name]);
      if (value !== undefined) yield { series: seriesName(resource, section, name), name, value, told };
    }
  }
}

/** Of a boolean, 1 is true. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
