/** Nodes that declare, without Node-RED around them: when the nodes try again, and whether the flows still have them. */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import type { Node, NodeAPI } from "node-red";
import { declareResource, isDeclaring } from "../../../nodes/flow-node/declaration.ts";
import type { GatewayRuntime } from "../../../nodes/gateway/runtime.ts";
import { declaredSensor } from "../../../nodes/zigbee-gateway-sensor.ts";
import { house } from "../../support/fakes.ts";

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
const RED = {
  _: (key: string) => key,
  nodes: { eachNode: (tell: (node: object) => void) => FLOWS.forEach(tell) },
} as unknown as NodeAPI;

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

test("a refused declaration is tried again by each message, one attempt behind the other, and not when it is there", async () => {
  const home = await house({ errors: /the disk refused it/ });
  const asked: string[] = [];
  const perform: typeof home.perform = (command, cause) => {
    asked.push(command.method);
    return home.perform(command, cause);
  };
  const opened = { gateway: { ...home, perform } };
  const running = { opened, loaded: home.ready, on: () => () => {}, language: "en-US" } as unknown as GatewayRuntime;
  const node = Object.assign(new EventEmitter(), { id: "made" }) as unknown as Node;
  const def = { gateway: "gw", declares: "CLIPSwitch", declaredName: "Bell" };
  const declaration = declaredSensor(node, def);
  assert.ok(declaration);
  const told: (string | undefined)[] = [];

  home.disk.fails = new Error("full");
  const { there } = declareResource(RED, node, running, def, declaration, (failure) => told.push(failure?.code));
  await assert.rejects(there());
  await assert.rejects(there());
  assert.deepEqual([asked.length, told], [2, ["busy"]], "what goes on failing is told once");

  home.disk.fails = undefined;
  await Promise.all([there(), there()]);
  await there();
  assert.deepEqual([asked.length, told], [3, ["busy", undefined]]);
  assert.deepEqual(
    home.store.list("/sensors").map(({ attr }) => [attr.name, attr.owner]),
    [["Bell", "flow:made"]],
  );
  await home.stop();
});
