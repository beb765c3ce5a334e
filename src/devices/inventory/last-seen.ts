/** When a device was last heard, and how well: told now and then, not with each frame. */
import type { Ieee } from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";
import { utcMinutes, utcSeconds } from "../../model/times.ts";
import type { DevicesContext } from "../parts.ts";
import { BY_RADIO, type Device, resourcesOf } from "./device-registry.ts";

const USUAL_INTERVAL = 60; // seconds

export interface LastSeen {
  heard(device: Device, linkquality?: number | null): void;
  announced(device: Device): void;
  /** Milliseconds since it was heard; as far as this run knows. */
  silentFor(device: Device): number;
  forget(ieee: Ieee): void;
}

export function openLastSeen({ store, clock }: DevicesContext): LastSeen {
  const heardAt = new Map<Ieee, number>();
  const toldAt = new Map<Ieee, number>();
  const tell = (device: Device, values: Values, own: Values = {}) => {
    const resource = store.get(device.address);
    for (const { address } of resourcesOf(store, resource)) store.patch(address, "attr", values, BY_RADIO);
    store.patch(device.address, "attr", { ...values, ...own }, BY_RADIO);
  };
  return {
    heard: (device, linkquality) => {
      const now = clock.now();
      heardAt.set(device.ieee, now);
      const told = toldAt.get(device.ieee);
      if (told !== undefined && now >= told && now - told < interval() * 1000) return;
      toldAt.set(device.ieee, now);
      tell(device, { lastseen: utcMinutes(now) }, typeof linkquality === "number" ? { linkquality } : {});
    },
    announced: (device) => tell(device, { lastannounced: `${utcSeconds(clock.now())}Z` }),
    silentFor: (device) => Math.abs(clock.now() - (heardAt.get(device.ieee) ?? Number.NEGATIVE_INFINITY)),
    forget: (ieee) => {
      heardAt.delete(ieee);
      toldAt.delete(ieee);
    },
  };

  function interval(): number {
    return Number(store.get("/config")?.attr.lightlastseeninterval ?? USUAL_INTERVAL);
  }
}
