/** Nodes that declare resources: the rules for all of them. */
import assert from "node:assert/strict";
import type { FlowNode, Message, NodeRed } from "./node-red.ts";

export interface Declaring {
  readonly isThere: () => Promise<Message>;
  readonly own: () => Promise<readonly Message[]>; // the resources that flows have declared
}

/** The resource that the node `made` declares goes with it, and comes again with it. */
export async function comesAndGoes(
  house: Pick<NodeRed, "deploy">,
  flow: readonly FlowNode[],
  { isThere, own }: Declaring,
): Promise<void> {
  await isThere();
  const without = flow.filter(({ id }) => id !== "made");
  await house.deploy(without, "nodes");
  assert.deepEqual(await own(), []);
  await house.deploy(flow);
  await isThere();
}
