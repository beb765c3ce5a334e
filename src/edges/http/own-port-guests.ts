/**
 * Who is connected to a port of our own. So many connections may be open, and so many of them from one source; beyond that one goes that
 * has neither shown a key nor waits for an answer, the oldest of them first: a crowd that is only silent keeps nobody out.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { sourceOf } from "./throttle.ts";

export interface GuestParts {
  /** Connections on which a valid key was shown. */
  readonly holders: { readonly has: (socket: Socket) => boolean };
  readonly most?: number;
  readonly mostPerSource?: number;
}

interface Guest {
  readonly source: string;
  isUpgraded: boolean;
}

const MOST = 2_000;
const MOST_PER_SOURCE = 500;

export class Guests {
  readonly #parts: GuestParts;
  readonly #guests = new Map<Socket, Guest>(); // in the order in which they came
  readonly #bySource = new Map<string, Set<Socket>>();

  constructor(parts: GuestParts) {
    this.#parts = parts;
  }

  get sockets(): Iterable<Socket> {
    return this.#guests.keys();
  }

  /** Somebody else may have to go for it; if nobody can, it goes itself. */
  enter(socket: Socket): void {
    const { most = MOST, mostPerSource = MOST_PER_SOURCE } = this.#parts;
    const source = sourceOf(socket.remoteAddress);
    const near = this.#bySource.get(source) ?? new Set();
    if (near.size >= mostPerSource && !this.#dismissOneOf(near)) return void socket.destroy();
    if (this.#guests.size >= most && !this.#dismissOneOf(this.#crowd())) return void socket.destroy();
    this.#guests.set(socket, { source, isUpgraded: false });
    this.#bySource.set(source, near.add(socket));
    socket.once("close", () => this.#leave(socket));
  }

  /** A WebSocket is silent by its nature; of those there are other limits. */
  upgrade(socket: Socket): void {
    const guest = this.#guests.get(socket);
    if (guest) guest.isUpgraded = true;
  }

  /** Those of the source that has most of them, as far as any of it can go. */
  #crowd(): Iterable<Socket> {
    const sources = [...this.#bySource.values()].sort((one, other) => other.size - one.size);
    return sources.find((sockets) => [...sockets].some((socket) => this.#isIdleStranger(socket))) ?? [];
  }

  #dismissOneOf(sockets: Iterable<Socket>): boolean {
    for (const socket of sockets) {
      if (!this.#isIdleStranger(socket)) continue;
      this.#leave(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  /** Whoever has not said its request to the end waits for no answer. */
  #isIdleStranger(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
    const isAnswered = socket._httpMessage?.req.complete ?? false;
    return !isAnswered && !this.#guests.get(socket)?.isUpgraded && !this.#parts.holders.has(socket);
  }

  #leave(socket: Socket): void {
    const guest = this.#guests.get(socket);
    const near = guest && this.#bySource.get(guest.source);
    this.#guests.delete(socket);
    near?.delete(socket);
    if (guest && near?.size === 0) this.#bySource.delete(guest.source);
  }
}
