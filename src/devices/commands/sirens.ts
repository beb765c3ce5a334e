/** Sirens do not tell what they do: what they were told is shown, until it must be over. */
import type { Address, Cause, Stop, Values } from "../../model/resource.ts";
import { BY_RADIO } from "../inventory/device-registry.ts";
import type { DevicesContext } from "../parts.ts";

const TENTH = 100; // milliseconds
const SHORT = 1_000;
const LONG = 300_000;

export interface Sirens {
  /** It took this wish. */
  told(siren: Address, values: Values, cause: Cause): void;
  /** After a start nobody knows any more; what lasts is over by then. */
  calm(): void;
  stop(): void;
}

export function openSirens({ store, clock }: DevicesContext): Sirens {
  const timers = new Map<Address, Stop>();
  const show = (siren: Address, alert: unknown, cause: Cause) => store.patch(siren, "state", { alert }, cause);
  return {
    told: (siren, { alert, ontime }, cause) => {
      if (typeof alert !== "string") return;
      timers.get(siren)?.();
      timers.delete(siren);
      show(siren, alert, cause);
      if (alert === "none") return;
      const long = ontime === undefined ? LONG : Number(ontime) * TENTH;
      const end = () => {
        timers.delete(siren);
        show(siren, "none", BY_RADIO);
      };
      timers.set(siren, clock.after(alert === "select" ? SHORT : long, end));
    },
    calm: () => {
      for (const { address, type, state } of store.list("/lights"))
        if (type === "Warning device" && state.alert !== "none" && !timers.has(address))
          show(address, "none", BY_RADIO);
    },
    stop: () => {
      for (const stop of timers.values()) stop();
    },
  };
}
