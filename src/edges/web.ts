/** Requests to elsewhere: of each answer only its status counts, and nobody follows where it points. */
import type { Web } from "../model/ports.ts";

const DEADLINE = 10_000; // milliseconds

export function openWeb(deadline = DEADLINE): Web {
  return {
    send: async ({ method, url, body }) => {
      const { target, headers } = meant(url);
      const signal = AbortSignal.timeout(deadline);
      const content = method === "GET" ? {} : { body: JSON.stringify(body ?? {}) };
      const request: RequestInit = { method, headers, redirect: "manual", signal, ...content };
      const response = await fetch(target, request).catch((error) => {
        throw new Error(signal.aborted ? `no answer within ${deadline / 1000} s` : reasonOf(error));
      });
      await response.body?.cancel().catch(() => {}); // it may have broken off by itself
      return response.status;
    },
  };
}

/** Who is named in a URL is told in a header: there, fetch refuses him, and says the URL with his password. */
function meant(url: string): { readonly target: URL; readonly headers: Record<string, string> } {
  const target = new URL(url);
  const [name, password] = [target.username, target.password].map(decodeURIComponent);
  target.username = "";
  target.password = "";
  const headers = { "Content-Type": "application/json" };
  if (!name && !password) return { target, headers };
  return {
    target,
    headers: { ...headers, Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}` },
  };
}

/** "fetch failed" says nothing; what it was stands behind it. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || ((cause as NodeJS.ErrnoException).code ?? message) : message;
}
