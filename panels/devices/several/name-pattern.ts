/** New names for several devices, by a pattern: "{room} {kind} {number}". Pure. */
import { LONGEST_NAME } from "../../house.ts";

export const TOKENS = ["name", "room", "kind", "product", "number"] as const;

export type NameToken = (typeof TOKENS)[number];

/** The values of the tokens for one device; the number is counted here. */
export type NamedThing = Readonly<Record<Exclude<NameToken, "number">, string>>;

/**
 * `words`: how a token is written, by the language. The number counts the devices that would have the same name else; without it in the
 * pattern, devices with equal names get one at their end.
 */
export function namesByPattern(
  pattern: string,
  things: readonly NamedThing[],
  words: Readonly<Record<NameToken, string>>,
): readonly string[] {
  const withNumber = pattern.replaceAll(MARK, "").replaceAll(`{${words.number}}`, MARK);
  const stems = things.map((thing) => tidied(filled(withNumber, thing, words)));
  const counts = counted(stems);
  const turns = new Map<string, number>();
  return stems.map((stem) => {
    const turn = (turns.get(stem) ?? 0) + 1;
    turns.set(stem, turn);
    if (stem.includes(MARK)) return shortened(stem, String(turn));
    return (counts.get(stem) ?? 0) > 1 ? shortened(`${stem} ${MARK}`, String(turn)) : shortened(stem, "");
  });
}

const MARK = "\u0000"; // no name has it

/** Braces of the name itself stay. */
function filled(pattern: string, thing: NamedThing, words: Readonly<Record<NameToken, string>>): string {
  return pattern.replace(/\{([^{}]*)\}/g, (whole, word: string) => {
    const token = TOKENS.find((each) => words[each] === word);
    return token === undefined || token === "number" ? whole : thing[token];
  });
}

/** A device in no room leaves no gap. */
function tidied(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function counted(stems: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** Cut where it is too long, but never its number. */
function shortened(stem: string, number: string): string {
  const over = stem.replaceAll(MARK, number).length - LONGEST_NAME;
  if (over <= 0) return stem.replaceAll(MARK, number);
  const at = stem.indexOf(MARK);
  if (at < 0) return stem.slice(0, LONGEST_NAME).trim();
  const [before, after] = [stem.slice(0, at), stem.slice(at)];
  const kept = before.slice(0, Math.max(0, before.length - over)).trimEnd();
  const isApart = before.endsWith(" ") && kept.length < before.length - over;
  return `${kept}${isApart ? " " : ""}${after.replaceAll(MARK, number)}`.slice(0, LONGEST_NAME);
}
