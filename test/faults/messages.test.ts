/** Fault 35: any message of a flow to the request node is one clear error for a catch node, or an answer; never anything else. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clip } from "../support/fakes.ts";
import {
  type FlowNode,
  flowNode,
  gatewayNode,
  type Message,
  type NodeRed,
  nodeRed,
  sink,
  TAB,
} from "../support/node-red.ts";

const FLOW: readonly FlowNode[] = [
  TAB,
  gatewayNode(),
  flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "", refusalIsError: true, wires: [["answers"]] }),
  flowNode("odd", "zigbee-gateway-request", {
    gateway: "gw",
    method: "PUT",
    address: "/config",
    body: "a.b[0].c",
    wires: [["answers"]],
  }),
  flowNode("hostile", "zigbee-gateway-request", {
    gateway: "gw",
    method: "PUT",
    address: "/config",
    body: "__proto__",
    wires: [["answers"]],
  }),
  flowNode("bad", "zigbee-gateway-request", {
    gateway: "gw",
    method: "PUT",
    address: "/config",
    body: "{no",
    bodyType: "json",
    wires: [["answers"]],
  }),
  sink("answers"),
  flowNode("catch", "catch", { scope: null, wires: [["caught"]] }),
  sink("caught"),
  flowNode("complete", "complete", { scope: ["ask", "odd", "bad", "hostile"], wires: [["completed"]] }),
  sink("completed"),
];
const CODES = ["unreachable", "not-found", "invalid", "busy", "radio-down", "unsupported", "timeout"];

let house: NodeRed;
let before0 = "";
const uncaught: unknown[] = [];
const keep = (error: unknown) => uncaught.push(error);

before(async () => {
  process.on("unhandledRejection", keep);
  house = await nodeRed({ flow: FLOW });
  house.send("ask", { method: "POST", topic: "/sensors", payload: clip("CLIPPresence") });
  await house.received("answers");
  await house.received("completed");
  before0 = stateOfAll();
});
after(async () => {
  await house.stop();
  process.off("unhandledRejection", keep);
  assert.deepEqual(uncaught, []);
});

/** All that there is, but for values that move by themselves. */
function stateOfAll(): string {
  const { store } = house.nodes.getNode("gw").runtime.opened.gateway;
  const { UTC, localtime, ...config } = store.get("/config").attr;
  return JSON.stringify([
    config,
    store.list("/sensors"),
    store.list("/resourcelinks"),
    store.list("/config/whitelist"),
  ]);
}

async function isOneError(node: string, message: Message): Promise<void> {
  await errorOf(node, message);
}

async function errorOf(node: string, message: Message): Promise<Message> {
  house.send(node, message);
  const [caught, ...more] = await house.received("caught");
  const error = caught?.error;
  assert.equal(error.source.id, node);
  assert.ok(CODES.includes(error.code), `${error.code}: ${error.message}`);
  assert.match(error.message, /^[^\n]{5,400}$/, "one plain sentence");
  assert.doesNotMatch(error.message, /\[object |undefined is|Cannot read|is not a function| at /, error.message);
  house.send("ask", { method: "GET", topic: "/config" }); // any other effect has happened by then
  await house.received("answers");
  assert.equal((await house.received("completed")).length, 1, "only that one was done");
  assert.deepEqual([more.length, (await house.received("caught", 0)).length], [0, 0], "exactly one error");
  assert.equal(stateOfAll(), before0, "nothing was changed");
  return error;
}

const circular: Message = { a: [] };
circular.a.push(circular);
const VALUES: readonly (readonly [says: string, value: unknown])[] = [
  ["null", null],
  ["true", true],
  ["a number", 7],
  ["NaN", Number.NaN],
  ["a bigint", 7n],
  ["a symbol", Symbol("s")],
  ["a function", () => 1],
  ["an array", [1, 2]],
  ["an object without a prototype", Object.create(null)],
  [
    "an object whose toString throws",
    {
      toString: () => {
        throw new Error("mine");
      },
    },
  ],
  [
    "an object whose toJSON throws",
    {
      toJSON: () => {
        throw new Error("mine");
      },
    },
  ],
  ["a date", new Date(Number.NaN)],
  ["a buffer", Buffer.from("GET")],
  ["a circle", circular],
];

for (const [says, value] of VALUES) {
  test(`a method that is ${says}`, async () => {
    const error = await errorOf("ask", { method: value, topic: "/nothing-there" });
    assert.ok(["invalid", "not-found", "unsupported"].includes(error.code));
  });

  test(`an address that is ${says}`, () => isOneError("ask", { method: "PUT", topic: value, payload: {} }));

  if (!saysNothing(value)) {
    test(`a body that is ${says}`, () => isOneError("ask", { method: "PUT", topic: "/config", payload: value }));
  }

  if (typeof value !== "function" && typeof value !== "symbol") {
    test(`a member of a body that is ${says}`, () =>
      isOneError("ask", { method: "PUT", topic: "/config", payload: { name: value } }));
  }
}

/** As JSON it is an object without members, which is a wish for nothing. */
function saysNothing(value: unknown): boolean {
  try {
    return JSON.stringify(value) === "{}";
  } catch {
    return false;
  }
}

const ADDRESSES: readonly string[] = [
  "",
  " ",
  "/",
  "//",
  "\u0000",
  "/config\r\nX: y",
  "../../etc/passwd",
  "/sensors/../config",
  "/%2e%2e/config",
  "/sensors/1/__proto__",
  "/__proto__/polluted",
  "/constructor/prototype",
  "/sensors/constructor",
  "/sensors/1/state/toString",
  "http://evil.example/api",
  "/sensors/<img src=x onerror=alert(1)>",
  "/sensors/💡",
  "/sensors/\ud800",
  `/${"a/".repeat(50_000)}`,
  `/sensors/${"9".repeat(100_000)}`,
  "/sensors/-1",
  "/sensors/1e0",
  "/sensors/ 1",
  "/sensors?x=1",
];

for (const address of ADDRESSES) {
  for (const method of ["PUT", "DELETE", "POST"]) {
    test(`${method} ${JSON.stringify(address).slice(0, 60)}`, () =>
      isOneError("ask", { method, topic: address, payload: {} }));
  }
}

const BODIES: readonly (readonly [topic: string, body: unknown])[] = [
  ["/config", JSON.parse('{"__proto__":{"polluted":true}}')],
  ["/config", { constructor: { prototype: { polluted: true } } }],
  ["/sensors", JSON.parse('{"__proto__":{"type":"CLIPPresence"},"name":"x"}')],
  ["/sensors/1/state", { __defineGetter__: 1, presence: "yes" }],
  ["/sensors/1/config", { on: "true" }],
  ["/config", { name: "x".repeat(5_000_000) }],
  ["/config", { timezone: "../../etc/localtime" }],
  ["/config", { timezone: "Mars/Olympus" }],
  ["/config", Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index]))],
  ["/sensors/1", { name: "" }],
  ["/sensors/1", { name: { toString: "x" } }],
];

for (const [topic, body] of BODIES) {
  test(`PUT ${topic} ${JSON.stringify(body).slice(0, 60)}`, async () => {
    await isOneError("ask", { method: "PUT", topic, payload: body });
    assert.equal(({} as Message).polluted, undefined);
  });
}

const METHODS = [" ", "get put", "__proto__", "constructor", "GET\r\n", "ＧＥＴ", "x".repeat(1_000_000), "OPTIONS"];
for (const method of METHODS) {
  test(`the method ${JSON.stringify(method).slice(0, 40)}`, async () => {
    assert.equal((await errorOf("ask", { method, topic: "/sensors" })).code, "invalid");
  });
}

test("a dialog that asks for a member that is not there, or that leads to a prototype", async () => {
  for (const message of [{}, { a: null }, { a: { b: [] } }]) await isOneError("odd", message);
  house.send("odd", { a: { b: [{}] } });
  assert.equal((await house.received("answers"))[0]?.statusCode, 400);
  await house.received("completed");
  house.send("hostile", JSON.parse('{"__proto__":{"nonsense":1}}'));
  house.send("ask", { method: "GET", topic: "/config" });
  await house.received("completed");
  for (const inbox of ["answers", "caught", "completed"]) await house.received(inbox, 0);
  assert.equal(({} as Message).nonsense, undefined);
  assert.equal((await errorOf("bad", {})).code, "invalid");
});

/** Node-RED copies a message for a catch node, and fails; that must not end the process. */
const UNCOPIED: readonly (readonly [says: string, value: () => unknown])[] = [
  ["five thousand levels", () => JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`)],
  [
    "a throwing getter",
    () =>
      Object.defineProperty({}, "x", {
        enumerable: true,
        get: () => {
          throw new Error("mine");
        },
      }),
  ],
  [
    "a proxy that refuses everything",
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
  ],
];

for (const [says, value] of UNCOPIED) {
  for (const member of ["method", "topic", "payload", "other"]) {
    test(`${says} as msg.${member}: at most an error in the log`, async () => {
      house.send("ask", { method: "PUT", topic: "/nothing-there", payload: {}, [member]: value() });
      house.send("ask", { method: "GET", topic: "/config" });
      await house.received("answers");
      await house.received("completed");
      await house.received("caught", 0);
      assert.equal(stateOfAll(), before0);
    });
  }
}

test("after all this the house is as it was, and says so", async () => {
  house.send("ask", { method: "GET", topic: "/sensors/1" });
  assert.equal((await house.received("answers"))[0]?.payload.name, "CLIPPresence");
  assert.deepEqual(
    house.lines.filter((line) => /\n +at .*[(]/.test(line)),
    [],
  );
});
