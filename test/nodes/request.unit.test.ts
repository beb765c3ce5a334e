/** The request node: the API from a flow. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { flowNode, gatewayNode, type Message, sink, TAB } from "../support/node-red.ts";
import { type UnitFlow, unitFlow } from "../support/unit-flow.ts";

const HALL = {
  ...{ name: "Hall", type: "CLIPPresence", uniqueid: "hall-1", modelid: "M", swversion: "1" },
  manufacturername: "Me",
};
const node = (id: string, more: object) =>
  flowNode(id, "zigbee-gateway-request", { gateway: "gw", method: "", address: "", wires: [["out"]], ...more });
const FLOW = [
  TAB,
  gatewayNode(),
  node("ask", { body: "payload", bodyType: "msg" }),
  node("strict", { method: "GET", address: "/sensors/99", refusalIsError: true }),
  node("fixed", { method: "PUT", address: " sensors/1/state ", body: '{"presence": true}', bodyType: "json" }),
  node("other", { method: "PUT", address: "/sensors/1", body: "mine.body", bodyType: "msg" }),
  node("broken", { method: "PUT", address: "/sensors/1", body: "{", bodyType: "json" }),
  node("bare", { method: "GET" }),
  node("lost", { gateway: "", method: "GET", address: "/config" }),
  ...["out", "caught", "completed"].map(sink),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
  flowNode("complete", "complete", { scope: ["ask"], wires: [["completed"]] }),
];

describe("request node", () => {
  let house: UnitFlow;
  const asked = async (id: string, message: Message = {}) => {
    house.send(id, { _msgid: "m", ...message });
    return (await house.received("out"))[0] as Message;
  };
  const refused = async (id: string, message: Message = {}) => {
    house.send(id, { _msgid: "m", ...message });
    const [caught] = await house.received("caught");
    assert.deepEqual([caught?._msgid, caught?.error.source.id], ["m", id]);
    assert.deepEqual(caught?.payload, message.payload, "nothing was changed");
    return caught?.error as Message;
  };

  before(async () => {
    house = await unitFlow({ flow: FLOW });
  });
  after(() => house.stop());

  test("the node answers like the API, and keeps the message", async () => {
    const answer = await asked("ask", { method: "post", topic: "/sensors", payload: HALL, mine: 1 });
    assert.deepEqual([answer._msgid, answer.mine, answer.statusCode, answer.topic], ["m", 1, 200, "/sensors"]);
    assert.deepEqual(answer.payload, [{ success: { id: "1" } }]);
    assert.equal((await house.received("completed"))[0]?._msgid, "m");
    assert.equal((await asked("ask", { topic: "sensors/1" })).payload.name, "Hall", "without a method it is GET");
    assert.equal((await house.status("ask", /^done · \d+:\d\d [AP]M$/)).fill, "green");
  });

  test("method, address and body stand in the dialog, or in the message", async () => {
    assert.equal((await asked("fixed", { method: "DELETE", topic: "/config" })).statusCode, 200);
    assert.equal((await asked("ask", { topic: "/sensors/1" })).payload.state.presence, true);
    await asked("other", { mine: { body: { name: "Porch" } } });
    assert.equal((await house.status("other", /^done · \d+:\d\d [AP]M$/)).fill, "green");
    assert.equal((await asked("ask", { topic: "/sensors/1" })).payload.name, "Porch");
  });

  test("with a method of its own and no address its status says so; the message may still name one", async () => {
    assert.deepEqual(await house.status("bare", /address/), {
      fill: "yellow",
      shape: "ring",
      text: "no address: msg.topic has to give it",
    });
    assert.equal((await asked("bare", { topic: "/sensors" })).statusCode, 200);
  });

  test("a refusal is an answer, or an error by a tick", async () => {
    const answer = await asked("ask", { method: "GET", topic: "/sensors/99" });
    assert.deepEqual([answer.statusCode, answer.payload[0].error.type], [404, 3]);
    const error = await refused("strict");
    assert.deepEqual([error.code, error.cause.status], ["not-found", 404]);
    const says = "there is no /sensors/99: choose another one";
    assert.equal(error.message, says);
    assert.equal((await house.status("strict", /choose another one$/)).fill, "red");
    assert.deepEqual(await house.status("ask", /choose another one$/), { fill: "yellow", shape: "dot", text: says });
    const body = { presence: false, warmth: 1 };
    await asked("ask", { method: "PUT", topic: "/sensors/1/state", payload: body });
    assert.equal((await house.status("ask", /has no “warmth”/)).fill, "yellow", "a part of it was refused");
    await asked("ask", { method: "GET", topic: "/sensor/1" });
    assert.equal((await house.status("ask", /^there is no \/sensor\/1: did you mean \/sensors\/1\?$/)).fill, "yellow");
    await asked("ask", { method: "GET", topic: "/sensor" });
    await house.status("ask", /did you mean \/sensors\?$/);
    await asked("ask", { method: "GET", topic: "/unicorns/1" });
    await house.status("ask", /^there is no \/unicorns\/1$/);
    await asked("ask", { method: "GET", topic: "/sensors/1" });
    assert.equal((await house.status("ask", /^done · \d+:\d\d [AP]M$/)).fill, "green");
  });

  const circular: Message = {};
  circular.itself = circular;
  const malformed: readonly [what: string, id: string, message: Message, text: RegExp][] = [
    ["no address", "ask", { method: "GET" }, /address/],
    ["an address that is no text", "ask", { method: "GET", topic: { a: 1 } }, /address/],
    ["an address of two lines", "ask", { method: "GET", topic: "/a\n/b" }, /address/],
    ["an unknown method", "ask", { method: "BREW", topic: "/sensors" }, /GET, POST, PUT or DELETE/],
    ["a method that is no text", "ask", { method: {}, topic: "/sensors" }, /GET, POST, PUT or DELETE/],
    ["a circle", "ask", { method: "PUT", topic: "/config", payload: circular }, /JSON/],
    ["a number that JSON does not know", "ask", { method: "PUT", topic: "/config", payload: { name: 10n } }, /JSON/],
    ["a body in the dialog that is no JSON", "broken", {}, /JSON/],
  ];
  for (const [what, id, message, text] of malformed) {
    test(`${what} is one clear error`, async () => {
      const error = await refused(id, message);
      assert.equal(error.code, "invalid");
      assert.match(error.message, text);
      assert.equal((await house.status(id, text)).fill, "red");
    });
  }

  const strange: readonly [what: string, message: Message, status: number][] = [
    ["an empty body", { method: "PUT", topic: "/config", payload: undefined }, 400],
    ["a text for an object", { method: "PUT", topic: "/sensors/1/state", payload: "presence" }, 400],
    ["a path that climbs", { method: "GET", topic: "/../../etc/passwd" }, 404],
    ["a prototype as a name", { method: "GET", topic: "/sensors/__proto__" }, 404],
    ["an unknown family", { method: "GET", topic: "/unicorns" }, 404],
  ];
  for (const [what, message, status] of strange) {
    test(`${what} is answered with ${status}`, async () => {
      assert.equal((await asked("ask", message)).statusCode, status);
    });
  }

  test("after an error the next answer makes the node green again", async () => {
    await refused("ask", { method: "BREW", topic: "/sensors" });
    await house.status("ask", /GET, POST/);
    await asked("ask", { topic: "/config" });
    assert.equal((await house.status("ask", /^done · /)).fill, "green");
  });

  test("a message to a node without a gateway is an error", async () => {
    assert.equal((await refused("lost")).message, "no gateway");
    assert.equal((await house.status("lost", /no gateway/)).fill, "red");
  });

  test("a flow may change its answer without changing the gateway", async () => {
    const answer = await asked("ask", { method: "GET", topic: "/sensors" });
    Object.assign(answer.payload["1"].state, { presence: "spoilt" });
    assert.equal((await asked("ask", { topic: "/sensors/1" })).payload.state.presence, true);
  });
});
