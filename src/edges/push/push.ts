/**
 * The push channel (interface 6): each change of a sensor, light or group goes out to all WebSocket clients as JSON text.
 * Clients need no key (unless the user wants one), send nothing, and connect at `/` of any server that passes its upgrades here.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Bus } from "../../core/bus.ts";
import type { Store } from "../../core/store.ts";
import { refusedInWords } from "../../model/origins.ts";
import type { Clock, Log } from "../../model/ports.ts";
import type { Change, Stop } from "../../model/resource.ts";
import { pushMessage } from "../deconz/push-messages.ts";
import { type ClientFacts, ClientGroup, PushClient, Replay } from "./clients.ts";
import { openHandshake, textFrame } from "./websocket.ts";

export interface PushOptions {
  readonly bus: Bus;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Messages have all members of a section instead of only the changed ones. */
  readonly whole: () => boolean;
  /** Asked with the key from `?key=` or `Authorization: Bearer`, if there is one. */
  readonly mayListen: (key: string | undefined, isForeign: boolean) => boolean;
  /** Whether a web page of another origin asks. */
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
const MAX_PAYLOAD = 64_000; // bytes of one message from a client; it is ignored, so it need not be long
/** TCP keep-alive instead of pings: some clients take a ping for text, or lose messages that share a packet with one. */
const KEEP_ALIVE = 30_000; // milliseconds
const WARNINGS_PER_MINUTE = 10;
const MOST_REFUSALS_LOGGED = 20; // of refused pages
const MINUTE = 60_000;
const CLIENTS_PER_DELAY = 25;
const MOST_DELAYS = 4;
/** Other packages may take their upgrades late (the editor's own, after it has looked at a token), but not at `/`. */
const OTHERS_TIMEOUT = 500;

export function openPush(options: PushOptions): Push {
  return new PushServer(options);
}

class PushServer implements Push {
  readonly #options: PushOptions;
  readonly #handshake = openHandshake(MAX_PAYLOAD);
  readonly #clients = new Set<PushClient>();
  readonly #plain = new ClientGroup((client) => this.#dropSlow(client));
  readonly #numbered = new ClientGroup((client) => this.#dropSlow(client));
  readonly #timers = new Set<Stop>();
  readonly #loggedRefusals = new Set<string>();
  readonly #stopListening: Stop;
  #replay: Replay | undefined; // from the first client on that asks for numbers
  #isFlushDue = false;
  #isClosed = false;
  #warnings = 0;
  #warningsSince = 0;

  constructor(options: PushOptions) {
    this.#options = options;
    this.#stopListening = options.bus.on((change) => this.#send(change));
  }

  get clients(): number {
    return this.#clients.size;
  }

  /** All handlers of a server get each upgrade at once: another one that wants it goes first. */
  readonly upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (this.#isClosed) return;
    socket.on("error", ignore); // until a handler takes the socket, an error without a listener would end the process
    const bytesBefore = bytesWritten(socket);
    const admit = () => {
      if (!this.#isClosed && !isTaken(socket, bytesBefore)) this.#admit(req, socket, head);
    };
    if (pathOf(req) === "/") setImmediate(admit);
    else this.#afterOthers(admit);
  };

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopListening();
    for (const stop of this.#timers) stop();
    for (const client of this.#clients) client.end();
    for (const client of this.#clients) this.#forget(client);
  }

  // ---- clients

  #afterOthers(run: () => void): void {
    const stop = this.#options.clock.after(OTHERS_TIMEOUT, () => {
      this.#timers.delete(stop);
      run();
    });
    this.#timers.add(stop);
  }

  #admit(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const from = req.socket.remoteAddress ?? "unknown";
    const query = new URLSearchParams(req.url?.split("?")[1]);
    const since = query.get("since");
    const key = keyOf(req, query);
    const isForeign = this.#options.isForeign?.(req.headers) ?? false;
    try {
      const refusal = this.#refusal({ from, key, isForeign }, req.headers);
      if (refusal) refuse(socket, refusal);
      else
        this.#handshake(req, socket, head, (ws) => {
          req.socket.setKeepAlive(true, KEEP_ALIVE);
          this.#welcome(new PushClient(ws, socket, { from, key, isForeign }), ws, since);
        });
    } catch (error) {
      this.#options.log.error(`push ${from}: ${error instanceof Error ? error.stack : error}`);
      socket.destroy();
    }
  }

  #refusal({ from, key, isForeign }: ClientFacts, headers: IncomingHttpHeaders): string | undefined {
    if (!this.#options.mayListen(key, isForeign)) {
      if (isForeign) this.#logRefused(from, headers);
      return "403 Forbidden";
    }
    const sameAddress = [...this.#clients].filter((client) => client.from === from).length;
    if (this.#clients.size < MOST_CLIENTS && sameAddress < MOST_PER_ADDRESS) return undefined;
    this.#warn(`push ${from}: refused, there are ${this.#clients.size} clients, ${sameAddress} of them from here`);
    return "503 Service Unavailable";
  }

  /** Logs each page, or host name, once: it asks again and again. */
  #logRefused(from: string, headers: IncomingHttpHeaders): void {
    const { isForeign = () => false } = this.#options;
    const why = refusedInWords(headers, isForeign({ host: headers.host }));
    if (this.#loggedRefusals.size >= MOST_REFUSALS_LOGGED || this.#loggedRefusals.has(why)) return;
    this.#loggedRefusals.add(why);
    this.#warn(`push ${from}: refused without a key, ${why}`);
  }

  #welcome(client: PushClient, ws: WebSocket, since: string | null): void {
    ws.on("close", () => this.#forget(client));
    ws.on("error", (error) => {
      this.#warn(`push ${client.from}: ended, ${error.message}`);
      client.end();
    });
    this.#flush(); // batched messages are older than this client, or part of its replay
    this.#clients.add(client);
    if (since === null) this.#plain.add(client);
    else this.#catchUp(client, since);
  }

  #catchUp(client: PushClient, since: string): void {
    this.#replay ??= new Replay(this.#options.clock.now());
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

  /** After a deletion: it may have been a client's key. */
  #dropUnauthorised(): void {
    for (const client of this.#clients) {
      if (this.#options.mayListen(client.key, client.isForeign)) continue;
      this.#warn(`push ${client.from}: dropped, its key was deleted`);
      this.#forget(client);
      client.end();
    }
  }

  /** Bad clients must not fill the log. */
  #warn(line: string): void {
    const now = this.#options.clock.uptime();
    if (now - this.#warningsSince >= MINUTE) {
      this.#warnings = 0;
      this.#warningsSince = now;
    }
    this.#warnings += 1;
    if (this.#warnings <= WARNINGS_PER_MINUTE) this.#options.log.warn(line);
  }

  // ---- messages

  #send(change: Change): void {
    if (this.#clients.size === 0 && !this.#replay) return;
    if (change.event === "deleted") this.#dropUnauthorised();
    const { store, whole } = this.#options;
    const definition = store.definition(change.resource);
    const message = pushMessage(change, { definition, whole: whole(), view: (resource) => store.view(resource) });
    if (!message) return;
    const text = JSON.stringify(message);
    this.#plain.send(text);
    if (this.#replay) this.#numbered.send(this.#replay.add(text));
    this.#flushSoon();
  }

  /**
   * The bus hands out the changes of one moment together: they leave in one write for each client. With many clients the batch waits a few
   * turns of the event loop for more: no time at all in a quiet house, half the work in a busy one.
   */
  #flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    const turns = Math.min(MOST_DELAYS, Math.floor(this.#clients.size / CLIENTS_PER_DELAY));
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

/** FHEM sends the whole URL, without a path. */
function pathOf(req: IncomingMessage): string {
  const path = req.url?.split("?")[0] ?? "/";
  return path.replace(/^\w+:\/\/[^/]*/, "") || "/";
}

function keyOf(req: IncomingMessage, query: URLSearchParams): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? "");
  return query.get("key") ?? bearer?.[1];
}

/** Another handler has answered or reads it. A kept-alive connection may have had replies before, so only new bytes count. */
function isTaken(socket: Duplex, bytesBefore: number): boolean {
  return socket.destroyed || !socket.writable || socket.readableFlowing !== null || bytesWritten(socket) > bytesBefore;
}

function bytesWritten(socket: Duplex): number {
  return "bytesWritten" in socket ? Number(socket.bytesWritten) : 0;
}

function refuse(socket: Duplex, status: string): void {
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function ignore(): void {}
