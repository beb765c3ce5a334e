/** The touchlink node: jobs that take a while, answered at their end; meanwhile all nodes hear of them. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { RadioError } from "../../src/model/radio/orders.ts";
import { flowNode, gatewayNode, type Message, sink, TAB } from "../support/node-red.ts";
import { type UnitFlow, unitFlow } from "../support/unit-flow.ts";

const node = (id: string, more: object = {}) =>
  flowNode(id, "zigbee-gateway-touchlink", { gateway: "gw", does: "scan", wires: [["out"], [`${id}Facts`]], ...more });
const FLOW = [
  TAB,
  gatewayNode(),
  node("touch"),
  node("sure", { does: "reset", confirm: true }),
  node("lost", { gateway: "" }),
  ...["out", "touchFacts", "sureFacts", "caught"].map(sink),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
];
const FOUND = { ieee: "0x001788010203dd01", factorynew: false, rssi: -40, channel: 15, panid: 4711 } as const;

describe("touchlink node", () => {
  let house: UnitFlow;
  let end: (error?: Error) => void = () => {};
  const refused = async (id: string, message: Message): Promise<Message> => {
    house.send(id, { _msgid: "m", payload: undefined, ...message });
    const [caught] = await house.received("caught");
    assert.deepEqual([caught?._msgid, caught?.payload, caught?.error.source.id], ["m", message.payload, id]);
    return caught?.error;
  };

  before(async () => {
    house = await unitFlow({ flow: FLOW });
    house.home().radio.touch = () =>
      new Promise((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve());
      });
  });
  after(() => house.stop());
  beforeEach(async () => {
    for (const id of ["out", "touchFacts", "sureFacts", "caught"]) await house.received(id, 0);
  });

  const wrong: readonly [id: string, message: Message, code: string, text: RegExp][] = [
    ["touch", { action: "explode" }, "invalid", /^“explode” is not understood: try scan, identify, reset$/],
    ["touch", { action: {} }, "invalid", /^“{}” is not understood/],
    ["touch", { action: "identify" }, "invalid", /^send the number of a light from the last scan as the payload/],
    ["touch", { action: "identify", payload: "1/reset" }, "invalid", /^“1\/reset” is no light of the last scan: send/],
    ["touch", { action: "reset", payload: { id: 1 }, confirm: true }, "invalid", /^“{"id":1}” is no light/],
    ["touch", { action: "reset", payload: 1 }, "invalid", /: set msg\.confirm to true/],
    ["touch", { action: "reset", payload: 1, confirm: "yes" }, "invalid", /: set msg\.confirm to true/],
    ["touch", { action: "identify", payload: 1 }, "not-found", /^the last scan found no light 1: scan again$/],
    ["sure", { payload: "7" }, "not-found", /found no light 7: /],
    ["lost", {}, "not-found", /^no gateway$/],
  ];
  for (const [id, message, code, text] of wrong) {
    test(`${JSON.stringify(message)} is one clear error, and begins nothing`, async () => {
      const error = await refused(id, message);
      assert.equal(error.code, code);
      assert.match(error.message, text);
      const begun = new RegExp(`^${error.message.slice(0, 50).replace(/\W/g, ".")}`); // a long status is cut
      assert.equal((await house.status(id, begun)).fill, "red");
      assert.deepEqual(house.home().radio.jobs, []);
    });
  }

  test("a scan is told as it goes, and answered at its end; meanwhile nothing else begins", async () => {
    house.send("touch", { _msgid: "m1", mine: 1, payload: 1764000000000 });
    const [started] = await house.received("touchFacts");
    const { topic, payload, job, data, event } = started ?? {};
    assert.deepEqual([topic, payload, job, data.state.scanstate], ["/touchlink", "started", "scan", "scanning"]);
    assert.equal(event.cause.by, "flow:touch");
    assert.deepEqual(await house.status("touch", /^looking/), {
      fill: "blue",
      shape: "dot",
      text: "looking for lights: 0 found",
    });
    assert.equal((await refused("sure", { payload: 1 })).code, "busy");
    house.home().radio.tell({ kind: "touched", touched: FOUND });
    const [found] = await house.received("touchFacts");
    assert.deepEqual([found?.payload, found?.device.id, found?.device.channel], ["found", "1", 15]);
    assert.deepEqual(await house.received("out", 0), [], "not before its end");
    end();
    assert.equal((await house.received("touchFacts"))[0]?.payload, "done");
    const [answer] = await house.received("out");
    assert.deepEqual([answer?._msgid, answer?.mine, answer?.payload.length], ["m1", 1, 1]);
    assert.deepEqual(answer?.payload[0], { id: "1", ...withAddress(FOUND) });
    await house.status("touch", /^lights found: 1 · \d+:\d\d [AP]M$/);
    assert.equal((await house.received("sureFacts", 3)).length, 3, "each node tells of it");
  });

  test("a light is shown, and forgets its network where that is confirmed once and for all", async () => {
    house.send("touch", { action: "identify", payload: 1 });
    await house.status("touch", /^making light 1 blink$/);
    end();
    assert.equal((await house.received("out"))[0]?.payload[0].id, "1");
    await house.status("touch", /^light 1 blinks · /);
    house.send("sure", { payload: "1" });
    await house.pass(1);
    end();
    assert.equal((await house.received("out"))[0]?.payload[0].id, "1");
    assert.deepEqual(house.home().radio.jobs.at(-1), { do: "reset", ieee: FOUND.ieee, channel: 15 });
    await house.status("sure", /^light 1 has forgotten its network · /);
  });

  test("a light that does not answer is an error that says why, told to all", async () => {
    house.send("touch", { _msgid: "m", action: "identify", payload: 1 });
    await house.pass(1);
    end(new RadioError("unreachable", "it does not answer"));
    const [caught] = await house.received("caught");
    assert.deepEqual(
      [caught?.error.code, caught?.error.message],
      [...["unreachable", "touchlink failed: it does not answer"]],
    );
    const failed = (await house.received("touchFacts", 2))[1];
    assert.deepEqual([failed?.payload, failed?.reason, failed?.device.id], ["failed", "it does not answer", "1"]);
    assert.equal((await house.status("touch", /it does not answer/)).fill, "red");
    assert.equal((await house.status("sure", /^failed: it does not answer/)).shape, "ring");
  });

  test("a scan that is never heard of again is an error, too", async () => {
    house.send("touch", { action: "scan" });
    await house.pass(1);
    await house.pass(91);
    assert.equal((await house.received("caught"))[0]?.error.code, "timeout");
    end();
    await house.received("touchFacts", 2);
  });

  test("a radio that cannot is red from the start, and answers so", async () => {
    const { radio } = house.home();
    const network = radio.network;
    radio.network = network && { ...network, can: ["backup"] };
    assert.equal((await refused("touch", {})).code, "unsupported");
    await house.deploy(FLOW, "full");
    const text = "this radio cannot do touchlink";
    assert.deepEqual(await house.status("sure", /cannot/), { fill: "red", shape: "dot", text });
    radio.network = network;
  });

  test("a node that is gone tells nothing any more", async () => {
    await house.deploy(
      FLOW.filter(({ id }) => id !== "sure"),
      "nodes",
    );
    house.send("touch", {});
    await house.pass(1);
    end();
    assert.equal((await house.received("touchFacts", 2)).length, 2);
    assert.deepEqual(await house.received("sureFacts", 0), []);
  });
});

function withAddress({ ieee: address, ...more }: typeof FOUND): object {
  return { address, ...more };
}
