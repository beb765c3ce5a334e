/** The servers of a gateway for its clients: REST and push, on Node-RED's server and on own ports, and their announcement in the network. */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import {
  announcementOf,
  type ClientAddress,
  type ClientAddressOptions,
  clientAddressOf,
  ownHost,
  upnpDeviceOf,
} from "./client-address.ts";
import { openapi } from "./edges/deconz/openapi.ts";
import { type Discovery, openDiscovery } from "./edges/discovery/discovery.ts";
import { lanNetworks, ownAddress, ownNames } from "./edges/host.ts";
import { type AuthenticatedSockets, type HttpHandler, httpHandler } from "./edges/http/http.ts";
import { RequestQueue } from "./edges/http/request-queue.ts";
import { openPush, type Push } from "./edges/push/push.ts";
import type { Gateway } from "./gateway.ts";
import { type Asking, isForeign as isForeignPage } from "./model/origins.ts";
import type { Clock, Host, Log, Ports } from "./model/ports.ts";
import type { Stop, Values } from "./model/resource.ts";
import type { OwnPorts, OwnPortsOptions } from "./own-ports.ts";
import { CONFIG } from "./resources/config/type.ts";
import { DEFINITIONS, ROUTES } from "./resources/index.ts";

export interface ApiServersOptions extends ClientAddressOptions, OwnPortsOptions {
  readonly log: Log;
  readonly password: string; //         of Basic authorisation; "" for none
  readonly pushKey: boolean; //         push wants a key
  readonly foreignPages?: boolean; //   pages of other sites may listen, and ask for keys
  readonly announcePort: number; //     where clients find us from outside; 0 for the real port
  readonly announcePushPort: number; // likewise
  readonly discovery: boolean; //       announces the gateway in the network
  readonly hasOwnRoute: (request: IncomingMessage) => boolean; // a user's own route matches
  readonly predecessorGone?: Promise<void>; // kept when a predecessor has left the folder and the ports
}

export class ApiServers {
  readonly handler: HttpHandler;
  readonly push: Push;
  /** Kept when the own ports are open; rejected with one plain sentence when one of them cannot be opened. */
  readonly listening: Promise<void>;
  readonly #options: ApiServersOptions;
  readonly #ownPorts: OwnPorts;
  readonly #gateway: Gateway;
  readonly #host: Host;
  readonly #clock: Clock;
  readonly #queue: RequestQueue;
  readonly #authenticated: AuthenticatedSockets = new WeakSet();
  #opening: Promise<void> | undefined; // of the gateway: requests wait for it
  #openApiDocument: Buffer | undefined;
  #lastListen: Promise<void>;
  #discovery: Discovery | undefined;
  #isStopped = false;

  constructor(options: ApiServersOptions, gateway: Gateway, ownPorts: OwnPorts, host: Host, clock: Clock) {
    this.#options = options;
    this.#gateway = gateway;
    this.#ownPorts = ownPorts;
    this.#host = host;
    this.#clock = clock;
    this.#queue = new RequestQueue(clock);
    this.push = this.#openPush();
    void this.holdRequests(gateway.ready);
    this.handler = this.#httpHandler();
    this.listening = Promise.resolve(options.predecessorGone).then(() => this.#listen());
    this.listening.catch(() => {}); // a caller that waits gets the error
    this.#lastListen = this.listening;
    void Promise.allSettled([gateway.ready, this.listening]).then(() => this.#startDiscovery());
  }

  /** A server whose requests and upgrades come here. */
  watch(server: Server): Stop {
    return this.#queue.watch(server);
  }

  /** Whether a web page of another origin asks that may not. */
  isForeign({ origin, host }: Asking): boolean {
    const own = [this.#options.announceHost, ...ownNames()];
    return this.#options.foreignPages !== true && isForeignPage({ origin, host }, own);
  }

  /** Where clients reach the API, at this address of ours. */
  clientAddress(ip = this.#host.addresses().ip): ClientAddress {
    return clientAddressOf(this.#options, this.#host.ports().http, ip);
  }

  /** Requests wait for the gateway while it opens. */
  holdRequests(opening: Promise<void>): Promise<void> {
    this.#opening = opening;
    opening.then(
      () => {
        this.#opening = undefined;
      },
      () => {},
    );
    return opening;
  }

  /** Opens those own ports that could not be opened before. */
  listenAgain(): Promise<void> {
    this.#lastListen = this.#lastListen.catch(() => {}).then(() => this.#listen());
    return this.#lastListen;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#ownPorts.seal();
    await this.#discovery?.stop();
    await this.#lastListen.catch(() => {});
    this.push.close();
    await this.#ownPorts.close();
  }

  get #config(): Values {
    return this.#gateway.store.get(CONFIG)?.attr ?? {};
  }

  async #listen(): Promise<void> {
    const { log } = this.#options;
    const server = { handler: this.handler, queue: this.#queue, authenticated: this.#authenticated };
    await this.#ownPorts.open({ ...server, clock: this.#clock, log }, this.push);
  }

  #openPush(): Push {
    const { bus, store, callerOf } = this.#gateway;
    const { log, pushKey } = this.#options;
    return openPush({
      ...{ bus, store, clock: this.#clock, log },
      whole: () => this.#config.websocketnotifyall === true,
      mayListen: (key, foreign) => !(pushKey || foreign) || (key !== undefined && callerOf(key) !== undefined),
      isForeign: (headers) => this.isForeign(headers),
    });
  }

  #httpHandler(): HttpHandler {
    const { log, password, hasOwnRoute } = this.#options;
    const { perform, callerOf, proveKey } = this.#gateway;
    return httpHandler({
      ...{ perform, callerOf, proveKey, hasOwnRoute, clock: this.#clock, log },
      queue: this.#queue,
      authenticated: this.#authenticated,
      isForeign: (headers) => this.isForeign(headers),
      isPassword: (authorization) => isPassword(authorization, password),
      openApiDocument: () => {
        this.#openApiDocument ??= Buffer.from(JSON.stringify(openapi(DEFINITIONS, ROUTES)));
        return this.#openApiDocument;
      },
      gatewayNames: () => ({ name: String(this.#config.name ?? ""), uuid: String(this.#config.uuid ?? "") }),
      upnpDescription: (used) => upnpDeviceOf(this.#config, this.clientAddress(ownAddress(used))),
      opening: () => this.#opening,
    });
  }

  #startDiscovery(): void {
    const { discovery, announceHost, log } = this.#options;
    if (!discovery || this.#isStopped) return;
    const fixedHost = () => announceHost || (this.#ownPorts.api ? ownHost(this.#options) : "");
    const announcement = () => announcementOf(this.#config, this.clientAddress(), fixedHost());
    this.#discovery = openDiscovery({ clock: this.#clock, log, announcement, networks: lanNetworks });
  }
}

/** The ports that clients are told. */
export function announcedPorts(options: ApiServersOptions, own: OwnPorts): Ports {
  const http = options.announcePort || own.api || options.sharedPort();
  return { http, push: options.announcePushPort || own.push || http };
}

/** "Basic base64(user:password)": the user's name does not matter, the password does. */
function isPassword(authorization: string | undefined, password: string): boolean {
  if (!password || !authorization?.startsWith("Basic ")) return false;
  const [, given = ""] = Buffer.from(authorization.slice(6), "base64").toString().split(/:(.*)/s);
  const [left, right] = [Buffer.from(given), Buffer.from(password)];
  return left.length === right.length && timingSafeEqual(left, right);
}
