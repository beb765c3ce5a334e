/** How the stick hands frames from the air to its host: at once, or piece by piece where they are too long for one notice. */
import type { AirFrame } from "../../air/air-station.ts";
import { write } from "../../devices/bytes.ts";

interface Notice {
  readonly command: number;
  readonly data: Buffer;
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
const DEFAULT_ENDPOINT = 1; // for frames to a group or to all

export class IncomingFrames {
  readonly #now: () => number;
  readonly #kept = new Map<number, Buffer>();
  #newest = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  notice({ from, to, cluster, bytes }: AirFrame, linkquality: number, panid: number): Notice {
    const group = "group" in to ? to.group : 0;
    const endpoint = "endpoint" in to ? to.endpoint : DEFAULT_ENDPOINT;
    const toMany = "address" in to ? 0 : 1;
    const at = this.#timestamp();
    if (bytes.length <= MOST_BYTES) {
      const data = write()
        .u16(group, cluster, from.address)
        .u8(from.endpoint, endpoint, toMany, linkquality, 0)
        .u32(at)
        .u8(0, bytes.length)
        .bytes(bytes);
      return { command: PLAIN, data: data.done() };
    }
    this.#keep(bytes, at);
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
  }

  /** A frame without any network. */
  touchlink(from: string, cluster: number, endpoint: number, bytes: Buffer): Notice {
    const data = write()
      .u16(0, cluster)
      .u8(BY_IEEE)
      .ieee(from)
      .u8(TOUCHLINK_ENDPOINT)
      .u16(NO_PAN)
      .u8(endpoint, 0, TOUCHLINK_LINKQUALITY, 0)
      .u32(this.#timestamp())
      .u8(0)
      .u16(bytes.length)
      .bytes(bytes);
    return { command: EXTENDED, data: data.done() };
  }

  /** A piece of a long frame; without any length the frame is forgotten. Undefined: there is none such. */
  piece(time: number, offset: number, length: number): Buffer | undefined {
    const bytes = this.#kept.get(time);
    if (length === 0) this.#kept.delete(time);
    return bytes?.subarray(offset, offset + length);
  }

  #timestamp(): number {
    this.#newest = Math.max(this.#newest + 1, Math.floor(this.#now())) % 2 ** 32;
    return this.#newest;
  }

  #keep(bytes: Buffer, at: number): void {
    this.#kept.set(at, bytes);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
