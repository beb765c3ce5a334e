/** The stick's memory of its network: which one it is, how many frames the stick has sent, and which devices have joined. */
import type { NetworkCredentials } from "../../air/network-credentials.ts";
import { ieeeBytes, reader } from "../../devices/bytes.ts";
import { channelsIn } from "../../devices/zdo.ts";
import { ITEM, type Nv, TABLE } from "./nv.ts";
import { ADDRESS_ROW, FRAME_COUNTER_ROW, KEY, LINK_KEY_ROW, NIB } from "./nv-layout.ts";

const CHILD = 1; // the user of a row in the address table
const SECURED = 2;
const VERIFIED_KEY = 2;
const FIRST_CHANNEL = 11;

/** The network that the stick is in; a stick without one has no record of any. */
export function networkOf(nv: Nv): NetworkCredentials | undefined {
  const nib = nv.item(ITEM.NIB);
  const active = nv.item(ITEM.ACTIVE_KEY);
  if (!nib || !active || nib.length !== NIB.length) return undefined;
  const { panid, extendedpanid, channel } = NIB.unpack(nib);
  const { sequence: keyNumber, key } = KEY.unpack(active);
  return { panid, extendedpanid: reader(extendedpanid).ieee(), channel, key: key.toString("hex"), keyNumber };
}

/** Makes a new network from the items that the host wrote for it. */
export function form(nv: Nv, ieee: string): void {
  const [channel = FIRST_CHANNEL] = channelsIn(nv.item(ITEM.CHANNELS)?.readUInt32LE() ?? 0);
  const extendedpanid = nv.item(ITEM.EXTENDED_PANID);
  formAs(nv, ieee, {
    panid: nv.item(ITEM.PANID)?.readUInt16LE() ?? 0xffff,
    extendedpanid: extendedpanid && !isBlank(extendedpanid) ? reader(extendedpanid).ieee() : ieee,
    channel,
    key: (nv.item(ITEM.NETWORK_KEY) ?? Buffer.alloc(16)).toString("hex"),
    keyNumber: 0,
  });
}

export function formAs(nv: Nv, ieee: string, network: NetworkCredentials, counter = 0): void {
  const { panid, extendedpanid, channel, keyNumber: sequence } = network;
  const epid = ieeeBytes(extendedpanid);
  const key = Buffer.from(network.key, "hex");
  nv.setItem(
    ITEM.NIB,
    NIB.pack({
      ...DEFAULTS,
      channel,
      channels: 2 ** channel,
      panid,
      extendedpanid: epid,
      coordinatorIeee: ieeeBytes(ieee),
    }),
  );
  nv.setItem(ITEM.NETWORK_KEY, key);
  nv.setItem(ITEM.ACTIVE_KEY, KEY.pack({ sequence, key }));
  nv.setItem(ITEM.ALTERNATE_KEY, KEY.pack({ sequence, key }));
  nv.setRow(TABLE.FRAME_COUNTERS, 0, FRAME_COUNTER_ROW.pack({ counter, extendedpanid: epid }));
}

export function moveTo(nv: Nv, channel: number): void {
  const nib = nv.item(ITEM.NIB);
  if (!nib) return;
  const values = NIB.unpack(nib);
  const updateId = (values.updateId + 1) % 256;
  nv.setItem(ITEM.NIB, NIB.pack({ ...values, channel, channels: 2 ** channel, updateId }));
}

/** Each frame sent has a number of its own, by which devices know a frame that is played back. */
export function countFrame(nv: Nv): number {
  const row = nv.row(TABLE.FRAME_COUNTERS, 0);
  if (!row) return 0;
  const values = FRAME_COUNTER_ROW.unpack(row);
  const counter = (values.counter + 1) % 2 ** 32;
  nv.setRow(TABLE.FRAME_COUNTERS, 0, FRAME_COUNTER_ROW.pack({ ...values, counter }));
  return counter;
}

/** The number of the last one. */
export function frameCounterOf(nv: Nv): number {
  const row = nv.row(TABLE.FRAME_COUNTERS, 0);
  return row ? FRAME_COUNTER_ROW.unpack(row).counter : 0;
}

export function remember(nv: Nv, ieee: string, address: number, child: boolean): void {
  const bytes = ieeeBytes(ieee);
  const user = SECURED | (child ? CHILD : 0);
  nv.setRow(TABLE.ADDRESSES, rowFor(nv, TABLE.ADDRESSES, bytes, 4), ADDRESS_ROW.pack({ user, address, ieee: bytes }));
  const index = rowFor(nv, TABLE.LINK_KEYS, bytes, 8);
  const known = nv.rows(TABLE.LINK_KEYS)[index];
  if (known && !isBlank(known)) return;
  nv.setRow(
    TABLE.LINK_KEYS,
    index,
    LINK_KEY_ROW.pack({ ieee: bytes, attributes: VERIFIED_KEY, shift: (bytes[0] ?? 0) % 16 }),
  );
}

export function forget(nv: Nv, ieee: string): void {
  const bytes = ieeeBytes(ieee);
  for (const [table, offset, length] of [
    [TABLE.ADDRESSES, 4, ADDRESS_ROW.length],
    [TABLE.LINK_KEYS, 8, LINK_KEY_ROW.length],
  ] as const) {
    const index = rowFor(nv, table, bytes, offset);
    if (index < nv.rows(table).length) nv.setRow(table, index, Buffer.alloc(length));
  }
}

/** The row that holds this address, or else the first free one. */
function rowFor(nv: Nv, table: number, ieee: Buffer, offset: number): number {
  const rows = nv.rows(table);
  const own = rows.findIndex((row) => row.subarray(offset, offset + 8).equals(ieee));
  return own >= 0 ? own : nv.free(table);
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0) || bytes.every((byte) => byte === 0xff);
}

const DEFAULTS = {
  passiveAckTimeout: 5,
  broadcastRetries: 2,
  maxDepth: 20,
  broadcastTime: 30,
  secureAll: 1,
  securityLevel: 5,
  symmetricLinks: 1,
  capabilities: 0x8f,
  persistence: 7,
  protocol: 2,
  routeDiscoveryTime: 13,
  routeExpiryTime: 30,
  state: 8,
  beaconOrder: 15,
  superframeOrder: 15,
  scanDuration: 4,
  keyLoaded: 1,
  linkStatusPeriod: 15,
  routerAgeLimit: 3,
  concentrator: 1,
  concentratorTime: 120,
  concentratorRadius: 10,
  allFresh: 1,
};
