/**
 * Counts the frames for each device by their fate, and the frames heard of it. Stands right before herdsman's adapter, so that each attempt
 * counts, also one that no caller hears of because a later one succeeds. Told once a minute, and soon after a frame was lost.
 */
import type { DeliveryLoss, DeviceDeliveries, StickCounters } from "../../../model/doctor/deliveries.ts";
import type { Ieee } from "../../../model/radio/device-facts.ts";
import type { RadioEvent } from "../../../model/radio/radio-port.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";
import { lossOf } from "../orders/order-failures.ts";
import { isForOne, wrap } from "./wrapping.ts";

interface DeviceCounts {
  sent: number;
  retried: number;
  readonly lost: Partial<Record<DeliveryLoss, number>>;
  heard: number;
  told: number;
  links: number; // their sum
  linked: number;
  moved: number;
}

const EVERY = 60_000; // milliseconds
const SOON = 1_000;

export class DeliveryCounts {
  readonly #emit: (event: RadioEvent) => void;
  readonly #counts = new Map<Ieee, DeviceCounts>();
  readonly #addresses = new Map<Ieee, number>(); // in the network, when each was heard last
  readonly #sentBefore = new WeakSet<object>(); // frames
  #stick: Record<string, number> = {};
  #timer: { readonly due: number; readonly handle: NodeJS.Timeout } | undefined;

  constructor(emit: (event: RadioEvent) => void) {
    this.#emit = emit;
  }

  /** From now on each frame to one device is counted. */
  watch(adapter: HerdsmanAdapter): void {
    const sendZcl = adapter.sendZclFrameToEndpoint.bind(adapter);
    adapter.sendZclFrameToEndpoint = (...request) =>
      this.#attempt(request[0], request[3], () => sendZcl(...request)) as ReturnType<typeof sendZcl>;
    const sendZdo = adapter.sendZdo.bind(adapter) as (...request: unknown[]) => Promise<unknown>;
    adapter.sendZdo = ((...request: Parameters<HerdsmanAdapter["sendZdo"]>) => {
      const send = () => sendZdo(...request);
      return isForOne(...request) ? this.#attempt(request[0], request[3], send) : send();
    }) as HerdsmanAdapter["sendZdo"];
    countStick(adapter, (counters) => this.#countStick(counters));
  }

  /** Not each stick tells that a device has another address in the network: it shows by its next frame. */
  heard(ieee: Ieee, link: number | null | undefined, address: number): void {
    const counts = this.#of(ieee);
    counts.heard += 1;
    const before = this.#addresses.get(ieee);
    if (before !== undefined && before !== address) counts.moved += 1;
    this.#addresses.set(ieee, address);
    if (typeof link === "number") {
      counts.links += link;
      counts.linked += 1;
    }
    this.#tellIn(EVERY);
  }

  /** The device sent a message that no request had asked for. */
  told(ieee: Ieee): void {
    this.#of(ieee).told += 1;
  }

  forget(ieee: Ieee): void {
    this.#counts.delete(ieee);
    this.#addresses.delete(ieee);
  }

  close(): void {
    clearTimeout(this.#timer?.handle);
    this.#timer = undefined;
  }

  async #attempt<Answer>(ieee: Ieee, frame: object, send: () => Promise<Answer>): Promise<Answer> {
    const isRepeated = this.#sentBefore.has(frame);
    this.#sentBefore.add(frame);
    try {
      const answer = await send();
      this.#sent(ieee, isRepeated);
      this.#tellIn(EVERY);
      return answer;
    } catch (error) {
      const loss = lossOf(error);
      if (loss) {
        const { lost } = this.#sent(ieee, isRepeated);
        lost[loss] = (lost[loss] ?? 0) + 1;
        this.#tellIn(SOON);
      }
      throw error;
    }
  }

  /** A frame counts when its fate is known. */
  #sent(ieee: Ieee, isRepeated: boolean): DeviceCounts {
    const counts = this.#of(ieee);
    counts.sent += 1;
    if (isRepeated) counts.retried += 1;
    return counts;
  }

  #of(ieee: Ieee): DeviceCounts {
    const known = this.#counts.get(ieee);
    if (known) return known;
    const counts = { sent: 0, retried: 0, lost: {}, heard: 0, told: 0, links: 0, linked: 0, moved: 0 };
    this.#counts.set(ieee, counts);
    return counts;
  }

  #countStick(counters: StickCounters): void {
    for (const [name, count] of Object.entries(counters)) this.#stick[name] = (this.#stick[name] ?? 0) + count;
    this.#tellIn(SOON);
  }

  #tellIn(milliseconds: number): void {
    const due = performance.now() + milliseconds;
    if (this.#timer && this.#timer.due <= due) return;
    clearTimeout(this.#timer?.handle);
    this.#timer = { due, handle: setTimeout(() => this.#tell(), milliseconds).unref() };
  }

  #tell(): void {
    this.#timer = undefined;
    const devices = [...this.#counts].map(([ieee, { links, linked, ...counts }]): DeviceDeliveries => {
      return { ieee, ...counts, link: linked > 0 ? Math.round(links / linked) : null };
    });
    this.#counts.clear();
    const stick = Object.keys(this.#stick).length > 0 ? { stick: this.#stick } : {};
    this.#stick = {};
    if (devices.length > 0 || "stick" in stick) this.#emit({ kind: "deliveries", devices, ...stick });
  }
}

/** In the order of EmberZNet's own counters; the others have no use here. */
const EMBER_COUNTERS: readonly (readonly [index: number, name: keyof StickCounters])[] = [
  [3, "sent"],
  [4, "retried"],
  [5, "failed"],
  [21, "replayed"],
  [25, "undecrypted"],
  [27, "buffers"],
  [32, "channel"],
];

interface Ezsp {
  ezspReadAndClearCounters(): Promise<readonly number[]>;
}

/** EmberZNet counts for itself, and herdsman asks it once an hour, only to log the counters: then they are told here, too. */
function countStick(adapter: HerdsmanAdapter, counted: (counters: StickCounters) => void): void {
  const { ezsp } = adapter as unknown as { readonly ezsp?: Ezsp };
  if (!ezsp) return;
  wrap(ezsp, "ezspReadAndClearCounters", async (read) => {
    const counters = await read();
    counted(Object.fromEntries(EMBER_COUNTERS.map(([index, name]) => [name, counters[index] ?? 0])));
    return counters;
  });
}
