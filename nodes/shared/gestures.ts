/** What is done with a button: as the gateway names it, and as messages and dialogs do. */

/** In the order of what stands behind 1000 · button. */
export const GESTURES: Readonly<Record<string, string>> = {
  INITIAL_PRESS: "press",
  HOLD: "hold",
  SHORT_RELEASE: "short_release",
  LONG_RELEASE: "long_release",
  DOUBLE_PRESS: "double",
  TREBLE_PRESS: "triple",
  QUADRUPLE_PRESS: "quadruple",
  SHAKE: "shake",
  DROP: "drop",
  TILT: "tilt",
  MANY_PRESS: "many",
};

/** Of a rotary knob, by what stands behind 1000 · button. */
export const ROTATIONS: Readonly<Record<number, string>> = { 30: "rotate_right", 31: "rotate_left" };
