/** Keeps a radio process running for as long as it is wanted: whatever happens to one, another follows, ever more patiently. */
import { wordsOf } from "../model/errors.ts";
import type { Clock } from "../model/ports.ts";
import { RadioError, type RadioEvent } from "../model/radio.ts";
import type { Stop } from "../model/resource.ts";
import type { Link, Question } from "./process-link.ts";

export interface SupervisorParts {
  readonly clock: Clock;
  /** A new process; it is told of everything that happens with it. */
  readonly open: (hear: (news: RadioEvent) => void) => Link;
  readonly begin: () => Question; // what it is told first
  readonly hear: (news: RadioEvent) => void; // "down" once for each loss, and again when the reason is another one
}

export interface Supervisor {
  /** The process that is up. */
  readonly link: Link | undefined;
  /** Also one that is only starting. */
  readonly process: Link | undefined;
  /** Kept when the first attempt is over, well or not: it goes on trying, and what happens is told as news. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Seconds; the last one for ever. A stick that is away for less than a minute, or starts anew, is found again soon after it is back. */
const DELAYS = [1, 1, 2, 2, 3, 3, 5, 5, 5, 10, 10, 10, 30];
const ONCE_UP = 5; // of these: a stick that could be started is there, however often it is lost
const SETTLED = 60_000; // milliseconds up: what happens after that is a new story
const MAY_START = 180_000; // milliseconds; several adapters at several speeds may have to be tried

export function supervise({ clock, open, begin, hear }: SupervisorParts): Supervisor {
  let turn: Promise<void> = Promise.resolve();
  let stops = 0; // counted: a start that waits its turn is void when a stop was asked for after it
  let isWanted = false;
  let current: Link | undefined;
  let life: Promise<void> | undefined; // of the current process, until it is no more
  let isUp = false;
  let failures = 0;
  let told: string | undefined; // the reason that was told last
  const timers: { again?: Stop; settled?: Stop } = {};
  let firstIsOver = () => {};

  return {
    get link() {
      return isUp ? current : undefined;
    },
    get process() {
      return current;
    },
    start: () => {
      const asked = stops;
      turn = turn.then(() => (asked === stops ? begun() : undefined));
      return turn;
    },
    stop: () => {
      stops += 1;
      firstIsOver(); // it need not be waited for
      turn = turn.then(ended);
      return turn;
    },
  };

  function begun(): Promise<void> | undefined {
    if (isWanted) return undefined;
    isWanted = true;
    failures = 0;
    told = undefined;
    return new Promise((resolve) => {
      firstIsOver = resolve;
      launch();
    });
  }

  async function ended(): Promise<void> {
    isWanted = false;
    timers.again?.();
    current?.end(STOPPED);
    await life;
  }

  function launch(): void {
    const link = open((news) => heard(link, news));
    current = link;
    life = follow(link);
    link
      .ask(begin(), MAY_START)
      .catch((error) => link.end(error instanceof RadioError && error.code === "timeout" ? SILENT : wordsOf(error)));
  }

  function heard(link: Link, news: RadioEvent): void {
    if (link !== current) return;
    if (news.kind === "up") rise();
    hear(news);
  }

  function rise(): void {
    if (!isUp) timers.settled = clock.after(SETTLED, () => (failures = 0));
    failures = Math.min(failures, ONCE_UP);
    isUp = true;
    firstIsOver();
  }

  async function follow(link: Link): Promise<void> {
    fall(await link.lost);
    await link.gone;
    current = undefined;
    if (!isWanted) return;
    const delay = DELAYS[Math.min(failures, DELAYS.length - 1)] as number;
    failures += 1;
    timers.again = clock.after(delay * 1000, launch);
  }

  function fall(reason: string): void {
    const wasUp = isUp;
    isUp = false;
    timers.settled?.();
    if (wasUp || (isWanted && reason !== told)) hear({ kind: "down", reason });
    told = reason;
    firstIsOver();
  }
}

/** Why it went down when that was asked for. */
export const STOPPED = "the radio was stopped";
const SILENT = `the radio did not start within ${MAY_START / 60_000} minutes: unplug it and plug it in again`;
