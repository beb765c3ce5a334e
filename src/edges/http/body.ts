/** Reads the body of a request, within limits, as JSON whatever its Content-Type says: clients send it under any name. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../model/ports.ts";
import { isObject, NOT_JSON, type Stop } from "../../model/resource.ts";

export const MOST_BYTES = 1_048_576;
const MOST_DEPTH = 64;
const MOST_ITEMS = 10_000; // members and elements, all levels together
const STALL = 10_000; //      milliseconds without news from the client
const LONGEST = 60_000; //    milliseconds for the whole body

export type Body = { readonly value: unknown } | "refused" | "gone";

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** False where a request announces no body: nothing has to be waited for. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/** True while a body is on its way that cannot just be skipped: too long, without a known end, or the last of its connection. */
export function isUnread(request: IncomingMessage, response: ServerResponse): boolean {
  if (!hasBody(request) || request.complete) return false;
  const chunked = request.headers["transfer-encoding"] !== undefined;
  return chunked || announced(request) > MOST_BYTES || !response.shouldKeepAlive;
}

/** Kept with "refused" when it is too large or packed, with "gone" when the client went away or fell silent. */
export function readBody(request: IncomingMessage, clock: Clock, most: number): Promise<Body> {
  if (request.readableEnded) return Promise.resolve({ value: parsedBefore(request) });
  if (announced(request) > most || isPacked(request)) return Promise.resolve("refused");
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    const started = clock.uptime();
    let heardAt = started;
    let size = 0;
    let stop: Stop;
    const finish = (body: Body) => {
      stop();
      request.off("data", hear).off("end", end).off("close", leave);
      resolve(body);
    };
    const leave = () => finish("gone");
    const giveUp = () => {
      leave();
      request.destroy();
    };
    const look = () => {
      const left = heardAt + STALL - clock.uptime();
      if (left <= 0) return giveUp();
      stop = clock.after(left, look);
    };
    const hear = (chunk: Uint8Array) => {
      heardAt = clock.uptime();
      size += chunk.length;
      if (size > most) return finish("refused");
      if (heardAt - started > LONGEST) return giveUp();
      chunks.push(chunk);
    };
    const end = () => finish({ value: parse(chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)) });
    stop = clock.after(STALL, look);
    request.on("data", hear).on("end", end).on("close", leave);
    request.on("error", leave);
  });
}

/** Nothing but white space is no body. Hostile nesting is found before anything is built from it. */
export function parse(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes) || !isModest(bytes)) return NOT_JSON;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().trim();
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

function announced({ headers }: IncomingMessage): number {
  return Number(headers["content-length"] ?? 0);
}

function isModest(bytes: Uint8Array): boolean {
  let depth = 0;
  let items = 0;
  let quoted = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number;
    if (quoted && byte === BACKSLASH) index += 1;
    else if (byte === QUOTE) quoted = !quoted;
    else if (!quoted && OPENING.has(byte)) depth += 1;
    else if (!quoted && CLOSING.has(byte)) depth -= 1;
    else if (!quoted && byte === COMMA) items += 1;
    if (depth > MOST_DEPTH || items >= MOST_ITEMS) return false;
  }
  return true;
}

/** A small gzip may hold gigabytes; no client of ours sends one. */
function isPacked({ headers }: IncomingMessage): boolean {
  const encoding = headers["content-encoding"];
  return encoding !== undefined && encoding.toLowerCase() !== "identity";
}

/** Where other middleware was quicker and ate the stream, its reading has to do. */
function parsedBefore(request: IncomingMessage & { body?: unknown }): unknown {
  const { body } = request;
  if (typeof body === "string") return parse(Buffer.from(body));
  if (body instanceof Uint8Array) return parse(body);
  if (!isObject(body) || !request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) return body;
  const pairs = Object.entries(body).map(([name, value]) => (value === "" ? name : `${name}=${value}`));
  return parse(Buffer.from(pairs.join("&"))); // curl -d '{"on":true}' is taken for a form with one strange name
}
