/** How the stick hands frames from the air to its host: at once, or piece by piece where they are too long for one notice. */

import type { AirFrame } from "../air/air-station.ts";
import { write } from "../devices/bytes.ts";

export interface Notice {
  readonly command: number;
  readonly data: Buffer;
}

export interface IncomingFrames {
  notice(frame: AirFrame, linkquality: number, panid: number): Notice;
  /** A frame without any network. */
  touchlink(from: string, cluster: number, endpoint: number, bytes: Buffer): Notice;
  /** A piece of a long frame; without any length it is forgotten. Undefined: there is none such. */
  piece(time: number, offset: number, length: number): Buffer | undefined;
}

const PLAIN = 0x81;
const EXTENDED = 0x82;
const MOST_BYTES = 223; // in one notice
const MOST_KEPT = 8;
const BY_ADDRESS = 2;
const BY_IEEE = 3;
const NO_PAN = 0xffff;
const TOUCHLINK_ENDPOINT = 0xfe;
const TOUCHLINK_LINKQUALITY = 200;
const DEFAULT_ENDPOINT = 1; // for what comes for a group or for all

export function createIncoming(now: () => number): IncomingFrames {
  const kept = new Map<number, Buffer>();
  let newest = 0;
  const time = () => {
    newest = Math.max(newest + 1, Math.floor(now())) % 2 ** 32;
    return newest;
  };
  const keep = (bytes: Buffer, at: number) => {
    kept.set(at, bytes);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  };

  return {
    notice: ({ from, to, cluster, bytes }, linkquality, panid) => {
      const group = "group" in to ? to.group : 0;
      const endpoint = "endpoint" in to ? to.endpoint : DEFAULT_ENDPOINT;
      const toMany = "address" in to ? 0 : 1;
      const at = time();
      if (bytes.length <= MOST_BYTES) {
        const data = write()
          .u16(group, cluster, from.address)
          .u8(from.endpoint, endpoint, toMany, linkquality, 0)
          .u32(at)
          .u8(0, bytes.length)
          .bytes(bytes);
        return { command: PLAIN, data: data.done() };
      }
      keep(bytes, at);
      const data = write()
        .u16(group, cluster)
        .u8(BY_ADDRESS)
        .u32(from.address, 0)
        .u8(from.endpoint)
        .u16(panid)
        .u8(endpoint, toMany, linkquality, 0)
        .u32(at)
        .u8(0)
        .u16(bytes.length);
      return { command: EXTENDED, data: data.done() };
    },
    touchlink: (from, cluster, endpoint, bytes) => {
      const data = write()
        .u16(0, cluster)
        .u8(BY_IEEE)
        .ieee(from)
        .u8(TOUCHLINK_ENDPOINT)
        .u16(NO_PAN)
        .u8(endpoint, 0, TOUCHLINK_LINKQUALITY, 0)
        .u32(time())
        .u8(0)
        .u16(bytes.length)
        .bytes(bytes);
      return { command: EXTENDED, data: data.done() };
    },
    piece: (at, offset, length) => {
      const bytes = kept.get(at);
      if (length === 0) kept.delete(at);
      return bytes?.subarray(offset, offset + length);
    },
  };
}
