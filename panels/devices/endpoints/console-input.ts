/** The input of the console: attributes by name or number, and values as JSON or as plain text. Pure. */
import { successIn } from "../../perform.ts";

/** The types of the ZCL that attributes without a name are written with, by their numbers. */
export const ZCL_TYPES = {
  bool: 0x10,
  uint8: 0x20,
  uint16: 0x21,
  uint32: 0x23,
  int8: 0x28,
  int16: 0x29,
  int32: 0x2b,
  enum8: 0x30,
  enum16: 0x31,
  bitmap8: 0x18,
  bitmap16: 0x19,
  float: 0x39,
  text: 0x42,
} as const;

export type ZclType = keyof typeof ZCL_TYPES;

const MOST = 16; // as the gateway takes them
const NAME = /^[A-Za-z]\w{1,60}$/;
const NUMBER = /^(0x[0-9a-f]{1,4}|\d{1,5})$/i;

/** "onOff, 0x4003" → ["onOff", "0x4003"]; undefined: one of them is neither a name nor a number. */
export function readAttributes(typed: string): readonly string[] | undefined {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== "");
  const isFit = words.length > 0 && words.length <= MOST && words.every((word) => NAME.test(word) || isNumber(word));
  return isFit ? words : undefined;
}

/** Its name says nothing of its type. */
export function isNumber(attribute: string): boolean {
  return NUMBER.test(attribute) && Number(attribute) <= 0xffff;
}

/** "1" → 1, "true" → true, '"x"' → "x", "warm" → "warm". */
export function readValue(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

export function valuesToWrite(attribute: string, typed: string, type: ZclType): Readonly<Record<string, unknown>> {
  const value = readValue(typed);
  return { [attribute]: isNumber(attribute) ? { value, type: ZCL_TYPES[type] } : value };
}

/** "", or why the maker's code cannot be it. */
export function readManufacturer(typed: string): number | undefined | "wrong" {
  if (typed.trim() === "") return undefined;
  return isNumber(typed.trim()) ? Number(typed.trim()) : "wrong";
}

/** The answer to a read, attribute by attribute. */
interface ReadAnswer {
  readonly values: Readonly<Record<string, unknown>>;
  readonly failed: Readonly<Record<string, number>>; // with the status that the device gave
}

export function readAnswer(body: unknown): ReadAnswer {
  const [said] = Object.values(successIn({ body }));
  const { values = {}, failed = {} } = (said ?? {}) as Partial<ReadAnswer>;
  return { values, failed };
}

const STATUSES: Readonly<Record<number, string>> = {
  126: "not-allowed",
  134: "no-attribute",
  136: "read-only",
  143: "write-only",
  195: "no-cluster",
};

/** The key of its text. */
export function statusText(status: number): string {
  return STATUSES[status] ?? "other";
}
