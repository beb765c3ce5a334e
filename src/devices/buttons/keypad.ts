/** Keypads: what somebody asks for with a code, and what the pad is told so that it knows that it was heard. */
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

/** What can be answered → as the pads call it. Cries for help have no answer. */
const REPLIES: Readonly<Record<string, string>> = {
  disarmed: "disarm",
  armed_away: "arm_all_zones",
  armed_stay: "arm_day_zones",
  armed_night: "arm_night_zones",
  invalid_code: "invalid_code",
  not_ready: "not_ready",
  already_disarmed: "already_disarmed",
};
const LAST_TRANSACTION = 255;

/** Nobody checks its code here: who listens decides. */
export function readPad({ action }: Values): Values | undefined {
  return typeof action === "string" && Object.hasOwn(REQUESTS, action) ? { action: REQUESTS[action] } : undefined;
}

/** To be set at the pad; undefined when it awaits nothing. `decision`: in place of what was asked for. */
export function padReply(payload: Values, decision = readPad(payload)?.action): Values | undefined {
  const { action_transaction: transaction } = payload;
  const isAwaited =
    Number.isInteger(transaction) && Number(transaction) >= 0 && Number(transaction) <= LAST_TRANSACTION;
  if (!isAwaited || typeof decision !== "string" || !Object.hasOwn(REPLIES, decision)) return undefined;
  return { arm_mode: { mode: REPLIES[decision], transaction } };
}
