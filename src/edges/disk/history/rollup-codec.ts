/**
 * Rollups as bytes, some ten for each: times and last values as differences to the one before, the mean as a place between least and most.
 * A piece begins with how many there are, and needs nothing that stands before it.
 */
import type { Rollup } from "../../../model/history/rollups.ts";

const MINUTE = 60_000; // milliseconds: everything begins at a full minute
const SCALE = 65_535; // of the mean
const KNOWN = 255;
const LARGEST = 2 ** 50; // of a number that is written as a difference; larger numbers and fractions are written as they are

const PLAIN = 1; //       least, most and last are whole numbers
const SAME_MIN = 2; //    as the last
const SAME_MAX = 4;
const ONE_VALUE = 8; //   a single value came
const ALL_KNOWN = 16;
const GROWN = 32; //      a counter

export function encode(rollups: readonly Rollup[]): Buffer {
  const out = new Writer();
  out.number(rollups.length);
  let [minute, last] = [0, 0];
  for (const rollup of rollups) {
    const at = Math.floor(rollup.at / MINUTE);
    const isPlain = [rollup.min, rollup.max, rollup.last, last].every(isPlainNumber);
    const flags = flagsOf(rollup, isPlain);
    out.byte(flags);
    out.signed(at - minute);
    if (isPlain) out.signed(rollup.last - last);
    else out.double(rollup.last);
    if (!(flags & SAME_MIN)) isPlain ? out.number(rollup.last - rollup.min) : out.double(rollup.min);
    if (!(flags & SAME_MAX)) isPlain ? out.number(rollup.max - rollup.last) : out.double(rollup.max);
    if (rollup.min !== rollup.max) out.short(shareOf((rollup.mean - rollup.min) / (rollup.max - rollup.min), SCALE));
    if (!(flags & ONE_VALUE)) out.number(rollup.count);
    if (!(flags & ALL_KNOWN)) out.byte(shareOf(rollup.known, KNOWN));
    if (flags & GROWN) out.number(Math.max(0, Math.round(rollup.grown ?? 0)));
    minute = at;
    last = isPlainNumber(rollup.last) ? rollup.last : 0;
  }
  return out.bytes;
}

/** Of one piece behind the other. Their checksums were right; bytes that are none all the same end it. */
export function decode(bytes: Uint8Array): readonly Rollup[] {
  const from = new Reader(bytes);
  const all: Rollup[] = [];
  try {
    while (!from.isAtEnd) decodePiece(from, all);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return all;
}

function decodePiece(from: Reader, all: Rollup[]): void {
  let [minute, last] = [0, 0];
  for (let left = from.number(); left > 0; left -= 1) {
    const rollup = decodeOne(from, minute, last);
    all.push(rollup);
    minute = rollup.at / MINUTE;
    last = isPlainNumber(rollup.last) ? rollup.last : 0;
  }
}

function decodeOne(from: Reader, minute: number, before: number): Rollup {
  const flags = from.byte();
  const isPlain = Boolean(flags & PLAIN);
  const at = (minute + from.signed()) * MINUTE;
  const last = isPlain ? before + from.signed() : from.double();
  const min = flags & SAME_MIN ? last : isPlain ? last - from.number() : from.double();
  const max = flags & SAME_MAX ? last : isPlain ? last + from.number() : from.double();
  const mean = min === max ? min : min + ((max - min) * from.short()) / SCALE;
  const count = flags & ONE_VALUE ? 1 : from.number();
  const known = flags & ALL_KNOWN ? 1 : from.byte() / KNOWN;
  const grown = flags & GROWN ? { grown: from.number() } : {};
  return { at, min, max, mean, last, count, known, ...grown };
}

function flagsOf({ min, max, last, count, known, grown }: Rollup, isPlain: boolean): number {
  const set = (flag: number, isSet: boolean) => (isSet ? flag : 0);
  return (
    set(PLAIN, isPlain) |
    set(SAME_MIN, min === last) |
    set(SAME_MAX, max === last) |
    set(ONE_VALUE, count === 1) |
    set(ALL_KNOWN, known > 1 - 0.5 / KNOWN) |
    set(GROWN, grown !== undefined)
  );
}

function isPlainNumber(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= LARGEST;
}

function shareOf(share: number, scale: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * scale);
}

class Writer {
  #bytes = Buffer.allocUnsafe(64);
  #length = 0;

  get bytes(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  byte(value: number): void {
    this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  short(value: number): void {
    this.#grow(2);
    this.#length = this.#bytes.writeUInt16LE(value, this.#length);
  }

  double(value: number): void {
    this.#grow(8);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
  }

  /** Seven bits a byte, not by shifts: those end at 32 bits. */
  number(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.byte((rest % 128) + 128);
    this.byte(rest);
  }

  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  #grow(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * this.#bytes.length);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new RangeError("cut short");
    return value;
  }

  short(): number {
    const value = this.#bytes.readUInt16LE(this.#at);
    this.#at += 2;
    return value;
  }

  double(): number {
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }

  number(): number {
    let [value, scale] = [0, 1];
    for (let byte = this.byte(); ; byte = this.byte()) {
      value += (byte % 128) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  signed(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
