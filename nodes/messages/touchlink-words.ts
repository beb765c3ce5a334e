/** What a message wishes of touchlink, and what it finds, in words of a flow. */
import { isObject, type Values } from "../../src/model/resource.ts";
import { NodeError, quoted } from "../flow-node/node-error.ts";
import type { Translate } from "../gateway/runtime.ts";

export type TouchlinkAction = "scan" | "identify" | "reset";

export interface TouchlinkCommand {
  readonly job: TouchlinkAction;
  readonly id: string; // among what the last scan has found; "" of a scan
}

/** What it reads of a message; anything may be in it. */
interface Said {
  readonly action?: unknown;
  readonly payload?: unknown;
  readonly confirm?: unknown;
}

const JOBS: readonly unknown[] = ["scan", "identify", "reset"] satisfies readonly TouchlinkAction[];

export function isJob(word: unknown): word is TouchlinkAction {
  return JOBS.includes(word);
}

/** Throws a Failure where it wishes nothing that touchlink can do. */
export function touchlinkCommandIn(
  { action, payload, confirm }: Said,
  usual: TouchlinkAction,
  isConfirmed: boolean,
  say: Translate,
): TouchlinkCommand {
  const job = action ?? usual;
  if (!isJob(job)) throw new NodeError("invalid", say("error.action", { action: quoted(job) }));
  if (job === "scan") return { job, id: "" };
  const id = typeof payload === "number" ? String(payload) : payload;
  if (typeof id !== "string" || !/^[1-9]\d*$/.test(id)) throw new NodeError("invalid", say("error.payload"));
  if (job === "reset" && confirm !== true && !isConfirmed) throw new NodeError("invalid", say("error.confirm"));
  return { job, id };
}

/** What a scan has found, or the one that is meant, as flows have it: each with its id. */
export function devicesIn(result: unknown, id?: string): readonly Values[] {
  const found = Object.entries(isObject(result) ? result : {}).map(([key, device]) => ({
    id: key,
    ...(isObject(device) ? device : {}),
  }));
  return found.filter((device) => id === undefined || device.id === id);
}
