/** Words that a remote says although its list does not have them → codes. A word always gets the same one, whatever was said before it. */

import type { ButtonMap } from "../plan/device-plan.ts";
import { type CommandAction, type PressAction, parseActions } from "./actions.ts";
import { buttonNumberIn, pressTypeOf, readingRank } from "./button-numbers.ts";
import { isOneButton, rankOf } from "./command-actions.ts";
import { PRESS_CODES } from "./press-types.ts";

type ButtonCode = number | "release";

interface WithNumber {
  readonly number: number;
}

/** What the list says, read once for each model. */
interface ListedActions {
  readonly words: readonly string[];
  readonly commands: readonly (CommandAction & WithNumber)[];
  readonly gestures: readonly (PressAction & WithNumber)[];
  readonly last: number;
  readonly holdsOften: boolean;
  readonly answers: Map<string, ButtonCode | undefined>;
}

const MOST_ANSWERS = 300; // of one model: a remote may say whatever it likes
const PLACES = 100; // buttons that a place without a number of its own may have
const LAST_PART = /_[a-z\d]+$/i;

const models = new WeakMap<ButtonMap["codes"], ListedActions>();

/** Undefined: it is no word for a button. */
export function unlistedCode(
  { codes, ignored = [] }: ButtonMap,
  action: string,
  endpoint: number,
): ButtonCode | undefined {
  if (ignored.includes(action)) return undefined;
  const listed = models.get(codes) ?? readList(codes);
  models.set(codes, listed);
  const { answers } = listed;
  const said = `${action}@${endpoint}`;
  if (answers.has(said)) return answers.get(said);
  const code = codeOf(listed, action, endpoint) ?? shortened(listed, action, endpoint);
  if (answers.size < MOST_ANSWERS) answers.set(said, code);
  return code;
}

function readList(codes: ButtonMap["codes"]): ListedActions {
  const words = Object.keys(codes).filter((word) => !word.includes("="));
  const { commands, gestures } = parseActions(words);
  const numbered = <Word extends { readonly action: string }>(word: Word): (Word & WithNumber)[] => {
    const code = codes[word.action];
    return typeof code === "number" ? [{ ...word, number: Math.floor(code / 1000) }] : [];
  };
  const numbers = Object.values(codes).flatMap((code) => (typeof code === "number" ? [Math.floor(code / 1000)] : []));
  return {
    words,
    commands: commands.flatMap(numbered),
    gestures: gestures.flatMap(numbered),
    last: Math.max(0, ...numbers),
    holdsOften: gestures.some(
      ({ action, press }) => press === "hold" && Number(codes[action]) % 1000 === PRESS_CODES.hold,
    ),
    answers: new Map(),
  };
}

/** Names of places that no list knows stand behind the word: "on_backlight", "recall_1_left_up". */
function shortened(listed: ListedActions, action: string, endpoint: number): ButtonCode | undefined {
  const once = action.replace(LAST_PART, "");
  return codeOf(listed, once, endpoint, true) ?? codeOf(listed, once.replace(LAST_PART, ""), endpoint, true);
}

/** `isShort`: the name of its place was taken off, of which only the endpoint is known. */
function codeOf(listed: ListedActions, action: string, endpoint: number, isShort = false): ButtonCode | undefined {
  const { commands, gestures } = parseActions([...listed.words, action]);
  const command = commands.find((word) => word.action === action || word.action === `${action}_*`);
  if (command) return commandCode(listed, isShort ? { ...command, place: String(endpoint) } : command, endpoint);
  const gesture = gestures.find((word) => word.action === action);
  return gesture && gestureCode(listed, gesture, endpoint);
}

function commandCode(listed: ListedActions, word: CommandAction, endpoint: number): ButtonCode {
  const { press } = word;
  if (press === "release") return press;
  return numberOfCommand(listed, { ...word, press }, endpoint) * 1000 + PRESS_CODES[press];
}

function numberOfCommand({ commands, last }: ListedActions, word: CommandAction, endpoint: number): number {
  const { family, place, press } = word;
  const kin = commands.filter((each) => isOneButton(each.family, family));
  const hasPlaces = commands.length > 0 && commands.every((each) => each.place !== "");
  const here = place === "" && hasPlaces ? String(endpoint) : place;
  const beyond = here === "" ? 0 : Math.max(0, (Number(here) || endpoint) - 1);
  const isFree = (number: number) => !commands.some((each) => each.number === number && each.press === press);
  const same = kin.find((each) => each.place === here || each.place === String(endpoint));
  const everywhere = kin.find((each) => each.place === "");
  const number = same?.number ?? (everywhere && everywhere.number + beyond * last);
  if (number !== undefined && (isFree(number) || kin.some((each) => each.number === number && each.press === press)))
    return number;
  return last + 1 + rankOf(family) + beyond * PLACES;
}

/** A number in the name is the button's; a name alone is placed as its like. */
function gestureCode({ gestures, last, holdsOften }: ListedActions, word: PressAction, endpoint: number): number {
  const own = buttonNumberIn(word.button);
  const isKin = (each: PressAction) =>
    each.button === word.button || (own !== undefined && own === buttonNumberIn(each.button));
  const kin = gestures.filter(isKin);
  const atEndpoint = word.button === "" ? gestures.find(({ number }) => number === endpoint)?.number : undefined;
  const behind = last + 1 + readingRank(word.button);
  const free = own !== undefined && gestures.length > 0 && !gestures.some(isOther(own)) ? own : undefined;
  const number = kin[0]?.number ?? atEndpoint ?? free ?? (own === undefined ? behind : last + own);
  return number * 1000 + PRESS_CODES[pressTypeOf(word, [...kin, word], holdsOften)];
}

function isOther(number: number): (each: PressAction & WithNumber) => boolean {
  return (each) => each.number === number && each.button !== "";
}
