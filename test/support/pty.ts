/** A serial port without hardware: the system's `script` makes a terminal, whose other end is the fake stick's. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import type { FakeStick } from "./fake-sticks.ts";

export interface FakePort {
  readonly path: string;
  /** The stick is pulled out. */
  unplug(): Promise<void>;
}

export const hasPorts = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

export async function plugIn(stick: FakeStick): Promise<FakePort> {
  const child = spawn("script", ["-qfec", "tty; exec sleep 600", "/dev/null"], { stdio: ["pipe", "pipe", "ignore"] });
  const path = await firstLine(child);
  child.stdout?.on("data", (bytes: Buffer) => {
    const answer = stick(bytes);
    if (answer.length > 0) child.stdin?.write(answer);
  });
  child.stdin?.on("error", () => {});
  return {
    path,
    unplug: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
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
