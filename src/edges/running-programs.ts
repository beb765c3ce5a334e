/**
 * The other processes of this machine, as Linux shows them below /proc: which of them have a stick or a file open, which are connected to
 * an adapter in the network, and which programs there are. Linux shows less of other users' processes; other systems show nothing here.
 */
import { lookup } from "node:dns/promises";
import type { Stats } from "node:fs";
import { readdir, readFile, readlink, stat } from "node:fs/promises";
import { basename } from "node:path";
import process from "node:process";

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly words: readonly string[]; // of its command line
}

/** A process that holds one of the files in question. */
interface Holder extends RunningProcess {
  readonly path: string;
}

const PROC = "/proc";
const ESTABLISHED = "01";
const NODE = /^(node|nodejs|node\d+)$/;
const MAPPED = "0000000000000000FFFF0000"; // an IPv4 address among those of IPv6

/** Processes other than this one and its children. */
export async function otherProcesses(proc = PROC): Promise<readonly RunningProcess[]> {
  const pids = (await readdir(proc).catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map((pid) => processAt(proc, pid)))).filter((each) => each !== undefined);
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  return all.filter(({ pid }) => !isOurs(pid));
}

/** The processes that have one of these files or serial ports open, under any name. */
export async function holdersOf(
  paths: readonly string[],
  processes: readonly RunningProcess[],
  proc = PROC,
): Promise<readonly Holder[]> {
  const wanted = (await Promise.all(paths.map(wantedAt))).filter((each) => each !== undefined);
  if (wanted.length === 0) return [];
  const locks = (await readFile(`${proc}/locks`, "utf8").catch(() => "")).split("\n");
  const found = await Promise.all(
    processes.map(async (each) => {
      const open = await openFiles(proc, each.pid, wanted);
      const { path } =
        wanted.find((one) => open.some((facts) => isSame(facts, one.facts))) ?? lockedBy(each, wanted, locks) ?? {};
      return path === undefined ? [] : [{ ...each, path }];
    }),
  );
  return found.flat();
}

/** The processes that are connected to an adapter in the network, by IPv4. */
export async function connectedTo(
  { host, port }: { readonly host: string; readonly port: number },
  processes: readonly RunningProcess[],
  proc = PROC,
): Promise<readonly RunningProcess[]> {
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`${proc}/net/${name}`, "utf8").catch(() => "")),
  );
  const addresses = await lookup(host, { all: true, family: 4 }).catch(() => []);
  const wanted = new Set(addresses.map(({ address }) => inTable(address)).flatMap((hex) => [hex, MAPPED + hex]));
  const sockets = new Set(tables.flatMap((table) => table.split("\n")).flatMap((row) => socketIn(row, wanted, port)));
  if (sockets.size === 0) return [];
  const found = await Promise.all(
    processes.map(async (each) =>
      (await linksOf(proc, each.pid)).some(([, link]) => sockets.has(link)) ? [each] : [],
    ),
  );
  return found.flat();
}

/** Programs of Node are told by the folder that they run in, since all of them are called alike. */
export async function isPackage({ pid, words }: RunningProcess, name: string, proc = PROC): Promise<boolean> {
  if (!NODE.test(basename(words[0] ?? ""))) return false;
  if (words.slice(1).some((word) => new RegExp(`(^|/)${name}(/(index|cli)\\.js)?$`).test(word))) return true;
  const text = await readFile(`${proc}/${pid}/cwd/package.json`, "utf8").catch(() => "");
  return new RegExp(`"name":\\s*"${name}"`).test(text);
}

interface Wanted {
  readonly path: string;
  readonly facts: Stats;
}

async function wantedAt(path: string): Promise<Wanted | undefined> {
  const facts = await stat(path).catch(() => undefined);
  return facts && { path, facts };
}

async function processAt(proc: string, pid: number): Promise<RunningProcess | undefined> {
  const [line, command] = await Promise.all(
    ["stat", "cmdline"].map((name) => readFile(`${proc}/${pid}/${name}`, "utf8").catch(() => "")),
  );
  const [, name = "", parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(line ?? "") ?? [];
  const words = (command ?? "").split("\0").filter((word) => word !== "");
  return parent === undefined ? undefined : { pid, parent: Number(parent), name, words };
}

/** Only files that could be one of those: to ask after each file of each process would take long. */
async function openFiles(proc: string, pid: number, wanted: readonly Wanted[]): Promise<readonly Stats[]> {
  const names = new Set(wanted.map(({ path }) => basename(path)));
  const links = (await linksOf(proc, pid)).filter(([, link]) => link.startsWith("/dev/") || names.has(basename(link)));
  const facts = await Promise.all(links.map(([at]) => stat(at).catch(() => undefined)));
  return facts.filter((each) => each !== undefined);
}

async function linksOf(proc: string, pid: number): Promise<readonly (readonly [at: string, link: string])[]> {
  const folder = `${proc}/${pid}/fd`;
  const names = await readdir(folder).catch(() => []); // of another user, or it has just ended
  return await Promise.all(
    names.map(async (name) => [`${folder}/${name}`, await readlink(`${folder}/${name}`).catch(() => "")] as const),
  );
}

function isSame(one: Stats, other: Stats): boolean {
  if (one.isCharacterDevice() || other.isCharacterDevice()) return one.rdev === other.rdev;
  return one.dev === other.dev && one.ino === other.ino;
}

/** Linux shows the locks of all users' processes: "1: FLOCK  ADVISORY  WRITE 712 00:05:331 0 EOF". */
function lockedBy({ pid }: RunningProcess, wanted: readonly Wanted[], locks: readonly string[]): Wanted | undefined {
  const held = locks.flatMap((line) => {
    const [, owner, inode] = /^\d+: .* (\d+) ([0-9a-f]+:[0-9a-f]+:\d+) /i.exec(line) ?? [];
    return Number(owner) === pid && inode !== undefined ? [inode.toLowerCase()] : [];
  });
  return wanted.find(({ facts }) => held.includes(inodeOf(facts)));
}

/** With its device, as locks are shown: "00:05:331". */
function inodeOf({ dev, ino }: Stats): string {
  const [major, minor] = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)];
  return `${[major, minor].map((part) => part.toString(16).padStart(2, "0")).join(":")}:${ino}`;
}

/** "127.0.0.1" → "0100007F": as the table of connections has it. */
function inTable(address: string): string {
  return address
    .split(".")
    .toReversed()
    .map((part) => Number(part).toString(16).padStart(2, "0").toUpperCase())
    .join("");
}

function socketIn(row: string, wanted: ReadonlySet<string>, port: number): readonly string[] {
  const [, , remote = "", state, , , , , , inode] = row.trim().split(/\s+/);
  const [address = "", hex = ""] = remote.split(":");
  const isIt = state === ESTABLISHED && Number.parseInt(hex, 16) === port && wanted.has(address);
  return isIt ? [`socket:[${inode}]`] : [];
}
