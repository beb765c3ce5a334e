/** Writes replies: always JSON with its length, with the ETag and CORS headers that clients and browsers need (wire 6). */
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from "node:http";
import type { Clock } from "../../model/ports.ts";
import type { Reply } from "../../model/resource.ts";
import { isBodyPending } from "./body.ts";

export const JSON_TYPE = "application/json; charset=utf-8";
const OPEN_TO_ALL: readonly string[] = ["Access-Control-Allow-Origin", "*", "Cache-Control", "no-store"];
const LARGE = 262_144; // bytes
const PIECE = 131_072;
const LINGER = 1_000; // milliseconds in which a client that is still sending may read the error

/** A reply's bytes and headers, without its status. */
interface PreparedReply {
  readonly etag: string | undefined; // as a header has it
  readonly body: Uint8Array | string;
  readonly encoding: "latin1" | "utf8"; // of a string body: Node writes ASCII much quicker as latin1
  readonly length: number; // bytes
  readonly head: readonly (string | number)[];
  readonly notModifiedHead: readonly (string | number)[]; // of 304
}

/** As long as a cached reply lives. */
const prepared = new WeakMap<Reply, PreparedReply>();

export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  clock: Clock,
  alwaysOk = false, // status 200 even for errors
): void {
  if (response.headersSent || response.destroyed) return;
  const ready = prepare(reply);
  const isNotModified = ready.etag !== undefined && reply.status === 200 && matchesEtag(request, ready.etag);
  const status = isNotModified ? 304 : alwaysOk ? 200 : reply.status;
  const head = isNotModified ? ready.notModifiedHead : ready.head;
  if (isBodyPending(request, response)) {
    response.writeHead(status, [...head, "Connection", "close"]);
    closeAfterReply(request, response, isNotModified ? undefined : ready.body, clock);
    return;
  }
  response.writeHead(status, head as OutgoingHttpHeader[]);
  if (isNotModified) response.end();
  else if (ready.length > LARGE) endInPieces(response, bytesOf(ready));
  else if (typeof ready.body === "string") response.end(ready.body, ready.encoding);
  else response.end(ready.body);
}

function prepare(reply: Reply): PreparedReply {
  const kept = prepared.get(reply);
  if (kept) return kept;
  const etag = reply.etag === undefined ? undefined : `"${reply.etag}"`;
  const body = reply.json ?? JSON.stringify(reply.body) ?? "null";
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  const notModifiedHead = etag === undefined ? OPEN_TO_ALL : [...OPEN_TO_ALL, "ETag", etag];
  const head = [...notModifiedHead, "Content-Type", JSON_TYPE, "Content-Length", length];
  const encoding = typeof body === "string" && body.length === length ? "latin1" : "utf8";
  const ready: PreparedReply = { etag, body, encoding, length, head, notModifiedHead };
  if (reply.json !== undefined && etag !== undefined) prepared.set(reply, ready);
  return ready;
}

/** Pieces of large replies of all gateways of this process: they share its event loop. */
const waitingPieces: (() => void)[] = [];

function queuePiece(write: () => void): void {
  if (waitingPieces.push(write) === 1) setImmediate(writeNextPiece);
}

function writeNextPiece(): void {
  try {
    waitingPieces[0]?.();
  } finally {
    waitingPieces.shift();
    if (waitingPieces.length > 0) setImmediate(writeNextPiece);
  }
}

/** Other work, such as flows, runs between the pieces of large answers. */
function endInPieces(response: ServerResponse, bytes: Buffer): void {
  let at = 0;
  const turn = () => {
    const piece = bytes.subarray(at, at + PIECE);
    at += PIECE;
    if (response.destroyed) return;
    if (at >= bytes.length) response.end(piece);
    else if (response.write(piece)) queuePiece(turn);
    else response.once("drain", () => queuePiece(turn));
  };
  turn();
}

/** Closing at once would reset a connection on which the client still sends, and the reply might be lost with it. */
function closeAfterReply(
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

function bytesOf({ body }: PreparedReply): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body);
}

/** Clients send the ETag back as it is, weak, in a list, or without its quotes. */
function matchesEtag(request: IncomingMessage, etag: string): boolean {
  const wanted = request.headers["if-none-match"];
  if (wanted === undefined || (request.method !== "GET" && request.method !== "HEAD")) return false;
  return wanted === etag || wanted.split(",").some((item) => matches(item.trim(), etag));
}

function matches(item: string, etag: string): boolean {
  const tag = item.startsWith("W/") ? item.slice(2) : item;
  return tag === etag || tag === "*" || `"${tag}"` === etag;
}

export interface GatewayNames {
  readonly name: string;
  readonly uuid: string;
}

/** Answers OPTIONS with the requests that a page of another origin may send (wire 6.2). The key is in the path: no cookie is at risk. */
export function sendPreflight(request: IncomingMessage, response: ServerResponse, { name, uuid }: GatewayNames): void {
  response.writeHead(200, {
    "Cache-Control": "no-store, no-cache, must-revalidate, post-check=0, pre-check=0",
    Pragma: "no-cache",
    Connection: "close",
    "Access-Control-Max-Age": "0",
    "Access-Control-Allow-Origin": request.headers.origin ?? "*",
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Allow-Methods": "POST, GET, OPTIONS, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Access-Control-Allow-Origin, Content-Type, If-None-Match",
    "Access-Control-Expose-Headers": "Gateway-Name, Gateway-Uuid",
    "Gateway-Name": headerText(name),
    "Gateway-Uuid": headerText(uuid),
    "Content-Length": 0,
  });
  response.end();
}

/** The bytes of UTF-8, as the real gateway sends a name; without signs that could end the line. */
function headerText(text: string): string {
  const plain = Array.from(text, (sign) => (sign < " " || sign === "\x7f" ? " " : sign)).join("");
  return Buffer.from(plain).toString("latin1");
}
