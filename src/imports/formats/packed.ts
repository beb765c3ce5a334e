/** Files packed into one: zip, tar, or tar in gzip. An entry that would climb out, links, or unpacks to too much refuses the whole. */
import { gunzipSync, inflateRawSync } from "node:zlib";

export type PackedFault = "climbs" | "link" | "large" | "damaged" | "encrypted";

export class PackedError extends Error {
  readonly fault: PackedFault;
  readonly file: string;

  constructor(fault: PackedFault, file = "") {
    super(`${fault} ${file}`);
    this.fault = fault;
    this.file = file;
  }
}

const MOST_UNPACKED = 128 * 1024 * 1024; // bytes, of all files
const MOST_FILES = 20_000;
const BLOCK = 512; // bytes, of tar
const [ZIP_ENTRY, ZIP_LIST, ZIP_END] = [0x04034b50, 0x02014b50, 0x06054b50];
const SYMBOLIC_LINK = 0o120000;

/** Undefined: it is none of these. `isWanted`: others are not even unpacked. */
export function unpack(bytes: Buffer, isWanted: (path: string) => boolean): Map<string, Buffer> | undefined {
  try {
    if (isZip(bytes)) return unzipped(bytes, isWanted);
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return untarred(gunzipped(bytes), isWanted);
    if (bytes.toString("latin1", 257, 262) === "ustar") return untarred(bytes, isWanted);
  } catch (error) {
    if (error instanceof PackedError) throw error;
    throw new PackedError("damaged");
  }
  return undefined;
}

function isZip(bytes: Buffer): boolean {
  return bytes.length >= 22 && (bytes.readUInt32LE(0) === ZIP_ENTRY || bytes.readUInt32LE(0) === ZIP_END);
}

function gunzipped(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED });
  } catch (error) {
    throw new PackedError((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "large" : "damaged");
  }
}

/** The files in the list at the end of the zip: an entry without a line there does not count. */
function unzipped(bytes: Buffer, isWanted: (path: string) => boolean): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new PackedError("damaged");
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  let left = MOST_UNPACKED;
  if (count > MOST_FILES) throw new PackedError("large");
  for (let n = 0; n < count; n += 1) {
    if (bytes.readUInt32LE(at) !== ZIP_LIST) throw new PackedError("damaged");
    const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)];
    const [packed, whole] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const mode = bytes.readUInt32LE(at + 38) >>> 16;
    const start = bytes.readUInt32LE(at + 42);
    const path = safePath(bytes.toString("utf8", at + 46, at + 46 + nameLength));
    at += 46 + nameLength + extra + comment;
    if ((mode & 0o170000) === SYMBOLIC_LINK) throw new PackedError("link", path);
    if (path === "" || path.endsWith("/") || !isWanted(path)) continue;
    if ((flags & 1) === 1) throw new PackedError("encrypted", path);
    if (whole > left) throw new PackedError("large");
    if (bytes.readUInt32LE(start) !== ZIP_ENTRY) throw new PackedError("damaged");
    const body = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const part = bytes.subarray(body, body + packed);
    if (part.length !== packed) throw new PackedError("damaged");
    const content = method === 0 ? Buffer.from(part) : inflated(part, method, left);
    left -= content.length;
    files.set(path, content);
  }
  return files;
}

function inflated(part: Buffer, method: number, most: number): Buffer {
  if (method !== 8) throw new PackedError("damaged");
  try {
    return inflateRawSync(part, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    throw new PackedError((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "large" : "damaged");
  }
}

function untarred(bytes: Buffer, isWanted: (path: string) => boolean): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let longName = "";
  let count = 0;
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    count += 1;
    if (count > MOST_FILES) throw new PackedError("large");
    const size = Number.parseInt(textIn(header, 124, 12).trim() || "0", 8);
    const kind = textIn(header, 156, 1);
    const body = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (!(size >= 0) || body.length !== size) throw new PackedError("damaged");
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const prefix =
      textIn(header, 257, 6) === "ustar\0" || textIn(header, 257, 5) === "ustar" ? textIn(header, 345, 155) : "";
    const name = longName || (prefix ? `${prefix}/${textIn(header, 0, 100)}` : textIn(header, 0, 100));
    longName = kind === "L" ? textIn(body, 0, size) : "";
    if (kind === "L" || kind === "x" || kind === "g") continue;
    const path = safePath(name);
    if (kind === "1" || kind === "2") throw new PackedError("link", path);
    if ((kind === "0" || kind === "") && path !== "" && isWanted(path)) files.set(path, Buffer.from(body));
  }
  return files;
}

function textIn(bytes: Buffer, start: number, length: number): string {
  return bytes.toString("utf8", start, start + length).replace(/\0.*$/s, "");
}

/** Without a leading "./"; nothing that leads out of the folder. */
function safePath(path: string): string {
  const plain = path.replaceAll("\\", "/").replace(/^(\.\/)+/, "");
  if (plain.startsWith("/") || /^[a-z]:/i.test(plain) || plain.split("/").includes(".."))
    throw new PackedError("climbs", path);
  return plain === "." ? "" : plain;
}
