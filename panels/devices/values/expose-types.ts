/** The exposes of the converters, and the control that fits each. Pure. */
import type { Expose } from "../../../src/model/radio.ts";

/** With what GET …/exposes adds to it. */
export interface ExposedProperty extends Expose {
  readonly option?: boolean; // not the device's, but how its values are read
  readonly value?: unknown;
}

export type ControlKind =
  | "switch"
  | "slider"
  | "number"
  | "choice"
  | "actions"
  | "text"
  | "list"
  | "color"
  | "composite"
  | "none";

const CAN_BE_SEEN = 1;
const CAN_BE_SET = 2;
const CAN_BE_ASKED = 4;
const MOST_STEPS = 1_000; // of a slider: more are too fine for a finger
const MOST_ACTIONS = 6;

export const canBeSet = ({ access = 0 }: Expose): boolean => (access & CAN_BE_SET) !== 0;
export const canBeAsked = ({ access = 0, ...rest }: ExposedProperty): boolean =>
  (access & CAN_BE_ASKED) !== 0 && (rest as ExposedProperty).option !== true;

/** An action has no state. */
function isAction({ access = 0 }: Expose): boolean {
  return (access & CAN_BE_SEEN) === 0;
}

export function controlFor(expose: ExposedProperty): ControlKind {
  const { type, name, values = [], features = [], value_min: min, value_max: max, value_step: step = 1 } = expose;
  if (!canBeSet(expose)) return "none";
  if (type === "binary") return "switch";
  if (type === "enum")
    return isAction(expose) && !expose.option && values.length <= MOST_ACTIONS ? "actions" : "choice";
  if (type === "text" || type === "list") return type;
  if (type === "composite") return isColor(name) ? "color" : features.length > 0 ? "composite" : "none";
  if (type !== "numeric") return "none";
  const fits = min !== undefined && max !== undefined && max > min && (max - min) / step <= MOST_STEPS;
  return fits ? "slider" : "number";
}

function isColor(name: string | undefined): boolean {
  return name === "color_xy" || name === "color_hs";
}

/** "color_temp_startup" → "Color temp startup", where the converters have no better word. */
export function labelOf({ label, name, property = "", endpoint }: Expose & { readonly endpoint?: string }): string {
  const words = (name ?? property).replaceAll("_", " ");
  const own = label ?? words.charAt(0).toUpperCase() + words.slice(1);
  return endpoint === undefined || own.toLowerCase().includes(endpoint.toLowerCase()) ? own : `${own} (${endpoint})`;
}

/** "10, 60" → [10, 60]; undefined where it cannot be read. */
export function readList(text: string, item: Expose | undefined): readonly unknown[] | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (trimmed.startsWith("[")) return parsed(trimmed);
  const words = trimmed.split(/[,;]/).map((word) => word.trim());
  if (item?.type !== "numeric") return words;
  const numbers = words.map(Number);
  return numbers.every((number, index) => Number.isFinite(number) && words[index] !== "") ? numbers : undefined;
}

function parsed(text: string): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** The properties of the device, then the options of its converter; main values stand before diagnostic ones. */
export function inOrder(properties: Readonly<Record<string, ExposedProperty>>): {
  readonly own: readonly (readonly [name: string, property: ExposedProperty])[];
  readonly options: readonly (readonly [name: string, property: ExposedProperty])[];
} {
  const all = Object.entries(properties);
  const rank = ({ category }: ExposedProperty) => (category === undefined ? 0 : 1);
  const own = all.filter(([, { option }]) => option !== true).sort(([, one], [, other]) => rank(one) - rank(other));
  return { own, options: all.filter(([, { option }]) => option === true) };
}

/** A value that is only shown. */
export function valueText(value: unknown, unit = ""): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return unit === "" || typeof value === "object" ? text : `${text} ${unit}`;
}
