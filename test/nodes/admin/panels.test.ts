import assert from "node:assert/strict";
import { test } from "node:test";
import type { NodeAPI } from "node-red";
import { flowNodesOf } from "../../../nodes/admin/panels.ts";

const DEFS = [
  { id: "tab", type: "tab", label: "House" },
  { id: "sub", type: "subflow", name: "Stairs" },
  { id: "gw", type: "zigbee-gateway", name: "Home" },
  { id: "n1", type: "zigbee-gateway-rule", name: "Light", gateway: "gw", z: "tab", secret: "s" },
  { id: "n2", type: "zigbee-gateway-event", gateway: "gw", z: "sub" },
  { id: "n3", type: "zigbee-gateway-rule", name: "Other", gateway: "other", z: "tab" },
  { id: "n5", type: "zigbee-gateway-rule", gateway: "gw", z: "tab", declares: "", address: "/rules/3" },
  { id: "n4", type: "function", name: "Private", z: "tab" },
];
const RED = { nodes: { eachNode: (each: (def: unknown) => void) => DEFS.forEach(each) } } as unknown as NodeAPI;

test("only the nodes of the gateway are told, by name, kind and flow, and nothing else of them", () => {
  assert.deepEqual(flowNodesOf(RED, "gw"), {
    n1: { name: "Light", kind: "zigbee-gateway-rule", flow: "House" },
    n2: { name: "", kind: "zigbee-gateway-event", flow: "Stairs" },
    n5: { name: "", kind: "zigbee-gateway-rule", flow: "House", address: "/rules/3" },
  });
});
