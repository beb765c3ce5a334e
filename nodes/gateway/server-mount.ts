/**
 * The place of the API on Node-RED's own server: before its Express app, which would take a good part of the speed, a layer
 * at the top of that app, where no body parser has touched a request yet, and an ear for WebSocket upgrades. Several
 * gateways may want it; one has it at a time.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { NodeAPI } from "node-red";
import type { Stop } from "../../src/model/resource.ts";
import type { OpenGateway } from "../../src/open.ts";

/** Why clients cannot use Node-RED's server, or not as they are used to. */
type ServerObstacle = "off" | "https" | "auth" | "prefix" | "loopback";

export interface ServerSettings {
  readonly httpRoot?: unknown;
  readonly httpNodeRoot?: unknown;
  readonly httpNodeAuth?: unknown;
  readonly https?: unknown;
  readonly uiHost?: unknown;
}

/** A gateway that would like to be served here. */
export interface MountedGateway {
  readonly opened: Pick<OpenGateway, "handler" | "push" | "watch">;
  readonly hasOwnPort: boolean;
  /** Something changed that may move its address. */
  refresh(): void;
}

type Next = () => void;
type Handle = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

interface Layer {
  readonly handle: unknown;
  readonly regexp?: RegExp;
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
}

interface App {
  readonly parent?: App;
  readonly _router?: { readonly stack: Layer[] };
  readonly router?: { readonly stack: Layer[] };
  readonly lazyrouter?: unknown;
  use(handle: Handle): unknown;
}

type Emit = (name: string, ...args: unknown[]) => boolean;

/** As Node-RED itself makes its server. */
const ONLY_CALLS_THE_APP = /^function ?\(req, ?res\) ?\{ ?app\(req, ?res\);? ?\}$/;

/** A client that takes this server for a proxy names the host before the path. */
const HOST_FIRST = /^https?:\/\/[^/?#]*/i;

const HARD: readonly (ServerObstacle | undefined)[] = ["off", "https", "auth"];

export function obstacle(settings: ServerSettings): ServerObstacle | undefined {
  const { httpRoot, httpNodeRoot, httpNodeAuth, https, uiHost } = settings;
  if (httpNodeRoot === false || (httpRoot === false && !httpNodeRoot)) return "off";
  if (https) return "https";
  if (httpNodeAuth) return "auth";
  if (prefixOf(settings) !== "") return "prefix";
  return /^(localhost|127\..*|::1)$/.test(String(uiHost)) ? "loopback" : undefined;
}

/** The part of a path before "/api": "" or "/nr". */
export function prefixOf({ httpNodeRoot, httpRoot }: ServerSettings): string {
  const root = httpNodeRoot || httpRoot || "/";
  const inner = String(root).replace(/^\/+|\/+$/g, "");
  return inner === "" ? "" : `/${inner}`;
}

export class ServerMount {
  readonly obstacle: ServerObstacle | undefined;
  readonly prefix: string;
  readonly #node: App;
  readonly #server: Server | undefined;
  readonly #seats = new Set<MountedGateway>();
  readonly #handedOn = new WeakSet<IncomingMessage>(); // not for us, as was seen before Express
  #owner: MountedGateway | undefined;
  #unmount: Stop | undefined;
  #watched: MountedGateway | undefined;
  #unwatch: Stop | undefined;

  constructor({ settings, httpNode, server }: Pick<NodeAPI, "settings" | "httpNode" | "server">) {
    this.obstacle = obstacle(settings as ServerSettings);
    this.#node = httpNode as unknown as App;
    this.prefix = prefixOf(settings as ServerSettings);
    this.#server = server ?? undefined;
  }

  /** The ports on which Node-RED listens, also where another gateway has the API; none while it does not. */
  get ports(): readonly number[] {
    const { port } = this.listensAt;
    return port === 0 ? [] : [port];
  }

  /** Port 0: nowhere. */
  get listensAt(): Pick<AddressInfo, "port" | "address"> {
    const { port = 0, address = "" } = (this.#server?.address() ?? {}) as Partial<AddressInfo>;
    return { port, address };
  }

  /** Nothing that clients ask reaches us here. */
  get isClosed(): boolean {
    return HARD.includes(this.obstacle);
  }

  /** A gateway without a port of its own goes first; among several, the one that came first. */
  get owner(): MountedGateway | undefined {
    return this.#owner;
  }

  take(seat: MountedGateway): Stop {
    this.#seats.add(seat);
    this.#unmount ??= this.isClosed ? () => {} : this.#mount();
    this.#tell();
    return () => {
      if (!this.#seats.delete(seat)) return;
      this.#tell();
      if (this.#seats.size > 0) return;
      this.#unmount?.();
      this.#unmount = undefined;
    };
  }

  /** The port on which clients reach this gateway through Node-RED; 0 while they cannot. */
  portOf(seat: MountedGateway | undefined): number {
    if (!seat || this.isClosed || this.owner !== seat) return 0;
    return (this.#server?.address() as AddressInfo | null | undefined)?.port ?? 0;
  }

  /** A user's own `http in` node wants this request; its path no longer has the prefix. */
  readonly taken = (request: IncomingMessage): boolean => {
    const path = request.url?.split("?")[0] ?? "/";
    const method = String(request.method).toLowerCase();
    return stackOf(this.#node).some(({ route, regexp }) => {
      const methods = route?.methods;
      const fits = methods?._all ?? methods?.[method === "head" ? "get" : method] ?? methods?.[method];
      return fits === true && regexp?.test(path) === true;
    });
  };

  #tell(): void {
    const seats = [...this.#seats];
    this.#owner = seats.find(({ hasOwnPort }) => !hasOwnPort) ?? seats[0];
    this.#watchFor(this.#owner);
    for (const seat of this.#seats) seat.refresh();
  }

  /** The owner knows the connections of this server before they ask for anything. */
  #watchFor(owner: MountedGateway | undefined): void {
    if (!this.#server || this.isClosed || owner === this.#watched) return;
    this.#unwatch?.();
    this.#unwatch = owner?.opened.watch(this.#server);
    this.#watched = owner;
  }

  #mount(): Stop {
    const root = rootOf(this.#node);
    const prefix = root === this.#node ? "" : this.prefix;
    const handle = this.#handle(prefix);
    const stepBack = this.#stepInFront(root, prefix);
    root.use(handle);
    const stack = stackOf(root);
    const index = stack.findIndex((layer) => layer.handle === handle);
    stack.unshift(...stack.splice(index, 1));
    const upgrade: OpenGateway["push"]["upgrade"] = (...args) => this.owner?.opened.push.upgrade(...args);
    const listening = () => this.#tell();
    this.#server?.on("upgrade", upgrade).on("listening", listening);
    return () => {
      stepBack();
      const index = stack.findIndex((layer) => layer.handle === handle);
      if (index >= 0) stack.splice(index, 1);
      this.#server?.off("upgrade", upgrade).off("listening", listening);
    };
  }

  /**
   * Only where no app but Node-RED answers on that server. Listeners, found or added later, hear of all requests but those
   * below /api that the gateway takes.
   */
  #stepInFront(root: App, prefix: string): Stop {
    const server = this.#server as unknown as { emit: Emit } | undefined;
    if (!server || !this.#server || !leadsOnlyTo(root, this.#server)) return () => {};
    const hadOwn = Object.hasOwn(server, "emit");
    const { emit: before } = server;
    const start = `${prefix}/api/`;
    let isGone = false;
    const emit: Emit = (name, ...args) => {
      const pass = () => before.call(server, name, ...args);
      if (name !== "request" || isGone) return pass();
      const [request, response] = args as [IncomingMessage, ServerResponse];
      const { owner } = this;
      if (!owner || !request.url?.startsWith(start)) return pass();
      this.#serve(owner, prefix, request, response, () => {
        this.#handedOn.add(request);
        pass();
      });
      return true;
    };
    server.emit = emit;
    return () => {
      isGone = true; // a later listener may still call it
      if (server.emit !== emit) return;
      if (hadOwn) server.emit = before;
      else delete (server as { emit?: Emit }).emit;
    };
  }

  /** The gateway knows nothing of prefixes; the next handler gets the path as it was. */
  #handle(prefix: string): Handle {
    return (request, response, next) => {
      const { owner } = this;
      const url = request.url ?? "";
      const path = url.replace(HOST_FIRST, "");
      if (!owner || !path.startsWith(`${prefix}/`) || this.#handedOn.has(request)) return next();
      request.url = path;
      this.#serve(owner, prefix, request, response, () => {
        request.url = url;
        next();
      });
    };
  }

  #serve(
    { opened }: MountedGateway,
    prefix: string,
    request: IncomingMessage,
    response: ServerResponse,
    next: Next,
  ): void {
    const { url = "/" } = request;
    request.url = url.slice(prefix.length);
    opened.handler(request, response, () => {
      request.url = url;
      next();
    });
  }
}

/** On a server that also answers for other apps, only Express can tell Node-RED's requests. */
function leadsOnlyTo(root: App, server: Server): boolean {
  const listeners: readonly unknown[] = server.listeners("request");
  return listeners.length === 1 && (listeners[0] === root || ONLY_CALLS_THE_APP.test(String(listeners[0])));
}

function rootOf(app: App): App {
  return app.parent ? rootOf(app.parent) : app;
}

/** Express 4, as Node-RED brings it (there `router` throws), or Express 5, as a user's own app may. */
function stackOf(app: App): Layer[] {
  const router = app.lazyrouter ? app._router : app.router;
  return router?.stack ?? [];
}
