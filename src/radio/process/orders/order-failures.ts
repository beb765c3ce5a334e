/**
 * Why an order failed, as the gateway tells it: from the error thrown below, and from the status with which a device refuses a command.
 * Herdsman takes any answer for a good one, and the converters look at none: so the answers are looked at here.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { Zcl, Zdo } from "zigbee-herdsman";
import type { DeliveryLoss } from "../../../model/doctor/deliveries.ts";
import { wordsOf } from "../../../model/errors.ts";
import { isSilence, RadioError, type RadioFailure, SLEEPS } from "../../../model/radio/orders.ts";
import type { HerdsmanAdapter, IncomingFrame, OutgoingFrame } from "../herdsman.ts";

/** In the words of the adapters; the first that fits. */
const ADAPTER_FAILURES: readonly (readonly [when: RegExp, code: RadioFailure, message: string])[] = [
  [
    /znp has not been initialized|adapter.*disconnected|not connected|\b(ASH|HOST)_|^ERROR_(?!QUEUE_FULL|OVERFLOW)|NETWORK_DOWN|NOT_(CONNECTED|JOINED|INITIALIZED)|NoNetwork|cleanup in state|write to serial port/i,
    "radio-down",
    "the radio is gone",
  ],
  [/\bSRSP - .* after \d+ ?ms/i, "radio-down", "the radio does not answer"],
  [/inter-?pan/i, "busy", "the radio is busy with touchlink"],
  [
    /(BUFFER|TABLE|QUEUE|=)_?FULL|OVERFLOW|MEM_ERROR|NO_(MORE_)?RESOURCE|ALLOCATION_FAILED|MAX_MESSAGE_LIMIT|queue.*full|CHANNEL_ACCESS|CCA_FAILURE|BroadcastTableFull|NoChannelAccess|status: Busy|(=|TRANSMIT_)BUSY/,
    "busy",
    "the radio has too much to send",
  ],
  [/TOO_LONG|status: InvalidValue/, "invalid", "the stick does not take such a frame"],
  [
    /data request failed|failed to send (zcl |zdo )?(request|with)|delivery[_ ]failed|NO_ACK|NO_ROUTE|sendZclFrameToEndpointInternal|SREQ: AF - data/i,
    "unreachable",
    "it cannot be reached",
  ],
  [/time?d? ?out|no (zcl )?response|no answer|AREQ .* after \d+ms/i, "timeout", "it does not answer"],
  [/^(unsupported )?install code(,| \S+ has| \S+ failed)/i, "invalid", "this is no install code"],
  [/not supported|does not support|no converter|unsupported/i, "unsupported", "it cannot do that"],
];

const FAILED = " failed (";

/** `sleeps`: a device that does not answer a request may not have heard it. */
export function failureOf(thrown: unknown, sleeps = false): RadioError {
  const failure = thrown instanceof RadioError ? thrown : translated(thrown);
  return sleeps && isSilence(failure) ? new RadioError("asleep", `${SLEEPS}, and hears only when it speaks`) : failure;
}

function translated(thrown: unknown): RadioError {
  if (thrown instanceof Zcl.StatusError) return refusal(thrown.code);
  if (thrown instanceof Zdo.StatusError) return refusal(thrown.code);
  const words = causeOf(wordsOf(thrown));
  const row = ADAPTER_FAILURES.find(([when]) => when.test(words));
  return row ? new RadioError(row[1], row[2]) : new RadioError("invalid", words.slice(0, 300));
}

/** Which of the ways to be unreachable it is, in the words of the adapters; some do not say. */
const UNREACHABLE: readonly (readonly [when: RegExp, loss: DeliveryLoss])[] = [
  [/NO_?ROUTE|ROUTE_?(DISCOVERY_?FAILED|ERROR)|NwkRoute/i, "no-route"],
  [/EXPIRED/i, "asleep"],
];
/** A refusal is an answer. */
const NO_LOSSES: readonly RadioError["code"][] = ["refused", "radio-down", "unknown"];
const CHANNEL_FULL = /CHANNEL_?ACCESS|CCA/i;

/** How a frame was lost on its way to a device; undefined: it is no matter of the device or of the air. */
export function lossOf(thrown: unknown): DeliveryLoss | undefined {
  const { code } = failureOf(thrown);
  const words = wordsOf(thrown);
  if (code === "unreachable") return UNREACHABLE.find(([when]) => when.test(words))?.[1] ?? "no-ack";
  if (code === "busy") return CHANNEL_FULL.test(words) ? "channel" : "busy";
  if (code === "timeout") return "silent";
  if (code === "asleep") return code;
  return NO_LOSSES.includes(code) ? undefined : "other";
}

/** Herdsman's "… {"timeout":10000} … failed (why)" says more of the request than of the reason for its failure. */
function causeOf(words: string): string {
  const at = words.lastIndexOf(FAILED);
  return at < 0 ? words : words.slice(at + FAILED.length).replace(/\)$/, "");
}

export function refusal(status: number): RadioError {
  const name = Zcl.Status[status] ?? Zdo.Status[status] ?? `0x${status.toString(16)}`;
  return new RadioError("refused", `it refused: ${name}`, status);
}

interface RefusedCommand {
  readonly cluster: number;
  readonly status: number;
}

/** The fate of the frames that are sent meanwhile: some converters keep it to themselves. */
interface FrameOutcomes {
  readonly refused: RefusedCommand[]; // commands that were answered with an error status
  readonly failed: unknown[]; // why frames were not answered, in the words of the adapters
  isAnswered: boolean; // one of them was
}

const DEFAULT_RESPONSE = 0x0b;
const DOOR_LOCK = 0x0101; // its own answers begin with a status
const listening = new AsyncLocalStorage<FrameOutcomes>();

/** From now on the outcomes of frames are noted for the order that sends them. */
export function watchFrames(adapter: HerdsmanAdapter): void {
  const send = adapter.sendZclFrameToEndpoint.bind(adapter);
  const listeners = new WeakMap<object, FrameOutcomes>(); // by frame: herdsman sends some again, when a sleeper wakes up
  adapter.sendZclFrameToEndpoint = async (...request) => {
    const frame = request[3];
    const outcomes = listeners.get(frame) ?? listening.getStore();
    if (!outcomes) return await send(...request);
    listeners.set(frame, outcomes);
    try {
      const answer = await send(...request);
      const status = answer && statusIn(answer, frame);
      outcomes.isAnswered = true;
      if (status) outcomes.refused.push({ cluster: frame.cluster.ID, status });
      return answer;
    } catch (error) {
      outcomes.failed.push(error);
      throw error;
    }
  };
}

export function newOutcomes(): FrameOutcomes {
  return { refused: [], failed: [], isAnswered: false };
}

export function watchingFrames<Answer>(outcomes: FrameOutcomes, run: () => Answer): Answer {
  return listening.run(outcomes, run);
}

/** Of the answer to a command of a cluster. Attributes that cannot be read or written are told apart by herdsman itself. */
function statusIn({ header, data, clusterID }: IncomingFrame, frame: OutgoingFrame): number | undefined {
  if (!header || !frame.header.isSpecific) return undefined;
  if (header.isGlobal) return header.commandIdentifier === DEFAULT_RESPONSE ? data[header.length + 1] : undefined;
  return clusterID === DOOR_LOCK ? data[header.length] : undefined;
}
