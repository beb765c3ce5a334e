/** An HTTP server on a port of our own, for clients that cannot use Node-RED's. */
import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import express, { type Express } from "express";
import { ApiError } from "../../model/errors.ts";
import type { Clock, Log } from "../../model/ports.ts";
import { errorReply } from "../deconz/dialect.ts";
import { ConnectionLimits } from "./connection-limits.ts";
import type { AuthenticatedSockets, HttpHandler } from "./http.ts";
import { JSON_TYPE, sendReply } from "./reply.ts";
import type { RequestQueue } from "./request-queue.ts";

export interface OwnPortOptions {
  readonly port: number; // 0 for any that is free
  readonly address?: string;
  readonly handler: HttpHandler;
  readonly queue?: RequestQueue; // of the handler
  readonly authenticated?: AuthenticatedSockets; // of the handler
  readonly clock: Clock;
  readonly log: Log;
}

export interface OwnPort {
  readonly port: number;
  readonly server: Server;
  close(): Promise<void>;
}

/** Newer than the types: an upgrade to anything but a WebSocket (Java's HTTP/2 greeting) stays an ordinary request. */
interface Settings extends ServerOptions {
  readonly shouldUpgradeCallback: (request: { readonly headers: { readonly upgrade?: string } }) => boolean;
}

const SETTINGS: Settings = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
  requireHostHeader: false, // small devices leave it out, and the answer to that would not be JSON
  shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
};
const IDLE = 120_000; // milliseconds until a peer that neither reads nor writes is disconnected
const LINGER = 1_000; // milliseconds in which a client may read an error before its connection is closed

const PORT_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use",
  EACCES: "may not be opened without more rights",
  EADDRNOTAVAIL: "cannot be opened: this machine does not have that address",
};

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

export async function openOwnPort({
  port,
  address,
  handler,
  queue,
  authenticated = new WeakSet(),
  clock,
  log,
}: OwnPortOptions): Promise<OwnPort> {
  const app = fallback(clock);
  const serve: RequestListener = (request, response) => handler(request, response, () => app(request, response));
  const server = createServer(SETTINGS, serve);
  server.timeout = IDLE;
  server.on("checkExpectation", serve); // Node's own reply would not be JSON
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket, clock));
  queue?.watch(server);
  const limits = new ConnectionLimits({ authenticated });
  server.on("connection", (socket) => limits.admit(socket));
  server.prependListener("upgrade", ({ socket }) => limits.markUpgraded(socket));
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  await listen(server, port, address);
  server.on("error", (error) => log.error(`/config/port: ${error.message}`));
  return {
    port: (server.address() as AddressInfo).port,
    server,
    close: () => {
      server.close();
      for (const socket of [...limits.sockets]) socket.destroy(); // also those that became WebSockets
      return closed;
    },
  };
}

/** Answers requests that are not for the API. The handler stands before Express, which would take a third of its speed. */
function fallback(clock: Clock): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.use((request, response) => {
    sendReply(request, response, errorReply(new ApiError("noMethod", request.path, request.method)), clock);
  });
  return app;
}

function listen(server: Server, port: number, address: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const why = PORT_ERRORS[error.code ?? ""] ?? `cannot be opened: ${error.message}`;
      reject(new Error(`port ${port} ${why}`, { cause: error }));
    };
    server.once("error", refuse);
    server.listen({ port, ...(address ? { host: address } : {}) }, () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

/** Bytes that are not HTTP never reach the handler; their sender gets a JSON error all the same, and a moment to read it. */
function refuse(error: NodeJS.ErrnoException, socket: Socket, clock: Clock): void {
  if (!socket.writable || isAnswering(socket)) return void socket.destroy();
  const body = JSON.stringify(errorReply(new ApiError("badJson", "/")).body);
  const status = STATUS_LINES[error.code ?? ""] ?? "400 Bad Request";
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
  socket.once(
    "close",
    clock.after(LINGER, () => socket.destroy()),
  );
}

/** In the middle of a reply, a client would take a second one for its body. */
function isAnswering(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}
