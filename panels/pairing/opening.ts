/** How long the network stands open, and through whom. Pure. */

import type { Family } from "../devices/house.ts";
import { sorted } from "../widgets/sorting.ts";
import type { Wish } from "../widgets/wishing.ts";

/** Seconds for which it can be opened. */
export const SPANS = [60, 180] as const;

export interface Router {
  readonly mac: string;
  readonly name: string;
}

/** `via` "": through all that can let somebody in. */
export function openingWish(seconds: number, via = ""): Wish {
  const through = via === "" ? {} : { permitjoinrouter: via };
  return { method: "PUT", address: "/config", body: { permitjoin: seconds, ...through } };
}

/** Of how many seconds these are left: whoever comes late sees that some have gone already. */
export function wholeOf(left: number, before: number): number {
  if (left === 0) return 0;
  if (left <= before) return before;
  return SPANS.find((span) => span >= left) ?? left;
}

export function routersIn(devices: Family, nameOf: (mac: string) => string): readonly Router[] {
  const macs = Object.entries(devices).flatMap(([mac, { kind }]) => (kind === "router" ? [mac] : []));
  return sorted(
    macs.map((mac) => ({ mac, name: nameOf(mac) })),
    ({ name }) => name,
    false,
  );
}
