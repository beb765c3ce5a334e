/** The request of a keypad, and the answer to it. Only an engine that has looked at the code may say yes. */
import type { EnginePort } from "../engine-ports.ts";
import type { Address } from "../resource.ts";

export interface KeypadRequest {
  readonly keypad: Address; // of its sensor
  readonly mode: "disarmed" | "armed_away" | "armed_stay" | "armed_night";
  readonly code: string; //    a secret: for no log, no fact, no flow; "" of a pad or fob without keys
}

/** The modes are a yes; the others say why not. */
export type KeypadAnswer = KeypadRequest["mode"] | "invalid_code" | "not_ready" | "already_disarmed";

interface KeypadEngine {
  answer(request: KeypadRequest): KeypadAnswer | Promise<KeypadAnswer>;
}

export const KEYPADS: EnginePort<KeypadEngine> = { name: "keypads" };
