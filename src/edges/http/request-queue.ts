/**
 * Fair queueing and back pressure for requests. A connection has one reply under way, and its socket is paused while more of its requests
 * wait. After some milliseconds of serving, the event loop runs other work that waits (flows above all). Source addresses take turns.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";
import { sourceOf } from "./rate-limiter.ts";

interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface WaitingRequest {
  readonly response: ServerResponse;
  readonly serve: () => void;
}

/** The paced connections of a source, or its other ones. */
interface ConnectionGroup {
  readonly paused: Connection[]; // after one of them brought many requests at once
  isFlooding: boolean; // until the next slice
}

interface Connection {
  readonly socket: Duplex;
  readonly source: RequestSource;
  readonly waiting: WaitingRequest[];
  readonly stayPaused: () => void;
  readonly gone: () => void;
  answering: ServerResponse | undefined;
  isPaced: boolean; // it has always waited for a reply before it sent the next request
  isBackedUp: boolean; // its own requests wait
  isThrottled: boolean; // its source floods
}

interface RequestSource {
  readonly name: string;
  readonly connections: Set<Connection>;
  readonly ready: Connection[]; // connections with waiting requests, and no reply under way
  readonly paced: ConnectionGroup;
  readonly unpaced: ConnectionGroup;
  waiting: number; // requests on all its connections
}

const TIME_SLICE = 10; //       milliseconds of serving in one go
const IDLE_GAP = 1; //          milliseconds without a request end a slice: the event loop was free
const MANY_WAITING = 64; //     requests of one source; beyond that its connections are read one after the other
const FLOOD_WAITING = 2_000; // requests of one source; beyond that no unpaced connection is read while one of them can be served
const MOST_WAITING = 10_000; // no client that reads its replies comes so far; each waiting request holds some kilobytes
const RESUMED_AT_ONCE = 4; //   one connection may bring a thousand requests, and Node parses them in one go

export class RequestQueue {
  readonly #clock: Clock;
  readonly #connections = new Map<Duplex, Connection>();
  readonly #sources = new Map<string, RequestSource>();
  readonly #ready: RequestSource[] = []; //       sources with ready connections
  readonly #throttled = new Set<RequestSource>(); // sources with paused connections
  #sliceBegan = Number.NEGATIVE_INFINITY;
  #lastEnded = Number.NEGATIVE_INFINITY; // when the last request was served
  #isScheduled = false;
  #takesNewest = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get sources(): number {
    return this.#sources.size;
  }

  /** Follows a server's connections from their start, before their first request, until they close or become WebSockets. */
  watch(server: Server): Stop {
    const onConnection = (socket: Socket) => void this.#connectionOf(socket);
    const onUpgrade = ({ socket }: IncomingMessage) => this.#stopFollowing(socket);
    server.on("connection", onConnection).prependListener("upgrade", onUpgrade);
    return () => {
      server.off("connection", onConnection).off("upgrade", onUpgrade);
      for (const { socket, waiting } of this.#connections.values()) if (waiting.length === 0) this.#forget(socket);
    };
  }

  /** Serves an exchange at once if nothing waits, else in its turn. */
  add<Item extends HttpExchange>(exchange: Item, serve: (exchange: Item) => void): void {
    const { request, response } = exchange;
    const connection = this.#connectionOf(request.socket);
    const isFree = isAnswered(connection) && connection.waiting.length === 0;
    connection.isPaced = isFree && (connection.isPaced || connection.answering !== undefined);
    if (isFree && this.#ready.length === 0 && this.#hasTime()) {
      connection.answering = response;
      serve(exchange);
    } else this.#enqueue(connection, { response, serve: () => serve(exchange) });
    this.#lastEnded = this.#clock.uptime();
  }

  #hasTime(): boolean {
    const now = this.#clock.uptime();
    if (now - this.#lastEnded > IDLE_GAP) this.#sliceBegan = now;
    return now - this.#sliceBegan < TIME_SLICE;
  }

  #enqueue(connection: Connection, waiting: WaitingRequest): void {
    const { source } = connection;
    connection.waiting.push(waiting);
    source.waiting += 1;
    if (source.waiting > MOST_WAITING) return void connection.socket.destroy();
    if (connection.waiting.length === 1) return void this.#readyWhenAnswered(connection);
    if (source.waiting > MANY_WAITING) this.#throttle(source, connection);
    if (connection.isBackedUp) return;
    connection.isBackedUp = true; // only from the second one on: a client that waits for its reply sends no more
    pauseOrResume(connection);
  }

  #readyWhenAnswered(connection: Connection): void {
    const markReady = () => {
      if (this.#connections.get(connection.socket) !== connection) return;
      if (connection.source.ready.push(connection) === 1) this.#ready.push(connection.source);
      this.#scheduleSlice();
    };
    if (isAnswered(connection)) markReady();
    else connection.answering?.once("close", markReady);
  }

  // ---- one slice

  #scheduleSlice(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#serveSlice());
  }

  #serveSlice(): void {
    this.#isScheduled = false;
    this.#sliceBegan = this.#lastEnded = this.#clock.uptime();
    do {
      const source = this.#ready.shift();
      if (!source) break;
      const connection = source.ready.shift();
      if (source.ready.length > 0) this.#ready.push(source);
      if (connection) this.#serveNext(connection);
      this.#lastEnded = this.#clock.uptime();
    } while (this.#hasTime());
    for (const source of this.#throttled) this.#resume(source);
    if (this.#ready.length > 0 || this.#throttled.size > 0) this.#scheduleSlice();
  }

  #serveNext(connection: Connection): void {
    const next = connection.waiting.shift();
    if (!next) return; // the connection was closed
    connection.source.waiting -= 1;
    connection.answering = next.response;
    next.serve();
    if (connection.waiting.length > 0) return void this.#readyWhenAnswered(connection);
    if (!connection.isBackedUp) return;
    connection.isBackedUp = false;
    pauseOrResume(connection);
  }

  // ---- a source that floods

  /** After one connection brought many requests at once, the others of its group are read one after the other. */
  #throttle(source: RequestSource, { isPaced }: Connection): void {
    const group = isPaced ? source.paced : source.unpaced;
    if (group.isFlooding) return;
    group.isFlooding = true;
    for (const connection of source.connections) {
      if (connection.isPaced !== isPaced || connection.isBackedUp || connection.isThrottled) continue;
      connection.isThrottled = true;
      group.paused.push(connection);
      pauseOrResume(connection);
    }
    this.#throttled.add(source);
    this.#scheduleSlice();
  }

  /** Resumes unpaced connections from both ends of the line: a newcomer does not wait behind a whole flood. */
  #resume(source: RequestSource): void {
    const { paced, unpaced, ready, waiting } = source;
    paced.isFlooding = false;
    unpaced.isFlooding = false;
    this.#takesNewest = !this.#takesNewest;
    const isFull = waiting > FLOOD_WAITING && ready.length > 0;
    const next = isFull ? [] : unpaced.paused.splice(this.#takesNewest ? -1 : 0, 1);
    for (const connection of [...paced.paused.splice(0, RESUMED_AT_ONCE), ...next]) {
      connection.isThrottled = false;
      pauseOrResume(connection);
    }
    if (paced.paused.length === 0 && unpaced.paused.length === 0) this.#throttled.delete(source);
  }

  // ---- connections

  #connectionOf(socket: Socket): Connection {
    return this.#connections.get(socket) ?? this.#track(socket);
  }

  #track(socket: Socket): Connection {
    const source = this.#sourceOf(socket);
    const connection: Connection = {
      socket,
      source,
      waiting: [],
      stayPaused: () => socket.pause(),
      gone: () => this.#forget(socket),
      answering: undefined,
      isPaced: false,
      isBackedUp: false,
      isThrottled: false,
    };
    source.connections.add(connection);
    this.#connections.set(socket, connection);
    socket.once("close", connection.gone);
    return connection;
  }

  #sourceOf({ remoteAddress }: Socket): RequestSource {
    const name = sourceOf(remoteAddress);
    const known = this.#sources.get(name);
    if (known) return known;
    const group = (): ConnectionGroup => ({ paused: [], isFlooding: false });
    const source: RequestSource = {
      name,
      connections: new Set(),
      ready: [],
      paced: group(),
      unpaced: group(),
      waiting: 0,
    };
    this.#sources.set(name, source);
    return source;
  }

  /** For a connection that becomes a WebSocket. With a reply still due it is ended: the reply would go out between the frames. */
  #stopFollowing(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection && (connection.waiting.length > 0 || connection.answering?.writableEnded === false))
      socket.destroy();
    this.#forget(socket);
  }

  #forget(socket: Duplex): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    const { source, waiting } = connection;
    socket.off("close", connection.gone);
    this.#connections.delete(socket);
    source.connections.delete(connection);
    source.waiting -= waiting.splice(0).length;
    connection.isBackedUp = false;
    connection.isThrottled = false;
    pauseOrResume(connection);
    for (const { paused } of [source.paced, source.unpaced])
      if (paused.includes(connection)) paused.splice(paused.indexOf(connection), 1);
    if (source.connections.size > 0) return;
    this.#sources.delete(source.name);
    this.#throttled.delete(source);
  }
}

function isAnswered({ answering }: Connection): boolean {
  return !answering || answering.writableFinished || answering.destroyed;
}

/** Node resumes a socket by itself after each request that it has parsed, so a paused one is paused again. */
function pauseOrResume({ socket, stayPaused, isBackedUp, isThrottled }: Connection): void {
  const isPaused = socket.listeners("resume").includes(stayPaused);
  if (isPaused === (isBackedUp || isThrottled)) return;
  if (isPaused) socket.off("resume", stayPaused).resume();
  else socket.on("resume", stayPaused).pause();
}
