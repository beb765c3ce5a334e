/** Keeps rules that set each other off from going round for ever, and the log from telling it as often. */
import type { EngineParts } from "../engine.ts";

const DEEPEST = 10; // rules in a chain
const MOST = 50; // times that a rule may fire within
const MOST_OF_ALL = 1_000; // times that rules may set off rules within: a chain that branches is wide before it is deep
const WITHIN = 10_000; // milliseconds

/** The uptimes at which something fired, as many as count. */
export type Firings = number[];

export type Guard = (own: Firings, depth: number, uptime: number) => boolean;

/** Whether a rule may fire that fired at these times; noted if so. */
export function openGuard(): Guard {
  const byRules: Firings = [];
  return (own, depth, uptime) => {
    const isByRule = depth > 1;
    if (depth > DEEPEST || !hasRoom(own, MOST, uptime)) return false;
    if (isByRule && !hasRoom(byRules, MOST_OF_ALL, uptime)) return false;
    note(own, MOST, uptime);
    if (isByRule) note(byRules, MOST_OF_ALL, uptime);
    return true;
  };
}

/** Warns, and then not again for a while. */
export function seldom({ clock, log }: Pick<EngineParts, "clock" | "log">): (text: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (clock.uptime() - last < WITHIN) return;
    last = clock.uptime();
    log.warn(text);
  };
}

function hasRoom(firings: Firings, most: number, uptime: number): boolean {
  return firings.length < most || uptime - (firings[0] ?? 0) >= WITHIN;
}

function note(firings: Firings, most: number, uptime: number): void {
  firings.push(uptime);
  if (firings.length > most) firings.shift();
}
