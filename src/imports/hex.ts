/** Addresses and numbers as other programs write them, as we write them. */
import type { Ieee } from "../model/radio/device-facts.ts";

/** So many bytes as lower hexadecimal digits; undefined if it is something else. "0x212eff" of eight bytes may lack its zeros. */
export function hexOf(value: unknown, bytes: number): string | undefined {
  if (typeof value !== "string") return undefined;
  const digits = value.trim().toLowerCase().replace(/^0x/, "").replaceAll(":", "");
  return /^[0-9a-f]+$/.test(digits) && digits.length <= 2 * bytes ? digits.padStart(2 * bytes, "0") : undefined;
}

export function reversed(hex: string): string {
  return Buffer.from(hex, "hex").reverse().toString("hex");
}

/** Neither all zeros nor all ones. */
export function isMeant(hex: string | undefined): hex is string {
  return hex !== undefined && !/^(0*|f*)$/.test(hex);
}

export function ieeeFrom(value: unknown): Ieee | undefined {
  const digits = hexOf(value, 8);
  return digits === undefined || String(value).replace(/^0x/i, "").replaceAll(":", "").length !== 16
    ? undefined
    : `0x${digits}`;
}

/** "12", 12, "0x0c"; undefined where it is no whole number. */
export function wholeNumber(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  const number = /^[-+]?\d+$/.test(text)
    ? Number(text)
    : /^0x[0-9a-f]+$/i.test(text)
      ? Number.parseInt(text.slice(2), 16)
      : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
