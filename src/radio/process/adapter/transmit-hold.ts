/** Everything that herdsman sends to the network passes here, and waits while the stick is away from it: so nothing is lost on a foreign channel. */
import { RadioError } from "../../../model/radio.ts";
import { orderUnderway } from "../deadlines.ts";
import type { Adapter } from "../herdsman.ts";
import { within } from "../orders/within.ts";
import { NotWanted } from "./send-slots.ts";

export interface Air {
  readonly isHeld: boolean;
  /** From now on all that is to be sent waits. Kept when nothing is on its way any more, or takes too long. */
  hold(): Promise<void>;
  release(): void;
}

type Send = (...frame: unknown[]) => Promise<unknown>;

const WAYS = ["sendZclFrameToEndpoint", "sendZclFrameToGroup", "sendZclFrameToAll", "sendZdo"] as const;
const ON_ITS_WAY = 3000; // milliseconds for what was sent already: who answers later than that most probably never does

export function openAir(adapter: Adapter): Air {
  const ways = adapter as unknown as Record<(typeof WAYS)[number], Send>;
  const underway = new Set<Promise<unknown>>();
  let held: { readonly over: Promise<void>; readonly end: () => void } | undefined;

  for (const way of WAYS) {
    const send = ways[way].bind(adapter);
    ways[way] = async (...frame) => {
      while (held) await held.over;
      if (orderUnderway()?.isGivenUp) throw new NotWanted("nobody waits for it any more");
      const sending = send(...frame);
      underway.add(sending);
      return await sending.finally(() => underway.delete(sending));
    };
  }

  return {
    get isHeld() {
      return held !== undefined;
    },
    hold: async () => {
      const { promise: over, resolve: end } = promised();
      held = { over, end };
      await within(ON_ITS_WAY, Promise.allSettled([...underway]), away).catch(() => {});
    },
    release: () => {
      held?.end();
      held = undefined;
    },
  };
}

/** Why something cannot be done while the stick is away from its network. */
export function away(): RadioError {
  return new RadioError("busy", "the radio is busy with touchlink");
}

function promised(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}
