/** Asks lights for states that they would not report: after a start, after a command to a group, when power comes back. */
import { wordsOf } from "../../model/errors.ts";
import type { Clock, Log } from "../../model/ports.ts";
import { isSilence, type Order, RadioError, type RadioFailure } from "../../model/radio/orders.ts";
import type { Address, Stop } from "../../model/resource.ts";
import { type BackgroundQueue, openBackgroundQueue } from "../commands/background-queue.ts";
import { framedReads } from "../commands/custom-frames.ts";
import type { Sender } from "../commands/sender.ts";
import { readsFor } from "../commands/standard-commands.ts";
import type { DevicesContext } from "../devices-context.ts";
import type { Availability } from "../inventory/availability.ts";
import type { Device, DeviceRegistry, DeviceResource } from "../inventory/device-registry.ts";
import type { DesiredClaim } from "./desired-state.ts";

const BETWEEN = 250; // milliseconds
const AGAIN = 4_000;
const TRIES = 3;
const TRIES_CLAIMED = 2; // where a claim depends on the answer: one after the other
/** A refusal proves that the device is reachable. */
const ANSWERS: readonly RadioFailure[] = ["refused", "unsupported", "invalid"];
/** The properties that are read. */
export const LIGHT_MEMBERS: readonly string[] = [
  "on",
  "bri",
  "xy",
  "ct",
  "hue",
  "sat",
  "lift",
  "tilt",
  "open",
  "speed",
  "music_sync",
];

/** A claim that depends on the answer of a light: it is kept when the light is there, and undone when it is silent. */
export type AwaitingClaim = Pick<DesiredClaim, "keep" | "undo">;

/** A light is asked when this read is due. An earlier read waits for it, unless a claim depends on that answer and none on this. */
interface PlannedRead {
  readonly due: number; // uptime
  readonly cancel: Stop;
  readonly claims: readonly AwaitingClaim[];
}

export class Refresh {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #registry: DeviceRegistry;
  readonly #availability: Availability;
  readonly #sender: Sender;
  readonly #queue: BackgroundQueue;
  readonly #planned = new Map<Address, readonly PlannedRead[]>();
  readonly #claims = new Map<Address, readonly AwaitingClaim[]>(); // that depend on the next answer

  constructor({ clock, log, registry }: DevicesContext, availability: Availability, sender: Sender) {
    this.#clock = clock;
    this.#log = log;
    this.#registry = registry;
    this.#availability = availability;
    this.#sender = sender;
    this.#queue = openBackgroundQueue(clock, log, BETWEEN);
  }

  /** So many milliseconds from now. The claim is kept or undone by how the light answers. */
  soon(device: Device, deviceResource: DeviceResource, milliseconds: number, claim?: AwaitingClaim): void {
    const { address } = deviceResource;
    const due = this.#clock.uptime() + milliseconds;
    const before = this.#planned.get(address) ?? [];
    const early = before.filter((each) => each.due <= due && (claim !== undefined || each.claims.length === 0));
    for (const { cancel } of early) cancel();
    const run = () => {
      const rest = (this.#planned.get(address) ?? []).filter((other) => other !== planned);
      if (rest.length > 0) this.#planned.set(address, rest);
      else this.#planned.delete(address);
      this.#claims.set(address, [...(this.#claims.get(address) ?? []), ...planned.claims]);
      this.#enqueue(device, deviceResource);
    };
    const claims = [...early.flatMap((each) => each.claims), ...(claim ? [claim] : [])];
    const planned: PlannedRead = { due, cancel: this.#clock.after(milliseconds, run), claims };
    this.#planned.set(address, [...before.filter((other) => !early.includes(other)), planned]);
  }

  /** At once, before all others: the light did not answer a command. Answers whether it is there; if it is silent, the claim is undone. */
  async now({ ieee }: Device, { address }: DeviceResource, claim?: Pick<DesiredClaim, "undo">): Promise<boolean> {
    const owner = this.#registry.resourceAt(address);
    if (owner?.device.ieee !== ieee) return false;
    const signs = this.#availability.signsOf(owner.device);
    try {
      await this.#read(owner.device, owner.resource, true);
      return true;
    } catch (error) {
      if (isSilence(error)) {
        claim?.undo();
        this.#availability.markLost(owner.device, signs);
      }
      if (!(error instanceof RadioError)) this.#log.error(`${address}: it could not be asked: ${wordsOf(error)}`);
      return error instanceof RadioError && ANSWERS.includes(error.code);
    }
  }

  /** All lights of a device, when their turn comes. */
  device(device: Device): void {
    if (device.facts.sleepy) return;
    for (const deviceResource of device.resources)
      if (deviceResource.planned.family === "lights") this.#enqueue(device, deviceResource);
  }

  clear(): void {
    const planned = [...this.#planned.values()].flat();
    for (const { cancel } of planned) cancel();
    this.#planned.clear();
    this.#queue.clear();
    const claims = [...planned.map((each) => each.claims), ...this.#claims.values()].flat();
    this.#claims.clear();
    for (const claim of claims) claim.keep(); // the radio is down: nothing contradicts them
  }

  close(): void {
    this.clear();
    this.#queue.close();
  }

  #enqueue(device: Device, deviceResource: DeviceResource, tries = TRIES): void {
    this.#queue.add(deviceResource.address, () => this.#ask(device, deviceResource, tries));
  }

  /** The device may have been planned anew since: it is asked by its address. */
  async #ask({ ieee }: Device, { address }: DeviceResource, tries: number): Promise<void> {
    const claims = this.#claims.get(address) ?? [];
    this.#claims.delete(address);
    const owner = this.#registry.resourceAt(address);
    if (owner?.device.ieee !== ieee) {
      for (const claim of claims) claim.keep();
      return;
    }
    const { device, resource: deviceResource } = owner;
    const signs = this.#availability.signsOf(device);
    try {
      await this.#read(device, deviceResource, claims.length > 0);
      for (const claim of claims) claim.keep();
    } catch (error) {
      if (isSilence(error)) return await this.#unanswered(device, deviceResource, { claims, signs }, tries - 1);
      for (const claim of claims) claim.keep(); // it is there, and says no more
      if (!(error instanceof RadioError)) throw error;
    }
  }

  /** `isAwaited`: a command depends on the answer, also where the light has nothing to report. */
  async #read(device: Device, deviceResource: DeviceResource, isAwaited: boolean): Promise<void> {
    const orders = readsOf(device, deviceResource);
    for (const order of orders) await this.#sender.ask(device, order);
    if (orders.length === 0 && isAwaited) await this.#sender.ask(device, { do: "ping", target: { ieee: device.ieee } });
  }

  async #unanswered(
    device: Device,
    deviceResource: DeviceResource,
    { claims, signs }: { readonly claims: readonly AwaitingClaim[]; readonly signs: number },
    tries: number,
  ): Promise<void> {
    if (claims.length === 0) return this.#askAgain(device, deviceResource, tries);
    if (tries > TRIES - TRIES_CLAIMED) {
      this.#claims.set(deviceResource.address, [...claims, ...(this.#claims.get(deviceResource.address) ?? [])]);
      return await this.#ask(device, deviceResource, tries);
    }
    for (const claim of claims) claim.undo();
    this.#availability.markLost(device, signs);
  }

  /** One answer may get lost, and the light might not report by itself how it is for half an hour. */
  #askAgain(device: Device, deviceResource: DeviceResource, tries: number): void {
    const { address } = deviceResource;
    this.#availability.probeFailed(device);
    if (tries === 0 || this.#planned.has(address)) return;
    const run = () => {
      this.#planned.delete(address);
      this.#enqueue(device, deviceResource, tries);
    };
    const due = this.#clock.uptime() + AGAIN;
    this.#planned.set(address, [{ due, cancel: this.#clock.after(AGAIN, run), claims: [] }]);
  }
}

function readsOf({ ieee, hasConverter }: Device, { planned }: DeviceResource): readonly Order[] {
  const target = { ieee, endpoint: planned.source };
  const mappings = planned.mappings.filter(
    ({ section, member, writable }) => section === "state" && writable && LIGHT_MEMBERS.includes(member),
  );
  if (!hasConverter)
    return readsFor(
      target,
      mappings.map(({ member }) => member),
    );
  const keys = [...new Set(mappings.map(({ property }) => property))];
  const whole = framedReads(planned, ieee);
  if (whole.length > 0) return whole;
  return keys.length > 0 ? [{ do: "get", target, keys }] : [];
}
