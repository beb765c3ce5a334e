/** Touchlink: frames without any key, to whoever is near and on the channel. */
import type { TouchlinkTarget } from "../air/air-station.ts";
import type { CoordinatorLink } from "../air/coordinator-link.ts";
import type { SimulatedTime } from "../air/simulated-time.ts";
import { COORDINATOR, type Traffic } from "../air/traffic.ts";

export interface Touch {
  add(touchable: TouchlinkTarget): () => void;
  readonly send: CoordinatorLink["touch"];
}

const CLUSTER = 0x1000;

export function createTouch(pace: SimulatedTime, pass: Traffic["pass"]): Touch {
  const touchables = new Set<TouchlinkTarget>();
  const note = (from: string, to: string, bytes: Buffer) =>
    pass({ kind: "touchlink", from, to, cluster: CLUSTER, bytes });
  return {
    add: (touchable) => {
      touchables.add(touchable);
      return () => touchables.delete(touchable);
    },
    send: (channel, ieee, bytes, answer) => {
      note(COORDINATOR, ieee ?? `channel ${channel}`, bytes);
      for (const touchable of touchables) {
        if (touchable.channel !== channel || (ieee !== undefined && touchable.ieee !== ieee)) continue;
        pace.later(0, () => {
          const answered = touchable.touch(bytes);
          if (!answered) return;
          note(touchable.ieee, COORDINATOR, answered);
          answer(touchable.ieee, answered);
        });
      }
    },
  };
}
