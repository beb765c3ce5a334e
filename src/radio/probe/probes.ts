/** Every kind of stick, and the questions to it: they change nothing in it, least of all its network. */
import type { StickAdapter } from "../stick-names.ts";
import { ASH, ccitt, complement, framed, framesIn, HDLC, kermit, koop, SLIP, x25, xor } from "./framing.ts";
import type { StickExchange } from "./stick-connection.ts";

export interface Probe {
  readonly adapter: StickAdapter;
  readonly baudRates: readonly number[]; // the usual one first
  /** Its firmware, for a person to read; undefined when it is not of this kind. */
  readonly ask: (exchange: StickExchange) => Promise<string | undefined>;
}

/** The most frequent first. */
export const PROBES: readonly Probe[] = [
  { adapter: "zstack", baudRates: [115_200], ask: askZstack },
  { adapter: "ember", baudRates: [115_200, 460_800, 57_600, 230_400], ask: askEmber },
  { adapter: "deconz", baudRates: [38_400, 115_200], ask: askDeconz },
  { adapter: "zigate", baudRates: [115_200], ask: askZigate },
  { adapter: "zboss", baudRates: [115_200], ask: askZboss },
  { adapter: "zoh", baudRates: [460_800, 115_200], ask: askZoh },
];

const ZSTACK = {
  start: 0xfe,
  synchronous: 0x21, // a request to SYS
  answer: 0x61,
  ping: 0x01,
  version: 0x02,
  skipBootloader: 0xef, // to the bootloader of a CC2530 or CC2531
  products: ["Z-Stack Home 1.2", "Z-Stack 3.0.x", "Z-Stack 3.x.0"],
} as const;

/** Texas Instruments' Z-Stack, by its monitor and test interface: SYS_PING, then SYS_VERSION. */
async function askZstack(exchange: StickExchange): Promise<string | undefined> {
  if (!(await zstackAsked(exchange, ZSTACK.ping, 500))) {
    exchange.write(Buffer.from([ZSTACK.skipBootloader]));
    await exchange.wait(1000);
    if (!(await zstackAsked(exchange, ZSTACK.ping, 500))) return undefined;
  }
  const version = await zstackAsked(exchange, ZSTACK.version, 1000);
  if (!version) return "Z-Stack";
  const [, product = 0, major, minor, maintenance] = version;
  const name = ZSTACK.products[product] ?? `Z-Stack (product ${product})`;
  const release = `${major}.${minor}.${maintenance}`;
  return version.length < 9 ? `${name}, version ${release}` : `${name}, revision ${version.readUInt32LE(5)}`;
}

async function zstackAsked(
  exchange: StickExchange,
  command: number,
  milliseconds: number,
): Promise<Buffer | undefined> {
  const body = [0, ZSTACK.synchronous, command];
  exchange.write(Buffer.from([ZSTACK.start, ...body, xor(Buffer.from(body))]));
  return await exchange.receives((bytes) => zstackAnswerIn(bytes, command), milliseconds);
}

function zstackAnswerIn(bytes: Buffer, command: number): Buffer | undefined {
  for (let at = bytes.indexOf(ZSTACK.start); at >= 0; at = bytes.indexOf(ZSTACK.start, at + 1)) {
    const length = bytes[at + 1] ?? 0;
    const frame = bytes.subarray(at + 1, at + 5 + length); // without its start
    if (frame.length < 4 + length || xor(frame) !== 0) continue;
    if (frame[1] === ZSTACK.answer && frame[2] === command && length > 0) return frame.subarray(3, 3 + length);
  }
  return undefined;
}

const EMBER = {
  cancel: 0x1a, // ends a frame that was on the line before
  reset: 0xc0,
  resetDone: 0xc1,
  ashVersion: 2,
  firstData: 0x00, // frame 0, nothing received yet
  received: 0x81, // the next one expected is 1
  newestEzsp: 13,
} as const;

/** Silicon Labs' EmberZNet, by ASH: a reset of the chip (not of its network) is announced, then EZSP says its version. */
async function askEmber(exchange: StickExchange): Promise<string | undefined> {
  exchange.write(Buffer.from([EMBER.cancel, ...emberFrameOf([EMBER.reset])]));
  const isReset = await exchange.receives((bytes) => {
    const done = emberSoundIn(bytes).some((frame) => frame[0] === EMBER.resetDone && frame[1] === EMBER.ashVersion);
    return done || undefined;
  }, 1500);
  if (!isReset) return undefined;
  // The version is asked in the oldest form of a frame, which all understand: sequence, control, command, the newest that we know.
  exchange.write(emberFrameOf([EMBER.firstData, ...emberScrambled([0, 0, 0, EMBER.newestEzsp])]));
  const version = await exchange.receives(emberVersionIn, 1000);
  exchange.write(emberFrameOf([EMBER.received]));
  if (!version) return "EmberZNet";
  const { protocol, stack } = version;
  const digits = stack.toString(16).padStart(4, "0");
  return `EmberZNet ${[...digits].map((digit) => Number.parseInt(digit, 16)).join(".")}, EZSP ${protocol}`;
}

function emberVersionIn(bytes: Buffer): { protocol: number; stack: number } | undefined {
  for (const frame of emberSoundIn(bytes)) {
    const control = frame[0] ?? 0xff;
    if ((control & 0x80) !== 0) continue; // not data
    const body = Buffer.from(emberScrambled(frame.subarray(1)));
    if (body.length >= 7 && body[2] === 0) return { protocol: body.readUInt8(3), stack: body.readUInt16LE(5) };
  }
  return undefined;
}

function emberFrameOf(body: readonly number[]): Buffer {
  const sum = ccitt(Buffer.from(body));
  return framed(ASH, Buffer.from([...body, sum >> 8, sum & 0xff]));
}

/** Without their sums, and only those whose sum is right. */
function emberSoundIn(bytes: Buffer): Buffer[] {
  const afterCancel = bytes.subarray(bytes.lastIndexOf(EMBER.cancel) + 1);
  return framesIn(ASH, afterCancel)
    .filter((frame) => frame.length >= 3 && ccitt(frame.subarray(0, -2)) === frame.readUInt16BE(frame.length - 2))
    .map((frame) => frame.subarray(0, -2));
}

/** Data are mixed with a fixed pseudo-random sequence, so that no byte is frequent; twice gives the same again. */
function emberScrambled(bytes: Iterable<number>): number[] {
  let random = 0x42;
  return [...bytes].map((byte) => {
    const mixed = byte ^ random;
    random = random & 1 ? (random >> 1) ^ 0xb8 : random >> 1;
    return mixed;
  });
}

const DECONZ = {
  firmwareVersion: 0x0d,
  sequence: 1,
  length: 9, // of the question without its sum; the answer has the same
} as const;

/** dresden elektronik's ConBee and RaspBee, by their serial protocol over SLIP: the firmware's version. */
async function askDeconz(exchange: StickExchange): Promise<string | undefined> {
  const question = Buffer.from([DECONZ.firmwareVersion, DECONZ.sequence, 0, DECONZ.length, 0, 0, 0, 0, 0]);
  const sum = complement(question);
  const frame = framed(SLIP, Buffer.from([...question, sum & 0xff, sum >> 8]));
  exchange.write(Buffer.from([SLIP.end, ...frame]));
  return await exchange.receives(deconzVersionIn, 1000);
}

function deconzVersionIn(bytes: Buffer): string | undefined {
  for (const frame of framesIn(SLIP, bytes)) {
    const body = frame.subarray(0, -2);
    if (frame.length < DECONZ.length + 2 || complement(body) !== frame.readUInt16LE(frame.length - 2)) continue;
    if (body[0] === DECONZ.firmwareVersion && body[2] === 0)
      return `0x${body.readUInt32LE(5).toString(16).padStart(8, "0")}`;
  }
  return undefined;
}

const ZIGATE = {
  start: 0x01,
  escape: 0x02,
  end: 0x03,
  hidden: 0x10, // bytes up to this one
  getVersion: 0x0010,
  version: 0x8010,
} as const;

/** ZiGate, by its serial protocol: the firmware's version. */
async function askZigate(exchange: StickExchange): Promise<string | undefined> {
  const body = [
    ZIGATE.getVersion >> 8,
    ZIGATE.getVersion & 0xff,
    0,
    0,
    (ZIGATE.getVersion >> 8) ^ (ZIGATE.getVersion & 0xff),
  ];
  const hidden = body.flatMap((byte) => (byte <= ZIGATE.hidden ? [ZIGATE.escape, byte ^ ZIGATE.hidden] : [byte]));
  exchange.write(Buffer.from([ZIGATE.start, ...hidden, ZIGATE.end]));
  return await exchange.receives(zigateVersionIn, 700);
}

function zigateVersionIn(bytes: Buffer): string | undefined {
  for (const frame of zigateFramesIn(bytes)) {
    if (frame.length < 9 || frame.readUInt16BE(0) !== ZIGATE.version) continue;
    const [sum, payload] = [frame[4], frame.subarray(5)];
    if (xor(Buffer.concat([frame.subarray(0, 4), payload])) !== sum) continue;
    const [, minor] = [payload.readUInt16BE(0), payload.readUInt16BE(2)];
    return `ZiGate ${(minor >> 8).toString(16)}.${(minor & 0xff).toString(16).padStart(2, "0")}`;
  }
  return undefined;
}

function zigateFramesIn(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  let frame: number[] | undefined;
  let isEscaped = false;
  for (const byte of bytes) {
    if (byte === ZIGATE.start) frame = [];
    else if (byte === ZIGATE.end && frame) {
      frames.push(Buffer.from(frame));
      frame = undefined;
    } else if (byte === ZIGATE.escape) isEscaped = true;
    else {
      frame?.push(isEscaped ? byte ^ ZIGATE.hidden : byte);
      isEscaped = false;
    }
  }
  return frames;
}

const ZBOSS = {
  signature: Buffer.from([0xde, 0xad]),
  type: 0x06,
  whole: 0xc0, // flags: first and last fragment, sequence 0
  acknowledged: 0x01, // flags
  answer: 1,
  moduleVersion: 0x0001,
} as const;

/** Nordic's and Espressif's ZBOSS coprocessor: the versions of its modules. */
async function askZboss(exchange: StickExchange): Promise<string | undefined> {
  exchange.write(
    zbossPacket(ZBOSS.whole, Buffer.from([0, 0, ZBOSS.moduleVersion & 0xff, ZBOSS.moduleVersion >> 8, 1])),
  );
  const version = await exchange.receives(zbossVersionIn, 700);
  if (version) exchange.write(zbossPacket(ZBOSS.acknowledged)); // or it says the same again and again
  return version;
}

function zbossPacket(flags: number, body?: Buffer): Buffer {
  const head = Buffer.from([0, 0, ZBOSS.type, flags]);
  head.writeUInt16LE(5 + (body ? body.length + 2 : 0));
  const sum = Buffer.alloc(body ? 2 : 0);
  if (body) sum.writeUInt16LE(kermit(body));
  return Buffer.concat([ZBOSS.signature, head, Buffer.from([koop(head)]), sum, body ?? Buffer.alloc(0)]);
}

function zbossVersionIn(bytes: Buffer): string | undefined {
  for (let at = bytes.indexOf(ZBOSS.signature); at >= 0; at = bytes.indexOf(ZBOSS.signature, at + 1)) {
    const head = bytes.subarray(at + 2, at + 6);
    if (head.length < 4 || head[2] !== ZBOSS.type || bytes[at + 6] !== koop(head)) continue;
    const body = bytes.subarray(at + 9, at + 2 + head.readUInt16LE());
    if (body.length < 11 || kermit(body) !== bytes.readUInt16LE(at + 7)) continue;
    if (body[1] === ZBOSS.answer && body.readUInt16LE(2) === ZBOSS.moduleVersion)
      return zbossNameOf(body.readUInt32LE(7));
  }
  return undefined;
}

function zbossNameOf(version: number): string {
  return `ZBOSS ${version >>> 24}.${(version >>> 16) & 0xff}.${version & 0xffff}`;
}

const ZOH = {
  head: 0x81, // the first network, the first transaction
  get: 2,
  is: 6,
  version: 2,
} as const;

/** A plain 802.15.4 radio with OpenThread's firmware, by Spinel: its version. Zigbee itself then runs on the host. */
async function askZoh(exchange: StickExchange): Promise<string | undefined> {
  const question = Buffer.from([ZOH.head, ZOH.get, ZOH.version]);
  const sum = x25(question);
  exchange.write(Buffer.from([HDLC.end, ...framed(HDLC, Buffer.from([...question, sum & 0xff, sum >> 8]))]));
  return await exchange.receives(zohVersionIn, 700);
}

function zohVersionIn(bytes: Buffer): string | undefined {
  for (const frame of framesIn(HDLC, bytes)) {
    const body = frame.subarray(0, -2);
    if (frame.length < 6 || x25(body) !== frame.readUInt16LE(frame.length - 2)) continue;
    if (body[1] !== ZOH.is || body[2] !== ZOH.version) continue;
    return body
      .subarray(3)
      .toString("latin1")
      .replace(/[^ -~].*/s, "")
      .slice(0, 100);
  }
  return undefined;
}
