/** What has to be remembered of a device from one frame to the next, so that the next can be read. It is lost with a restart. */
import type { Ieee } from "../../model/radio.ts";
import type { RemoteState } from "../buttons/button-events.ts";
import { newAttributeMemory } from "../zcl/frames.ts";

interface DecoderState {
  readonly attributes: ReturnType<typeof newAttributeMemory>;
  /** Of one of its sensors, by unique id. */
  remote(uniqueid: string): RemoteState;
}

export interface DecoderStates {
  ofDevice(ieee: Ieee): DecoderState;
  forget(ieee: Ieee): void;
}

export function openDecoderStates(): DecoderStates {
  const memories = new Map<Ieee, DecoderState>();
  return {
    ofDevice: (ieee) => {
      const memory = memories.get(ieee) ?? newMemory();
      memories.set(ieee, memory);
      return memory;
    },
    forget: (ieee) => memories.delete(ieee),
  };
}

function newMemory(): DecoderState {
  const sensors = new Map<string, RemoteState>();
  return {
    attributes: newAttributeMemory(),
    remote: (uniqueid) => {
      const held = sensors.get(uniqueid) ?? {};
      sensors.set(uniqueid, held);
      return held;
    },
  };
}
