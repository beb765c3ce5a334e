/** The body of a client for a schedule (automation 2.3, 2.5): its time, and its command, which is one PUT by a key that is valid. */
import type { Call } from "../../core/call.ts";
import { addressWith, EDITORS_KEY, targetOf } from "../../model/automation/schedule-command.ts";
import { ApiError } from "../../model/errors.ts";
import { prefixOf, wholeKey, withoutKeys } from "../../model/keys.ts";
import { isObject, type Values } from "../../model/resource.ts";
import { locationOf } from "../../model/time/plans.ts";
import { type GivenTime, type ScheduleTimes, shownTimes } from "../../model/time/schedule-times.ts";
import { parsePattern } from "../../model/time/time-grammar.ts";
import { isKey, isPrefix, withoutOurKeys } from "../config/keys.ts";

const ADDRESS = "/schedules";

/** The times of a new schedule. Both may be given: then both have to be right, and the local one counts. */
export function newTimes(call: Call, { time, localtime }: Values): ScheduleTimes {
  const isSaid = (text: unknown) => typeof text === "string" && text !== "";
  if (!isSaid(localtime) && !isSaid(time)) throw new ApiError("missingOne", ADDRESS, "time or localtime");
  const local = isSaid(localtime) ? readTimes(call, "localtime", localtime) : undefined;
  const utc = isSaid(time) ? readTimes(call, "time", time) : undefined;
  return (local ?? utc) as ScheduleTimes;
}

export function readTimes({ draft, clock }: Call, given: GivenTime, text: unknown): ScheduleTimes {
  const pattern = typeof text === "string" ? parsePattern(text) : undefined;
  if (pattern === "bad random") throw new ApiError("badRandom", ADDRESS, given, text);
  if (pattern === undefined || (pattern.kind === "sun" && given === "time"))
    throw new ApiError("invalid", ADDRESS, given, text);
  const config = draft.get("/config")?.attr ?? {};
  const location = locationOf(true, config);
  if (pattern.kind === "sun" && location.latitude === undefined) throw new ApiError("noPlace", ADDRESS, given, text);
  return shownTimes(given, String(text), location.zone, clock.now());
}

const LONGEST_BODY = 10_000; // characters
const PARTS = ["address", "method", "body"] as const;

/**
 * The command as it is kept: of its key only the public prefix. A client that writes back the command of a schedule need not know the key,
 * nor need a rule: the client that made the rule had to know it.
 */
export function readCommand(call: Call, given: unknown, at: string, before?: unknown): Values {
  if (!isObject(given) || PARTS.some((part) => given[part] === undefined))
    throw new ApiError("invalid", at, "command", "");
  const { address, method, body } = given;
  const target = targetOf(address);
  const fits = target && method === "PUT" && isObject(body) && JSON.stringify(body).length <= LONGEST_BODY;
  const isOwn = call.key !== undefined && target?.key === wholeKey(call.key);
  if (!fits || !(isOwn || isKnown(call, target.key) || target.key === keyOf(before)))
    throw new ApiError("invalid", at, "command", withoutKeys(JSON.stringify(given)));
  const kept = target.key === EDITORS_KEY ? EDITORS_KEY : prefixOf(isOwn ? String(call.key) : target.key);
  return { address: addressWith(kept, target), method, body: withoutOurKeys(call, body) };
}

function isKnown({ store, host, cause, key: own }: Call, key: string): boolean {
  if (key === EDITORS_KEY) return own === undefined && (cause.by === "editor" || cause.by.startsWith("flow:"));
  return isKey(store, host, key) || (cause.by.startsWith("/rules/") && isPrefix(store, key));
}

function keyOf(command: unknown): string | undefined {
  return isObject(command) ? targetOf(command.address)?.key : undefined;
}
