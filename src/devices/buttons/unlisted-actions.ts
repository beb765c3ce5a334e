/** Words that a remote says although its list does not have them → codes. A word always gets the same one, whatever was said before it. */

import type { Buttons } from "../plan/device-plan.ts";
import { type CommandWord, type GestureWord, readWords } from "./actions.ts";
import { doneOf, numberIn, placeOf } from "./button-numbers.ts";
import { isOneButton, rankOf } from "./command-actions.ts";
import { DONE } from "./press-types.ts";

type Code = number | "release";

interface Numbered {
  readonly number: number;
}

/** What the list says, read once for each model. */
interface Listed {
  readonly words: readonly string[];
  readonly commands: readonly (CommandWord & Numbered)[];
  readonly gestures: readonly (GestureWord & Numbered)[];
  readonly last: number;
  readonly holdsOften: boolean;
  readonly answers: Map<string, Code | undefined>;
}

const MOST_ANSWERS = 300; // of one model: a remote may say whatever it likes
const PLACES = 100; // buttons that a place without a number of its own may have
const LAST_PART = /_[a-z\d]+$/i;

const models = new WeakMap<Buttons["codes"], Listed>();

/** Undefined: it is no word for a button. */
export function unlistedCode({ codes, silent = [] }: Buttons, action: string, endpoint: number): Code | undefined {
  if (silent.includes(action)) return undefined;
  const listed = models.get(codes) ?? readList(codes);
  models.set(codes, listed);
  const { answers } = listed;
  const said = `${action}@${endpoint}`;
  if (answers.has(said)) return answers.get(said);
  const code = codeOf(listed, action, endpoint) ?? shortened(listed, action, endpoint);
  if (answers.size < MOST_ANSWERS) answers.set(said, code);
  return code;
}

function readList(codes: Buttons["codes"]): Listed {
  const words = Object.keys(codes).filter((word) => !word.includes("="));
  const { commands, gestures } = readWords(words);
  const numbered = <Word extends { readonly action: string }>(word: Word): (Word & Numbered)[] => {
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
      ({ action, gesture }) => gesture === "hold" && Number(codes[action]) % 1000 === DONE.hold,
    ),
    answers: new Map(),
  };
}

/** Names of places that no list knows stand behind the word: "on_backlight", "recall_1_left_up". */
function shortened(listed: Listed, action: string, endpoint: number): Code | undefined {
  const once = action.replace(LAST_PART, "");
  return codeOf(listed, once, endpoint, true) ?? codeOf(listed, once.replace(LAST_PART, ""), endpoint, true);
}

/** `isShort`: the name of its place was taken off, of which only the endpoint is known. */
function codeOf(listed: Listed, action: string, endpoint: number, isShort = false): Code | undefined {
  const { commands, gestures } = readWords([...listed.words, action]);
  const command = commands.find((word) => word.action === action || word.action === `${action}_*`);
  if (command) return commandCode(listed, isShort ? { ...command, place: String(endpoint) } : command, endpoint);
  const gesture = gestures.find((word) => word.action === action);
  return gesture && gestureCode(listed, gesture, endpoint);
}

function commandCode(listed: Listed, word: CommandWord, endpoint: number): Code {
  const { done } = word;
  if (done === "release") return done;
  return numberOfCommand(listed, { ...word, done }, endpoint) * 1000 + DONE[done];
}

function numberOfCommand({ commands, last }: Listed, word: CommandWord, endpoint: number): number {
  const { family, place, done } = word;
  const kin = commands.filter((each) => isOneButton(each.family, family));
  const hasPlaces = commands.length > 0 && commands.every((each) => each.place !== "");
  const here = place === "" && hasPlaces ? String(endpoint) : place;
  const beyond = here === "" ? 0 : Math.max(0, (Number(here) || endpoint) - 1);
  const isFree = (number: number) => !commands.some((each) => each.number === number && each.done === done);
  const same = kin.find((each) => each.place === here || each.place === String(endpoint));
  const everywhere = kin.find((each) => each.place === "");
  const number = same?.number ?? (everywhere && everywhere.number + beyond * last);
  if (number !== undefined && (isFree(number) || kin.some((each) => each.number === number && each.done === done)))
    return number;
  return last + 1 + rankOf(family) + beyond * PLACES;
}

/** A number in the name is the button's; a name alone is placed as its like. */
function gestureCode({ gestures, last, holdsOften }: Listed, word: GestureWord, endpoint: number): number {
  const own = numberIn(word.button);
  const isKin = (each: GestureWord) =>
    each.button === word.button || (own !== undefined && own === numberIn(each.button));
  const kin = gestures.filter(isKin);
  const atEndpoint = word.button === "" ? gestures.find(({ number }) => number === endpoint)?.number : undefined;
  const behind = last + 1 + placeOf(word.button);
  const free = own !== undefined && gestures.length > 0 && !gestures.some(isOther(own)) ? own : undefined;
  const number = kin[0]?.number ?? atEndpoint ?? free ?? (own === undefined ? behind : last + own);
  return number * 1000 + DONE[doneOf(word, [...kin, word], holdsOften)];
}

function isOther(number: number): (each: GestureWord & Numbered) => boolean {
  return (each) => each.number === number && each.button !== "";
}
