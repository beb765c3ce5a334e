/** The frames of dresden elektronik's serial protocol: a head, data and a sum, with SLIP's marks around them. */
import { reader, write } from "../../devices/bytes.ts";

/** The kinds of frames. */
export const COMMAND = {
  CONFIRM: 0x04,
  STATUS: 0x07,
  NETWORK_STATE: 0x08,
  READ: 0x0a,
  WRITE: 0x0b,
  VERSION: 0x0d,
  STATUS_CHANGED: 0x0e,
  REQUEST: 0x12,
  INDICATION: 0x17,
  GREEN_POWER: 0x19,
} as const;

/** How a command went. */
export const RESULT = {
  SUCCESS: 0,
  FAILURE: 1,
  BUSY: 2,
  UNSUPPORTED: 4,
  NO_NETWORK: 6,
  INVALID_VALUE: 7,
} as const;

export interface SerialFrame {
  readonly command: number;
  readonly sequence: number;
  readonly result: number; // 0 in frames of the host
  readonly data: Buffer;
}

const END = 0xc0;
const ESCAPE = 0xdb;
const ESCAPED_END = 0xdc;
const ESCAPED_ESCAPE = 0xdd;
const HEAD = 5; // bytes
const SUM = 2;
const MOST_BYTES = 1024; // of a frame; more than that is none

export function toBytes({ command, sequence, result, data }: SerialFrame): Buffer {
  const frame = write()
    .u8(command, sequence, result)
    .u16(HEAD + data.length)
    .bytes(data)
    .done();
  return toSlip(write().bytes(frame).u16(sumOf(frame)).done());
}

/** Data that tells its own length first. */
export function counted(data: Uint8Array): Buffer {
  return write().u16(data.length).bytes(data).done();
}

/** Takes bytes as they come, in pieces of any size, and calls with each whole frame; bytes outside a frame are skipped. */
export function createParser(call: (frame: SerialFrame) => void): (chunk: Buffer) => void {
  let bytes: number[] = [];
  let isEscaped = false;
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === END) {
        const frame = frameIn(Buffer.from(bytes));
        bytes = [];
        isEscaped = false;
        if (frame) call(frame);
      } else if (byte === ESCAPE) isEscaped = true;
      else if (bytes.length <= MOST_BYTES) {
        bytes.push(isEscaped ? unescaped(byte) : byte);
        isEscaped = false;
      }
    }
  };
}

function frameIn(bytes: Buffer): SerialFrame | undefined {
  if (bytes.length < HEAD + SUM || bytes.length > MOST_BYTES) return undefined;
  const [frame, sum] = [bytes.subarray(0, -SUM), bytes.readUInt16LE(bytes.length - SUM)];
  const head = reader(frame);
  const [command, sequence, result, length] = [head.u8(), head.u8(), head.u8(), head.u16()];
  if (length !== frame.length || sum !== sumOf(frame)) return undefined;
  return { command, sequence, result, data: head.rest() };
}

function toSlip(bytes: Buffer): Buffer {
  const escaped = [...bytes].flatMap((byte) => {
    if (byte === END) return [ESCAPE, ESCAPED_END];
    return byte === ESCAPE ? [ESCAPE, ESCAPED_ESCAPE] : [byte];
  });
  return Buffer.of(END, ...escaped, END);
}

function unescaped(byte: number): number {
  if (byte === ESCAPED_END) return END;
  return byte === ESCAPED_ESCAPE ? ESCAPE : byte;
}

/** The two's complement of all bytes together. */
function sumOf(bytes: Uint8Array): number {
  return -bytes.reduce((sum, byte) => sum + byte, 0) & 0xffff;
}
