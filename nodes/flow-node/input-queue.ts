/** Messages that come faster than a node can do them: so many in one turn of the loop, and while writes wait the latest values. */
import type { Values } from "../../src/model/resource.ts";

const MOST_IN_A_TURN = 50; // messages: some milliseconds, in which nothing else runs
const FLOOD = 1_000; //       that wait: then the user is told
const MOST_WAITING = 10_000;
const TOLD_AGAIN = 60_000; // milliseconds
const MOST_UNDER_WAY = 20; //  writes, each for itself

/** Answers false where too much waits already: then it will not run. Nothing waits that comes now and then. */
type Enqueue = (run: () => void) => boolean;

/** `told` hears of a flood: so many wait. */
export function inputQueue(told: (waiting: number) => void): Enqueue {
  let waiting: (() => void)[] = [];
  let [at, begun, toldAt] = [0, 0, Number.NEGATIVE_INFINITY];
  let isPlanned = false;
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      begun = 0;
      while (begun < MOST_IN_A_TURN && at < waiting.length) begin(waiting[at++] as () => void);
      [waiting, at] = [waiting.slice(at), 0];
    });
  };
  const begin = (run: () => void) => {
    begun += 1;
    plan();
    run();
  };
  return (run) => {
    if (at >= waiting.length && begun < MOST_IN_A_TURN) {
      begin(run);
      return true;
    }
    if (waiting.length - at >= MOST_WAITING) return false;
    waiting.push(run);
    plan();
    if (waiting.length - at >= FLOOD && performance.now() - toldAt > TOLD_AGAIN) {
      toldAt = performance.now();
      told(waiting.length - at);
    }
    return true;
  };
}

interface CoalescedWrite {
  values: Values;
  readonly written: Promise<readonly string[]>;
  readonly go: () => void;
}

/**
 * Some writes at a time are under way, each for itself. Of the values that come meanwhile the latest one of each member is
 * written, together, and all messages that wait for it get its result. A value that cannot be merged (a press) is written for itself, in
 * its order.
 */
export function coalescedWrites(write: (values: Values) => Promise<readonly string[]>) {
  let underWay = 0;
  let merged: CoalescedWrite | undefined;
  const flush = () => {
    const next = merged;
    merged = undefined;
    next?.go();
  };
  const begin = async (values: Values) => {
    underWay += 1;
    try {
      return await write(values);
    } finally {
      underWay -= 1;
      flush();
    }
  };
  const wait = (values: Values): CoalescedWrite => {
    let go = () => {};
    const written = new Promise<readonly string[]>((resolve) => {
      go = () => resolve(begin(own.values));
    });
    const own: CoalescedWrite = { values, written, go };
    return own;
  };
  return (values: Values, mayMerge: boolean): Promise<readonly string[]> => {
    if (mayMerge && merged) {
      merged.values = { ...merged.values, ...values };
      return merged.written;
    }
    if (!mayMerge || underWay < MOST_UNDER_WAY) {
      flush();
      return begin(values);
    }
    merged = wait(values);
    return merged.written;
  };
}
