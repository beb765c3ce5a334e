/** A gateway with the real ports around it: disk, clock, HTTP and push doors. */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Backup, openBackup } from "./backup.ts";
import type { Declares } from "./core/call.ts";
import type { Store } from "./core/store.ts";
import { resourcesOf } from "./devices/inventory/device-registry.ts";
import { openClock } from "./edges/clock.ts";
import { openapi } from "./edges/deconz/openapi.ts";
import { type Discovery, openDiscovery } from "./edges/discovery/discovery.ts";
import { type DeviceListLoss, type ExpectedDevice, repairDeviceList } from "./edges/disk/device-list.ts";
import { openDisk } from "./edges/disk/disk.ts";
import { lanNetworks, openHost, ownAddress, ownNames } from "./edges/host.ts";
import { type AuthenticatedSockets, httpHandler } from "./edges/http/http.ts";
import { type OwnPort, openOwnPort } from "./edges/http/own-port.ts";
import { RequestQueue } from "./edges/http/request-queue.ts";
import { openPush, type Push } from "./edges/push/push.ts";
import { openWeb } from "./edges/web/web.ts";
import { type Gateway, type GatewaySettings, openGateway } from "./gateway.ts";
import { wordsOf } from "./model/errors.ts";
import { type Asking, isForeign as isForeignPage } from "./model/origins.ts";
import type { Clock, Disk, Log } from "./model/ports.ts";
import type { NetworkFacts, Radio } from "./model/radio.ts";
import type { Stop } from "./model/resource.ts";
import { announcedIn, describedIn, ownHost, type Place, type PlaceParts, placeOf } from "./place.ts";
import { noRadio, openRadio } from "./radio/port.ts";
import type { RadioSettings } from "./radio/protocol.ts";
import { CONFIG } from "./resources/config/type.ts";
import { DEFINITIONS, ROUTES } from "./resources/index.ts";

const USUAL_CHANNEL = 11;
const SUFFIX = import.meta.url.endsWith(".ts") ? ".ts" : ".js"; // from the sources or built
const RADIO_PROCESS = fileURLToPath(new URL(`./radio-process${SUFFIX}`, import.meta.url));

/** Which radio, as the dialog of the node says. */
export interface RadioWishes {
  readonly path: string; // "virtual", "none", or where the stick is
  readonly adapter?: NonNullable<RadioSettings["adapter"]>;
  readonly baudRate?: number;
  readonly rtscts?: boolean;
}

export interface OpenOptions extends PlaceParts {
  readonly folder: string; //           where its data live
  readonly log: Log;
  readonly settings: GatewaySettings;
  readonly radio: RadioWishes;
  readonly password: string; //         of Basic authorisation; "" for none
  readonly port: number; //             an own port for the API; 0 for none
  readonly pushPort: number; //         an own port for push; 0 for none
  readonly pushKey: boolean; //         push wants a key
  readonly foreignPages?: boolean; //   pages of other sites may listen, and ask for keys
  readonly localCalls?: boolean; //     rules may call web addresses of this machine
  readonly hostPorts?: () => readonly number[]; // on which Node-RED listens
  readonly announcePort: number; //     where clients find us from outside; 0 for as it is
  readonly announcePushPort: number;
  readonly discovery: boolean; //       tells the network that it is there
  readonly taken: (request: IncomingMessage) => boolean; // a user's own route matches
  readonly declares?: Declares; //      of flows; without it all of them do
  readonly free?: Promise<void>; //     kept when a predecessor has left the folder and the ports
}

export interface OpenGateway {
  readonly gateway: Gateway;
  readonly handler: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;
  /** A server whose requests and upgrades come here. */
  readonly watch: (server: Server) => Stop;
  readonly push: Push;
  /** Whether a page of somebody else asks that may not. */
  readonly isForeign: (asking: Asking) => boolean;
  /** Kept when its own ports are open; rejected with one plain sentence when one of them cannot be had. */
  readonly listening: Promise<void>;
  /** Where clients reach it now, as GET /config says. */
  readonly ports: () => { readonly http: number; readonly push: number };
  /** What clients are told of where the API is; the path is what stands before "/api". */
  readonly place: () => Place;
  readonly backup: Backup;
  readonly folder: string;
  /** The radio that it has, what answers there while it is up, and whether it would take one more order. */
  readonly radio: {
    readonly path: string;
    readonly network: () => NetworkFacts | undefined;
    readonly hasRoom: () => boolean;
    readonly loss: () => DeviceListLoss | undefined; // of its list of devices, found at this start
  };
  /** Tries to get the folder that could not be had before. */
  openAgain(): Promise<void>;
  /** Opens those of its own ports that could not be had before. */
  listenAgain(): Promise<void>;
  stop(): Promise<void>;
}

export function open(options: OpenOptions): OpenGateway {
  const { log, settings, folder, declares = () => true } = options;
  const clock = openClock(log);
  const own: { http?: OwnPort; push?: OwnPort } = {};
  const ports = () => {
    const http = options.announcePort || own.http?.port || options.sharedPort();
    return { http, push: options.announcePushPort || own.push?.port || http };
  };
  const host = openHost(ports, options.announceHost || (options.port ? ownHost(options) : ""));
  const place = (ip = host.addresses().ip) => placeOf(options, ports().http, ip);
  const disk = patient(openDisk({ folder, clock, log }), options.free);
  const channel = () => Number(gateway.store.get(CONFIG)?.attr.zigbeechannel ?? USUAL_CHANNEL);
  let loss: DeviceListLoss | undefined;
  const before = async () => {
    loss = await repairDeviceList({ folder, expected: knownDevices(gateway.store), log }).catch((error) => {
      log.warn(`radio: its list of devices was not looked at: ${wordsOf(error)}`);
      return undefined;
    });
  };
  const radio = radioFor(options, clock, channel, before);
  const ownPorts = () => {
    const { port, pushPort, hostPorts = () => [] } = options;
    return [port, pushPort, ...hostPorts()];
  };
  const web = openWeb({ allowsLocal: options.localCalls === true, ownPorts });
  const gateway: Gateway = openGateway({ clock, log, disk, host, web, radio, settings, declares });
  const backup = openBackup({ gateway, radio, folder, clock, log });
  const config = () => gateway.store.get(CONFIG)?.attr ?? {};
  const isForeign = ({ origin, host: name }: Asking) => {
    const own = [options.announceHost, ...ownNames()];
    return options.foreignPages !== true && isForeignPage({ origin, host: name }, own);
  };
  const push = openPush({
    bus: gateway.bus,
    store: gateway.store,
    clock,
    log,
    whole: () => config().websocketnotifyall === true,
    mayListen: (key, foreign) =>
      !(options.pushKey || foreign) || (key !== undefined && gateway.callerOf(key) !== undefined),
    isForeign,
  });
  let opening: Promise<void> | undefined;
  const follow = (attempt: Promise<void>) => {
    opening = attempt;
    attempt.then(
      () => {
        opening = undefined;
      },
      () => {},
    );
    return attempt;
  };
  void follow(gateway.ready);
  let reference: Buffer | undefined;
  const queue = new RequestQueue(clock);
  const authenticated: AuthenticatedSockets = new WeakSet();
  const handler = httpHandler({
    perform: gateway.perform,
    callerOf: gateway.callerOf,
    isForeign,
    isPassword: (authorization) => proves(authorization, options.password),
    openApiDocument: () => {
      reference ??= Buffer.from(JSON.stringify(openapi(DEFINITIONS, ROUTES)));
      return reference;
    },
    gatewayNames: () => ({ name: String(config().name ?? ""), uuid: String(config().uuid ?? "") }),
    upnpDescription: (used) => describedIn(config(), place(ownAddress(used))),
    hasOwnRoute: options.taken,
    opening: () => opening,
    queue,
    authenticated,
    clock,
    log,
  });
  let isStopped = false;
  const listening = Promise.resolve(options.free).then(listen);
  listening.catch(() => {}); // whoever waits hears of it
  let lastTry = listening;
  let discovery: Discovery | undefined;
  void Promise.allSettled([gateway.ready, listening]).then(() => {
    if (!options.discovery || isStopped) return;
    const fixed = () => options.announceHost || (own.http ? ownHost(options) : "");
    const announcement = () => announcedIn(config(), place(), fixed());
    discovery = openDiscovery({ clock, log, announcement, networks: lanNetworks });
  });
  return {
    gateway,
    handler,
    watch: (server) => queue.watch(server),
    push,
    isForeign,
    listening,
    ports,
    place,
    backup,
    folder,
    radio: {
      path: options.radio.path,
      network: () => (radio.up ? radio.network : undefined),
      hasRoom: () => radio.hasRoom({ ieee: "" }),
      loss: () => loss,
    },
    openAgain: () => follow(gateway.openAgain()),
    listenAgain: () => {
      lastTry = lastTry.catch(() => {}).then(listen);
      return lastTry;
    },
    stop: async () => {
      isStopped = true;
      await discovery?.stop();
      await lastTry.catch(() => {});
      push.close();
      await Promise.all([own.http?.close(), own.push?.close()]);
      await backup.nightly.stop();
      await gateway.stop().finally(() => clock.stop()); // a disk that cannot be closed must not leave a clock that goes on
    },
  };

  async function listen(): Promise<void> {
    const { port, pushPort, portAddress: address = "" } = options;
    if (port && !own.http && !isStopped) {
      own.http = await openOwnPort({ port, address, handler, queue, authenticated, clock, log });
      own.http.server.on("upgrade", push.upgrade);
    }
    if (!pushPort || pushPort === port || own.push || isStopped) return;
    own.push = await openOwnPort({ port: pushPort, address, handler: onlyPush, clock, log });
    own.push.server.on("upgrade", push.upgrade);
  }
}

function radioFor(
  { radio, folder, log }: OpenOptions,
  clock: Clock,
  channel: () => number,
  before: () => Promise<void>,
): Radio {
  if (radio.path === "none") return noRadio();
  const settings = { ...radio, channel: USUAL_CHANNEL, folder: join(folder, "radio") };
  return openRadio({ entry: RADIO_PROCESS, settings, channel, clock, log, before });
}

function knownDevices(store: Store): readonly ExpectedDevice[] {
  return store
    .list("/devices")
    .filter(({ attr }) => attr.gone !== true && typeof attr.ieee === "string")
    .map((device) => ({ ieee: String(device.attr.ieee), isUsed: resourcesOf(store, device).length > 0 }));
}

/** The predecessor may still be writing. */
function patient(disk: Disk, free: Promise<void> | undefined): Disk {
  return {
    open: () => Promise.resolve(free).then(() => disk.open()),
    write: (records, sync) => disk.write(records, sync),
    close: () => disk.close(),
  };
}

function onlyPush(_: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify([{ error: { type: 3, address: "/", description: "resource, /, not available" } }]);
  response
    .writeHead(404, { "Content-Type": "application/json; charset=utf-8", "Content-Length": body.length })
    .end(body);
}

/** "Basic base64(user:password)": the user's name does not matter, the password does. */
function proves(authorization: string | undefined, password: string): boolean {
  if (!password || !authorization?.startsWith("Basic ")) return false;
  const [, given = ""] = Buffer.from(authorization.slice(6), "base64").toString().split(/:(.*)/s);
  const [left, right] = [Buffer.from(given), Buffer.from(password)];
  return left.length === right.length && timingSafeEqual(left, right);
}
