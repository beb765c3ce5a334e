/** What the tables of commands are made of. */
import type { ByteReader } from "../../devices/bytes.ts";
import type { EmberFirmware } from "./ember-firmware.ts";
import { STATUS } from "./ezsp-layouts.ts";

/** Each answers at once, where this firmware knows it; what comes of it later is told. */
export type EzspRequests = Readonly<Record<number, (request: ByteReader, stick: EmberFirmware) => Buffer | undefined>>;

export function done(stick: EmberFirmware): Buffer {
  return stick.status(STATUS.OK);
}
