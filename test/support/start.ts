/** `npm start` as a child, on free ports, in a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { EXAMPLE_HOUSE } from "../../nodes/shared/example-house.ts";
import { layMovedIn } from "./moved-in.ts";

export interface Started {
  readonly host: string; // 127.0.0.1:<port>
  readonly key: string;
  readonly userDir: string;
  readonly pid: number;
  readonly output: () => string;
  /** Ends it and waits; the folder stays. */
  readonly end: (signal?: NodeJS.Signals) => Promise<void>;
  /** Ends it and throws its folder away. */
  readonly remove: () => Promise<void>;
}

export interface StartOptions {
  readonly userDir?: string;
  readonly port?: number;
  readonly args?: readonly string[];
  readonly movedIn?: true; // all have moved into the virtual house before
}

export async function start(options: StartOptions = {}): Promise<Started> {
  const { userDir = freshFolder(), port, args = [] } = options;
  if (options.movedIn) await layMovedIn(userDir, EXAMPLE_HOUSE.network);
  const chosen = port ?? (await freePort());
  const script = resolve(import.meta.dirname, "../../scripts/start.ts");
  const child = spawn(process.execPath, [script, "--port", String(chosen), "--userDir", userDir, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const end = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "close");
    child.kill(signal);
    await gone;
  };
  const key = await readyKey(child, () => output);
  return {
    host: `127.0.0.1:${chosen}`,
    key,
    userDir,
    pid: child.pid ?? 0,
    output: () => output,
    end,
    remove: async () => {
      await end();
      rmSync(userDir, { recursive: true, force: true });
    },
  };
}

export function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), "zigbee-gateway-"));
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

function readyKey(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolveKey, reject) => {
    const look = () => {
      const key = output().match(/^Gateway ready at http:\/\/127\.0\.0\.1:\d+\/api\/(\w+)$/m)?.[1];
      if (key) resolveKey(key);
    };
    child.stdout?.on("data", look);
    child.on("close", (code) => reject(new Error(`npm start ended with ${code}:\n${output()}`)));
  });
}
