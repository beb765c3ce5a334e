/**
 * When devices were last heard, and which can be reached. A device that is heard can be; a silent one on mains power is pinged, one at a time; a
 * sleeper may be silent for a day. Silence is counted in minutes with the radio up, not by the wall clock: neither a restart nor a changed clock
 * makes a house unreachable.
 */
import { wordsOf } from "../../model/errors.ts";
import type { Ieee } from "../../model/radio/device-facts.ts";
import { isSilence, RadioError } from "../../model/radio/orders.ts";
import type { Stop, Values } from "../../model/resource.ts";
import { readMinutes, utcMinutes, utcWithZone } from "../../model/time/times.ts";
import { type BackgroundQueue, openBackgroundQueue } from "../commands/background-queue.ts";
import type { DevicesContext } from "../devices-context.ts";
import { BY_RADIO, type Device, isSleeper, resourcesOf, setReachable } from "./device-registry.ts";

const SECOND = 1_000; // milliseconds
const MINUTE = 60_000;
const BETWEEN_PINGS = 1_000;
const SILENT_MAINS = 10; // minutes until a device on mains power is pinged
const FAILED_MAINS = 10; // minutes of failed pings until it is unreachable
const PING_AGAIN = 2; // minutes
const PING_UNREACHABLE_AGAIN = 10;
/** Seconds between the pings of a device that did not answer a command: it was there a moment ago, and a client waits for it. */
const PING_MISSED_AGAIN = [1, 1, 2, 2, 4, 8, 16, 32, 60, 120, 240];
const SILENT_SLEEPER = 25 * 60; // minutes
/** Silence before a start may have been ours: it counts no more than this, and leaves a sleeper two hours to be heard. */
const MOST_AT_START = { mains: SILENT_MAINS, sleeper: SILENT_SLEEPER - 2 * 60 };

interface Contact {
  heard: number; // all in minutes of the count
  signs: number; // of life: how often it was heard
  pinged: number;
  failing: number | undefined; // since when
  reachable: boolean | undefined; // undefined: as the store has it
  stopPinging: Stop;
}

export class Availability {
  readonly #context: DevicesContext;
  readonly #answered: (device: Device) => void;
  readonly #pings: BackgroundQueue;
  readonly #contacts = new Map<Ieee, Contact>();
  #minutes = 0;

  constructor(context: DevicesContext, answered: (device: Device) => void) {
    this.#context = context;
    this.#answered = answered;
    this.#pings = openBackgroundQueue(context.clock, context.log, BETWEEN_PINGS);
  }

  /** Answers whether the device was unreachable until now. */
  heard(device: Device): boolean {
    const contact = this.#contacts.get(device.ieee);
    if (!contact) return false;
    contact.heard = this.#minutes;
    contact.signs += 1;
    contact.failing = undefined;
    contact.stopPinging();
    if (contact.reachable === true) return false;
    const isBack = contact.reachable === false;
    contact.reachable = true;
    this.#tell(device, true);
    return isBack;
  }

  /** How often the device was heard: a caller that asks it something learns later whether it was heard meanwhile. */
  signsOf({ ieee }: Device): number {
    return this.#contacts.get(ieee)?.signs ?? 0;
  }

  /** The device did not answer a command: it is pinged at once. */
  verify(device: Device): void {
    const signs = this.signsOf(device);
    this.#ping(device, () => this.markLost(device, signs)).catch((error) =>
      this.#context.log.error(`${device.address}: it failed: ${wordsOf(error)}`),
    );
  }

  /** The device answered neither a command nor the question after it. `signs`: of when it was asked; a device heard since is there. */
  markLost(device: Device, signs = this.signsOf(device)): void {
    const contact = this.#contacts.get(device.ieee);
    if (!contact || contact.signs !== signs) return;
    this.#markUnreachable(device, contact);
    if (!device.facts.sleepy) this.#pingMissed(device, contact);
  }

  /** The device did not answer a ping or a read that no client had asked for. */
  probeFailed(device: Device): void {
    const contact = this.#contacts.get(device.ieee);
    if (!contact) return;
    contact.failing ??= this.#minutes;
    const isLost = this.#minutes - contact.failing >= FAILED_MAINS && contact.reachable !== false;
    if (isLost) this.#markUnreachable(device, contact);
  }

  /** The device is in the network: from now on its silence counts. */
  track({ ieee, facts }: Device): void {
    if (this.#contacts.has(ieee)) return;
    const { lastseen, sleepy } = facts;
    const now = this.#context.clock.now();
    const silent = lastseen === null ? Number.POSITIVE_INFINITY : Math.max(0, (now - lastseen) / MINUTE);
    const heard = this.#minutes - Math.min(Math.floor(silent), sleepy ? MOST_AT_START.sleeper : MOST_AT_START.mains);
    const pinged = Number.NEGATIVE_INFINITY;
    this.#contacts.set(ieee, {
      heard,
      signs: 0,
      pinged,
      failing: undefined,
      reachable: undefined,
      stopPinging: () => {},
    });
  }

  /** It was ignored until now: one that listens is asked whether it is there, a sleeper is if it was heard of late. */
  enabled(device: Device): void {
    const { clock, store } = this.#context;
    if (!device.facts.sleepy && device.facts.kind !== "green-power") {
      this.verify(device);
      return;
    }
    const heard = readMinutes(store.get(device.address)?.attr.lastseen);
    if (clock.now() - heard < SILENT_SLEEPER * MINUTE) this.#tell(device, true);
  }

  forget(ieee: Ieee): void {
    this.#contacts.get(ieee)?.stopPinging();
    this.#contacts.delete(ieee);
  }

  radioDown(): void {
    this.#pings.clear();
    for (const contact of this.#contacts.values()) {
      contact.stopPinging();
      contact.failing = undefined; // no device could have answered
    }
  }

  start(): Stop {
    const { clock, radio, registry } = this.#context;
    let timer: Stop = () => {};
    const tick = () => {
      timer = clock.after(MINUTE, tick);
      if (!radio.up) return;
      this.#minutes += 1;
      for (const device of registry.all()) this.#checkSilence(device);
    };
    timer = clock.after(MINUTE, tick);
    return () => {
      timer();
      for (const contact of this.#contacts.values()) contact.stopPinging();
      this.#contacts.clear();
      this.#pings.close();
    };
  }

  #tell(device: Device, reachable: boolean): void {
    const { store } = this.#context;
    for (const resource of resourcesOf(store, store.get(device.address))) setReachable(store, resource, reachable);
  }

  #markUnreachable(device: Device, contact: Contact): void {
    contact.failing ??= this.#minutes;
    contact.reachable = false;
    this.#tell(device, false);
  }

  #pingMissed(device: Device, contact: Contact, times = 0): void {
    const { clock, radio } = this.#context;
    contact.stopPinging();
    const pause = PING_MISSED_AGAIN[times];
    if (pause === undefined || !radio.up || this.#contacts.get(device.ieee) !== contact) return;
    contact.stopPinging = clock.after(pause * SECOND, () =>
      this.#pings.add(device.address, async () => {
        await this.#ping(device);
        if (contact.reachable === false) this.#pingMissed(device, contact, times + 1);
      }),
    );
  }

  #checkSilence(device: Device): void {
    const contact = this.#contacts.get(device.ieee);
    if (!contact || device.facts.kind === "green-power") return; // Green Power devices send, and never listen
    const silent = this.#minutes - contact.heard;
    if (device.facts.sleepy) {
      if (silent >= SILENT_SLEEPER && contact.reachable !== false) this.#markUnreachable(device, contact);
      return;
    }
    const pause = contact.reachable === false ? PING_UNREACHABLE_AGAIN : PING_AGAIN;
    if (silent <= SILENT_MAINS || this.#minutes - contact.pinged < pause) return;
    contact.pinged = this.#minutes;
    this.#pings.add(device.address, () => this.#ping(device));
  }

  async #ping(device: Device, onSilence = () => this.probeFailed(device)): Promise<void> {
    const { radio, registry } = this.#context;
    if (!registry.get(device.ieee)) return;
    try {
      await radio.order({ do: "ping", target: { ieee: device.ieee } });
      this.#answered(device);
    } catch (error) {
      if (isSilence(error)) onSilence();
      else if (!(error instanceof RadioError)) throw error;
    }
  }
}

// ---- when a device was last heard, and how well

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
    this.#tell(device, { lastannounced: utcWithZone(this.#context.clock.now()) });
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
