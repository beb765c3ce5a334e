/**
 * Sets devices up as their converters want it, and then their reports. After an interview at once, after a start one after the other, and
 * a device that sleeps when it is heard. What fails is tried three times.
 */
import { wordsOf } from "../../../model/errors.ts";
import { RadioError } from "../../../model/radio.ts";
import { regardless } from "../deadlines.ts";
import type { Device, Endpoint, Message } from "../herdsman.ts";
import { failureOf } from "../orders/order-failures.ts";
import { within } from "../orders/within.ts";
import { askTraits, lacksTraits } from "./capabilities.ts";
import { isSleepy } from "./device-facts.ts";
import type { Known, Registry } from "./device-table.ts";
import { askZones, enrolZones, hasZones } from "./ias-zones.ts";
import type { Polling } from "./light-polling.ts";
import { isReporting, setUpReporting } from "./reporting.ts";

export interface Configuring {
  /** Its interview is done, or the process has just started. */
  consider(device: Device, isNew: boolean): void;
  heard(device: Device): void;
  /** Once more, whether it is due or not. Rejects when it fails. */
  now(device: Device): Promise<void>;
  forget(ieee: string): void;
  close(): void;
}

export interface ConfiguringParts {
  readonly registry: Registry;
  readonly polling: Polling;
  readonly ours: Endpoint;
  /** Herdsman's way to tell a message. */
  readonly hear: (message: Message) => void;
  readonly warn: (text: string) => void;
}

const AT_ONCE = 4; // devices
const TRIES = 3;
const AT_START = 10_000; // milliseconds between two
const AGAIN = 30_000; // after a failure, and twice that after the next
const LONGEST = 60_000; // for one device
const NEVER_CHANGED = "0.0.0"; // the version of a definition whose setting up is as it ever was

export function openConfiguring({ registry, polling, ours, hear, warn }: ConfiguringParts): Configuring {
  const tries = new Map<string, number>();
  const waiting = new Set<string>(); // their turn comes
  const asleep = new Set<string>(); // until they are heard
  const patient: string[] = []; // since the start
  const timers = new Set<NodeJS.Timeout>();
  let running = 0;

  const configuring: Configuring = {
    consider: (device, isNew) => {
      const { ieeeAddr: ieee } = device;
      polling.consider(device);
      const known = registry.get(ieee);
      if (!known || !isDue(known)) return;
      tries.set(ieee, 0);
      if (isNew) enter(ieee);
      else if (isSleepy(device)) asleep.add(ieee);
      else if (patient.push(ieee) === 1) after(AT_START, serve);
    },
    heard: ({ ieeeAddr: ieee }) => {
      if (asleep.delete(ieee)) enter(ieee);
    },
    now: async (device) => {
      const known = registry.get(device.ieeeAddr);
      if (!known) throw new RadioError("unsupported", "it has to be interviewed first");
      await setUp(known, true);
    },
    forget: (ieee) => {
      for (const set of [waiting, asleep, tries]) set.delete(ieee);
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      waiting.clear();
      asleep.clear();
      patient.length = 0;
    },
  };
  return configuring;

  function serve(): void {
    const ieee = patient.shift();
    if (ieee) enter(ieee);
    if (patient.length > 0) after(AT_START, serve);
  }

  function enter(ieee: string): void {
    waiting.add(ieee);
    pump();
  }

  function pump(): void {
    for (const ieee of waiting) {
      if (running >= AT_ONCE) return;
      waiting.delete(ieee);
      const known = registry.get(ieee);
      if (!known || !isDue(known)) continue;
      running += 1;
      void regardless(() => attempt(known)).finally(() => {
        running -= 1;
        pump();
      });
    }
  }

  async function attempt(known: Known): Promise<void> {
    const { device } = known;
    const ieee = device.ieeeAddr;
    try {
      await setUp(known, false);
      tries.delete(ieee);
    } catch (error) {
      if (registry.get(ieee) !== known) return; // it has left
      const count = (tries.get(ieee) ?? 0) + 1;
      tries.set(ieee, count);
      if (count >= TRIES) warn(`${ieee}: it could not be set up: ${wordsOf(error)}`);
      else if (isSleepy(device)) asleep.add(ieee);
      else after(AGAIN * count, () => enter(ieee));
    }
  }

  /** A model whose converters fail may still report: the one does not hang on the other. */
  async function setUp(known: Known, isForced: boolean): Promise<void> {
    const { device, definition } = known;
    let failure: unknown;
    if (isUnenrolled(device)) await enrol(device); // alarms before everything else
    if (definition?.configure && (isForced || !isConfigured(known))) {
      try {
        const late = () => new Error(`no answer within ${LONGEST / 1000} s`);
        await within(LONGEST, Promise.resolve(definition.configure(device, ours, definition)), late);
        device.meta.configured = definition.version;
        device.save();
      } catch (error) {
        failure = error;
      }
    }
    if (failure === undefined || failureOf(failure).code === "refused" || failureOf(failure).code === "invalid") {
      if (isForced || !isReporting(device)) await setUpReporting(device, ours);
    }
    if (failure === undefined && lacksTraits(device)) await askTraits(device);
    polling.consider(device);
    registry.tell(known);
    if (failure !== undefined) throw failure;
  }

  async function enrol(device: Device): Promise<void> {
    await enrolZones(device, ours.deviceIeeeAddress);
    delete device.meta.unenrolled;
    device.save();
    await askZones(device, hear);
  }

  function after(milliseconds: number, run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, milliseconds).unref();
    timers.add(timer);
  }
}

function isDue(known: Known): boolean {
  const { device } = known;
  const isSetUp = isConfigured(known) && !lacksTraits(device) && !isUnenrolled(device);
  return !isSetUp || (!isSleepy(device) && !isReporting(device));
}

function isUnenrolled(device: Device): boolean {
  return device.meta.unenrolled === true && hasZones(device);
}

function isConfigured({ device, definition }: Known): boolean {
  if (!definition?.configure) return true;
  const { configured } = device.meta;
  return configured !== undefined && (definition.version === NEVER_CHANGED || configured === definition.version);
}
