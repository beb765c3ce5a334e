/**
 * The backups of sticks that other programs make: the open form of zigpy, as each kind of stick fills it, zigpy's own form, and that of
 * zigbee2mqtt before 2021. All become the same network; addresses with their first byte first.
 */
import { isObject, parsedJson, type Values } from "../../model/resource.ts";
import { hexOf, isMeant, reversed, wholeNumber } from "../hex.ts";
import type { ForeignNetwork, NetworkDevice, StickFamily } from "../inventory.ts";
import { ImportRefusal } from "../refusal.ts";

const NEWEST = 1;
const ENCRYPTED = 5;
const COUNTER_ENDS = 0xff000000;

/** Throws a refusal that says what is wrong with the file. */
export function readCoordinatorBackup(text: string, file: string): ForeignNetwork {
  const json = parsedJson(text.replace(/^\uFEFF/, ""));
  if (!isObject(json)) throw new ImportRefusal("backup-cut", { file });
  const network = isObject(json.network_info)
    ? zigpyNetwork(json)
    : isObject(json.data)
      ? legacyNetwork(json)
      : openNetwork(json, file);
  const lacking = lackingIn(network);
  if (lacking !== undefined)
    return { ...network, obstacle: { code: "backup-incomplete", values: { file, what: lacking } } };
  return { ...network, ...obstacleOf(network) };
}

/** A missing part that no network can be without; undefined: none is missing. */
export function lackingIn({ key, panid, extendedpanid, channel }: ForeignNetwork): string | undefined {
  if (!isMeant(key)) return "key";
  if (panid === undefined || panid < 1 || panid > 0xfffe) return "PAN id";
  if (channel === undefined || channel < 11 || channel > 26) return `channel ${channel ?? ""}`.trim();
  return isMeant(extendedpanid) ? undefined : "extended PAN id";
}

/** Why the network cannot go to another stick, though it can go on with the same one. */
export function obstacleOf({
  frameCounter,
  securityLevel = ENCRYPTED,
}: ForeignNetwork): Pick<ForeignNetwork, "obstacle"> {
  if (securityLevel !== ENCRYPTED) throw new ImportRefusal("security-off");
  if (frameCounter === undefined || frameCounter === 0) return { obstacle: { code: "counter-unknown" } };
  return frameCounter > COUNTER_ENDS ? { obstacle: { code: "counter-near-end" } } : {};
}

function openNetwork(json: Values, file: string): ForeignNetwork {
  const metadata = isObject(json.metadata) ? json.metadata : {};
  const version = wholeNumber(metadata.version);
  if (version !== undefined && version > NEWEST) throw new ImportRefusal("backup-version", { file, version });
  const specific = isObject(json.stack_specific) ? json.stack_specific : {};
  const [ezsp, zstack] = [specific.ezsp, specific.zstack].map((each) => (isObject(each) ? each : {}));
  const networkKey = isObject(json.network_key) ? json.network_key : {};
  const family = familyOf(metadata, specific);
  const isTurned = family === "ember" && isByHerdsman(metadata);
  const address = (value: unknown) => {
    const hex = hexOf(value, 8);
    return hex !== undefined && isTurned ? reversed(hex) : hex;
  };
  return known({
    key: hexOf(networkKey.key, 16),
    panid: numberOf(hexOf(json.pan_id, 2)),
    extendedpanid: address(json.extended_pan_id),
    coordinator: address(json.coordinator_ieee),
    channel: wholeNumber(json.channel),
    frameCounter: wholeNumber(networkKey.frame_counter),
    keySequence: wholeNumber(networkKey.sequence_number) ?? 0,
    updateId: wholeNumber(json.nwk_update_id) ?? 0,
    securityLevel: wholeNumber(json.security_level),
    seed: hexOf(zstack?.tclk_seed, 16),
    hashedKey: hexOf(ezsp?.hashed_tclk, 16),
    devices: Array.isArray(json.devices) ? json.devices.flatMap((each) => deviceIn(each, isTurned)) : [],
    family,
  });
}

function familyOf(metadata: Values, specific: Values): StickFamily | undefined {
  const internal = isObject(metadata.internal) ? metadata.internal : {};
  const source = String(metadata.source ?? "");
  if (internal.ezspVersion || isObject(specific.ezsp) || source.startsWith("bellows@")) return "ember";
  if (internal.znpVersion !== undefined || isObject(specific.zstack) || source.startsWith("zigpy-znp@"))
    return "zstack";
  return source.startsWith("zigbee-herdsman@") || source.startsWith("zigpy-deconz@") ? "deconz" : undefined;
}

function isByHerdsman({ source }: Values): boolean {
  return String(source ?? "").startsWith("zigbee-herdsman@");
}

function deviceIn(each: unknown, isTurned: boolean): NetworkDevice | [] {
  if (!isObject(each)) return [];
  const [written, address] = [hexOf(each.ieee_address, 8), hexOf(each.nwk_address, 2)];
  if (written === undefined || address === undefined) return [];
  const link = isObject(each.link_key) ? each.link_key : {};
  const key = hexOf(link.key, 16);
  return {
    ieee: isTurned ? reversed(written) : written,
    address,
    isChild: each.is_child !== false,
    ...(key !== undefined && {
      linkKey: { key, received: wholeNumber(link.rx_counter) ?? 0, sent: wholeNumber(link.tx_counter) ?? 0 },
    }),
  };
}

/** As zigpy keeps it in its database. */
function zigpyNetwork(json: Values): ForeignNetwork {
  const info = isObject(json.network_info) ? json.network_info : {};
  const node = isObject(json.node_info) ? json.node_info : {};
  const networkKey = isObject(info.network_key) ? info.network_key : {};
  const specific = isObject(info.stack_specific) ? info.stack_specific : {};
  const ezsp = isObject(specific.ezsp) ? specific.ezsp : {};
  const addresses = isObject(info.nwk_addresses) ? info.nwk_addresses : {};
  const children = Array.isArray(info.children) ? info.children.map((each) => hexOf(each, 8)) : [];
  const devices = Object.entries(addresses).flatMap(([written, nwk]) => {
    const [ieee, address] = [hexOf(written, 8), hexOf(nwk, 2)];
    return ieee !== undefined && address !== undefined ? [{ ieee, address, isChild: children.includes(ieee) }] : [];
  });
  return known({
    key: hexOf(networkKey.key, 16),
    panid: numberOf(hexOf(info.pan_id, 2)),
    extendedpanid: hexOf(info.extended_pan_id, 8),
    coordinator: hexOf(node.ieee, 8),
    channel: wholeNumber(info.channel),
    frameCounter: wholeNumber(networkKey.tx_counter),
    keySequence: wholeNumber(networkKey.seq) ?? 0,
    updateId: wholeNumber(info.nwk_update_id) ?? 0,
    securityLevel: wholeNumber(info.security_level),
    hashedKey: hexOf(ezsp.hashed_tclk, 16),
    devices,
    family: familyOf({ source: info.source }, specific),
  });
}

/** When it was made, for choosing between several; 0 where it does not say. */
export function madeAt(text: string): number {
  const json = parsedJson(text);
  if (!isObject(json)) return 0;
  const internal = isObject(json.metadata) && isObject(json.metadata.internal) ? json.metadata.internal : {};
  return Date.parse(String(json.backup_time ?? internal.creation_time ?? internal.date ?? json.time ?? "")) || 0;
}

export function numberOf(hex: string | undefined): number | undefined {
  return hex === undefined ? undefined : Number.parseInt(hex, 16);
}

/** Without the members that are undefined. */
export function known(
  network: { readonly [Name in keyof ForeignNetwork]: ForeignNetwork[Name] | undefined },
): ForeignNetwork {
  return Object.fromEntries(Object.entries(network).filter(([, value]) => value !== undefined)) as ForeignNetwork;
}

// ---- zigbee2mqtt before 2021: the memory of a Z-Stack stick, item by item, lowest bytes first

/** Where a value stands in the network's own item; its fields are aligned on some chips. */
interface Layout {
  readonly security: number;
  readonly channel: number;
  readonly panid: number;
  readonly extendedpanid: number;
  readonly updateId: number;
}

const PACKED: Layout = { security: 12, channel: 22, panid: 33, extendedpanid: 53, updateId: 109 };
const ALIGNED: Layout = { security: 14, channel: 24, panid: 36, extendedpanid: 57, updateId: 114 };
const LAYOUTS: Readonly<Record<number, Layout>> = { 110: PACKED, 116: ALIGNED };
const MATERIAL = /SEC_MATERIAL/;

function legacyNetwork({ data }: Values): ForeignNetwork {
  const items = isObject(data) ? data : {};
  const nib = bytesOf(items.ZCD_NV_NIB);
  const layout = LAYOUTS[nib.length];
  const key = bytesOf(items.ZCD_NV_NWK_ACTIVE_KEY_INFO);
  const coordinator = addressIn(bytesOf(items.ZCD_NV_EXTADDR), 0);
  if (!layout) return {};
  const extendedpanid = addressIn(nib, layout.extendedpanid);
  const counter = Object.entries(items)
    .filter(([name]) => MATERIAL.test(name))
    .map(([, item]) => bytesOf(item))
    .find((bytes) => bytes.length >= 12 && addressIn(bytes, 4) === extendedpanid);
  return {
    family: "zstack",
    ...(key.length >= 17 && { key: key.toString("hex", 1, 17), keySequence: key[0] ?? 0 }),
    ...(coordinator !== undefined && { coordinator }),
    ...(extendedpanid !== undefined && { extendedpanid }),
    ...(counter && { frameCounter: counter.readUInt32LE(0) }),
    panid: nib.readUInt16LE(layout.panid),
    channel: nib[layout.channel] ?? 0,
    securityLevel: nib[layout.security] ?? 0,
    updateId: nib[layout.updateId] ?? 0,
    devices: [],
  };
}

function bytesOf(item: unknown): Buffer {
  const value = isObject(item) ? item.value : undefined;
  return Array.isArray(value) && value.every((byte) => Number.isInteger(byte)) ? Buffer.from(value) : Buffer.alloc(0);
}

function addressIn(bytes: Buffer, start: number): string | undefined {
  const part = bytes.subarray(start, start + 8);
  return part.length === 8 ? Buffer.from(part).reverse().toString("hex") : undefined;
}
