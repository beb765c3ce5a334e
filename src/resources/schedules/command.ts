/** What a schedule may do (automation 2.3): one PUT to a light, a group or a sensor, by a key that is valid. */
import type { Call } from "../../core/call.ts";
import { ApiError } from "../../model/errors.ts";
import { prefixOf, withoutKeys } from "../../model/keys.ts";
import { isObject, type Values } from "../../model/resource.ts";
import { addressWith, targetOf } from "../../model/schedule-command.ts";
import { isKey, isPrefix, withoutOurKeys } from "../config/keys.ts";

const LONGEST_BODY = 10_000; // characters
const PARTS = ["address", "method", "body"] as const;

/**
 * As it is kept: of the key only what is public. Who writes back what a schedule showed him need not know the key in it,
 * nor need a rule: whoever made that had to know it.
 */
export function readCommand(call: Call, given: unknown, at: string, before?: unknown): Values {
  if (!isObject(given) || PARTS.some((part) => given[part] === undefined))
    throw new ApiError("invalid", at, "command", "");
  const { address, method, body } = given;
  const target = targetOf(address);
  const fits = target && method === "PUT" && isObject(body) && JSON.stringify(body).length <= LONGEST_BODY;
  if (!fits || !(isKnown(call, target.key) || target.key === keyOf(before)))
    throw new ApiError("invalid", at, "command", withoutKeys(JSON.stringify(given)));
  return { address: addressWith(prefixOf(target.key), target), method, body: withoutOurKeys(call, body) };
}

function isKnown({ store, host, cause }: Call, key: string): boolean {
  return isKey(store, host, key) || (cause.by.startsWith("/rules/") && isPrefix(store, key));
}

function keyOf(command: unknown): string | undefined {
  return isObject(command) ? targetOf(command.address)?.key : undefined;
}
