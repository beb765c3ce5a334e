/**
 * Whose turn it is. A connection has one answer under way and is not read on while more of its requests wait; after some
 * milliseconds of answering, whatever else is on the loop (flows above all) goes first; and sources take turns.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock } from "../../model/ports.ts";
import type { Stop } from "../../model/resource.ts";
import { sourceOf } from "./throttle.ts";

export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Waiting {
  readonly response: ServerResponse;
  readonly serve: () => void;
}

/** Those of a source that have shown how they ask, or those that have not. */
interface Group {
  readonly held: Line[]; // not read, because one of them came with many requests at once
  isSuspect: boolean; //    until the next turn
}

/** A connection. */
interface Line {
  readonly socket: Duplex;
  readonly source: Source;
  readonly waiting: Waiting[];
  readonly stayPaused: () => void;
  readonly gone: () => void;
  answering: ServerResponse | undefined;
  isProven: boolean; // it has waited for its answers, and always so
  isUnread: boolean; // requests of its own wait
  isHeld: boolean;
}

interface Source {
  readonly name: string;
  readonly lines: Set<Line>;
  readonly ready: Line[]; // with requests that wait, and no answer under way
  readonly proven: Group;
  readonly others: Group;
  waiting: number; //       requests on all its lines
}

const STRETCH = 10; //      milliseconds of answering in one go
const BREATH = 1; //        milliseconds without a request end a stretch: the others had their turn
const CROWD = 64; //        requests of one source that wait; if still more come at once, its lines are read in turn
const FLOOD = 2_000; //     of a source with so many none is read while some of them can be answered
const DELUGE = 10_000; //   nobody who reads comes so far; each that waits holds some kilobytes
const PROVEN_AT_ONCE = 4; // what one line brings at once may be a thousand requests, and they are parsed in one go

export class Turns {
  readonly #clock: Clock;
  readonly #lines = new Map<Duplex, Line>();
  readonly #sources = new Map<string, Source>();
  readonly #queue: Source[] = []; //       with lines that are ready
  readonly #holding = new Set<Source>(); // with lines that are held
  #began = Number.NEGATIVE_INFINITY; //    of this stretch
  #ended = Number.NEGATIVE_INFINITY; //    of the last request
  #isDue = false;
  #isOdd = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get sources(): number {
    return this.#sources.size;
  }

  /** Connections to this server are known before they ask for anything; those that become WebSockets are forgotten. */
  watch(server: Server): Stop {
    const meet = (socket: Socket) => void this.#lineOf(socket);
    const part = ({ socket }: IncomingMessage) => this.#part(socket);
    server.on("connection", meet).prependListener("upgrade", part);
    return () => {
      server.off("connection", meet).off("upgrade", part);
      for (const { socket, waiting } of this.#lines.values()) if (waiting.length === 0) this.#forget(socket);
    };
  }

  /** Serves it at once if it may be, else in its turn. */
  enter<Visit extends Asked>(visit: Visit, serve: (visit: Visit) => void): void {
    const { request, response } = visit;
    const line = this.#lineOf(request.socket);
    const isFree = isAnswered(line) && line.waiting.length === 0;
    line.isProven = isFree && (line.isProven || line.answering !== undefined);
    if (isFree && this.#queue.length === 0 && this.#hasTime()) {
      line.answering = response;
      serve(visit);
    } else this.#wait(line, { response, serve: () => serve(visit) });
    this.#ended = this.#clock.uptime();
  }

  #hasTime(): boolean {
    const now = this.#clock.uptime();
    if (now - this.#ended > BREATH) this.#began = now;
    return now - this.#began < STRETCH;
  }

  #wait(line: Line, waiting: Waiting): void {
    const { source } = line;
    line.waiting.push(waiting);
    source.waiting += 1;
    if (source.waiting > DELUGE) return void line.socket.destroy();
    if (line.waiting.length === 1) return void this.#queueWhenAnswered(line);
    if (source.waiting > CROWD) this.#hold(source, line);
    if (line.isUnread) return;
    line.isUnread = true; // not for a single one: a client that waits for its answer brings no more
    pauseOrResume(line);
  }

  #queueWhenAnswered(line: Line): void {
    const queue = () => {
      if (this.#lines.get(line.socket) !== line) return;
      if (line.source.ready.push(line) === 1) this.#queue.push(line.source);
      this.#wake();
    };
    if (isAnswered(line)) queue();
    else line.answering?.once("close", queue);
  }

  // ---- one turn

  #wake(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isDue = false;
    this.#began = this.#ended = this.#clock.uptime();
    do {
      const source = this.#queue.shift();
      if (!source) break;
      const line = source.ready.shift();
      if (source.ready.length > 0) this.#queue.push(source);
      if (line) this.#serveNext(line);
      this.#ended = this.#clock.uptime();
    } while (this.#hasTime());
    for (const source of this.#holding) this.#release(source);
    if (this.#queue.length > 0 || this.#holding.size > 0) this.#wake();
  }

  #serveNext(line: Line): void {
    const next = line.waiting.shift();
    if (!next) return; // it has gone
    line.source.waiting -= 1;
    line.answering = next.response;
    next.serve();
    if (line.waiting.length > 0) return void this.#queueWhenAnswered(line);
    if (!line.isUnread) return;
    line.isUnread = false;
    pauseOrResume(line);
  }

  // ---- a source that floods

  /** Where one line brought many requests at once, the next ones of its kind are read one after the other. */
  #hold(source: Source, { isProven }: Line): void {
    const group = isProven ? source.proven : source.others;
    if (group.isSuspect) return;
    group.isSuspect = true;
    for (const line of source.lines) {
      if (line.isProven !== isProven || line.isUnread || line.isHeld) continue;
      line.isHeld = true;
      group.held.push(line);
      pauseOrResume(line);
    }
    this.#holding.add(source);
    this.#wake();
  }

  /** Of those that are new, the newest and the oldest in turn: who has just come does not wait for a whole flood. */
  #release(source: Source): void {
    const { proven, others, ready, waiting } = source;
    proven.isSuspect = false;
    others.isSuspect = false;
    this.#isOdd = !this.#isOdd;
    const isFull = waiting > FLOOD && ready.length > 0;
    const next = isFull ? [] : others.held.splice(this.#isOdd ? -1 : 0, 1);
    for (const line of [...proven.held.splice(0, PROVEN_AT_ONCE), ...next]) {
      line.isHeld = false;
      pauseOrResume(line);
    }
    if (proven.held.length === 0 && others.held.length === 0) this.#holding.delete(source);
  }

  // ---- coming and going

  #lineOf(socket: Socket): Line {
    return this.#lines.get(socket) ?? this.#meet(socket);
  }

  #meet(socket: Socket): Line {
    const source = this.#sourceOf(socket);
    const line: Line = {
      socket,
      source,
      waiting: [],
      stayPaused: () => socket.pause(),
      gone: () => this.#forget(socket),
      answering: undefined,
      isProven: false,
      isUnread: false,
      isHeld: false,
    };
    source.lines.add(line);
    this.#lines.set(socket, line);
    socket.once("close", line.gone);
    return line;
  }

  #sourceOf({ remoteAddress }: Socket): Source {
    const name = sourceOf(remoteAddress);
    const known = this.#sources.get(name);
    if (known) return known;
    const group = (): Group => ({ held: [], isSuspect: false });
    const source: Source = { name, lines: new Set(), ready: [], proven: group(), others: group(), waiting: 0 };
    this.#sources.set(name, source);
    return source;
  }

  /** It becomes a WebSocket. What it has asked for before would be answered between the frames, so then it is ended. */
  #part(socket: Socket): void {
    const line = this.#lines.get(socket);
    if (line && (line.waiting.length > 0 || line.answering?.writableEnded === false)) socket.destroy();
    this.#forget(socket);
  }

  #forget(socket: Duplex): void {
    const line = this.#lines.get(socket);
    if (!line) return;
    const { source, waiting } = line;
    socket.off("close", line.gone);
    this.#lines.delete(socket);
    source.lines.delete(line);
    source.waiting -= waiting.splice(0).length;
    line.isUnread = false;
    line.isHeld = false;
    pauseOrResume(line);
    for (const { held } of [source.proven, source.others]) if (held.includes(line)) held.splice(held.indexOf(line), 1);
    if (source.lines.size > 0) return;
    this.#sources.delete(source.name);
    this.#holding.delete(source);
  }
}

function isAnswered({ answering }: Line): boolean {
  return !answering || answering.writableFinished || answering.destroyed;
}

/** Node reads on by itself after each request that it has parsed. */
function pauseOrResume({ socket, stayPaused, isUnread, isHeld }: Line): void {
  const isPaused = socket.listeners("resume").includes(stayPaused);
  if (isPaused === (isUnread || isHeld)) return;
  if (isPaused) socket.off("resume", stayPaused).resume();
  else socket.on("resume", stayPaused).pause();
}
