/** Whether clients reach the gateway where it says that it is: a request and a handshake from here to there. */
import { get, type IncomingMessage } from "node:http";
import { wordsOf } from "../../src/model/errors.ts";
import { isObject } from "../../src/model/resource.ts";
import type { HealthCheck } from "./checks.ts";

const PATIENCE = 4_000; // milliseconds
const MOST_BYTES = 100_000;

interface Answered {
  readonly status: number;
  readonly body: string;
}

export const api: HealthCheck = async (runtime) => {
  const { gateway, ports } = runtime.opened;
  if (runtime.portInUse > 0)
    return { ok: false, says: "port-taken", values: { port: runtime.portInUse }, cure: "taken" };
  if (ports().http === 0)
    return { ok: false, says: "closed", values: { reason: String(runtime.status.text) }, cure: "port" };
  const { url } = runtime;
  const values = { url };
  try {
    const { status, body } = await ask(`${url}/config`);
    if (status !== 200) return { ok: false, says: "status", values: { url, status }, cure: "address" };
    if (bridgeIn(body) !== gateway.store.get("/config")?.attr.bridgeid)
      return { ok: false, says: "other", values, cure: "address" };
    const isLoopback = /^http:\/\/(127\.|localhost|\[::1\])/.test(url);
    return isLoopback ? { ok: null, says: "loopback", values, cure: "loopback" } : { ok: true, says: "good", values };
  } catch (error) {
    return { ok: false, says: "silent", values: { url, reason: wordsOf(error) }, cure: "address" };
  }
};

function bridgeIn(body: string): unknown {
  try {
    const there: unknown = JSON.parse(body);
    return isObject(there) ? there.bridgeid : undefined;
  } catch {
    return undefined; // some page
  }
}

export const push: HealthCheck = async (runtime) => {
  const { push: port } = runtime.opened.ports();
  if (port === 0) return { ok: false, says: "closed", cure: "port" };
  const { hostname } = new URL(runtime.url);
  const url = `ws://${hostname}:${port}`;
  const values = { url };
  try {
    const { status } = await ask(`http://${hostname}:${port}/`, {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"), // no server checks that it is random
    });
    if (status === 101) return { ok: true, says: "good", values };
    if (status === 403) return { ok: true, says: "keyed", values };
    return { ok: false, says: "status", values: { url, status }, cure: "address" };
  } catch (error) {
    return { ok: false, says: "silent", values: { url, reason: wordsOf(error) }, cure: "address" };
  }
};

/** Answers 101, too: a server that takes the handshake has proved enough, and the check lets it go again. */
function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false, timeout: PATIENCE, signal: AbortSignal.timeout(PATIENCE) });
    request.on("upgrade", (_, socket) => {
      socket.on("error", () => {}); // it may be reset while we close it
      socket.destroy();
      resolve({ status: 101, body: "" });
    });
    request.on("response", (response: IncomingMessage) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        body += text;
        if (body.length > MOST_BYTES) request.destroy(new Error("it answers too much"));
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      response.on("error", reject);
    });
    request.on("timeout", () => request.destroy(new Error("no answer in time")));
    request.on("error", (error) => reject(error.name === "TimeoutError" ? new Error("no answer in time") : error));
  });
}
