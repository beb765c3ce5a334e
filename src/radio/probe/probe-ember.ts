/** Silicon Labs' EmberZNet, by ASH: a reset of the chip (not of its network) is announced, then EZSP says its version. */
import { ASH, framed, framesIn } from "./framing.ts";
import { ccitt } from "./sums.ts";
import type { Talk } from "./talk.ts";

const CANCEL = 0x1a; // ends whatever was on the line before
const RESET = 0xc0;
const RESET_DONE = 0xc1;
const ASH_VERSION = 2;
const FIRST_DATA = 0x00; // frame 0, nothing received yet
const RECEIVED = 0x81; // the next one expected is 1
const NEWEST_EZSP = 13;

export async function ember(talk: Talk): Promise<string | undefined> {
  talk.write(Buffer.from([CANCEL, ...frameOf([RESET])]));
  const isReset = await talk.hears((bytes) => {
    const done = soundIn(bytes).some((frame) => frame[0] === RESET_DONE && frame[1] === ASH_VERSION);
    return done || undefined;
  }, 1500);
  if (!isReset) return undefined;
  // The version is asked in the oldest form of a frame, which all understand: sequence, control, command, the newest that we know.
  talk.write(frameOf([FIRST_DATA, ...scrambled([0, 0, 0, NEWEST_EZSP])]));
  const version = await talk.hears(versionIn, 1000);
  talk.write(frameOf([RECEIVED]));
  if (!version) return "EmberZNet";
  const { protocol, stack } = version;
  const digits = stack.toString(16).padStart(4, "0");
  return `EmberZNet ${[...digits].map((digit) => Number.parseInt(digit, 16)).join(".")}, EZSP ${protocol}`;
}

function versionIn(bytes: Buffer): { protocol: number; stack: number } | undefined {
  for (const frame of soundIn(bytes)) {
    const control = frame[0] ?? 0xff;
    if ((control & 0x80) !== 0) continue; // not data
    const body = Buffer.from(scrambled(frame.subarray(1)));
    if (body.length >= 7 && body[2] === 0) return { protocol: body.readUInt8(3), stack: body.readUInt16LE(5) };
  }
  return undefined;
}

function frameOf(body: readonly number[]): Buffer {
  const sum = ccitt(Buffer.from(body));
  return framed(ASH, Buffer.from([...body, sum >> 8, sum & 0xff]));
}

/** Without their sums, and only those whose sum is right. */
function soundIn(bytes: Buffer): Buffer[] {
  const afterCancel = bytes.subarray(bytes.lastIndexOf(CANCEL) + 1);
  return framesIn(ASH, afterCancel)
    .filter((frame) => frame.length >= 3 && ccitt(frame.subarray(0, -2)) === frame.readUInt16BE(frame.length - 2))
    .map((frame) => frame.subarray(0, -2));
}

/** Data are mixed with a fixed pseudo-random sequence, so that no byte is frequent; twice gives the same again. */
function scrambled(bytes: Iterable<number>): number[] {
  let random = 0x42;
  return [...bytes].map((byte) => {
    const mixed = byte ^ random;
    random = random & 1 ? (random >> 1) ^ 0xb8 : random >> 1;
    return mixed;
  });
}
