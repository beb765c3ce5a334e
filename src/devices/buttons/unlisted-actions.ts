/** Codes for actions that a remote sends although its list does not have them. An action always has the same code, after any other. */
import type { ButtonMap } from "../plan/device-plan.ts";
import { type CommandAction, type PressAction, parseActions } from "./actions.ts";
import { buttonNumberIn, pressTypeOf, readingRank } from "./button-numbers.ts";
import { buttonRank, shareButton } from "./command-actions.ts";
import { PRESS_CODES } from "./press-types.ts";

type ButtonCode = number | "release";

interface WithNumber {
  readonly number: number;
}

/** The list of a model, parsed once. */
interface ListedActions {
  readonly words: readonly string[];
  readonly commands: readonly (CommandAction & WithNumber)[];
  readonly presses: readonly (PressAction & WithNumber)[];
  readonly last: number;
  readonly reportsOngoingHold: boolean;
  readonly answers: Map<string, ButtonCode | undefined>;
}

const MOST_ANSWERS = 300; // of one model: a remote may send any action
const PLACES = 100; // buttons of one place
const LAST_PART = /_[a-z\d]+$/i;

const models = new WeakMap<ButtonMap["codes"], ListedActions>();

/** Undefined: the action comes from no button. */
export function unlistedCode(
  { codes, ignored = [] }: ButtonMap,
  action: string,
  endpoint: number,
): ButtonCode | undefined {
  if (ignored.includes(action)) return undefined;
  const listed = models.get(codes) ?? parseList(codes);
  models.set(codes, listed);
  const { answers } = listed;
  const key = `${action}@${endpoint}`;
  if (answers.has(key)) return answers.get(key);
  const code = codeOf(listed, action, endpoint) ?? shortened(listed, action, endpoint);
  if (answers.size < MOST_ANSWERS) answers.set(key, code);
  return code;
}

function parseList(codes: ButtonMap["codes"]): ListedActions {
  const words = Object.keys(codes).filter((word) => !word.includes("="));
  const { commands, presses } = parseActions(words);
  const numbered = <Word extends { readonly action: string }>(word: Word): (Word & WithNumber)[] => {
    const code = codes[word.action];
    return typeof code === "number" ? [{ ...word, number: Math.floor(code / 1000) }] : [];
  };
  const numbers = Object.values(codes).flatMap((code) => (typeof code === "number" ? [Math.floor(code / 1000)] : []));
  return {
    words,
    commands: commands.flatMap(numbered),
    presses: presses.flatMap(numbered),
    last: Math.max(0, ...numbers),
    reportsOngoingHold: presses.some(
      ({ action, press }) => press === "hold" && Number(codes[action]) % 1000 === PRESS_CODES.hold,
    ),
    answers: new Map(),
  };
}

/** An action may end in the name of a place that no list has: "on_backlight", "recall_1_left_up". */
function shortened(listed: ListedActions, action: string, endpoint: number): ButtonCode | undefined {
  const once = action.replace(LAST_PART, "");
  return codeOf(listed, once, endpoint, true) ?? codeOf(listed, once.replace(LAST_PART, ""), endpoint, true);
}

/** `isShort`: the name of the place was taken off, and the endpoint stands for it. */
function codeOf(listed: ListedActions, action: string, endpoint: number, isShort = false): ButtonCode | undefined {
  const { commands, presses } = parseActions([...listed.words, action]);
  const command = commands.find((word) => word.action === action || word.action === `${action}_*`);
  if (command) return commandCode(listed, isShort ? { ...command, place: String(endpoint) } : command, endpoint);
  const press = presses.find((word) => word.action === action);
  return press && pressCode(listed, press, endpoint);
}

function commandCode(listed: ListedActions, word: CommandAction, endpoint: number): ButtonCode {
  const { press } = word;
  if (press === "release") return press;
  return numberOfCommand(listed, { ...word, press }, endpoint) * 1000 + PRESS_CODES[press];
}

function numberOfCommand({ commands, last }: ListedActions, word: CommandAction, endpoint: number): number {
  const { family, place, press } = word;
  const related = commands.filter((each) => shareButton(each.family, family));
  const hasPlaces = commands.length > 0 && commands.every((each) => each.place !== "");
  const here = place === "" && hasPlaces ? String(endpoint) : place;
  const beyond = here === "" ? 0 : Math.max(0, (Number(here) || endpoint) - 1);
  const isFree = (number: number) => !commands.some((each) => each.number === number && each.press === press);
  const same = related.find((each) => each.place === here || each.place === String(endpoint));
  const everywhere = related.find((each) => each.place === "");
  const number = same?.number ?? (everywhere && everywhere.number + beyond * last);
  if (
    number !== undefined &&
    (isFree(number) || related.some((each) => each.number === number && each.press === press))
  )
    return number;
  return last + 1 + buttonRank(family) + beyond * PLACES;
}

/** A number in the name is that of the button; an action of a listed button has its number. */
function pressCode({ presses, last, reportsOngoingHold }: ListedActions, word: PressAction, endpoint: number): number {
  const own = buttonNumberIn(word.button);
  const isRelated = (each: PressAction) =>
    each.button === word.button || (own !== undefined && own === buttonNumberIn(each.button));
  const related = presses.filter(isRelated);
  const atEndpoint = word.button === "" ? presses.find(({ number }) => number === endpoint)?.number : undefined;
  const behind = last + 1 + readingRank(word.button);
  const free = own !== undefined && presses.length > 0 && !presses.some(isOther(own)) ? own : undefined;
  const number = related[0]?.number ?? atEndpoint ?? free ?? (own === undefined ? behind : last + own);
  return number * 1000 + PRESS_CODES[pressTypeOf(word, [...related, word], reportsOngoingHold)];
}

function isOther(number: number): (each: PressAction & WithNumber) => boolean {
  return (each) => each.number === number && each.button !== "";
}
