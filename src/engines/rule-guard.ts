/** Keeps rules that set each other off from going round for ever, and the log from telling it as often. */
import type { EngineParts } from "./engine.ts";

const DEEPEST = 10; // rules in a chain
const MOST = 50; // times that a rule may fire within
const WITHIN = 10_000; // milliseconds

/** Whether a rule that fired at these uptimes may fire again; noted if so. */
export function admit(firings: number[], depth: number, uptime: number): boolean {
  const oldest = firings.length < MOST ? Number.NEGATIVE_INFINITY : (firings[0] ?? 0);
  if (depth > DEEPEST || uptime - oldest < WITHIN) return false;
  firings.push(uptime);
  if (firings.length > MOST) firings.shift();
  return true;
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
