/** Reads the body of a request within limits, as JSON under any Content-Type: clients send JSON under all of them. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../model/ports.ts";
import { isObject, NOT_JSON, type Stop } from "../../model/resource.ts";

export const MOST_BODY_BYTES = 1_048_576;
const MOST_NESTING = 64;
const MOST_ITEMS = 10_000; // members and elements, all levels together
const STALL = 10_000; //      milliseconds without news from the client
const LONGEST = 60_000; //    milliseconds for the whole body

type RequestBody = { readonly value: unknown } | "refused" | "gone";

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** False for a request without a body: nothing has to be waited for. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/** True while a body is arriving that cannot just be skipped: too long, of unknown length, or the last of its connection. */
export function isBodyPending(request: IncomingMessage, response: ServerResponse): boolean {
  if (!hasBody(request) || request.complete) return false;
  const chunked = request.headers["transfer-encoding"] !== undefined;
  return chunked || announcedLength(request) > MOST_BODY_BYTES || !response.shouldKeepAlive;
}

/** Resolves to "refused" for a body that is too large or compressed, to "gone" when the client closed or stalled. */
export function readBody(request: IncomingMessage, clock: Clock, most: number): Promise<RequestBody> {
  if (request.readableEnded) return Promise.resolve({ value: parsedBefore(request) });
  if (announcedLength(request) > most || isCompressed(request)) return Promise.resolve("refused");
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    const started = clock.uptime();
    let heardAt = started;
    let size = 0;
    let isDone = false;
    let stop: Stop | undefined;
    const finish = (body: RequestBody) => {
      isDone = true;
      stop?.();
      resolve(body);
    };
    const leave = () => {
      if (!isDone) finish("gone");
    };
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
      if (isDone) return;
      heardAt = clock.uptime();
      size += chunk.length;
      if (size > most) return finish("refused");
      if (heardAt - started > LONGEST) return giveUp();
      chunks.push(chunk);
    };
    const end = () => {
      if (isDone) return;
      finish({ value: parseBody(chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)) });
    };
    request.on("data", hear).on("end", end).on("close", leave).on("error", leave);
    setImmediate(() => {
      if (!isDone) look(); // most bodies come together with their request, and need no timer
    });
  });
}

/** White space alone is no body. Hostile nesting is found before anything is built from it. */
export function parseBody(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes) || !isWithinLimits(bytes)) return NOT_JSON;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().trim();
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

function announcedLength({ headers }: IncomingMessage): number {
  return Number(headers["content-length"] ?? 0);
}

function isWithinLimits(bytes: Uint8Array): boolean {
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
    if (depth > MOST_NESTING || items >= MOST_ITEMS) return false;
  }
  return true;
}

/** A small gzip may hold gigabytes; no client of ours sends one. */
function isCompressed({ headers }: IncomingMessage): boolean {
  const encoding = headers["content-encoding"];
  return encoding !== undefined && encoding.toLowerCase() !== "identity";
}

/** The body as other middleware has parsed it: a stream can be read only once. */
function parsedBefore(request: IncomingMessage & { body?: unknown }): unknown {
  const { body } = request;
  if (typeof body === "string") return parseBody(Buffer.from(body));
  if (body instanceof Uint8Array) return parseBody(body);
  if (!isObject(body) || !request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) return body;
  const pairs = Object.entries(body).map(([name, value]) => (value === "" ? name : `${name}=${value}`));
  return parseBody(Buffer.from(pairs.join("&"))); // curl -d '{"on":true}' is taken for a form with one strange name
}
