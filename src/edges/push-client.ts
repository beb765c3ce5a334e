/** One client of the push channel: its socket, what it has been told and whether it still lives. */
import type { Duplex } from "node:stream";
import { WebSocket } from "ws";

/** Of bytes that a client has not taken yet. */
const MOST_WAITING = 1_000_000;

export class PushClient {
  readonly from: string;
  readonly key: string | undefined;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  #unanswered = 0;

  constructor(ws: WebSocket, socket: Duplex, from: string, key: string | undefined) {
    this.from = from;
    this.key = key;
    this.#ws = ws;
    this.#socket = socket;
    const lives = () => {
      this.#unanswered = 0;
    };
    for (const sign of ["message", "ping", "pong"]) ws.on(sign, lives);
  }

  /** Pings in a row that it has left without any sign of life. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /**
   * Takes whole frames, made once for all clients. Going round `ws` is safe as long as it neither compresses nor
   * sends data itself: what it writes (pings, pongs, the close) are whole frames too. False: too much waits already.
   */
  write(frames: Buffer): boolean {
    if (this.#ws.readyState !== WebSocket.OPEN) return true;
    if (this.#socket.writableLength + frames.length > MOST_WAITING) return false;
    this.#socket.write(frames);
    return true;
  }

  ping(): void {
    this.#unanswered += 1;
    if (this.#ws.readyState === WebSocket.OPEN) this.#ws.ping();
  }

  /** At once: whoever is ended here would not read a farewell. */
  end(): void {
    this.#ws.terminate();
  }
}
