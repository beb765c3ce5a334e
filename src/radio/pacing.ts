/** How long an order may take, which orders wait for which, and how many frames a radio is given at once. */
import type { Order } from "../model/radio.ts";

interface Manners {
  readonly deadline: number; // milliseconds on air
  readonly background?: true; // nobody stands there and waits for it
  readonly once?: true; //       two that wait for the same device are one
}

export const MANNERS: Readonly<Record<Order["do"], Manners>> = {
  set: { deadline: 10_000 },
  command: { deadline: 10_000 },
  write: { deadline: 10_000 },
  join: { deadline: 10_000 },
  leave: { deadline: 10_000 },
  remove: { deadline: 12_000 },
  interview: { deadline: 70_000, once: true },
  get: { deadline: 10_000, background: true },
  read: { deadline: 10_000, background: true },
  ping: { deadline: 12_000, background: true, once: true },
  bind: { deadline: 12_000, background: true },
  unbind: { deadline: 12_000, background: true },
  bindings: { deadline: 30_000, background: true, once: true },
  neighbours: { deadline: 30_000, background: true, once: true },
  routes: { deadline: 30_000, background: true, once: true },
  configure: { deadline: 70_000, background: true, once: true },
};

export const BETWEEN_SETS = 125; // milliseconds, for one device
export const BETWEEN_GROUPS = 200; // milliseconds, for all groups: a group frame is repeated by every router
export const FOR_MEMBERS = 2 * BETWEEN_SETS; // milliseconds that a group's order waits for those of its members
export const SLOW = 500; // milliseconds without an answer: the device is counted among those that may be dead
export const MOST_WAITING = 200;
export const MOST_BACKGROUND = 1000; // also waiting, beside the others: 200 devices that join at once are configured
export const LONGEST_WAIT = { urgent: 30_000, background: 300_000 }; // milliseconds until an order goes on air

const SLOTS: Readonly<Record<string, number>> = { zstack: 16, ember: 16, ezsp: 8, zboss: 8, zoh: 8, deconz: 8 };

export interface Slots {
  readonly all: number;
  readonly background: number;
  readonly slow: number; // for devices that may be dead
}

export function slotsOf(adapter: string): Slots {
  const all = SLOTS[adapter] ?? 2;
  return { all, background: Math.ceil(all / 2), slow: Math.ceil(all / 4) };
}
