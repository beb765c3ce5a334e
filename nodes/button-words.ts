/** What was done with a remote, in the words of a flow. */
import type { Resource, Values } from "../src/model/resource.ts";

/** By what stands behind 1000 · button. */
const GESTURES: Readonly<Record<number, string>> = {
  0: "press",
  1: "hold",
  2: "short_release",
  3: "long_release",
  4: "double",
  5: "triple",
  6: "quadruple",
  7: "shake",
  8: "drop",
  9: "tilt",
  10: "many",
  30: "rotate_right",
  31: "rotate_left",
};
const DIAL = 1;

export interface Deed {
  readonly payload: string; // the gesture
  readonly button: number;
  readonly buttonevent?: number;
  readonly rotation?: number;
}

/** Of a change of its state; undefined where nobody pressed or turned anything. */
export function deedIn({ buttonevent, expectedrotation }: Values): Deed | undefined {
  if (typeof expectedrotation === "number")
    return { payload: expectedrotation < 0 ? "rotate_left" : "rotate_right", button: DIAL, rotation: expectedrotation };
  if (typeof buttonevent !== "number") return undefined;
  const payload = GESTURES[buttonevent % 1000] ?? "other";
  return { payload, button: Math.floor(buttonevent / 1000), buttonevent };
}

export function labelOf({ type }: Resource, { button }: Deed): string {
  return type.endsWith("RelativeRotary") ? "dial" : `button ${button}`;
}
