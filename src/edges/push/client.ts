/** One client of the push channel: its socket, and what it has not taken yet. */
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";

/** Of bytes that a client has not taken yet. */
const MOST_WAITING = 1_000_000;

/** What is known of it when it comes. */
export interface Comer {
  readonly from: string;
  readonly key: string | undefined;
  readonly isForeign: boolean; // a page of somebody else
}

export class PushClient implements Comer {
  readonly from: string;
  readonly key: string | undefined;
  readonly isForeign: boolean;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;

  constructor(ws: WebSocket, socket: Duplex, { from, key, isForeign }: Comer) {
    this.from = from;
    this.key = key;
    this.isForeign = isForeign;
    this.#ws = ws;
    this.#socket = socket;
  }

  /**
   * Takes whole frames, made once for all clients. Going round `ws` is safe as long as it neither compresses nor
   * sends data itself: what it writes (pongs, the close) are whole frames too. False: too much waits already.
   */
  write(frames: Buffer): boolean {
    if (this.#ws.readyState !== WebSocket.OPEN) return true;
    if (this.#socket.writableLength + frames.length > MOST_WAITING) return false;
    this.#socket.write(frames);
    return true;
  }

  /** At once: whoever is ended here would not read a farewell. */
  end(): void {
    this.#ws.terminate();
  }
}
