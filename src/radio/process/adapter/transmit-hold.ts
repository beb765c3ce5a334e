/** Everything that herdsman sends to the network passes here, and waits while the stick is away from it: so nothing is lost on a foreign channel. */
import { RadioError } from "../../../model/radio/orders.ts";
import { AbandonedError, currentOrder, within } from "../deadlines.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";

type AdapterSend = (...frame: unknown[]) => Promise<unknown>;

const SEND_METHODS = ["sendZclFrameToEndpoint", "sendZclFrameToGroup", "sendZclFrameToAll", "sendZdo"] as const;
const MAY_TAKE = 3000; // milliseconds for a frame that was sent already: a device that answers later than that most probably never does

export class TransmitHold {
  readonly #onAir = new Set<Promise<unknown>>();
  #held: { readonly over: Promise<void>; readonly end: () => void } | undefined;

  constructor(adapter: HerdsmanAdapter) {
    const methods = adapter as unknown as Record<(typeof SEND_METHODS)[number], AdapterSend>;
    for (const method of SEND_METHODS) {
      const send = methods[method].bind(adapter);
      methods[method] = async (...frame) => {
        while (this.#held) await this.#held.over;
        if (currentOrder()?.isGivenUp) throw new AbandonedError();
        const sending = send(...frame);
        this.#onAir.add(sending);
        return await sending.finally(() => this.#onAir.delete(sending));
      };
    }
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** From now on all that is to be sent waits. Kept when nothing is on air any more, or takes too long. */
  async hold(): Promise<void> {
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#held = { over, end };
    await within(MAY_TAKE, Promise.allSettled([...this.#onAir]), busyWithTouchlink).catch(() => {});
  }

  release(): void {
    this.#held?.end();
    this.#held = undefined;
  }
}

/** Why something cannot be done while the stick is away from its network. */
export function busyWithTouchlink(): RadioError {
  return new RadioError("busy", "the radio is busy with touchlink");
}
