/** Runs the actions of a rule, one after the other, until one fails. */
import { begun, firstRefusal } from "../../model/automation/rule-engine.ts";
import { wordsOf } from "../../model/errors.ts";
import type { WebRequest } from "../../model/ports.ts";
import { type Cause, type Command, isObject, type Stop } from "../../model/resource.ts";
import type { EngineParts } from "../engine.ts";
import type { PendingActionResult } from "./rule-trace.ts";

const DEADLINE = 10_000; // milliseconds: an answer that does not come must not stop all rules for ever
const MOST_REQUESTS = 100; // to elsewhere, under way at once

type ActionRunnerParts = Pick<EngineParts, "perform" | "web" | "clock"> & { readonly warn: (text: string) => void };

export class ActionRunner {
  readonly #parts: ActionRunnerParts;
  readonly #waits = new Set<Stop>();
  #requests = 0;
  #isOpen = true;

  constructor(parts: ActionRunnerParts) {
    this.#parts = parts;
  }

  /** Kept with whether all went well; each result is noted as it comes. */
  async run(actions: readonly Command[], cause: Cause, results: PendingActionResult[]): Promise<boolean> {
    for (const action of actions) {
      if (!this.#isOpen) return false;
      const result: PendingActionResult = begun(action);
      results.push(result);
      if (/^https?:/i.test(action.address)) this.#request(action, cause, result);
      else if (!(await this.#perform(action, cause, result))) return false;
    }
    return true;
  }

  stop(): void {
    this.#isOpen = false;
    for (const end of [...this.#waits]) end();
  }

  async #perform(action: Command, cause: Cause, result: PendingActionResult): Promise<boolean> {
    try {
      const answer = this.#parts.perform(action, cause);
      const reply = answer instanceof Promise ? await this.#inTime(answer) : answer;
      result.status = reply.status;
      const error = reply.status === 200 ? undefined : firstError(reply.body);
      if (error !== undefined) Object.assign(result, { error }, firstRefusal(reply));
    } catch (error) {
      result.error = wordsOf(error);
    }
    return result.status === 200;
  }

  #inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const giveUp = (why: string) => () => {
        end();
        reject(new Error(why));
      };
      const disarm = this.#parts.clock.after(DEADLINE, giveUp(`no answer within ${DEADLINE / 1000} s`));
      const stopped = giveUp("the gateway was stopped");
      const end = () => {
        disarm();
        this.#waits.delete(stopped);
      };
      this.#waits.add(stopped);
      answer.then(resolve, reject).finally(end);
    });
  }

  /** The rule does not wait for a web request: the trace gets the answer when it comes. */
  #request({ address, method, body }: Command, { by }: Cause, result: PendingActionResult): void {
    const { web, warn } = this.#parts;
    const fail = (why: string) => {
      result.error = why;
      warn(`${by}: ${method} to ${hostOf(address)} failed: ${why}`);
    };
    if (this.#requests >= MOST_REQUESTS) return void fail(`${this.#requests} requests wait for their answers already`);
    this.#requests += 1;
    const answered = (status: number) => {
      result.status = status;
      if (status >= 400) fail(`status ${status}`);
    };
    web
      .send({ method: method as WebRequest["method"], url: address, body })
      .then(answered, (error) => fail(wordsOf(error)))
      .finally(() => {
        this.#requests -= 1;
      });
  }
}

function firstError(body: unknown): string | undefined {
  const [first] = Array.isArray(body) ? body : [];
  const error = isObject(first) ? first.error : undefined;
  return isObject(error) ? String(error.description) : undefined;
}

/** Only the host is named: the rest of a URL may hold a secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "an address that is none";
}
