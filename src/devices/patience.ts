/**
 * A siren or a lock with a battery may sleep just when it is told something. It is named in `config.pending` until it has it, and told again
 * when it is heard: for a minute, as nobody wants a door to be opened, or a siren to sound, long after that was wished.
 */
import type { Wish } from "../model/devices.ts";
import type { RadioFailure } from "../model/radio.ts";
import type { Address, Stop } from "../model/resource.ts";
import type { Inside } from "./parts.ts";
import { BY_RADIO, type Known, type Part } from "./registry.ts";

const LONGEST = 60_000; // milliseconds
const TYPES: readonly string[] = ["Warning device", "Door Lock"];
/** It may not have heard of it. */
const UNHEARD: readonly (RadioFailure | undefined)[] = ["asleep", "unreachable", "timeout", "busy"];

interface Waiting {
  readonly wish: Wish;
  readonly giveUp: Stop;
  isUnderway: boolean;
}

export interface Patience {
  /** It is told this now. Answers whether it is one that may sleep: then `over` is to be called with how that ended. */
  begin(behind: { readonly device: Known; readonly part: Part } | undefined, wish: Wish): boolean;
  over(wish: Wish, failure: RadioFailure | undefined): void;
  heard(device: Known): void;
  start(): Stop;
}

export function openPatience(
  { store, clock, log }: Pick<Inside, "store" | "clock" | "log">,
  tell: (wish: Wish) => Promise<RadioFailure | undefined>,
): Patience {
  const waiting = new Map<Address, Waiting>();
  const show = (address: Address, pending: readonly string[]) => {
    if (store.get(address)) store.patch(address, "config", { pending }, BY_RADIO);
  };
  const end = (address: Address) => {
    waiting.get(address)?.giveUp();
    waiting.delete(address);
    show(address, []);
  };
  const over: Patience["over"] = (wish, failure) => {
    const { address } = wish.resource;
    const own = waiting.get(address);
    if (own?.wish !== wish) return;
    own.isUnderway = false;
    if (!UNHEARD.includes(failure)) end(address);
  };
  return {
    over,
    begin: (behind, wish) => {
      const { address } = wish.resource;
      if (!behind?.device.facts.sleepy || wish.section !== "state" || !TYPES.includes(behind.part.planned.type))
        return false;
      waiting.get(address)?.giveUp();
      const names = Object.keys(wish.values);
      const giveUp = clock.after(LONGEST, () => {
        log.warn(`${address}: ${names.join(", ")}: it was not heard for a minute`);
        end(address);
      });
      waiting.set(address, { wish, giveUp, isUnderway: true });
      show(address, names);
      return true;
    },
    heard: (device) => {
      for (const { address } of device.parts) {
        const own = waiting.get(address);
        if (!own || own.isUnderway) continue;
        own.isUnderway = true;
        void tell(own.wish).then((failure) => over(own.wish, failure)); // it never rejects
      }
    },
    start: () => {
      for (const { address, type, config } of store.list("/lights"))
        if (TYPES.includes(type) && Array.isArray(config.pending)) show(address, []); // what waited is over
      return () => {
        for (const { giveUp } of waiting.values()) giveUp();
        waiting.clear();
      };
    },
  };
}
