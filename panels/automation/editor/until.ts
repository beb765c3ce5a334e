/** "Light at sunset until 23:00": a schedule does one thing, so a second one switches off again. Pure. */
import type { ActionRow } from "../../../src/model/automation/rule-rows.ts";
import { daysText, parsePattern, secondsOfClock, textOfParts } from "../../../src/model/time/time-grammar.ts";
import type { HouseState } from "../../house.ts";
import { addressNow, canEnd } from "./subjects.ts";

export const USUAL_END = "23:00:00";
const NOON = 43_200; // seconds

interface Off {
  readonly time: string;
  readonly row: ActionRow;
}

/** Undefined: there is nothing to switch off again, or it goes off by itself. */
export function offAt(house: HouseState, row: ActionRow, time: string, clock: string): Off | undefined {
  const mayEnd = row.does === "scene" || canEnd(house, addressNow(house, row), row);
  const days = daysOfEnd(time, secondsOfClock(clock));
  if (!mayEnd || row.offAfter || days === undefined) return undefined;
  const { address = "", uniqueid = "", resourceName = "", house: home = "" } = row;
  return {
    time: textOfParts("weekly", { days: daysText(days), clock }),
    row: { address, uniqueid, resourceName, house: home, does: "off" },
  };
}

/** An evening that ends after midnight ends on the next day. Undefined: it does not come on days of the week. */
export function daysOfEnd(time: string, end: number): number | undefined {
  const pattern = parsePattern(time);
  if (typeof pattern !== "object") return undefined;
  if (pattern.kind === "weekly") return end > pattern.clock ? pattern.days : nextDays(pattern.days);
  if (pattern.kind !== "sun") return undefined;
  return isEvening(pattern) && end < NOON ? nextDays(pattern.days) : pattern.days;
}

/** "Sunrise until 5:00": by the clock it would be the next day, by the sun it is the same one, unless an evening ends after midnight. */
export function endsBefore(time: string, end: number, begin: string): boolean {
  const pattern = parsePattern(time);
  if (typeof pattern !== "object" || pattern.kind !== "sun") return false;
  return daysOfEnd(time, end) === pattern.days && end <= secondsOfClock(begin) && !(isEvening(pattern) && end < NOON);
}

function isEvening({ event }: { readonly event: string }): boolean {
  return event === "sunset" || event === "dusk";
}

/** Days as bits, 0MTWTFSS: Monday to Friday becomes Tuesday to Saturday. */
function nextDays(days: number): number {
  return (days >> 1) | ((days & 1) << 6);
}
