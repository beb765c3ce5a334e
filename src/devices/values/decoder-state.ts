/** What has to be remembered of a device from one frame to the next, so that the next can be read. It is lost with a restart. */
import type { Ieee } from "../../model/radio.ts";
import type { Held } from "../buttons/button-events.ts";
import { newRawMemory } from "../zcl/frames.ts";

interface Memory {
  readonly raw: ReturnType<typeof newRawMemory>;
  /** Of one of its sensors, by unique id. */
  held(uniqueid: string): Held;
}

export interface Memories {
  of(ieee: Ieee): Memory;
  forget(ieee: Ieee): void;
}

export function openMemories(): Memories {
  const memories = new Map<Ieee, Memory>();
  return {
    of: (ieee) => {
      const memory = memories.get(ieee) ?? newMemory();
      memories.set(ieee, memory);
      return memory;
    },
    forget: (ieee) => memories.delete(ieee),
  };
}

function newMemory(): Memory {
  const sensors = new Map<string, Held>();
  return {
    raw: newRawMemory(),
    held: (uniqueid) => {
      const held = sensors.get(uniqueid) ?? {};
      sensors.set(uniqueid, held);
      return held;
    },
  };
}
