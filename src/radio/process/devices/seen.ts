/** Who was heard, told once a second at most for each device. */
import type { Ieee, RadioEvent } from "../../../model/radio.ts";
import type { Device } from "../herdsman.ts";

const EVERY = 1000; // milliseconds

export interface Seen {
  note(device: Device): void;
  forget(ieee: Ieee): void;
}

export function openSeen(news: (news: RadioEvent) => void): Seen {
  const told = new Map<Ieee, number>();
  return {
    note: ({ ieeeAddr: ieee, linkquality }) => {
      const now = performance.now();
      if (now - (told.get(ieee) ?? Number.NEGATIVE_INFINITY) < EVERY) return;
      told.set(ieee, now);
      news({ kind: "seen", ieee, linkquality: linkquality ?? null });
    },
    forget: (ieee) => told.delete(ieee),
  };
}
