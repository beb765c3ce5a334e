/** While a deploy exchanges nodes nobody is there to hear: what happens meanwhile waits for the new ones. */
import type { Fact } from "../messages/facts.ts";

export interface Gate {
  readonly pass: (fact: Fact) => void;
  readonly open: () => void;
  readonly close: () => void;
  /** Hands over what waits: nobody will open this one again. */
  readonly take: () => readonly Fact[];
  /** What waited at another one comes before all that waits here. */
  readonly put: (facts: readonly Fact[]) => void;
}

const MOST = 5_000; //  facts; beyond that the oldest are lost
const LATEST = 20_000; // milliseconds; a deploy takes less, and what is older would be a replay

export function gate(now: () => number, through: (fact: Fact) => void): Gate {
  let isOpen = false;
  let waiting: Fact[] = [];
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
