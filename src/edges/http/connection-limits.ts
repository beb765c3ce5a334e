/**
 * Connection admission for a port of our own: limits for all connections and for those of one source address. At a limit the oldest
 * connection is closed that has shown no valid key and waits for no reply, so a crowd of silent connections keeps no client out.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { sourceOf } from "./rate-limiter.ts";

interface ConnectionLimitOptions {
  /** Connections on which a valid key was shown. */
  readonly authenticated: { readonly has: (socket: Socket) => boolean };
  readonly most?: number;
  readonly mostPerSource?: number;
}

interface TrackedConnection {
  readonly source: string;
  isUpgraded: boolean;
}

const MOST = 2_000;
const MOST_PER_SOURCE = 500;

export class ConnectionLimits {
  readonly #options: ConnectionLimitOptions;
  readonly #connections = new Map<Socket, TrackedConnection>(); // in the order of their arrival
  readonly #bySource = new Map<string, Set<Socket>>();

  constructor(options: ConnectionLimitOptions) {
    this.#options = options;
  }

  get sockets(): Iterable<Socket> {
    return this.#connections.keys();
  }

  /** At a limit another connection is evicted; if none may be, the new one is closed. */
  admit(socket: Socket): void {
    const { most = MOST, mostPerSource = MOST_PER_SOURCE } = this.#options;
    const source = sourceOf(socket.remoteAddress);
    const ofSource = this.#bySource.get(source) ?? new Set();
    if (ofSource.size >= mostPerSource && !this.#evictOneOf(ofSource)) return void socket.destroy();
    if (this.#connections.size >= most && !this.#evictOneOf(this.#largestSource())) return void socket.destroy();
    this.#connections.set(socket, { source, isUpgraded: false });
    this.#bySource.set(source, ofSource.add(socket));
    socket.once("close", () => this.#remove(socket));
  }

  /** A WebSocket is silent by nature, so it is never evicted; the push server has limits of its own. */
  markUpgraded(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection) connection.isUpgraded = true;
  }

  /** The connections of the source that has most of them, and at least one that may be evicted. */
  #largestSource(): Iterable<Socket> {
    const sources = [...this.#bySource.values()].sort((one, other) => other.size - one.size);
    return sources.find((sockets) => [...sockets].some((socket) => this.#isEvictable(socket))) ?? [];
  }

  #evictOneOf(sockets: Iterable<Socket>): boolean {
    for (const socket of sockets) {
      if (!this.#isEvictable(socket)) continue;
      this.#remove(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  /** A request that has not arrived as a whole waits for no reply. */
  #isEvictable(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
    const isAnswered = socket._httpMessage?.req.complete ?? false;
    return !isAnswered && !this.#connections.get(socket)?.isUpgraded && !this.#options.authenticated.has(socket);
  }

  #remove(socket: Socket): void {
    const connection = this.#connections.get(socket);
    const ofSource = connection && this.#bySource.get(connection.source);
    this.#connections.delete(socket);
    ofSource?.delete(socket);
    if (connection && ofSource?.size === 0) this.#bySource.delete(connection.source);
  }
}
