/**
 * Stands between herdsman and its adapter, because herdsman looks for a device that does not answer for 17 s, and meanwhile the others
 * wait. A frame is first sent without that. Where it arrived and only the answer is missing, it is sent once more: one loss is one loss.
 * Who was silent is looked for, few at a time; who is still not found is asked only briefly, until it is heard again.
 */
import { wordsOf } from "../../../model/errors.ts";
import { type Ieee, isSilence } from "../../../model/radio.ts";
import { onBehalfOf, orderUnderway, type Underway } from "../deadlines.ts";
import type { Adapter } from "../herdsman.ts";
import { failureOf } from "../orders/order-failures.ts";
import { NotWanted, openLines } from "./send-slots.ts";

export interface Breaker {
  /** It has spoken, and is there; or it is to be looked for once more, if it does not answer. */
  trust(ieee: Ieee): void;
}

type SendZcl = Adapter["sendZclFrameToEndpoint"];
type Frame = Parameters<SendZcl>[3];
type SendZdo = Adapter["sendZdo"];

const USUAL = 4000; // milliseconds within which whoever listens has answered, if nothing got lost
const BRIEF = 3000; // milliseconds for a device that was silent
const SOON = 5000; // milliseconds: after that, looking for it takes longer than anybody waits
const NOBODY = "0xffffffffffffffff"; // no device is meant, but an address, or all of them
const FIRST_BROADCAST = 0xfff8;
/** Its parent kept the frame until it gave up: it sleeps, no way has to be looked for, and when it wakes up the air shall be free for it. */
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

/** `live`: how many frames the stick takes at once; `listens`: the device does not sleep. */
export function tame(adapter: Adapter, live: number, listens: (ieee: Ieee) => boolean): Breaker {
  const doubtful = new Set<Ieee>();
  const lines = openLines(live);
  const orders = new WeakMap<object, Underway>(); // by frame: herdsman sends some again, when a sleeper wakes up
  const sendZcl = adapter.sendZclFrameToEndpoint.bind(adapter) as SendZcl;
  const sendZdo = adapter.sendZdo.bind(adapter) as (...request: Parameters<SendZdo>) => Promise<unknown>;

  const ask = async <Answer>(ieee: Ieee, order: Underway | undefined, send: () => Promise<Answer>): Promise<Answer> => {
    const line = () => (order?.isGivenUp ? undefined : doubtful.has(ieee) ? "brief" : "live");
    try {
      const answer = await lines.run(ieee, line, () => onBehalfOf(order, send));
      doubtful.delete(ieee);
      return answer;
    } catch (error) {
      if (!(error instanceof NotWanted) && isSilence(failureOf(error))) doubtful.add(ieee); // a busy stick says nothing of it
      throw error;
    }
  };

  adapter.sendZclFrameToEndpoint = async (ieee, address, endpoint, frame, timeout, noAnswer, noRecovery, ...rest) => {
    const order = orders.get(frame) ?? orderUnderway();
    if (order) orders.set(frame, order);
    const asked = performance.now();
    const wasTrusted = !doubtful.has(ieee);
    const isInTime = () => performance.now() - asked < SOON && !order?.isGivenUp;
    const send = (patience: number, isSearch: boolean) =>
      sendZcl(ieee, address, endpoint, frame, patience, noAnswer, !isSearch, ...rest);
    const mayRepeat = order !== undefined && wasTrusted && listens(ieee) && isSameTwice(frame);
    const brief = () => send(Math.min(timeout, BRIEF), false);
    const patient = () => send(mayRepeat ? Math.min(timeout, USUAL) : timeout, false);
    try {
      return await ask(ieee, order, () => (doubtful.has(ieee) ? brief() : patient()));
    } catch (error) {
      if (mayRepeat && failureOf(error).code === "timeout") return await ask(ieee, order, brief);
      if (noRecovery || !wasTrusted || !isInTime() || (!listens(ieee) && EXPIRED.test(wordsOf(error)))) throw error;
      const answer = lines.run(
        ieee,
        () => (isInTime() ? "search" : undefined),
        () => onBehalfOf(order, () => send(timeout, true)),
      );
      return await answer.then(
        (found) => {
          doubtful.delete(ieee);
          return found;
        },
        (second) => {
          throw second instanceof NotWanted ? error : second;
        },
      );
    }
  };

  adapter.sendZdo = (async (...request: Parameters<SendZdo>) => {
    const [ieee, address, , , noAnswer] = request;
    const isForOne = ieee !== NOBODY && address !== 0 && address < FIRST_BROADCAST && !noAnswer;
    return isForOne ? await ask(ieee, orderUnderway(), () => sendZdo(...request)) : await sendZdo(...request);
  }) as SendZdo;

  return { trust: (ieee) => doubtful.delete(ieee) };
}

function isSameTwice({ header, cluster, command }: Frame): boolean {
  return header.isGlobal || (SAME_TWICE[cluster.name]?.test(command.name) ?? false);
}
