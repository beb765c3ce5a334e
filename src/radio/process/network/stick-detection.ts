/** Where the stick is, and of which kind: as it was set, else as it was found out before, else it is asked. */
import { stat } from "node:fs/promises";
import { connect } from "node:net";
import { isObject } from "../../../model/resource.ts";
import type { RadioSettings } from "../../protocol.ts";
import { guessOf } from "../../stick-names.ts";
import { testStick } from "../../sticks.ts";
import { Refusal } from "../end-reasons.ts";
import { type Files, textIn, write } from "./network-files.ts";

export type SerialOptions = {
  readonly path: string;
  readonly adapter: NonNullable<RadioSettings["adapter"]>;
  readonly baudRate?: number;
  readonly rtscts?: boolean;
};

const PATIENCE = 5000; // milliseconds for a connection

/** Rejects when nothing is there: it costs nothing to look, and what follows costs a lot. */
export async function lookForStick({ path }: RadioSettings): Promise<void> {
  const [, host, port] = /^(?:tcp|socket):\/\/\[?([^\]]+?)\]?:(\d+)\/?$/.exec(path) ?? [];
  if (host && port) await reach(host, Number(port));
  else if (path.startsWith("/")) await stat(path);
}

export async function stickFor(settings: RadioSettings, files: Files): Promise<SerialOptions> {
  const { path, adapter, baudRate, rtscts } = settings;
  const set = { ...(baudRate && { baudRate }), ...(rtscts !== undefined && { rtscts }) };
  if (adapter) return { path, adapter, ...set };
  const before = remembered(files, path);
  if (before) return { ...before, ...set };
  const found = await testStick({ path, baudRate, guess: guessOf(path) });
  if (!found.ok) throw new Refusal(found.reason);
  const stick = { path, adapter: found.adapter, ...(found.baudRate && { baudRate: found.baudRate }) };
  write(files.stick, JSON.stringify(stick));
  return { ...stick, ...set };
}

/** What was found out did not work: next time it is asked again. */
export function forgetStick(files: Files): void {
  if (textIn(files.stick) !== undefined) write(files.stick, "{}");
}

function remembered(files: Files, path: string): SerialOptions | undefined {
  try {
    const said: unknown = JSON.parse(textIn(files.stick) ?? "{}");
    return isObject(said) && said.path === path && typeof said.adapter === "string"
      ? (said as SerialOptions)
      : undefined;
  } catch {
    return undefined;
  }
}

function reach(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: PATIENCE });
    socket.once("connect", () => socket.destroy());
    socket.once("timeout", () => socket.destroy(Object.assign(new Error("connect timeout"), { code: "ETIMEDOUT" })));
    socket.once("error", reject);
    socket.once("close", () => resolve());
  });
}
