/** The settings of the gateway node's dialog, as read from a flow: any program may have written them, so the reader checks them all. */
import type { NodeDef } from "node-red";
import { isZone } from "../../src/model/time/times.ts";
import type { OpenOptions } from "../../src/open.ts";
import { quoted } from "../flow-node/node-error.ts";
import { type BrokerNode, isTicked, MQTT_PROPERTIES, type MqttLogin, mqttSettings, trimmed } from "./mqtt-settings.ts";

type Adapter = NonNullable<OpenOptions["radio"]["adapter"]>;
type SimulatedStick = NonNullable<OpenOptions["radio"]["stick"]>;

export type GatewayDef = NodeDef & Readonly<Partial<Record<(typeof PROPERTIES)[number], unknown>>>;

/** The options that open a gateway, besides those that Node-RED adds. */
type RequestedOptions = Pick<OpenOptions, "settings" | "radio" | "password" | "port" | "pushPort" | "portAddress"> &
  Pick<OpenOptions, "announceHost" | "announcePort" | "announcePushPort" | "discovery"> &
  Pick<OpenOptions, "pushKey" | "foreignPages" | "localCalls" | "mqtt">;

export interface GatewayNodeSettings {
  readonly nodeId: string;
  readonly name: string;
  readonly network: string;
  readonly folder: string; // its name
  readonly stickFolder: string; // the folder's name with a stick
  readonly wishes: RequestedOptions;
  readonly print: string; // of all but the name: the same print means that a running gateway may stay
}

export interface InvalidSetting {
  readonly member: string;
  readonly value: string;
}

const PROPERTIES = [
  "version",
  "name",
  "network",
  "radio",
  "stick",
  "adapter",
  "channel",
  "baudRate",
  "rtscts",
  "power",
  "spare",
  "spareForced",
  "port",
  "pushPort",
  "portAddress",
  "pushKey",
  "foreignPages",
  "localCalls",
  "announceHost",
  "announcePort",
  "announcePushPort",
  "discovery",
  "latitude",
  "longitude",
  "timezone",
  ...MQTT_PROPERTIES,
] as const;

const PRINTED = PROPERTIES.filter((property) => property !== "name");
const TEXTS = ["name", "network", "radio", "stick", "adapter", "spare", "announceHost", "timezone"] as const;
const VIRTUAL = "-virtual";
const NETWORK = /^[A-Za-z0-9_-]{1,64}$/; // a folder's name, and nothing that leads out of it
const HOST = /^[A-Za-z0-9.:[\]-]{0,253}$/;
const PATH = /^(virtual|none|\/\P{Cc}{1,400}|COM\d{1,3}|(tcp|socket|mdns):\/\/[^\s/]{1,253}\/?)$/u;
const ADAPTERS: readonly (string | undefined)[] = ["zstack", "ember", "deconz", "zigate", "zboss", "zoh"];
const SIMULATED: readonly string[] = ["zstack", "ember", "deconz"];
const BAUD_RATES = { least: 1_200, most: 4_000_000 };
const POWER = { least: 0, most: 20 }; // dBm
const CHANNELS: readonly unknown[] = [11, 15, 20, 25];
const LONGEST_NAME = 32;

/** Where a stick may be: a serial port, or an address in the network. */
export function isStick(path: string): boolean {
  return PATH.test(path) && path !== "virtual" && path !== "none";
}

/** The secrets that the dialog keeps as credentials. */
export interface GatewaySecrets {
  readonly password?: string;
  readonly mqttUser?: string;
  readonly mqttPassword?: string;
}

/** `brokerNode`: the config node of the MQTT broker that the dialog names. */
export function gatewaySettings(
  def: GatewayDef,
  { password = "", mqttUser = "", mqttPassword = "" }: GatewaySecrets = {},
  brokerNode?: BrokerNode,
): GatewayNodeSettings | InvalidSetting {
  const read = new DialogReader(def);
  for (const member of TEXTS) if (!isText(def[member])) read.refuse(member, def[member]);
  const settings = houseSettings(read, def);
  const network = networkOf(def);
  if (!NETWORK.test(network) || Object.hasOwn(Object.prototype, network)) read.refuse("network", network);
  const radio = radioSettings(read, def);
  const login: MqttLogin = { user: mqttUser, password: mqttPassword };
  const mqtt = mqttSettings(def, login, brokerNode, (member, value) => read.refuse(member, value));
  const wishes: RequestedOptions = {
    ...(mqtt ? { mqtt } : {}),
    settings,
    radio,
    password,
    port: read.port("port"),
    pushPort: read.port("pushPort"),
    portAddress: read.text("portAddress", (address) => HOST.test(address)).replace(/^\[(.*)\]$/, "$1"),
    pushKey: isTicked(def.pushKey),
    foreignPages: isTicked(def.foreignPages),
    localCalls: isTicked(def.localCalls),
    announceHost: read.text("announceHost", (host) => HOST.test(host)),
    announcePort: read.port("announcePort"),
    announcePushPort: read.port("announcePushPort"),
    discovery: (def.discovery ?? "") === "" ? isStick(radio.path) : isTicked(def.discovery), // no client looks for a virtual house
  };
  const print = JSON.stringify([PRINTED.map((property) => def[property] ?? ""), password, mqtt ?? ""]);
  const stickFolder = folderOf({ id: def.id, network, radio: "none" });
  return (
    read.misfit ?? { nodeId: def.id, name: nameOf(def), network, folder: folderOf(def), stickFolder, wishes, print }
  );
}

/** Reads members of the dialog, and keeps the first that does not fit. */
class DialogReader {
  readonly #def: GatewayDef;
  misfit: InvalidSetting | undefined;

  constructor(def: GatewayDef) {
    this.#def = def;
  }

  refuse(member: string, value: unknown): void {
    this.misfit ??= { member, value: quoted(value) };
  }

  number(member: keyof GatewayDef, min: number, max: number, fits = Number.isInteger): number | undefined {
    const given = this.#def[member];
    if (given === undefined || given === null || given === "") return undefined;
    const value = Number(given);
    if (fits(value) && value >= min && value <= max) return value;
    this.refuse(member, given);
    return undefined;
  }

  port(member: keyof GatewayDef): number {
    return this.number(member, 0, 65_535) ?? 0;
  }

  /** "" where nothing was typed. */
  text(member: keyof GatewayDef, fits: (value: string) => boolean): string {
    const value = trimmed(this.#def[member]);
    if (value !== "" && !fits(value)) this.refuse(member, value);
    return value;
  }
}

/** The settings that become the gateway's own configuration: its name, place, time zone and channel. */
function houseSettings(read: DialogReader, def: GatewayDef): RequestedOptions["settings"] {
  const latitude = read.number("latitude", -90, 90, Number.isFinite);
  const longitude = read.number("longitude", -180, 180, Number.isFinite);
  const zigbeechannel = read.number("channel", 11, 26);
  if (zigbeechannel !== undefined && !CHANNELS.includes(zigbeechannel)) read.refuse("channel", zigbeechannel);
  const timezone = read.text("timezone", isZone);
  const name = nameOf(def);
  return {
    ...(name === "" ? {} : { name }),
    ...(timezone === "" ? {} : { timezone }),
    ...(zigbeechannel === undefined ? {} : { zigbeechannel }),
    ...(latitude === undefined ? {} : { latitude }),
    ...(longitude === undefined ? {} : { longitude }),
  };
}

function radioSettings(read: DialogReader, def: GatewayDef): RequestedOptions["radio"] {
  const path = trimmed(def.radio) || "virtual";
  if (!PATH.test(path)) read.refuse("radio", def.radio);
  const adapter = read.text("adapter", (value) => value === "auto" || ADAPTERS.includes(value));
  const spare = read.text("spare", (other) => isStick(other) && other !== path);
  const stick = read.text("stick", (value) => SIMULATED.includes(value));
  const power = read.number("power", POWER.least, POWER.most);
  const baudRate = read.number("baudRate", BAUD_RATES.least, BAUD_RATES.most);
  return {
    path,
    ...(adapter === "" || adapter === "auto" ? {} : { adapter: adapter as Adapter }),
    ...(baudRate === undefined ? {} : { baudRate }),
    ...(isTicked(def.rtscts) ? { rtscts: true } : {}),
    ...(power === undefined ? {} : { power }),
    ...(spare !== "" && isStick(path) ? { spare: { path: spare, isForced: isTicked(def.spareForced) } } : {}),
    ...(path === "virtual" && stick !== "" ? { stick: stick as SimulatedStick } : {}),
  };
}

function nameOf(def: GatewayDef): string {
  return trimmed(def.name).slice(0, LONGEST_NAME);
}

/** A node that was written by hand may come without one: then it is the node's own id. */
export function networkOf({ id, network }: Pick<GatewayDef, "id" | "network">): string {
  return trimmed(network) || id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
}

/** The name of the folder for its data: the virtual house and a real network never share one. */
export function folderOf(def: Pick<GatewayDef, "id" | "network" | "radio">): string {
  const isVirtual = (trimmed(def.radio) || "virtual") === "virtual";
  const name = networkOf(def);
  const bare = name.endsWith(VIRTUAL) ? name.slice(0, -VIRTUAL.length) : name; // an adopted one has it already
  return isVirtual ? bare + VIRTUAL : bare;
}

function isText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}
