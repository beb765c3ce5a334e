/** Rules for tests: bodies that a client may send, about the sensors of a small fake house. */
import { clip } from "./fakes.ts";
import type { Ask } from "./transports.ts";
import { created } from "./transports.ts";

export const FLAG = "/sensors/1/state/flag";
export const STATUS = "/sensors/2/state/status";
export const PRESENCE = "/sensors/3/state/presence";
export const LOCALTIME = "/config/localtime";

export const IS_SET = { address: FLAG, operator: "eq", value: "true" };
export const UNSET = { address: "/sensors/1/state", method: "PUT", body: { flag: false } };

type Body = Readonly<Record<string, unknown>>;

/** A valid rule, but for the given members. */
export function rule(more: Body = {}): Body {
  return { name: "r", conditions: [IS_SET], actions: [UNSET], ...more };
}

/** Sensors 1, 2 and 3: a flag, a number, and presence. */
export async function sensors(ask: Ask): Promise<void> {
  for (const type of ["CLIPGenericFlag", "CLIPGenericStatus", "CLIPPresence"])
    await created(ask, "/sensors", clip(type));
}

/** Words that an attacker sends. */
export const HOSTILE: readonly string[] = [
  "__proto__",
  "constructor",
  "<script>alert(1)</script>",
  '"&quot;',
  "💡 Ελ\u202e\u0000\ud800",
  "../../etc/passwd",
  "%2e%2e%2f",
  "x".repeat(100_000),
];
