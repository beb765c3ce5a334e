/** The orders that wait for one device or one group, in their sequence, and how a newer order joins those that wait already. */
import type { Ieee } from "../model/radio/device-facts.ts";
import type { Order, Target } from "../model/radio/orders.ts";
import type { Stop } from "../model/resource.ts";
import { merged, survivors } from "./coalescing.ts";
import { ORDER_RULES } from "./pacing.ts";

export interface OrderWaiter {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface QueuedOrder {
  order: Order;
  readonly waiters: OrderWaiter[];
  /** Orders that go on air before it: a group's earlier one, or those of a group's members. */
  readonly predecessors: QueuedOrder[];
  isUnpaced: boolean; // others wait for it
  state: "waiting" | "sending" | "done";
  stopTimer: Stop;
}

export interface TargetQueue {
  readonly isGroup: boolean;
  readonly waiting: QueuedOrder[];
  readonly sending: Set<QueuedOrder>; // one at a time; beside a background order, also another one
  isPaced: boolean; // the device was told something just now
  isSlow: boolean; // the device did not answer last time, or lets us wait right now
  lastGroupOrder: QueuedOrder | undefined; // the newest order to a group that the device is in
}

export const keyOf = (target: Target): string => ("group" in target ? `group ${target.group}` : target.ieee);

export function emptyQueue(isGroup: boolean): TargetQueue {
  return { isGroup, waiting: [], sending: new Set(), isPaced: false, isSlow: false, lastGroupOrder: undefined };
}

export function newOrder(order: Order, predecessors: QueuedOrder[]): QueuedOrder {
  return { order, waiters: [], predecessors, isUnpaced: false, state: "waiting", stopTimer: () => {} };
}

export function isBackground({ order }: Pick<QueuedOrder, "order">): boolean {
  return ORDER_RULES[order.do].background === true;
}

/** Whether the device is free for the order. Being configured may take a minute, and no user should stand in the dark for that. */
export function isDeviceFree(queue: TargetQueue, queued: QueuedOrder): boolean {
  return isBackground(queued) ? queue.sending.size === 0 : [...queue.sending].every(isBackground);
}

/** The group order that a device's next order must not overtake. */
export function pendingGroupOrder({ lastGroupOrder }: TargetQueue): QueuedOrder[] {
  return lastGroupOrder && lastGroupOrder.state !== "done" ? [lastGroupOrder] : [];
}

/** The waiting order that can take the new one in, and both as one; undefined when the new order must wait on its own. */
export function coalesced(
  queue: TargetQueue,
  order: Order,
  isAwaited: (queued: QueuedOrder) => boolean,
): [QueuedOrder, Order] | undefined {
  const [group] = pendingGroupOrder(queue);
  for (const queued of queue.waiting.toReversed()) {
    const both = isSameTarget(queued.order.target, order.target) ? combined(queued.order, order) : undefined;
    if (both && (queue.isGroup ? !isAwaited(queued) : !group || queued.predecessors.includes(group)))
      return [queued, both];
    if (isBarrier(queued.order, order)) return undefined;
  }
  return undefined;
}

/** An order waits that most probably takes in another one that sets values. */
export function takesMore(queue: TargetQueue, target: Target): boolean {
  return queue.waiting.some(({ order }) => order.do === "set" && isSameTarget(order.target, target));
}

/** Both as one order. */
function combined(older: Order, newer: Order): Order | undefined {
  if (older.do === "set" && newer.do === "set") {
    const values = merged(older.values, newer.values);
    return values && { ...newer, values };
  }
  if (older.do === "get" && newer.do === "get") {
    return { ...newer, keys: [...new Set([...older.keys, ...newer.keys])] };
  }
  return older.do === newer.do && ORDER_RULES[newer.do].once ? newer : undefined;
}

/** Whether the newer order would come too early in front of the older one. */
function isBarrier(older: Order, newer: Order): boolean {
  if (newer.do !== "set") return false; // a question may come early
  if (older.do !== "set") return !ORDER_RULES[older.do].background;
  const [one, other] = [endpointOf(older.target), endpointOf(newer.target)];
  return one === other || one === undefined || other === undefined;
}

/**
 * A group's order concerns the waiting orders of its members: an order that it overrides need not be sent any more and shares its fate, and
 * the others go first.
 */
export function overrideMembers(queued: QueuedOrder, order: Order, queueOf: (ieee: Ieee) => TargetQueue): void {
  if (!("group" in order.target)) return;
  for (const member of order.target.members) {
    const queue = queueOf(member.ieee);
    for (const other of queue.waiting.slice()) {
      if (other.order.do !== "set" || !reaches(other.order.target, member)) continue;
      const left = order.do === "set" ? survivors(other.order.values, order.values) : undefined;
      if (!left) {
        other.isUnpaced = true;
        queued.predecessors.push(other);
      } else if (Object.keys(left).length > 0) {
        other.order = { ...other.order, values: left };
      } else {
        removeWaiting(queue, other);
        other.state = "done";
        queued.waiters.push(...other.waiters.splice(0));
      }
    }
    queue.lastGroupOrder = queued;
  }
}

export function removeWaiting(queue: TargetQueue, queued: QueuedOrder): void {
  queued.stopTimer();
  const index = queue.waiting.indexOf(queued);
  if (index >= 0) queue.waiting.splice(index, 1);
}

export function finish(queued: QueuedOrder, tell: (waiter: OrderWaiter) => void): void {
  queued.state = "done";
  queued.stopTimer();
  for (const waiter of queued.waiters.splice(0)) tell(waiter);
}

function reaches(target: Target, member: { readonly ieee: Ieee; readonly endpoint: number }): boolean {
  const endpoint = endpointOf(target);
  return endpoint === undefined || endpoint === member.endpoint;
}

function isSameTarget(one: Target, other: Target): boolean {
  return keyOf(one) === keyOf(other) && endpointOf(one) === endpointOf(other);
}

function endpointOf(target: Target): number | undefined {
  return "group" in target ? undefined : target.endpoint;
}
