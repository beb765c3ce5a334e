/** The press of a remote's key, or the turn of its dial, in the words of a flow. */
import type { Devices, KeyDeed } from "../../src/model/devices.ts";
import type { Values } from "../../src/model/resource.ts";
import { GESTURES, ROTATIONS } from "../shared/gestures.ts";

/** The gestures by the digits behind 1000 · button: for remotes that the gateway has no better table for. */
const IN_ORDER: readonly string[] = Object.values(GESTURES);
const OTHER = "other";
const DIAL = { button: 1, label: "dial" };

export interface ButtonEvent {
  readonly payload: string; // the gesture
  readonly button: number;
  readonly label: string;
  readonly does?: KeyDeed; // the key's command for a light; missing where the key has none
  readonly buttonevent?: number;
  readonly rotation?: number;
}

/** The gateway's knowledge of the keys of a remote. */
interface KnownKeys {
  readonly meanings?: ReturnType<Devices["buttons"]>;
  readonly deedOf?: (code: number) => KeyDeed | undefined;
}

/** Of a change of its state; undefined where the user pressed or turned nothing. */
export function buttonEventIn(
  { buttonevent, expectedrotation }: Values,
  { meanings = {}, deedOf = () => undefined }: KnownKeys = {},
): ButtonEvent | undefined {
  if (typeof expectedrotation === "number") {
    const [way, does] = expectedrotation < 0 ? (["left", "step_down"] as const) : (["right", "step_up"] as const);
    return { payload: `rotate_${way}`, ...DIAL, does, rotation: expectedrotation };
  }
  if (typeof buttonevent !== "number") return undefined;
  const {
    button = Math.floor(buttonevent / 1000),
    action = "",
    name = `button ${button}`,
  } = meanings[buttonevent] ?? {};
  const rest = buttonevent % 1000;
  const payload = GESTURES[action] ?? IN_ORDER[rest] ?? ROTATIONS[rest] ?? OTHER;
  const does = deedOf(buttonevent);
  const label = name.charAt(0).toLowerCase() + name.slice(1);
  return { payload, button, label, ...(does && { does }), buttonevent };
}

/** A message of a button as it came: a flow has said nothing else in its place. */
export function isButtonMessage({ buttonevent, rotation, payload }: Values): boolean {
  const gestures: readonly unknown[] = [...IN_ORDER, ...Object.values(ROTATIONS), OTHER];
  return gestures.includes(payload) && (typeof buttonevent === "number" || typeof rotation === "number");
}

const LONGEST_PRESS = 30_000; // milliseconds: a release that never came is not waited for any longer

/** A remote sends several messages for one press, as "press" and "short_release": answers whether a message is the first of its press. */
export function pressFilter(): (message: Values, now: number) => boolean {
  const begun = new Map<string, { readonly payload: unknown; readonly at: number }>(); // by key, until it is let go
  return (message, now) => {
    if (!isButtonMessage(message)) return true;
    const { topic, button, payload } = message;
    const key = `${topic} ${button}`;
    const before = begun.get(key);
    const isSame = before !== undefined && now - before.at < LONGEST_PRESS && goesOn(before.payload, payload);
    if (payload === "press" || payload === "hold")
      begun.set(key, { payload: isSame ? before.payload : payload, at: now });
    else begun.delete(key);
    return !isSame;
  };
}

function goesOn(first: unknown, payload: unknown): boolean {
  if (payload === "short_release") return first === "press";
  return payload === "hold" || payload === "long_release";
}
