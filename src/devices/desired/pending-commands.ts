/**
 * A siren or a lock with a battery may sleep just when it is told something. What it was told stands in `config.pending`, beside settings that
 * wait, until it has it, and is told again when it is heard: for a minute, as nobody wants a door to be opened, or a siren to sound, long after
 * that was wished.
 */
import type { DeviceCommand } from "../../model/devices.ts";
import type { RadioFailure } from "../../model/radio.ts";
import type { Address, Stop, Values } from "../../model/resource.ts";
import { type Device, type ResourceOwner, resourcesOf } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";
import { COMMANDED, MAY_BE_REPEATED } from "./pending.ts";

const LONGEST = 60_000; // milliseconds

interface Waiting {
  readonly device: Address;
  readonly wish: DeviceCommand;
  readonly giveUp: Stop;
  isUnderway: boolean;
}

export interface PendingCommands {
  /** What it waits for. */
  of(address: Address): readonly string[];
  /** It is told this now. Answers whether it is one that may sleep: then `over` is to be called with how that ended. */
  begin(behind: ResourceOwner | undefined, wish: DeviceCommand): boolean;
  over(wish: DeviceCommand, failure: RadioFailure | undefined): void;
  heard(device: Device): void;
  /** It has told these itself: what it was told to be it is. */
  told(address: Address, state: Values): void;
  start(): Stop;
}

/** `show`: what waits for it has changed. */
export function openPendingCommands(
  { store, clock, log }: Pick<DevicesContext, "store" | "clock" | "log">,
  tell: (wish: DeviceCommand) => Promise<RadioFailure | undefined>,
  show: (address: Address, device: Address) => void,
): PendingCommands {
  const waiting = new Map<Address, Waiting>();
  const end = (address: Address) => {
    const own = waiting.get(address);
    own?.giveUp();
    waiting.delete(address);
    if (own) show(address, own.device);
  };
  const over: PendingCommands["over"] = (wish, failure) => {
    const { address } = wish.resource;
    const own = waiting.get(address);
    if (own?.wish !== wish) return;
    own.isUnderway = false;
    if (!MAY_BE_REPEATED.includes(failure)) end(address);
  };
  const namesOf = (address: Address) => Object.keys(waiting.get(address)?.wish.values ?? {});
  return {
    of: namesOf,
    over,
    begin: (behind, wish) => {
      const { address } = wish.resource;
      if (!behind?.device.facts.sleepy || wish.section !== "state" || !COMMANDED.includes(behind.resource.planned.type))
        return false;
      waiting.get(address)?.giveUp();
      const giveUp = clock.after(LONGEST, () => {
        log.warn(`${address}: ${namesOf(address).join(", ")}: it was not heard for a minute`);
        end(address);
      });
      const device = behind.device.address;
      waiting.set(address, { device, wish, giveUp, isUnderway: true });
      show(address, device);
      return true;
    },
    heard: (device) => {
      for (const { address } of device.resources) {
        const own = waiting.get(address);
        if (!own || own.isUnderway) continue;
        own.isUnderway = true;
        void tell(own.wish).then((failure) => over(own.wish, failure)); // it never rejects
      }
    },
    told: (address, state) => {
      const { values } = waiting.get(address)?.wish ?? {};
      // A door that was unlocked, and whose answer got lost, is not unlocked once more after somebody has locked it.
      if (values && Object.keys(values).some((name) => Object.hasOwn(state, name) && state[name] === values[name]))
        end(address);
    },
    start: () => {
      for (const device of store.list("/devices"))
        for (const { address, type, config } of resourcesOf(store, device))
          if (COMMANDED.includes(type) && Array.isArray(config.pending)) show(address, device.address); // what waited is over
      return () => {
        for (const { giveUp } of waiting.values()) giveUp();
        waiting.clear();
      };
    },
  };
}
