/** What was thrown below → why an order failed, as the gateway tells it. */
import { Zcl, Zdo } from "zigbee-herdsman";
import { wordsOf } from "../../../model/errors.ts";
import { isSilence, RadioError, type RadioFailure } from "../../../model/radio.ts";

/** In the words of the adapters; the first that fits. */
const WORDS: readonly (readonly [when: RegExp, code: RadioFailure, say: string])[] = [
  [
    /znp has not been initialized|adapter.*disconnected|not connected|ASH_|NETWORK_DOWN|NOT_CONNECTED|NoNetwork|cleanup in state/i,
    "radio-down",
    "the radio is gone",
  ],
  [/\bSRSP - .* after \d+ ?ms/i, "radio-down", "the radio does not answer"],
  [/inter-?pan/i, "busy", "the radio is busy with touchlink"],
  [
    /BUFFER_FULL|TRANSACTION_OVERFLOW|NO_RESOURCES|TABLE_FULL|MAX_MESSAGE_LIMIT|queue.*full|CHANNEL_ACCESS|BroadcastTableFull|NoChannelAccess|status: Busy/,
    "busy",
    "the radio has too much to send",
  ],
  [
    /data request failed|failed to send (zcl |zdo )?request|delivery[_ ]failed|NO_ACK|NO_ROUTE|sendZclFrameToEndpointInternal|SREQ: AF - data/i,
    "unreachable",
    "it cannot be reached",
  ],
  [/time?d? ?out|no (zcl )?response|no answer|AREQ .* after \d+ms/i, "timeout", "it does not answer"],
  [/^(unsupported )?install code(,| \S+ has| \S+ failed)/i, "invalid", "this is no install code"],
  [/not supported|does not support|no converter|unsupported/i, "unsupported", "it cannot do that"],
];

const FAILED = " failed (";

/** `sleeps`: what it does not answer it may not have heard. */
export function failureOf(thrown: unknown, sleeps = false): RadioError {
  const failure = thrown instanceof RadioError ? thrown : translated(thrown);
  return sleeps && isSilence(failure) ? new RadioError("asleep", "it sleeps, and hears only when it speaks") : failure;
}

function translated(thrown: unknown): RadioError {
  if (thrown instanceof Zcl.StatusError) return refusal(thrown.code);
  if (thrown instanceof Zdo.StatusError) return refusal(thrown.code);
  const words = causeOf(wordsOf(thrown));
  const row = WORDS.find(([when]) => when.test(words));
  return row ? new RadioError(row[1], row[2]) : new RadioError("invalid", words.slice(0, 300));
}

/** Herdsman's "… {"timeout":10000} … failed (why)" says more of what was asked than of why it failed. */
function causeOf(words: string): string {
  const at = words.lastIndexOf(FAILED);
  return at < 0 ? words : words.slice(at + FAILED.length).replace(/\)$/, "");
}

export function refusal(status: number): RadioError {
  const name = Zcl.Status[status] ?? Zdo.Status[status] ?? `0x${status.toString(16)}`;
  return new RadioError("refused", `it refused: ${name}`, status);
}
