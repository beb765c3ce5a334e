/**
 * Stands between herdsman and its adapter, because herdsman looks for a device that does not answer for 17 s, and meanwhile the others
 * wait. A frame is first sent without that. Who was silent is then looked for, few at a time; who is still not found is asked only
 * briefly, until it is heard again.
 */
import type { Ieee } from "../../model/radio.ts";
import type { Adapter } from "./herdsman.ts";
import { type Line, NotWanted, openLines } from "./lines.ts";

export interface Breaker {
  /** It has spoken: it is there. */
  heard(ieee: Ieee): void;
  /** It is to be looked for once more, if it does not answer. */
  forgive(ieee: Ieee): void;
}

type SendZcl = Adapter["sendZclFrameToEndpoint"];
type SendZdo = Adapter["sendZdo"];

const BRIEF = 3000; // milliseconds for a device that was silent
const STILL_WANTED = 5000; // milliseconds: then whoever gave the order does not wait much longer
const NOBODY = "0xffffffffffffffff"; // no device is meant, but an address, or all of them
const FIRST_BROADCAST = 0xfff8;

/** `live`: how many frames the stick takes at once. */
export function tame(adapter: Adapter, live: number): Breaker {
  const doubtful = new Set<Ieee>();
  const lines = openLines(live);
  const lineOf = (ieee: Ieee): Line => (doubtful.has(ieee) ? "short" : "live");
  const sendZcl = adapter.sendZclFrameToEndpoint.bind(adapter) as SendZcl;
  const sendZdo = adapter.sendZdo.bind(adapter) as (...request: Parameters<SendZdo>) => Promise<unknown>;

  const watch = async <Answer>(ieee: Ieee, send: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await lines.run(ieee, () => lineOf(ieee), send);
      doubtful.delete(ieee);
      return answer;
    } catch (error) {
      doubtful.add(ieee);
      throw error;
    }
  };

  adapter.sendZclFrameToEndpoint = async (ieee, address, endpoint, frame, timeout, noAnswer, noRecovery, ...rest) => {
    const asked = performance.now();
    const isKnown = !doubtful.has(ieee);
    const isWanted = () => performance.now() - asked < STILL_WANTED;
    try {
      return await watch(ieee, () => {
        const patience = doubtful.has(ieee) ? Math.min(timeout, BRIEF) : timeout;
        return sendZcl(ieee, address, endpoint, frame, patience, noAnswer, true, ...rest);
      });
    } catch (error) {
      if (noRecovery || !isKnown || !isWanted()) throw error;
      const search = () => sendZcl(ieee, address, endpoint, frame, timeout, noAnswer, false, ...rest);
      try {
        const answer = await lines.run(ieee, () => (isWanted() ? "search" : undefined), search);
        doubtful.delete(ieee);
        return answer;
      } catch (second) {
        throw second instanceof NotWanted ? error : second;
      }
    }
  };

  adapter.sendZdo = (async (...request: Parameters<SendZdo>) => {
    const [ieee, address, , , noAnswer] = request;
    const isForOne = ieee !== NOBODY && address !== 0 && address < FIRST_BROADCAST;
    return isForOne && !noAnswer ? await watch(ieee, () => sendZdo(...request)) : await sendZdo(...request);
  }) as SendZdo;

  return {
    heard: (ieee) => doubtful.delete(ieee),
    forgive: (ieee) => doubtful.delete(ieee),
  };
}
