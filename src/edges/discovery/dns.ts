/** DNS messages as bytes (RFC 1035, with the bits that RFC 6762 gives another meaning), as far as one who answers needs them. */

export const TYPE = { A: 1, PTR: 12, TXT: 16, AAAA: 28, SRV: 33, NSEC: 47, ANY: 255 } as const;

export type Name = readonly string[]; // its labels, without the root

export interface Question {
  readonly name: Name;
  readonly type: number;
  readonly unicast: boolean; // wants the answer for itself
}

export interface Answer {
  readonly name: Name;
  readonly type: number;
  readonly ttl: number; //     seconds; 0 takes it back
  readonly unique: boolean; // nobody else may say something of this name and type
  readonly data: Buffer; //    names in it are spelt out
}

export interface Message {
  readonly id: number;
  readonly isAnswer: boolean;
  readonly isCut: boolean; // more of it follows
  readonly questions: readonly Question[];
  readonly answers: readonly Answer[];
  readonly authorities: readonly Answer[];
  readonly additionals: readonly Answer[];
}

const INTERNET = 1;
const TOP_BIT = 0x8000;
const ANSWER_BIT = 0x8000;
const AUTHORITATIVE_BIT = 0x0400;
const CUT_BIT = 0x0200;
const ODD_BITS = 0x780f; // another operation, or a failure: neither is anything in multicast DNS
const HEADER = 12;
const POINTER = 0xc0;
const FURTHEST = 0x3fff; // where a pointer can point
const LONGEST = 9_000; // bytes of a message
const LONGEST_NAME = 255;
const MOST_JUMPS = 20;

/** Undefined for everything that is not one, whole and in order. */
export function readMessage(bytes: Buffer): Message | undefined {
  if (bytes.length < HEADER || bytes.length > LONGEST) return undefined;
  const flags = bytes.readUInt16BE(2);
  if ((flags & ODD_BITS) !== 0) return undefined;
  const count = (index: number) => bytes.readUInt16BE(4 + 2 * index);
  const reader = { bytes, at: HEADER };
  try {
    return {
      id: bytes.readUInt16BE(0),
      isAnswer: (flags & ANSWER_BIT) !== 0,
      isCut: (flags & CUT_BIT) !== 0,
      questions: list(count(0), () => readQuestion(reader)),
      answers: list(count(1), () => readAnswer(reader)),
      authorities: list(count(2), () => readAnswer(reader)),
      additionals: list(count(3), () => readAnswer(reader)),
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined; // also what Buffer throws beyond its end
    throw error;
  }
}

export function writeMessage(message: Partial<Message>): Buffer {
  const { id = 0, isAnswer = false, isCut = false } = message;
  const { questions = [], answers = [], authorities = [], additionals = [] } = message;
  const flags = (isAnswer ? ANSWER_BIT | AUTHORITATIVE_BIT : 0) | (isCut ? CUT_BIT : 0);
  const counts = [questions, answers, authorities, additionals].map((each) => each.length);
  const pieces: Buffer[] = [words(id, flags, ...counts)];
  const places = new Map<string, number>(); // of names, and of what they end with
  let length = HEADER;
  const push = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const { name, type, unicast } of questions) {
    push(shortened(name, places, length));
    push(words(type, INTERNET | (unicast ? TOP_BIT : 0)));
  }
  for (const { name, type, unique, ttl, data } of [...answers, ...authorities, ...additionals]) {
    push(shortened(name, places, length));
    push(words(type, INTERNET | (unique ? TOP_BIT : 0), Math.floor(ttl / 0x1_0000), ttl % 0x1_0000, data.length));
    push(data);
  }
  return Buffer.concat(pieces);
}

/** Spelt out, as within data. */
export function nameBytes(name: Name): Buffer {
  return Buffer.concat([...name.map(labelBytes), Buffer.of(0)]);
}

export function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * numbers.length);
  numbers.forEach((number, index) => {
    bytes.writeUInt16BE(number, 2 * index);
  });
  return bytes;
}

export function isSameName(one: Name, other: Name): boolean {
  return one.length === other.length && one.every((label, index) => lower(label) === lower(other[index] ?? ""));
}

interface Reader {
  readonly bytes: Buffer;
  at: number;
}

function readQuestion(reader: Reader): Question {
  const name = readName(reader);
  const type = next(reader);
  const kind = next(reader);
  return { name, type, unicast: (kind & TOP_BIT) !== 0 };
}

function readAnswer(reader: Reader): Answer {
  const { bytes } = reader;
  const name = readName(reader);
  const type = next(reader);
  const unique = (next(reader) & TOP_BIT) !== 0;
  const ttl = next(reader) * 0x1_0000 + next(reader);
  const length = next(reader);
  const end = reader.at + length;
  if (end > bytes.length) throw new RangeError("its data end beyond the message");
  const data = readData(reader, type, end);
  reader.at = end;
  return { name, type, ttl, unique, data };
}

/** With the names in it spelt out, so that equal data are equal bytes. */
function readData(reader: Reader, type: number, end: number): Buffer {
  const { bytes, at } = reader;
  const head = type === TYPE.SRV ? 6 : 0;
  if (type !== TYPE.PTR && type !== TYPE.SRV) return bytes.subarray(at, end);
  reader.at = at + head;
  const name = nameBytes(readName(reader));
  if (reader.at !== end) throw new RangeError("its data are no name");
  return Buffer.concat([bytes.subarray(at, at + head), name]);
}

function readName(reader: Reader): Name {
  const { bytes } = reader;
  const labels: string[] = [];
  let at = reader.at;
  let after: number | undefined; // where it goes on behind the first pointer
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

function next(reader: Reader): number {
  reader.at += 2;
  return reader.bytes.readUInt16BE(reader.at - 2);
}

/** Its end is pointed to where it was said before. */
function shortened(name: Name, places: Map<string, number>, start: number): Buffer {
  const pieces: Buffer[] = [];
  let at = start;
  for (const [index, label] of name.entries()) {
    const rest = JSON.stringify(name.slice(index));
    const place = places.get(rest);
    if (place !== undefined) return Buffer.concat([...pieces, words(place | (POINTER << 8))]);
    if (at <= FURTHEST) places.set(rest, at);
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
  for (let index = 0; index < count; index += 1) items.push(read()); // throws where the message ends
  return items;
}

function lower(label: string): string {
  return label.replace(/[A-Z]/g, (sign) => sign.toLowerCase());
}
