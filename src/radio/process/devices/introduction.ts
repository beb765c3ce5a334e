/** Tells which devices there are when the radio comes up: of a large house piece by piece, so that neither side has to hold all of it at once. */
import type { DeviceFacts, Ieee, NetworkFacts, RadioEvent } from "../../../model/radio.ts";
import type { Device } from "../herdsman.ts";

const PIECE = 20; // devices; with all that they expose, some 10 kB each

export interface Introduction {
  /** Ends with the news that the radio is up. */
  run(network: NetworkFacts, present: () => readonly Device[], factsOf: (device: Device) => DeviceFacts): Promise<void>;
  /** Something else is known of a device. */
  changed(facts: DeviceFacts): void;
}

/** `said`: what was told has been taken by the other side. */
export function openIntroduction(news: (news: RadioEvent) => void, said: () => Promise<void>): Introduction {
  const told = new Set<Ieee>();
  let isUp = false;
  return {
    run: async (network, present, factsOf) => {
      const isTold = ({ ieeeAddr }: Device) => told.has(ieeeAddr);
      for (const left = [...present()]; left.length > PIECE; ) {
        const piece = left.splice(0, PIECE);
        for (const { ieeeAddr } of piece) told.add(ieeeAddr);
        news({ kind: "devices", devices: piece.map(factsOf) });
        await said();
      }
      const all = present(); // some may have come or gone meanwhile
      const rest = all.filter((device) => !isTold(device)).map(factsOf);
      isUp = true;
      news({ kind: "up", network, devices: rest, told: all.filter(isTold).map(({ ieeeAddr }) => ieeeAddr) });
    },
    changed: (device) => {
      if (isUp) news({ kind: "device", device });
      else told.delete(device.ieee); // then it is told once more
    },
  };
}
