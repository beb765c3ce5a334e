/** How long an order may take, which orders wait for which, and how many frames a radio is given at once. */
import type { Order } from "../model/radio/orders.ts";

interface OrderRule {
  readonly deadline: number; // milliseconds on air
  readonly background?: true; // no person waits for its effect
  readonly once?: true; //       two of them that wait for the same device are one
}

export const ORDER_RULES: Readonly<Record<Order["do"], OrderRule>> = {
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
  report: { deadline: 12_000, background: true },
  unbind: { deadline: 12_000, background: true },
  bindings: { deadline: 30_000, background: true, once: true },
  neighbours: { deadline: 30_000, background: true, once: true },
  routes: { deadline: 30_000, background: true, once: true },
  energy: { deadline: 12_000, background: true, once: true },
  configure: { deadline: 70_000, background: true, once: true },
};

export const BETWEEN_SETS = 125; // milliseconds, for one device
export const BETWEEN_GROUPS = 200; // milliseconds, for all groups: a group frame is repeated by every router
export const FOR_MEMBERS = 2 * BETWEEN_SETS; // milliseconds that a group's order waits for the orders of its members
export const SLOW = 500; // milliseconds without an answer: the device counts as slow, and may be dead
export const MOST_WAITING = 200;
export const MOST_BACKGROUND = 1000; // also waiting, beside the others: 200 devices that join at once are configured
export const LONGEST_WAIT = { urgent: 30_000, background: 300_000 }; // milliseconds until an order goes on air

const FRAMES_AT_ONCE: Readonly<Record<string, number>> = {
  zstack: 16,
  ember: 16,
  ezsp: 8,
  zboss: 8,
  zoh: 8,
  deconz: 16, // in its eight slots: a frame without a slot waits, and a confirmed frame has left its slot
};

/** How many orders a radio carries out at a time. */
export interface RadioCapacity {
  readonly all: number;
  readonly background: number;
  readonly slow: number; // for devices that may be dead
}

export function capacityOf(adapter: string): RadioCapacity {
  const all = FRAMES_AT_ONCE[adapter] ?? 2;
  return { all, background: Math.ceil(all / 2), slow: Math.ceil(all / 4) };
}
