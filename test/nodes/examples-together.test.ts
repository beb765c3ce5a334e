/** A user imports all examples at once, before anything was deployed: one house moves in, and no alarm is raised. */
import assert from "node:assert/strict";
import process from "node:process";
import { after, before, test } from "node:test";
import { EXAMPLE_GATEWAY, EXAMPLES, exampleFlow } from "../support/examples.ts";
import { eventually, type FlowNode, type NodeRed, nodeRed } from "../support/node-red.ts";
import { virtualFlow } from "../support/virtual-flow.ts";

const flow = exampleFlow(...EXAMPLES);

let house: NodeRed;
const warnings: Error[] = [];
const warned = (warning: Error) => warnings.push(warning);
before(async () => {
  process.on("warning", warned);
  house = await nodeRed();
  house.lines.length = 0; // lines of the start itself
  await house.deploy(flow);
  await virtualFlow(house, EXAMPLE_GATEWAY);
});
after(async () => {
  process.off("warning", warned);
  await house.stop();
});

test("each resource that the examples name comes in, without a warning", async () => {
  const isRed = async ({ id }: FlowNode) => (await house.status(id, /^/)).fill === "red";
  for (const node of flow.filter(({ gateway }) => gateway))
    await eventually(
      async () => !(await isRed(node)),
      () => `${node.id}: what it names is there`,
    );
  assert.deepEqual(house.lines, []);
  assert.deepEqual(warnings, []);
});

test("no example tells that anything is wrong", async () => {
  const messengers = flow.filter(({ name }) => name === "tell me");
  assert.equal(messengers.length, 4);
  for (const { id } of messengers) {
    house.send(id, { payload: "only this" });
    const texts = (await house.received(id)).map(({ payload }) => payload);
    assert.deepEqual(texts, ["only this"]);
  }
});
