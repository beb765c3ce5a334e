/** Rotary dials: in which direction and how far one is turned, and whether the rotation goes on. */
import type { RawMessage } from "../../model/radio/device-facts.ts";
import { isObject, type Values } from "../../model/resource.ts";
import type { RemoteState } from "./button-events.ts";

const HUE = ["manuSpecificPhilips", 0xfc00];
const HUE_DIAL = 20;
const HUE_TURN = 1;
const HUE_LENGTH = 23; // bytes
const HUE_TIME = 400;
const BEGINS = 1;
const GOES_ON = 2;
/** Other dials only report that they are turned: each report stands for so many degrees and milliseconds. */
const STEP = 30;
const STEP_TIME = 1000;
const MOST_DEGREES = 32_767;
const FULL_LEVEL = 255;

const UP =
  /^(brightness_(move|step)_up|(dial_)?rotate_right|rotating_right|(started|continued)_rotating_right|clockwise_rotation)/;
const DOWN =
  /^(brightness_(move|step)_down|(dial_)?rotate_left|rotating_left|(started|continued)_rotating_left|anti_clockwise_rotation)/;
const EITHER = /^(rotation|rotate)$/;
const LEVEL = /^brightness_move_to_level/;
const ENDS = /^(brightness_stop|stopped_rotating|stop_rotat)/;

interface Rotation {
  readonly clockwise: boolean;
  readonly degrees?: number;
  readonly level?: number;
}

export function readRotary(
  payload: Values,
  raw: RawMessage | undefined,
  state: RemoteState,
  now: number,
): Values | undefined {
  if (raw && HUE.includes(raw.cluster as never)) return hueRotation(raw);
  if (typeof payload.action === "string" && ENDS.test(payload.action)) delete state.rotation;
  const rotation = rotationIn(payload, state);
  if (!rotation) return undefined;
  const { clockwise, degrees = STEP, level = 0 } = rotation;
  const before = state.rotation;
  const goesOn = before?.clockwise === clockwise && now - before.at <= STEP_TIME;
  state.rotation = { clockwise, level, at: now };
  return {
    rotaryevent: goesOn ? GOES_ON : BEGINS,
    expectedrotation: clockwise ? degrees : -degrees,
    expectedeventduration: STEP_TIME,
  };
}

function rotationIn(payload: Values, state: RemoteState): Rotation | undefined {
  const { action, action_level: level, action_rotation_angle: angle } = payload;
  if (typeof action !== "string") return undefined;
  if (UP.test(action)) return { clockwise: true, ...degreesIn(angle) };
  if (DOWN.test(action)) return { clockwise: false, ...degreesIn(angle) };
  if (EITHER.test(action) && typeof angle === "number") return { clockwise: angle >= 0, ...degreesIn(angle) };
  if (!LEVEL.test(action) || typeof level !== "number") return undefined;
  return { clockwise: level > (state.rotation?.level ?? 0) || level >= FULL_LEVEL, level };
}

function degreesIn(angle: unknown): { readonly degrees?: number } {
  const degrees = typeof angle === "number" ? Math.round(Math.abs(angle)) : 0;
  return degrees > 0 && degrees <= MOST_DEGREES ? { degrees } : {};
}

/** The converters decode only the first eight bytes. Without the bytes of the frame the rotation is taken from these. */
function hueRotation({ bytes, data, type }: RawMessage): Values | undefined {
  if (bytes && bytes.length >= HUE_LENGTH) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes[2] !== HUE_TURN) return undefined;
    return rotary(bytes[4], view.getInt16(12, true), view.getUint16(21, true));
  }
  if (type !== "commandHueNotification" || !isObject(data) || data.button !== HUE_DIAL) return undefined;
  const { type: event, time, unknown3 } = data;
  const word = Number(time) + 256 * Number(unknown3);
  return rotary(event, word > MOST_DEGREES ? word - 65_536 : word, HUE_TIME);
}

function rotary(event: unknown, degrees: number, milliseconds: number): Values | undefined {
  if ((event !== BEGINS && event !== GOES_ON) || !Number.isFinite(degrees)) return undefined;
  return { rotaryevent: event, expectedrotation: degrees, expectedeventduration: milliseconds };
}
