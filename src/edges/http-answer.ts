/** Puts a reply on the wire: JSON always, with its length, and with the headers that clients and browsers ask for (core 6). */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiError } from "../model/errors.ts";
import type { Clock } from "../model/ports.ts";
import type { Reply } from "../model/resource.ts";
import { isUnread } from "./http-body.ts";

export const JSON_TYPE = "application/json; charset=utf-8";
const OPEN_TO_ALL: readonly string[] = ["Access-Control-Allow-Origin", "*", "Cache-Control", "no-store"];
const LARGE = 262_144; // bytes
const PIECE = 131_072;
const LINGER = 1_000; // milliseconds in which a client that is still sending may notice that it was refused

export function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  clock: Clock,
  alwaysOk = false, // status 200 even for errors
): void {
  if (response.headersSent || response.destroyed) return;
  const etag = reply.etag === undefined ? undefined : `"${reply.etag}"`;
  const isKnown = etag !== undefined && reply.status === 200 && isRepeated(request, etag);
  const bytes = isKnown ? undefined : bytesOf(reply);
  const head = headersOf(bytes, etag);
  const status = alwaysOk ? 200 : reply.status;
  if (isUnread(request, response)) {
    response.writeHead(isKnown ? 304 : status, [...head, "Connection", "close"]);
    takeLeave(request, response, bytes, clock);
  } else {
    response.writeHead(isKnown ? 304 : status, head);
    if (bytes !== undefined && bytes.length > LARGE)
      endInTurns(response, Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes));
    else response.end(bytes);
  }
}

/** Between the pieces of a large answer whatever else waits has its turn: flows run on the same loop. */
function endInTurns(response: ServerResponse, bytes: Buffer): void {
  let at = 0;
  const turn = () => {
    const piece = bytes.subarray(at, at + PIECE);
    at += PIECE;
    if (response.destroyed) return;
    if (at >= bytes.length) response.end(piece);
    else if (response.write(piece)) setImmediate(turn);
    else response.once("drain", () => setImmediate(turn));
  };
  turn();
}

export function refusal(error: ApiError): Reply {
  return { status: error.status, body: [error.outcome] };
}

/** Closed at once, a connection on which the client still sends would be reset, and the answer might be lost with it. */
function takeLeave(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Uint8Array | string | undefined,
  clock: Clock,
): void {
  response.flushHeaders();
  if (bytes !== undefined) response.write(bytes);
  const hangUp = () => response.end();
  const stop = clock.after(LINGER, hangUp);
  request.once("end", hangUp).on("error", stop).resume();
  response.once("close", stop);
}

function headersOf(bytes: Uint8Array | string | undefined, etag: string | undefined): (string | number)[] {
  const head: (string | number)[] = [...OPEN_TO_ALL];
  if (etag !== undefined) head.push("ETag", etag);
  if (bytes === undefined) return head;
  head.push(
    "Content-Type",
    JSON_TYPE,
    "Content-Length",
    typeof bytes === "string" ? Buffer.byteLength(bytes) : bytes.length,
  );
  return head;
}

function bytesOf(reply: Reply): Uint8Array | string {
  return reply.json ?? JSON.stringify(reply.body) ?? "null";
}

/** Clients repeat the ETag as it is, weak, in a list, or without its quotes. */
function isRepeated(request: IncomingMessage, etag: string): boolean {
  const wanted = request.headers["if-none-match"];
  if (wanted === undefined || (request.method !== "GET" && request.method !== "HEAD")) return false;
  return wanted === etag || wanted.split(",").some((item) => matches(item.trim(), etag));
}

function matches(item: string, etag: string): boolean {
  const tag = item.startsWith("W/") ? item.slice(2) : item;
  return tag === etag || tag === "*" || `"${tag}"` === etag;
}
