/** The Web port: requests of rules to other servers. Only the status of a reply counts, and no redirect is followed. */
import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP } from "node:net";
import type { Web, WebRequest } from "../../model/ports.ts";
import { addressGuard } from "./address-guard.ts";

interface WebOptions {
  /** The user has allowed requests to this machine, with all that listens on it for itself alone. */
  readonly allowsLocal: boolean;
  /** Ports of Node-RED and of the gateway, at any address of this machine. */
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
      const guard = allowsLocal ? undefined : addressGuard(port, ownPorts());
      const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
      if (isIP(host)) guard?.assertAllowed(host);
      return await requestStatus({ method, target, content, signal, lookup: guard?.lookup }).catch((error) => {
        throw new Error(signal.aborted ? `no answer within ${deadline / 1000} s` : reasonOf(error));
      });
    },
  };
}

interface OutgoingRequest {
  readonly method: WebRequest["method"];
  readonly target: URL;
  readonly content: string | undefined;
  readonly signal: AbortSignal;
  readonly lookup: ReturnType<typeof addressGuard>["lookup"] | undefined;
}

/** Each on a connection of its own: its host name is looked up, and the address checked, each time. */
function requestStatus({ method, target, content, signal, lookup }: OutgoingRequest): Promise<number> {
  const request = target.protocol === "https:" ? secureRequest : plainRequest;
  const headers = {
    ...headersOf(target),
    ...(content === undefined ? {} : { "Content-Length": Buffer.byteLength(content) }),
  };
  const bare = new URL(target);
  bare.username = "";
  bare.password = "";
  return new Promise((resolve, reject) => {
    const outgoing = request(bare, { method, headers, agent: false, signal, ...(lookup ? { lookup } : {}) });
    outgoing.once("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.on("error", () => {}).destroy(); // its body is not read
    });
    outgoing.once("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    outgoing.on("error", reject);
    outgoing.end(content);
  });
}

/** User and password of a URL go into a header. */
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

/** Where several addresses were tried in vain, the reason of the first one. */
function reasonOf(error: unknown): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { readonly errors?: readonly Error[] };
  return message || errors?.[0]?.message || (code ?? "no reason is known");
}
