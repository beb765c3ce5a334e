/** Moments on the wall clock of the gateway, by which schedules go, wherever the browser is. Pure. */
import { sayTime } from "../texts.ts";

/** As a moment is said everywhere, but in this zone: today only the time, else with its day. */
export function sayOnClock(at: number, zone: string | undefined, now = Date.now()): string {
  const timeZone = known(zone);
  if (timeZone === undefined) return sayTime(at);
  const isToday = wallClock(at, timeZone).slice(0, 10) === wallClock(now, timeZone).slice(0, 10);
  return sayTime(at, { ...(isToday ? { timeStyle: "medium" } : { dateStyle: "short", timeStyle: "short" }), timeZone });
}

/** The zone of the gateway where its clock shows another time than that of the browser; else undefined. */
export function foreignZone(zone: string | undefined, at = Date.now(), own?: string): string | undefined {
  const timeZone = known(zone);
  return timeZone === undefined || wallClock(at, timeZone) === wallClock(at, own) ? undefined : timeZone;
}

/** "2026-11-23 16:03:24": to compare. */
function wallClock(at: number, timeZone: string | undefined): string {
  return new Date(at).toLocaleString("sv-SE", { timeZone });
}

/** Some browsers do not know every zone: their own has to do then. */
function known(zone: string | undefined): string | undefined {
  if (zone === undefined || zone === "") return undefined;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone && zone;
  } catch {
    return undefined;
  }
}
