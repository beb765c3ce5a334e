/** Devices that join, are interviewed, come back and leave. */
import { succeeds, wordsOf } from "../../../model/errors.ts";
import type { Ieee } from "../../../model/radio/device-facts.ts";
import { type Answers, RadioError } from "../../../model/radio/orders.ts";
import type { RadioEvent } from "../../../model/radio/radio-port.ts";
import { outsideOrder, within } from "../deadlines.ts";
import {
  forgetConfiguration,
  type Herdsman,
  type HerdsmanDevice,
  isInterviewed,
  keepInterviewed,
} from "../herdsman.ts";
import type { DeviceConfiguration } from "./device-configuration.ts";
import type { DeviceTable } from "./device-table.ts";
import { readZoneStatus, readZoneTypes } from "./ias-zones.ts";

interface InterviewsParts {
  readonly herdsman: Herdsman;
  readonly devices: DeviceTable;
  readonly configuration: DeviceConfiguration;
  readonly emit: (event: RadioEvent) => void;
  readonly warn: (text: string) => void;
  readonly forgotten: (ieee: Ieee) => void;
  /** The stick says that a device has joined only when it has; others say it of one that was merely away, too. */
  readonly knowsJoins: boolean;
  /** The interview of a device has ended: its facts have been told, or it failed. */
  readonly ended: (ieee: Ieee, isKnown: boolean) => void;
}

const AGAIN_AFTER = 60_000; // milliseconds until an interview is tried once more by itself
const MOST_TRIES = 5; // by itself

export class Interviews {
  readonly #parts: InterviewsParts;
  readonly #removing = new Set<Ieee>();
  readonly #tries = new Map<Ieee, { readonly at: number; readonly count: number }>();
  readonly #returns = new Map<Ieee, number>();

  constructor(parts: InterviewsParts) {
    this.#parts = parts;
  }

  joined(device: HerdsmanDevice): void {
    this.#tries.delete(device.ieeeAddr);
    this.#countTry(device.ieeeAddr); // herdsman interviews it now
    this.#parts.emit({ kind: "joined", ieee: device.ieeeAddr });
    void this.#parts.devices.notifyConverters("deviceJoined", device);
  }

  /** As herdsman tells it, which starts the first interview by itself. */
  interviewed(device: HerdsmanDevice, status: "started" | "successful" | "failed"): void {
    const { devices, emit, ended, warn } = this.#parts;
    if (status === "successful") {
      this.#complete(device).catch((error) => {
        warn(`${device.ieeeAddr}: ${wordsOf(error)}`);
        ended(device.ieeeAddr, false);
      });
      return;
    }
    this.#countTry(device.ieeeAddr);
    emit({ kind: status === "started" ? "interviewing" : "failed", ieee: device.ieeeAddr });
    void devices.notifyConverters("deviceInterview", device, { status });
    if (status === "failed") ended(device.ieeeAddr, false);
  }

  announced(device: HerdsmanDevice): void {
    this.#parts.emit({ kind: "announced", ieee: device.ieeeAddr });
    void this.#parts.devices.notifyConverters("deviceAnnounce", device);
    this.#parts.configuration.consider(device, true);
  }

  left(ieee: Ieee): void {
    if (!this.#removing.has(ieee)) this.#forget(ieee);
  }

  /** A device whose interview was never finished is interviewed when it is heard. */
  heard(device: HerdsmanDevice): void {
    if (!isUnfinished(device)) return;
    const before = this.#tries.get(device.ieeeAddr);
    if (before && (before.count > MOST_TRIES || performance.now() - before.at < AGAIN_AFTER)) return;
    this.interview(device).catch(() => {}); // the failure was told as an event
  }

  /** A known device comes in through the open network: if it was reset, it has to be set up as if it were new. */
  returned(device: HerdsmanDevice): void {
    const { herdsman, devices, knowsJoins } = this.#parts;
    const { ieeeAddr: ieee } = device;
    const before = this.#returns.get(ieee) ?? Number.NEGATIVE_INFINITY;
    if (!devices.get(ieee) || !herdsman.getPermitJoin() || performance.now() - before < AGAIN_AFTER) return;
    if (knowsJoins) this.#setUpAnew(device);
    else void hasForgotten(device).then((isReset) => isReset && this.#setUpAnew(device));
  }

  #setUpAnew(device: HerdsmanDevice): void {
    const { devices, configuration, emit, ended } = this.#parts;
    const { ieeeAddr: ieee } = device;
    const attached = devices.get(ieee);
    if (!attached) return;
    this.#returns.set(ieee, performance.now());
    forgetConfiguration(device);
    emit({ kind: "joined", ieee });
    void devices.notifyConverters("deviceJoined", device);
    emit({ kind: "device", device: devices.factsToTell(attached) });
    ended(ieee, true);
    configuration.consider(device, true);
  }

  async interview(device: HerdsmanDevice): Promise<void> {
    if (isInterviewing(device)) throw new RadioError("busy", "it is being interviewed already");
    const wasInterviewed = isInterviewed(device);
    this.interviewed(device, "started");
    try {
      await device.interview(true);
    } catch (error) {
      if (wasInterviewed) keepInterviewed(device);
      this.interviewed(device, "failed");
      throw error;
    }
    await outsideOrder(() => this.#complete(device));
  }

  /** The device is forgotten in any case; answers whether it went. */
  async remove(device: HerdsmanDevice, reset: boolean, milliseconds: number): Promise<Answers["remove"]> {
    const { ieeeAddr: ieee } = device;
    this.#removing.add(ieee);
    try {
      const late = () => new Error("it does not answer");
      const left = await succeeds(within(milliseconds, sendAway(device, reset), late));
      if (this.#parts.herdsman.getDeviceByIeeeAddr(ieee) === device) device.removeFromDatabase();
      this.#forget(ieee);
      return { left };
    } finally {
      this.#removing.delete(ieee);
    }
  }

  #countTry(ieee: Ieee): void {
    this.#tries.set(ieee, { at: performance.now(), count: (this.#tries.get(ieee)?.count ?? 0) + 1 });
  }

  async #complete(device: HerdsmanDevice): Promise<void> {
    const { herdsman, devices, configuration, ended } = this.#parts;
    this.#tries.delete(device.ieeeAddr);
    await readZoneTypes(device);
    const attached = await devices.attach(device);
    await devices.notifyConverters("deviceInterview", device, { status: "successful" });
    devices.tellChanges(attached);
    ended(device.ieeeAddr, true);
    configuration.consider(device, true);
    await readZoneStatus(device, (message) => herdsman.emit("message", message));
  }

  #forget(ieee: Ieee): void {
    for (const trace of [this.#tries, this.#returns]) trace.delete(ieee);
    this.#parts.devices.forget(ieee);
    this.#parts.forgotten(ieee);
    this.#parts.emit({ kind: "left", ieee });
  }
}

/** A binding of the device is not there any more. A device that does not tell its bindings is taken for one that was reset. */
async function hasForgotten(device: HerdsmanDevice): Promise<boolean> {
  const known = device.endpoints.flatMap(({ ID, binds }) => binds.map(({ cluster }) => `${ID} ${cluster.ID}`));
  if (known.length === 0) return true;
  return await device.bindingTable().then(
    (table) => {
      const there = new Set(table.map(({ sourceEndpoint, clusterId }) => `${sourceEndpoint} ${clusterId}`));
      return known.some((bound) => !there.has(bound));
    },
    () => true,
  );
}

async function sendAway(device: HerdsmanDevice, reset: boolean): Promise<void> {
  const basic = reset ? device.endpoints.find((endpoint) => endpoint.supportsInputCluster("genBasic")) : undefined;
  await basic?.command("genBasic", "resetFactDefault", {}, { disableRecovery: true }).catch(() => {});
  await device.removeFromNetwork();
}

function isInterviewing({ interviewState }: HerdsmanDevice): boolean {
  return String(interviewState) === "IN_PROGRESS";
}

function isUnfinished({ interviewState, type }: HerdsmanDevice): boolean {
  return type !== "Coordinator" && ["PENDING", "FAILED"].includes(String(interviewState));
}
