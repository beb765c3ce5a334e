/** When a deploy is through, each code that waited for it is told, once. */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import type { Node, NodeAPI } from "node-red";
import { whenStarted } from "../../../nodes/flow-node/flow-node.ts";

function nodeRed() {
  const events = new EventEmitter();
  const RED = { events } as unknown as NodeAPI;
  const told: number[] = [];
  const wait = (number: number) => {
    const node = new EventEmitter();
    whenStarted(RED, node as unknown as Node, () => told.push(number));
    return node;
  };
  return { events, told, wait };
}

test("many nodes wait with one listener", () => {
  const { events, told, wait } = nodeRed();
  for (let number = 0; number < 100; number += 1) wait(number);
  assert.equal(events.listenerCount("flows:started"), 1);
  events.emit("flows:started");
  assert.equal(told.length, 100);
  events.emit("flows:started");
  assert.equal(told.length, 100, "once");
  assert.equal(events.listenerCount("flows:started"), 0);
});

test("a node that is closed before is not told; nodes of the next deploy are", () => {
  const { events, told, wait } = nodeRed();
  wait(1).emit("close");
  wait(2);
  events.emit("flows:started");
  wait(3);
  events.emit("flows:started");
  assert.deepEqual(told, [2, 3]);
});
