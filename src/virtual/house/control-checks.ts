/** Checks what knobs are told. Everything is checked before anything is turned. */
import type { PlainJson } from "./inspection.ts";

export type Controls = Readonly<Record<string, unknown>>;
/** Does it. What it answers is told to whoever turned the knob. */
export type ControlAction = (() => PlainJson) | (() => void);

export const MOST_LATENCY = 60_000; // milliseconds

/** All of these knobs, or an error and none. */
export function planOf(
  knobs: Controls,
  turns: Readonly<Record<string, (value: unknown) => ControlAction>>,
): () => PlainJson {
  const plan = Object.entries(knobs).map(([knob, value]) => {
    const check = Object.hasOwn(turns, knob) ? turns[knob] : undefined;
    if (!check) throw new Error(`there is no knob ${knob}; there are ${Object.keys(turns).join(", ")}`);
    return check(value);
  });
  return () => {
    const answers: unknown[] = plan.map((run) => run());
    return Object.assign({}, ...answers);
  };
}

export function isRecord(knob: string, value: unknown): Controls {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${knob} has to be an object`);
  return value as Controls;
}

export function isBoolean(knob: string, value: unknown): boolean {
  if (typeof value !== "boolean") throw new Error(`${knob} has to be true or false`);
  return value;
}

export function isText(knob: string, value: unknown): string {
  if (typeof value !== "string" || value === "") throw new Error(`${knob} has to be a text`);
  return value;
}

export function isCount(knob: string, value: unknown, least: number, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`${knob} has to be a whole number from ${least} to ${most}`);
}

export function isOneOf<T>(knob: string, values: readonly T[], value: unknown): T {
  const known = values.find((one) => one === value);
  if (known === undefined) throw new Error(`${knob} has to be ${values.join(", ")}`);
  return known;
}
