/**
 * Locks a folder for one process, which listens on a socket in it. The kernel knows whether a process still listens, so the socket of a
 * dead process is noticed even if its pid is in use again, also across containers that share the folder.
 */
import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { errorCode, FolderInUse, plainError } from "./files.ts";

export type Unlock = () => Promise<void>;

const LOCK = /^lock\.(\d+)\.[0-9a-f]+$/;
const LONGEST_PATH = 100; // bytes that fit into a socket's address
const NO_SOCKETS_HERE = ["EPERM", "EOPNOTSUPP", "ENOTSUP", "EINVAL", "ENOSYS"]; // FAT, folders shared into a virtual machine

/** Rejects with one plain sentence when another process holds the lock. */
export async function lockFolder(folder: string): Promise<Unlock> {
  if (process.platform === "win32") return lockName(folder);
  const shortPath = await shortPathTo(folder);
  try {
    return await lockSocket(folder, shortPath.path);
  } catch (error) {
    if (!NO_SOCKETS_HERE.includes(errorCode(error))) throw plainError(folder, error);
    return await lockName(folder);
  } finally {
    await shortPath.handle?.close();
  }
}

/** Locks by a name in the kernel, for folders that cannot hold a socket: the name vanishes with its process. Linux and Windows only. */
export async function lockName(folder: string): Promise<Unlock> {
  const prefix = { win32: "\\\\.\\pipe\\", linux: "\0" }[process.platform as string];
  if (prefix === undefined) return async () => {};
  const { dev, ino } = await stat(folder);
  const print = createHash("sha256").update(process.platform === "win32" ? await realpath(folder) : `${dev}.${ino}`);
  try {
    const server = await listen(`${prefix}zigbee-gateway-${print.digest("hex")}`);
    return () => close(server);
  } catch (error) {
    if (errorCode(error) === "EADDRINUSE") throw new FolderInUse(`${folder}: another process uses this folder`);
    throw plainError(folder, error);
  }
}

/**
 * Two contenders in the same moment may both be refused, but never both get the lock: each one listens under its final name before it
 * looks for the other.
 */
async function lockSocket(folder: string, shortPath: string): Promise<Unlock> {
  const token = randomBytes(6).toString("hex");
  const own = `lock.${process.pid}.${token}`;
  const server = await listen(join(shortPath, `new.${token}`)); // a socket file exists before it listens, so its final name comes later
  const unlock = async () => {
    await rm(join(folder, own), { force: true });
    await close(server);
  };
  try {
    await rename(join(folder, `new.${token}`), join(folder, own));
    for (const name of await readdir(folder)) {
      const [, pid] = LOCK.exec(name) ?? [];
      if (!pid || name === own) continue;
      if (await isListening(join(shortPath, name))) throw new FolderInUse(`${folder}: ${whose(pid)} uses this folder`);
      await rm(join(folder, name), { force: true }); // names are never used twice, so this one is dead
    }
  } catch (error) {
    await unlock();
    throw error;
  }
  return unlock;
}

function whose(pid: string): string {
  return Number(pid) === process.pid ? `this process (${pid}) already` : `another process (${pid})`;
}

/** A path to the folder that is short enough for a socket's address. */
async function shortPathTo(folder: string): Promise<{ readonly path: string; readonly handle?: FileHandle }> {
  if (Buffer.byteLength(folder) + 40 <= LONGEST_PATH || process.platform !== "linux") return { path: folder };
  try {
    const handle = await open(folder, "r");
    return { path: `/proc/self/fd/${handle.fd}`, handle };
  } catch (error) {
    throw plainError(folder, error);
  }
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once("error", reject);
    server.listen({ path, exclusive: true }, () => {
      server.off("error", reject).on("error", () => {}); // a connection that could not be accepted has reached us all the same
      resolve(server);
    });
  });
}

/** In doubt (no permission, a full queue) a process listens. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error) => resolve(!["ECONNREFUSED", "ENOENT", "ENOTSOCK"].includes(errorCode(error))));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
