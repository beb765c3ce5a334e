/** A real server around the HTTP edge, with a fake `perform` behind it that answers as the house would. */
import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, request as wish } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { errorReply } from "../../src/edges/deconz/dialect.ts";
import { type HttpOptions, httpHandler } from "../../src/edges/http/http.ts";
import { ApiError } from "../../src/model/errors.ts";
import type { Cause, Command, Reply } from "../../src/model/resource.ts";
import { NOT_JSON } from "../../src/model/resource.ts";
import { type FakeClock, fakeClock, loudLog } from "./fakes.ts";

export const KEY = "0123456789ABCDEF0123456789ABCDEF01234567";
export const HUE_KEY = "FEDCBA9876543210FEDCBA9876543210FEDCBA98";
export const PASSWORD = `Basic ${Buffer.from("me:secret").toString("base64")}`;
export const ETAG = "0123456789abcdef0123456789abcdef";

export interface Heard {
  readonly command: Command;
  readonly cause: Cause;
}

export interface HttpHouse {
  readonly port: number;
  readonly server: Server;
  readonly clock: FakeClock;
  readonly log: ReturnType<typeof loudLog>;
  readonly heard: Heard[];
  /** The requests that went on to the next handler. */
  readonly passed: IncomingMessage[];
  readonly last: () => Heard;
  readonly ask: (method: string, path: string, more?: More) => Promise<Heardback>;
  readonly close: () => Promise<void>;
}

export interface More {
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
}

export interface Heardback {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface HttpHouseOptions extends Partial<HttpOptions> {
  readonly errors?: RegExp;
  readonly alone?: true; // no other handler comes after it
}

export function httpParts(heard: Heard[], errors?: RegExp) {
  const log = loudLog(errors);
  const clock = fakeClock();
  const parts: HttpOptions = {
    perform: (command, cause) => {
      heard.push({ command, cause });
      return replyTo(command);
    },
    callerOf: (key) =>
      key === KEY || key === HUE_KEY
        ? { key, cause: { by: "rest:test", depth: 0 }, alwaysOk: key === HUE_KEY }
        : undefined,
    isPassword: (authorization) => authorization === PASSWORD,
    openApiDocument: () => Buffer.from('{"openapi":"3.1.0"}'),
    gatewayNames: () => ({ name: "Küche\r\n", uuid: "u-u-i-d" }),
    clock,
    log,
  };
  return { parts, log, clock };
}

export async function openHttp({ errors, alone, ...own }: HttpHouseOptions = {}): Promise<HttpHouse> {
  const heard: Heard[] = [];
  const passed: IncomingMessage[] = [];
  const { parts, log, clock } = httpParts(heard, errors);
  const handler = httpHandler({ ...parts, ...own });
  const server = createServer((request, response) => {
    if (alone) handler(request, response);
    else
      handler(request, response, () => {
        passed.push(request);
        request.setEncoding("utf8");
        let text = "";
        request.on("data", (chunk) => {
          text += chunk;
        });
        request.on("end", () => response.end(`passed:${text}`));
      });
  });
  await new Promise<void>((resolve) => server.unref().listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    server,
    clock,
    log,
    heard,
    passed,
    last: () => heard.at(-1) as Heard,
    ask: (method, path, more) => ask(port, method, path, more),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As the house answers: the same refusals, and one resource. */
const replyTo = (command: Command): Reply => {
  const { address, body, isAnonymous, hasPassword } = command;
  if (isAnonymous && address === "/config") return { status: 200, body: { name: "public" }, etag: ETAG };
  if (isAnonymous && address === "/config/whitelist" && !hasPassword)
    return errorReply(new ApiError("linkButtonNotPressed", "/"));
  if (isAnonymous && !hasPassword) return errorReply(new ApiError("unauthorized", address));
  if (body === NOT_JSON) return errorReply(new ApiError("badJson", address));
  if (address === "/nothing") return errorReply(new ApiError("notFound", address));
  return { status: 200, body: { address, body: body ?? null }, etag: ETAG };
};

export function ask(port: number, method: string, path: string, { headers = {}, body }: More = {}): Promise<Heardback> {
  const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, method, path, headers: { ...length, ...headers }, agent: false };
    const request = wish(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

export interface Line {
  readonly socket: Socket;
  /** All that has come until now. */
  readonly text: () => string;
  readonly until: (mark: string) => Promise<string>;
  readonly closed: Promise<string>;
}

/** A bare connection, for bytes that no HTTP client would send; `from` is one of this machine's own addresses. */
export async function dial(port: number, first: string | Uint8Array = "", from = "127.0.0.1"): Promise<Line> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  let text = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => {});
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  await new Promise((resolve) => socket.once("connect", resolve));
  if (first.length > 0) socket.write(first);
  const until = async (mark: string) => {
    while (!text.includes(mark)) {
      if (socket.destroyed) assert.fail(`closed before ${JSON.stringify(mark)} came: ${text}`);
      await new Promise<void>((resolve) => {
        const more = () => {
          socket.off("data", more).off("close", more);
          resolve();
        };
        socket.on("data", more).on("close", more);
      });
    }
    return text;
  };
  return { socket, text: () => text, until, closed };
}

/** Waits for events of sockets, however slow the machine is. */
export async function eventually(holds: () => boolean, what: string): Promise<void> {
  for (let round = 0; round < 100_000; round += 1) {
    if (holds()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.fail(what);
}

export function typesOf(text: string): number[] {
  return JSON.parse(text).map(({ error }: { error: { type: number } }) => error.type);
}
