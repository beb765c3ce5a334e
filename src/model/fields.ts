/** The fields of resources: the values that a member may hold, and the check that a client's value has to pass. */
import { ApiError } from "./errors.ts";
import { type Address, isObject, type Values } from "./resource.ts";

export type ValueKind = "bool" | "int" | "num" | "text" | "time" | "list" | "object";

/** The values that a field takes. */
interface FieldValue {
  readonly kind: ValueKind;
  readonly min?: number; //           of a number, or of a text's or list's length
  readonly max?: number;
  readonly oneOf?: readonly unknown[]; // the only values there are
  readonly fits?: (value: unknown) => boolean; // a check that ranges cannot express
  readonly unit?: string;
  readonly words?: Readonly<Record<string, number>>; // numbers that have a name, sent and shown by it
  readonly nullable?: true | "omitted"; // null until the device reports it; "omitted": clients cannot cope with the null
  readonly coerce?: "number" | "trim"; //  a number may come as a numeric string; white space around a text does not count
  readonly members?: Fields; //       of an object, for the reference; `fits` checks them
  readonly each?: Field; //           item of a list, or further member of an object, for the reference
}

/** Ids of resources in a collection stand in the field. When one of those goes, it is mentioned no longer. */
export interface Reference {
  readonly to: Address;
  readonly withoutAny?: "gone"; // the resource goes with its last mention
}

type Access = "read-only" | "write-only" | "hidden";
type Saved = "now" | "later" | "with-next" | "never";

export interface Field extends FieldValue {
  readonly default?: unknown; //      the value of a new resource; without one the member is absent until set
  readonly about?: string; //         one sentence for the reference
  /** The rights of clients; absent: read and write. A hidden member never leaves the gateway. */
  readonly access?: Access;
  /**
   * When a client's write of it is on the disk: before the answer ("now", the default); soon after, without a wait ("later");
   * with the next write of its resource, or at the end ("with-next"). A member that is saved "never" is lost with the process.
   */
  readonly saved?: Saved;
  readonly refersTo?: Reference;
  readonly momentary?: true; //       the same value again is a change, too (a button)
  readonly quiet?: true; //           changes the bytes of a page but not its etag
  readonly mentionsKey?: true; //     holds the public prefix of an API key, which its owner sees in full
}

export type Fields = Readonly<Record<string, Field>>;
type Extra = Omit<Field, "kind">;

export const bool = (extra: Extra = {}): Field => ({ kind: "bool", ...extra });
export const int = (extra: Extra = {}): Field => ({ kind: "int", ...extra });
export const num = (extra: Extra = {}): Field => ({ kind: "num", ...extra });
export const text = (extra: Extra = {}): Field => ({ kind: "text", ...extra });
export const time = (extra: Extra = {}): Field => ({ kind: "time", ...extra });
export const list = (extra: Extra = {}): Field => ({ kind: "list", ...extra });
export const object = (extra: Extra = {}): Field => ({ kind: "object", ...extra });

export interface Checked {
  readonly values: Values; // the members that may be applied
  readonly errors: readonly ApiError[]; // one for each member that may not
}

export function isVisible({ access }: Field): boolean {
  return access !== "hidden" && access !== "write-only";
}

export function isWritable({ access }: Field): boolean {
  return access !== "hidden" && access !== "read-only";
}

/** Sorts a body into values that fit and errors that say why not. It changes nothing. */
export function check(fields: Fields, body: unknown, address: Address): Checked {
  if (!isObject(body)) throw new ApiError("badJson", address);
  const values: Record<string, unknown> = {};
  const errors: ApiError[] = [];
  for (const [name, given] of Object.entries(body)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const at = `${address}/${name}`;
    if (!field || field.access === "hidden") errors.push(new ApiError("unknown", at, name));
    else if (field.access === "read-only") errors.push(new ApiError("readOnly", at, name));
    else {
      const value = accept(field, given);
      if (value === undefined) errors.push(new ApiError("invalid", at, name, given));
      else values[name] = value;
    }
  }
  return { values, errors };
}

/** The value as it will be kept, or undefined if it does not fit. */
export function accept(field: Field, given: unknown): unknown {
  const value = normalise(field, meant(field, given));
  if (value === undefined) return undefined;
  if (field.oneOf && !field.oneOf.includes(value)) return undefined;
  if (field.fits && !field.fits(value)) return undefined;
  return value;
}

/** "previous" → 255. */
function meant({ words }: Field, given: unknown): unknown {
  return words && typeof given === "string" && Object.hasOwn(words, given) ? words[given] : given;
}

/** 255 → "previous". */
export function worded(field: Field | undefined, value: unknown): unknown {
  const named = field?.words && Object.entries(field.words).find(([, number]) => number === value);
  return named ? named[0] : value;
}

/** The values of a new resource. */
export function defaults(fields: Fields): Values {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) if (field.default !== undefined) values[name] = field.default;
  return values;
}

/** Fields of a device: a member without a default is null until the device reports it. */
export function untilTold(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, "default" in field ? field : { nullable: true, ...field }]),
  );
}

function normalise(field: Field, given: unknown): unknown {
  switch (field.kind) {
    case "bool":
      return typeof given === "boolean" ? given : undefined;
    case "int":
    case "num":
      return readNumber(field, given);
    case "text":
    case "time":
      return readText(field, given);
    case "list":
      return Array.isArray(given) && within(field, given.length) ? given : undefined;
    case "object":
      return isObject(given) ? given : undefined;
  }
}

function readNumber(field: Field, given: unknown): number | undefined {
  const numeric = field.coerce === "number" && typeof given === "string" && /^-?\d+(\.\d+)?$/.test(given);
  const value = numeric ? Number(given) : given;
  if (typeof value !== "number" || !Number.isFinite(value) || !within(field, value)) return undefined;
  if (field.kind === "int" && !Number.isSafeInteger(value)) return undefined;
  return value === 0 ? 0 : value; // no minus zero
}

function readText(field: Field, given: unknown): string | undefined {
  if (typeof given !== "string") return undefined;
  const value = field.coerce === "trim" ? given.trim() : given;
  return within(field, value.length) ? value : undefined;
}

function within({ min = -Infinity, max = Infinity }: Field, size: number): boolean {
  return size >= min && size <= max;
}

/** Values of devices: no command waits until the disk has them. */
export function savedLater(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, saved: "later" as const }]),
  );
}
