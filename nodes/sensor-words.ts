/** A sensor in the words of a flow: which of its members a node is about, and their values in its units. */
import { type Definition, field, shown } from "../src/model/definitions.ts";
import { isObject, type Resource, type Section, type Values } from "../src/model/resource.ts";
import { inApiUnits, inUnits, type Units, unitOf } from "./human.ts";

export type Member = readonly [section: "state" | "config", name: string];

/** Those picked in the dialog; if none were, everything that the sensor measures. */
export function membersOf(resource: Resource, definition: Definition, picked: readonly string[]): readonly Member[] {
  const all = (section: "state" | "config"): Member[] =>
    Object.keys(shown(definition[section], resource[section])).map((name) => [section, name]);
  if (picked.length === 0) return all("state").filter(([, name]) => name !== "lastupdated");
  return [...all("state"), ...all("config")].filter(([, name]) => picked.includes(name));
}

export function readings(resource: Resource, definition: Definition, members: readonly Member[], units: Units): Values {
  return Object.fromEntries(
    members.map(([section, name]) => [
      name,
      inUnits(definition, section, name, resource[section][name] ?? null, units),
    ]),
  );
}

/** One member is its bare value, several are an object. */
export function payloadOf(values: Values, picked: readonly string[], definition: Definition, units: Units): Values {
  const [only] = picked;
  if (picked.length !== 1 || only === undefined) return { payload: values };
  const unit = unitOf(definition, sectionOf(definition, only), only, units);
  return { payload: values[only] ?? null, member: only, ...(unit === undefined ? {} : { unit }) };
}

/** What a flow says of a sensor: a bare value is its one member, an object several; undefined where that fits nothing. */
export function spoken(payload: unknown, definition: Definition, section: Section, units: Units): Values | undefined {
  const own = Object.keys(definition[section]).filter((name) => !field(definition, section, name)?.fixed);
  const [main] = own;
  const values = isObject(payload) ? payload : main === undefined ? {} : { [main]: payload };
  const names = Object.keys(values);
  if (names.length === 0 || names.some((name) => !own.includes(name))) return undefined;
  return Object.fromEntries(names.map((name) => [name, inApiUnits(definition, section, name, values[name], units)]));
}

/** "21.4 °C, 48 %" */
export function inWords(values: Values, definition: Definition, units: Units): string {
  const words = Object.entries(values).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    const unit = unitOf(definition, sectionOf(definition, name), name, units) ?? "";
    const text = typeof value === "boolean" || unit === "" ? `${name} ${textOf(value)}` : `${textOf(value)} ${unit}`;
    return [text];
  });
  return words.join(", ");
}

function sectionOf(definition: Definition, name: string): "state" | "config" {
  return Object.hasOwn(definition.state, name) ? "state" : "config";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
