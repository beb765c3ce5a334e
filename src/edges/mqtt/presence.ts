/**
 * That the gateway is there, as bridge/state says it: whether the broker passes it on, and whether another gateway speaks below the same
 * base topic.
 */
import type { Clock, Log } from "../../model/ports.ts";
import { isObject, parsedJson, type Stop } from "../../model/resource.ts";
import type { BrokerMessage } from "./mqtt-client.ts";
import { BRIDGE_STATE } from "./topics.ts";

interface PresenceParts {
  readonly base: string;
  readonly id: string; // of this run: no other gateway has it
  readonly clock: Clock;
  readonly log: Log;
  readonly isUp: () => boolean;
  readonly publish: (topic: string, payload: string, retain: boolean) => void;
}

const ECHOED = 5_000; // milliseconds after which our own message has come back
const TRIES = 2; // some brokers take a message before they know its subscribers
const ASKED_AGAIN = { shared: 60_000, alone: 600_000 }; // milliseconds
const QUESTION = "bridge/request/health_check";
const ANSWER = "bridge/response/health_check";
const ONLINE = JSON.stringify({ state: "online" });
const OFFLINE = JSON.stringify({ state: "offline" });

export class Presence {
  readonly #parts: PresenceParts;
  #isMute = false;
  #isShared = false;
  #hasAnswered = false; // another gateway, to our last question
  #isWaiting = false; // for answers
  #misses = 0; // questions of ours that did not come back
  #echoes = 0; // of our state that are still to come
  #stopTimer: Stop = () => {};

  constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  get will(): BrokerMessage {
    return { topic: this.#at(BRIDGE_STATE), payload: OFFLINE, retain: true };
  }

  /** `echoed`: our own messages there are to come back. */
  get filters(): { readonly echoed: readonly string[]; readonly others: readonly string[] } {
    return { echoed: [this.#at(BRIDGE_STATE), this.#at(QUESTION)], others: [this.#at(ANSWER)] };
  }

  /** `isMute`: the broker passes nothing on; `isShared`: another gateway has the same base topic. */
  get state(): { readonly isMute?: true; readonly isShared?: true } {
    return { ...(this.#isMute && { isMute: true }), ...(this.#isShared && { isShared: true }) };
  }

  up(): void {
    this.#echoes = 0;
    this.#misses = 0;
    this.#sayOnline();
    this.#ask();
  }

  stop(): void {
    this.#stopTimer();
  }

  /** Answers whether the message is a matter of this. */
  hears({ topic, payload, retain }: BrokerMessage): boolean {
    if (topic === this.#at(BRIDGE_STATE)) this.#heardState(payload, retain);
    else if (topic === this.#at(ANSWER)) this.#heardAnswer(payload);
    else if (topic === this.#at(QUESTION)) return this.#heardQuestion(payload);
    else return false;
    return true;
  }

  /** The gateway does not answer its own question. Another client that asks may be a gateway that has just come. */
  #heardQuestion(payload: string): boolean {
    const isOurs = this.#isOurs(payload);
    if (isOurs) this.#cameBack();
    else if (!this.#isWaiting) this.#ask();
    return isOurs;
  }

  #cameBack(): void {
    this.#misses = 0;
    this.#isMute = false;
  }

  /** The will of a connection that was cut off may be told when there is a new one already. */
  #heardState(payload: string, isKept: boolean): void {
    if (payload !== ONLINE) this.#sayOnline();
    if (isKept) return;
    if (payload === ONLINE && this.#echoes > 0) this.#echoes -= 1;
    else this.#ask(); // this was said by another one, or by us before the connection was cut
  }

  #sayOnline(): void {
    this.#echoes += 1;
    this.#parts.publish(this.#at(BRIDGE_STATE), ONLINE, true);
  }

  /** Another gateway with this base topic answers a health check as we do. */
  #ask(): void {
    const { clock, id, publish } = this.#parts;
    this.#hasAnswered = false;
    this.#isWaiting = true;
    this.#misses += 1;
    publish(this.#at(QUESTION), JSON.stringify({ transaction: id }), false);
    this.#stopTimer();
    this.#stopTimer = clock.after(ECHOED, () => this.#heardAll());
  }

  #heardAnswer(payload: string): void {
    if (!this.#isOurs(payload)) return;
    const { base, log } = this.#parts;
    this.#hasAnswered = true;
    if (!this.#isShared) log.warn(`/mqtt: another gateway speaks below ${base}: each needs a base topic of its own`);
    this.#isShared = true;
  }

  /** A broker tells no client that its user may do nothing: its messages just do not come back. */
  #heardAll(): void {
    const { base, clock, isUp, log } = this.#parts;
    this.#isWaiting = false;
    if (!isUp()) return;
    this.#echoes = 0; // an echo that has not come by now has come as a retained message
    if (this.#misses > 0 && this.#misses < TRIES) {
      this.#ask();
      return;
    }
    const isMute = this.#misses > 0;
    if (isMute && !this.#isMute) log.warn(`/mqtt: the user of the broker may not read and write below ${base}`);
    this.#isMute = isMute;
    this.#isShared = this.#hasAnswered;
    this.#stopTimer = clock.after(ASKED_AGAIN[this.#isShared ? "shared" : "alone"], () => this.#ask());
  }

  #isOurs(payload: string): boolean {
    const said = parsedJson(payload);
    return isObject(said) && said.transaction === this.#parts.id;
  }

  #at(topic: string): string {
    return `${this.#parts.base}/${topic}`;
  }
}
