/** What the buttons of a remote can say, for clients that ask. */
import { DONE } from "./gestures.ts";
import type { Buttons } from "./plan-types.ts";

export interface Introspection {
  readonly type: "int32";
  readonly buttons: Readonly<Record<string, { readonly name: string }>>;
  readonly values: Readonly<Record<string, { readonly button: number; readonly action: string }>>;
}

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

export function introspect({ codes }: Buttons): Introspection {
  const values = Object.fromEntries(sayable(codes).map((code) => [String(code), meaningOf(code)]));
  const numbers = [...new Set(Object.values(values).map(({ button }) => button))].sort((one, other) => one - other);
  const buttons = Object.fromEntries(numbers.map((number) => [String(number), { name: `Button ${number}` }]));
  return { type: "int32", buttons, values };
}

/** With the long release of what can be held, where it is told without a word for the button. */
function sayable(codes: Buttons["codes"]): readonly number[] {
  const named = Object.values(codes).filter((code) => code !== "release");
  if (named.length === Object.values(codes).length) return distinct(named);
  const ends = named.flatMap((code) => {
    if (code % 1000 === DONE.hold) return [code - DONE.hold + DONE.long];
    return [];
  });
  return distinct([...named, ...ends]);
}

function meaningOf(code: number): { readonly button: number; readonly action: string } {
  const [button, action] = TAP[code] ?? [Math.floor(code / 1000), ACTIONS[code % 1000] ?? "UNKNOWN"];
  return { button, action };
}

function distinct(codes: readonly number[]): readonly number[] {
  return [...new Set(codes)].sort((one, other) => one - other);
}
