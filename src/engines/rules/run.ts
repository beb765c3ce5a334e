/** Runs the actions of a rule, one after the other, until one fails. */
import { wordsOf } from "../../model/errors.ts";
import type { WebRequest } from "../../model/ports.ts";
import { type Cause, type Command, isObject, type Stop } from "../../model/resource.ts";
import type { EngineParts } from "../engine.ts";
import type { NotedDeed } from "./trace.ts";

const DEADLINE = 10_000; // milliseconds: an answer that does not come must not stop all rules for ever
const MOST_REQUESTS = 100; // to elsewhere, under way at once

export interface Runner {
  /** Kept with whether all went well; each deed is noted as it is done. */
  run(actions: readonly Command[], cause: Cause, deeds: NotedDeed[]): Promise<boolean>;
  readonly stop: Stop;
}

type RunnerParts = Pick<EngineParts, "perform" | "web" | "clock"> & { readonly warn: (text: string) => void };

export function openRunner({ perform, web, clock, warn }: RunnerParts): Runner {
  const waits = new Set<Stop>();
  let requests = 0;
  let isOpen = true;

  return {
    run: async (actions, cause, deeds) => {
      for (const action of actions) {
        if (!isOpen) return false;
        const deed: NotedDeed = { address: action.address, method: action.method };
        deeds.push(deed);
        if (/^https?:/i.test(action.address)) request(action, cause, deed);
        else if (!(await isDone(action, cause, deed))) return false;
      }
      return true;
    },
    stop: () => {
      isOpen = false;
      for (const end of [...waits]) end();
    },
  };

  async function isDone(action: Command, cause: Cause, deed: NotedDeed): Promise<boolean> {
    try {
      const answer = perform(action, cause);
      const reply = answer instanceof Promise ? await inTime(answer) : answer;
      deed.status = reply.status;
      const error = reply.status === 200 ? undefined : firstError(reply.body);
      if (error !== undefined) deed.error = error;
    } catch (error) {
      deed.error = wordsOf(error);
    }
    return deed.status === 200;
  }

  function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const giveUp = (why: string) => () => {
        end();
        reject(new Error(why));
      };
      const disarm = clock.after(DEADLINE, giveUp(`no answer within ${DEADLINE / 1000} s`));
      const stopped = giveUp("the gateway was stopped");
      const end = () => {
        disarm();
        waits.delete(stopped);
      };
      waits.add(stopped);
      answer.then(resolve, reject).finally(end);
    });
  }

  /** Nobody waits for it: the trace learns what was answered when it comes. */
  function request({ address, method, body }: Command, { by }: Cause, deed: NotedDeed): void {
    const fail = (why: string) => {
      deed.error = why;
      warn(`${by}: ${method} to ${hostOf(address)} failed: ${why}`);
    };
    if (requests >= MOST_REQUESTS) {
      fail(`${requests} requests wait for their answers already`);
      return;
    }
    requests += 1;
    web
      .send({ method: method as WebRequest["method"], url: address, body })
      .then(
        (status) => {
          deed.status = status;
          if (status >= 400) fail(`status ${status}`);
        },
        (error) => fail(wordsOf(error)),
      )
      .finally(() => {
        requests -= 1;
      });
  }
}

function firstError(body: unknown): string | undefined {
  const [first] = Array.isArray(body) ? body : [];
  const error = isObject(first) ? first.error : undefined;
  return isObject(error) ? String(error.description) : undefined;
}

/** Without what may be a secret: the rest of a URL is for whoever is asked. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "an address that is none";
}
