/** The only place that knows the wall clock and its timers; node-cron says when the next second is. */
import { createTask } from "node-cron";
import type { Clock, Log } from "../model/ports.ts";
import type { Stop } from "../model/resource.ts";

const LONGEST_TIMER = 2 ** 31 - 1; // milliseconds: beyond that a timer would fire at once

export interface RealClock extends Clock {
  stop(): void;
}

export function openClock(log: Log): RealClock {
  const ticks = new Set<(now: number) => void>();
  const second = createTask("* * * * * *", () => {});
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  // Not by node-cron's own waiting: after a clock was put forward it tells each second that was missed, and after one was put
  // back it is silent until the old time comes again. A clock without a battery is put forward by months at each start.
  const wait = () => {
    const next = second.getNextRuns(1)[0]?.getTime() ?? 0;
    timer = setTimeout(beat, Math.min(1000, Math.max(1, next - Date.now())));
  };
  const beat = () => {
    const now = Date.now();
    for (const tick of ticks) guarded(log, () => tick(now));
    if (!isStopped) wait();
  };
  wait();
  return {
    now: () => Date.now(),
    uptime: () => performance.now(),
    after: (milliseconds, run) => after(milliseconds, () => guarded(log, run)),
    everySecond: (run) => {
      const own = (now: number) => run(now);
      ticks.add(own);
      return () => ticks.delete(own);
    },
    stop: () => {
      ticks.clear();
      isStopped = true;
      clearTimeout(timer);
      Promise.resolve(second.destroy()).catch((error) => log.warn(`clock: ${error}`));
    },
  };
}

function after(milliseconds: number, run: () => void): Stop {
  const due = Date.now() + milliseconds;
  let timer: NodeJS.Timeout;
  const wait = () => {
    const left = due - Date.now();
    timer = left > LONGEST_TIMER ? setTimeout(wait, LONGEST_TIMER) : setTimeout(run, Math.max(0, left));
  };
  wait();
  return () => clearTimeout(timer);
}

/** A fault in what a timer runs must not reach Node-RED. */
function guarded(log: Log, run: () => void): void {
  try {
    run();
  } catch (error) {
    log.error(`clock: a timer failed: ${error instanceof Error ? error.stack : error}`);
  }
}
