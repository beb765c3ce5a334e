/** Requests to elsewhere: of each answer only its status counts, and nobody follows where it points. */
import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP } from "node:net";
import type { Web, WebRequest } from "../../model/ports.ts";
import { reachable } from "./reach.ts";

export interface WebOptions {
  /** Also this machine, with all that listens there for itself alone: the user has allowed it. */
  readonly allowsLocal: boolean;
  /** Ports of Node-RED and of the gateway, at whatever address this machine has. */
  readonly ownPorts: () => readonly number[];
  readonly deadline?: number;
}

const DEADLINE = 10_000; // milliseconds

export function openWeb({ allowsLocal, ownPorts, deadline = DEADLINE }: WebOptions): Web {
  return {
    send: async ({ method, url, body }) => {
      const target = new URL(url);
      const content = method === "GET" ? undefined : JSON.stringify(body ?? {});
      const signal = AbortSignal.timeout(deadline);
      const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
      const reach = allowsLocal ? undefined : reachable(port, ownPorts());
      const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
      if (isIP(host)) reach?.demand(host);
      return await statusOf({ method, target, content, signal, lookup: reach?.lookup }).catch((error) => {
        throw new Error(signal.aborted ? `no answer within ${deadline / 1000} s` : reasonOf(error));
      });
    },
  };
}

interface Asked {
  readonly method: WebRequest["method"];
  readonly target: URL;
  readonly content: string | undefined;
  readonly signal: AbortSignal;
  readonly lookup: ReturnType<typeof reachable>["lookup"] | undefined;
}

/** Each on a connection of its own: what its name means is looked up, and checked, each time. */
function statusOf({ method, target, content, signal, lookup }: Asked): Promise<number> {
  const request = target.protocol === "https:" ? secureRequest : plainRequest;
  const headers = {
    ...headersOf(target),
    ...(content === undefined ? {} : { "Content-Length": Buffer.byteLength(content) }),
  };
  const bare = new URL(target);
  bare.username = "";
  bare.password = "";
  return new Promise((resolve, reject) => {
    const asking = request(bare, { method, headers, agent: false, signal, ...(lookup ? { lookup } : {}) });
    asking.once("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.on("error", () => {}).destroy(); // of what it says, nothing is read
    });
    asking.once("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    asking.on("error", reject);
    asking.end(content);
  });
}

/** Who is named in a URL is told in a header. */
function headersOf(target: URL): Record<string, string> {
  const headers = {
    "Content-Type": "application/json",
    Accept: "*/*",
    "User-Agent": "node-red-contrib-zigbee-gateway",
  };
  const [name, password] = [target.username, target.password].map(decodeURIComponent);
  if (!name && !password) return headers;
  return { ...headers, Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}` };
}

/** Of several addresses that were tried in vain the first one tells why. */
function reasonOf(error: unknown): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { readonly errors?: readonly Error[] };
  return message || errors?.[0]?.message || (code ?? "no reason is known");
}
