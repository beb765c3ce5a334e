/** While a deploy exchanges nodes nobody is there to hear: what happens meanwhile waits for the new ones. */
import type { ChangeEvent } from "../messages/change-messages.ts";

export interface DeployBuffer {
  readonly pass: (fact: ChangeEvent) => void;
  readonly open: () => void;
  readonly close: () => void;
  /** Hands over what waits: nobody will open this one again. */
  readonly take: () => readonly ChangeEvent[];
  /** What waited at another one comes before all that waits here. */
  readonly put: (facts: readonly ChangeEvent[]) => void;
}

const MOST = 5_000; //  facts; beyond that the oldest are lost
const LATEST = 20_000; // milliseconds; a deploy takes less, and what is older would be a replay

export function deployBuffer(now: () => number, through: (fact: ChangeEvent) => void): DeployBuffer {
  let isOpen = false;
  let waiting: ChangeEvent[] = [];
  return {
    pass: (fact) => {
      if (isOpen) return through(fact);
      waiting.push(fact);
      if (waiting.length > MOST) waiting.shift();
    },
    open: () => {
      if (isOpen) return;
      isOpen = true;
      const held = waiting;
      waiting = [];
      for (const fact of held) if (now() - Date.parse(fact.at) <= LATEST) through(fact);
    },
    close: () => {
      isOpen = false;
    },
    take: () => waiting.splice(0),
    put: (facts) => {
      waiting = [...facts, ...waiting].slice(-MOST);
    },
  };
}
