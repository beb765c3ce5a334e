/** Dials: that one is turned, how far, and whether it is still the same turn. */
import type { RawMessage } from "../../model/radio.ts";
import { isObject, type Values } from "../../model/resource.ts";
import type { RemoteState } from "./button-events.ts";

const HUE = ["manuSpecificPhilips", 0xfc00];
const HUE_DIAL = 20;
const HUE_TURN = 1;
const HUE_LENGTH = 23; // bytes
const HUE_TIME = 400;
const BEGINS = 1;
const GOES_ON = 2;
/** Others only say that they are turned: as much stands for each of their words, in degrees and milliseconds. */
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
  held: RemoteState,
  now: number,
): Values | undefined {
  if (raw && HUE.includes(raw.cluster as never)) return hueTurn(raw);
  if (typeof payload.action === "string" && ENDS.test(payload.action)) delete held.turned;
  const turn = turnIn(payload, held);
  if (!turn) return undefined;
  const { clockwise, degrees = STEP, level = 0 } = turn;
  const before = held.turned;
  const goesOn = before?.clockwise === clockwise && now - before.at <= STEP_TIME;
  held.turned = { clockwise, level, at: now };
  return {
    rotaryevent: goesOn ? GOES_ON : BEGINS,
    expectedrotation: clockwise ? degrees : -degrees,
    expectedeventduration: STEP_TIME,
  };
}

function turnIn(payload: Values, held: RemoteState): Rotation | undefined {
  const { action, action_level: level, action_rotation_angle: angle } = payload;
  if (typeof action !== "string") return undefined;
  if (UP.test(action)) return { clockwise: true, ...sizeOf(angle) };
  if (DOWN.test(action)) return { clockwise: false, ...sizeOf(angle) };
  if (EITHER.test(action) && typeof angle === "number") return { clockwise: angle >= 0, ...sizeOf(angle) };
  if (!LEVEL.test(action) || typeof level !== "number") return undefined;
  return { clockwise: level > (held.turned?.level ?? 0) || level >= FULL_LEVEL, level };
}

function sizeOf(angle: unknown): { readonly degrees?: number } {
  const degrees = typeof angle === "number" ? Math.round(Math.abs(angle)) : 0;
  return degrees > 0 && degrees <= MOST_DEGREES ? { degrees } : {};
}

/** The converters cut off what follows the first eight bytes; where these are all there is, they hold the rotation too. */
function hueTurn({ bytes, data, type }: RawMessage): Values | undefined {
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
