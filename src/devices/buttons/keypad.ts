/** Keypads: the requests of users, with a code, and the answers to the pad. Checking the code is left to an engine. */
import type { Expose } from "../../model/radio/device-facts.ts";
import { isObject, type Values } from "../../model/resource.ts";
import type { KeypadAnswer, KeypadRequest } from "../../model/sensors/keypads.ts";

/** Words of the pads → words of the API for the request. */
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

/** Only requests for a mode have an answer: cries for help, and a pad's news of itself, have none. */
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
const LONGEST_DELAY = 255; // seconds

/** The modes that a pad can show, in the words of the converters → in the words of the API. */
const PANELS: Readonly<Record<string, string>> = {
  disarm: "disarmed",
  arm_day_zones: "armed_stay",
  arm_night_zones: "armed_night",
  arm_all_zones: "armed_away",
  exit_delay: "exit_delay",
  entry_delay: "entry_delay",
  not_ready: "not_ready",
  in_alarm: "in_alarm",
  arming_stay: "arming_stay",
  arming_night: "arming_night",
  arming_away: "arming_away",
};

/** Converters take this property for pads that await an answer, but never expose it: the mode to show, or the answer to a transaction. */
export const ARM_MODE = "arm_mode";
const EXPOSED: Expose = {
  ...{ type: "composite", name: ARM_MODE, property: ARM_MODE, label: "Arm mode", access: 2 },
  features: [
    {
      ...{ type: "enum", name: "mode", property: "mode", access: 2 },
      values: [...new Set([...Object.keys(PANELS), ...Object.values(NOTIFICATIONS)])],
    },
    {
      ...{ type: "numeric", name: "transaction", property: "transaction", access: 2 },
      ...{ value_min: 0, value_max: LAST_TRANSACTION },
    },
    { type: "numeric", name: "delay", property: "delay", access: 2, unit: "s", value_min: 0, value_max: LONGEST_DELAY },
  ],
};

export function armModeOf(exposes: readonly Expose[]): Expose | undefined {
  return exposes.some(({ property }) => property === "action_transaction") ? EXPOSED : undefined;
}

/** An answer to a transaction is over when it is given; the pad shows all other modes from now on. */
export function isPanelState(value: unknown): value is Values {
  return isObject(value) && value.transaction === undefined && Object.hasOwn(PANELS, String(value.mode));
}

/** A press, or the mode that the pad was told to show. */
export function readKeypad({ action, arm_mode: shown }: Values): Values | undefined {
  if (isPanelState(shown)) return { panel: PANELS[String(shown.mode)] };
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
