/** The frames of TI's serial protocol: FE, length, two bytes of command, data, checksum. */
export const TYPE = { SREQ: 1, AREQ: 2, SRSP: 3 } as const;
export const SUBSYSTEM = { ERROR: 0, SYS: 1, AF: 4, ZDO: 5, SAPI: 6, UTIL: 7, APP_CNF: 15 } as const;

export interface UnpiFrame {
  readonly type: number;
  readonly subsystem: number;
  readonly command: number;
  readonly data: Buffer;
}

const START = 0xfe;
const MOST_DATA = 250;
const AROUND = 5; // bytes of a frame that are not data

export function toBytes({ type, subsystem, command, data }: UnpiFrame): Buffer {
  const bytes = Buffer.alloc(data.length + AROUND);
  bytes.set([START, data.length, (type << 5) | subsystem, command]);
  bytes.set(data, 4);
  bytes[bytes.length - 1] = checksum(bytes.subarray(1, -1));
  return bytes;
}

/** Takes bytes as they come, in pieces of any size, and calls with each whole frame; bytes outside a frame are skipped. */
export function createParser(call: (frame: UnpiFrame) => void): (chunk: Buffer) => void {
  let waiting: Buffer = Buffer.alloc(0);
  return (chunk) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    for (;;) {
      const start = waiting.indexOf(START);
      waiting = start < 0 ? Buffer.alloc(0) : waiting.subarray(start);
      const length = waiting[1];
      if (length === undefined) return;
      if (length <= MOST_DATA && waiting.length < length + AROUND) return;
      const bytes = waiting.subarray(0, length + AROUND);
      const whole = length <= MOST_DATA && checksum(bytes.subarray(1, -1)) === bytes.at(-1);
      // A start that was none may have hidden a real one right behind it.
      waiting = waiting.subarray(whole ? bytes.length : 1);
      if (whole) call(frameOf(bytes));
    }
  };
}

function frameOf(bytes: Buffer): UnpiFrame {
  const [first, command] = [bytes.readUInt8(2), bytes.readUInt8(3)];
  return { type: first >> 5, subsystem: first & 0x1f, command, data: bytes.subarray(4, -1) };
}

function checksum(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum ^ byte, 0);
}
