/** Install codes as people copy them: from a label, with or without the device's address, or the whole text of its QR code. Pure. */
import type { Wish } from "../widgets/wishing.ts";

export type CodeFault = "code" | "whose" | "address";

/** Texts of makers' QR codes, which name the device themselves. */
const WHOLE: readonly RegExp[] = [
  /Z:[0-9a-f]{16}\$I:[0-9a-f]+/i,
  /^\|?[0-9a-f]{16}\|[0-9a-f]+\|?$/i,
  /^G\$M:.+\$A:[0-9a-f]{16}\$I:[0-9a-f]+$/i,
  /^HUE:Z:[0-9a-f]+ M:[0-9a-f]{16}/i,
];
const LONG_ONES: readonly number[] = [91, 95]; // characters, of a maker that marks nothing
const BYTES: readonly number[] = [6, 8, 12, 16]; // of a code, without the two of its checksum
const CHECKSUM = 2;

/** What to wish for, or which of the two is wrong: the code, the address, or that there is none. */
export function codeWish(code: string, address: string): Wish | CodeFault {
  const typed = code.trim();
  if (WHOLE.some((form) => form.test(typed)) || LONG_ONES.includes(typed.length))
    return { method: "POST", address: "/devices/installcode", body: { installcode: typed } };
  const bare = typed.replace(/[\s:.-]/g, "").toUpperCase();
  const bytes = bare.length / 2;
  if (!/^[0-9A-F]+$/.test(bare) || !(BYTES.includes(bytes) || BYTES.includes(bytes - CHECKSUM))) return "code";
  if (address.trim() === "") return "whose";
  const mac = macOf(address);
  if (mac === undefined) return "address";
  return { method: "PUT", address: `/devices/${mac}/installcode`, body: { installcode: bare } };
}

/** "0x00158D0001020304", "00 15 8d …" → "00:15:8d:00:01:02:03:04" */
export function macOf(address: string): string | undefined {
  const digits = address
    .trim()
    .replace(/^0x/i, "")
    .replace(/[\s:.-]/g, "")
    .toLowerCase();
  return /^[0-9a-f]{16}$/.test(digits) ? (digits.match(/../g) ?? []).join(":") : undefined;
}
