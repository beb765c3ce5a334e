/** The HTTP handler of the REST API: a request becomes a command, and the reply of `perform` becomes the response (wire 1). */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "../../model/errors.ts";
import { type Caller, PREFIX_LENGTH, prefixOf, withoutKeys } from "../../model/keys.ts";
import { refusedInWords } from "../../model/origins.ts";
import type { Clock, Log } from "../../model/ports.ts";
import type { Address, Cause, Method, Perform, Reply } from "../../model/resource.ts";
import { errorReply } from "../deconz/dialect.ts";
import { hasBody, MOST_BODY_BYTES, readBody } from "./body.ts";
import { RateLimiter, sourceOf } from "./rate-limiter.ts";
import { type GatewayNames, sendPreflight, sendReply } from "./reply.ts";
import { RequestQueue } from "./request-queue.ts";
import { type RequestTarget, RequestTargets } from "./request-target.ts";
import { isDescriptionRequest, sendDescription, type UpnpDevice } from "./upnp-description.ts";

export interface HttpOptions {
  readonly perform: Perform;
  /** Synchronous and fast: asked for each request. */
  readonly callerOf: (key: string) => Caller | undefined;
  /** Of a key that takes a while to be proven; undefined: it is none of those. */
  readonly proveKey?: (key: string) => Promise<Caller | undefined> | undefined;
  /** Whether the Authorization header holds the password that the user set. */
  readonly isPassword: (authorization: string | undefined) => boolean;
  readonly authenticated?: AuthenticatedSockets;
  /** Whether a web page of another origin asks. */
  readonly isForeign?: (headers: IncomingHttpHeaders) => boolean;
  /** The OpenAPI document as JSON. */
  readonly openApiDocument: () => Buffer;
  readonly gatewayNames: () => GatewayNames;
  /** The facts of description.xml for clients of this local address; undefined until they are known. */
  readonly upnpDescription?: (used: string | undefined) => UpnpDevice | undefined;
  /** Whether a user's own route matches this path. */
  readonly hasOwnRoute?: (request: IncomingMessage) => boolean;
  /** Requests wait for it: until the keys are loaded, no client can be refused for a wrong one. Rejected when they cannot be loaded. */
  readonly opening?: () => Promise<void> | undefined;
  /** Shared with the servers that pass their requests here. */
  readonly queue?: RequestQueue;
  readonly clock: Clock;
  readonly log: Log;
}

export type { UpnpDevice } from "./upnp-description.ts";

/** Connections on which a valid key was shown. */
export type AuthenticatedSockets = WeakSet<Socket>;

export type HttpHandler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/** A request on its way, with its parsed target. */
interface ApiExchange extends RequestTarget {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly next: (() => void) | undefined;
  readonly method: Method | undefined; // undefined: none that a command may have
}

/** Undefined: the client is gone, or another handler responds. */
type HttpReply = Reply | undefined;

const METHODS: ReadonlyMap<string, Method> = new Map([
  ["GET", "GET"],
  ["HEAD", "GET"],
  ["POST", "POST"],
  ["PUT", "PUT"],
  ["PATCH", "PATCH"],
  ["DELETE", "DELETE"],
]);
const ANONYMOUS: Cause = { by: "rest:stranger", depth: 0 };
const MOST_ANONYMOUS_BYTES = 65_536; // a client without a key must not fill the memory
const GUESS_RATE = { burst: 20, perSecond: 1 };
const OWN_KEY = 40; // digits
const MOST_WARNINGS = 20; // of pages that were refused
const KEY_REQUEST_RATE = { burst: 10, perSecond: 10 }; // clients ask each second while they wait for the link button

export function httpHandler(options: HttpOptions): HttpHandler {
  const handler = new RequestHandler(options);
  const queue = options.queue ?? new RequestQueue(options.clock);
  const targets = new RequestTargets();
  const handle = (exchange: ApiExchange) => handler.handle(exchange);
  return (request, response, next) => {
    const target = targets.of(request.url ?? "");
    if (target) queue.add(exchangeOf(target, request, response, next), handle);
    else if (isDescriptionRequest(request)) handler.describe(request, response, next);
    else if (next) next();
    else sendReply(request, response, errorReply(new ApiError("noMethod", "/", request.method)), options.clock);
  };
}

function exchangeOf(
  target: RequestTarget,
  request: IncomingMessage,
  response: ServerResponse,
  next: ApiExchange["next"],
): ApiExchange {
  return { ...target, request, response, next, method: METHODS.get(request.method ?? "") };
}

class RequestHandler {
  readonly #options: HttpOptions;
  readonly #keyGuesses: RateLimiter;
  readonly #passwordGuesses: RateLimiter;
  readonly #keyRequests: RateLimiter;
  readonly #warnedOf = new Set<string>();

  constructor(options: HttpOptions) {
    this.#options = options;
    this.#keyGuesses = new RateLimiter(options.clock, GUESS_RATE);
    this.#passwordGuesses = new RateLimiter(options.clock, GUESS_RATE);
    this.#keyRequests = new RateLimiter(options.clock, KEY_REQUEST_RATE);
  }

  handle(exchange: ApiExchange): void {
    const opening = this.#options.opening?.();
    if (!opening) this.#serve(exchange);
    else {
      opening.then(
        () => this.#serve(exchange),
        () =>
          this.#finish(
            exchange,
            errorReply(new ApiError("internal", exchange.address, "the gateway is not running")),
            false,
          ),
      );
    }
  }

  /** Serves description.xml: outside of /api, without a key, and only where no flow has a route of its own. */
  describe(request: IncomingMessage, response: ServerResponse, next: ApiExchange["next"]): void {
    const { hasOwnRoute, opening, upnpDescription, clock, log } = this.#options;
    const refuse = (error: ApiError) => sendReply(request, response, errorReply(error), clock);
    const answer = () => {
      const facts = upnpDescription?.(request.socket.localAddress);
      if (facts) sendDescription(response, facts);
      else refuse(new ApiError("internal", "/", "the gateway is not running"));
    };
    if (next && hasOwnRoute?.(request)) return void next();
    const ready = Promise.resolve(opening?.()).catch(() => {}); // then there is no description
    ready.then(answer).catch((error) => {
      log.error(`/description.xml: it failed: ${error instanceof Error ? error.stack : error}`);
      refuse(new ApiError("failed", "/", "see the log"));
    });
  }

  #serve(exchange: ApiExchange): void {
    try {
      const caller = exchange.key === "" ? undefined : this.#options.callerOf(exchange.key);
      const proof = caller || exchange.key === "" ? undefined : this.#options.proveKey?.(exchange.key);
      if (proof !== undefined)
        proof.then((proved) => this.#answer(exchange, proved)).catch((error) => this.#fail(exchange, error));
      else this.#answer(exchange, caller);
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  #answer(exchange: ApiExchange, caller: Caller | undefined): void {
    try {
      const alwaysOk = caller?.alwaysOk ?? false;
      const answer = caller ? this.#serveCaller(exchange, caller) : this.#serveAnonymous(exchange);
      if (!(answer instanceof Promise)) this.#finish(exchange, answer, alwaysOk);
      else answer.then((late) => this.#finish(exchange, late, alwaysOk)).catch((error) => this.#fail(exchange, error));
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  #serveCaller(exchange: ApiExchange, { cause, key }: Caller): HttpReply | Promise<HttpReply> {
    const { request, method, address, query, isMalformed } = exchange;
    this.#options.authenticated?.add(request.socket);
    if (isMalformed || !method) return this.#serveOther(exchange);
    if (method === "GET") return this.#options.perform({ method, address, query, key }, cause);
    return this.#withBody(exchange, MOST_BODY_BYTES, (body) =>
      this.#options.perform({ method, address, body, key }, cause),
    );
  }

  /** For a client without a valid key: the public requests, and 403 for the rest, delayed for a source that tries too often. */
  #serveAnonymous(exchange: ApiExchange): HttpReply | Promise<HttpReply> {
    const { request, method, address, isMalformed, next } = exchange;
    if (isPublic(exchange)) return this.#servePublic(exchange);
    if (next && this.#options.hasOwnRoute?.(request)) {
      next();
      return undefined;
    }
    if (isMalformed || !method) return this.#serveOther(exchange);
    const named: Address = exchange.key === "config" ? `/config${address}` : address; // the path names a resource where the key should be
    return this.#rateLimited(exchange, this.#keyGuesses, () =>
      this.#options.perform({ method, address: named, isAnonymous: true }, ANONYMOUS),
    );
  }

  #servePublic(exchange: ApiExchange): HttpReply | Promise<HttpReply> {
    const { method, key } = exchange;
    if (method === "POST") return this.#requestKey(exchange);
    if (key === "openapi.json") return { status: 200, body: undefined, json: this.#options.openApiDocument() };
    return this.#options.perform({ method: "GET", address: "/config", isAnonymous: true }, ANONYMOUS);
  }

  /** A client asks for an API key (interface 5). A password that is guessed too fast is not even compared. */
  #requestKey(exchange: ApiExchange): HttpReply | Promise<HttpReply> {
    const { authorization } = exchange.request.headers;
    const wish = { method: "POST", address: "/config/whitelist", isAnonymous: true } as const;
    const limiter = authorization === undefined ? this.#keyRequests : this.#passwordGuesses;
    return this.#rateLimited(exchange, limiter, (inTime) => {
      const hasPassword = authorization !== undefined && inTime && this.#options.isPassword(authorization);
      if (!hasPassword && this.#options.isForeign?.(exchange.request.headers)) return this.#refuseForeignPage(exchange);
      return this.#withBody(exchange, MOST_ANONYMOUS_BYTES, (body) =>
        this.#options.perform(hasPassword ? { ...wish, body, hasPassword } : { ...wish, body }, ANONYMOUS),
      );
    });
  }

  /** The log names each page, or host name, once. */
  #refuseForeignPage({ request: { headers } }: ApiExchange): HttpReply {
    const { isForeign = () => false, log } = this.#options;
    const why = refusedInWords(headers, isForeign({ host: headers.host }));
    if (this.#warnedOf.size < MOST_WARNINGS && !this.#warnedOf.has(why)) {
      this.#warnedOf.add(why);
      log.warn(`/api: no key was given, ${why}`);
    }
    return errorReply(new ApiError("foreignPage", "/"));
  }

  #serveOther({ request, response, method, address }: ApiExchange): HttpReply {
    if (request.method !== "OPTIONS") {
      return errorReply(new ApiError(method === "GET" ? "notFound" : "noMethod", address, request.method));
    }
    sendPreflight(request, response, this.#options.gatewayNames());
    return undefined;
  }

  /** Runs at once within the source's rate, else late; a client that closes meanwhile is forgotten. */
  #rateLimited(
    exchange: ApiExchange,
    limiter: RateLimiter,
    run: (inTime: boolean) => HttpReply | Promise<HttpReply>,
  ): HttpReply | Promise<HttpReply> {
    const { request, response } = exchange;
    if (limiter.allows(sourceOf(request.socket.remoteAddress))) return run(true);
    return new Promise<void>((resolve) => {
      const stop = limiter.delay(resolve);
      if (stop) response.once("close", stop);
      else request.destroy();
    }).then(() => run(false));
  }

  #withBody(
    exchange: ApiExchange,
    most: number,
    run: (body: unknown) => Reply | Promise<Reply>,
  ): HttpReply | Promise<HttpReply> {
    const { request, address } = exchange;
    if (!hasBody(request)) return run(undefined);
    return readBody(request, this.#options.clock, most).then((body) => {
      if (body === "gone") return undefined;
      return body === "refused" ? errorReply(new ApiError("badJson", address)) : run(body.value);
    });
  }

  #finish({ request, response }: ApiExchange, answer: HttpReply, alwaysOk: boolean): void {
    if (answer) sendReply(request, response, answer, this.#options.clock, alwaysOk);
  }

  /** For our own bugs: the client learns that something failed, the log learns the error, and neither learns an API key. */
  #fail(exchange: ApiExchange, error: unknown): void {
    const { request, key, address } = exchange;
    const text = withoutKeys(`${address}: ${request.method} failed: ${error instanceof Error ? error.stack : error}`);
    const shown = key.length < OWN_KEY ? "…" : prefixOf(key); // of a short key nothing is public
    this.#options.log.error(key.length > PREFIX_LENGTH ? text.replaceAll(key, shown) : text);
    this.#finish(exchange, errorReply(new ApiError("failed", address, "see the log")), false);
  }
}

/** Requests that need no key, under names that no key can have. */
function isPublic({ key, address, method }: ApiExchange): boolean {
  if (address !== "/") return false;
  return key === "" ? method === "POST" : method === "GET" && (key === "config" || key === "openapi.json");
}
