/** Whether a stick is there at all: a look costs nothing, and a start without a stick costs a lot. */
import { stat } from "node:fs/promises";
import { connect } from "node:net";
import { succeeds } from "../model/errors.ts";

const MAY_CONNECT = 5000; // milliseconds
const ADDRESS = /^(?:tcp|socket):\/\/\[?([^\]]+?)\]?:(\d+)\/?$/;

/** Rejects when the stick is not there. A stick that can only be found by its name is not looked for. */
export async function requireStick(path: string): Promise<void> {
  const [, host, port] = ADDRESS.exec(path) ?? [];
  if (host && port) await reach(host, Number(port));
  else if (path.startsWith("/")) await stat(path);
}

export async function isStickThere(path: string): Promise<boolean> {
  return await succeeds(requireStick(path));
}

function reach(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: MAY_CONNECT });
    socket.once("connect", () => socket.destroy());
    socket.once("timeout", () => socket.destroy(Object.assign(new Error("connect timeout"), { code: "ETIMEDOUT" })));
    socket.once("error", reject);
    socket.once("close", () => resolve());
  });
}
