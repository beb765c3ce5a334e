/**
 * What was written to a device while it slept: it stands in `config.pending`, the newest wins, and it is sent when the device is heard.
 * After a day it is given up, and the store goes back to what the device has; a door's lock after a minute: nobody wants that to open later.
 */
import { isDeepStrictEqual } from "node:util";
import { type Ieee, RadioError, type RadioFailure } from "../../model/radio.ts";
import type { Address, Cause, Stop, Values } from "../../model/resource.ts";
import { deviceOrders } from "../commands/orders.ts";
import type { Sender } from "../commands/sender.ts";
import { BY_RADIO, type Device, type DeviceResource } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";
import { openFormers, type PropertyWrite, type WaitingRoom, type Write } from "./waiting.ts";

const MINUTE = 60_000; // milliseconds
const LONGEST = 24 * 60 * MINUTE;
const LOCK = "lock"; // of a door
/** What these are told to do nobody wants to happen later. */
export const COMMANDED: readonly string[] = ["Warning device", "Door Lock"];
/** The device may not have heard of it. */
export const MAY_BE_REPEATED: readonly (RadioFailure | undefined)[] = [
  ...(["asleep", "unreachable", "timeout", "busy", "radio-down"] as const),
];

/** Members of a config that a device is about to be told: noted already, for whoever comes after us. */
export interface Noted {
  /** It cannot be told now: from here on it waits. */
  wait(): void;
  /** The device has them. */
  came(): void;
  /** It will not take them: the config goes back to what it has. */
  refused(): void;
  /** As if they had never been said. */
  takeBack(): void;
}

export interface Pending {
  /** `config`: as it was before. */
  note(device: Device, address: Address, values: Values, config: Values, cause: Cause): Noted;
  /** Kept when the disk has it; rejected, as if it had never been said, when it refuses. */
  addProperty(device: Device, property: string, value: unknown): Promise<void>;
  /** What of the config that the device tells may be believed: not what it will be told to forget in a moment. */
  heardConfig(device: Device, address: Address, values: Values): Values;
  heard(device: Device): void;
  /** What waits for this resource of a device stands in its config. */
  show(address: Address, device: Address): void;
  start(): Stop;
}

/** `commandsOf`: what waits for a resource besides. */
export function openPending(
  { store, clock, log, keep }: DevicesContext,
  room: WaitingRoom,
  sender: Sender,
  commandsOf: (address: Address) => readonly string[],
): Pending {
  const busy = new Set<Ieee>();
  const awoken = new Set<Ieee>(); // heard while something was on its way to them, which they may have missed
  const formers = openFormers(isSame, isAt);
  let underway: readonly Write[] = [];
  const isUnderway = (write: Write) => underway.some((each) => isSame(each, write));
  const waitingIn = (device: Address) => room.of(device).writes.filter((write) => !isUnderway(write));

  const show = (address: Address, device: Address, more: Values = {}, cause: Cause = BY_RADIO) => {
    const members = waitingIn(device).flatMap((write) => (write.address === address ? write.member : []));
    store.patch(address, "config", { ...more, pending: [...members, ...commandsOf(address)] }, cause);
  };
  /** What came after it stands on it. */
  const came = (device: Address, sent: readonly Write[]) => {
    const left = room.of(device).writes.filter((write) => !sent.some((each) => isSame(each, write)));
    const rebased = left.map((write) => {
      const below = sent.find((each) => isAt(each, write));
      return below ? { ...write, base: below.value } : write;
    });
    room.change(device, { writes: rebased });
    formers.gone(sent);
  };

  return {
    note: (device, address, values, config, cause) => {
      awoken.delete(device.ieee);
      const now = () => room.of(device.address).writes;
      const older = now().filter((write) => write.address === address && Object.hasOwn(values, write.member));
      const news = Object.entries(values).map(([member, value]): Write => {
        const base = (older.find((write) => write.member === member) ?? { base: config[member] }).base;
        return { address, member, value, base, since: clock.now(), by: cause.by };
      });
      const former = formers.note(older);
      underway = [...underway, ...news];
      room.change(device.address, { writes: [...now().filter((write) => !older.includes(write)), ...news] });
      const left = () => now().filter((write) => news.some((each) => isSame(each, write)));
      const end = () => {
        former.end();
        underway = underway.filter((write) => !news.includes(write));
      };
      return {
        wait: () => {
          end();
          show(address, device.address);
          if (awoken.delete(device.ieee)) tellNow(device);
        },
        came: () => {
          end();
          came(device.address, news);
          if (older.length > 0) show(address, device.address);
        },
        refused: () => {
          end();
          undo(device.address, address, left());
        },
        takeBack: () => {
          end();
          const gone = left();
          formers.gone(news, former.before);
          const back = former.before.flatMap((write) => {
            const above = gone.find((each) => isAt(each, write));
            return above ? { ...write, base: above.base } : []; // it may have said meanwhile what it has
          });
          room.change(device.address, { writes: [...now().filter((write) => !gone.includes(write)), ...back] });
          if (back.length > 0)
            show(address, device.address, Object.fromEntries(back.map(({ member, value }) => [member, value])));
        },
      };
    },
    addProperty: async ({ address, resources }, property, value) => {
      const isBrief = resources.some((part) => commands(part, property));
      const write: PropertyWrite = { property, value, since: clock.now(), ...(isBrief && { isBrief }) };
      const { properties } = room.of(address);
      const others = properties.filter((each) => each.property !== property);
      const older = properties.filter((each) => each.property === property);
      room.change(address, { properties: [...others, write] });
      try {
        await keep(address);
      } catch (error) {
        const now = room.of(address).properties;
        room.change(address, { properties: now.flatMap((each) => (each === write ? older : each)) });
        throw error;
      }
    },
    heardConfig: (device, address, values) => {
      const { writes } = room.of(device.address);
      const told = writes.filter((write) => write.address === address && Object.hasOwn(values, write.member));
      if (told.length === 0) return values;
      const hidden = told.filter((write) => !isUnderway(write)).map(({ member }) => member);
      const rebased = writes.map((write) => (told.includes(write) ? { ...write, base: values[write.member] } : write));
      room.change(device.address, { writes: rebased });
      return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)));
    },
    heard: (device) => {
      const { writes, properties } = room.of(device.address);
      if (writes.length + properties.length === 0) return;
      if (writes.some(isUnderway) || busy.has(device.ieee)) awoken.add(device.ieee);
      tellNow(device);
    },
    show: (address, device) => show(address, device),
    start: () => {
      for (const device of room.all()) expire(device);
      for (const device of room.all())
        for (const address of new Set(waitingIn(device).map((write) => write.address))) show(address, device); // it was perhaps only noted
      let timer: Stop = () => {};
      const tick = () => {
        timer = clock.after(MINUTE, tick);
        for (const device of room.all()) expire(device);
      };
      timer = clock.after(MINUTE, tick);
      return () => timer();
    },
  };

  function tellNow(device: Device): void {
    const { properties } = room.of(device.address);
    if (waitingIn(device.address).length + properties.length > 0 && !busy.has(device.ieee)) void flush(device);
  }

  async function flush(device: Device): Promise<void> {
    busy.add(device.ieee);
    awoken.delete(device.ieee);
    try {
      const { properties } = room.of(device.address);
      const writes = waitingIn(device.address);
      for (const address of new Set(writes.map((write) => write.address))) {
        const here = writes.filter((write) => write.address === address);
        if (!(await sendWrites(device, address, here))) return;
      }
      for (const write of properties) if (!(await sendProperty(device, write))) return;
    } finally {
      busy.delete(device.ieee);
      if (awoken.delete(device.ieee)) tellNow(device);
    }
  }

  /** Answers whether it may be told more. */
  async function sendWrites(device: Device, address: Address, writes: readonly Write[]): Promise<boolean> {
    try {
      const part = device.resources.find((each) => each.address === address);
      const resource = store.get(address);
      const values = Object.fromEntries(writes.map(({ member, value }) => [member, value]));
      const bases = Object.fromEntries(writes.map(({ member, base }) => [member, base]));
      const before = resource && { ...resource, config: { ...resource.config, ...bases } }; // as the device has it
      if (part && before) await sender.send(device, deviceOrders({ device, part, resource: before }, "config", values));
      came(device.address, writes);
      show(address, device.address);
    } catch (error) {
      if (mayBeRepeated(error)) return false;
      giveUp(
        device.address,
        address,
        writes,
        error instanceof RadioError ? error.message : `a fault of ours: ${error}`,
      );
    }
    return true;
  }

  async function sendProperty(device: Device, write: PropertyWrite): Promise<boolean> {
    const { property, value } = write;
    try {
      await sender.ask(device, { do: "set", target: { ieee: device.ieee }, values: { [property]: value } });
    } catch (error) {
      if (mayBeRepeated(error)) return false;
      log.warn(`${device.address}: ${property} could not be set: ${error instanceof Error ? error.message : error}`);
    }
    room.change(device.address, { properties: room.of(device.address).properties.filter((each) => each !== write) });
    return true;
  }

  function expire(device: Address): void {
    const isOld = ({ since }: { readonly since: number }) => clock.now() - since >= LONGEST;
    const { writes, properties } = room.of(device);
    const isLate = ({ since }: { readonly since: number }) => clock.now() - since >= MINUTE;
    for (const address of new Set(writes.map((write) => write.address))) {
      const here = writes.filter((write) => write.address === address);
      const late = here.filter((write) => write.member === LOCK && isLate(write));
      const old = here.filter((write) => isOld(write) && !late.includes(write));
      if (late.length > 0) giveUp(device, address, late, "it was not heard for a minute");
      if (old.length > 0) giveUp(device, address, old, "it was not heard for a day");
    }
    const isOver = (write: PropertyWrite) => isOld(write) || (write.isBrief === true && isLate(write));
    if (!properties.some(isOver)) return;
    for (const { property, isBrief } of properties.filter(isOver))
      log.warn(`${device}: ${property} could not be set: it was not heard for a ${isBrief ? "minute" : "day"}`);
    room.change(device, { properties: properties.filter((write) => !isOver(write)) });
  }

  function giveUp(device: Address, address: Address, writes: readonly Write[], why: string): void {
    const left = room.of(device).writes.filter((write) => writes.some((each) => isSame(each, write)));
    log.warn(`${address}: ${left.map(({ member }) => member).join(", ")} could not be written: ${why}`);
    undo(device, address, left);
  }

  function undo(device: Address, address: Address, left: readonly Write[]): void {
    const config = store.get(address)?.config ?? {};
    const undone = left.filter(({ member, value }) => isDeepStrictEqual(config[member], value));
    room.change(device, { writes: room.of(device).writes.filter((write) => !left.includes(write)) });
    const cause: Cause = { by: left.at(-1)?.by ?? BY_RADIO.by, depth: 0, undo: true };
    show(address, device, Object.fromEntries(undone.map(({ member, base }) => [member, base])), cause);
  }
}

/** The device's own word for what a siren or a lock is told to do. */
function commands({ planned: { type, mappings } }: DeviceResource, property: string): boolean {
  return COMMANDED.includes(type) && mappings.some((link) => link.section === "state" && link.property === property);
}

/** The same wish, though the device may have said meanwhile what it has. */
function isSame(one: Write, other: Write): boolean {
  return isAt(one, other) && one.since === other.since && one.value === other.value;
}

function isAt(one: Write, other: Write): boolean {
  return one.address === other.address && one.member === other.member;
}

/** It was not the device that did not want it. */
export function mayBeRepeated(error: unknown): boolean {
  return error instanceof RadioError && MAY_BE_REPEATED.includes(error.code);
}
