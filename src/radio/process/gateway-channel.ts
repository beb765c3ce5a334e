/**
 * The channel to the gateway. To write, and to wake the gateway for it, costs more than the messages themselves: those of one turn go out
 * together, and while devices report much, so do the reports of a moment that no user notices. Answers, presses of keys, and reports in a
 * quiet house do not wait for that.
 */
import { performance } from "node:perf_hooks";
import process from "node:process";
import type { Stop } from "../../model/resource.ts";
import type { ProcessMessage, ProcessMessages } from "../protocol.ts";

const MOST_IN_BATCH = 100; // messages: the gateway has other things to do, too
const LOOKED_AT = 200; // milliseconds, in which
const MANY = 20; //       messages are many
const GATHERED = 20; // milliseconds

interface ChannelParts {
  readonly isOpen: () => boolean;
  readonly post: (output: ProcessMessages, sent: () => void) => void;
  readonly now: () => number; // milliseconds
  readonly after: (milliseconds: number, run: () => void) => Stop;
}

const TO_GATEWAY: ChannelParts = {
  isOpen: () => process.connected,
  post: (output, sent) => process.send?.(output, undefined, undefined, sent),
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

export class GatewayChannel {
  readonly #parts: ChannelParts;
  #batch: ProcessMessage[] = [];
  #sent: Promise<void> = Promise.resolve();
  #resolveSent = () => {};
  #stopGathering: Stop | undefined;
  #isDue = false; // in this turn
  #since = 0; // when the count began
  #count = 0;
  #wereMany = false; // before the count began

  constructor(parts = TO_GATEWAY) {
    this.#parts = parts;
  }

  /** Kept when the last message is out. */
  get sent(): Promise<void> {
    return this.#sent;
  }

  send(message: ProcessMessage): void {
    if (!this.#parts.isOpen()) return;
    const areMany = this.#areMany();
    if (this.#batch.push(message) === 1) {
      this.#sent = new Promise((resolve) => {
        this.#resolveSent = resolve;
      });
    }
    if (this.#batch.length >= MOST_IN_BATCH) this.flush();
    else if (areMany && canWait(message)) this.#stopGathering ??= this.#parts.after(GATHERED, () => this.flush());
    else this.#flushInTurn();
  }

  flush(): void {
    this.#stopGathering?.();
    this.#stopGathering = undefined;
    const [first, ...more] = this.#batch;
    this.#batch = [];
    if (first)
      this.#parts.post(more.length > 0 ? { type: "batch", messages: [first, ...more] } : first, this.#resolveSent);
  }

  #flushInTurn(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.flush();
    });
  }

  #areMany(): boolean {
    const now = this.#parts.now();
    const passed = now - this.#since;
    if (passed >= LOOKED_AT) {
      this.#wereMany = passed < 2 * LOOKED_AT && this.#count >= MANY;
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#wereMany || this.#count >= MANY;
  }
}

/** A report of a device about itself; a command of a device cannot wait. */
function canWait(message: ProcessMessage): boolean {
  if (message.type !== "event") return false;
  const { event } = message;
  return event.kind === "seen" || (event.kind === "payload" && event.raw?.type === "attributeReport");
}
