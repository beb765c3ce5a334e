/** Looking for new devices: lives in the store like everything else, and ends with the process. */
import type { Address, Values } from "./resource.ts";

export const SEARCH: Address = "/search";
const MOST_SECONDS_SHOWN = 254; // more than that no client expects in `permitjoin`

export interface DeviceSearch {
  readonly start: number; // both in milliseconds, UTC
  readonly end: number;
  readonly finds: Values; // id → {name}
}

/** The members of the config for a network that stays open for so long. */
export function permitJoinFor(seconds: number): Values {
  return { permitjoin: Math.min(seconds, MOST_SECONDS_SHOWN), permitjoinfull: seconds };
}
