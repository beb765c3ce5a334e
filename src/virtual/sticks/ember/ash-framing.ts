/** The frames of ASH, the protocol of the line to an EmberZNet stick: how they are summed up, scrambled, escaped, and found again in a stream. */
const ASH = { FLAG: 0x7e, ESCAPE: 0x7d, XON: 0x11, XOFF: 0x13, SUBSTITUTE: 0x18, CANCEL: 0x1a } as const;

export interface AshFrame {
  readonly control: number;
  readonly data: Buffer; // as it is meant, not as it travels
}

const ESCAPED = new Set<number>(Object.values(ASH));
const FLIPPED = 0x20; // the bit in which an escaped byte differs
const POLYNOMIAL = 0x1021;
const SEED = 0x42;
const FEEDBACK = 0xb8;
const LEAST = 3; // bytes of a frame
const MOST = 256; // bytes without an end: that is no frame
const IS_CONTROL = 0x80; // in the first byte: the data of such a frame are not scrambled

/** As it goes over the line, with its end. */
export function ashBytes({ control, data }: AshFrame): Buffer {
  const body = Buffer.of(control, ...(isData(control) ? scrambled(data) : data));
  const sum = checksum(body);
  const escaped = [...body, sum >> 8, sum & 0xff].flatMap((byte) =>
    ESCAPED.has(byte) ? [ASH.ESCAPE, byte ^ FLIPPED] : [byte],
  );
  return Buffer.of(...escaped, ASH.FLAG);
}

/** Takes bytes as they come, in pieces of any size. `spoilt`: something has come that may have been a frame. */
export function createAshParser(hear: (frame: AshFrame) => void, spoilt: () => void): (chunk: Uint8Array) => void {
  let body: number[] = [];
  let isEscaped = false;
  let isSpoilt = false;
  const clear = () => {
    body = [];
    isEscaped = false;
    isSpoilt = false;
  };
  const end = () => {
    const bytes = Buffer.from(body);
    const wasSpoilt = isSpoilt;
    clear();
    if (bytes.length === 0) return;
    const frame = wasSpoilt ? undefined : frameIn(bytes);
    if (frame) hear(frame);
    else spoilt();
  };
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === ASH.FLAG) end();
      else if (byte === ASH.CANCEL) clear();
      else if (byte === ASH.SUBSTITUTE || body.length > MOST) isSpoilt = true;
      else if (byte === ASH.ESCAPE) isEscaped = true;
      else if (byte !== ASH.XON && byte !== ASH.XOFF) {
        body.push(isEscaped ? byte ^ FLIPPED : byte);
        isEscaped = false;
      }
    }
  };
}

function frameIn(bytes: Buffer): AshFrame | undefined {
  const body = bytes.subarray(0, -2);
  if (bytes.length < LEAST || checksum(body) !== bytes.readUInt16BE(bytes.length - 2)) return undefined;
  const control = body.readUInt8(0);
  const data = Buffer.from(body.subarray(1));
  return { control, data: isData(control) ? scrambled(data) : data };
}

function isData(control: number): boolean {
  return (control & IS_CONTROL) === 0;
}

function checksum(bytes: Uint8Array): number {
  let sum = 0xffff;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? POLYNOMIAL : 0)) & 0xffff;
  }
  return sum;
}

/** So that no frame is full of bytes that have to be escaped. Done twice it is undone. */
export function scrambled(bytes: Uint8Array): Buffer {
  let mask = SEED;
  return Buffer.from(bytes).map((byte) => {
    const out = byte ^ mask;
    mask = mask & 1 ? (mask >> 1) ^ FEEDBACK : mask >> 1;
    return out;
  }) as Buffer;
}
