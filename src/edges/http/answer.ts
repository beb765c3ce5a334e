/** Puts a reply on the wire: JSON always, with its length, and with the headers that clients and browsers ask for (core 6). */
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from "node:http";
import type { ApiError } from "../../model/errors.ts";
import type { Clock } from "../../model/ports.ts";
import type { Reply } from "../../model/resource.ts";
import { isUnread } from "./body.ts";

export const JSON_TYPE = "application/json; charset=utf-8";
const OPEN_TO_ALL: readonly string[] = ["Access-Control-Allow-Origin", "*", "Cache-Control", "no-store"];
const LARGE = 262_144; // bytes
const PIECE = 131_072;
const LINGER = 1_000; // milliseconds in which a client that is still sending may notice that it was refused

/** All that goes out with a reply, but its status. */
interface Sheet {
  readonly etag: string | undefined; // as a header has it
  readonly body: Uint8Array | string;
  readonly encoding: "latin1" | "utf8"; // of a text: as latin1, one that is ASCII is written much quicker
  readonly length: number; // bytes
  readonly head: readonly (string | number)[];
  readonly knownHead: readonly (string | number)[]; // for who has that version already
}

/** Of replies that are kept ready, as long as they are. */
const sheets = new WeakMap<Reply, Sheet>();

export function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  clock: Clock,
  alwaysOk = false, // status 200 even for errors
): void {
  if (response.headersSent || response.destroyed) return;
  const sheet = sheetOf(reply);
  const isKnown = sheet.etag !== undefined && reply.status === 200 && isRepeated(request, sheet.etag);
  const status = isKnown ? 304 : alwaysOk ? 200 : reply.status;
  const head = isKnown ? sheet.knownHead : sheet.head;
  if (isUnread(request, response)) {
    response.writeHead(status, [...head, "Connection", "close"]);
    takeLeave(request, response, isKnown ? undefined : sheet.body, clock);
    return;
  }
  response.writeHead(status, head as OutgoingHttpHeader[]);
  if (isKnown) response.end();
  else if (sheet.length > LARGE) endInTurns(response, bytesOf(sheet));
  else if (typeof sheet.body === "string") response.end(sheet.body, sheet.encoding);
  else response.end(sheet.body);
}

function sheetOf(reply: Reply): Sheet {
  const kept = sheets.get(reply);
  if (kept) return kept;
  const etag = reply.etag === undefined ? undefined : `"${reply.etag}"`;
  const body = reply.json ?? JSON.stringify(reply.body) ?? "null";
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  const knownHead = etag === undefined ? OPEN_TO_ALL : [...OPEN_TO_ALL, "ETag", etag];
  const head = [...knownHead, "Content-Type", JSON_TYPE, "Content-Length", length];
  const encoding = typeof body === "string" && body.length === length ? "latin1" : "utf8";
  const sheet: Sheet = { etag, body, encoding, length, head, knownHead };
  if (reply.json !== undefined && etag !== undefined) sheets.set(reply, sheet);
  return sheet;
}

/** Pieces of large answers that wait: the loop is one, whichever gateway answers. */
const pieces: (() => void)[] = [];

function inTurn(write: () => void): void {
  if (pieces.push(write) === 1) setImmediate(writeNext);
}

function writeNext(): void {
  try {
    pieces[0]?.();
  } finally {
    pieces.shift();
    if (pieces.length > 0) setImmediate(writeNext);
  }
}

/** Between the pieces of all large answers whatever else waits has its turn: flows run on the same loop. */
function endInTurns(response: ServerResponse, bytes: Buffer): void {
  let at = 0;
  const turn = () => {
    const piece = bytes.subarray(at, at + PIECE);
    at += PIECE;
    if (response.destroyed) return;
    if (at >= bytes.length) response.end(piece);
    else if (response.write(piece)) inTurn(turn);
    else response.once("drain", () => inTurn(turn));
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

function bytesOf({ body }: Sheet): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body);
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
