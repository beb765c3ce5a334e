/** A program that is not ours: no child of ours, as a service of the system is none. It has files and ports open. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";

export interface OtherProgram {
  readonly pid: number;
  end(): Promise<void>; // also of a program that has ended
}

const CODE = `
const [, , ...open] = process.argv;
for (const each of open) {
  const [, host, port] = /^tcp:\\/\\/(.*):(\\d+)$/.exec(each) ?? [];
  if (port) require("node:net").connect(Number(port), host).on("error", () => {});
  else require("node:fs").openSync(each, "r+");
}
setTimeout(() => console.log(process.pid), 50);
setInterval(() => {}, 1000);
`;

/** `script`: where it lies, by which it is known. */
export async function startOther(script: string, open: readonly string[] = []): Promise<OtherProgram> {
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, CODE);
  const words = [process.execPath, script, ...open].map((word) => `'${word}'`).join(" ");
  const shell = spawn("sh", ["-c", `${words} & exec 1>&-; exit 0`], { stdio: ["ignore", "pipe", "ignore"] });
  const [bytes] = await once(shell.stdout, "data");
  const pid = Number(String(bytes).trim());
  const ended = once(shell.stdout, "close");
  const end = () => {
    if (!shell.stdout.closed) process.kill(pid, "SIGKILL");
    return ended.then(() => {});
  };
  return { pid, end };
}
