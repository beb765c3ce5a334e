/** The write-ahead log of an SQLite database: the pages as its last whole commit left them. What stands behind a torn frame does not count. */

export interface LoggedPages {
  readonly pages: ReadonlyMap<number, Buffer>;
  readonly count: number | undefined; // pages of the database after that commit; undefined: there is none
}

const NONE: LoggedPages = { pages: new Map(), count: undefined };
const HEADER = 32; // bytes
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682; // its last bit says in which order checksums are counted

type Sums = readonly [number, number];

export function committedPages(wal: Buffer | undefined, pageSize: number): LoggedPages {
  if (!wal || wal.length < HEADER || (wal.readUInt32BE(0) & ~1) !== MAGIC || wal.readUInt32BE(8) !== pageSize)
    return NONE;
  const isBig = (wal.readUInt32BE(0) & 1) === 1;
  let sums = checksum(wal.subarray(0, 24), [0, 0], isBig);
  if (sums[0] !== wal.readUInt32BE(24) || sums[1] !== wal.readUInt32BE(28)) return NONE;
  const pages = new Map<number, Buffer>();
  const open = new Map<number, Buffer>();
  let count: number | undefined;
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= wal.length; at += FRAME_HEADER + pageSize) {
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
