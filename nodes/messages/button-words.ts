/** What was done with a remote, in the words of a flow. */
import type { Devices } from "../../src/model/devices.ts";
import type { Values } from "../../src/model/resource.ts";
import { GESTURES, ROTATIONS } from "../shared/gestures.ts";

/** What stands behind 1000 · button: of remotes that nobody knows better. */
const IN_ORDER: readonly string[] = Object.values(GESTURES);
const OTHER = "other";
const DIAL = { button: 1, label: "dial" };

export interface ButtonEvent {
  readonly payload: string; // the gesture
  readonly button: number;
  readonly label: string;
  readonly buttonevent?: number;
  readonly rotation?: number;
}

/** Of a change of its state; undefined where nobody pressed or turned anything. */
export function buttonEventIn(
  { buttonevent, expectedrotation }: Values,
  meanings: ReturnType<Devices["buttons"]> = {},
): ButtonEvent | undefined {
  if (typeof expectedrotation === "number")
    return { payload: expectedrotation < 0 ? "rotate_left" : "rotate_right", ...DIAL, rotation: expectedrotation };
  if (typeof buttonevent !== "number") return undefined;
  const {
    button = Math.floor(buttonevent / 1000),
    action = "",
    name = `button ${button}`,
  } = meanings[buttonevent] ?? {};
  const rest = buttonevent % 1000;
  const payload = GESTURES[action] ?? IN_ORDER[rest] ?? ROTATIONS[rest] ?? OTHER;
  return { payload, button, label: name.charAt(0).toLowerCase() + name.slice(1), buttonevent };
}

/** A message of a button as it came: a flow has said nothing else in its place. */
export function isButtonMessage({ buttonevent, rotation, payload }: Values): boolean {
  const gestures: readonly unknown[] = [...IN_ORDER, ...Object.values(ROTATIONS), OTHER];
  return gestures.includes(payload) && (typeof buttonevent === "number" || typeof rotation === "number");
}

/** What a click does to a light: what its button is called, or the other way round. What else is done with a button is part of a click, or none. */
export function clickIn({ payload, label }: Values): "on" | "off" | "toggle" | undefined {
  if (payload !== "short_release") return undefined;
  return label === "on" || label === "off" ? label : "toggle";
}
