/** What a disabled node has declared goes when that is deleted: such a node does not run, and so is told nothing. */
import type { NodeAPI } from "node-red";
import type { GatewayRuntime } from "../gateway/runtime.ts";
import { isDeclaring } from "./declaration.ts";
import { refusalIn } from "./node-error.ts";

/** As Node-RED tells of it. What it reads from the disk, at its start for one, it compares with nothing. */
export interface Deploy {
  readonly diff?: { readonly removed?: readonly string[] }; // also what was only disabled
}

const COLLECTIONS = ["/sensors", "/rules", "/schedules"] as const;

/** Of a deploy whose nodes run; kept when all is gone that has to. */
export async function removeOrphans(
  RED: NodeAPI,
  gateway: string,
  runtime: GatewayRuntime,
  { diff }: Deploy,
  complain: (text: string) => void,
): Promise<void> {
  const removed = diff?.removed ?? [];
  if (removed.length === 0) return;
  await runtime.loaded;
  const gone = new Set(removed);
  RED.nodes.eachNode(({ id }) => gone.delete(id));
  const { store, perform } = runtime.opened.gateway;
  for (const { address, attr } of COLLECTIONS.flatMap((collection) => store.list(collection))) {
    const by = String(attr.owner ?? "");
    const id = by.replace(/^flow:/, "");
    const isLeft = [id, ...id.split("-")].some((part) => gone.has(part)); // in a subflow also with the instance
    if (!isLeft || attr.uniqueid !== `flow-${id}` || isDeclaring(RED, gateway, by)) continue;
    const refusal = refusalIn(await perform({ method: "DELETE", address }, { by, depth: 0 }));
    if (refusal) complain(`${address}: ${refusal.message}`);
  }
}
