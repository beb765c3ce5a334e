/** Values in the units that people use, from those of the API, and back. */
import { type Definition, field } from "../../src/model/definitions.ts";
import type { Section } from "../../src/model/resource.ts";

export type Units = "human" | "api";

interface Scale {
  readonly unit: string;
  readonly toHuman: (value: number) => number;
  readonly toApi: (value: number) => number;
}

const DARKEST = 0;
const BRIGHTEST = 65_534;
const UNKNOWN_BRIGHTNESS = 65_535;
const MOST_BRIGHT = 254;

const SCALES: Readonly<Record<string, Scale>> = {
  "0.01 °C": scaled("°C", 0.01),
  "0.01 %": scaled("%", 0.01),
  Wh: scaled("kWh", 0.001),
  mA: scaled("A", 0.001),
  "10000 · log10(lux) + 1": {
    unit: "lux",
    toHuman: (level) =>
      level === DARKEST || level === UNKNOWN_BRIGHTNESS ? 0 : Math.round(10 ** ((level - 1) / 10_000)),
    toApi: (lux) => (lux < 1 ? DARKEST : Math.min(BRIGHTEST, Math.round(10_000 * Math.log10(lux) + 1))),
  },
};

/** Has no unit: the API counts it in steps. */
const BRIGHTNESS: Scale = { unit: "%", toHuman: percentOf, toApi: briOf };

function scaled(unit: string, factor: number): Scale {
  return { unit, toHuman: (value) => rounded(value * factor), toApi: (value) => Math.round(value / factor) };
}

function scaleOf(definition: Definition, section: Section, member: string, units: Units): Scale | undefined {
  const { unit = "" } = field(definition, section, member) ?? {};
  if (units === "api") return undefined;
  if (member === "bri") return BRIGHTNESS;
  return Object.hasOwn(SCALES, unit) ? SCALES[unit] : undefined;
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
  return scale && typeof value === "number" ? scale.toHuman(value) : value;
}

/** What a flow says; a number may come as a text. */
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

export function percentOf(bri: number): number {
  return bri <= 0 ? 0 : Math.max(1, Math.round((bri / MOST_BRIGHT) * 100));
}

export function briOf(percent: number): number {
  return percent <= 0 ? 0 : Math.max(1, Math.round((percent / 100) * MOST_BRIGHT));
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
