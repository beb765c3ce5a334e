/** Where the stick is, and of which kind: as it was set, else as it was found out before, else the stick is asked. */
import { isObject, parsedJson } from "../../../model/resource.ts";
import { writeDurably } from "../../durable-file.ts";
import type { RadioSettings } from "../../protocol.ts";
import { guessOf } from "../../stick-names.ts";
import { testStick } from "../../sticks.ts";
import { ExplainedError } from "../end-reasons.ts";
import { type NetworkFiles, readText } from "./network-files.ts";

export type SerialOptions = {
  readonly path: string;
  readonly adapter: NonNullable<RadioSettings["adapter"]>;
  readonly baudRate?: number;
  readonly rtscts?: boolean;
};

export async function detectStick(settings: RadioSettings, files: NetworkFiles): Promise<SerialOptions> {
  const { path, adapter, baudRate, rtscts } = settings;
  const set = { ...(baudRate && { baudRate }), ...(rtscts !== undefined && { rtscts }) };
  if (adapter) return { path, adapter, ...set };
  const before = remembered(files, path);
  if (before) return { ...before, ...set };
  const found = await testStick({ path, baudRate, guess: guessOf(path) });
  if (!found.ok) throw new ExplainedError(found.reason);
  const stick = { path, adapter: found.adapter, ...(found.baudRate && { baudRate: found.baudRate }) };
  writeDurably(files.stick, JSON.stringify(stick));
  return { ...stick, ...set };
}

/** The facts found out did not work: next time the stick is asked again. */
export function forgetStick(files: NetworkFiles): void {
  if (readText(files.stick) !== undefined) writeDurably(files.stick, "{}");
}

function remembered(files: NetworkFiles, path: string): SerialOptions | undefined {
  const kept = parsedJson(readText(files.stick) ?? "");
  return isObject(kept) && kept.path === path && typeof kept.adapter === "string" ? (kept as SerialOptions) : undefined;
}
