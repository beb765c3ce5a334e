/** What was done to a remote, by its code: 1002 → "button 1, short press". Pure. */
import { say } from "../texts.ts";

const GESTURES = [
  ...["INITIAL_PRESS", "HOLD", "SHORT_RELEASE", "LONG_RELEASE", "DOUBLE_PRESS", "TREBLE_PRESS"],
  ...["QUADRUPLE_PRESS", "SHAKE", "DROP", "TILT", "MANY_PRESS"],
] as const;

export function sayPress(code: number): string {
  const gesture = GESTURES[code % 1000];
  const button = Math.floor(code / 1000);
  if (gesture === undefined || button < 1) return String(code);
  return say("automation.button", { button, gesture: say(`devices.word.gesture.${gesture}`) });
}
