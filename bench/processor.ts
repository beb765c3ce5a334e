/** Processor time of the process that listens on a port: on a machine where others work it scatters less than throughput. Linux only. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const TICKS = 100; // a second, as /proc counts

/** The process that listens there. */
export function listenerOn(port: number): number {
  const inode = inodeOf(port);
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (socketsOf(pid).includes(`socket:[${inode}]`)) return Number(pid);
  }
  throw new Error(`nobody listens on port ${port}`);
}

/** Seconds that it has used until now. */
export function secondsOf(pid: number): number {
  const behindName = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1] ?? "";
  const [user, system] = behindName.split(" ").slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / TICKS;
}

function inodeOf(port: number): string | undefined {
  const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const rows = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) => readFileSync(table, "utf8").split("\n"));
  const row = rows
    .map((text) => text.trim().split(/\s+/))
    .find(([, local, , state]) => local?.endsWith(end) && state === "0A");
  return row?.[9];
}

function socketsOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkOf(`/proc/${pid}/fd/${fd}`));
  } catch {
    return []; // it has ended, or is another user's
  }
}

function readlinkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
