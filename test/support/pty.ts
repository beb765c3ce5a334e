/** A serial port without hardware: the system's `script` makes a terminal, whose other end is the fake stick's. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import type { FakeStick } from "./fake-sticks.ts";

export interface FakePort {
  readonly path: string;
  /** The stick is pulled out. */
  unplug(): Promise<void>;
}

/** Sticks are looked for where Linux has them, and there `script` belongs to the system. */
export const hasPorts = process.platform === "linux";

export async function plugIn(stick: FakeStick): Promise<FakePort> {
  return await portFor((child) => {
    child.stdout?.on("data", (bytes: Buffer) => {
      const answer = stick(bytes);
      if (answer.length > 0) child.stdin?.write(answer);
    });
  });
}

/** The stick is one that listens on a TCP port of this machine. */
export async function plugInto(port: number): Promise<FakePort> {
  let socket: Socket | undefined;
  const plugged = await portFor((child) => {
    socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.on("data", (bytes) => child.stdin?.write(bytes));
    child.stdout?.on("data", (bytes: Buffer) => socket?.write(bytes));
  });
  const unplug = async () => {
    socket?.destroy();
    await plugged.unplug();
  };
  return { path: plugged.path, unplug };
}

async function portFor(join: (child: ChildProcess) => void): Promise<FakePort> {
  // Raw from the start: bytes that a stick sends before a program has opened the port must not be echoed back to it.
  const child = spawn("script", ["-qfec", "stty raw -echo; tty; exec sleep 3600", "/dev/null"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const path = await Promise.race([firstLine(child), neverStarted(child)]);
  child.stdin?.on("error", () => {});
  join(child);
  const unplug = () => {
    return new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });
  };
  return { path, unplug };
}

/** A machine that cannot do it fails the test, and passes nothing over. */
function neverStarted(child: ChildProcess): Promise<never> {
  const missing = "these tests need a pseudo terminal: install `script` (Debian: bsdutils; Alpine, Fedora: util-linux)";
  return new Promise((_, reject) => {
    child.once("error", () => reject(new assert.AssertionError({ message: missing })));
    child.once("exit", () => reject(new assert.AssertionError({ message: missing })));
  });
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const read = (bytes: Buffer) => {
      text += bytes.toString();
      const [line, ...rest] = text.split(/\r?\n/);
      if (rest.length === 0 || !line) return;
      child.stdout?.off("data", read);
      resolve(line.trim());
    };
    child.stdout?.on("data", read);
  });
}
