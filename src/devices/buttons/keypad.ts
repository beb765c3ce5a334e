/** Keypads: what somebody asks for with a code, and what the pad is told of that. Who checks the code is an engine. */
import type { KeypadAnswer, KeypadRequest } from "../../model/keypads.ts";
import type { Values } from "../../model/resource.ts";

/** Words of the pads → what is asked for. */
const REQUESTS: Readonly<Record<string, string>> = {
  disarm: "disarmed",
  arm_all_zones: "armed_away",
  arm_away: "armed_away",
  arm_day_zones: "armed_stay",
  arm_home: "armed_stay",
  arm_stay: "armed_stay",
  arm_partial_zones: "armed_stay",
  arm_night_zones: "armed_night",
  arm_night: "armed_night",
  emergency: "emergency",
  fire: "fire",
  panic: "panic",
  sos: "panic",
  invalid_code: "invalid_code",
  already_disarmed: "already_disarmed",
};

/** Cries for help, and what a pad tells of itself, have no answer. */
const MODES: readonly unknown[] = ["disarmed", "armed_away", "armed_stay", "armed_night"];

/** The notifications of an arm response (Zigbee IAS ACE), as the converters name them. */
const NOTIFICATIONS: Readonly<Record<KeypadAnswer, string>> = {
  disarmed: "disarm",
  armed_away: "arm_all_zones",
  armed_stay: "arm_day_zones",
  armed_night: "arm_night_zones",
  invalid_code: "invalid_code",
  not_ready: "not_ready",
  already_disarmed: "already_disarmed",
};
const LAST_TRANSACTION = 255;

export function readKeypad({ action }: Values): { readonly action: string | undefined } | undefined {
  return typeof action === "string" && Object.hasOwn(REQUESTS, action) ? { action: REQUESTS[action] } : undefined;
}

/** Undefined when the pad awaits no answer. */
export function armRequest(payload: Values): Omit<KeypadRequest, "keypad"> | undefined {
  const { action_transaction: transaction, action_code: code } = payload;
  const isAwaited =
    Number.isInteger(transaction) && Number(transaction) >= 0 && Number(transaction) <= LAST_TRANSACTION;
  const mode = readKeypad(payload)?.action;
  if (!isAwaited || !MODES.includes(mode)) return undefined;
  return { mode: mode as KeypadRequest["mode"], code: typeof code === "string" ? code : "" };
}

/** To be set at the pad that sent this request. */
export function armResponse({ action_transaction: transaction }: Values, answer: KeypadAnswer): Values {
  return { arm_mode: { mode: NOTIFICATIONS[answer], transaction } };
}
