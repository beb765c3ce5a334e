/** The stick's backup as zigbee2mqtt made it before 2021: the memory of a Z-Stack stick, item by item, lowest bytes first. */
import { isObject, type Values } from "../../model/resource.ts";
import type { ForeignNetwork } from "../inventory.ts";

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

export function legacyNetwork({ data }: Values): ForeignNetwork {
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
