/** How a node hangs on its gateway: its status is worked out only when it is shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Node, NodeAPI, NodeStatus } from "node-red";
import { attach, isWired } from "../../../nodes/flow-node/flow-node.ts";
import { eventually } from "../../support/node-red.ts";

test("a node without wires makes no message; wires that a deploy gives it count at once", () => {
  const node = { wires: [[], ["a"]] as string[][] };
  assert.deepEqual([isWired(node as unknown as Node), isWired(node as unknown as Node, 1)], [false, true]);
  node.wires = [["b"]];
  assert.equal(isWired(node as unknown as Node), true);
  assert.equal(isWired({} as Node), false);
});

test("words that cannot be found are an error of the node, and no end of Node-RED", async () => {
  const errors: unknown[] = [];
  const node = { on: () => {}, status: () => {}, error: (error: unknown) => errors.push(error) } as unknown as Node;
  const RED = { nodes: { getNode: () => ({ runtime: { onStatus: () => () => {} } }) } } as unknown as NodeAPI;
  attach(RED, node, "gw", (_, { show }) => {
    for (let n = 0; n < 2; n += 1)
      show(() => {
        throw new Error("mine");
      });
    return () => {};
  });
  await eventually(() => errors.length === 2);
});

test("of a hundred facts in a moment two are shown, and the words of no other are found", async () => {
  const shown: string[] = [];
  let found = 0;
  const node = { on: () => {}, status: ({ text }: NodeStatus) => shown.push(String(text)) } as unknown as Node;
  const running = { onStatus: () => () => {} };
  const RED = { nodes: { getNode: () => ({ runtime: running }) } } as unknown as NodeAPI;
  attach(RED, node, "gw", (_, { show }) => {
    for (let n = 1; n <= 100; n += 1) {
      show(() => {
        found += 1;
        return { text: `${n}` };
      });
    }
    return () => {};
  });
  await eventually(() => shown.length === 2);
  assert.deepEqual([shown, found], [["1", "100"], 2]);
});
