/**
 * The outbox: writes that devices still have to get because they slept or were away. Settings and properties stand with their device, over
 * restarts, and are sent when the device is heard; the newest wins. After a day they are given up, and the store shows again what the device
 * has; a door's lock after a minute: no user wants it to open later. The groups that lights still have to join or leave stand here, too.
 */
import { isDeepStrictEqual } from "node:util";
import type { Ieee } from "../../model/radio/device-facts.ts";
import { RadioError, type RadioFailure } from "../../model/radio/orders.ts";
import type { Address, Cause, Stop, Values } from "../../model/resource.ts";
import { deviceOrders } from "../commands/orders.ts";
import type { Sender } from "../commands/sender.ts";
import type { DevicesContext } from "../devices-context.ts";
import { BY_RADIO, type Device, type DeviceResource } from "../inventory/device-registry.ts";
import { type DesiredClaim, OpenWrites } from "./desired-state.ts";

const MINUTE = 60_000; // milliseconds
const LONGEST = 24 * 60 * MINUTE;
const LOCK = "lock"; // of a door
/** Types whose commands no user wants to be carried out later. */
export const COMMANDED: readonly string[] = ["Warning device", "Door Lock"];
/** The device may not have heard of it. */
export const MAY_BE_REPEATED: readonly (RadioFailure | undefined)[] = [
  ...(["asleep", "unreachable", "timeout", "busy", "radio-down"] as const),
];

/** A member of a resource's config. */
interface WaitingSetting {
  readonly address: Address;
  readonly member: string;
  readonly value: unknown;
  readonly base: unknown; // the value that the device reported; the store shows it again when the setting is given up
  readonly since: number; // milliseconds, UTC
  readonly by: string; //    of the cause of the write
}

/** A value of the device in its own words. */
interface WaitingProperty {
  readonly property: string;
  readonly value: unknown;
  readonly since: number;
  readonly isBrief?: true; // it is a command, and no user wants it to come later
}

/** A light has to join a group, or to leave it. */
export interface WaitingMembership {
  readonly light: Address;
  readonly endpoint: number;
  readonly group: number;
  readonly joins: boolean; // else it leaves
}

/** The writes that wait for a device, as they stand in `attr.waiting`. */
interface OutboxContents {
  readonly writes: readonly WaitingSetting[];
  readonly properties: readonly WaitingProperty[];
  readonly memberships: readonly WaitingMembership[];
}

const NOTHING: OutboxContents = { writes: [], properties: [], memberships: [] };

/** Settings that a device is about to be told: they are in the outbox already, for the case that we are stopped. */
interface SettingsClaim extends DesiredClaim {
  /** The device cannot be told now: from here on the settings wait. */
  readonly wait: () => void;
  /** As if the settings had never been written: older settings wait again. */
  withdraw(): void;
}

type Since = { readonly since: number };

export class Outbox {
  readonly #context: Pick<DevicesContext, "store" | "clock" | "log" | "keep">;
  readonly #sender: Sender;
  readonly #commands = new Map<Address, readonly string[]>(); // those of the command outbox, by name
  readonly #contents = new Map<Address, OutboxContents>(); // looked up with each frame
  readonly #written = new OpenWrites<WaitingSetting | undefined>();
  readonly #busy = new Set<Ieee>();
  readonly #awoken = new Set<Ieee>(); // heard while something was on its way to them, which they may have missed
  #underway: readonly WaitingSetting[] = [];

  constructor(context: Pick<DevicesContext, "store" | "clock" | "log" | "keep">, sender: Sender) {
    this.#context = context;
    this.#sender = sender;
  }

  // ---- the waiting writes

  of(device: Address): OutboxContents {
    return this.#contents.get(device) ?? NOTHING;
  }

  change(device: Address, changes: Partial<OutboxContents>): void {
    const { store, keep } = this.#context;
    const contents = { ...this.of(device), ...changes };
    const isEmpty = isDeepStrictEqual(contents, NOTHING);
    if (isEmpty) this.#contents.delete(device);
    else this.#contents.set(device, contents);
    store.patch(device, "attr", { waiting: isEmpty ? undefined : contents }, BY_RADIO);
    keep(device).catch(() => {}); // a client was promised the write; the disk takes a refused one later
  }

  clear(device: Address): void {
    this.change(device, NOTHING);
  }

  /** Takes the waiting writes of the last run out of the store. */
  load(): void {
    for (const { address, attr } of this.#context.store.list("/devices"))
      if (attr.waiting) this.#contents.set(address, { ...NOTHING, ...(attr.waiting as Partial<OutboxContents>) });
  }

  /** The config of a resource names the members that wait for the device. */
  #show(address: Address, device: Address, more: Values = {}, cause: Cause = BY_RADIO): void {
    const members = this.#waiting(device).flatMap((write) => (write.address === address ? write.member : []));
    const pending = [...members, ...(this.#commands.get(address) ?? [])];
    this.#context.store.patch(address, "config", { ...more, pending }, cause);
  }

  /** These commands wait for the resource besides; none: no longer. */
  showCommands(address: Address, device: Address, names: readonly string[]): void {
    if (names.length > 0) this.#commands.set(address, names);
    else this.#commands.delete(address);
    this.#show(address, device);
  }

  start(): Stop {
    const { clock } = this.#context;
    for (const device of this.#contents.keys()) this.#expire(device);
    for (const device of this.#contents.keys()) // a gateway that was killed may not have shown it
      for (const address of new Set(this.#waiting(device).map((write) => write.address))) this.#show(address, device);
    const tick = () => {
      timer = clock.after(MINUTE, tick);
      for (const device of this.#contents.keys()) this.#expire(device);
    };
    let timer = clock.after(MINUTE, tick);
    return () => timer();
  }

  // ---- settings

  /** `config`: as it was before. */
  claim(device: Device, address: Address, values: Values, config: Values, cause: Cause): SettingsClaim {
    this.#awoken.delete(device.ieee);
    const now = () => this.of(device.address).writes;
    const older = now().filter((write) => write.address === address && Object.hasOwn(values, write.member));
    const own = Object.entries(values).map(([member, value]): WaitingSetting => {
      const base = (older.find((write) => write.member === member) ?? { base: config[member] }).base;
      return { address, member, value, base, since: this.#context.clock.now(), by: cause.by };
    });
    const open = own.map((write) =>
      this.#written.open(
        keyOf(write),
        write,
        older.find((each) => isAt(each, write)),
      ),
    );
    this.#underway = [...this.#underway, ...own];
    this.change(device.address, { writes: [...now().filter((write) => !older.includes(write)), ...own] });
    const left = () => now().filter((write) => own.some((each) => isSame(each, write)));
    const arrive = () => {
      this.#underway = this.#underway.filter((write) => !own.includes(write));
      for (const write of open) write.keep();
    };
    return {
      isContradicted: false, // a device reports its settings when it wants to
      wait: () => {
        arrive();
        this.#show(address, device.address);
        if (this.#awoken.delete(device.ieee)) this.#sendSoon(device);
      },
      keep: () => {
        arrive();
        this.#delivered(device.address, own);
        if (older.length > 0) this.#show(address, device.address);
      },
      undo: (names) => {
        if (!names) arrive();
        const undone = left().filter(({ member }) => !names || names.includes(member));
        if (undone.length > 0) this.#undo(device.address, address, undone);
      },
      withdraw: () => {
        this.#underway = this.#underway.filter((write) => !own.includes(write));
        const below = open.flatMap((write) => write.undo()?.below ?? []);
        const gone = left();
        const back = below.flatMap((write) => {
          const above = gone.find((each) => isAt(each, write));
          return above ? { ...write, base: above.base } : []; // the device may have reported it meanwhile
        });
        this.change(device.address, { writes: [...now().filter((write) => !gone.includes(write)), ...back] });
        if (back.length > 0)
          this.#show(address, device.address, Object.fromEntries(back.map(({ member, value }) => [member, value])));
      },
    };
  }

  /** The part of a reported config that is shown: without members that the device will be told to change in a moment. */
  filterConfig(device: Device, address: Address, values: Values): Values {
    const { writes } = this.of(device.address);
    const reported = writes.filter((write) => write.address === address && Object.hasOwn(values, write.member));
    if (reported.length === 0) return values;
    const hidden = reported.filter((write) => !this.#isUnderway(write)).map(({ member }) => member);
    this.change(device.address, {
      writes: writes.map((write) => (reported.includes(write) ? { ...write, base: values[write.member] } : write)),
    });
    return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)));
  }

  // ---- properties

  /** Kept when the disk has it; rejected, as if it had never been written, when the disk refuses. */
  async addProperty({ address, resources }: Device, property: string, value: unknown): Promise<void> {
    const isBrief = resources.some((each) => isCommand(each, property));
    const since = this.#context.clock.now();
    const write: WaitingProperty = { property, value, since, ...(isBrief && { isBrief }) };
    const { properties } = this.of(address);
    const others = properties.filter((each) => each.property !== property);
    const older = properties.filter((each) => each.property === property);
    this.change(address, { properties: [...others, write] });
    try {
      await this.#context.keep(address);
    } catch (error) {
      const now = this.of(address).properties;
      this.change(address, { properties: now.flatMap((each) => (each === write ? older : each)) });
      throw error;
    }
  }

  // ---- sending

  heard(device: Device): void {
    const { writes, properties } = this.of(device.address);
    if (writes.length + properties.length === 0) return;
    if (writes.some((write) => this.#isUnderway(write)) || this.#busy.has(device.ieee)) this.#awoken.add(device.ieee);
    this.#sendSoon(device);
  }

  #isUnderway(write: WaitingSetting): boolean {
    return this.#underway.some((each) => isSame(each, write));
  }

  #waiting(device: Address): readonly WaitingSetting[] {
    return this.of(device).writes.filter((write) => !this.#isUnderway(write));
  }

  #sendSoon(device: Device): void {
    const waits = this.#waiting(device.address).length + this.of(device.address).properties.length > 0;
    if (waits && !this.#busy.has(device.ieee)) void this.#send(device);
  }

  async #send(device: Device): Promise<void> {
    this.#busy.add(device.ieee);
    this.#awoken.delete(device.ieee);
    try {
      const { properties } = this.of(device.address);
      const writes = this.#waiting(device.address);
      for (const address of new Set(writes.map((write) => write.address))) {
        const here = writes.filter((write) => write.address === address);
        if (!(await this.#sendSettings(device, address, here))) return;
      }
      for (const write of properties) if (!(await this.#sendProperty(device, write))) return;
    } finally {
      this.#busy.delete(device.ieee);
      if (this.#awoken.delete(device.ieee)) this.#sendSoon(device);
    }
  }

  /** Answers whether the device may be told more. */
  async #sendSettings(device: Device, address: Address, writes: readonly WaitingSetting[]): Promise<boolean> {
    try {
      const deviceResource = device.resources.find((each) => each.address === address);
      const resource = this.#context.store.get(address);
      const values = Object.fromEntries(writes.map(({ member, value }) => [member, value]));
      const bases = Object.fromEntries(writes.map(({ member, base }) => [member, base]));
      const before = resource && { ...resource, config: { ...resource.config, ...bases } }; // as the device has it
      if (deviceResource && before)
        await this.#sender.send(device, deviceOrders({ device, deviceResource, resource: before }, "config", values));
      this.#delivered(device.address, writes);
      this.#show(address, device.address);
    } catch (error) {
      if (mayBeRepeated(error)) return false;
      const why = error instanceof RadioError ? error.message : `a fault of ours: ${error}`;
      this.#giveUp(device.address, address, writes, why);
    }
    return true;
  }

  async #sendProperty(device: Device, write: WaitingProperty): Promise<boolean> {
    const { property, value } = write;
    try {
      await this.#sender.ask(device, { do: "set", target: { ieee: device.ieee }, values: { [property]: value } });
    } catch (error) {
      if (mayBeRepeated(error)) return false;
      const why = error instanceof Error ? error.message : error;
      this.#context.log.warn(`${device.address}: ${property} could not be set: ${why}`);
    }
    const { properties } = this.of(device.address);
    this.change(device.address, { properties: properties.filter((each) => each !== write) });
    return true;
  }

  /** The device has these settings: later writes stand on them. */
  #delivered(device: Address, sent: readonly WaitingSetting[]): void {
    const left = this.of(device).writes.filter((write) => !sent.some((each) => isSame(each, write)));
    const rebased = left.map((write) => {
      const below = sent.find((each) => isAt(each, write));
      return below ? { ...write, base: below.value } : write;
    });
    this.change(device, { writes: rebased });
    for (const write of sent)
      this.#written.rebase(keyOf(write), (below) => (below && isSame(below, write) ? undefined : below));
  }

  // ---- giving up

  #expire(device: Address): void {
    const age = ({ since }: Since) => this.#context.clock.now() - since;
    const isOld = (write: Since) => age(write) >= LONGEST;
    const isLate = (write: Since) => age(write) >= MINUTE;
    const { writes, properties } = this.of(device);
    for (const address of new Set(writes.map((write) => write.address))) {
      const here = writes.filter((write) => write.address === address);
      const late = here.filter((write) => write.member === LOCK && isLate(write));
      const old = here.filter((write) => isOld(write) && !late.includes(write));
      if (late.length > 0) this.#giveUp(device, address, late, "it was not heard for a minute");
      if (old.length > 0) this.#giveUp(device, address, old, "it was not heard for a day");
    }
    const over = properties.filter((write) => isOld(write) || (write.isBrief === true && isLate(write)));
    if (over.length === 0) return;
    for (const { property, isBrief } of over) {
      const time = isBrief ? "minute" : "day";
      this.#context.log.warn(`${device}: ${property} could not be set: it was not heard for a ${time}`);
    }
    this.change(device, { properties: properties.filter((write) => !over.includes(write)) });
  }

  #giveUp(device: Address, address: Address, writes: readonly WaitingSetting[], why: string): void {
    const left = this.of(device).writes.filter((write) => writes.some((each) => isSame(each, write)));
    const names = left.map(({ member }) => member).join(", ");
    this.#context.log.warn(`${address}: ${names} could not be written: ${why}`);
    this.#undo(device, address, left);
  }

  #undo(device: Address, address: Address, left: readonly WaitingSetting[]): void {
    const config = this.#context.store.get(address)?.config ?? {};
    const undone = left.filter(({ member, value }) => isDeepStrictEqual(config[member], value));
    this.change(device, { writes: this.of(device).writes.filter((write) => !left.includes(write)) });
    const cause: Cause = { by: left.at(-1)?.by ?? BY_RADIO.by, depth: 0, undo: true };
    this.#show(address, device, Object.fromEntries(undone.map(({ member, base }) => [member, base])), cause);
  }
}

/** A property by which a siren or a lock gets its commands. */
function isCommand({ planned: { type, mappings } }: DeviceResource, property: string): boolean {
  return COMMANDED.includes(type) && mappings.some((each) => each.section === "state" && each.property === property);
}

/** The same write, though the device may have reported another value meanwhile. */
function isSame(one: WaitingSetting, other: WaitingSetting): boolean {
  return isAt(one, other) && one.since === other.since && one.value === other.value;
}

function isAt(one: WaitingSetting, other: WaitingSetting): boolean {
  return one.address === other.address && one.member === other.member;
}

function keyOf({ address, member }: WaitingSetting): string {
  return `${address} ${member}`;
}

/** It was not the device that refused. */
export function mayBeRepeated(error: unknown): boolean {
  return error instanceof RadioError && MAY_BE_REPEATED.includes(error.code);
}
