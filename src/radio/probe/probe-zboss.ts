/** Nordic's and Espressif's ZBOSS coprocessor: the versions of its modules. */
import { kermit, koop } from "./sums.ts";
import type { Talk } from "./talk.ts";

const SIGNATURE = Buffer.from([0xde, 0xad]);
const TYPE = 0x06;
const WHOLE = 0xc0; // flags: first and last fragment, sequence 0
const ACKNOWLEDGED = 0x01; // flags
const ANSWER = 1;
const MODULE_VERSION = 0x0001;

export async function zboss(talk: Talk): Promise<string | undefined> {
  talk.write(packet(WHOLE, Buffer.from([0, 0, MODULE_VERSION & 0xff, MODULE_VERSION >> 8, 1])));
  const version = await talk.hears(versionIn, 700);
  if (version) talk.write(packet(ACKNOWLEDGED)); // or it says the same again and again
  return version;
}

function packet(flags: number, body?: Buffer): Buffer {
  const head = Buffer.from([0, 0, TYPE, flags]);
  head.writeUInt16LE(5 + (body ? body.length + 2 : 0));
  const sum = Buffer.alloc(body ? 2 : 0);
  if (body) sum.writeUInt16LE(kermit(body));
  return Buffer.concat([SIGNATURE, head, Buffer.from([koop(head)]), sum, body ?? Buffer.alloc(0)]);
}

function versionIn(bytes: Buffer): string | undefined {
  for (let at = bytes.indexOf(SIGNATURE); at >= 0; at = bytes.indexOf(SIGNATURE, at + 1)) {
    const head = bytes.subarray(at + 2, at + 6);
    if (head.length < 4 || head[2] !== TYPE || bytes[at + 6] !== koop(head)) continue;
    const body = bytes.subarray(at + 9, at + 2 + head.readUInt16LE());
    if (body.length < 11 || kermit(body) !== bytes.readUInt16LE(at + 7)) continue;
    if (body[1] === ANSWER && body.readUInt16LE(2) === MODULE_VERSION) return nameOf(body.readUInt32LE(7));
  }
  return undefined;
}

function nameOf(version: number): string {
  return `ZBOSS ${version >>> 24}.${(version >>> 16) & 0xff}.${version & 0xffff}`;
}
