/** Frames in a stream of bytes, as the protocols of the sticks mark them off (an end byte, and another one in front of bytes that would look like it), and their checksums. */
interface StreamFraming {
  readonly end: number;
  readonly escape: number;
  readonly hide: (byte: number) => number | undefined; // the byte that stands for this one after the escape; undefined: it needs none
  readonly show: (byte: number) => number; // and back
}

const flipped = (byte: number) => byte ^ 0x20;
const SLIP_HIDDEN: Readonly<Record<number, number>> = { 192: 0xdc, 219: 0xdd };

export const SLIP: StreamFraming = {
  end: 0xc0,
  escape: 0xdb,
  hide: (byte) => SLIP_HIDDEN[byte],
  show: (byte) => (byte === 0xdc ? 0xc0 : 0xdb),
};

/** Flow control (0x11, 0x13) and the ends of broken frames (0x18, 0x1a) are hidden too. */
export const ASH: StreamFraming = {
  end: 0x7e,
  escape: 0x7d,
  hide: (byte) => ([0x7e, 0x7d, 0x11, 0x13, 0x18, 0x1a].includes(byte) ? flipped(byte) : undefined),
  show: flipped,
};

export const HDLC: StreamFraming = {
  end: 0x7e,
  escape: 0x7d,
  hide: (byte) => ([0x7e, 0x7d, 0x11, 0x13, 0xf8].includes(byte) ? flipped(byte) : undefined),
  show: flipped,
};

export function framed(framing: StreamFraming, bytes: Uint8Array): Buffer {
  const hidden = [...bytes].flatMap((byte) => {
    const instead = framing.hide(byte);
    return instead === undefined ? [byte] : [framing.escape, instead];
  });
  return Buffer.from([...hidden, framing.end]);
}

/** All frames that are there as a whole; bytes before the first end may be the tail of a broken one. */
export function framesIn(framing: StreamFraming, bytes: Uint8Array): Buffer[] {
  const frames: Buffer[] = [];
  let frame: number[] = [];
  let isEscaped = false;
  for (const byte of bytes) {
    if (byte === framing.end) {
      if (frame.length > 0) frames.push(Buffer.from(frame));
      frame = [];
      isEscaped = false;
    } else if (byte === framing.escape) {
      isEscaped = true;
    } else {
      frame.push(isEscaped ? framing.show(byte) : byte);
      isEscaped = false;
    }
  }
  return frames;
}

/** CRC-16/CCITT-FALSE: EmberZNet's ASH. */
export function ccitt(bytes: Uint8Array): number {
  let sum = 0xffff;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return sum;
}

/** CRC-16/X-25: HDLC, and so OpenThread's Spinel. */
export function x25(bytes: Uint8Array): number {
  return mirrored(bytes, 0x8408, 0xffff) ^ 0xffff;
}

/** CRC-16/KERMIT: the body of a ZBOSS packet. */
export function kermit(bytes: Uint8Array): number {
  return mirrored(bytes, 0x8408, 0);
}

/** CRC-8/KOOP: the head of a ZBOSS packet. */
export function koop(bytes: Uint8Array): number {
  return mirrored(bytes, 0xb2, 0xff) ^ 0xff;
}

/** deCONZ: the two's complement of the sum of all bytes. */
export function complement(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return (~sum + 1) & 0xffff;
}

/** Z-Stack and ZiGate: all bytes, exclusively or'ed. */
export function xor(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum ^= byte;
  return sum;
}

function mirrored(bytes: Uint8Array, polynomial: number, start: number): number {
  let sum = start;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? polynomial : 0);
  }
  return sum;
}
