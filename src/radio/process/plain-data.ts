/** The values of a device as plain data of bounded size: the data goes to another process and into JSON. */
import type { Values } from "../../model/resource.ts";

const LONGEST = 1000; // characters of a text, bytes of a buffer
const MOST = 500; // members of an object or list
const DEEPEST = 8;

export function plainValues(values: object): Values {
  return plainData(values) as Values;
}

/** NaN and infinities are null, texts are cut, bytes stay bytes, and values that are neither data nor bytes are left out. */
export function plainData(value: unknown, depth = 0): unknown {
  switch (typeof value) {
    case "string":
      return value.length > LONGEST ? value.slice(0, LONGEST) : value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "boolean":
      return value;
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
    case "object":
      return value === null ? null : plainObject(value, depth);
    default:
      return undefined;
  }
}

function plainObject(value: object, depth: number): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.subarray(0, LONGEST));
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value)) return value.slice(0, MOST).map((each) => plainData(each, depth + 1) ?? null);
  if (ArrayBuffer.isView(value))
    return Array.from(value as unknown as ArrayLike<unknown>)
      .slice(0, MOST)
      .map((each) => plainData(each));
  if (value instanceof Date) return plainData(value.getTime());
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value).slice(0, MOST)) {
    const member = plainData((value as Values)[name], depth + 1);
    if (member !== undefined && name !== "__proto__") copy[name.slice(0, LONGEST)] = member;
  }
  return copy;
}
