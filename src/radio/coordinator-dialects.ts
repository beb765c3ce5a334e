/**
 * The backup file of zigbee-herdsman, which is zigpy's open format with a dialect for each family of sticks: byte orders, masks and
 * required members differ. The file of one family is read into the record of the network, and any family's file is written from the record.
 */
import { isObject } from "../model/resource.ts";
import {
  bytes,
  isHex,
  isPanId,
  type NetworkRecord,
  type StationRecord,
  type StickFamily,
  type ToldNetwork,
} from "./network-record.ts";

/**
 * Frames that a stick may have sent since it was last asked for its counter: devices drop a frame that does not count on. An idle
 * coordinator sends some 7,200 a day, a busy one ten times that; and the counter has room for 42,000 leaps.
 */
export const LEAP = 100_000;
const MOST = 0xffff_ff00; // of 32 bits

interface Dialect {
  /** The extended PAN id stands turned round, in its file and in herdsman's options: so EmberZNet's line has it. */
  readonly turns?: true;
  /** The number that herdsman itself adds to the counter when it restores. */
  readonly adds: number;
  readonly internal?: object;
  readonly specific: (record: NetworkRecord, random: () => string) => object;
  /** Whether its file holds the devices with their keys. An EmberZNet stick does not start when its table is too small for them. */
  readonly hasStations?: true;
}

const DIALECTS: Readonly<Record<StickFamily, Dialect>> = {
  zstack: {
    adds: 2500,
    internal: { znpVersion: 1 },
    specific: ({ seed }) => (seed ? { zstack: { tclk_seed: seed } } : {}),
    hasStations: true,
  },
  ember: {
    turns: true,
    adds: 0,
    internal: { ezspVersion: 13 },
    specific: ({ hashedtclk }, random) => ({ ezsp: { hashed_tclk: hashedtclk ?? random() } }),
  },
  deconz: { adds: 1000, specific: () => ({}) },
};

/** As herdsman reads it before a start. Undefined where no stick has told yet the values that devices check. `random`: 16 bytes, as hex. */
export function backupFor(family: StickFamily, record: NetworkRecord, random: () => string): object | undefined {
  const { coordinator, counter, channel } = record;
  if (coordinator === null || counter === null || channel === null) return undefined;
  const { adds, internal, specific, hasStations } = DIALECTS[family];
  return {
    metadata: {
      ...{ format: "zigpy/open-coordinator-backup", version: 1, source: "node-red-contrib-zigbee-gateway" },
      internal: { ...internal, family },
    },
    stack_specific: specific(record, random),
    coordinator_ieee: coordinator.slice(2),
    pan_id: record.panid.toString(16).padStart(4, "0"),
    extended_pan_id: extendedPanIdFor(family, record).toString("hex"),
    nwk_update_id: record.updateid,
    security_level: 5,
    channel,
    channel_mask: [channel], // Z-Stack takes the first one of it
    network_key: {
      key: record.key,
      sequence_number: record.keynumber,
      frame_counter: Math.min(counter + LEAP, MOST) - adds,
    },
    devices: hasStations ? record.stations.map(stationText) : [],
  };
}

/** As herdsman's options for a stick of this family name it. */
export function extendedPanIdFor(family: string, { extendedpanid }: Pick<NetworkRecord, "extendedpanid">): Buffer {
  const order = bytes(extendedpanid);
  return isTurned(family) ? order.reverse() : order;
}

/** The network that a stick has told, by herdsman's file of it. Undefined when the file is none of herdsman's backups. */
export function networkIn(backup: unknown, family: StickFamily): ToldNetwork | undefined {
  if (!isObject(backup) || !isObject(backup.network_key)) return undefined;
  const { network_key: key, extended_pan_id: extended, channel, nwk_update_id: update } = backup;
  const panid = Number.parseInt(String(backup.pan_id), 16);
  if (!isHex(key.key, 16) || !isHex(extended, 8) || !isPanId(panid)) return undefined;
  const specific = isObject(backup.stack_specific) ? backup.stack_specific : {};
  const seed = hexIn(specific.zstack, "tclk_seed");
  const hashedtclk = hexIn(specific.ezsp, "hashed_tclk");
  const isOurs = isObject(backup.metadata) && isObject(backup.metadata.internal) && backup.metadata.internal.family;
  return {
    family,
    key: key.key.toLowerCase(),
    keynumber: numberIn(key.sequence_number),
    panid,
    extendedpanid: turned(extended.toLowerCase(), isTurned(family)),
    channel: numberIn(channel),
    updateid: numberIn(update),
    coordinator: ieeeIn(backup.coordinator_ieee, isTurned(family) && !isOurs), // herdsman turns the address, too, when it writes EmberZNet's
    counter: numberIn(key.frame_counter),
    ...(seed && { seed }),
    ...(hashedtclk && { hashedtclk }),
    stations: stationsIn(backup.devices),
  };
}

/** Undefined when the file does not say it, as those of other programs do not. */
export function familyOf(backup: unknown): StickFamily | undefined {
  if (!isObject(backup)) return undefined;
  const metadata = isObject(backup.metadata) ? backup.metadata : {};
  const internal = isObject(metadata.internal) ? metadata.internal : {};
  const specific = isObject(backup.stack_specific) ? backup.stack_specific : {};
  const has = (part: unknown, member: string) => isObject(part) && Boolean(part[member]);
  if (internal.family !== undefined)
    return Object.keys(DIALECTS).find((family) => family === internal.family) as StickFamily;
  if (internal.ezspVersion || has(specific.ezsp, "hashed_tclk")) return "ember";
  if (typeof internal.znpVersion === "number" || has(specific.zstack, "tclk_seed")) return "zstack"; // 0 is Z-Stack 1.2
  return String(metadata.source ?? "").startsWith("zigbee-herdsman@") ? "deconz" : undefined;
}

function isTurned(family: string): boolean {
  return DIALECTS[family as StickFamily]?.turns === true;
}

function turned(text: string, isToBe: boolean): string {
  return isToBe ? bytes(text).reverse().toString("hex") : text;
}

/** A stick that does not know its address says all zeros or ones. */
function ieeeIn(text: unknown, isToBeTurned: boolean): string | null {
  if (!isHex(text, 8) || /^(0{16}|f{16})$/i.test(text)) return null;
  return `0x${turned(text.toLowerCase(), isToBeTurned)}`;
}

function stationsIn(devices: unknown): readonly StationRecord[] {
  if (!Array.isArray(devices)) return [];
  return devices.flatMap((device: unknown) => {
    const ieee = isObject(device) ? ieeeIn(device.ieee_address, false) : null;
    if (!isObject(device) || ieee === null) return [];
    const { nwk_address: address, link_key: key } = device;
    const linkkey =
      isObject(key) && isHex(key.key, 16)
        ? { key: key.key, rx: numberIn(key.rx_counter), tx: numberIn(key.tx_counter) }
        : undefined;
    const number = typeof address === "string" ? Number.parseInt(address, 16) : null;
    return [{ ieee, address: number, ischild: device.is_child === true, ...(linkkey && { linkkey }) }];
  });
}

function stationText({ ieee, address, ischild, linkkey }: StationRecord): object {
  return {
    nwk_address: address === null ? null : address.toString(16).padStart(4, "0"),
    ieee_address: ieee.slice(2),
    is_child: ischild,
    ...(linkkey && { link_key: { key: linkkey.key, rx_counter: linkkey.rx, tx_counter: linkkey.tx } }),
  };
}

function hexIn(part: unknown, member: string): string | undefined {
  const text = isObject(part) ? part[member] : undefined;
  return isHex(text, 16) ? text.toLowerCase() : undefined;
}

function numberIn(value: unknown): number {
  return Number.isInteger(value) ? (value as number) : 0;
}
