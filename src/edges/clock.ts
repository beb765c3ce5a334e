/** The real clock: the only place that reads the wall clock and sets timers. */
import type { Clock, Log } from "../model/ports.ts";
import type { Stop } from "../model/resource.ts";

const LONGEST_TIMER = 2 ** 31 - 1; // milliseconds: beyond that a timer would fire at once

interface RealClock extends Clock {
  stop(): void;
}

export function openClock(log: Log): RealClock {
  const ticks = new Set<(now: number) => void>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  // Not by node-cron's timers: after a clock was put forward they run for each second that was missed, and after one was put back
  // they are silent until the old time comes again. A clock without a battery is put forward by months at each start.
  const wait = () => {
    timer = setTimeout(beat, 1000 - (Date.now() % 1000));
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

/** An exception in a timer must not end Node-RED. */
function guarded(log: Log, run: () => void): void {
  try {
    run();
  } catch (error) {
    log.error(`clock: a timer failed: ${error instanceof Error ? error.stack : error}`);
  }
}
