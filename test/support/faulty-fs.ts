/** A file system whose calls fail at random: its server is a process of its own, since a process that waits for a call cannot answer it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("faulty-fs-server.ts", import.meta.url));

/** Only a user who may mount has one: root, on Linux. */
export function hasFuse(): boolean {
  try {
    accessSync("/dev/fuse", constants.R_OK | constants.W_OK);
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
}

export interface FaultyFolder {
  readonly path: string;
  /** From now on each call fails so often. */
  fail(likelihood: number): Promise<void>;
}

/** Undefined where it cannot be mounted: some containers have the device, but not the right. */
export async function faultyFolder(t: TestContext): Promise<FaultyFolder | undefined> {
  const root = mkdtempSync(join(tmpdir(), "zigbee-faulty-"));
  const [path, behind] = [join(root, "mount"), join(root, "behind")];
  for (const folder of [path, behind]) mkdirSync(folder);
  const server = spawn(process.execPath, [SERVER, path, behind]);
  const gone = once(server, "exit");
  server.stderr.pipe(process.stderr);
  t.after(async () => {
    if (server.exitCode === null) {
      server.stdin.end();
      await gone;
    }
    rmSync(root, { recursive: true, force: true });
  });
  const answer = async () => String((await Promise.race([once(server.stdout, "data"), gone]))[0]).trim();
  if ((await answer()) !== "mounted") return undefined;
  return {
    path,
    fail: async (likelihood) => {
      server.stdin.write(`${likelihood}\n`);
      await answer();
    },
  };
}
