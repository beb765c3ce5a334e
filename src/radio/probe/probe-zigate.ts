/** ZiGate, by its serial protocol: the firmware's version. */
import { xor } from "./sums.ts";
import type { Talk } from "./talk.ts";

const START = 0x01;
const ESCAPE = 0x02;
const END = 0x03;
const HIDDEN = 0x10; // bytes up to this one
const GET_VERSION = 0x0010;
const VERSION = 0x8010;

export async function zigate(talk: Talk): Promise<string | undefined> {
  const body = [GET_VERSION >> 8, GET_VERSION & 0xff, 0, 0, (GET_VERSION >> 8) ^ (GET_VERSION & 0xff)];
  const hidden = body.flatMap((byte) => (byte <= HIDDEN ? [ESCAPE, byte ^ HIDDEN] : [byte]));
  talk.write(Buffer.from([START, ...hidden, END]));
  return await talk.hears(versionIn, 700);
}

function versionIn(bytes: Buffer): string | undefined {
  for (const frame of framesIn(bytes)) {
    if (frame.length < 9 || frame.readUInt16BE(0) !== VERSION) continue;
    const [sum, payload] = [frame[4], frame.subarray(5)];
    if (xor(Buffer.concat([frame.subarray(0, 4), payload])) !== sum) continue;
    const [, minor] = [payload.readUInt16BE(0), payload.readUInt16BE(2)];
    return `ZiGate ${(minor >> 8).toString(16)}.${(minor & 0xff).toString(16).padStart(2, "0")}`;
  }
  return undefined;
}

function framesIn(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  let frame: number[] | undefined;
  let isEscaped = false;
  for (const byte of bytes) {
    if (byte === START) frame = [];
    else if (byte === END && frame) {
      frames.push(Buffer.from(frame));
      frame = undefined;
    } else if (byte === ESCAPE) isEscaped = true;
    else {
      frame?.push(isEscaped ? byte ^ HIDDEN : byte);
      isEscaped = false;
    }
  }
  return frames;
}
