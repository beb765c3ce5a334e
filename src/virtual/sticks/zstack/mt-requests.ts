/** The parts of the tables of requests. */
import type { ByteReader } from "../../devices/bytes.ts";
import type { ZStackFirmware } from "./stick-firmware.ts";

/** Each answers at once, where this stick knows it; a later result goes to the host as a notice. */
export type MtRequests = Readonly<Record<number, (request: ByteReader, stick: ZStackFirmware) => Buffer | undefined>>;

export const MT_STATUS = {
  SUCCESS: 0x00,
  FAILURE: 0x01,
  INVALID_PARAMETER: 0x02,
  ITEM_CREATED: 0x09,
  ITEM_MISSING: 0x0a,
  WRONG_LENGTH: 0x0c,
  BUFFER_FULL: 0x11,
  DUPLICATE: 0xb8,
  INVALID_REQUEST: 0xc2,
  TABLE_FULL: 0xc7,
  NO_ACK: 0xe9,
  OVERFLOW: 0xf1,
} as const;

export function done(): Buffer {
  return Buffer.of(MT_STATUS.SUCCESS);
}
