/** Polls lights that refuse to report, one after the other. */
import { within } from "../deadlines.ts";
import type { HerdsmanDevice } from "../herdsman.ts";
import { isReporting, type ReportingMarks } from "./attribute-reporting.ts";

interface PolledCluster {
  readonly endpoint: number;
  readonly cluster: string;
  readonly attributes: string[];
}

const LIGHT = /\/(genOnOff|genLevelCtrl|lightingColorCtrl)\//;
const SHORTEST_ROUND = 60_000; // milliseconds
const LONGEST_ROUND = 300_000;
const PER_LIGHT = 5000; // by which a round gets longer
const MAY_ANSWER = 10_000;

export class LightPolling {
  readonly #devices = new Map<string, HerdsmanDevice>();
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;

  /** The device may have to be polled from now on, or no longer. */
  consider(device: HerdsmanDevice): void {
    const isPolled = isReporting(device) && polledClusters(device).length > 0;
    const isFirst = isPolled && this.#devices.size === 0;
    if (isPolled) this.#devices.set(device.ieeeAddr, device);
    else this.#devices.delete(device.ieeeAddr);
    if (isFirst) this.#schedule();
  }

  forget(ieee: string): void {
    this.#devices.delete(ieee);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const { size } = this.#devices;
    if (size === 0) return;
    const round = Math.min(LONGEST_ROUND, Math.max(SHORTEST_ROUND, size * PER_LIGHT));
    this.#timer = setTimeout(() => this.#pollNext(), round / size).unref();
  }

  #pollNext(): void {
    this.#turn += 1;
    const device = [...this.#devices.values()][this.#turn % this.#devices.size];
    if (device) void poll(device).finally(() => this.#schedule());
  }
}

/** The answers come as any other frame; that a light does not answer is found out elsewhere. */
async function poll(device: HerdsmanDevice): Promise<void> {
  for (const { endpoint: id, cluster, attributes } of polledClusters(device)) {
    const endpoint = device.getEndpoint(id);
    const answer = endpoint?.read(cluster, attributes as never, { disableRecovery: true, timeout: MAY_ANSWER });
    try {
      await within(MAY_ANSWER, Promise.resolve(answer), () => new Error("no answer"));
    } catch {
      return;
    }
  }
}

function polledClusters({ meta }: HerdsmanDevice): PolledCluster[] {
  const all = new Map<string, PolledCluster>();
  for (const name of (meta as ReportingMarks).unreported ?? []) {
    if (!LIGHT.test(name)) continue;
    const [endpoint = "", cluster = "", attribute = ""] = name.split("/");
    const polled = all.get(endpoint + cluster) ?? { endpoint: Number(endpoint), cluster, attributes: [] };
    polled.attributes.push(attribute);
    all.set(endpoint + cluster, polled);
  }
  return [...all.values()];
}
