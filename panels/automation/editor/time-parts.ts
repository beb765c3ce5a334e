/** A pattern of time as its fields show it. Pure. */
import {
  type PatternKind,
  type PatternParts,
  patternParts,
  textOfParts,
} from "../../../src/model/time/time-grammar.ts";

export const USUAL_TIME = "W127/T07:00:00";
/** The values of parts that a pattern does not tell. */
export const UNSAID: Required<Record<keyof PatternParts, string>> = {
  days: "127",
  clock: "07:00:00",
  at: "",
  span: "00:10:00",
  times: "",
  event: "sunset",
  offset: "",
  random: "",
};

export type Parts = typeof UNSAID;

/** What a pattern says of its kind, also by leaving it out. */
const TOLD: Readonly<Record<PatternKind, readonly (keyof Parts)[]>> = {
  weekly: ["days", "clock", "random"],
  sun: ["days", "event", "offset", "random"],
  once: ["at", "random"],
  timer: ["span"],
  repeated: ["span", "times"],
};

/** A weekly pattern whose time of day the user has deleted. */
const EMPTIED = /^W\d{1,3}\/T(?=A|$)/;
/** In place of the date and time that the user has deleted. */
export const NO_MOMENT = "T";
const NEVER = /^T(?=A|$)/;
const SOME_MOMENT = "2000-01-01T00:00:00";

/** Undefined for a pattern that the editor does not know: the user writes it as a text. `kept`: what was chosen while it was of another kind. */
export function partsOf(
  time: string,
  kept: Parts = UNSAID,
): { readonly kind: PatternKind; readonly parts: Parts } | undefined {
  const read = patternParts(time.replace(EMPTIED, "$&00:00:00").replace(NEVER, SOME_MOMENT));
  if (!read) return undefined;
  const emptied = { ...(EMPTIED.test(time) && { clock: "" }), ...(NEVER.test(time) && { at: NO_MOMENT }) };
  const { kind, ...said } = { ...read, ...emptied };
  const known = Object.entries(said).filter(([, value]) => value !== undefined);
  const unsaid = Object.fromEntries(TOLD[kind].map((name) => [name, UNSAID[name]]));
  return { kind, parts: { ...kept, ...unsaid, ...Object.fromEntries(known) } };
}

/** The pattern of this kind: what it has no field for stays out of it. */
export function timeOfParts(kind: PatternKind, parts: Parts): string {
  return textOfParts(kind, { ...parts, random: TOLD[kind].includes("random") ? parts.random : "" });
}
