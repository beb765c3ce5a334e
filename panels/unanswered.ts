/** Commands for lights of which the air has not told yet how they ended: the gateway answers at once, a device only when it has heard. */
import type { Delivered } from "../src/model/admin-api.ts";
import type { Reply } from "../src/model/resource.ts";
import type { Api } from "./api.ts";
import { errorsIn } from "./perform.ts";

const LATE = 1_000; // milliseconds: until then nobody waits
const LOST = 30_000; // by then it has ended, or nobody tells
const STATE_OF_LIGHT = /^(\/lights\/[^/]+)\/state$/;
const SILENT: readonly unknown[] = ["unreachable", "timeout"];

interface UnansweredListener {
  /** A light began or ceased to be waited for. */
  readonly changed: () => void;
  /** A light that somebody told something here did not answer. */
  readonly silent: (address: string) => void;
}

export class Unanswered {
  readonly #listener: UnansweredListener;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #late = new Set<string>();

  constructor(listener: UnansweredListener) {
    this.#listener = listener;
  }

  isLate(address: string): boolean {
    return this.#late.has(address);
  }

  /** The same API, whose commands for lights are watched. */
  watched(api: Api): Api {
    const perform: Api["perform"] = async (method, address, body) => {
      const [, light] = (method === "PUT" && STATE_OF_LIGHT.exec(address)) || [];
      if (light === undefined) return await api.perform(method, address, body);
      this.#begin(light);
      let reply: Reply | undefined;
      try {
        reply = await api.perform(method, address, body);
        return reply;
      } finally {
        if (!reply || errorsIn(reply) !== undefined) this.#end(light); // nothing was sent
      }
    };
    return { ...api, perform };
  }

  hear(delivered: readonly Delivered[]): void {
    for (const { address, failure } of delivered)
      if (this.#end(address) && SILENT.includes(failure)) this.#listener.silent(address);
  }

  clear(): void {
    for (const address of [...this.#timers.keys()]) this.#end(address);
  }

  #begin(address: string): void {
    clearTimeout(this.#timers.get(address));
    const late = () => {
      this.#late.add(address);
      this.#timers.set(
        address,
        setTimeout(() => this.#end(address), LOST),
      );
      this.#listener.changed();
    };
    this.#timers.set(address, setTimeout(late, LATE));
  }

  /** Whether it was waited for. */
  #end(address: string): boolean {
    clearTimeout(this.#timers.get(address));
    if (this.#late.delete(address)) this.#listener.changed();
    return this.#timers.delete(address);
  }
}
