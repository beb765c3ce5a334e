/**
 * Stands between herdsman and its adapter, because herdsman searches for a device that does not answer for 17 s, and meanwhile the others
 * wait. A frame is first sent without a search. Where it arrived and only the answer is missing, it is sent once more: one loss is one loss.
 * A device that was silent is searched for, few at a time; one that is still not found is asked only briefly, until it is heard again.
 */
import { wordsOf } from "../../../model/errors.ts";
import type { Ieee } from "../../../model/radio/device-facts.ts";
import { isSilence } from "../../../model/radio/orders.ts";
import { AbandonedError, currentOrder, onBehalfOf, type RunningOrder } from "../deadlines.ts";
import type { HerdsmanAdapter, OutgoingFrame } from "../herdsman.ts";
import { failureOf } from "../orders/order-failures.ts";
import { SendSlots } from "./send-slots.ts";
import { isForOne } from "./wrapping.ts";

type SendZcl = HerdsmanAdapter["sendZclFrameToEndpoint"];
type SendZdo = HerdsmanAdapter["sendZdo"];

const USUAL = 4000; // milliseconds within which a device that listens has answered, if nothing got lost
const BRIEF = 3000; // milliseconds for a device that was silent
const SOON = 5000; // milliseconds: after that, searching for it takes longer than a user waits
/** Its parent kept the frame until it gave up: the device sleeps, no route has to be searched for, and when it wakes up the air shall be free for it. */
const EXPIRED = /EXPIRED/;
/** Commands that mean the same when they are heard twice; a step would go twice as far. */
const SAME_TWICE: Readonly<Record<string, RegExp>> = {
  genOnOff: /^(on|off)$/,
  genLevelCtrl: /^(moveToLevel|stop)/,
  lightingColorCtrl: /^((enhancedM|m)oveTo|stopMoveStep$)/,
  closuresWindowCovering: /^(upOpen|downClose|stop|goTo)/,
  genGroups: /^(add|view|remove|removeAll|getMembership)$/,
  genScenes: /^(view|enhancedView|recall|remove|add|enhancedAdd|getSceneMembership)$/,
  genIdentify: /^identify$/,
};

interface CircuitBreakerParts {
  readonly framesAtOnce: number;
  readonly listens: (ieee: Ieee) => boolean;
  readonly isInterviewed: (ieee: Ieee) => boolean;
}

export class CircuitBreaker {
  readonly #doubtful = new Set<Ieee>();
  readonly #slots: SendSlots;
  readonly #listens: (ieee: Ieee) => boolean;
  readonly #isInterviewed: (ieee: Ieee) => boolean;
  readonly #orders = new WeakMap<object, RunningOrder>(); // by frame: herdsman sends some again, when a sleeper wakes up
  readonly #sendZcl: SendZcl;

  /** `framesAtOnce`: how many frames the stick takes; `listens`: the device does not sleep. */
  constructor(adapter: HerdsmanAdapter, { framesAtOnce, listens, isInterviewed }: CircuitBreakerParts) {
    this.#slots = new SendSlots(framesAtOnce);
    this.#listens = listens;
    this.#isInterviewed = isInterviewed;
    this.#sendZcl = adapter.sendZclFrameToEndpoint.bind(adapter) as SendZcl;
    adapter.sendZclFrameToEndpoint = (...request) => this.#sendToEndpoint(request);
    const sendZdo = adapter.sendZdo.bind(adapter) as (...request: Parameters<SendZdo>) => Promise<unknown>;
    adapter.sendZdo = (async (...request: Parameters<SendZdo>) => {
      const send = () => sendZdo(...request);
      return isForOne(...request) ? await this.#ask(request[0], currentOrder(), send) : await send();
    }) as SendZdo;
  }

  /** The device has spoken, and is there; or it is to be searched for once more, if it does not answer. */
  trust(ieee: Ieee): void {
    this.#doubtful.delete(ieee);
  }

  async #sendToEndpoint(request: Parameters<SendZcl>): Promise<Awaited<ReturnType<SendZcl>>> {
    const [ieee, address, endpoint, frame, timeout, noAnswer, noRecovery, ...rest] = request;
    const order = this.#orders.get(frame) ?? currentOrder();
    if (order) this.#orders.set(frame, order);
    const asked = performance.now();
    const wasTrusted = !this.#doubtful.has(ieee);
    const isInTime = () => performance.now() - asked < SOON && !order?.isGivenUp;
    const send = (patience: number, isSearch: boolean) =>
      this.#sendZcl(ieee, address, endpoint, frame, patience, noAnswer, !isSearch, ...rest);
    const mayRepeat = order !== undefined && wasTrusted && this.#listens(ieee) && isSameTwice(frame);
    const holdsUp = !isUrgent(order) && this.#isInterviewed(ieee) && this.#listens(ieee); // a person's command behind it would wait, too
    const brief = () => send(Math.min(timeout, BRIEF), false);
    const patient = () => send(mayRepeat || holdsUp ? Math.min(timeout, USUAL) : timeout, false);
    try {
      return await this.#ask(ieee, order, () => (this.#doubtful.has(ieee) ? brief() : patient()));
    } catch (error) {
      const isUnanswered = failureOf(error).code === "timeout";
      if (mayRepeat && isUnanswered) return await this.#ask(ieee, order, brief);
      if (holdsUp && isUnanswered) throw error;
      const isAsleep = !this.#listens(ieee) && EXPIRED.test(wordsOf(error));
      if (noRecovery || !wasTrusted || !isInTime() || isAsleep) throw error;
      const search = () => onBehalfOf(order, () => send(timeout, true));
      return await this.#search(ieee, isInTime, search, error);
    }
  }

  async #ask<Answer>(ieee: Ieee, order: RunningOrder | undefined, send: () => Promise<Answer>): Promise<Answer> {
    const kind = () => (order?.isGivenUp ? undefined : this.#doubtful.has(ieee) ? "silent" : "answering");
    try {
      const answer = await this.#slots.run(ieee, kind, () => onBehalfOf(order, send), isUrgent(order));
      this.#doubtful.delete(ieee);
      return answer;
    } catch (error) {
      const isSilent = !(error instanceof AbandonedError) && isSilence(failureOf(error));
      if (isSilent) this.#doubtful.add(ieee); // a busy stick says nothing of the device
      throw error;
    }
  }

  /** Rejects with the first error when it comes too late to be begun. */
  async #search<Answer>(
    ieee: Ieee,
    isInTime: () => boolean,
    send: () => Promise<Answer>,
    first: unknown,
  ): Promise<Answer> {
    try {
      const found = await this.#slots.run(ieee, () => (isInTime() ? "search" : undefined), send);
      this.#doubtful.delete(ieee);
      return found;
    } catch (error) {
      throw error instanceof AbandonedError ? first : error;
    }
  }
}

function isUrgent(order: RunningOrder | undefined): boolean {
  return order !== undefined && !order.isBackground;
}

function isSameTwice({ header, cluster, command }: OutgoingFrame): boolean {
  return header.isGlobal || (SAME_TWICE[cluster.name]?.test(command.name) ?? false);
}
