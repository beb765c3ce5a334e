/**
 * Lights that are to be on for a while and cannot count that themselves, and sirens, which do not report what they do: their time is counted
 * here. The end of a light stands with its device, so that a restart makes no light shine for ever; a light that any command or any user
 * switches meanwhile is left alone.
 */
import { wordsOf } from "../../model/errors.ts";
import type { RadioFailure } from "../../model/radio/orders.ts";
import type { Address, Cause, Stop, Values } from "../../model/resource.ts";
import type { DevicesContext } from "../devices-context.ts";
import { BY_RADIO } from "../inventory/device-registry.ts";

const AGAIN = 60_000; // milliseconds, where it could not be told
const MOST = 65_535 * 100; // as long as a light may be on for a while
const LONGEST = 24 * 60 * 60_000; // after that an overdue end is dropped
/** Failures after which the light is not told again. */
const FINAL: readonly RadioFailure[] = ["refused", "unsupported", "invalid"];
const TENTH = 100;
const SHORT_ALARM = 1_000;
const LONG_ALARM = 300_000;

interface TimedOff {
  readonly device: Address;
  readonly due: number; // UTC
  stop: Stop;
}

/** The form of `attr.offs`. */
type DueTimes = Readonly<Record<Address, number>>;

export class TimedOffs {
  readonly #context: Pick<DevicesContext, "store" | "clock" | "log" | "keep">;
  readonly #switchOff: (light: Address) => Promise<RadioFailure | undefined>;
  readonly #timed = new Map<Address, TimedOff>();

  constructor(
    context: Pick<DevicesContext, "store" | "clock" | "log" | "keep">,
    switchOff: (light: Address) => Promise<RadioFailure | undefined>,
  ) {
    this.#context = context;
    this.#switchOff = switchOff;
  }

  /** The light goes out in so many milliseconds. */
  begin(light: Address, device: Address, milliseconds: number): void {
    this.#timed.get(light)?.stop();
    const due = this.#context.clock.now() + milliseconds;
    this.#note(device, light, due);
    this.#watch(light, device, due, milliseconds);
  }

  /** The light was switched since. */
  end(light: Address): void {
    const own = this.#timed.get(light);
    if (!own) return;
    own.stop();
    this.#timed.delete(light);
    this.#note(own.device, light, undefined);
  }

  /** The light has power again: a light that should be off by then was switched on by the user who gave it power. */
  powered(light: Address): void {
    const own = this.#timed.get(light);
    if (own && this.#context.clock.now() >= own.due) this.end(light);
  }

  start(): Stop {
    const { store, clock } = this.#context;
    for (const { address, attr } of store.list("/devices"))
      for (const [light, due] of Object.entries((attr.offs ?? {}) as DueTimes))
        this.#watch(light as Address, address, due, Math.min(MOST, Math.max(0, due - clock.now()))); // the clock may have been put back
    return () => {
      for (const { stop } of this.#timed.values()) stop();
      this.#timed.clear();
    };
  }

  #note(device: Address, light: Address, due: number | undefined): void {
    const { store, keep } = this.#context;
    const { [light]: _, ...others } = (store.get(device)?.attr.offs ?? {}) as DueTimes;
    const offs = due === undefined ? others : { ...others, [light]: due };
    store.patch(device, "attr", { offs: Object.keys(offs).length > 0 ? offs : undefined }, BY_RADIO);
    keep(device).catch(() => {}); // the disk takes a refused write later
  }

  #watch(light: Address, device: Address, due: number, milliseconds: number): void {
    const own: TimedOff = {
      device,
      due,
      stop: this.#context.clock.after(milliseconds, () => void this.#over(light, own)),
    };
    this.#timed.set(light, own);
  }

  async #over(light: Address, own: TimedOff): Promise<void> {
    const { store, clock, log } = this.#context;
    const failure = await this.#switchOff(light).catch((error): RadioFailure => {
      log.error(`${light}: it could not be switched off when its time was over: ${wordsOf(error)}`);
      return "invalid";
    });
    if (this.#timed.get(light) !== own) return; // it was switched meanwhile
    const isTried = failure === undefined || FINAL.includes(failure) || clock.now() - own.due > LONGEST;
    if (isTried || !store.get(light)) this.end(light);
    else own.stop = clock.after(AGAIN, () => void this.#over(light, own));
  }
}

/** The command to a siren is shown, until the alarm must be over. */
export class Sirens {
  readonly #context: Pick<DevicesContext, "store" | "clock">;
  readonly #timers = new Map<Address, Stop>();

  constructor(context: Pick<DevicesContext, "store" | "clock">) {
    this.#context = context;
  }

  /** The siren took this command. */
  told(siren: Address, { alert, ontime }: Values, cause: Cause): void {
    if (typeof alert !== "string") return;
    this.#timers.get(siren)?.();
    this.#timers.delete(siren);
    this.#show(siren, alert, cause);
    if (alert === "none") return;
    const long = ontime === undefined ? LONG_ALARM : Number(ontime) * TENTH;
    const end = () => {
      this.#timers.delete(siren);
      this.#show(siren, "none", BY_RADIO);
    };
    this.#timers.set(siren, this.#context.clock.after(alert === "select" ? SHORT_ALARM : long, end));
  }

  /** After a start the end of an alarm is not known any more; any alarm is over by then. */
  reset(): void {
    for (const { address, type, state } of this.#context.store.list("/lights"))
      if (type === "Warning device" && state.alert !== "none" && !this.#timers.has(address))
        this.#show(address, "none", BY_RADIO);
  }

  stop(): void {
    for (const stop of this.#timers.values()) stop();
  }

  #show(siren: Address, alert: unknown, cause: Cause): void {
    this.#context.store.patch(siren, "state", { alert }, cause);
  }
}
