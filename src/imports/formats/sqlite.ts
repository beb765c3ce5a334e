/**
 * Reads the rows of an SQLite file, and of the write-ahead log beside it, from bytes alone: nothing is opened, locked or made in the source.
 * After the published file format; an unknown feature is refused.
 */
type SqliteFault = "empty" | "foreign" | "interrupted" | "damaged" | "cut" | "encoding";
export type Cell = string | number | bigint | Buffer | null;
export type Row = Readonly<Record<string, Cell>>;

export class SqliteError extends Error {
  readonly fault: SqliteFault;

  constructor(fault: SqliteFault) {
    super(fault);
    this.fault = fault;
  }
}

/** The bytes of a database, and of the files of that name with `-wal` and `-journal`. */
interface SqliteBytes {
  readonly file: Buffer;
  readonly wal?: Buffer | undefined;
  readonly journal?: Buffer | undefined;
}

const MAGIC = "SQLite format 3\0";
const JOURNAL = "d9d505f920a163d7";
const DEEPEST = 40;
const ENCODINGS: Readonly<Record<number, BufferEncoding>> = { 1: "utf8", 2: "utf16le" };
const [SCHEMA_PAGE, TABLE_BRANCH, TABLE_LEAF] = [1, 5, 13];
const WIDTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]; // bytes, by the type of a value
const MOST_ROWS = 1_000_000;

export class SqliteDatabase {
  readonly userVersion: number;
  readonly #file: Buffer;
  readonly #log: LoggedPages;
  readonly #pageSize: number;
  readonly #usable: number;
  readonly #pages: number;
  readonly #encoding: BufferEncoding;
  readonly #tables = new Map<string, { readonly root: number; readonly columns: readonly Column[] }>();
  #rowsLeft = MOST_ROWS;

  constructor({ file, wal, journal }: SqliteBytes) {
    if (file.length === 0) throw new SqliteError("empty");
    if (file.length < 100 || file.toString("latin1", 0, 16) !== MAGIC) throw new SqliteError("foreign");
    if (journal && journal.length >= 28 && journal.toString("hex", 0, 8) === JOURNAL)
      throw new SqliteError("interrupted");
    this.#file = file;
    this.#pageSize = file.readUInt16BE(16) === 1 ? 65_536 : file.readUInt16BE(16);
    this.#usable = this.#pageSize - (file[20] ?? 0);
    const isPowerOfTwo = (this.#pageSize & (this.#pageSize - 1)) === 0;
    if (this.#pageSize < 512 || !isPowerOfTwo || this.#usable < 480) throw new SqliteError("damaged");
    this.#log = committedPages(wal, this.#pageSize);
    this.#pages = this.#log.count ?? Math.floor(file.length / this.#pageSize);
    const header = this.#page(SCHEMA_PAGE);
    this.userVersion = header.readInt32BE(60);
    const encoding = ENCODINGS[header.readUInt32BE(56)];
    if (encoding === undefined) throw new SqliteError("encoding");
    this.#encoding = encoding;
    const saysItsSize = header.readUInt32BE(24) === header.readUInt32BE(92);
    if (this.#log.count === undefined && saysItsSize && header.readUInt32BE(28) > this.#pages)
      throw new SqliteError("cut");
    for (const [, [type, name, , root, sql]] of this.#safely(SCHEMA_PAGE))
      if (type === "table" && typeof name === "string" && typeof sql === "string")
        this.#tables.set(name, { root: Number(root), columns: columnsIn(sql) });
  }

  get tables(): readonly string[] {
    return [...this.#tables.keys()];
  }

  /** None when there is no such table. A column that a row is older than has its default, or null. */
  *rows(name: string): Generator<Row> {
    const table = this.#tables.get(name);
    if (!table) return;
    for (const [rowid, values] of this.#safely(table.root)) {
      const row: Record<string, Cell> = Object.create(null);
      let at = 0;
      for (const { name: column, isRowid, fallback, isVirtual } of table.columns) {
        if (isVirtual) continue;
        const value = at < values.length ? (values[at] ?? null) : fallback;
        row[column] = isRowid && value === null ? rowid : value;
        at += 1;
      }
      yield row;
    }
  }

  /** Reading behind the end of a page means that it is damaged. */
  *#safely(root: number): Generator<readonly [rowid: number, values: readonly Cell[]]> {
    try {
      yield* this.#rowsFrom(root, 0, new Set());
    } catch (error) {
      throw error instanceof RangeError ? new SqliteError("damaged") : error;
    }
  }

  #page(number: number): Buffer {
    if (!(number >= 1 && number <= this.#pages)) throw new SqliteError("damaged");
    const size = this.#pageSize;
    const page = this.#log.pages.get(number) ?? this.#file.subarray((number - 1) * size, number * size);
    if (page.length < size) throw new SqliteError("cut");
    return page;
  }

  *#rowsFrom(root: number, depth: number, seen: Set<number>): Generator<readonly [number, readonly Cell[]]> {
    if (depth > DEEPEST || seen.has(root)) throw new SqliteError("damaged"); // pages that point in a circle
    seen.add(root);
    const page = this.#page(root);
    const start = root === SCHEMA_PAGE ? 100 : 0;
    const cells = page.readUInt16BE(start + 3);
    if (page[start] === TABLE_BRANCH) {
      for (let n = 0; n < cells; n += 1)
        yield* this.#rowsFrom(page.readUInt32BE(this.#cellAt(page, start + 12, n)), depth + 1, seen);
      yield* this.#rowsFrom(page.readUInt32BE(start + 8), depth + 1, seen);
      return;
    }
    if (page[start] !== TABLE_LEAF) throw new SqliteError("damaged"); // or a table without row ids
    for (let n = 0; n < cells; n += 1) {
      const [length, afterLength] = varint(page, this.#cellAt(page, start + 8, n));
      const [rowid, at] = varint(page, afterLength);
      this.#rowsLeft -= 1;
      if (this.#rowsLeft < 0) throw new SqliteError("damaged");
      yield [rowid, this.#record(this.#payload(page, at, length))];
    }
  }

  #cellAt(page: Buffer, list: number, n: number): number {
    const at = list + 2 * n + 2 <= this.#pageSize ? page.readUInt16BE(list + 2 * n) : this.#pageSize;
    if (at >= this.#usable) throw new SqliteError("damaged");
    return at;
  }

  /** A long record goes on in overflow pages. */
  #payload(page: Buffer, at: number, length: number): Buffer {
    const usable = this.#usable;
    const most = usable - 35;
    if (length < 0 || length > this.#pages * this.#pageSize) throw new SqliteError("damaged");
    if (length <= most) return page.subarray(at, at + length);
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const wanted = least + ((length - least) % (usable - 4));
    const local = wanted <= most ? wanted : least;
    const parts = [page.subarray(at, at + local)];
    let left = length - local;
    let next = page.readUInt32BE(at + local);
    while (left > 0) {
      const more = this.#page(next);
      const part = more.subarray(4, 4 + Math.min(left, usable - 4));
      parts.push(part);
      left -= part.length;
      next = more.readUInt32BE(0);
    }
    return Buffer.concat(parts);
  }

  #record(bytes: Buffer): readonly Cell[] {
    const [headerEnd, first] = varint(bytes, 0);
    const values: Cell[] = [];
    let body = headerEnd;
    for (let at = first; at < headerEnd; ) {
      const [type, next] = varint(bytes, at);
      at = next;
      const width = type >= 12 ? (type - 12 - (type & 1)) / 2 : WIDTHS[type];
      if (width === undefined || body + width > bytes.length) throw new SqliteError("damaged");
      values.push(this.#value(bytes, body, type, width));
      body += width;
    }
    return values;
  }

  #value(bytes: Buffer, at: number, type: number, width: number): Cell {
    if (type === 0) return null;
    if (type === 8 || type === 9) return type - 8;
    if (type === 7) return bytes.readDoubleBE(at);
    if (type === 6) {
      const whole = bytes.readBigInt64BE(at);
      return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
    }
    if (type < 6) return bytes.readIntBE(at, width);
    const part = bytes.subarray(at, at + width);
    return type % 2 === 0 ? Buffer.from(part) : part.toString(this.#encoding);
  }
}

function varint(bytes: Buffer, start: number): readonly [value: number, next: number] {
  let value = 0n;
  for (let n = 0; n < 9; n += 1) {
    const byte = bytes[start + n];
    if (byte === undefined) throw new SqliteError("damaged");
    if (n === 8) return [Number(BigInt.asIntN(64, (value << 8n) | BigInt(byte))), start + 9];
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return [Number(value), start + n + 1];
  }
  throw new SqliteError("damaged");
}

// ---- the columns that a CREATE TABLE names, with their defaults; people explain themselves in its comments

interface Column {
  readonly name: string;
  readonly isRowid: boolean;
  readonly isVirtual: boolean; // counted anew each time: not in the rows
  readonly fallback: string | number | null;
}

const CONSTRAINT = /^(constraint|primary|unique|check|foreign)\b/i;
const PIECE = /--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\s\S]/g;
const NAME = /^(?:["`[']([^"`\]']+)["`\]']|(\S+))/;
const DEFAULT = /\bdefault\s+(?:'((?:[^']|'')*)'|([-+]?\d+(?:\.\d+)?))/i;

function columnsIn(sql: string): readonly Column[] {
  const parts = partsOf(sql.slice(sql.indexOf("(") + 1)).filter((part) => part !== "" && !CONSTRAINT.test(part));
  return parts.map((part) => {
    const [, quoted, plain] = NAME.exec(part) ?? [];
    const name = quoted ?? plain ?? "";
    const rest = part.slice(name.length);
    const [, text, number] = DEFAULT.exec(rest) ?? [];
    const isGenerated = /\bgenerated\b|\bas\s*\([\s\S]*\)\s*(?:virtual\s*)?$/i.test(rest);
    return {
      name,
      isRowid: /^\S?\s+integer\s+primary\s+key\b/i.test(rest),
      isVirtual: isGenerated && !/\bstored\b/i.test(rest),
      fallback: text !== undefined ? text.replaceAll("''", "'") : number !== undefined ? Number(number) : null,
    };
  });
}

/** Cut at the commas that stand in no brackets. */
function partsOf(text: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece.startsWith("--") || piece.startsWith("/*")) continue;
    if (piece === "(") depth += 1;
    if (piece === ")") depth -= 1;
    if (depth < 0) break;
    if (piece === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
}

// ---- the write-ahead log: the pages as its last whole commit left them. Frames behind a torn one do not count

interface LoggedPages {
  readonly pages: ReadonlyMap<number, Buffer>;
  readonly count: number | undefined; // pages of the database after that commit; undefined: there is none
}

const NONE: LoggedPages = { pages: new Map(), count: undefined };
const LOG_HEADER = 32; // bytes
const FRAME_HEADER = 24;
const LOG_MAGIC = 0x377f0682; // its last bit says in which order checksums are counted

type Sums = readonly [number, number];

function committedPages(wal: Buffer | undefined, pageSize: number): LoggedPages {
  if (!wal || wal.length < LOG_HEADER || (wal.readUInt32BE(0) & ~1) !== LOG_MAGIC || wal.readUInt32BE(8) !== pageSize)
    return NONE;
  const isBig = (wal.readUInt32BE(0) & 1) === 1;
  let sums = checksum(wal.subarray(0, 24), [0, 0], isBig);
  if (sums[0] !== wal.readUInt32BE(24) || sums[1] !== wal.readUInt32BE(28)) return NONE;
  const pages = new Map<number, Buffer>();
  const open = new Map<number, Buffer>();
  let count: number | undefined;
  for (let at = LOG_HEADER; at + FRAME_HEADER + pageSize <= wal.length; at += FRAME_HEADER + pageSize) {
    if (wal.compare(wal, 16, 24, at + 8, at + 16) !== 0) break; // left over from an older log
    const page = wal.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageSize);
    sums = checksum(page, checksum(wal.subarray(at, at + 8), sums, isBig), isBig);
    if (sums[0] !== wal.readUInt32BE(at + 16) || sums[1] !== wal.readUInt32BE(at + 20)) break;
    open.set(wal.readUInt32BE(at), page);
    const after = wal.readUInt32BE(at + 4);
    if (after === 0) continue;
    for (const [number, each] of open) pages.set(number, each);
    open.clear();
    count = after;
  }
  return { pages, count };
}

function checksum(bytes: Buffer, [first, second]: Sums, isBig: boolean): Sums {
  let [one, two] = [first, second];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + two) >>> 0;
    two = (two + (isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0;
  }
  return [one, two];
}
