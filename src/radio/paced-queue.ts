/** Each device and each group has a lane: what waits for it in its order, and how a newer order joins what waits already. */
import type { Ieee, Order, Target } from "../model/radio.ts";
import type { Stop } from "../model/resource.ts";
import { merged, survivors } from "./coalescing.ts";
import { MANNERS } from "./pacing.ts";

export interface Waiter {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface Entry {
  order: Order;
  readonly waiters: Waiter[];
  /** Orders that go on air before it: a group's earlier one, or those of a group's members. */
  readonly behind: Entry[];
  isHurried: boolean; // others wait for it: it is not paced
  state: "waiting" | "flying" | "done";
  giveUp: Stop;
}

export interface Lane {
  readonly isGroup: boolean;
  readonly waiting: Entry[];
  readonly flying: Set<Entry>; // one at a time; beside one that nobody waits for, also one that somebody does
  isPaced: boolean; // it was told something just now
  isSlow: boolean; // it did not answer last time, or lets us wait right now
  lastGroup: Entry | undefined; // the newest order to a group that it is in
}

export const keyOf = (target: Target): string => ("group" in target ? `group ${target.group}` : target.ieee);

export function newLane(isGroup: boolean): Lane {
  return { isGroup, waiting: [], flying: new Set(), isPaced: false, isSlow: false, lastGroup: undefined };
}

export function newEntry(order: Order, behind: Entry[]): Entry {
  return { order, waiters: [], behind, isHurried: false, state: "waiting", giveUp: () => {} };
}

export function isBackground({ order }: Pick<Entry, "order">): boolean {
  return MANNERS[order.do].background === true;
}

/** Whether the device is free for it. Being configured may take a minute, and nobody should stand in the dark for that. */
export function hasTurn(lane: Lane, entry: Entry): boolean {
  return isBackground(entry) ? lane.flying.size === 0 : [...lane.flying].every(isBackground);
}

/** The group order that a device's next one must not overtake. */
export function groupBefore(lane: Lane): Entry[] {
  return lane.lastGroup && lane.lastGroup.state !== "done" ? [lane.lastGroup] : [];
}

/** The entry that can take the order in, and both as one order; undefined when it must wait on its own. */
export function partner(lane: Lane, order: Order, isAwaited: (entry: Entry) => boolean): [Entry, Order] | undefined {
  const [group] = groupBefore(lane);
  for (const entry of lane.waiting.toReversed()) {
    const both = isSame(entry.order.target, order.target) ? together(entry.order, order) : undefined;
    if (both && (lane.isGroup ? !isAwaited(entry) : !group || entry.behind.includes(group))) return [entry, both];
    if (isBarrier(entry.order, order)) return undefined;
  }
  return undefined;
}

/** Something waits that most probably takes in an order to set values. */
export function takesMore(lane: Lane, target: Target): boolean {
  return lane.waiting.some(({ order }) => order.do === "set" && isSame(order.target, target));
}

/** Both as one order. */
function together(older: Order, newer: Order): Order | undefined {
  if (older.do === "set" && newer.do === "set") {
    const values = merged(older.values, newer.values);
    return values && { ...newer, values };
  }
  if (older.do === "get" && newer.do === "get") {
    return { ...newer, keys: [...new Set([...older.keys, ...newer.keys])] };
  }
  return older.do === newer.do && MANNERS[newer.do].once ? newer : undefined;
}

/** Whether the newer order would come too early in front of the older one. */
function isBarrier(older: Order, newer: Order): boolean {
  if (newer.do !== "set") return false; // a question may come early
  if (older.do !== "set") return !MANNERS[older.do].background;
  const [one, other] = [endpointOf(older.target), endpointOf(newer.target)];
  return one === other || one === undefined || other === undefined;
}

/**
 * A group's order concerns what waits for its members: what it overrides need not be sent any more and shares its fate, whatever
 * else waits goes first.
 */
export function overtake(entry: Entry, order: Order, laneOf: (ieee: Ieee) => Lane): void {
  if (!("group" in order.target)) return;
  for (const member of order.target.members) {
    const lane = laneOf(member.ieee);
    for (const other of lane.waiting.slice()) {
      if (other.order.do !== "set" || !reaches(other.order.target, member)) continue;
      const left = order.do === "set" ? survivors(other.order.values, order.values) : undefined;
      if (!left) {
        other.isHurried = true;
        entry.behind.push(other);
      } else if (Object.keys(left).length > 0) {
        other.order = { ...other.order, values: left };
      } else {
        leave(lane, other);
        other.state = "done";
        entry.waiters.push(...other.waiters.splice(0));
      }
    }
    lane.lastGroup = entry;
  }
}

export function leave(lane: Lane, entry: Entry): void {
  entry.giveUp();
  const index = lane.waiting.indexOf(entry);
  if (index >= 0) lane.waiting.splice(index, 1);
}

export function settle(entry: Entry, how: (waiter: Waiter) => void): void {
  entry.state = "done";
  entry.giveUp();
  for (const waiter of entry.waiters.splice(0)) how(waiter);
}

function reaches(target: Target, member: { readonly ieee: Ieee; readonly endpoint: number }): boolean {
  const endpoint = endpointOf(target);
  return endpoint === undefined || endpoint === member.endpoint;
}

function isSame(one: Target, other: Target): boolean {
  return keyOf(one) === keyOf(other) && endpointOf(one) === endpointOf(other);
}

function endpointOf(target: Target): number | undefined {
  return "group" in target ? undefined : target.endpoint;
}
