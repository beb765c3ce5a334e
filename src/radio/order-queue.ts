/**
 * The orders that wait for the radio. Each device and each group has a queue of its own with one order on air, and the queues take turns,
 * so that a dead device or a busy one holds up no other. Orders are coalesced and paced, and background orders come after all others.
 */
import type { Clock } from "../model/ports.ts";
import type { Ieee } from "../model/radio/device-facts.ts";
import { type Answers, isSilence, type Order, RadioError, type Target } from "../model/radio/orders.ts";
import {
  BETWEEN_GROUPS,
  BETWEEN_SETS,
  FOR_MEMBERS,
  LONGEST_WAIT,
  MOST_BACKGROUND,
  MOST_WAITING,
  ORDER_RULES,
  type RadioCapacity,
  SLOW,
} from "./pacing.ts";
import {
  coalesced,
  emptyQueue,
  finish,
  isBackground,
  isDeviceFree,
  keyOf,
  newOrder,
  type OrderWaiter,
  overrideMembers,
  pendingGroupOrder,
  type QueuedOrder,
  removeWaiting,
  type TargetQueue,
  takesMore,
} from "./target-queue.ts";

interface OrderQueueParts {
  readonly clock: Clock;
  readonly send: (order: Order, deadline: number) => Promise<unknown>;
  /** Told when the queue will refuse the next order; again only when half of the waiting orders have gone. */
  readonly full: () => void;
}

export class OrderQueue {
  readonly #parts: OrderQueueParts;
  readonly #queues = new Map<string, TargetQueue>();
  readonly #busy = new Set<TargetQueue>(); // those where orders wait, in their turn
  readonly #sending = new Map<QueuedOrder, TargetQueue>();
  readonly #isFull = { urgent: false, background: false };
  #capacity: RadioCapacity | undefined;
  #closedReason = "the radio is not running";
  #isGroupPaced = false;
  #isHeld = false;

  constructor(parts: OrderQueueParts) {
    this.#parts = parts;
  }

  hasRoom(target: Target): boolean {
    if (!this.#capacity) return false;
    const queue = this.#queues.get(keyOf(target));
    return this.#countWaiting(false) < MOST_WAITING || (queue !== undefined && takesMore(queue, target));
  }

  add<O extends Order>(order: O): Promise<Answers[O["do"]]> {
    return new Promise((resolve, reject) => {
      const queued = this.#enter(order);
      queued.waiters.push({ resolve: (answer) => resolve(answer as Answers[O["do"]]), reject });
      this.#pump();
    });
  }

  /** The device has just spoken: it is not dead. */
  heard(ieee: Ieee): void {
    const queue = this.#queues.get(ieee);
    if (queue) queue.isSlow = false;
  }

  /** There is a radio, and so much it can do at a time. */
  open(capacity: RadioCapacity): void {
    this.#capacity = capacity;
  }

  /** Nothing goes on air until it is released. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.#pump();
  }

  /** There is no radio: the orders that wait fail. Those on air fail by themselves. */
  close(reason: string): void {
    this.#capacity = undefined;
    this.#closedReason = reason;
    Object.assign(this.#isFull, { urgent: false, background: false });
    const all = [...this.#busy].flatMap(({ waiting }) => waiting);
    for (const queued of all) finish(queued, ({ reject }) => reject(new RadioError("radio-down", reason)));
    this.#busy.clear();
    this.#sending.clear();
    this.#queues.clear();
  }

  /** Throws when there is no room for it. */
  #enter(order: Order): QueuedOrder {
    if (!this.#capacity) throw new RadioError("radio-down", this.#closedReason);
    const queue = this.#queueOf(keyOf(order.target), "group" in order.target);
    const [other, both] = coalesced(queue, order, (queued) => this.#isAwaited(queued)) ?? [];
    if (other && both) other.order = both;
    const queued = other ?? newOrder(order, pendingGroupOrder(queue));
    if (!other) this.#append(queue, queued);
    overrideMembers(queued, order, (ieee) => this.#queueOf(ieee, false));
    if (queue.isGroup && queued.predecessors.length > 0) this.#limitWaitForMembers(queued);
    return queued;
  }

  #append(queue: TargetQueue, queued: QueuedOrder): void {
    const waiting = this.#countWaiting(isBackground(queued));
    const most = isBackground(queued) ? MOST_BACKGROUND : MOST_WAITING;
    if (waiting >= most) throw new RadioError("busy", "too much waits for the radio already");
    queue.waiting.push(queued);
    this.#busy.add(queue);
    this.#limitWait(queue, queued);
    const kind = isBackground(queued) ? "background" : "urgent";
    if (waiting + 1 <= most / 2) this.#isFull[kind] = false;
    if (waiting + 1 < most || this.#isFull[kind]) return;
    this.#isFull[kind] = true;
    this.#parts.full();
  }

  #queueOf(key: string, isGroup: boolean): TargetQueue {
    const queue = this.#queues.get(key) ?? emptyQueue(isGroup);
    this.#queues.set(key, queue);
    return queue;
  }

  #countWaiting(background: boolean): number {
    let sum = 0;
    for (const { waiting } of this.#busy) for (const one of waiting) if (isBackground(one) === background) sum += 1;
    return sum;
  }

  #isAwaited(queued: QueuedOrder): boolean {
    return [...this.#busy].some(({ waiting }) => waiting.some(({ predecessors }) => predecessors.includes(queued)));
  }

  /** Sends each order that may go now. Called after each event that may let an order go. */
  #pump(): void {
    for (const background of [false, true]) {
      for (const queue of [...this.#busy]) {
        const queued = queue.waiting.find((one) => isBackground(one) === background);
        if (queued && this.#isDue(queue, queued) && this.#hasCapacity(queue, background)) this.#send(queue, queued);
      }
    }
  }

  #isDue(queue: TargetQueue, queued: QueuedOrder): boolean {
    const { order, predecessors, isUnpaced } = queued;
    if (!isDeviceFree(queue, queued)) return false;
    if (queue.isGroup) return !this.#isGroupPaced && predecessors.every(({ state }) => state !== "waiting");
    return predecessors.every(({ state }) => state === "done") && (order.do !== "set" || isUnpaced || !queue.isPaced);
  }

  /** Devices that may be dead share a few places, so that those that answer at once need not wait for them. */
  #hasCapacity(queue: TargetQueue, background: boolean): boolean {
    const capacity = this.#capacity;
    if (!capacity || this.#isHeld) return false;
    const all = [...this.#sending];
    const slow = all.filter(([, { isSlow }]) => isSlow).length;
    if (queue.isSlow && slow >= capacity.slow) return false;
    if (background && all.filter(([queued]) => isBackground(queued)).length >= capacity.background) return false;
    return all.length - slow + Math.min(slow, capacity.slow) < capacity.all;
  }

  #send(queue: TargetQueue, queued: QueuedOrder): void {
    removeWaiting(queue, queued);
    this.#busy.delete(queue);
    if (queue.waiting.length > 0) this.#busy.add(queue); // at the end: the others first
    queued.state = "sending";
    queue.sending.add(queued);
    this.#sending.set(queued, queue);
    this.#pace(queue, queued);
    const stopSlow = this.#parts.clock.after(SLOW, () => {
      queue.isSlow = true;
      this.#pump();
    });
    const sent = (isAlive: boolean, tell: (waiter: OrderWaiter) => void) => {
      stopSlow();
      queue.sending.delete(queued);
      queue.isSlow = !isAlive;
      this.#sending.delete(queued);
      finish(queued, tell);
      this.#pump();
    };
    this.#parts.send(queued.order, ORDER_RULES[queued.order.do].deadline).then(
      (answer) => sent(true, ({ resolve }) => resolve(answer)),
      (error) => sent(!isSilence(error), ({ reject }) => reject(error)),
    );
  }

  #pace(queue: TargetQueue, { order }: QueuedOrder): void {
    const { clock } = this.#parts;
    if (queue.isGroup) {
      this.#isGroupPaced = true;
      clock.after(BETWEEN_GROUPS, () => {
        this.#isGroupPaced = false;
        this.#pump();
      });
    } else if (order.do === "set") {
      queue.isPaced = true;
      clock.after(BETWEEN_SETS, () => {
        queue.isPaced = false;
        this.#pump();
      });
    }
  }

  /** A group waits for the waiting orders of its members, but not for a member that may be dead. */
  #limitWaitForMembers(queued: QueuedOrder): void {
    this.#parts.clock.after(FOR_MEMBERS, () => {
      queued.predecessors.length = 0;
      this.#pump();
    });
  }

  /** An order must not come as a surprise long after it was given. */
  #limitWait(queue: TargetQueue, queued: QueuedOrder): void {
    const longest = isBackground(queued) ? LONGEST_WAIT.background : LONGEST_WAIT.urgent;
    queued.stopTimer = this.#parts.clock.after(longest, () => {
      removeWaiting(queue, queued);
      if (queue.waiting.length === 0) this.#busy.delete(queue);
      const late = `the radio had no time for it within ${longest / 1000} s`;
      const failure = this.#isHeld
        ? new RadioError("busy", "the radio is busy with touchlink")
        : new RadioError("timeout", late);
      finish(queued, ({ reject }) => reject(failure));
      this.#pump();
    });
  }
}
