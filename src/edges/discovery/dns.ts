/** DNS messages as bytes (RFC 1035, with the bits of RFC 6762), as far as a responder needs them. */

export const TYPE = { A: 1, PTR: 12, TXT: 16, AAAA: 28, SRV: 33, NSEC: 47, ANY: 255 } as const;

export type DnsName = readonly string[]; // its labels, without the root

export interface DnsQuestion {
  readonly name: DnsName;
  readonly type: number;
  readonly unicastResponse: boolean; // the QU bit
}

export interface DnsRecord {
  readonly name: DnsName;
  readonly type: number;
  readonly ttl: number; //     seconds; 0 takes it back
  readonly cacheFlush: boolean; // no other host has this name and type
  readonly data: Buffer; //    without compressed names
}

export interface DnsMessage {
  readonly id: number;
  readonly isResponse: boolean;
  readonly isTruncated: boolean; // more known answers follow
  readonly questions: readonly DnsQuestion[];
  readonly answers: readonly DnsRecord[];
  readonly authorities: readonly DnsRecord[];
  readonly additionals: readonly DnsRecord[];
}

const INTERNET = 1;
const TOP_BIT = 0x8000;
const RESPONSE_BIT = 0x8000;
const AUTHORITATIVE_BIT = 0x0400;
const TRUNCATED_BIT = 0x0200;
const ODD_BITS = 0x780f; // another operation or an error: both are ignored in multicast DNS
const HEADER = 12;
const POINTER = 0xc0;
const FURTHEST = 0x3fff; // where a pointer can point
const LONGEST = 9_000; // bytes of a message
const LONGEST_NAME = 255;
const MOST_JUMPS = 20;

/** Undefined for everything that is not one, whole and in order. */
export function readMessage(bytes: Buffer): DnsMessage | undefined {
  if (bytes.length < HEADER || bytes.length > LONGEST) return undefined;
  const flags = bytes.readUInt16BE(2);
  if ((flags & ODD_BITS) !== 0) return undefined;
  const count = (index: number) => bytes.readUInt16BE(4 + 2 * index);
  const reader = { bytes, at: HEADER };
  try {
    return {
      id: bytes.readUInt16BE(0),
      isResponse: (flags & RESPONSE_BIT) !== 0,
      isTruncated: (flags & TRUNCATED_BIT) !== 0,
      questions: list(count(0), () => readQuestion(reader)),
      answers: list(count(1), () => readRecord(reader)),
      authorities: list(count(2), () => readRecord(reader)),
      additionals: list(count(3), () => readRecord(reader)),
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined; // Buffer throws it, too, beyond its end
    throw error;
  }
}

export function writeMessage(message: Partial<DnsMessage>): Buffer {
  const { id = 0, isResponse = false, isTruncated = false } = message;
  const { questions = [], answers = [], authorities = [], additionals = [] } = message;
  const flags = (isResponse ? RESPONSE_BIT | AUTHORITATIVE_BIT : 0) | (isTruncated ? TRUNCATED_BIT : 0);
  const counts = [questions, answers, authorities, additionals].map((each) => each.length);
  const pieces: Buffer[] = [uint16s(id, flags, ...counts)];
  const offsets = new Map<string, number>(); // of names and their endings
  let length = HEADER;
  const push = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const { name, type, unicastResponse } of questions) {
    push(compressedName(name, offsets, length));
    push(uint16s(type, INTERNET | (unicastResponse ? TOP_BIT : 0)));
  }
  for (const { name, type, cacheFlush, ttl, data } of [...answers, ...authorities, ...additionals]) {
    push(compressedName(name, offsets, length));
    push(uint16s(type, INTERNET | (cacheFlush ? TOP_BIT : 0), Math.floor(ttl / 0x1_0000), ttl % 0x1_0000, data.length));
    push(data);
  }
  return Buffer.concat(pieces);
}

/** Uncompressed, as within data. */
export function nameBytes(name: DnsName): Buffer {
  return Buffer.concat([...name.map(labelBytes), Buffer.of(0)]);
}

export function uint16s(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * numbers.length);
  numbers.forEach((number, index) => {
    bytes.writeUInt16BE(number, 2 * index);
  });
  return bytes;
}

export function isSameName(one: DnsName, other: DnsName): boolean {
  return one.length === other.length && one.every((label, index) => lower(label) === lower(other[index] ?? ""));
}

interface DnsReader {
  readonly bytes: Buffer;
  at: number;
}

function readQuestion(reader: DnsReader): DnsQuestion {
  const name = readName(reader);
  const type = readUint16(reader);
  const kind = readUint16(reader);
  return { name, type, unicastResponse: (kind & TOP_BIT) !== 0 };
}

function readRecord(reader: DnsReader): DnsRecord {
  const { bytes } = reader;
  const name = readName(reader);
  const type = readUint16(reader);
  const cacheFlush = (readUint16(reader) & TOP_BIT) !== 0;
  const ttl = readUint16(reader) * 0x1_0000 + readUint16(reader);
  const length = readUint16(reader);
  const end = reader.at + length;
  if (end > bytes.length) throw new RangeError("its data end beyond the message");
  const data = readData(reader, type, end);
  reader.at = end;
  return { name, type, ttl, cacheFlush, data };
}

/** With its names uncompressed, so that equal data are equal bytes. */
function readData(reader: DnsReader, type: number, end: number): Buffer {
  const { bytes, at } = reader;
  const head = type === TYPE.SRV ? 6 : 0;
  if (type !== TYPE.PTR && type !== TYPE.SRV) return bytes.subarray(at, end);
  reader.at = at + head;
  const name = nameBytes(readName(reader));
  if (reader.at !== end) throw new RangeError("its data are no name");
  return Buffer.concat([bytes.subarray(at, at + head), name]);
}

function readName(reader: DnsReader): DnsName {
  const { bytes } = reader;
  const labels: string[] = [];
  let at = reader.at;
  let after: number | undefined; // the end of the name, behind its first pointer
  let length = 1;
  for (let jumps = 0; ; ) {
    const size = bytes.readUInt8(at);
    if (size === 0) break;
    if ((size & POINTER) === POINTER) {
      const target = bytes.readUInt16BE(at) & FURTHEST;
      after ??= at + 2;
      jumps += 1;
      if (target >= at || jumps > MOST_JUMPS) throw new RangeError("a pointer leads nowhere");
      at = target;
    } else {
      length += size + 1;
      if ((size & POINTER) !== 0 || length > LONGEST_NAME) throw new RangeError("no name");
      if (at + 1 + size > bytes.length) throw new RangeError("a name ends beyond the message");
      labels.push(bytes.toString("utf8", at + 1, at + 1 + size));
      at += size + 1;
    }
  }
  reader.at = after ?? at + 1;
  return labels;
}

function readUint16(reader: DnsReader): number {
  reader.at += 2;
  return reader.bytes.readUInt16BE(reader.at - 2);
}

/** A name whose ending points to an earlier occurrence. */
function compressedName(name: DnsName, offsets: Map<string, number>, start: number): Buffer {
  const pieces: Buffer[] = [];
  let at = start;
  for (const [index, label] of name.entries()) {
    const rest = JSON.stringify(name.slice(index));
    const offset = offsets.get(rest);
    if (offset !== undefined) return Buffer.concat([...pieces, uint16s(offset | (POINTER << 8))]);
    if (at <= FURTHEST) offsets.set(rest, at);
    const piece = labelBytes(label);
    pieces.push(piece);
    at += piece.length;
  }
  return Buffer.concat([...pieces, Buffer.of(0)]);
}

function labelBytes(label: string): Buffer {
  const bytes = Buffer.from(label);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

function list<Item>(count: number, read: () => Item): Item[] {
  const items: Item[] = [];
  for (let index = 0; index < count; index += 1) items.push(read()); // throws beyond the end of the message
  return items;
}

function lower(label: string): string {
  return label.replace(/[A-Z]/g, (sign) => sign.toLowerCase());
}
