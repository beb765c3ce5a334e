/** The settings of zigbee2mqtt, in all their versions: its stick, its network, and the names and options of devices and groups. */
import type { Ieee } from "../../model/radio/device-facts.ts";
import type { Values } from "../../model/resource.ts";
import { isTable, type YamlTable, type YamlValue } from "../formats/yaml.ts";
import { ieeeFrom, wholeNumber } from "../hex.ts";
import type { ForeignNetwork, ForeignStick, ForeignTraces } from "../inventory.ts";
import { refuseFor } from "../refusal.ts";
import type { SourceFiles } from "../source-files.ts";
import type { Note } from "../words.ts";
import { SettingsFiles } from "./settings-files.ts";

export interface NamedDevice {
  readonly name?: string;
  readonly description?: string;
  readonly isDisabled: boolean;
  readonly options: Values;
}

export interface NamedGroup {
  readonly key: string; // its number, as it is written
  readonly name: string;
  readonly members: readonly string[]; // only old settings have them
}

export interface Zigbee2mqttSettings {
  readonly version: number;
  readonly stick: ForeignStick;
  readonly network: ForeignNetwork;
  /** The network's numbers were left to chance, and only the stick's backup knows them. */
  readonly isGenerated: boolean;
  readonly hasUsualExtendedPanId: boolean;
  readonly devices: ReadonlyMap<Ieee, NamedDevice>;
  readonly groups: readonly NamedGroup[];
  readonly traces: ForeignTraces;
  readonly notes: readonly Note[];
}

const NEWEST = 5;
const PUBLIC_KEY = "01030507090b0d0f00020406080a0c0d";
const USUAL = { panid: 0x1a62, channel: 11, extendedpanid: "dd".repeat(8), base: "zigbee2mqtt" };
const GENERATE = "GENERATE";
const OWN_MEMBERS: readonly string[] = ["friendly_name", "description", "disabled", "icon"];
const OF_MQTT: readonly string[] = [
  ...["retain", "qos", "retention", "throttle", "debounce", "debounce_ignore", "optimistic", "homeassistant"],
  ...["filtered_attributes", "filtered_cache", "filtered_optimistic"],
];

export function readSettings(files: SourceFiles): Zigbee2mqttSettings {
  const reader = new SettingsFiles(files);
  const main = reader.main();
  const notes: Note[] = [{ code: "settings-left-z2m" }];
  const version = wholeNumber(main.version) ?? 1;
  if (version > NEWEST) notes.push({ code: "version-new", values: { version } });
  const usual = optionsIn(tableOf(main.device_options), notes, "");
  const external = Array.isArray(main.external_converters) ? main.external_converters.length : 0;
  if (external > 0) notes.push({ code: "converters-external", values: { count: external } });
  return {
    version,
    ...networkIn(tableOf(main.advanced), reader),
    stick: stickIn(main, notes),
    devices: devicesIn(reader.table(main.devices), usual, notes),
    groups: Object.entries(reader.table(main.groups)).map(([key, value]) => groupIn(key, tableOf(value))),
    traces: tracesIn(tableOf(main.mqtt), reader),
    notes,
  };
}

function networkIn(advanced: YamlTable, reader: SettingsFiles) {
  const key = reader.resolved(advanced.network_key, "network_key");
  const [panid, extended] = [advanced.pan_id, advanced.ext_pan_id];
  const wrong: Note[] = [];
  const network: ForeignNetwork = {
    ...(key !== GENERATE && { key: keyIn(key, wrong) }),
    ...(panid !== GENERATE && { panid: numberIn(panid, USUAL.panid, 1, 0xfffe, "panid-range", wrong) }),
    ...(extended !== GENERATE && { extendedpanid: bytesIn(extended, 8) ?? USUAL.extendedpanid }),
    channel: numberIn(advanced.channel, USUAL.channel, 11, 26, "channel-range", wrong),
  };
  refuseFor(wrong);
  return {
    network: { ...network, ...(network.key === PUBLIC_KEY && { isKeyPublic: true }) },
    isGenerated: [key, panid].includes(GENERATE),
    hasUsualExtendedPanId: extended === GENERATE || network.extendedpanid === USUAL.extendedpanid,
  };
}

function keyIn(key: YamlValue | undefined, wrong: Note[]): string {
  if (key === undefined || key === null) return PUBLIC_KEY;
  const bytes = bytesIn(key, 16);
  if (bytes === undefined) wrong.push({ code: "key-length", values: { count: Array.isArray(key) ? key.length : 0 } });
  return bytes ?? "";
}

function numberIn(
  value: YamlValue | undefined,
  usual: number,
  least: number,
  most: number,
  code: "panid-range" | "channel-range",
  wrong: Note[],
): number {
  if (value === undefined || value === null) return usual;
  const number = wholeNumber(value);
  if (number !== undefined && number >= least && number <= most) return number;
  wrong.push({ code, values: { value: String(value).slice(0, 20) } });
  return usual;
}

function bytesIn(value: YamlValue | undefined, count: number): string | undefined {
  if (!Array.isArray(value) || value.length !== count) return undefined;
  const numbers = value.map(wholeNumber);
  return numbers.every((each) => each !== undefined && each >= 0 && each <= 255)
    ? Buffer.from(numbers as number[]).toString("hex")
    : undefined;
}

/** Older settings have some of it among the advanced ones. */
function stickIn(main: YamlTable, notes: Note[]): ForeignStick {
  const [serial, advanced] = [tableOf(main.serial), tableOf(main.advanced)];
  const port = textOrNothing(serial.port);
  if (port?.startsWith("mdns://")) notes.push({ code: "port-mdns", values: { name: port.slice("mdns://".length) } });
  const adapter = textOrNothing(serial.adapter);
  if (adapter === "ezsp") notes.push({ code: "adapter-deprecated", values: { adapter } });
  const baudRate = wholeNumber(serial.baudrate ?? advanced.baudrate);
  const rtscts = serial.rtscts ?? advanced.rtscts;
  return {
    ...(port !== undefined && port !== "" && !port.startsWith("mdns://") && { path: port }),
    ...(adapter !== undefined && adapter !== "auto" && { adapter }),
    ...(baudRate !== undefined && { baudRate }),
    ...(rtscts !== undefined && rtscts !== null && { rtscts: rtscts === "true" }),
  };
}

/** A value behind a secret that cannot be read is left out: a missing password must not stop the move. */
function tracesIn(mqtt: YamlTable, reader: SettingsFiles): ForeignTraces {
  const text = (value: YamlValue | undefined) => textOrNothing(reader.resolvedOrNot(value)) || undefined;
  const [url, user, password] = [text(mqtt.server), text(mqtt.user), text(mqtt.password)];
  const broker = url !== undefined && { url, ...(user && { user }), ...(password && { password }) };
  return { base: textOrNothing(mqtt.base_topic) ?? USUAL.base, ...(broker && { broker }), databases: [] };
}

function devicesIn(table: YamlTable, usual: Values, notes: Note[]): ReadonlyMap<Ieee, NamedDevice> {
  const devices = new Map<Ieee, NamedDevice>();
  for (const [key, value] of Object.entries(table)) {
    const ieee = ieeeFrom(key);
    if (ieee === undefined) {
      notes.push({ code: "device-no-address", values: { name: key.slice(0, 60) } });
      continue;
    }
    const device = tableOf(value);
    const [name, description] = [textOrNothing(device.friendly_name), textOrNothing(device.description)];
    devices.set(ieee, {
      ...(name !== undefined && name !== "" && name !== key && { name }),
      ...(description !== undefined && description !== "" && { description }),
      isDisabled: device.disabled === "true",
      options: { ...usual, ...optionsIn(device, notes, ieee) },
    });
  }
  return devices;
}

function optionsIn(device: YamlTable, notes: Note[], about: string): Values {
  const names = Object.keys(device).filter((name) => !OWN_MEMBERS.includes(name));
  const count = names.filter((name) => OF_MQTT.includes(name)).length;
  if (count > 0 && about !== "") notes.push({ code: "option-mqtt", about, values: { count } });
  const own = names.filter((name) => !OF_MQTT.includes(name) && name !== "__proto__");
  return Object.fromEntries(own.flatMap((name) => (device[name] === null ? [] : [[name, plain(device[name])]])));
}

function groupIn(key: string, group: YamlTable): NamedGroup {
  const members = Array.isArray(group.devices) ? group.devices.flatMap((each) => textOrNothing(each) ?? []) : [];
  return { key, name: textOrNothing(group.friendly_name) ?? "", members };
}

/** A text that says a number or a yes is one. */
function plain(value: YamlValue | undefined): unknown {
  if (value === "true" || value === "false") return value === "true";
  if (typeof value === "string" && /^[-+]?(\d+\.?\d*|\.\d+)$/.test(value)) return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (isTable(value))
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== "__proto__")
        .map(([name, each]) => [name, plain(each)]),
    );
  return value;
}

function tableOf(value: YamlValue | undefined): YamlTable {
  return isTable(value) ? value : Object.create(null);
}

function textOrNothing(value: YamlValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
