/**
 * The push channel (interface 6): every change of a sensor, light or group goes out to all WebSocket clients as JSON text.
 * Clients need no key (unless the user wants one), say nothing, and find it at `/` of any server that hands its upgrades here.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Bus } from "../../core/bus.ts";
import type { Store } from "../../core/store.ts";
import { refusedInWords } from "../../model/origins.ts";
import type { Clock, Log } from "../../model/ports.ts";
import type { Change, Stop } from "../../model/resource.ts";
import { Audience, textFrame } from "./audience.ts";
import { type Comer, PushClient } from "./client.ts";
import { openHandshake } from "./handshake.ts";
import { messageOf } from "./messages.ts";
import { Replay } from "./replay.ts";

export interface PushParts {
  readonly bus: Bus;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** All members of a section are told instead of only the changed ones. */
  readonly whole: () => boolean;
  /** Asked with the key from `?key=` or `Authorization: Bearer`, if there is one. */
  readonly mayListen: (key: string | undefined, isForeign: boolean) => boolean;
  /** Whether a page of somebody else asks. */
  readonly isForeign?: (headers: IncomingHttpHeaders) => boolean;
}

export interface Push {
  /** For `server.on("upgrade", …)`. */
  readonly upgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly clients: number;
  close(): void;
}

const MOST_CLIENTS = 500;
const MOST_PER_ADDRESS = 200;
const MOST_HEARD = 64_000; // bytes of one message from a client; we ignore it, so it need not be long
/** We send no pings: some clients take them for text, or lose what shares a packet with one. The system asks a silent peer instead. */
const SILENCE = 30_000; // milliseconds
const LINES_PER_MINUTE = 10;
const MOST_TOLD = 20; // pages that were refused
const MINUTE = 60_000;
const CLIENTS_PER_TURN = 25;
const MOST_TURNS = 4;
/** Other packages may take their upgrades late (the editor's own, after it has looked at a token), but not at `/`. */
const OTHERS_FIRST = 500;

export function openPush(parts: PushParts): Push {
  return new PushServer(parts);
}

class PushServer implements Push {
  readonly #parts: PushParts;
  readonly #shake = openHandshake(MOST_HEARD);
  readonly #clients = new Set<PushClient>();
  readonly #plain = new Audience((client) => this.#dropSlow(client));
  readonly #numbered = new Audience((client) => this.#dropSlow(client));
  readonly #waits = new Set<Stop>();
  readonly #toldOf = new Set<string>();
  readonly #stopHearing: Stop;
  #replay: Replay | undefined; // from the first client on that asks for numbers
  #isFlushDue = false;
  #isClosed = false;
  #lines = 0;
  #linesSince = 0;

  constructor(parts: PushParts) {
    this.#parts = parts;
    this.#stopHearing = parts.bus.on((change) => this.#tell(change));
  }

  get clients(): number {
    return this.#clients.size;
  }

  /** A server's upgrades are heard by everybody at once: whoever else wants this one goes first. */
  readonly upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (this.#isClosed) return;
    socket.on("error", ignore); // until somebody takes the socket, an error that nobody hears would end the process
    const written = bytesWritten(socket);
    const admit = () => {
      if (!this.#isClosed && !isTaken(socket, written)) this.#admit(req, socket, head);
    };
    if (pathOf(req) === "/") setImmediate(admit);
    else this.#afterOthers(admit);
  };

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopHearing();
    for (const stop of this.#waits) stop();
    for (const client of this.#clients) client.end();
    for (const client of this.#clients) this.#forget(client);
  }

  // ---- coming and going

  #afterOthers(run: () => void): void {
    const stop = this.#parts.clock.after(OTHERS_FIRST, () => {
      this.#waits.delete(stop);
      run();
    });
    this.#waits.add(stop);
  }

  #admit(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const from = req.socket.remoteAddress ?? "unknown";
    const query = new URLSearchParams(req.url?.split("?")[1]);
    const since = query.get("since");
    const key = keyOf(req, query);
    const isForeign = this.#parts.isForeign?.(req.headers) ?? false;
    try {
      const refusal = this.#refusal({ from, key, isForeign }, req.headers);
      if (refusal) refuse(socket, refusal);
      else
        this.#shake(req, socket, head, (ws) => {
          req.socket.setKeepAlive(true, SILENCE);
          this.#welcome(new PushClient(ws, socket, { from, key, isForeign }), ws, since);
        });
    } catch (error) {
      this.#parts.log.error(`push ${from}: ${error instanceof Error ? error.stack : error}`);
      socket.destroy();
    }
  }

  #refusal({ from, key, isForeign }: Comer, headers: IncomingHttpHeaders): string | undefined {
    if (!this.#parts.mayListen(key, isForeign)) {
      if (isForeign) this.#tellRefused(from, headers);
      return "403 Forbidden";
    }
    const near = [...this.#clients].filter((client) => client.from === from).length;
    if (this.#clients.size < MOST_CLIENTS && near < MOST_PER_ADDRESS) return undefined;
    this.#warn(`push ${from}: refused, there are ${this.#clients.size} clients, ${near} of them from here`);
    return "503 Service Unavailable";
  }

  /** Each page, or name, once: it asks again and again. */
  #tellRefused(from: string, headers: IncomingHttpHeaders): void {
    const { isForeign = () => false } = this.#parts;
    const why = refusedInWords(headers, isForeign({ host: headers.host }));
    if (this.#toldOf.size >= MOST_TOLD || this.#toldOf.has(why)) return;
    this.#toldOf.add(why);
    this.#warn(`push ${from}: refused without a key, ${why}`);
  }

  #welcome(client: PushClient, ws: WebSocket, since: string | null): void {
    ws.on("close", () => this.#forget(client));
    ws.on("error", (error) => {
      this.#warn(`push ${client.from}: ended, ${error.message}`);
      client.end();
    });
    this.#flush(); // what still waits happened before this client came, or is part of its replay
    this.#clients.add(client);
    if (since === null) this.#plain.add(client);
    else this.#catchUp(client, since);
  }

  #catchUp(client: PushClient, since: string): void {
    this.#replay ??= new Replay(this.#parts.clock.now());
    const missed = this.#replay.since(Number(since));
    if (missed.length > 0) client.write(Buffer.concat(missed.map(textFrame)));
    this.#numbered.add(client);
  }

  #forget(client: PushClient): void {
    this.#clients.delete(client);
    this.#plain.delete(client);
    this.#numbered.delete(client);
  }

  #dropSlow(client: PushClient): void {
    this.#warn(`push ${client.from}: dropped, it does not read what it is told`);
    this.#forget(client);
    client.end();
  }

  /** What was deleted may have been a key. */
  #dropUninvited(): void {
    for (const client of this.#clients) {
      if (this.#parts.mayListen(client.key, client.isForeign)) continue;
      this.#warn(`push ${client.from}: dropped, its key was deleted`);
      this.#forget(client);
      client.end();
    }
  }

  /** A crowd of bad clients must not fill the log. */
  #warn(line: string): void {
    const now = this.#parts.clock.uptime();
    if (now - this.#linesSince >= MINUTE) {
      this.#lines = 0;
      this.#linesSince = now;
    }
    this.#lines += 1;
    if (this.#lines <= LINES_PER_MINUTE) this.#parts.log.warn(line);
  }

  // ---- telling

  #tell(change: Change): void {
    if (this.#clients.size === 0 && !this.#replay) return;
    if (change.event === "deleted") this.#dropUninvited();
    const { store, whole } = this.#parts;
    const definition = store.definition(change.resource);
    const message = messageOf(change, { definition, whole: whole(), view: (resource) => store.view(resource) });
    if (!message) return;
    const text = JSON.stringify(message);
    this.#plain.tell(text);
    if (this.#replay) this.#numbered.tell(this.#replay.keep(text));
    this.#flushSoon();
  }

  /**
   * The bus hands out what happened together in one go: it leaves in one write for each client. Where a message means
   * many writes, it waits a few turns of the event loop for others: no time at all in a quiet house, half the work in a busy one.
   */
  #flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    const turns = Math.min(MOST_TURNS, Math.floor(this.#clients.size / CLIENTS_PER_TURN));
    queueMicrotask(() => this.#flushAfter(turns));
  }

  #flushAfter(turns: number): void {
    if (turns > 0) setImmediate(() => this.#flushAfter(turns - 1));
    else this.#flush();
  }

  #flush(): void {
    this.#isFlushDue = false;
    this.#plain.flush();
    this.#numbered.flush();
  }
}

/** FHEM names the whole URL, and no path. */
function pathOf(req: IncomingMessage): string {
  const path = req.url?.split("?")[0] ?? "/";
  return path.replace(/^\w+:\/\/[^/]*/, "") || "/";
}

function keyOf(req: IncomingMessage, query: URLSearchParams): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? "");
  return query.get("key") ?? bearer?.[1];
}

/** Answered or read by somebody. A kept-alive connection may have written answers before, so only what is new counts. */
function isTaken(socket: Duplex, written: number): boolean {
  return socket.destroyed || !socket.writable || socket.readableFlowing !== null || bytesWritten(socket) > written;
}

function bytesWritten(socket: Duplex): number {
  return "bytesWritten" in socket ? Number(socket.bytesWritten) : 0;
}

function refuse(socket: Duplex, status: string): void {
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function ignore(): void {}
