/** The nodes in a flow of a real Node-RED. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type FlowNode,
  flowNode,
  gatewayNode,
  type Message,
  type NodeRed,
  newKey,
  nodeRed,
  sink,
  TAB,
  withBothVersions,
} from "../support/node-red.ts";

const HALL = {
  name: "Hall",
  modelid: "M",
  swversion: "1",
  type: "CLIPPresence",
  uniqueid: "hall-1",
  manufacturername: "Me",
};

const FLOW: readonly FlowNode[] = [
  TAB,
  gatewayNode(),
  flowNode("heard", "zigbee-gateway-event", { gateway: "gw", family: "sensors", wires: [["facts"]] }),
  sink("facts"),
  flowNode("hall", "zigbee-gateway-event", {
    gateway: "gw",
    address: "/sensors/1",
    uniqueid: "hall-1",
    resourceName: "Hall lamp",
    wires: [["hallFacts"]],
  }),
  sink("hallFacts"),
  flowNode("battery", "zigbee-gateway-event", {
    gateway: "gw",
    address: "/sensors/1",
    uniqueid: "hall-1",
    member: "battery",
  }),
  flowNode("clock", "zigbee-gateway-event", { gateway: "gw", member: "localtime", wires: [["ticks"]] }),
  sink("ticks"),
  flowNode("settings", "zigbee-gateway-event", { gateway: "gw", family: "config", wires: [["configFacts"]] }),
  sink("configFacts"),
  flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "", address: "", wires: [["answers"]] }),
  sink("answers"),
  flowNode("strict", "zigbee-gateway-request", {
    gateway: "gw",
    method: "GET",
    address: "/sensors/99",
    refusalIsError: true,
    wires: [["answers"]],
  }),
  flowNode("lost", "zigbee-gateway-request", { gateway: "nowhere", method: "GET", address: "/sensors", wires: [[]] }),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
  sink("caught"),
  flowNode("complete", "complete", { scope: ["ask"], wires: [["completed"]] }),
  sink("completed"),
  flowNode("status", "status", { scope: null, wires: [["statuses"]] }),
  sink("statuses"),
  flowNode("mine", "http in", { url: "/api/mine", method: "get", wires: [["mineOut"]] }),
  flowNode("mineOut", "http response", { statusCode: "418", wires: [] }),
];

withBothVersions((version) => {
  let house: NodeRed;
  let key = "";

  before(async () => {
    house = await nodeRed({ version, flow: FLOW });
    key = await newKey(house);
  });
  after(() => house.stop());

  test("a status shows that the gateway is ready, or the name of a missing resource", async () => {
    assert.deepEqual(await house.status("ask", /^ready/), { fill: "green", shape: "dot", text: "ready" });
    assert.deepEqual(await house.status("lost"), { fill: "red", shape: "dot", text: "no gateway" });
    assert.deepEqual(await house.status("hall", /not/), { fill: "red", shape: "dot", text: "not found: Hall lamp" });
    assert.ok((await house.received("statuses")).length > 0);
  });

  test("a request answers like the API, and keeps the message", async () => {
    house.send("ask", { _msgid: "m1", method: "post", topic: "/sensors", payload: HALL, mine: 1 });
    const [answer] = await house.received("answers");
    assert.deepEqual([answer?._msgid, answer?.mine, answer?.statusCode, answer?.topic], ["m1", 1, 200, "/sensors"]);
    assert.deepEqual(answer?.payload, [{ success: { id: "1" } }]);
    assert.equal((await house.received("completed"))[0]?._msgid, "m1");
    const [fact] = await house.received("facts");
    assert.deepEqual(
      [fact?.topic, fact?.event.event, fact?.event.cause],
      ["/sensors/1", "added", { by: "flow:ask", depth: 0 }],
    );
    house.send("ask", { method: "GET", topic: "sensors/1" });
    assert.equal((await house.received("answers"))[0]?.payload.name, "Hall");
  });

  test("a flow hears a write by REST, with its cause and number", async () => {
    await house.received("hallFacts");
    const { status } = await house.ask("PUT", `/api/${key}/sensors/1/state`, { presence: true });
    assert.equal(status, 200);
    const [fact] = await house.received("facts");
    assert.deepEqual([fact?.topic, fact?.payload.presence], ["/sensors/1/state", true]);
    assert.deepEqual([fact?.event.before.presence, fact?.event.cause.by], [false, "rest:test"]);
    assert.equal(fact?.data.uniqueid, "hall-1");
    assert.ok(fact?.event.n > 0 && Math.abs(Date.parse(fact?.event.at) - Date.now()) < 5_000);
    assert.equal((await house.received("hallFacts")).length, 1);
    await house.status("battery", /^ready/); // it is there now, and has told nothing yet
    await house.status("heard", /^Hall: motion · \d+:\d\d [AP]M$/);
  });

  test("a refusal is an answer, or an error by a tick", async () => {
    house.send("ask", { method: "GET", topic: "/sensors/99" });
    const [answer] = await house.received("answers");
    assert.deepEqual([answer?.statusCode, answer?.payload[0].error.type], [404, 3]);
    house.send("strict", { _msgid: "m2" });
    const [caught] = await house.received("caught");
    assert.equal(caught?._msgid, "m2");
    assert.deepEqual([caught?.error.code, caught?.error.source.id], ["not-found", "strict"]);
    assert.equal(caught?.error.message, "there is no /sensors/99: choose another one");
    assert.equal(caught?.error.cause.status, 404);
  });

  const circular: Message = {};
  circular.itself = circular;
  const malformed: [what: string, message: Message][] = [
    ["no address", { method: "GET" }],
    ["an address that is no text", { method: "GET", topic: { a: 1 } }],
    ["an unknown method", { method: "BREW", topic: "/sensors" }],
    ["a method that is no text", { method: {}, topic: "/sensors" }],
    ["a body that goes round in circles", { method: "PUT", topic: "/config", payload: circular }],
    ["a body with a number that JSON does not know", { method: "PUT", topic: "/config", payload: { name: 10n } }],
  ];
  for (const [what, message] of malformed) {
    test(`${what} is an error`, async () => {
      house.send("ask", message);
      const [caught] = await house.received("caught");
      assert.equal(caught?.error.source.id, "ask");
      assert.deepEqual(caught?.payload, message.payload, "nothing was changed");
      assert.equal(caught?.error.code, "invalid");
    });
  }

  const strange: [what: string, message: Message, status: number][] = [
    ["an empty body", { method: "PUT", topic: "/config", payload: undefined }, 400],
    ["a text for an object", { method: "PUT", topic: "/sensors/1/state", payload: "presence" }, 400],
    ["a path that climbs", { method: "GET", topic: "/../../etc/passwd" }, 404],
    ["a prototype as a name", { method: "GET", topic: "/sensors/__proto__" }, 404],
    ["an unknown family", { method: "GET", topic: "/unicorns" }, 404],
  ];
  for (const [what, message, status] of strange) {
    test(`${what} is answered with ${status}`, async () => {
      house.send("ask", message);
      assert.equal((await house.received("answers"))[0]?.statusCode, status);
    });
  }

  test("without a gateway a request is an error", async () => {
    house.send("lost", { _msgid: "m3" });
    const [caught] = await house.received("caught");
    assert.deepEqual([caught?._msgid, caught?.error.message], ["m3", "no gateway"]);
  });

  test("a flow may change its messages without changing the gateway", async () => {
    house.send("ask", { method: "GET", topic: "/sensors" });
    const [answer] = await house.received("answers");
    answer?.payload["1"] && Object.assign(answer.payload["1"].state, { presence: "spoilt" });
    const { body } = await house.ask("GET", `/api/${key}/sensors/1`);
    assert.equal(typeof body.state.presence, "boolean");
  });

  test("a user's own http in node below /api still answers", async () => {
    assert.equal((await house.ask("GET", "/api/mine")).status, 418);
    assert.equal((await house.ask("GET", "/api/config")).status, 200);
    assert.equal((await house.ask("GET", "/api/other/lights")).status, 403);
  });

  test("a body that is no JSON gets the API's own answer, not Node-RED's", async () => {
    const { status, body } = await house.ask("PUT", `/api/${key}/config`, "{broken");
    assert.deepEqual([status, body[0].error.type], [400, 2]);
  });

  test("the clock is told to a node that asks for it, and to no other node", async () => {
    const [tick] = await house.received("ticks");
    assert.match(tick?.payload.localtime, /^\d{4}-\d\d-\d\dT/);
    const others = await house.received("configFacts", 0);
    assert.deepEqual(
      others.filter(({ payload }) => "localtime" in payload),
      [],
    );
  });

  test("nothing was logged as an error", () => {
    assert.deepEqual(
      house.lines.filter((line) => /zigbee|Error/i.test(line)),
      [],
    );
  });
});
