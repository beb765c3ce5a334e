/** Commands that let devices join: permit join, through all routers or one, and install codes. Pure. */
import type { ResourcesById } from "../house.ts";
import type { ApiCommand } from "../perform.ts";
import { sorted } from "../widgets/rows.ts";

/** Seconds for which the network can be opened. */
export const SPANS = [60, 180] as const;

export interface JoinRouter {
  readonly mac: string;
  readonly name: string;
}

/** `via` "": through the coordinator and all routers. */
export function permitJoinCommand(seconds: number, via = ""): ApiCommand {
  const through = via === "" ? {} : { permitjoinrouter: via };
  return { method: "PUT", address: "/config", body: { permitjoin: seconds, ...through } };
}

/** The full time of a countdown that was already running when the panel was opened. */
export function wholeOf(left: number, before: number): number {
  if (left === 0) return 0;
  if (left <= before) return before;
  return SPANS.find((span) => span >= left) ?? left;
}

export function routersIn(devices: ResourcesById, nameOf: (mac: string) => string): readonly JoinRouter[] {
  const macs = Object.entries(devices).flatMap(([mac, { kind }]) => (kind === "router" ? [mac] : []));
  return sorted(
    macs.map((mac) => ({ mac, name: nameOf(mac) })),
    ({ name }) => name,
    false,
  );
}

export type InstallCodeFault = "code" | "whose" | "address";

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

/** The command, or which field is wrong: the code, the address, or an address that is missing. */
export function installCodeCommand(code: string, address: string): ApiCommand | InstallCodeFault {
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
