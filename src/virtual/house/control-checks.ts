/** Checks the values of controls. Everything is checked before anything is applied. */
import type { PlainJson } from "./inspection.ts";

export type Controls = Readonly<Record<string, unknown>>;
/** The result of an action goes to the person or test that applied the control. */
export type ControlAction = (() => PlainJson) | (() => void);

export const MOST_LATENCY = 60_000; // milliseconds

/** All of these controls, or an error and none. */
export function planOf(
  controls: Controls,
  table: Readonly<Record<string, (value: unknown) => ControlAction>>,
): () => PlainJson {
  const plan = Object.entries(controls).map(([control, value]) => {
    const check = Object.hasOwn(table, control) ? table[control] : undefined;
    if (!check) throw new Error(`there is no control ${control}; there are ${Object.keys(table).join(", ")}`);
    return check(value);
  });
  return () => {
    const answers: unknown[] = plan.map((run) => run());
    return Object.assign({}, ...answers);
  };
}

export function isRecord(control: string, value: unknown): Controls {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${control} has to be an object`);
  return value as Controls;
}

export function isBoolean(control: string, value: unknown): boolean {
  if (typeof value !== "boolean") throw new Error(`${control} has to be true or false`);
  return value;
}

export function isText(control: string, value: unknown): string {
  if (typeof value !== "string" || value === "") throw new Error(`${control} has to be a text`);
  return value;
}

export function isCount(control: string, value: unknown, least: number, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`${control} has to be a whole number from ${least} to ${most}`);
}

export function isOneOf<T>(control: string, values: readonly T[], value: unknown): T {
  const known = values.find((one) => one === value);
  if (known === undefined) throw new Error(`${control} has to be ${values.join(", ")}`);
  return known;
}
