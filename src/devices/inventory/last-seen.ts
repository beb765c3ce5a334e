/** When a device was last heard, and how well. The store is told now and then, not of each frame. */
import type { Ieee } from "../../model/radio.ts";
import type { Values } from "../../model/resource.ts";
import { utcMinutes, utcSeconds } from "../../model/time/times.ts";
import type { DevicesContext } from "../parts.ts";
import { BY_RADIO, type Device, isSleeper, resourcesOf } from "./device-registry.ts";

const USUAL_INTERVAL = 60; // seconds
const AWAKE = 2_000; // milliseconds for which a sleeper still listens after a frame

export class LastSeen {
  readonly #context: DevicesContext;
  readonly #heardAt = new Map<Ieee, number>();
  readonly #toldAt = new Map<Ieee, number>();

  constructor(context: DevicesContext) {
    this.#context = context;
  }

  heard(device: Device, linkquality?: number | null): void {
    const { store, clock } = this.#context;
    const now = clock.now();
    this.#heardAt.set(device.ieee, now);
    const told = this.#toldAt.get(device.ieee);
    const interval = Number(store.get("/config")?.attr.lightlastseeninterval ?? USUAL_INTERVAL) * 1000;
    if (told !== undefined && now >= told && now - told < interval) return;
    this.#toldAt.set(device.ieee, now);
    this.#tell(device, { lastseen: utcMinutes(now) }, typeof linkquality === "number" ? { linkquality } : {});
  }

  announced(device: Device): void {
    this.#tell(device, { lastannounced: `${utcSeconds(this.#context.clock.now())}Z` });
  }

  /** The device does not listen now. */
  isAsleep(device: Device): boolean {
    const heard = this.#heardAt.get(device.ieee) ?? Number.NEGATIVE_INFINITY;
    return isSleeper(device) && Math.abs(this.#context.clock.now() - heard) > AWAKE;
  }

  forget(ieee: Ieee): void {
    this.#heardAt.delete(ieee);
    this.#toldAt.delete(ieee);
  }

  /** `own`: of the device alone; the rest also of its resources. */
  #tell(device: Device, values: Values, own: Values = {}): void {
    const { store } = this.#context;
    const resources = resourcesOf(store, store.get(device.address));
    for (const { address } of resources) store.patch(address, "attr", values, BY_RADIO);
    store.patch(device.address, "attr", { ...values, ...own }, BY_RADIO);
  }
}
