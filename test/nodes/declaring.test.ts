/** Whether the flows still have a node that declares: only what no node declares any more is left to others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { NodeAPI } from "node-red";
import { isDeclaring } from "../../nodes/declared.ts";

const FLOWS: readonly object[] = [
  { id: "gw", type: "zigbee-gateway" },
  { id: "made", type: "zigbee-gateway-rule", z: "tab", gateway: "gw", declares: "Rule" },
  { id: "off", type: "zigbee-gateway-rule", z: "tab", gateway: "gw", declares: "Rule", d: true },
  { id: "follows", type: "zigbee-gateway-rule", z: "tab", gateway: "gw", declares: "" },
  { id: "moved", type: "zigbee-gateway-rule", z: "tab", gateway: "other", declares: "Rule" },
  { id: "by-hand", type: "zigbee-gateway-rule", z: "tab", gateway: "gw", declares: "Rule" },
  { id: "inner", type: "zigbee-gateway-schedule", z: "sub", gateway: "$(GATEWAY)", declares: "Schedule" },
  { id: "plain", type: "debug", z: "sub" },
  { id: "one", type: "subflow:sub", z: "tab" },
  { id: "outer", type: "subflow:around", z: "tab" },
];
const RED = { nodes: { eachNode: (tell: (node: object) => void) => FLOWS.forEach(tell) } } as unknown as NodeAPI;

const cases: readonly (readonly [id: string, declares: boolean])[] = [
  ["made", true],
  ["off", true],
  ["by-hand", true],
  ["gone", false],
  ["follows", false],
  ["moved", false],
  ["one-inner", true],
  ["outer-one-inner", true],
  ["two-inner", false],
  ["one-gone", false],
  ["one-plain", false],
  ["", false],
];

for (const [id, declares] of cases) {
  test(`the node "${id}" ${declares ? "declares" : "does not declare, or is not there"}`, () => {
    assert.equal(isDeclaring(RED, "gw", `flow:${id}`), declares);
  });
}
