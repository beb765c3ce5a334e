/** Requests about the stick itself and its memory. */
import { write } from "../../devices/bytes.ts";
import { done, MT_STATUS, type MtRequests } from "./mt-requests.ts";
import type { Nv } from "./nv.ts";
import type { ZStackFirmware } from "./stick-firmware.ts";

const CAPABILITIES = 0x0679;
const VERSION = [2, 1, 2, 7, 1] as const; // of the protocol; Z-Stack 3.x.0; 2.7.1
const REVISION = 20240710;
const MOST_VALUE = 244; // bytes in one answer

export const SYS_NOTICES: Readonly<Record<number, (stick: ZStackFirmware) => void>> = { 0: (stick) => stick.reboot() };

export const SYS_REQUESTS: MtRequests = {
  // ping, version, own address, transmit power
  1: () => write().u16(CAPABILITIES).done(),
  2: () =>
    write()
      .u8(...VERSION)
      .u32(REVISION)
      .done(),
  4: (_request, { ieee }) => write().ieee(ieee).done(),
  15: (request) => {
    request.u8();
    return Buffer.of(request.u8());
  },
  20: (request) => Buffer.of(request.u8()),

  // items: create, read, write, the same with long offsets, delete, length
  7: (request, { nv }) => {
    const [id, length, given] = [request.u16(), request.u16(), request.u8()];
    if (nv.item(id)) return done();
    const bytes = Buffer.alloc(length);
    bytes.set(request.bytes(Math.min(given, length)));
    nv.setItem(id, bytes);
    return Buffer.of(MT_STATUS.ITEM_CREATED);
  },
  8: (request, { nv }) => part(nv.item(request.u16()), request.u8()),
  9: (request, { nv }) => put(nv, request.u16(), request.u8(), request.bytes(request.u8())),
  18: (request, { nv }) => {
    const [id, length] = [request.u16(), request.u16()];
    const item = nv.item(id);
    if (!item) return Buffer.of(MT_STATUS.ITEM_CREATED);
    if (item.length !== length) return Buffer.of(MT_STATUS.WRONG_LENGTH);
    nv.removeItem(id);
    return done();
  },
  19: (request, { nv }) =>
    write()
      .u16(nv.item(request.u16())?.length ?? 0)
      .done(),
  28: (request, { nv }) => part(nv.item(request.u16()), request.u16()),
  29: (request, { nv }) => put(nv, request.u16(), request.u16(), request.bytes(request.u16())),

  // tables: create, delete, length, read, write
  48: (request, { nv }) => Buffer.of(row(nv, request) ? MT_STATUS.SUCCESS : MT_STATUS.ITEM_MISSING),
  49: (request, { nv }) => {
    const found = row(nv, request);
    if (!found) return Buffer.of(MT_STATUS.ITEM_MISSING);
    nv.setRow(found.table, found.index, Buffer.alloc(found.bytes.length));
    return done();
  },
  50: (request, { nv }) => Buffer.of(row(nv, request)?.bytes.length ?? 0),
  51: (request, { nv }) => {
    const found = row(nv, request);
    return part(found?.bytes, request.u16(), request.u8());
  },
  52: (request, { nv }) => {
    const found = row(nv, request);
    const [offset, length] = [request.u16(), request.u8()];
    if (!found) return Buffer.of(MT_STATUS.ITEM_MISSING);
    const bytes = Buffer.from(found.bytes);
    if (offset + length > bytes.length) return Buffer.of(MT_STATUS.WRONG_LENGTH);
    bytes.set(request.bytes(length), offset);
    return Buffer.of(nv.setRow(found.table, found.index, bytes) ? MT_STATUS.SUCCESS : MT_STATUS.FAILURE);
  },
};

function part(bytes: Buffer | undefined, offset: number, most = MOST_VALUE): Buffer {
  if (!bytes) return Buffer.of(MT_STATUS.ITEM_MISSING, 0);
  if (offset > bytes.length) return Buffer.of(MT_STATUS.WRONG_LENGTH, 0);
  const value = bytes.subarray(offset, offset + Math.min(most, MOST_VALUE));
  return write().u8(MT_STATUS.SUCCESS, value.length).bytes(value).done();
}

function put(nv: Nv, id: number, offset: number, value: Buffer): Buffer {
  const item = nv.item(id);
  if (!item) return Buffer.of(MT_STATUS.ITEM_MISSING);
  if (offset + value.length > item.length) return Buffer.of(MT_STATUS.WRONG_LENGTH);
  const bytes = Buffer.from(item);
  bytes.set(value, offset);
  nv.setItem(id, bytes);
  return done();
}

function row(
  nv: Nv,
  request: Parameters<MtRequests[number]>[0],
): { table: number; index: number; bytes: Buffer } | undefined {
  const [system, table, index] = [request.u8(), request.u16(), request.u16()];
  const bytes = system === ZSTACK ? nv.row(table, index) : undefined;
  return bytes && { table, index, bytes };
}

const ZSTACK = 1;
