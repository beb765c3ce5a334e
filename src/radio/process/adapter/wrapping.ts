/** Puts a function around methods of herdsman, and answers the questions that more than one of these changes has. */
import { saysCause } from "../../stick-failures.ts";
import { ExplainedError, isSystemError } from "../end-reasons.ts";
import type { HerdsmanAdapter } from "../herdsman.ts";

const NOBODY = /^0x(f{16}|0{16})$/i; // no device is meant, but an address, or all of them
export const FIRST_BROADCAST = 0xfff8;
/** Milliseconds until a frame is tried once more: a busy stick says nothing of the device, and soon has room again. */
export const BUSY_FOR = [200, 400, 800];

type Around<Method> = Method extends (...parameters: infer Given) => infer Answer
  ? (method: (...parameters: Given) => Answer, ...parameters: Given) => Answer
  : never;

/** `around` is given the method as it was. */
export function wrap<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  around: Around<Owner[Name]>,
): void {
  const method: unknown = owner[name];
  if (typeof method !== "function") throw new Error(`herdsman has no ${String(name)} any more`);
  const wrapped: unknown = (...parameters: unknown[]) =>
    (around as (...parameters: unknown[]) => unknown)(method.bind(owner), ...parameters);
  owner[name] = wrapped as Owner[Name];
}

/** Answers whether the adapter is in use: it has started, and is not being stopped. */
export function whileUp(adapter: HerdsmanAdapter): () => boolean {
  let isUp = false;
  wrap(adapter, "start", async (start) => {
    const result = await start();
    isUp = true;
    return result;
  });
  wrap(adapter, "stop", async (stop) => {
    isUp = false;
    await stop();
  });
  return () => isUp;
}

/**
 * Herdsman waits in vain for a command that the stick has refused, and then says that it does not answer, or stumbles over the missing
 * answer: the refusal is why. A start that fails for another reason (a full disk, a line that closes) keeps its own words in any case.
 */
export function explainRefusals(adapter: HerdsmanAdapter, hasRefused: () => boolean): void {
  wrap(adapter, "start", async (start) => {
    try {
      return await start();
    } catch (error) {
      const isRefusal = !(error instanceof ExplainedError || isSystemError(error) || saysCause(error));
      if (!isRefusal || !hasRefused()) throw error;
      throw new Error("a command of the start, status: Unsupported", { cause: error });
    }
  });
}

/** A frame about the network that one device is to answer. */
export function isForOne(...[ieee, address, , , noAnswer]: Parameters<HerdsmanAdapter["sendZdo"]>): boolean {
  return !NOBODY.test(ieee) && address !== 0 && address < FIRST_BROADCAST && !noAnswer;
}
