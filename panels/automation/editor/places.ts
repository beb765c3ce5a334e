/** The place of the house, as a user types or pastes it, and its likely time zone. Pure. */
import { readNumber } from "../../texts.ts";

const LIMITS = { latitude: 90, longitude: 180 } as const;

/** Undefined for a text that is no number within the limits. */
export function degreesIn(text: string, name: keyof typeof LIMITS): number | undefined {
  const number = readNumber(text);
  return number !== undefined && Math.abs(number) <= LIMITS[name] ? number : undefined;
}

const NUMBER = String.raw`(-?\d+(?:[.,]\d+)?)\s*°?`;
const PAIR = new RegExp(String.raw`^\s*${NUMBER}(?:\s*;\s*|,?\s+)${NUMBER}\s*$`);
const TIGHT_PAIR = /^\s*(-?\d+\.\d+),(-?\d+\.\d+)\s*$/;

/** "52.520008, 13.404954", as a map has it in the clipboard. */
export function pairIn(text: string): { readonly latitude: string; readonly longitude: string } | undefined {
  const [, latitude, longitude] = PAIR.exec(text) ?? TIGHT_PAIR.exec(text) ?? [];
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

const UTC = /^((Etc\/)?(UTC|GMT|UCT|Universal|Zulu|Greenwich))?$/;

/** A server's clock often goes by UTC; a browser in another zone more likely stands in the zone of the house. */
export function likelyZone(zone = "", own = new Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  return UTC.test(zone) ? own : zone;
}
