/** How the process and its devices do, for clients that watch over it. */
import { freemem, loadavg, totalmem } from "node:os";
import process from "node:process";
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { RadioEvent } from "../../model/radio/radio-port.ts";
import type { Values } from "../../model/resource.ts";
import type { LinkState } from "./broker-link.ts";

export const MEGABYTE = 1_048_576;

interface Counts {
  leaves: number;
  messages: number;
  moves: number; // to another short address
  network: number | undefined;
}

export class HealthReport {
  readonly #counts = new Map<Ieee, Counts>();
  readonly #since: number;

  constructor(now: number) {
    this.#since = now;
  }

  hear(event: RadioEvent): void {
    if (event.kind === "payload") this.#of(event.ieee).messages += 1;
    if (event.kind === "left") this.#of(event.ieee).leaves += 1;
    if (event.kind !== "device") return;
    const counts = this.#of(event.device.ieee);
    if (counts.network !== undefined && counts.network !== event.device.network) counts.moves += 1;
    counts.network = event.device.network;
  }

  report(now: number, { isUp, published, received, waiting }: LinkState): Values {
    const { rss } = process.memoryUsage();
    const seconds = Math.max(1, (now - this.#since) / 1000);
    const share = (part: number) => rounded((part / totalmem()) * 100);
    return {
      response_time: now,
      os: {
        load_average: loadavg().map(rounded),
        memory_used_mb: rounded((totalmem() - freemem()) / MEGABYTE),
        memory_percent: share(totalmem() - freemem()),
      },
      process: {
        uptime_sec: Math.round(process.uptime()),
        memory_used_mb: rounded(rss / MEGABYTE),
        memory_percent: share(rss),
      },
      mqtt: { connected: isUp, queued: waiting, published, received },
      devices: Object.fromEntries(
        [...this.#counts].map(([ieee, { leaves, messages, moves }]) => [
          ieee,
          {
            ...{ leave_count: leaves, messages, messages_per_sec: rounded(messages / seconds) },
            network_address_changes: moves,
          },
        ]),
      ),
    };
  }

  #of(ieee: Ieee): Counts {
    const counts = this.#counts.get(ieee) ?? { leaves: 0, messages: 0, moves: 0, network: undefined };
    this.#counts.set(ieee, counts);
    return counts;
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
