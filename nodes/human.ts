/** Values in the units that people use, from those of the API. */
import { type Definition, field } from "../src/model/definitions.ts";
import type { Section } from "../src/model/resource.ts";

export type Units = "human" | "api";

interface Scale {
  readonly unit: string;
  readonly factor: number;
}

const SCALES: Readonly<Record<string, Scale>> = {
  "0.01 °C": { unit: "°C", factor: 0.01 },
  "0.01 %": { unit: "%", factor: 0.01 },
  Wh: { unit: "kWh", factor: 0.001 },
  mA: { unit: "A", factor: 0.001 },
};
const MOST_BRIGHT = 254;

export function unitOf(definition: Definition, section: Section, member: string, units: Units): string | undefined {
  const { unit } = field(definition, section, member) ?? {};
  return units === "human" ? ((unit && SCALES[unit]?.unit) ?? unit) : unit;
}

export function inUnits(
  definition: Definition,
  section: Section,
  member: string,
  value: unknown,
  units: Units,
): unknown {
  const { unit = "" } = field(definition, section, member) ?? {};
  const scale = SCALES[unit];
  if (units === "api" || !scale || typeof value !== "number") return value;
  return rounded(value * scale.factor);
}

/** And back: what a flow says in people's units. */
export function inApiUnits(
  definition: Definition,
  section: Section,
  member: string,
  value: unknown,
  units: Units,
): unknown {
  const { unit = "" } = field(definition, section, member) ?? {};
  const scale = SCALES[unit];
  if (units === "api" || !scale || typeof value !== "number") return value;
  return Math.round(value / scale.factor);
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
