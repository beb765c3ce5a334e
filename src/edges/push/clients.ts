/** Clients of the push channel: each with its socket, in a group that gets the same messages, and with the numbers by which it catches up after a gap. */
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import { textFrame } from "./websocket.ts";

const MOST_BUFFERED = 1_000_000; // bytes that a client has not read yet
const MOST_BATCHED = 64_000; //    bytes of one write: small against the bytes that may be buffered for a client

export interface ClientFacts {
  readonly from: string;
  readonly key: string | undefined;
  readonly isForeign: boolean; // a web page of another origin
}

export class PushClient implements ClientFacts {
  readonly from: string;
  readonly key: string | undefined;
  readonly isForeign: boolean;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;

  constructor(ws: WebSocket, socket: Duplex, { from, key, isForeign }: ClientFacts) {
    this.from = from;
    this.key = key;
    this.isForeign = isForeign;
    this.#ws = ws;
    this.#socket = socket;
  }

  /**
   * Writes whole frames, made once for all clients. Bypassing `ws` is safe as long as it neither compresses nor
   * sends data itself: its own writes (pongs, the close) are whole frames too. False: too much is buffered already.
   */
  write(frames: Buffer): boolean {
    if (this.#ws.readyState !== WebSocket.OPEN) return true;
    if (this.#socket.writableLength + frames.length > MOST_BUFFERED) return false;
    this.#socket.write(frames);
    return true;
  }

  /** Without a close frame: a client that is ended here would not read one. */
  end(): void {
    this.#ws.terminate();
  }
}

/** Clients that get the same messages: a message is framed once, batched with others of its moment, and written to each. */
export class ClientGroup {
  readonly #clients = new Set<PushClient>();
  readonly #onSlow: (client: PushClient) => void;
  #frames: Buffer[] = [];
  #bytes = 0;

  constructor(onSlow: (client: PushClient) => void) {
    this.#onSlow = onSlow;
  }

  get size(): number {
    return this.#clients.size;
  }

  add(client: PushClient): void {
    this.#clients.add(client);
  }

  delete(client: PushClient): void {
    this.#clients.delete(client);
  }

  /** Goes out with the next `flush`. */
  send(text: string): void {
    if (this.#clients.size === 0) return;
    const frame = textFrame(text);
    if (this.#bytes + frame.length > MOST_BATCHED) this.flush();
    this.#frames.push(frame);
    this.#bytes += frame.length;
  }

  flush(): void {
    if (this.#frames.length === 0) return;
    const [first] = this.#frames;
    const batch = first && this.#frames.length === 1 ? first : Buffer.concat(this.#frames, this.#bytes);
    this.#frames = [];
    this.#bytes = 0;
    for (const client of this.#clients) if (!client.write(batch)) this.#onSlow(client);
  }
}

// ---- the numbers by which clients of push catch up after a gap

const MOST_MESSAGES = 1_000; // that can be replayed
const MOST_TEXT = 500_000; // characters: well below the bytes that may be buffered for a client, since a replay is written at once

/**
 * For clients that connect with `?since=<n>`: their messages carry a running number `n`, and after a gap they get the missed ones.
 * `since=0` is a first visit. Where messages cannot be replayed (too long ago, or a number of an earlier run), one message
 * `{"t":"event","e":"resync","n":<n>}` says: read everything anew, and go on from this number. Other clients see nothing of it.
 */
export class Replay {
  #last: number;
  #kept: string[] = []; // the latest messages, without a gap up to #last
  #size = 0;

  /** Numbers grow slower than microseconds: those of an earlier run are smaller, or far ahead if the clock was put back. */
  constructor(now: number) {
    this.#last = now * 1_000;
  }

  /** Numbers a message, and keeps it for a replay. */
  add(message: string): string {
    this.#last += 1;
    const text = `{"n":${this.#last},${message.slice(1)}`;
    this.#kept.push(text);
    this.#size += text.length;
    while (this.#kept.length > MOST_MESSAGES || this.#size > MOST_TEXT) this.#size -= this.#kept.shift()?.length ?? 0;
    return text;
  }

  /** The messages for a client whose last one had this number. */
  since(number: number): readonly string[] {
    const missed = this.#last - number;
    if (missed === 0) return [];
    if (Number.isInteger(missed) && missed > 0 && missed <= this.#kept.length) return this.#kept.slice(-missed);
    return [JSON.stringify({ t: "event", e: "resync", n: this.#last })];
  }
}
