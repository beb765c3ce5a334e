/** When a schedule is to happen, as a client says it (automation 2.3, 2.5). */
import type { Call } from "../../core/call.ts";
import { ApiError } from "../../model/errors.ts";
import { placeOf } from "../../model/plans.ts";
import type { Values } from "../../model/resource.ts";
import { type Given, type ShownTimes, shownTimes } from "../../model/schedule-times.ts";
import { parsePattern } from "../../model/time-grammar.ts";

const ADDRESS = "/schedules";

/** Of a new schedule. Both may be given: then both have to be right, and the local one counts. */
export function newTimes(call: Call, { time, localtime }: Values): ShownTimes {
  const isSaid = (text: unknown) => typeof text === "string" && text !== "";
  if (!isSaid(localtime) && !isSaid(time)) throw new ApiError("missingOne", ADDRESS, "time or localtime");
  const local = isSaid(localtime) ? readTimes(call, "localtime", localtime) : undefined;
  const utc = isSaid(time) ? readTimes(call, "time", time) : undefined;
  return (local ?? utc) as ShownTimes;
}

export function readTimes({ draft, clock }: Call, given: Given, text: unknown): ShownTimes {
  const pattern = typeof text === "string" ? parsePattern(text) : undefined;
  if (pattern === "bad random") throw new ApiError("badRandom", ADDRESS, given, text);
  if (pattern === undefined || (pattern.kind === "sun" && given === "time"))
    throw new ApiError("invalid", ADDRESS, given, text);
  const config = draft.get("/config")?.attr ?? {};
  const place = placeOf(true, config);
  if (pattern.kind === "sun" && place.latitude === undefined) throw new ApiError("noPlace", ADDRESS, given, text);
  return shownTimes(given, String(text), place.zone, clock.now());
}
