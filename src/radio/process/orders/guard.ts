/** A frame that herdsman itself cannot digest is lost alone: without this it would end the process, and with it the whole network. */
import { wordsOf } from "../../../model/errors.ts";
import { isOfSystem } from "../end-reasons.ts";
import type { Adapter } from "../herdsman.ts";

type Hear = (...event: unknown[]) => unknown;

const EVENTS = ["zclPayload", "zdoResponse", "deviceJoined", "deviceLeave"] as const;

/** `broken`: it was not the frame's fault, but the disk's. */
export function guardAdapter(adapter: Adapter, warn: (text: string) => void, broken: (error: unknown) => void): void {
  const fail = (error: unknown) => {
    if (isOfSystem(error)) broken(error);
    else warn(`a frame could not be understood: ${wordsOf(error)}`);
  };
  for (const event of EVENTS) {
    const listeners = adapter.listeners(event) as Hear[];
    adapter.removeAllListeners(event);
    for (const hear of listeners) {
      const guarded: Hear = async (...what) => {
        try {
          await hear(...what);
        } catch (error) {
          fail(error);
        }
      };
      adapter.on(event, guarded as never);
    }
  }
}
