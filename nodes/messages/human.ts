/** Values in the units that people use, from those of the API, and back. */
import { type Definition, field } from "../../src/model/definitions.ts";
import type { Section } from "../../src/model/resource.ts";
import { BRIGHTNESS, LIGHT_LEVEL, type Scale, scaleOfUnit } from "../../src/model/units.ts";

export type Units = "human" | "api";

/** Only these are converted in messages: the others stand there as the API has them. */
const CONVERTED: readonly string[] = ["0.01 °C", "0.01 %", "Wh", "mA", LIGHT_LEVEL];

function scaleOf(definition: Definition, section: Section, member: string, units: Units): Scale | undefined {
  const { unit = "" } = field(definition, section, member) ?? {};
  if (units === "api") return undefined;
  if (member === "bri") return BRIGHTNESS;
  return CONVERTED.includes(unit) ? scaleOfUnit(unit) : undefined;
}

export function unitOf(definition: Definition, section: Section, member: string, units: Units): string | undefined {
  return scaleOf(definition, section, member, units)?.unit ?? field(definition, section, member)?.unit;
}

export function inUnits(
  definition: Definition,
  section: Section,
  member: string,
  value: unknown,
  units: Units,
): unknown {
  const scale = scaleOf(definition, section, member, units);
  return scale && typeof value === "number" ? rounded(scale.toHuman(value)) : value;
}

/** A value of a flow; a number may come as a text. */
export function inApiUnits(
  definition: Definition,
  section: Section,
  member: string,
  value: unknown,
  units: Units,
): unknown {
  const { kind } = field(definition, section, member) ?? {};
  if (kind !== "int" && kind !== "num") return value;
  const given = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (typeof given !== "number" || units === "api") return given;
  const scaled = scaleOf(definition, section, member, units)?.toApi(given) ?? given;
  return kind === "int" ? Math.round(scaled) : scaled;
}

/** 0.1 + 0.2 is 0.3 for people. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** A field of a dialog, which an environment may have filled with a number. NaN: it says nothing. */
export function secondsOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}
