/** The gestures on a button: as the gateway names them, and as messages and dialogs do. */

/** In the order of the digits behind 1000 · button. */
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

/** Of a rotary knob, by the digits behind 1000 · button. */
export const ROTATIONS: Readonly<Record<number, string>> = { 30: "rotate_right", 31: "rotate_left" };
