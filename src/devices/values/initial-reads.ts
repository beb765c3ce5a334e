/**
 * Reads the values that a device has not told yet: after its interview, and after a start. The state of lights is read elsewhere (refresh);
 * here it is settings, and values without reports. A device that is asleep, or whose answer was lost, is asked when it is heard again. A
 * device is not asked twice for a value that it does not know.
 */
import type { Ieee } from "../../model/radio/device-facts.ts";
import { isSilence, type Order, RadioError } from "../../model/radio/orders.ts";
import type { Stop } from "../../model/resource.ts";
import { type BackgroundQueue, openBackgroundQueue } from "../commands/background-queue.ts";
import { unpiecedReads } from "../commands/custom-frames.ts";
import type { Sender } from "../commands/sender.ts";
import { LIGHT_MEMBERS } from "../desired/refresh.ts";
import type { DevicesContext } from "../devices-context.ts";
import type { Device, DeviceResource } from "../inventory/device-registry.ts";
import type { ValueMapping } from "../plan/device-plan.ts";
import { extraReads, readOrder } from "../zcl/attribute-reads.ts";

const BETWEEN = 500; // milliseconds
const AT_FIRST = 5_000; // until the device has sent the reports that it sends by itself
const TRIES = 3;

interface InitialReadsParts extends DevicesContext {
  readonly sender: Sender;
  readonly isAsleep: (device: Device) => boolean;
}

export class InitialReads {
  readonly #parts: InitialReadsParts;
  readonly #queue: BackgroundQueue;
  readonly #triesLeft = new Map<Ieee, number>(); // of the devices that are still to be asked
  readonly #timers = new Map<Ieee, Stop>();

  constructor(parts: InitialReadsParts) {
    this.#parts = parts;
    this.#queue = openBackgroundQueue(parts.clock, parts.log, BETWEEN);
  }

  /** The device joined, or the gateway has just started. */
  schedule(device: Device): void {
    const { ieee, hasConverter, facts } = device;
    if (!hasConverter || facts.kind === "green-power") return;
    this.#triesLeft.set(ieee, TRIES);
    this.#timers.get(ieee)?.();
    const begin = () => {
      this.#timers.delete(ieee);
      if (this.#triesLeft.has(ieee) && !this.#parts.isAsleep(device)) this.#enqueue(device);
    };
    this.#timers.set(ieee, this.#parts.clock.after(AT_FIRST, begin));
  }

  heard(device: Device): void {
    const { ieee, facts } = device;
    const isDue = this.#triesLeft.has(ieee) && this.#ordersFor(device).length > 0;
    if (isDue && (facts.sleepy || !this.#timers.has(ieee))) this.#enqueue(device);
  }

  clear(): void {
    this.#queue.clear();
    this.#forgetAll();
  }

  close(): void {
    this.#queue.close();
    this.#forgetAll();
  }

  #forgetAll(): void {
    for (const stop of this.#timers.values()) stop();
    for (const each of [this.#timers, this.#triesLeft]) each.clear();
  }

  #enqueue({ ieee, address }: Device): void {
    this.#queue.add(address, () => this.#read(ieee));
  }

  async #read(ieee: Ieee): Promise<void> {
    const { registry, sender } = this.#parts;
    const device = registry.get(ieee);
    const tries = this.#triesLeft.get(ieee);
    if (!device || tries === undefined) return;
    this.#triesLeft.delete(ieee);
    for (const order of this.#ordersFor(device)) {
      try {
        await sender.ask(device, order);
      } catch (error) {
        if (!(error instanceof RadioError)) throw error;
        if (!isSilence(error) && error.code !== "asleep") continue; // the device does not know the value
        if (tries > 1) this.#triesLeft.set(ieee, tries - 1);
        return;
      }
    }
  }

  #ordersFor(device: Device): readonly Order[] {
    const unreadable = device.resources.flatMap((each) => this.#unknown(each).filter(({ readable }) => !readable));
    const missing = unreadable.map(({ property }) => property);
    return [...device.resources.flatMap((each) => this.#readsOf(device, each)), ...extraReads(device.facts, missing)];
  }

  /** By the converters where they can read it, else by reads of our own. */
  #readsOf({ ieee, facts }: Device, resource: DeviceResource): readonly Order[] {
    const { address, planned } = resource;
    const unknown = this.#unknown(resource);
    const isLightState = ({ section, member }: ValueMapping) =>
      section === "state" && planned.family === "lights" && LIGHT_MEMBERS.includes(member);
    const readable = unknown.filter((mapping) => mapping.readable && !isLightState(mapping));
    const keys = [...new Set(readable.map(({ property }) => property))];
    const get: Order = { do: "get", target: { ieee, endpoint: planned.source }, keys };
    const hasUnknownState = Object.values(this.#parts.store.get(address)?.state ?? {}).includes(null);
    const own = hasUnknownState ? readOrder(planned, ieee) : undefined;
    const members = unknown.map(({ section, member }) => `${section}/${member}`);
    return [...(keys.length > 0 ? [get] : []), ...(own ? [own] : []), ...unpiecedReads(planned, facts, members)];
  }

  /** The members that have no value yet. */
  #unknown({ address, planned }: DeviceResource): readonly ValueMapping[] {
    const resource = this.#parts.store.get(address);
    if (!resource) return [];
    return planned.mappings.filter(({ section, member }) => (resource[section][member] ?? null) === null);
  }
}
