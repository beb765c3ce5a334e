/**
 * A file system of its own (FUSE) over a folder, of which each call may fail: `faulty-fs-server.ts <mount point> <folder>`. On its standard input it
 * is told how likely that is; when that ends, so does it.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";

const [, , mountPoint = "", folder = ""] = process.argv;
const ROOT = 1n;
const HEADER = 40; // bytes of a request
const LARGEST = 1024 * 1024 + 4096;
const [EPERM, EIO, ENOSYS] = [1, 5, 38];
const [ATTR_SIZE, ATTR_FH, ATTR_MODE] = [1 << 3, 1 << 6, 1 << 0];

interface Ask {
  readonly op: number;
  readonly node: bigint;
  readonly body: Buffer;
}

const paths = new Map<bigint, string>([[ROOT, folder]]);
const handles = new Map<bigint, { fd: number; node: bigint }>();
let lastHandle = 0n;
let likelihood = 0;

const device = fs.openSync("/dev/fuse", "r+");
const options = "fd=3,rootmode=40000,user_id=0,group_id=0";
const mounted = spawnSync("mount", ["-i", "-t", "fuse", "-o", options, "faulty", mountPoint], {
  stdio: ["ignore", "ignore", "inherit", device],
});
if (mounted.status !== 0) process.exit(1);
createInterface({ input: process.stdin })
  .on("line", (line) => {
    likelihood = Number(line);
    process.stdout.write("ok\n");
  })
  .on("close", () => {
    spawnSync("umount", ["-l", mountPoint]);
    process.exit(0);
  });
process.stdout.write("mounted\n");
listen();

function listen(): void {
  const buffer = Buffer.allocUnsafe(LARGEST);
  fs.read(device, buffer, 0, LARGEST, null, (error, length) => {
    if (error && error.code === "ENODEV") return;
    if (!error) hear(buffer.subarray(0, length));
    listen();
  });
}

function hear(request: Buffer): void {
  const ask = { op: request.readUInt32LE(4), node: request.readBigUInt64LE(16), body: request.subarray(HEADER) };
  const unique = request.readBigUInt64LE(8);
  const obey = CALLS[ask.op];
  if (obey === null) return; // the kernel waits for no answer
  let [code, answer] = [ENOSYS, Buffer.alloc(0)];
  try {
    if (obey) [code, answer] = [0, Buffer.from(obey(ask))];
  } catch (error) {
    code = Math.abs((error as NodeJS.ErrnoException).errno ?? EIO);
    answer = Buffer.alloc(0);
  }
  const head = Buffer.alloc(16);
  head.writeUInt32LE(16 + answer.length, 0);
  head.writeInt32LE(-code, 4);
  head.writeBigUInt64LE(unique, 8);
  try {
    fs.writeSync(device, Buffer.concat([head, answer]));
  } catch {
    // the process that asked was killed meanwhile
  }
}

type Obey = (ask: Ask) => Uint8Array;

const NOTHING = Buffer.alloc(0);

/** By the numbers of the protocol; null: there is no answer. */
const CALLS: Readonly<Record<number, Obey | null>> = {
  1: faulty(({ node, body }) => entryOf(within(node, nameIn(body)))),
  2: null,
  3: faulty(({ node, body }) =>
    attributes(statOf(node, (body.readUInt32LE(0) & 1) === 1 ? body.readBigUInt64LE(8) : 0n)),
  ),
  4: faulty(({ node, body }) => {
    const valid = body.readUInt32LE(0);
    const handle = (valid & ATTR_FH) !== 0 ? handles.get(body.readBigUInt64LE(8)) : undefined;
    const size = Number(body.readBigUInt64LE(16));
    if ((valid & ATTR_SIZE) !== 0) handle ? fs.ftruncateSync(handle.fd, size) : fs.truncateSync(pathOf(node), size);
    if ((valid & ATTR_MODE) !== 0) fs.chmodSync(pathOf(node), body.readUInt32LE(68) & 0o7777);
    return attributes(statOf(node, 0n));
  }),
  8: () => fail(EPERM), // it can hold no sockets
  9: faulty(({ node, body }) => {
    fs.mkdirSync(within(node, nameIn(body.subarray(8))), body.readUInt32LE(0) & 0o7777);
    return entryOf(within(node, nameIn(body.subarray(8))));
  }),
  10: faulty(({ node, body }) => quietly(() => fs.unlinkSync(within(node, nameIn(body))))),
  11: faulty(({ node, body }) => quietly(() => fs.rmdirSync(within(node, nameIn(body))))),
  12: faulty(({ node, body }) => moved(node, body.readBigUInt64LE(0), body.subarray(8))),
  13: faulty(({ node, body }) => {
    const path = within(node, nameIn(body.subarray(8)));
    fs.linkSync(pathOf(body.readBigUInt64LE(0)), path);
    return entryOf(path, false);
  }),
  14: faulty(({ node, body }) => opened(node, pathOf(node), body.readUInt32LE(0) & ~fs.constants.O_APPEND)),
  15: faulty(({ body }) => {
    const bytes = Buffer.alloc(body.readUInt32LE(16));
    const { fd } = handleIn(body);
    return bytes.subarray(0, fs.readSync(fd, bytes, 0, bytes.length, Number(body.readBigUInt64LE(8))));
  }),
  16: ({ body }) => {
    const { fd } = handleIn(body);
    const bytes = body.subarray(40, 40 + body.readUInt32LE(16));
    if (isUnlucky()) {
      if (Math.random() < 0.5) fail(EIO);
      return counted(fs.writeSync(fd, bytes, 0, Math.ceil(bytes.length / 2), Number(body.readBigUInt64LE(8)))); // no more fits
    }
    return counted(fs.writeSync(fd, bytes, 0, bytes.length, Number(body.readBigUInt64LE(8))));
  },
  17: () => {
    const { blocks, bfree, bavail, files, ffree, bsize } = fs.statfsSync(folder, { bigint: true });
    const answer = Buffer.alloc(80);
    for (const [at, value] of [blocks, bfree, bavail, files, ffree].entries()) answer.writeBigUInt64LE(value, at * 8);
    for (const [at, value] of [Number(bsize), 255, Number(bsize)].entries()) answer.writeUInt32LE(value, 40 + at * 4);
    return answer;
  },
  18: ({ body }) => {
    fs.closeSync(handleIn(body).fd);
    handles.delete(body.readBigUInt64LE(0));
    return NOTHING;
  },
  20: faulty(({ body }) => quietly(() => fs.fdatasyncSync(handleIn(body).fd))),
  25: () => NOTHING,
  26: ({ body }) => {
    const answer = Buffer.alloc(64);
    for (const [at, value] of [7, 31, body.readUInt32LE(8), 0].entries()) answer.writeUInt32LE(value, at * 4);
    answer.writeUInt32LE(128 * 1024, 20); // most bytes of a write
    answer.writeUInt32LE(1, 24);
    return answer;
  },
  27: ({ node, body }) => opened(node, pathOf(node), body.readUInt32LE(0)),
  28: faulty(({ node, body }) => listed(pathOf(node), Number(body.readBigUInt64LE(8)), body.readUInt32LE(16))),
  29: ({ body }) => CALLS[18]?.({ op: 18, node: ROOT, body }) ?? NOTHING,
  30: faulty(({ body }) => quietly(() => fs.fsyncSync(handleIn(body).fd))),
  35: faulty(({ node, body }) => {
    const path = within(node, nameIn(body.subarray(16)));
    const flags = (body.readUInt32LE(0) & ~fs.constants.O_APPEND) | fs.constants.O_CREAT;
    const fd = fs.openSync(path, flags, body.readUInt32LE(4) & 0o7777);
    return Buffer.concat([entryOf(path), keep(fd, fs.fstatSync(fd, { bigint: true }).ino)]);
  }),
  36: null,
  42: null,
  45: faulty(({ node, body }) => moved(node, body.readBigUInt64LE(0), body.subarray(16))),
};

function quietly(run: () => void): Uint8Array {
  run();
  return NOTHING;
}

/** Fails before its work is done, or behind it. */
function faulty(obey: Obey): Obey {
  return (ask) => {
    const fails = isUnlucky();
    if (fails && Math.random() < 0.5) fail(EIO);
    const answer = obey(ask);
    if (fails) fail(EIO);
    return answer;
  };
}

function isUnlucky(): boolean {
  return Math.random() < likelihood;
}

function fail(errno: number): never {
  throw Object.assign(new Error(`${errno}`), { errno });
}

function pathOf(node: bigint): string {
  return paths.get(node) ?? fail(2);
}

function within(node: bigint, name: string): string {
  return join(pathOf(node), name);
}

function nameIn(body: Buffer): string {
  return body.subarray(0, body.indexOf(0)).toString();
}

function handleIn(body: Buffer): { fd: number; node: bigint } {
  return handles.get(body.readBigUInt64LE(0)) ?? fail(9);
}

/** Of a file that has no name any more, by one that has it open. */
function statOf(node: bigint, handle: bigint): fs.BigIntStats {
  const open = handles.get(handle) ?? [...handles.values()].find((each) => each.node === node);
  return open ? fs.fstatSync(open.fd, { bigint: true }) : fs.lstatSync(pathOf(node), { bigint: true });
}

function moved(from: bigint, to: bigint, names: Buffer): Uint8Array {
  const old = nameIn(names);
  const [before, after] = [within(from, old), within(to, nameIn(names.subarray(Buffer.byteLength(old) + 1)))];
  fs.renameSync(before, after);
  paths.set(fs.lstatSync(after, { bigint: true }).ino, after);
  return NOTHING;
}

function opened(node: bigint, path: string, flags: number): Uint8Array {
  return keep(fs.openSync(path, flags), node);
}

function keep(fd: number, node: bigint): Uint8Array {
  lastHandle += 1n;
  handles.set(lastHandle, { fd, node });
  const answer = Buffer.alloc(16);
  answer.writeBigUInt64LE(lastHandle, 0);
  return answer;
}

function counted(bytes: number): Uint8Array {
  const answer = Buffer.alloc(8);
  answer.writeUInt32LE(bytes, 0);
  return answer;
}

/** Nothing is remembered by the kernel: each look comes here. */
function entryOf(path: string, isItsName = true): Uint8Array {
  const stat = fs.lstatSync(path, { bigint: true });
  if (isItsName || !paths.has(stat.ino)) paths.set(stat.ino, path);
  const answer = Buffer.alloc(40);
  answer.writeBigUInt64LE(stat.ino, 0);
  return Buffer.concat([answer, attribute(stat)]);
}

function attributes(stat: fs.BigIntStats): Uint8Array {
  return Buffer.concat([Buffer.alloc(16), attribute(stat)]);
}

function attribute(stat: fs.BigIntStats): Buffer {
  const answer = Buffer.alloc(88);
  const times = [stat.atimeNs, stat.mtimeNs, stat.ctimeNs];
  const long = [stat.ino, stat.size, stat.blocks, ...times.map((time) => time / 1_000_000_000n)];
  for (const [at, value] of long.entries()) answer.writeBigUInt64LE(value, at * 8);
  const short = [...times.map((time) => time % 1_000_000_000n), stat.mode, stat.nlink, stat.uid, stat.gid, 0n, 4096n];
  for (const [at, value] of short.entries()) answer.writeUInt32LE(Number(value), 48 + at * 4);
  return answer;
}

function listed(path: string, from: number, room: number): Uint8Array {
  const names = fs.readdirSync(path);
  const entries: Buffer[] = [];
  let length = 0;
  for (const [at, name] of names.entries()) {
    if (at < from) continue;
    const bytes = Buffer.from(basename(name));
    const entry = Buffer.alloc(24 + Math.ceil(bytes.length / 8) * 8);
    const stat = fs.lstatSync(join(path, name), { bigint: true });
    entry.writeBigUInt64LE(stat.ino, 0);
    entry.writeBigUInt64LE(BigInt(at + 1), 8);
    entry.writeUInt32LE(bytes.length, 16);
    entry.writeUInt32LE(Number(stat.mode) >> 12, 20);
    bytes.copy(entry, 24);
    if (length + entry.length > room) break;
    length += entry.length;
    entries.push(entry);
  }
  return Buffer.concat(entries);
}
