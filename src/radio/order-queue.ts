/**
 * What waits for the radio. A lane has one order in flight, and lanes take turns, so that a dead device or a busy one holds up
 * nobody else. What waits is coalesced and paced, and what nobody stands and waits for comes after everything else.
 */
import type { Clock } from "../model/ports.ts";
import { type Answers, type Ieee, isSilence, type Order, RadioError, type Target } from "../model/radio.ts";
import {
  type Entry,
  groupBefore,
  hasTurn,
  isBackground,
  keyOf,
  type Lane,
  leave,
  newEntry,
  newLane,
  overtake,
  partner,
  settle,
  takesMore,
  type Waiter,
} from "./paced-queue.ts";
import {
  BETWEEN_GROUPS,
  BETWEEN_SETS,
  FOR_MEMBERS,
  LONGEST_WAIT,
  MANNERS,
  MOST_BACKGROUND,
  MOST_WAITING,
  SLOW,
  type Slots,
} from "./pacing.ts";

export interface Queue {
  hasRoom(target: Target): boolean;
  add<O extends Order>(order: O): Promise<Answers[O["do"]]>;
  /** The device has just spoken: it is not dead. */
  heard(ieee: Ieee): void;
  /** There is a radio, and so much it can do at a time. */
  open(slots: Slots): void;
  /** Nothing goes on air until it is let go on. */
  hold(): void;
  goOn(): void;
  /** There is none: what waits fails. What is in flight fails by itself. */
  close(reason: string): void;
}

export type Send = (order: Order, deadline: number) => Promise<unknown>;

/** `full` is told when what comes next will be refused; again only when half of what waited has gone. */
export function openQueue(clock: Clock, send: Send, full: () => void): Queue {
  const lanes = new Map<string, Lane>();
  const busy = new Set<Lane>(); // those where something waits, in their turn
  const flying = new Map<Entry, Lane>();
  let slots: Slots | undefined;
  let closed = "the radio is not running";
  let isGroupPaced = false;
  const isFull = { urgent: false, background: false };
  let isHeld = false;

  return {
    hasRoom: (target) => {
      if (!slots) return false;
      const lane = lanes.get(keyOf(target));
      return count(false) < MOST_WAITING || (lane !== undefined && takesMore(lane, target));
    },
    add: <O extends Order>(order: O) =>
      new Promise<Answers[O["do"]]>((resolve, reject) => {
        const entry = enter(order);
        entry.waiters.push({ resolve: (answer) => resolve(answer as Answers[O["do"]]), reject });
        pump();
      }),
    heard: (ieee) => {
      const lane = lanes.get(ieee);
      if (lane) lane.isSlow = false;
    },
    open: (all) => {
      slots = all;
    },
    hold: () => {
      isHeld = true;
    },
    goOn: () => {
      isHeld = false;
      pump();
    },
    close: (reason) => {
      slots = undefined;
      closed = reason;
      Object.assign(isFull, { urgent: false, background: false });
      const all = [...busy].flatMap(({ waiting }) => waiting);
      for (const entry of all) settle(entry, ({ reject }) => reject(new RadioError("radio-down", reason)));
      busy.clear();
      flying.clear();
      lanes.clear();
    },
  };

  /** Throws when there is no room for it. */
  function enter(order: Order): Entry {
    if (!slots) throw new RadioError("radio-down", closed);
    const lane = laneOf(keyOf(order.target), "group" in order.target);
    const [other, both] = partner(lane, order, isAwaited) ?? [];
    if (other && both) other.order = both;
    const entry = other ?? newEntry(order, groupBefore(lane));
    if (!other) {
      const waiting = count(isBackground(entry));
      const most = isBackground(entry) ? MOST_BACKGROUND : MOST_WAITING;
      if (waiting >= most) throw new RadioError("busy", "too much waits for the radio already");
      lane.waiting.push(entry);
      busy.add(lane);
      limit(lane, entry);
      watch(isBackground(entry) ? "background" : "urgent", waiting + 1, most);
    }
    overtake(entry, order, (ieee) => laneOf(ieee, false));
    if (lane.isGroup && entry.behind.length > 0) wait(entry);
    return entry;
  }

  function watch(kind: keyof typeof isFull, waiting: number, most: number): void {
    if (waiting <= most / 2) isFull[kind] = false;
    if (waiting < most || isFull[kind]) return;
    isFull[kind] = true;
    full();
  }

  function laneOf(key: string, isGroup: boolean): Lane {
    const lane = lanes.get(key) ?? newLane(isGroup);
    lanes.set(key, lane);
    return lane;
  }

  function count(background: boolean): number {
    let sum = 0;
    for (const { waiting } of busy) for (const entry of waiting) if (isBackground(entry) === background) sum += 1;
    return sum;
  }

  function isAwaited(entry: Entry): boolean {
    return [...busy].some(({ waiting }) => waiting.some(({ behind }) => behind.includes(entry)));
  }

  /** Sends whatever may go now. Called whenever something may have changed that. */
  function pump(): void {
    for (const background of [false, true]) {
      for (const lane of [...busy]) {
        const entry = lane.waiting.find((one) => isBackground(one) === background);
        if (entry && mayFly(lane, entry) && isFree(lane, background)) fly(lane, entry);
      }
    }
  }

  function mayFly(lane: Lane, entry: Entry): boolean {
    const { order, behind, isHurried } = entry;
    if (!hasTurn(lane, entry)) return false;
    if (lane.isGroup) return !isGroupPaced && behind.every(({ state }) => state !== "waiting");
    return behind.every(({ state }) => state === "done") && (order.do !== "set" || isHurried || !lane.isPaced);
  }

  /** Those who may be dead share a few places, so that whoever answers at once need not wait for them. */
  function isFree(lane: Lane, background: boolean): boolean {
    if (!slots || isHeld) return false;
    const all = [...flying];
    const slow = all.filter(([, { isSlow }]) => isSlow).length;
    if (lane.isSlow && slow >= slots.slow) return false;
    if (background && all.filter(([entry]) => isBackground(entry)).length >= slots.background) return false;
    return all.length - slow + Math.min(slow, slots.slow) < slots.all;
  }

  function fly(lane: Lane, entry: Entry): void {
    leave(lane, entry);
    busy.delete(lane);
    if (lane.waiting.length > 0) busy.add(lane); // at the end: the others first
    entry.state = "flying";
    lane.flying.add(entry);
    flying.set(entry, lane);
    pace(lane, entry);
    const slow = clock.after(SLOW, () => {
      lane.isSlow = true;
      pump();
    });
    const land = (isAlive: boolean, how: (waiter: Waiter) => void) => {
      slow();
      lane.flying.delete(entry);
      lane.isSlow = !isAlive;
      flying.delete(entry);
      settle(entry, how);
      pump();
    };
    send(entry.order, MANNERS[entry.order.do].deadline).then(
      (answer) => land(true, ({ resolve }) => resolve(answer)),
      (error) => land(!isSilence(error), ({ reject }) => reject(error)),
    );
  }

  function pace(lane: Lane, { order }: Entry): void {
    if (lane.isGroup) {
      isGroupPaced = true;
      clock.after(BETWEEN_GROUPS, () => {
        isGroupPaced = false;
        pump();
      });
    } else if (order.do === "set") {
      lane.isPaced = true;
      clock.after(BETWEEN_SETS, () => {
        lane.isPaced = false;
        pump();
      });
    }
  }

  /** A group waits for what its members are still to be told, but not for a member that may be dead. */
  function wait(entry: Entry): void {
    clock.after(FOR_MEMBERS, () => {
      entry.behind.length = 0;
      pump();
    });
  }

  /** An order must not come as a surprise long after it was given. */
  function limit(lane: Lane, entry: Entry): void {
    const longest = isBackground(entry) ? LONGEST_WAIT.background : LONGEST_WAIT.urgent;
    entry.giveUp = clock.after(longest, () => {
      leave(lane, entry);
      if (lane.waiting.length === 0) busy.delete(lane);
      const late = `the radio had no time for it within ${longest / 1000} s`;
      const failure = isHeld
        ? new RadioError("busy", "the radio is busy with touchlink")
        : new RadioError("timeout", late);
      settle(entry, ({ reject }) => reject(failure));
      pump();
    });
  }
}
