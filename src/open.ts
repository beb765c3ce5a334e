/** Opens a gateway with its real ports: disk, clock, radio, HTTP and push; and other questions of nodes to this machine. */
import type { Server } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ApiServers, type ApiServersOptions, announcedPorts } from "./api-servers.ts";
import { type Backup, openBackup } from "./backup.ts";
import { type ClientAddress, ownHost } from "./client-address.ts";
import type { Declares } from "./core/call.ts";
import type { Store } from "./core/store.ts";
import { resourcesOf } from "./devices/inventory/device-registry.ts";
import { openClock } from "./edges/clock.ts";
import { type DeviceListLoss, type ExpectedDevice, repairDeviceList } from "./edges/disk/device-list.ts";
import { openDisk } from "./edges/disk/disk.ts";
import { EventFile } from "./edges/disk/event-file.ts";
import { openHistoryDisk } from "./edges/disk/history/history-disk.ts";
import { openHost, packageVersions } from "./edges/host.ts";
import type { HttpHandler } from "./edges/http/http.ts";
import type { LinkState } from "./edges/mqtt/broker-link.ts";
import { type MqttEdge, type MqttSettings, openMqtt } from "./edges/mqtt/mqtt.ts";
import type { Push } from "./edges/push/push.ts";
import { openWeb } from "./edges/web/web.ts";
import { type ConfigSettings, type Gateway, openGateway } from "./gateway.ts";
import { wordsOf } from "./model/errors.ts";
import { IMPORTS } from "./model/imports/wish.ts";
import type { Asking } from "./model/origins.ts";
import type { Clock, Disk, Host, Log, Ports } from "./model/ports.ts";
import type { NetworkFacts, Radio, Spare } from "./model/radio/radio-port.ts";
import type { Stop } from "./model/resource.ts";
import { MovingIn } from "./moving-in.ts";
import { OwnPorts } from "./own-ports.ts";
import { filesLeft } from "./radio/backup-files.ts";
import { type MovePlan, movePlan, recordIn } from "./radio/network-record.ts";
import { noRadio, openRadio } from "./radio/port.ts";
import type { RadioSettings } from "./radio/protocol.ts";
import { CONFIG } from "./resources/config/type.ts";

export type { LinkState } from "./edges/mqtt/broker-link.ts";
export { type MqttSettings, testBroker } from "./edges/mqtt/mqtt.ts";
export type { BrokerAddress as BrokerOptions } from "./edges/mqtt/mqtt-client.ts";
export { askStick, listSticks, type StickTest, testStick } from "./radio/sticks.ts";

const USUAL_CHANNEL = 11;
const SUFFIX = import.meta.url.endsWith(".ts") ? ".ts" : ".js"; // from the sources or built
const RADIO_PROCESS = fileURLToPath(new URL(`./radio-process${SUFFIX}`, import.meta.url));

/** The radio of the node's dialog. */
export interface RadioChoice {
  readonly path: string; // "virtual", "none", or where the stick is
  readonly adapter?: NonNullable<RadioSettings["adapter"]>;
  readonly baudRate?: number;
  readonly rtscts?: boolean;
  readonly power?: number; // dBm with which the stick is to send
  /** A second stick, which takes the network over when the first is gone; `isForced`: also where that may still have power. */
  readonly spare?: Pick<RadioChoice, "path" | "adapter" | "baudRate"> & { readonly isForced: boolean };
  readonly stick?: NonNullable<RadioSettings["stick"]>; // of the virtual house
  readonly life?: false; // nothing changes by itself in it
}

export interface OpenOptions extends ApiServersOptions {
  readonly folder: string; //         of its data
  readonly stickFolder?: string; //   of its data with a stick: the virtual house has a folder of its own; absent: the same
  readonly settings: ConfigSettings;
  readonly radio: RadioChoice;
  readonly localCalls?: boolean; //   rules may call web addresses of this machine
  readonly mqtt?: MqttSettings; //   absent: not in use
  readonly hostPorts?: () => readonly number[]; // on which Node-RED listens
  readonly declares?: Declares; //    of flows; without it all of them do
}

export interface OpenGateway {
  readonly gateway: Gateway;
  readonly handler: HttpHandler;
  /** A server whose requests and upgrades come here. */
  readonly watch: (server: Server) => Stop;
  readonly push: Push;
  /** Whether a web page of another origin asks that may not. */
  readonly isForeign: (asking: Asking) => boolean;
  /** Kept when its own ports are open; rejected with one plain sentence when one of them cannot be opened. */
  readonly listening: Promise<void>;
  /** The ports that clients are told, as GET /config has them. */
  readonly ports: () => Ports;
  /** The address of the API, as clients are told it; the path is the part before "/api". */
  readonly clientAddress: () => ClientAddress;
  readonly backup: Backup;
  readonly eventFile: EventFile;
  readonly folder: string;
  readonly radio: {
    readonly path: string;
    readonly network: () => NetworkFacts | undefined; // while it is up
    readonly hasRoom: () => boolean; // for one more command
    readonly isAway: () => boolean; // with touchlink, so that its network has to wait
    readonly spare: () => Spare | undefined;
    /** The consequences of a move of its network to another stick, of this kind. */
    readonly plan: (adapter: string) => Promise<MovePlan | undefined>;
    /** Whether a stick has ever been in a network of its own here. */
    readonly hasNetwork: () => Promise<boolean>;
    readonly loss: () => DeviceListLoss | undefined; // of its list of devices, found at this start
  };
  /** How the connection to the MQTT broker is; undefined where there is to be none. */
  readonly mqtt?: () => LinkState;
  /** Tries to get the folder that could not be had before. */
  openAgain(): Promise<void>;
  /** Opens those of its own ports that could not be opened before. */
  listenAgain(): Promise<void>;
  stop(): Promise<void>;
}

export function open(given: OpenOptions): OpenGateway {
  const log = overheard(given.log, (level, text) => mqtt?.logged(level, text));
  const options = { ...given, log };
  const { settings, folder, port, pushPort, hostPorts = () => [], declares = () => true } = options;
  const clock = openClock(log);
  const ownPorts = new OwnPorts(options);
  const ports = () => announcedPorts(options, ownPorts);
  const host = openHost(ports, options.announceHost || (port ? ownHost(options) : ""));
  const disk = afterPredecessor(openDisk({ folder, clock, log }), options.predecessorGone);
  const web = openWeb({
    allowsLocal: options.localCalls === true,
    ownPorts: () => [port, pushPort, ...hostPorts()],
  });
  const { radio, loss } = radioOf(options, clock, () => gateway.store);
  const historyDisk = openHistoryDisk({ folder, clock, log });
  const gateway: Gateway = openGateway({ clock, log, disk, historyDisk, host, web, radio, settings, declares });
  const backup = openBackup({ gateway, radio, folder, clock, log });
  const mqtt = mqttOf(options, gateway, { radio, clock, host });
  const own = () => ({
    ports: [port, pushPort, ...hostPorts()],
    mqtt: options.mqtt && { url: options.mqtt.broker.url, base: options.mqtt.base },
  });
  const { radio: stick, stickFolder = folder } = options;
  gateway.engines.offer(IMPORTS, new MovingIn({ gateway, folder, stickFolder, clock, stick, radio, own }));
  const servers = new ApiServers(options, gateway, ownPorts, host, clock);
  return {
    ...{ gateway, ports, backup, folder },
    eventFile: new EventFile({ folder, log }),
    ...{ handler: servers.handler, push: servers.push, listening: servers.listening },
    watch: (server) => servers.watch(server),
    isForeign: (asking) => servers.isForeign(asking),
    clientAddress: () => servers.clientAddress(),
    radio: {
      path: options.radio.path,
      network: () => (radio.up ? radio.network : undefined),
      hasRoom: () => radio.hasRoom({ ieee: "" }),
      isAway: () => radio.away,
      spare: () => radio.spare,
      plan: (adapter) => planFor(adapter, folder, gateway.store),
      hasNetwork: async () => "network.json" in (await radioFilesIn(stickFolder)),
      loss,
    },
    ...(mqtt ? { mqtt: () => mqtt.state } : {}),
    openAgain: () => servers.holdRequests(gateway.openAgain()),
    listenAgain: () => servers.listenAgain(),
    stop: async () => {
      await servers.stop();
      await mqtt?.stop();
      await backup.nightly.stop();
      await gateway.stop().finally(() => clock.stop()); // a disk that cannot be closed must not leave a clock that goes on
    },
  };
}

/** Its predecessor says goodbye to the broker before this one says hello. */
function mqttOf(
  { mqtt: settings, log, predecessorGone }: OpenOptions,
  gateway: Gateway,
  { radio, clock, host }: { readonly radio: Radio; readonly clock: Clock; readonly host: Host },
): MqttEdge | undefined {
  if (!settings) return undefined;
  const { store, bus, perform, deviceValues: values } = gateway;
  const begins = Promise.allSettled([predecessorGone, gateway.ready]);
  const clientId = `zigbee-gateway-${host.random(6)}`;
  return openMqtt({
    ...{ settings, store, bus, perform, values, radio, clock, log, clientId },
    versions: packageVersions(import.meta.dirname),
    begins: begins.then(() => {}),
  });
}

/** The same log, with a listener that reads along. */
function overheard(log: Log, hear: (level: "info" | "warning" | "error", text: string) => void): Log {
  const also = (level: "info" | "warning" | "error", write: (text: string) => void) => (text: string) => {
    write(text);
    hear(level, text);
  };
  return { info: also("info", log.info), warn: also("warning", log.warn), error: also("error", log.error) };
}

/** Its list of devices is repaired before it starts. */
function radioOf({ radio, folder, log }: OpenOptions, clock: Clock, store: () => Store) {
  let loss: DeviceListLoss | undefined;
  const before = async () => {
    loss = await repairDeviceList({ folder, expected: expectedDevices(store()), log }).catch((error) => {
      log.warn(`radio: its list of devices was not looked at: ${wordsOf(error)}`);
      return undefined;
    });
  };
  const open = (): Radio => {
    if (radio.path === "none") return noRadio();
    const { spare, ...stick } = radio;
    const settings = { ...stick, channel: USUAL_CHANNEL, folder: join(folder, "radio") };
    const channel = () => Number(store().get(CONFIG)?.attr.zigbeechannel ?? USUAL_CHANNEL);
    return openRadio({ entry: RADIO_PROCESS, settings, ...(spare && { spare }), channel, clock, log, before });
  };
  return { radio: open(), loss: () => loss };
}

async function planFor(adapter: string, folder: string, store: Store): Promise<MovePlan | undefined> {
  const files = await radioFilesIn(folder);
  const devices = store.list("/devices").filter(({ attr }) => attr.gone !== true);
  const sleepy = devices.map(({ attr }) => ({ sleepy: attr.sleepy === true }));
  return movePlan(recordIn(files["network.json"] ?? ""), adapter, sleepy);
}

async function radioFilesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  return await filesLeft(join(folder, "radio")).then(
    ({ files }) => files,
    () => ({}),
  );
}

function expectedDevices(store: Store): readonly ExpectedDevice[] {
  return store
    .list("/devices")
    .filter(({ attr }) => attr.gone !== true && typeof attr.ieee === "string")
    .map((device) => ({ ieee: String(device.attr.ieee), isUsed: resourcesOf(store, device).length > 0 }));
}

/** A disk that is opened when the predecessor has left the folder: it may still be writing. */
function afterPredecessor(disk: Disk, predecessorGone: Promise<void> | undefined): Disk {
  return {
    open: () => Promise.resolve(predecessorGone).then(() => disk.open()),
    write: (records, sync) => disk.write(records, sync),
    get generation() {
      return disk.generation;
    },
    close: () => disk.close(),
  };
}
