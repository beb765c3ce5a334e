/** The door for REST clients: a request becomes a command, and the reply of `perform` becomes an answer (core 1). */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "../../model/errors.ts";
import { type Caller, PREFIX_LENGTH, prefixOf, withoutKeys } from "../../model/keys.ts";
import { refusedInWords } from "../../model/origins.ts";
import type { Clock, Log } from "../../model/ports.ts";
import type { Address, Cause, Method, Perform, Reply } from "../../model/resource.ts";
import { refusal, send } from "./answer.ts";
import { hasBody, MOST_BYTES, readBody } from "./body.ts";
import { type Names, sendOptions } from "./cors.ts";
import { asksForDescription, type Described, sendDescription } from "./description.ts";
import { type Target, Targets } from "./target.ts";
import { sourceOf, Throttle } from "./throttle.ts";
import { Turns } from "./turns.ts";

export interface HttpParts {
  readonly perform: Perform;
  /** Synchronous and fast. */
  readonly callerOf: (key: string) => Caller | undefined;
  /** The Basic header holds the password that the user set. */
  readonly proves: (authorization: string | undefined) => boolean;
  readonly holders?: Holders;
  /** Whether a page of somebody else asks. */
  readonly isForeign?: (headers: IncomingHttpHeaders) => boolean;
  /** The OpenAPI document as JSON. */
  readonly reference: () => Buffer;
  readonly names: () => Names;
  /** What stands in description.xml for who came to this address of ours; undefined while nobody knows. */
  readonly described?: (used: string | undefined) => Described | undefined;
  /** A user's own route matches this path. */
  readonly taken?: (request: IncomingMessage) => boolean;
  /** While the keys are still being loaded nobody may be called a stranger. Rejected when they cannot be loaded. */
  readonly opening?: () => Promise<void> | undefined;
  /** Shared with the servers that hand their requests here. */
  readonly turns?: Turns;
  readonly clock: Clock;
  readonly log: Log;
}

export type { Described } from "./description.ts";

/** Connections on which a valid key was shown. */
export type Holders = WeakSet<Socket>;

export type HttpHandler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** One request on its way, with what has been understood of it. */
interface Visit extends Target {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly next: (() => void) | undefined;
  readonly method: Method | undefined; // undefined: none of those that a command may have
}

/** Undefined: there is nothing to answer, or somebody else does. */
type Answer = Reply | undefined;

const METHODS: ReadonlyMap<string, Method> = new Map([
  ["GET", "GET"],
  ["HEAD", "GET"],
  ["POST", "POST"],
  ["PUT", "PUT"],
  ["PATCH", "PATCH"],
  ["DELETE", "DELETE"],
]);
const STRANGER: Cause = { by: "rest:stranger", depth: 0 };
const STRANGER_BYTES = 65_536; // nobody without a key may fill the memory
const GUESSES = { free: 20, perSecond: 1 };
const MOST_TOLD = 20; // pages that were refused
const PAIRINGS = { free: 10, perSecond: 10 }; // clients ask each second while they wait for the link button

export function httpHandler(parts: HttpParts): HttpHandler {
  const door = new Door(parts);
  const turns = parts.turns ?? new Turns(parts.clock);
  const targets = new Targets();
  const enter = (visit: Visit) => door.enter(visit);
  return (request, response, next) => {
    const target = targets.of(request.url ?? "");
    if (target) turns.enter(visitOf(target, request, response, next), enter);
    else if (asksForDescription(request)) door.describe(request, response, next);
    else if (next) next();
    else send(request, response, refusal(new ApiError("noMethod", "/", request.method)), parts.clock);
  };
}

function visitOf(target: Target, request: IncomingMessage, response: ServerResponse, next: Visit["next"]): Visit {
  const { key, address, broken } = target;
  return { key, address, broken, request, response, next, method: METHODS.get(request.method ?? "") };
}

class Door {
  readonly #parts: HttpParts;
  readonly #keys: Throttle;
  readonly #passwords: Throttle;
  readonly #pairings: Throttle;
  readonly #toldOf = new Set<string>();

  constructor(parts: HttpParts) {
    this.#parts = parts;
    this.#keys = new Throttle(parts.clock, GUESSES);
    this.#passwords = new Throttle(parts.clock, GUESSES);
    this.#pairings = new Throttle(parts.clock, PAIRINGS);
  }

  enter(visit: Visit): void {
    const opening = this.#parts.opening?.();
    if (!opening) this.#serve(visit);
    else {
      opening.then(
        () => this.#serve(visit),
        () =>
          this.#finish(visit, refusal(new ApiError("internal", visit.address, "the gateway is not running")), false),
      );
    }
  }

  /** Outside of /api, and for everybody, unless a flow has something there. */
  describe(request: IncomingMessage, response: ServerResponse, next: Visit["next"]): void {
    const { taken, opening, described, clock, log } = this.#parts;
    const refuse = (error: ApiError) => send(request, response, refusal(error), clock);
    const answer = () => {
      const facts = described?.(request.socket.localAddress);
      if (facts) sendDescription(response, facts);
      else refuse(new ApiError("internal", "/", "the gateway is not running"));
    };
    if (next && taken?.(request)) return void next();
    const ready = Promise.resolve(opening?.()).catch(() => {}); // then nothing is described
    ready.then(answer).catch((error) => {
      log.error(`/description.xml: it failed: ${error instanceof Error ? error.stack : error}`);
      refuse(new ApiError("failed", "/", "see the log"));
    });
  }

  #serve(visit: Visit): void {
    try {
      const caller = visit.key === "" ? undefined : this.#parts.callerOf(visit.key);
      const alwaysOk = caller?.alwaysOk ?? false;
      const answer = caller ? this.#serveCaller(visit, caller) : this.#serveStranger(visit);
      if (!(answer instanceof Promise)) this.#finish(visit, answer, alwaysOk);
      else answer.then((late) => this.#finish(visit, late, alwaysOk)).catch((error) => this.#fail(visit, error));
    } catch (error) {
      this.#fail(visit, error);
    }
  }

  #serveCaller(visit: Visit, { cause }: Caller): Answer | Promise<Answer> {
    const { request, method, key, address, broken } = visit;
    this.#parts.holders?.add(request.socket);
    if (broken || !method) return this.#serveOddity(visit);
    if (method === "GET") return this.#parts.perform({ method, address, key }, cause);
    return this.#withBody(visit, MOST_BYTES, (body) => this.#parts.perform({ method, address, body, key }, cause));
  }

  /** Without a valid key: what is public, and 403 for the rest, the later the more often it is tried. */
  #serveStranger(visit: Visit): Answer | Promise<Answer> {
    const { request, method, address, broken, next } = visit;
    if (isPublic(visit)) return this.#servePublic(visit);
    if (next && this.#parts.taken?.(request)) {
      next();
      return undefined;
    }
    if (broken || !method) return this.#serveOddity(visit);
    const named: Address = visit.key === "config" ? `/config${address}` : address; // no key: the path begins with what it names
    return this.#paced(visit, this.#keys, () =>
      this.#parts.perform({ method, address: named, isAnonymous: true }, STRANGER),
    );
  }

  #servePublic(visit: Visit): Answer | Promise<Answer> {
    const { method, key } = visit;
    if (method === "POST") return this.#pair(visit);
    if (key === "openapi.json") return { status: 200, body: undefined, json: this.#parts.reference() };
    return this.#parts.perform({ method: "GET", address: "/config", isAnonymous: true }, STRANGER);
  }

  /** interface 5: a client asks for its key. A password that is guessed too fast is not even looked at. */
  #pair(visit: Visit): Answer | Promise<Answer> {
    const { authorization } = visit.request.headers;
    const wish = { method: "POST", address: "/config/whitelist", isAnonymous: true } as const;
    const throttle = authorization === undefined ? this.#pairings : this.#passwords;
    return this.#paced(visit, throttle, (inTime) => {
      const hasPassword = authorization !== undefined && inTime && this.#parts.proves(authorization);
      if (!hasPassword && this.#parts.isForeign?.(visit.request.headers)) return this.#turnAway(visit);
      return this.#withBody(visit, STRANGER_BYTES, (body) =>
        this.#parts.perform(hasPassword ? { ...wish, body, hasPassword } : { ...wish, body }, STRANGER),
      );
    });
  }

  /** The user hears of each page, or name, once. */
  #turnAway({ request: { headers } }: Visit): Answer {
    const { isForeign = () => false, log } = this.#parts;
    const why = refusedInWords(headers, isForeign({ host: headers.host }));
    if (this.#toldOf.size < MOST_TOLD && !this.#toldOf.has(why)) {
      this.#toldOf.add(why);
      log.warn(`/api: no key was given, ${why}`);
    }
    return refusal(new ApiError("foreignPage", "/"));
  }

  #serveOddity({ request, response, method, address }: Visit): Answer {
    if (request.method !== "OPTIONS") {
      return refusal(new ApiError(method === "GET" ? "notFound" : "noMethod", address, request.method));
    }
    sendOptions(request, response, this.#parts.names());
    return undefined;
  }

  /** Runs at once while the source behaves, else late; a client that goes away meanwhile is forgotten. */
  #paced(
    visit: Visit,
    throttle: Throttle,
    run: (inTime: boolean) => Answer | Promise<Answer>,
  ): Answer | Promise<Answer> {
    const { request, response } = visit;
    if (throttle.allows(sourceOf(request.socket.remoteAddress))) return run(true);
    return new Promise<void>((resolve) => {
      const stop = throttle.later(resolve);
      if (stop) response.once("close", stop);
      else request.destroy();
    }).then(() => run(false));
  }

  #withBody(visit: Visit, most: number, run: (body: unknown) => Reply | Promise<Reply>): Answer | Promise<Answer> {
    const { request, address } = visit;
    if (!hasBody(request)) return run(undefined);
    return readBody(request, this.#parts.clock, most).then((body) => {
      if (body === "gone") return undefined;
      return body === "refused" ? refusal(new ApiError("badJson", address)) : run(body.value);
    });
  }

  #finish({ request, response }: Visit, answer: Answer, alwaysOk: boolean): void {
    if (answer) send(request, response, answer, this.#parts.clock, alwaysOk);
  }

  /** Our own bug: that it happened is told to the client, what happened to the log, and a key to neither. */
  #fail(visit: Visit, error: unknown): void {
    const { request, key, address } = visit;
    const text = withoutKeys(`${address}: ${request.method} failed: ${error instanceof Error ? error.stack : error}`);
    this.#parts.log.error(key.length > PREFIX_LENGTH ? text.replaceAll(key, prefixOf(key)) : text);
    this.#finish(visit, refusal(new ApiError("failed", address, "see the log")), false);
  }
}

/** What anyone may ask, under names that no key can have. */
function isPublic({ key, address, method }: Visit): boolean {
  if (address !== "/") return false;
  return key === "" ? method === "POST" : method === "GET" && (key === "config" || key === "openapi.json");
}
