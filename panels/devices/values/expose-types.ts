/** The exposes of the converters, the control that fits each, and which of them several devices have in common. Pure. */
import type { Expose } from "../../../src/model/radio/device-facts.ts";
import { say, sayNumber } from "../../texts.ts";

/** A property with the additions of GET …/exposes. */
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
const DIGITS = 3; // behind the point: of an ampere a thousandth counts

const canBeSet = ({ access = 0 }: Expose): boolean => (access & CAN_BE_SET) !== 0;
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
  if (typeof value === "boolean") return say(`devices.${value}`);
  const text =
    typeof value === "object"
      ? JSON.stringify(value)
      : typeof value === "number"
        ? sayNumber(value, DIGITS)
        : String(value);
  return unit === "" || typeof value === "object" ? text : `${text} ${unit}`;
}

// ---- the options that several devices have in common

export type PropertiesOf = Readonly<Record<string, ExposedProperty>>;

interface CommonProperty {
  readonly name: string;
  readonly label: string;
  readonly expose: ExposedProperty; // with the value that all of them have; without one where they differ
}

/** How their values are read stands last: that is no matter of the devices. */
export function commonProperties(all: readonly PropertiesOf[]): readonly CommonProperty[] {
  const [first, ...others] = all;
  if (!first) return [];
  const common = Object.entries(first).filter(
    ([name, expose]) =>
      controlFor(expose) !== "none" &&
      others.every((each) => {
        const own = Object.hasOwn(each, name) ? each[name] : undefined;
        return own !== undefined && controlFor(own) !== "none" && formOf(own) === formOf(expose);
      }),
  );
  const rank = ({ option, category }: ExposedProperty) => (option ? 2 : category === undefined ? 0 : 1);
  return common
    .toSorted(([, one], [, other]) => rank(one) - rank(other))
    .map(([name, { value, ...expose }]) => {
      const isSame = others.every((each) => JSON.stringify(each[name]?.value) === JSON.stringify(value));
      return { name, label: labelOf(expose), expose: isSame ? { ...expose, value } : expose };
    });
}

/** Two devices mean the same by a value when it has the same type, range and words. */
function formOf({
  type,
  unit,
  value_on,
  value_off,
  value_min,
  value_max,
  values,
  features,
  option,
}: ExposedProperty): string {
  const inner = (features ?? []).map(({ name, type: kind }) => [name, kind]);
  return JSON.stringify([type, unit, value_on, value_off, value_min, value_max, values, inner, option === true]);
}
