/** How frames are marked off in a stream of bytes: an end byte, and another one in front of bytes that would look like it. */

export interface Framing {
  readonly end: number;
  readonly escape: number;
  readonly hide: (byte: number) => number | undefined; // what stands after the escape for such a byte
  readonly show: (byte: number) => number; // and back
}

const flipped = (byte: number) => byte ^ 0x20;
const SLIP_HIDDEN: Readonly<Record<number, number>> = { 192: 0xdc, 219: 0xdd };

export const SLIP: Framing = {
  end: 0xc0,
  escape: 0xdb,
  hide: (byte) => SLIP_HIDDEN[byte],
  show: (byte) => (byte === 0xdc ? 0xc0 : 0xdb),
};

/** Flow control (0x11, 0x13) and the ends of broken frames (0x18, 0x1a) are hidden too. */
export const ASH: Framing = {
  end: 0x7e,
  escape: 0x7d,
  hide: (byte) => ([0x7e, 0x7d, 0x11, 0x13, 0x18, 0x1a].includes(byte) ? flipped(byte) : undefined),
  show: flipped,
};

export const HDLC: Framing = {
  end: 0x7e,
  escape: 0x7d,
  hide: (byte) => ([0x7e, 0x7d, 0x11, 0x13, 0xf8].includes(byte) ? flipped(byte) : undefined),
  show: flipped,
};

export function framed(framing: Framing, bytes: Uint8Array): Buffer {
  const hidden = [...bytes].flatMap((byte) => {
    const instead = framing.hide(byte);
    return instead === undefined ? [byte] : [framing.escape, instead];
  });
  return Buffer.from([...hidden, framing.end]);
}

/** All frames that are there as a whole; what is before the first end may be the tail of a broken one. */
export function framesIn(framing: Framing, bytes: Uint8Array): Buffer[] {
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
