/**
 * A device that does not do what a converter tells it says so in its answer. Herdsman takes any answer for a good one, and the converters
 * look at none: here they are looked at, and counted for whoever waits for what the converter does.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Adapter, Incoming } from "../herdsman.ts";

type Frame = Parameters<Adapter["sendZclFrameToEndpoint"]>[3];

export interface Refused {
  readonly cluster: number;
  readonly status: number;
}

const DEFAULT_RESPONSE = 0x0b;
const DOOR_LOCK = 0x0101; // its own answers begin with a status
const listening = new AsyncLocalStorage<Refused[]>();

/** From now on the answers to what is sent are looked at. */
export function noticeRefusals(adapter: Adapter): void {
  const send = adapter.sendZclFrameToEndpoint.bind(adapter);
  const listeners = new WeakMap<object, Refused[]>(); // by frame: herdsman sends some again, when a sleeper wakes up
  adapter.sendZclFrameToEndpoint = async (...request) => {
    const frame = request[3];
    const heard = listeners.get(frame) ?? listening.getStore();
    if (heard) listeners.set(frame, heard);
    const answer = await send(...request);
    const status = answer && statusIn(answer, frame);
    if (status) heard?.push({ cluster: frame.cluster.ID, status });
    return answer;
  };
}

/** Commands that are sent meanwhile, and answered with an error status, go to `heard`. */
export function listeningTo<Answer>(heard: Refused[], run: () => Answer): Answer {
  return listening.run(heard, run);
}

/** Of the answer to a command of a cluster. Attributes that cannot be read or written are told apart by herdsman itself. */
function statusIn({ header, data, clusterID }: Incoming, frame: Frame): number | undefined {
  if (!header || !frame.header.isSpecific) return undefined;
  if (header.isGlobal) return header.commandIdentifier === DEFAULT_RESPONSE ? data[header.length + 1] : undefined;
  return clusterID === DOOR_LOCK ? data[header.length] : undefined;
}
