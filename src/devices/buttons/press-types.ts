/** The ways to press a button, and the words that remotes have for them: "double", "hold_release", "5_click". */

/** A button event is 1000 · button + one of these. */
export const PRESS_CODES = {
  press: 0,
  hold: 1,
  short: 2,
  long: 3,
  double: 4,
  triple: 5,
  quadruple: 6,
  shake: 7,
  drop: 8,
  tilt: 9,
  many: 10,
  clockwise: 30,
  counterclockwise: 31,
} as const;

export type PressType = keyof typeof PRESS_CODES;

/** The word "press" stands for the beginning of a press or for all of it: that depends on the other actions of the button. */
export type PressWord = PressType | "press or short";

const WORDS: readonly (readonly [PressWord, readonly string[]])[] = [
  ["press", ["initial_press"]],
  ["press or short", ["press"]],
  ["hold", ["long_press", "longpress", "long", "hold", "held"]],
  ["short", ["press_release", "short_release", "short_press", "short", "press_once", "pressed"]],
  ["short", ["single_pressed", "single_click", "single_press", "single", "click", "tap", "knock"]],
  ["long", ["hold_release", "hold_released", "longpress_release", "long_release", "released", "release"]],
  ["double", ["double_pressed", "double_click", "double_press", "double", "press_twice"]],
  ["triple", ["triple_pressed", "triple_strike", "triple_tap", "triple", "tripple", "treble"]],
  ["quadruple", ["quadruple_pressed", "quadruple"]],
  ["many", ["quintuple_pressed", "quintuple", "many", "5_click", "6_click", "7_click"]],
  ["shake", ["shake"]],
  ["drop", ["drop", "fall", "throw"]],
  ["tilt", ["tilt"]],
];

/** "hold_release" must not be taken for a "hold". */
const LONGEST_FIRST: readonly (readonly [word: string, PressWord])[] = WORDS.flatMap(([press, words]) =>
  words.map((word) => [word, press] as const),
).sort(([one], [other]) => other.length - one.length);

/** The code for the end of a press or hold; undefined: the code stands for an end itself. */
export function endCode(code: number): number | undefined {
  const press = code % 1000;
  if (press === PRESS_CODES.hold) return code - PRESS_CODES.hold + PRESS_CODES.long;
  return press === PRESS_CODES.press ? code - PRESS_CODES.press + PRESS_CODES.short : undefined;
}

/** "left_double" and "double_left" → the double click of "left"; the only button is "". */
export function pressIn(action: string): { readonly button: string; readonly press: PressWord } | undefined {
  for (const [word, press] of LONGEST_FIRST) {
    if (action === word) return { button: "", press };
    if (action.endsWith(`_${word}`)) return { button: action.slice(0, -word.length - 1), press };
    if (action.startsWith(`${word}_`)) return { button: action.slice(word.length + 1), press };
  }
  return undefined;
}
