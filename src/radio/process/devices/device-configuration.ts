/**
 * Configures devices as their converters want it, and then their reports. After an interview at once, after a start one after the other,
 * and a device that sleeps when it is heard. A configuration that fails is tried three times.
 */
import { wordsOf } from "../../../model/errors.ts";
import type { Ieee } from "../../../model/radio/device-facts.ts";
import { RadioError } from "../../../model/radio/orders.ts";
import { outsideOrder, within } from "../deadlines.ts";
import {
  type Herdsman,
  type HerdsmanDevice,
  type HerdsmanEndpoint,
  type HerdsmanMessage,
  isToMove,
} from "../herdsman.ts";
import { failureOf } from "../orders/order-failures.ts";
import { configureReporting, isReporting } from "./attribute-reporting.ts";
import { askCapabilities, lacksCapabilities } from "./capabilities.ts";
import { leadsTo, leadToCoordinator } from "./coordinator-bindings.ts";
import { isSleepy } from "./device-facts.ts";
import type { AttachedDevice, DeviceTable } from "./device-table.ts";
import { enrolZones, hasZones, readZoneStatus } from "./ias-zones.ts";
import type { LightPolling } from "./light-polling.ts";

interface DeviceConfigurationParts {
  readonly herdsman: Herdsman;
  readonly devices: DeviceTable;
  readonly polling: LightPolling;
  readonly coordinator: HerdsmanEndpoint; // where reports go
  readonly hear: (message: HerdsmanMessage) => void; // herdsman's way to tell a message
  /** Addresses that the coordinator had before: some devices may still report to them. */
  readonly former: () => readonly Ieee[];
  /** One more device has been set up for the coordinator's new address, or will never be. */
  readonly moving: () => void;
  readonly warn: (text: string) => void;
}

const AT_ONCE = 4; // devices
const MOST_TRIES = 3;
const AFTER_START = 10_000; // milliseconds between two devices
const AFTER_MOVE = 2000; // the same, when no stick hears their reports
const MOVED_AGAIN = 60_000; // milliseconds at least between two tries of a device whose reports reach no stick, as often as it takes
const MOST_PATIENT = 10; // times that
const AGAIN_AFTER = 30_000; // milliseconds after a failure, and twice that after the next
const LONGEST = 60_000; // milliseconds for one device
const NEVER_CHANGED = "0.0.0"; // the version of a definition whose configuration is as it ever was

export class DeviceConfiguration {
  readonly #parts: DeviceConfigurationParts;
  readonly #tries = new Map<string, number>();
  readonly #due = new Set<string>();
  readonly #asleep = new Set<string>(); // until they are heard
  readonly #sinceStart: string[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #running = 0;

  constructor(parts: DeviceConfigurationParts) {
    this.#parts = parts;
  }

  /** `isNew`: its interview is done; else the process has just started. */
  consider(device: HerdsmanDevice, isNew: boolean): void {
    const { ieeeAddr: ieee } = device;
    this.#parts.polling.consider(device);
    const attached = this.#parts.devices.get(ieee);
    if (!attached || !isDue(attached)) return;
    this.#tries.set(ieee, 0);
    if (isNew) this.#enter(ieee);
    else if (isSleepy(device)) this.#asleep.add(ieee);
    else if (this.#sinceStart.push(ieee) === 1) this.#after(this.#pace(), () => this.#enterNext());
  }

  heard({ ieeeAddr: ieee }: HerdsmanDevice): void {
    if (this.#asleep.delete(ieee)) this.#enter(ieee);
  }

  /** Once more, whether it is due or not. Rejects when it fails. */
  async configureNow(device: HerdsmanDevice): Promise<void> {
    const attached = this.#parts.devices.get(device.ieeeAddr);
    if (!attached) throw new RadioError("unsupported", "it has to be interviewed first");
    await this.#configure(attached, true);
  }

  forget(ieee: string): void {
    for (const set of [this.#due, this.#asleep, this.#tries]) set.delete(ieee);
    this.#parts.moving();
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#due.clear();
    this.#asleep.clear();
    this.#sinceStart.length = 0;
  }

  #enterNext(): void {
    const ieee = this.#sinceStart.shift();
    if (ieee) this.#enter(ieee);
    if (this.#sinceStart.length > 0) this.#after(this.#pace(), () => this.#enterNext());
  }

  /** Until the next device after the start. */
  #pace(): number {
    const attached = this.#parts.devices.get(this.#sinceStart[0] ?? "");
    return attached && isToMove(attached.device) ? AFTER_MOVE : AFTER_START;
  }

  #enter(ieee: string): void {
    this.#due.add(ieee);
    this.#pump();
  }

  #pump(): void {
    for (const ieee of this.#due) {
      if (this.#running >= AT_ONCE) return;
      this.#due.delete(ieee);
      const attached = this.#parts.devices.get(ieee);
      if (!attached || !isDue(attached)) continue;
      this.#running += 1;
      void outsideOrder(() => this.#attempt(attached)).finally(() => {
        this.#running -= 1;
        this.#pump();
      });
    }
  }

  async #attempt(attached: AttachedDevice): Promise<void> {
    const { device } = attached;
    const ieee = device.ieeeAddr;
    try {
      await this.#configure(attached, false);
      this.#tries.delete(ieee);
    } catch (error) {
      if (this.#parts.devices.get(ieee) !== attached) return; // it has left
      const count = (this.#tries.get(ieee) ?? 0) + 1;
      this.#tries.set(ieee, count);
      if (count >= MOST_TRIES && isToMove(device)) this.#tryLater(device, count);
      else if (count >= MOST_TRIES) this.#parts.warn(`${ieee}: it could not be set up: ${wordsOf(error)}`);
      else if (isSleepy(device)) this.#asleep.add(ieee);
      else this.#after(AGAIN_AFTER * count, () => this.#enter(ieee));
    }
  }

  /** The reports of the device are lost until it is set up, so the tries never end. */
  #tryLater(device: HerdsmanDevice, count: number): void {
    const { ieeeAddr: ieee } = device;
    const again = () => (isSleepy(device) ? this.#asleep.add(ieee) : this.#enter(ieee));
    this.#after(MOVED_AGAIN * Math.min(count, MOST_PATIENT), again);
  }

  /** A model whose converters fail may still report: the one does not hang on the other. */
  async #configure(attached: AttachedDevice, isForced: boolean): Promise<void> {
    const { polling, devices, coordinator, herdsman, former } = this.#parts;
    const { device } = attached;
    if (leadsTo(device, former())) await leadToCoordinator(herdsman, device, former());
    if (isUnenrolled(device)) await this.#enrol(device); // alarms before everything else
    const failure = isForced || !isConfigured(attached) ? await this.#runConverters(attached) : undefined;
    const mayReport = failure === undefined || ["refused", "invalid"].includes(failureOf(failure.error).code);
    if (mayReport && (isForced || !isReporting(device))) await configureReporting(device, coordinator);
    if (failure === undefined && lacksCapabilities(device)) await askCapabilities(device);
    if (mayReport) this.#moved(device);
    polling.consider(device);
    devices.tellChanges(attached);
    if (failure !== undefined) throw failure.error;
  }

  #moved(device: HerdsmanDevice): void {
    if (!isToMove(device)) return;
    device.meta.moved = true;
    device.save();
    this.#parts.moving();
  }

  async #runConverters({ device, definition }: AttachedDevice): Promise<{ readonly error: unknown } | undefined> {
    if (!definition?.configure) return undefined;
    try {
      const late = () => new Error(`no answer within ${LONGEST / 1000} s`);
      const configured = definition.configure(device, this.#parts.coordinator, definition);
      await within(LONGEST, Promise.resolve(configured), late);
      device.meta.configured = definition.version;
      device.save();
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  async #enrol(device: HerdsmanDevice): Promise<void> {
    await enrolZones(device, this.#parts.coordinator.deviceIeeeAddress);
    delete device.meta.unenrolled;
    device.save();
    await readZoneStatus(device, this.#parts.hear);
  }

  #after(milliseconds: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, milliseconds).unref();
    this.#timers.add(timer);
  }
}

function isDue(attached: AttachedDevice): boolean {
  const { device } = attached;
  const isSetUp = isConfigured(attached) && !lacksCapabilities(device) && !isUnenrolled(device) && !isToMove(device);
  return !isSetUp || (!isSleepy(device) && !isReporting(device));
}

function isUnenrolled(device: HerdsmanDevice): boolean {
  return device.meta.unenrolled === true && hasZones(device);
}

function isConfigured({ device, definition }: AttachedDevice): boolean {
  if (!definition?.configure) return true;
  const { configured } = device.meta;
  return configured !== undefined && (definition.version === NEVER_CHANGED || configured === definition.version);
}
