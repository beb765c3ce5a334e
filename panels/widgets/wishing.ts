/** A wish, and what came of it: every refusal is a sentence. */
import type { Api, Method, Reply } from "../api.ts";
import { say } from "../texts.ts";
import { faultIn } from "./outcome.ts";

export interface Wish {
  readonly method: Method;
  readonly address: string;
  readonly body?: unknown;
}

export interface Outcome {
  readonly reply?: Reply;
  readonly refusal: string | undefined;
}

export async function asked(api: Api, { method, address, body }: Wish): Promise<Outcome> {
  try {
    const reply = await api.perform(method, address, body);
    return { reply, refusal: faultIn(reply) };
  } catch (error) {
    return { refusal: say(`trouble.${error instanceof Error ? error.message : "failed"}`) };
  }
}
