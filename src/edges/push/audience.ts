/** Clients that are told the same: a message is framed once, joined with the others of its moment, and written to each. */
import type { PushClient } from "./client.ts";

/** So much goes out in one piece; a piece must be small against what may wait for a client. */
const PIECE = 64_000;
const FINAL_TEXT = 0x81;

export class Audience {
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

  /** Waits for `flush`. */
  tell(text: string): void {
    if (this.#clients.size === 0) return;
    const frame = textFrame(text);
    if (this.#bytes + frame.length > PIECE) this.flush();
    this.#frames.push(frame);
    this.#bytes += frame.length;
  }

  flush(): void {
    if (this.#frames.length === 0) return;
    const [first] = this.#frames;
    const piece = first && this.#frames.length === 1 ? first : Buffer.concat(this.#frames, this.#bytes);
    this.#frames = [];
    this.#bytes = 0;
    for (const client of this.#clients) if (!client.write(piece)) this.#onSlow(client);
  }
}

/** RFC 6455 section 5.2: one frame, not masked, as a server sends it. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL_TEXT;
  frame[1] = { 2: length, 4: 126, 10: 127 }[start];
  if (start === 4) frame.writeUInt16BE(length, 2);
  if (start === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, start);
  return frame;
}
