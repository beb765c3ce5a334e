/** dresden elektronik's ConBee and RaspBee, by their serial protocol over SLIP: the firmware's version. */
import { framed, framesIn, SLIP } from "./framing.ts";
import { complement } from "./sums.ts";
import type { Talk } from "./talk.ts";

const FIRMWARE_VERSION = 0x0d;
const SEQUENCE = 1;
const LENGTH = 9; // of the question without its sum; the answer has the same

export async function deconz(talk: Talk): Promise<string | undefined> {
  const question = Buffer.from([FIRMWARE_VERSION, SEQUENCE, 0, LENGTH, 0, 0, 0, 0, 0]);
  const sum = complement(question);
  const frame = framed(SLIP, Buffer.from([...question, sum & 0xff, sum >> 8]));
  talk.write(Buffer.from([SLIP.end, ...frame]));
  return await talk.hears(versionIn, 1000);
}

function versionIn(bytes: Buffer): string | undefined {
  for (const frame of framesIn(SLIP, bytes)) {
    const body = frame.subarray(0, -2);
    if (frame.length < LENGTH + 2 || complement(body) !== frame.readUInt16LE(frame.length - 2)) continue;
    if (body[0] === FIRMWARE_VERSION && body[2] === 0) return `0x${body.readUInt32LE(5).toString(16).padStart(8, "0")}`;
  }
  return undefined;
}
