/** A plain 802.15.4 radio with OpenThread's firmware, by Spinel: its version. Zigbee itself then runs on the host. */
import { framed, framesIn, HDLC } from "./framing.ts";
import { x25 } from "./sums.ts";
import type { Talk } from "./talk.ts";

const HEAD = 0x81; // the first network, the first transaction
const GET = 2;
const IS = 6;
const VERSION = 2;

export async function zoh(talk: Talk): Promise<string | undefined> {
  const question = Buffer.from([HEAD, GET, VERSION]);
  const sum = x25(question);
  talk.write(Buffer.from([HDLC.end, ...framed(HDLC, Buffer.from([...question, sum & 0xff, sum >> 8]))]));
  return await talk.hears(versionIn, 700);
}

function versionIn(bytes: Buffer): string | undefined {
  for (const frame of framesIn(HDLC, bytes)) {
    const body = frame.subarray(0, -2);
    if (frame.length < 6 || x25(body) !== frame.readUInt16LE(frame.length - 2)) continue;
    if (body[1] !== IS || body[2] !== VERSION) continue;
    return body
      .subarray(3)
      .toString("latin1")
      .replace(/[^ -~].*/s, "")
      .slice(0, 100);
  }
  return undefined;
}
