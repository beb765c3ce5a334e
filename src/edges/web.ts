/** Requests to elsewhere: one at a time for each that is asked, without following where an answer points. */
import type { Web } from "../model/ports.ts";

const DEADLINE = 10_000; // milliseconds

export function openWeb(deadline = DEADLINE): Web {
  return {
    send: async ({ method, url, body }) => {
      const signal = AbortSignal.timeout(deadline);
      const content = method === "GET" ? {} : { body: JSON.stringify(body ?? {}) };
      const headers = { "Content-Type": "application/json" };
      const request: RequestInit = { method, headers, redirect: "manual", signal, ...content };
      const response = await fetch(url, request).catch((error) => {
        throw new Error(signal.aborted ? `no answer within ${deadline / 1000} s` : reasonOf(error));
      });
      await response.body?.cancel();
      return response.status;
    },
  };
}

/** "fetch failed" says nothing; what it was stands behind it. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || ((cause as NodeJS.ErrnoException).code ?? message) : message;
}
