/** What a remote said just now → its button event. */
import { isObject, type Values } from "../../model/resource.ts";
import type { ButtonMap } from "../plan/device-plan.ts";
import { movesCover, WILD_SCENES } from "./command-actions.ts";
import { endCode, PRESS_CODES } from "./press-types.ts";
import { unlistedCode } from "./unlisted-actions.ts";

/** What has to be remembered of a sensor from one message to the next. Begins empty, is the caller's, and filled here. */
export interface RemoteState {
  /** The last event of a button that was not let go of since. */
  code?: number;
  /** The level that it asked for last. */
  level?: number;
  /** Of the last frames: one that comes again is not another press. */
  sequences?: readonly number[];
  /** How it was turned last, and when. */
  turned?: { readonly clockwise: boolean; readonly level: number; readonly at: number };
}

const LONGEST = 200; // characters of a word that is looked up
const MOST_TENTHS = 65_535;
const MIDDLE = 128;
const FULL_LEVEL = 254;
const SCENE = /^(recall|store|scene|select)_(\d{1,3})(?=_|$)/;
const PLACE = /_(?:row_|[a-z])?\d{1,2}$/;

export function buttonEvent(
  buttons: ButtonMap,
  payload: Values,
  endpoint: number,
  held: RemoteState,
): { readonly state: Values } | undefined {
  const code = codeFor(buttons, payload, endpoint, held);
  const buttonevent = code === "release" ? released(held) : code;
  if (buttonevent === undefined) return undefined;
  if (code !== "release") remember(held, buttonevent, movesCover(payload.action));
  return { state: { buttonevent, ...besides(payload) } };
}

/** The word at this endpoint, the word itself, and the word with the endpoint in it: converters write it in all three ways. */
function codeFor(
  buttons: ButtonMap,
  payload: Values,
  endpoint: number,
  held: RemoteState,
): number | "release" | undefined {
  const { action, action_level: level } = payload;
  if (typeof action !== "string" || action === "" || action.length > LONGEST) return undefined;
  const levels = typeof level === "number" ? [`${action}=${level}`, `${action}=${wayTo(level, held)}`] : [];
  const words = [...levels, `${action}@${endpoint}`, action, `${action}_${endpoint}`];
  const known = words.find((word) => Object.hasOwn(buttons.codes, word));
  if (known !== undefined) return buttons.codes[known];
  return (
    (buttons.hasWildcards ? wildCode(buttons, action, endpoint) : undefined) ?? unlistedCode(buttons, action, endpoint)
  );
}

/** Of a knob that only says where it is: which way it was turned to get there. */
function wayTo(level: number, held: RemoteState): "up" | "down" {
  const { level: before = MIDDLE } = held;
  held.level = level;
  return level > before || (level === before && level >= FULL_LEVEL) ? "up" : "down";
}

/** "recall_7" of a remote that is only known to have scenes: "recall_*", and seven buttons on. */
function wildCode({ codes }: ButtonMap, action: string, endpoint: number): number | undefined {
  const [, , scene = ""] = SCENE.exec(action) ?? [];
  if (scene === "") return undefined;
  const word = action.replace(SCENE, "$1_*");
  const known = [`${word}@${endpoint}`, word, word.replace(PLACE, "_row_*"), `${word}_${endpoint}`].find((each) =>
    Object.hasOwn(codes, each),
  );
  const code = known === undefined ? undefined : codes[known];
  return typeof code === "number" ? code + 1000 * (Number(scene) % WILD_SCENES) : undefined;
}

/** It does not say of which button: of the one that was pressed or held last. */
function released(held: RemoteState): number | undefined {
  const { code } = held;
  if (code === undefined) return undefined;
  delete held.code;
  return endCode(code);
}

/** A cover goes on after a short press, until it is stopped. */
function remember(held: RemoteState, code: number, goesOn: boolean): void {
  if (goesOn) held.code = code - (code % 1000) + PRESS_CODES.hold;
  else if (endCode(code) !== undefined) held.code = code;
  else delete held.code;
}

/** How long it was, and of remotes with a wheel, which color was meant; `action_hue` is an angle only beside the finer one. */
function besides({ action_duration: seconds, action_color: color, ...payload }: Values): Values {
  const { x, y } = isObject(color) ? color : {};
  const hue = Object.hasOwn(payload, "action_enhanced_hue") ? payload.action_hue : undefined;
  return {
    ...(isWithin(seconds, MOST_TENTHS / 10) ? { eventduration: Math.round(seconds * 10) } : {}),
    ...(isWithin(x, 1) && isWithin(y, 1) ? { xy: [x, y] } : {}),
    ...(isWithin(hue, 360) ? { angle: Math.round(hue) } : {}),
  };
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === "number" && value >= 0 && value <= most;
}
