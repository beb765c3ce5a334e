/** Sticks that tell which they are, each in its own protocol. The frames are built by zigbee-herdsman's own code where it has any. */
import { createRequire } from "node:module";

/** Bytes in, bytes out; nothing where it is silent. */
export type FakeStick = (bytes: Buffer) => Buffer;

const load = createRequire(import.meta.url);
const herdsman = createRequire(load.resolve("zigbee-herdsman"));
const slip: { encode(bytes: Uint8Array): Uint8Array } = herdsman("slip");
const { Frame: UnpiFrame } = load("zigbee-herdsman/dist/adapter/z-stack/unpi/frame.js");
const { default: ZiGateFrame } = load("zigbee-herdsman/dist/adapter/zigate/driver/frame.js");
const sums: Record<"crc8" | "crc16", (bytes: Buffer) => number> = load("zigbee-herdsman/dist/adapter/zboss/utils.js");
const { encodeHdlcFrame } = herdsman("zigbee-on-host/dist/spinel/hdlc.js");

const { UartAsh } = load("zigbee-herdsman/dist/adapter/ember/uart/ash.js");
const { halCommonCrc16 } = load("zigbee-herdsman/dist/adapter/ember/utils/math.js");

const SYS = 1;
const ANSWER = 3;
const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");

export const FAKE_STICKS: Readonly<Record<string, { readonly stick: FakeStick; readonly firmware: string }>> = {
  zstack: {
    firmware: "Z-Stack 3.x.0, revision 20240710",
    stick: told(
      [hex("fe 00 21 01 20"), new UnpiFrame(ANSWER, SYS, 1, hex("79 07")).toBuffer()],
      [hex("fe 00 21 02 23"), new UnpiFrame(ANSWER, SYS, 2, hex("02 02 02 07 01 46 d9 34 01")).toBuffer()],
    ),
  },
  // The reset and its announcement, then the version asked and said, as the maker's description of the protocol has them.
  ember: {
    firmware: "EmberZNet 7.4.3.0, EZSP 13",
    stick: told([hex("1a c0 38 bc 7e"), hex("1a c1 02 0b 0a 52 7e")], [hex("00 42 21 a8 59"), emberVersion()]),
  },
  deconz: {
    firmware: "0x26780700",
    stick: told([hex("0d 01 00 09 00"), deconzFrame(hex("0d 01 00 09 00 00 07 78 26"))]),
  },
  zigate: {
    firmware: "ZiGate 3.21",
    stick: told([hex("01 02 10 02 00 02 10 02 10 02 00 03"), zigateFrame(0x8010, hex("00 05 03 21 00"))]),
  },
  zboss: {
    firmware: "ZBOSS 3.3.5",
    stick: told([
      hex("de ad 0c 00 06 c0"),
      zbossFrame(hex("00 01 01 00 01 00 00 05 00 03 03 00 00 00 00 01 00 00 00")),
    ]),
  },
  zoh: {
    firmware: "OPENTHREAD/1.4; EFR32",
    stick: told([hex("7e 81 02 02"), spinelFrame(Buffer.from("\x81\x06\x02OPENTHREAD/1.4; EFR32\0", "latin1"))]),
  },
};

/** The answer to each question, wherever it stands in the bytes that are heard. */
function told(...pairs: readonly (readonly [question: Buffer, answer: Buffer])[]): FakeStick {
  return (bytes) => Buffer.concat(pairs.filter(([question]) => bytes.includes(question)).map(([, answer]) => answer));
}

/** The version of EZSP and of the stack, as data of ASH: with its sum, mixed with the pseudo-random sequence. */
function emberVersion(): Buffer {
  const data = hex("00 80 00 0d 02 30 74");
  UartAsh.prototype.randomizeBuffer.call({}, data, data.length);
  const frame = Buffer.concat([hex("01"), data]);
  let sum = 0xffff;
  for (const byte of frame) sum = halCommonCrc16(byte, sum);
  return Buffer.concat([frame, Buffer.from([sum >> 8, sum & 0xff, 0x7e])]);
}

function deconzFrame(bytes: Buffer): Buffer {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return Buffer.from(slip.encode(Buffer.concat([bytes, Buffer.from([(~sum + 1) & 0xff, ((~sum + 1) >> 8) & 0xff])])));
}

/** The last byte is the link quality, which its length counts too. */
function zigateFrame(code: number, payload: Buffer): Buffer {
  return new ZiGateFrame().writeMsgCode(code).writeMsgPayload(payload).toBuffer();
}

function zbossFrame(body: Buffer): Buffer {
  const head = Buffer.from([body.length + 7, 0, 0x06, 0xc0]);
  const sum = sums.crc16(body);
  return Buffer.concat([hex("de ad"), head, Buffer.from([sums.crc8(head), sum & 0xff, sum >> 8]), body]);
}

function spinelFrame(body: Buffer): Buffer {
  const { data, length }: { data: Buffer; length: number } = encodeHdlcFrame(body);
  return Buffer.from(data.subarray(0, length));
}
