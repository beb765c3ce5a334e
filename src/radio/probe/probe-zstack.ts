/** Texas Instruments' Z-Stack, by its monitor and test interface: SYS_PING, then SYS_VERSION. */
import { xor } from "./sums.ts";
import type { Talk } from "./talk.ts";

const START = 0xfe;
const SYNCHRONOUS = 0x21; // a request to SYS
const ANSWER = 0x61;
const PING = 0x01;
const VERSION = 0x02;
const SKIP_BOOTLOADER = 0xef; // to the bootloader of a CC2530 or CC2531
const PRODUCTS = ["Z-Stack Home 1.2", "Z-Stack 3.0.x", "Z-Stack 3.x.0"];

export async function zstack(talk: Talk): Promise<string | undefined> {
  if (!(await asked(talk, PING, 500))) {
    talk.write(Buffer.from([SKIP_BOOTLOADER]));
    await talk.wait(1000);
    if (!(await asked(talk, PING, 500))) return undefined;
  }
  const version = await asked(talk, VERSION, 1000);
  if (!version) return "Z-Stack";
  const [, product = 0, major, minor, maintenance] = version;
  const name = PRODUCTS[product] ?? `Z-Stack (product ${product})`;
  const release = `${major}.${minor}.${maintenance}`;
  return version.length < 9 ? `${name}, version ${release}` : `${name}, revision ${version.readUInt32LE(5)}`;
}

async function asked(talk: Talk, command: number, milliseconds: number): Promise<Buffer | undefined> {
  const body = [0, SYNCHRONOUS, command];
  talk.write(Buffer.from([START, ...body, xor(Buffer.from(body))]));
  return await talk.hears((bytes) => answerIn(bytes, command), milliseconds);
}

function answerIn(bytes: Buffer, command: number): Buffer | undefined {
  for (let at = bytes.indexOf(START); at >= 0; at = bytes.indexOf(START, at + 1)) {
    const length = bytes[at + 1] ?? 0;
    const frame = bytes.subarray(at + 1, at + 5 + length); // without its start
    if (frame.length < 4 + length || xor(frame) !== 0) continue;
    if (frame[1] === ANSWER && frame[2] === command && length > 0) return frame.subarray(3, 3 + length);
  }
  return undefined;
}
