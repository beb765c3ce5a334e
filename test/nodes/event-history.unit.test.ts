/** The event node with its input: the history of a value, asked by a message; facts leave by the other output. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type FlowNode, flowNode, gatewayNode, sink, TAB } from "../support/node-red.ts";
import { type UnitFlow, unitFlow } from "../support/unit-flow.ts";

const ASKS = { gateway: "gw", inputs: 1, outputs: 2 };
const PICKED = { address: "/sensors/1", uniqueid: "door-1", resourceName: "Door", member: "open" };
const FLOW: readonly FlowNode[] = [
  TAB,
  gatewayNode(),
  flowNode("all", "zigbee-gateway-event", { ...ASKS, wires: [["out"], ["facts"]] }),
  flowNode("door", "zigbee-gateway-event", { ...ASKS, ...PICKED, wires: [["out"], ["facts"]] }),
  flowNode("plain", "zigbee-gateway-event", { gateway: "gw", ...PICKED, wires: [["plainOut"]] }),
  flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "", address: "", wires: [["out"]] }),
  ...["out", "facts", "plainOut", "caught"].map(sink),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
];

describe("event node", () => {
  let house: UnitFlow;

  before(async () => {
    house = await unitFlow({ flow: [TAB, gatewayNode()] });
    const words = { modelid: "M", swversion: "1", manufacturername: "Me" };
    const door = { ...words, name: "Door", type: "CLIPOpenClose", uniqueid: "door-1", state: { open: false } };
    await house.ask("POST", "/sensors", door);
    await house.deploy(FLOW);
    await house.ask("PUT", "/sensors/1/state", { open: true });
  });
  after(() => house.stop());

  test("facts leave by the second output where it has an input, else by the only one", async () => {
    const facts = await house.received("facts", 2);
    assert.ok(facts.some(({ topic, payload }) => topic === "/sensors/1/state" && payload.open === true));
    assert.equal((await house.received("plainOut"))[0]?.payload.open, true);
  });

  test("the history of the picked sensor, of the one that the message names, and by the request node", async () => {
    await house.pass(60);
    const asked: readonly (readonly [node: string, message: object])[] = [
      ["door", { action: "history", _msgid: "m1" }],
      ["all", { action: "history", topic: "/sensors/1/state", member: "open", step: "hour" }],
      ["ask", { method: "GET", topic: "/sensors/1/history?member=open&step=hour" }],
    ];
    for (const [node, message] of asked) {
      house.send(node, message);
      const [answer] = await house.received("out");
      assert.equal(answer?.payload.member, "state/open", node);
      assert.equal(answer?.payload.values.at(-1).last, true);
      assert.match(String(answer?.topic), /^\/sensors\/1\/history/);
    }
    assert.deepEqual(await house.received("facts", 0), []);
  });

  test("a message that makes no sense is an error in one sentence", async () => {
    const wrong: readonly (readonly [message: object, code: string, says: RegExp])[] = [
      [{ action: "dance", topic: "/sensors/1" }, "invalid", /^“dance” is not understood: msg.action can be history$/],
      [{ payload: 5 }, "invalid", /^“undefined” is not understood: msg.action can be history$/],
      [{ action: "history" }, "invalid", /msg.topic has to name a sensor/],
      [{ action: "history", topic: "/sensors/9", member: "open" }, "not-found", /sensors\/9/],
      [{ action: "history", topic: "/sensors/1", member: "closed" }, "invalid", /it takes one of open/],
      [{ action: "history", topic: "/sensors/1", member: "open", step: "week" }, "invalid", /minute, hour, day, month/],
      [{ action: "history", topic: "/sensors/1", member: "open", from: {} }, "invalid", /a time in UTC/],
    ];
    for (const [message, code, says] of wrong) {
      house.send("all", message);
      const [caught] = await house.received("caught");
      assert.equal(caught?.error.code ?? code, code);
      assert.match(String(caught?.error.message), says);
    }
  });
});
