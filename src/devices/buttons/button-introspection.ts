/** The events that the buttons of a remote can send, for clients that ask. */
import type { ButtonMap } from "../plan/device-plan.ts";
import { endCode, PRESS_CODES, pressIn } from "./press-types.ts";

interface ButtonMeaning {
  readonly button: number;
  readonly action: string;
  readonly name?: string; // of the button, where the model has one for it: "Brightness up"
}

/** By code. */
type ButtonMeanings = Readonly<Record<string, ButtonMeaning>>;

const ACTIONS: Readonly<Record<number, string>> = {
  [PRESS_CODES.press]: "INITIAL_PRESS",
  [PRESS_CODES.hold]: "HOLD",
  [PRESS_CODES.short]: "SHORT_RELEASE",
  [PRESS_CODES.long]: "LONG_RELEASE",
  [PRESS_CODES.double]: "DOUBLE_PRESS",
  [PRESS_CODES.triple]: "TREBLE_PRESS",
  [PRESS_CODES.quadruple]: "QUADRUPLE_PRESS",
  [PRESS_CODES.shake]: "SHAKE",
  [PRESS_CODES.drop]: "DROP",
  [PRESS_CODES.tilt]: "TILT",
  [PRESS_CODES.many]: "MANY_PRESS",
};
const NO_NAMES: readonly string[] = ["button", "action", "undefined"];
/** The events of the Hue Tap, which are no multiples of 1000. */
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

export function introspectButtons({ codes }: ButtonMap): ButtonMeanings {
  const names = namesIn(codes);
  const meanings = possibleCodes(codes).map((code) => {
    const meaning = meaningOf(code);
    const name = names.get(meaning.button);
    return [String(code), name === undefined ? meaning : { ...meaning, name }] as const;
  });
  return Object.fromEntries(meanings);
}

/** The name of a button: the shortest of its actions without the press, if no other button has the same. A number is no name. */
function namesIn(codes: ButtonMap["codes"]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const [word, code] of Object.entries(codes)) {
    const { button } = code === "release" ? { button: undefined } : meaningOf(code);
    const name = nameIn(word);
    if (button === undefined || !/^[a-z ]+$/.test(name) || NO_NAMES.includes(name)) continue;
    const known = names.get(button);
    if (known === undefined || name.length < known.length) names.set(button, name);
  }
  const all = [...names.values()];
  const own = [...names].filter(([, name]) => all.indexOf(name) === all.lastIndexOf(name));
  return new Map(own.map(([button, name]) => [button, name.charAt(0).toUpperCase() + name.slice(1)]));
}

/** "up_press_release" → "up", "brightness_move_up" → "brightness up". */
function nameIn(word: string): string {
  const [action = ""] = word.split("@");
  const words = (pressIn(action)?.button ?? action).replaceAll("_", " ");
  return words
    .replace(/\b(move to level|move to|move|step)\b/g, "")
    .replace(/ +/g, " ")
    .trim();
}

/** With the ends of presses and holds, where a release is sent without its button. */
export function possibleCodes(codes: ButtonMap["codes"]): readonly number[] {
  const all = Object.values(codes);
  const named = all.filter((code) => code !== "release");
  const ends = named.length === all.length ? [] : named.flatMap((code) => endCode(code) ?? []);
  return [...new Set([...named, ...ends])].sort((one, other) => one - other);
}

export function meaningOf(code: number): ButtonMeaning {
  const [button, action] = TAP[code] ?? [Math.floor(code / 1000), ACTIONS[code % 1000] ?? "UNKNOWN"];
  return { button, action };
}
