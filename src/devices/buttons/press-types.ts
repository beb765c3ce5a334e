/** How a button is used, in the words that remotes have for it: "double", "hold_release", "5_click". */

/** What is done, and what stands for it behind 1000 · button. */
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

/** "press" alone is the beginning of one, or all of it: that depends on what else the button says. */
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

/** The longest first: "hold_release" is no "hold". */
const LONGEST_FIRST: readonly (readonly [word: string, PressWord])[] = WORDS.flatMap(([gesture, words]) =>
  words.map((word) => [word, gesture] as const),
).sort(([one], [other]) => other.length - one.length);

/** How what is told with this code ends; undefined: it has ended. */
export function endCode(code: number): number | undefined {
  const gesture = code % 1000;
  if (gesture === PRESS_CODES.hold) return code - PRESS_CODES.hold + PRESS_CODES.long;
  return gesture === PRESS_CODES.press ? code - PRESS_CODES.press + PRESS_CODES.short : undefined;
}

/** "left_double" and "double_left" → the double click of "left"; of the only button: "". */
export function pressIn(action: string): { readonly button: string; readonly gesture: PressWord } | undefined {
  for (const [word, gesture] of LONGEST_FIRST) {
    if (action === word) return { button: "", gesture };
    if (action.endsWith(`_${word}`)) return { button: action.slice(0, -word.length - 1), gesture };
    if (action.startsWith(`${word}_`)) return { button: action.slice(word.length + 1), gesture };
  }
  return undefined;
}
