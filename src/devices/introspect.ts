/** What the buttons of a remote can say, for clients that ask. */
import { DONE, endOf } from "./gestures.ts";
import type { Buttons } from "./plan-types.ts";

/** By code. */
export type Meanings = Readonly<Record<string, { readonly button: number; readonly action: string }>>;

const ACTIONS: Readonly<Record<number, string>> = {
  [DONE.press]: "INITIAL_PRESS",
  [DONE.hold]: "HOLD",
  [DONE.short]: "SHORT_RELEASE",
  [DONE.long]: "LONG_RELEASE",
  [DONE.double]: "DOUBLE_PRESS",
  [DONE.triple]: "TREBLE_PRESS",
  [DONE.quadruple]: "QUADRUPLE_PRESS",
  [DONE.shake]: "SHAKE",
  [DONE.drop]: "DROP",
  [DONE.tilt]: "TILT",
  [DONE.many]: "MANY_PRESS",
};
/** The Hue Tap says these, and no button numbers. */
const TAP: Readonly<Record<number, readonly [button: number, action: string]>> = {
  34: [1, "INITIAL_PRESS"],
  16: [2, "INITIAL_PRESS"],
  17: [3, "INITIAL_PRESS"],
  18: [4, "INITIAL_PRESS"],
  98: [5, "INITIAL_PRESS"],
  99: [5, "SHORT_RELEASE"],
  100: [6, "INITIAL_PRESS"],
  101: [6, "SHORT_RELEASE"],
};

export function introspect({ codes }: Buttons): Meanings {
  return Object.fromEntries(sayable(codes).map((code) => [String(code), meaningOf(code)]));
}

/** With the end of what can be held or pressed, where it is told without a word for the button. */
function sayable(codes: Buttons["codes"]): readonly number[] {
  const all = Object.values(codes);
  const named = all.filter((code) => code !== "release");
  const ends = named.length === all.length ? [] : named.flatMap((code) => endOf(code) ?? []);
  return [...new Set([...named, ...ends])].sort((one, other) => one - other);
}

function meaningOf(code: number): Meanings[string] {
  const [button, action] = TAP[code] ?? [Math.floor(code / 1000), ACTIONS[code % 1000] ?? "UNKNOWN"];
  return { button, action };
}
