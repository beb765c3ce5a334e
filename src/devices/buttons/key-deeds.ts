/**
 * The deeds that the keys of a remote ask of a light: on, off, brighter, brighter until the key is let go. By the words that the model has
 * for its keys. Pure.
 */
import type { KeyDeed } from "../../model/devices.ts";
import type { ButtonMap } from "../plan/device-plan.ts";
import { type CommandAction, parseActions } from "./actions.ts";
import { meaningOf, possibleCodes } from "./button-introspection.ts";
import { PRESS_CODES } from "./press-types.ts";

type Codes = ButtonMap["codes"];
type Deeds = ReadonlyMap<number, KeyDeed>;

/** The deed that a command says by itself: by its family, and by the kind of press. */
const BY_COMMAND: Readonly<Record<string, Readonly<Record<string, KeyDeed>>>> = {
  on: { short: "on" },
  off: { short: "off" },
  toggle: { short: "toggle" },
  play_pause: { short: "toggle" },
  open: { short: "on" },
  close: { short: "off" },
  up: { short: "step_up", hold: "move_up", long: "stop" },
  down: { short: "step_down", hold: "move_down", long: "stop" },
  left: { short: "previous" },
  right: { short: "next" },
  ct_up: { short: "warmer" }, // more mired
  ct_down: { short: "colder" },
  turn: { clockwise: "step_up", counterclockwise: "step_down" },
  slider: { clockwise: "step_up", counterclockwise: "step_down" },
  "": { release: "stop" },
};
/** The deed of a click on a key that has a word; clicks on all other keys toggle. */
const BY_KEY: Readonly<Record<string, KeyDeed>> = { on: "on", off: "off", up: "step_up", down: "step_down" };
const LEVEL = /^brightness(_move_to_level)?(?:[@_]\d+)?(?:=(\w+))?$/;
const LEVELS: Readonly<Record<string, KeyDeed>> = { 0: "off", 255: "on", up: "step_up", down: "step_down" };
const MOVES: readonly KeyDeed[] = ["move", "move_up", "move_down"];
const SWITCHES: readonly string[] = ["on", "off", "toggle"];
const COVERS: readonly string[] = ["open", "close"];
const FLIP = "flip90 "; //   of a cube
const TAP = "tap "; //       twice on the table

const models = new WeakMap<Codes, Deeds>();

/** Undefined: nothing. A click of an unknown key toggles. */
export function keyDeed({ codes }: ButtonMap, code: number): KeyDeed | undefined {
  const deeds = models.get(codes) ?? deedsOf(codes);
  models.set(codes, deeds);
  const isKnown =
    deeds.has(code) || possibleCodes(codes).includes(code) || Object.keys(codes).some((word) => word.startsWith(FLIP));
  return isKnown ? deeds.get(code) : code % 1000 === PRESS_CODES.short ? "toggle" : undefined;
}

function deedsOf(codes: Codes): Deeds {
  const words = Object.keys(codes).filter((word) => typeof codes[word] === "number");
  const codeOf = (word: string) => codes[word] as number;
  const { commands, presses } = parseActions(words.filter((word) => !LEVEL.test(word)));
  const said = new Map<number, Set<KeyDeed>>();
  const say = (word: string, deed: KeyDeed | undefined) => {
    if (deed) said.set(codeOf(word), new Set(said.get(codeOf(word))).add(deed));
  };
  for (const { action, family, press } of commands) say(action, BY_COMMAND[family]?.[press]);
  for (const word of words) say(word, word.startsWith(TAP) ? "toggle" : levelIn(word, words));
  const keys = [
    ...presses.map(({ action, button }) => ({ action, key: button })),
    ...commands.filter(isOtherPress).map(({ action, family }) => ({ action, key: family })),
  ];
  const dims = [...said.values()].some((all) => [...all].some((deed) => /_(up|down)$/.test(deed)));
  const hasWay = dims || keys.some(({ key }) => key === "up" || key === "down");
  const unsaid = keys.filter(({ action }) => !said.has(codeOf(action))); // keys that no command describes
  for (const { action, key } of unsaid) say(action, pressDeed(key, codeOf(action), codes, hasWay));
  const covers = commands.filter(({ family }) => COVERS.includes(family)).map(({ action }) => codeOf(action));
  return withEnds(new Map([...said].flatMap(([code, all]) => agreed(code, [...all]))), codes, covers);
}

/** A key that is held, or pressed twice: "toggle_hold". */
function isOtherPress({ family, press }: CommandAction): boolean {
  return SWITCHES.includes(family) && press !== "short";
}

/** A remote that says levels says "all" and "none" by them: each by a key of its own, or both by one. */
function levelIn(word: string, words: readonly string[]): KeyDeed | undefined {
  const [whole, , level] = LEVEL.exec(word) ?? [];
  if (whole === undefined) return undefined;
  if (level !== undefined) return LEVELS[level];
  return words.includes(`${word}=0`) ? "on" : "toggle";
}

/** A key that is held moves the light until it is let go: "on" brighter and "off" darker, where no key is for that. */
function pressDeed(key: string, code: number, codes: Codes, hasWay: boolean): KeyDeed | undefined {
  const { action, button } = meaningOf(code);
  const same = possibleCodes(codes)
    .map(meaningOf)
    .filter((meaning) => meaning.button === button);
  const has = (wanted: string) => same.some((meaning) => meaning.action === wanted);
  const isClick = action === "SHORT_RELEASE" || (action === "INITIAL_PRESS" && !has("SHORT_RELEASE"));
  if (isClick) return BY_KEY[key] ?? "toggle";
  if (action !== "HOLD" || !has("LONG_RELEASE")) return undefined;
  if (key === "up" || key === "down") return `move_${key}`;
  if (key !== "on" && key !== "off") return "move";
  return hasWay ? undefined : key === "on" ? "move_up" : "move_down";
}

/** One key that sends both words of a pair toggles, or dims in the other direction than before. Other combinations mean nothing. */
function agreed(code: number, deeds: readonly KeyDeed[]): [number, KeyDeed][] {
  const [only] = deeds;
  if (deeds.length === 1 && only) return [[code, only]];
  if (deeds.every((deed) => SWITCHES.includes(deed))) return [[code, "toggle"]];
  return deeds.every((deed) => MOVES.includes(deed)) ? [[code, "move"]] : [];
}

/** The release of a key stops the move that its hold began. A move that no key can end is a step. */
function withEnds(deeds: Deeds, codes: Codes, covers: readonly number[]): Deeds {
  const all = new Map(deeds);
  const possible = possibleCodes(codes);
  const endOf = (code: number) => code - (code % 1000) + PRESS_CODES.long;
  for (const [code, deed] of deeds) {
    if (!MOVES.includes(deed)) continue;
    if (possible.includes(endOf(code))) all.set(endOf(code), "stop");
    else if (deed === "move") all.delete(code);
    else all.set(code, deed === "move_up" ? "step_up" : "step_down");
  }
  if (Object.values(codes).includes("release")) for (const code of covers) all.set(endOf(code), "stop");
  return all;
}
