/** Numbers the buttons of a remote as deCONZ does: first those of press actions, then those of commands. */
import type { ButtonMap } from "../plan/device-plan.ts";
import type { CommandAction, ParsedActions, PressAction } from "./actions.ts";
import { ANY_SCENE, inButtonOrder, SCENE_BUTTONS } from "./command-actions.ts";
import { PRESS_CODES, type PressType } from "./press-types.ts";

export type ButtonCodes = ButtonMap["codes"];

/** The order of buttons with names. */
const READING_ORDER: readonly string[] = [
  ...["on", "left", "top_left", "top", "up", "power", "center", "centre", "middle"],
  ...["top_right", "right", "bottom_left", "bottom", "down", "bottom_right", "off", "both", "all"],
];
const UNNAMED_RANK = 50; // between the first and the last
const NUMBER = /(?:^|_)(?:button_|dots_|l|s|in|ch|switch_|side_)?(\d{1,2})(?:_|$)/;
const SEVERAL_AT_ONCE = /_and_/;
const ROCKER = /up|down/; // "1_up" and "1_down" are two buttons
const SAYS_RELEASE = /release/;
const SAYS_LONG = /long|hold/;

interface NumberedAction<Word> {
  readonly word: Word;
  readonly number: number;
}

/** `holdsOften`: the remote reports a long press while it lasts. Others without a release report it when it is over. */
export function buttonCodes({ presses, commands }: ParsedActions, reportsOngoingHold: boolean): ButtonCodes {
  const pressed = numberPresses(presses);
  const next = Math.max(0, ...pressed.map(({ number }) => number)) + 1;
  const codes: [string, number | "release"][] = pressed.map(({ word, number }) => {
    const others = pressed.filter((each) => each.number === number).map((each) => each.word);
    return [word.action, number * 1000 + PRESS_CODES[pressTypeOf(word, others, reportsOngoingHold)]];
  });
  return Object.fromEntries([...codes, ...commandCodes(commands, next)]);
}

/** A number in the name is that of the button; buttons without one follow. */
function numberPresses(words: readonly PressAction[]): readonly NumberedAction<PressAction>[] {
  const names = [...new Set(words.map(({ button }) => button))];
  const numbers = new Map<string, number>();
  for (const name of names) {
    const number = buttonNumberIn(name);
    if (number !== undefined) numbers.set(name, number);
  }
  let last = Math.max(0, ...numbers.values());
  const others = names.filter((name) => !numbers.has(name)).sort((one, other) => readingRank(one) - readingRank(other));
  for (const name of others) numbers.set(name, ++last);
  return words.map((word) => ({ word, number: numbers.get(word.button) ?? 0 }));
}

export function buttonNumberIn(name: string): number | undefined {
  const [, digits] = NUMBER.exec(name) ?? [];
  return digits === undefined || ROCKER.test(name) || SEVERAL_AT_ONCE.test(name) ? undefined : Number(digits);
}

export function readingRank(name: string): number {
  const place = READING_ORDER.indexOf(name);
  return place < 0 ? UNNAMED_RANK : place;
}

/** The same word has another meaning beside other actions of the button. */
export function pressTypeOf(
  { action, press }: PressAction,
  all: readonly PressAction[],
  reportsOngoingHold: boolean,
): PressType {
  const has = (wanted: PressAction["press"]) => all.some((each) => each.press === wanted);
  if (press === "press or short") {
    const ends = all.some((each) => each.action !== action && (each.press === "short" || each.press === "long"));
    return ends && all.some((each) => SAYS_RELEASE.test(each.action)) ? "press" : "short";
  }
  if (press === "hold" && !reportsOngoingHold && !has("long")) return "long";
  if (press === "long" && !has("hold") && !has("short")) return "short";
  return press;
}

function commandCodes(words: readonly CommandAction[], first: number): [string, number | "release"][] {
  const isWild = ({ family }: CommandAction) => family === ANY_SCENE;
  const places = [...new Set(words.map(({ place }) => place))].sort((one, other) => placeRank(one) - placeRank(other));
  const codes: [string, number | "release"][] = [];
  let next = first;
  for (const place of places) {
    const here = words.filter((word) => word.place === place && !isWild(word));
    const numbers = numberFamilies(here, next);
    next = Math.max(next - 1, ...numbers.values()) + 1;
    const tellsEnd = here.some(({ press }) => press === "release" || press === "long");
    for (const { action, family, press } of here) {
      const type = press === "hold" && !tellsEnd && SAYS_LONG.test(action) ? "long" : press;
      codes.push([action, type === "release" ? type : (numbers.get(family) ?? 0) * 1000 + PRESS_CODES[type]]);
    }
  }
  for (const [index, place] of places
    .filter((each) => words.some((word) => isWild(word) && word.place === each))
    .entries())
    for (const { action, press } of words.filter((word) => isWild(word) && word.place === place))
      if (press !== "release") codes.push([action, (next + index * SCENE_BUTTONS) * 1000 + PRESS_CODES[press]]);
  return codes;
}

/** One button for each family, except those that share one. */
function numberFamilies(words: readonly CommandAction[], first: number): ReadonlyMap<string, number> {
  const families = [...new Set(words.map(({ family }) => family))].filter((family) => family !== "");
  const joined = joinedFamilies(words, families);
  const numbers = new Map<string, number>();
  let next = first;
  for (const family of inButtonOrder(families)) if (!joined.has(family)) numbers.set(family, next++);
  for (const [family, owner] of joined) numbers.set(family, numbers.get(owner) ?? first);
  return numbers;
}

/** Where no button steps up and down, long presses of "on" and "off" do. "toggle" comes from the button that switches on. */
function joinedFamilies(words: readonly CommandAction[], families: readonly string[]): ReadonlyMap<string, string> {
  const joined = new Map<string, string>();
  const has = (family: string) => families.includes(family);
  const steps = words.some(({ family, press }) => family === "up" && press === "short");
  if (has("toggle") && has("on")) joined.set("toggle", "on");
  if (!steps && has("on") && has("off"))
    for (const [family, owner] of [
      ["up", "on"],
      ["down", "off"],
    ] as const)
      if (has(family)) joined.set(family, owner);
  return joined;
}

/** Numbered places first, then none, then named ones. */
function placeRank(place: string): number {
  return Number(place) || READING_ORDER.indexOf(place) + 100;
}
