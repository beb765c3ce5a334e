/** A sensor in the words of a flow: which of its members a node is about, and their values in its units. */
import { type Definition, field, shown } from "../../src/model/definitions.ts";
import type { Field } from "../../src/model/fields.ts";
import { isObject, type Resource, type Values } from "../../src/model/resource.ts";
import { inApiUnits, inUnits, type Units, unitOf } from "./human.ts";

export type Side = "state" | "config";
type Member = readonly [section: Side, name: string];

/** Those picked in the dialog; if none were, everything that the sensor measures. */
export function membersOf(resource: Resource, definition: Definition, picked: readonly string[]): readonly Member[] {
  const names = Object.keys(shown(definition.state, resource.state)).filter((name) => name !== "lastupdated");
  return picked.length > 0
    ? picked.map((name) => [sectionOf(definition, name), name])
    : names.map((name) => ["state", name]);
}

/** A value without a report is null. */
export function readings(resource: Resource, definition: Definition, members: readonly Member[], units: Units): Values {
  const value = ([section, name]: Member) => {
    const seen = shown(definition[section], resource[section]);
    return inUnits(definition, section, name, Object.hasOwn(seen, name) ? seen[name] : null, units);
  };
  return Object.fromEntries(members.map((member) => [member[1], value(member)]));
}

export function isKnown(values: Values): boolean {
  return Object.values(values).some((value) => value !== null);
}

/** One member that was picked is its bare value; several, or all, are an object. */
export function payloadOf(values: Values, picked: readonly string[], definition: Definition, units: Units): Values {
  const [only] = picked;
  if (picked.length !== 1 || only === undefined) return { payload: values };
  const unit = unitOf(definition, sectionOf(definition, only), only, units);
  return { payload: values[only] ?? null, member: only, ...(unit === undefined ? {} : { unit }) };
}

/** A value that a member cannot have, with the limits of the member. */
export interface Misfit {
  readonly name: string;
  readonly said: unknown;
  readonly least: number; // in the units of the given value
  readonly most: number;
  readonly unit: string;
}

interface SensorValues {
  readonly values: Values; //              in units of the API
  readonly warnings: readonly string[]; // settings that were out of their range
  readonly misfit?: Misfit | undefined;
}

/** The values of a flow for a sensor; undefined where they fit no member. For a state, a bare value is its first member. */
export function sensorValuesIn(
  payload: unknown,
  definition: Definition,
  section: Side,
  units: Units,
): SensorValues | undefined {
  const own = Object.keys(definition[section]).filter((name) => {
    const known = field(definition, section, name);
    return !known?.access;
  });
  const [main] = section === "state" ? own : [];
  const said = isObject(payload) || main === undefined ? payload : { [main]: payload };
  if (!isObject(said)) return undefined;
  const names = Object.keys(said);
  if (names.length === 0 || names.some((name) => !own.includes(name))) return undefined;
  const warnings: string[] = [];
  const values = Object.fromEntries(
    names.map((name) => {
      const value = inApiUnits(definition, section, name, said[name], units);
      const kept = section === "config" ? clamped(value, field(definition, section, name)) : value;
      if (kept !== value) warnings.push(`${name} ${said[name]} → ${inUnits(definition, section, name, kept, units)}`);
      return [name, kept];
    }),
  );
  const misfits = names.flatMap((name) => misfitOf(definition, section, name, said[name], units) ?? []);
  return { values, warnings, misfit: misfits[0] };
}

function clamped(value: unknown, { min, max }: Partial<Field> = {}): unknown {
  if (typeof value !== "number" || !Number.isFinite(value)) return value;
  return Math.min(max ?? value, Math.max(min ?? value, value));
}

/** A setting is clamped to its range; a measured value is not made to fit: a timestamp is no temperature. */
function misfitOf(
  definition: Definition,
  section: Side,
  name: string,
  said: unknown,
  units: Units,
): Misfit | undefined {
  const { kind, min = -Infinity, max = Infinity } = field(definition, section, name) ?? {};
  if (section === "config" || (kind !== "int" && kind !== "num")) return undefined;
  const inTheirs = (end: number) => Number(inUnits(definition, section, name, end, units));
  const [least, most] = [inTheirs(min), inTheirs(max)];
  const isNumber = typeof inApiUnits(definition, section, name, said, units) === "number";
  const fits = isNumber && Number.isFinite(Number(said)) && Number(said) >= least && Number(said) <= most;
  return fits ? undefined : { name, said, least, most, unit: unitOf(definition, section, name, units) ?? "" };
}

export function sectionOf(definition: Definition, name: string): Side {
  return Object.hasOwn(definition.state, name) || !Object.hasOwn(definition.config, name) ? "state" : "config";
}
