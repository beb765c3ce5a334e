/** The action of a remote → its button event. */
import { isObject, type Values } from "../../model/resource.ts";
import type { ButtonMap } from "../plan/device-plan.ts";
import { movesCover, SCENE_BUTTONS } from "./command-actions.ts";
import { endCode, PRESS_CODES } from "./press-types.ts";
import { unlistedCode } from "./unlisted-actions.ts";

/** The memory of a remote from one message to the next. It starts empty, belongs to the caller, and is filled here. */
export interface RemoteState {
  /** The last event of a button that has not been released since. */
  heldCode?: number;
  /** The last level that it sent. */
  level?: number;
  /** Of the last frames: the same frame again is not another press. */
  sequences?: readonly number[];
  /** The last rotation, and when it was. */
  rotation?: { readonly clockwise: boolean; readonly level: number; readonly at: number };
}

const LONGEST = 200; // characters of an action
const MOST_TENTHS = 65_535;
const MIDDLE = 128;
const FULL_LEVEL = 254;
const SCENE = /^(recall|store|scene|select)_(\d{1,3})(?=_|$)/;
const PLACE = /_(?:row_|[a-z])?\d{1,2}$/;

export function buttonEvent(
  buttons: ButtonMap,
  payload: Values,
  endpoint: number,
  state: RemoteState,
): { readonly state: Values } | undefined {
  const code = codeFor(buttons, payload, endpoint, state);
  const buttonevent = code === "release" ? releaseCode(state) : code;
  if (buttonevent === undefined) return undefined;
  if (code !== "release") rememberHeld(state, buttonevent, movesCover(payload.action));
  return { state: { buttonevent, ...furtherState(payload) } };
}

/** A code is listed for the action at this endpoint, for the action itself, or for the action with the endpoint in its name. */
function codeFor(
  buttons: ButtonMap,
  payload: Values,
  endpoint: number,
  state: RemoteState,
): number | "release" | undefined {
  const { action, action_level: level } = payload;
  if (typeof action !== "string" || action === "" || action.length > LONGEST) return undefined;
  const levels = typeof level === "number" ? [`${action}=${level}`, `${action}=${directionTo(level, state)}`] : [];
  const words = [...levels, `${action}@${endpoint}`, action, `${action}_${endpoint}`];
  const known = words.find((word) => Object.hasOwn(buttons.codes, word));
  if (known !== undefined) return buttons.codes[known];
  return (
    (buttons.hasWildcards ? wildcardCode(buttons, action, endpoint) : undefined) ??
    unlistedCode(buttons, action, endpoint)
  );
}

/** A knob that only reports its level was turned up or down to get there. */
function directionTo(level: number, state: RemoteState): "up" | "down" {
  const { level: before = MIDDLE } = state;
  state.level = level;
  return level > before || (level === before && level >= FULL_LEVEL) ? "up" : "down";
}

/** "recall_7" of a remote that lists "recall_*": seven buttons after that one. */
function wildcardCode({ codes }: ButtonMap, action: string, endpoint: number): number | undefined {
  const [, , scene = ""] = SCENE.exec(action) ?? [];
  if (scene === "") return undefined;
  const word = action.replace(SCENE, "$1_*");
  const known = [`${word}@${endpoint}`, word, word.replace(PLACE, "_row_*"), `${word}_${endpoint}`].find((each) =>
    Object.hasOwn(codes, each),
  );
  const code = known === undefined ? undefined : codes[known];
  return typeof code === "number" ? code + 1000 * (Number(scene) % SCENE_BUTTONS) : undefined;
}

/** The remote does not report which button was released: it was the one pressed or held last. */
function releaseCode(state: RemoteState): number | undefined {
  const { heldCode } = state;
  if (heldCode === undefined) return undefined;
  delete state.heldCode;
  return endCode(heldCode);
}

/** The release that stops a cover belongs to the short press that moved it. */
function rememberHeld(state: RemoteState, code: number, goesOn: boolean): void {
  if (goesOn) state.heldCode = code - (code % 1000) + PRESS_CODES.hold;
  else if (endCode(code) !== undefined) state.heldCode = code;
  else delete state.heldCode;
}

/** The duration, and the color that a color wheel was turned to. `action_hue` is an angle only beside `action_enhanced_hue`. */
function furtherState({ action_duration: seconds, action_color: color, ...payload }: Values): Values {
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
