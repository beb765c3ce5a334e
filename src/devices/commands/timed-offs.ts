/**
 * Lights that are to be on for a while, and cannot count that themselves: they are told to go out when their time is over. It stands with
 * their device, so that a restart makes no light shine for ever. A light that is switched meanwhile, by whomever, is left alone.
 */
import { wordsOf } from "../../model/errors.ts";
import type { RadioFailure } from "../../model/radio.ts";
import type { Address, Stop } from "../../model/resource.ts";
import { BY_RADIO } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";

const AGAIN = 60_000; // milliseconds, where it could not be told
const MOST = 65_535 * 100; // as long as a light may be on for a while
const LONGEST = 24 * 60 * 60_000; // behind its time: nobody waits for that any more
/** It heard, and will not. */
const FINAL: readonly RadioFailure[] = ["refused", "unsupported", "invalid"];

export interface TimedOffs {
  /** It goes out in so many milliseconds. */
  begin(light: Address, device: Address, milliseconds: number): void;
  /** It was switched since. */
  end(light: Address): void;
  /** It has power again: one that should be off by then was switched on by whoever gave it that. */
  powered(light: Address): void;
  start(): Stop;
}

interface Timed {
  readonly device: Address;
  readonly due: number; // UTC
  stop: Stop;
}

type Dues = Readonly<Record<Address, number>>;

export function openTimedOffs(
  { store, clock, log, keep }: Pick<DevicesContext, "store" | "clock" | "log" | "keep">,
  switchOff: (light: Address) => Promise<RadioFailure | undefined>,
): TimedOffs {
  const timed = new Map<Address, Timed>();

  const note = (device: Address, light: Address, due: number | undefined) => {
    const { [light]: _, ...others } = (store.get(device)?.attr.offs ?? {}) as Dues;
    const offs = due === undefined ? others : { ...others, [light]: due };
    store.patch(device, "attr", { offs: Object.keys(offs).length > 0 ? offs : undefined }, BY_RADIO);
    keep(device).catch(() => {}); // what the disk refuses now, it takes later
  };
  const end = (light: Address) => {
    const own = timed.get(light);
    if (!own) return;
    own.stop();
    timed.delete(light);
    note(own.device, light, undefined);
  };
  const watch = (light: Address, device: Address, due: number, milliseconds: number) => {
    const own: Timed = { device, due, stop: clock.after(milliseconds, () => void over(light, own)) };
    timed.set(light, own);
  };

  async function over(light: Address, own: Timed): Promise<void> {
    const failure = await switchOff(light).catch((error): RadioFailure => {
      log.error(`${light}: it could not be switched off when its time was over: ${wordsOf(error)}`);
      return "invalid";
    });
    if (timed.get(light) !== own) return; // it was switched meanwhile
    const isTried = failure === undefined || FINAL.includes(failure) || clock.now() - own.due > LONGEST;
    if (isTried || !store.get(light)) end(light);
    else own.stop = clock.after(AGAIN, () => void over(light, own));
  }

  return {
    begin: (light, device, milliseconds) => {
      timed.get(light)?.stop();
      const due = clock.now() + milliseconds;
      note(device, light, due);
      watch(light, device, due, milliseconds);
    },
    end,
    powered: (light) => {
      const own = timed.get(light);
      if (own && clock.now() >= own.due) end(light);
    },
    start: () => {
      for (const { address, attr } of store.list("/devices"))
        for (const [light, due] of Object.entries((attr.offs ?? {}) as Dues))
          watch(light as Address, address, due, Math.min(MOST, Math.max(0, due - clock.now()))); // the clock may have been put back
      return () => {
        for (const { stop } of timed.values()) stop();
        timed.clear();
      };
    },
  };
}
