/**
 * The messages that an earlier run left with the broker. The broker tells them after the subscription, at its own pace; the gateway goes
 * through them when the broker has answered a later question with none of them between. A broker that does not tell its retained messages
 * twice, or keeps none, never answers: there the gateway goes through them when none has come for a minute.
 */
import type { Stop } from "../../model/resource.ts";
import type { BrokerMessage } from "./mqtt-client.ts";
import { availabilities, availabilityIn, BRIDGE_STATE, bridgeStateIn, bridgesBelow } from "./topics.ts";

interface LeftoversParts {
  readonly base: string;
  readonly discovery: string | undefined; // the filter of our messages for Home Assistant
  readonly subscribe: (filters: readonly string[]) => void;
  readonly unsubscribe: (filters: readonly string[]) => void;
  /** The broker is to tell our own state again, which it keeps. */
  readonly askState: () => void;
  readonly clearAvailability: (topic: string, payload: string) => void;
  readonly clearConfig: (topic: string, payload: string) => void;
  readonly after: (milliseconds: number, run: () => void) => Stop;
  /** Another gateway may speak below the same base topic. */
  readonly isShared: () => boolean;
}

const MOST_KEPT = 50_000; // messages
const SILENCE = 60_000; // milliseconds: by then even a slow broker has begun to tell

export class Leftovers {
  readonly #parts: LeftoversParts;
  readonly #filters: readonly string[];
  readonly #below = new Set<string>(); // base topics of other gateways, below ours
  #kept: (readonly [topic: string, payload: string])[] = [];
  #isNew = false; // some of it has come since it was asked
  #state: "waiting" | "asked" | "done" = "done";
  #stopTimer: Stop = () => {};

  constructor(parts: LeftoversParts) {
    const { base, discovery } = parts;
    this.#parts = parts;
    this.#filters = [...bridgesBelow(base), ...availabilities(base), ...(discovery === undefined ? [] : [discovery])];
  }

  /** The broker is there. Before any other subscription: the broker then tells our state after the leftovers. */
  up(): void {
    this.stop();
    this.#kept = [];
    this.#below.clear();
    this.#state = "waiting";
    this.#parts.subscribe(this.#filters);
  }

  stop(): void {
    this.#stopTimer();
  }

  /** All present entities and states have been told: other messages of the broker may go when all of them are known. */
  clear(): void {
    if (this.#state === "waiting") this.#ask();
  }

  /** Answers whether the message is a matter of this alone. */
  hears({ topic, payload, retain }: BrokerMessage): boolean {
    const { base, discovery } = this.#parts;
    if (topic === `${base}/${BRIDGE_STATE}`) {
      if (retain && this.#state === "asked") this.#answered();
      return false;
    }
    const below = bridgeStateIn(topic, base);
    const isConfig =
      discovery !== undefined &&
      topic.startsWith(discovery.slice(0, discovery.indexOf("+"))) &&
      topic.endsWith("/config");
    if (below === undefined && availabilityIn(topic, base) === undefined && !isConfig) return false;
    if (!retain) return true;
    this.#isNew = true;
    if (below !== undefined) this.#below.add(`${base}/${below}/`);
    else if (this.#kept.length < MOST_KEPT) this.#kept.push([topic, payload]);
    return true;
  }

  #ask(): void {
    this.#state = "asked";
    this.#wait();
    this.#parts.askState();
  }

  /** Until nothing of it has come for so long. */
  #wait(): void {
    this.#isNew = false;
    this.stop();
    this.#stopTimer = this.#parts.after(SILENCE, () => (this.#isNew ? this.#wait() : this.#end()));
  }

  #answered(): void {
    if (this.#isNew) this.#ask();
    else this.#end();
  }

  #end(): void {
    this.stop();
    const { unsubscribe, isShared, clearAvailability, clearConfig } = this.#parts;
    this.#state = "done";
    unsubscribe(this.#filters);
    const kept = this.#kept.splice(0);
    if (isShared()) return;
    const below = [...this.#below];
    for (const [topic, payload] of kept) {
      if (topic.endsWith("/config")) clearConfig(topic, payload);
      else if (!below.some((base) => topic.startsWith(base))) clearAvailability(topic, payload);
    }
  }
}
