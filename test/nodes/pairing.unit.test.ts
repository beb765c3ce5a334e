/** The pairing node: opens the network, tells which devices come and go, and closes it when the node goes. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { lamp } from "../devices/home.ts";
import { flowNode, gatewayNode, type Message, sink, TAB } from "../support/node-red.ts";
import { type UnitFlow, unitFlow } from "../support/unit-flow.ts";

const NEWCOMER = "0x001788010203aa09";
const MAC = "00:17:88:01:02:03:aa:09";
const ROUTER = "0x001788010203aa01";
const node = (id: string, more: object = {}) =>
  flowNode(id, "zigbee-gateway-pairing", { gateway: "gw", seconds: "60", wires: [["out"], ["facts"]], ...more });
const FLOW = [
  TAB,
  gatewayNode(),
  node("pairing"),
  node("lost", { gateway: "" }),
  ...["out", "facts", "caught"].map(sink),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
];

describe("pairing node", () => {
  let house: UnitFlow;
  const asked = async (message: Message): Promise<Message> => {
    house.send("pairing", { _msgid: "m", ...message });
    return (await house.received("out"))[0] as Message;
  };
  const refused = async (id: string, message: Message): Promise<Message> => {
    house.send(id, { _msgid: "m", ...message });
    const [caught] = await house.received("caught");
    assert.deepEqual([caught?._msgid, caught?.error.source.id, caught?.payload], ["m", id, message.payload]);
    return caught?.error;
  };
  const left = async () => Number((await house.ask("GET", "/config")).permitjoin);

  before(async () => {
    house = await unitFlow({ flow: FLOW });
    house.home().radio.rise([lamp(ROUTER, { kind: "router" })]);
    await house.pass(1);
  });
  after(() => house.stop());
  beforeEach(async () => {
    await house.ask("PUT", "/config", { permitjoin: 0 });
    for (const id of ["out", "facts", "caught"]) await house.received(id, 0);
  });

  test("true opens it for as long as the dialog says, false closes it, and the answer says until when", async () => {
    const { payload, topic, _msgid } = await asked({ payload: true });
    assert.deepEqual([_msgid, topic, payload.open], ["m", "/config", true]);
    assert.equal(Date.parse(payload.until), house.home().clock.now() + 60_000);
    assert.equal((await house.status("pairing", /^open until \d+:\d\d:\d\d [AP]M$/)).fill, "blue");
    await house.pass(10);
    assert.equal(await left(), 50);
    assert.deepEqual((await asked({ payload: false })).payload, { open: false });
    assert.equal((await asked({ action: "open" })).payload.open, true);
    assert.deepEqual((await asked({ payload: "close" })).payload, { open: false });
    assert.equal(await left(), 0);
    await house.status("pairing", /^ready/);
  });

  test("a number is seconds, at most as many as it can; with a router and a code", async () => {
    assert.deepEqual((await asked({ payload: 300 })).warnings, ["seconds 300 → 254"]);
    assert.equal((await house.status("pairing", /^open until .* · seconds: 254 instead of 300$/)).fill, "yellow");
    await asked({ payload: { seconds: 30, router: ROUTER, installCode: "83FED3407A939723A5C639FF4C12" } });
    assert.equal(await left(), 30);
    await house.pass(31);
    assert.equal(await left(), 0, "it closes by itself");
    await house.status("pairing", /^ready/);
  });

  test("the time of an inject node opens it for as long as the dialog says", async () => {
    const { warnings } = await asked({ payload: 1_795_473_802_440 });
    assert.deepEqual([await left(), warnings], [60, undefined]);
  });

  const wrong: readonly [what: string, payload: unknown][] = [
    ["a text", "ajar"],
    ["nothing", undefined],
    ["less than nothing", -1],
    ["an unknown member", { second: 5 }],
    ["a router that is none", { router: "00:00:00:00:00:00:00:99" }],
    ["an install code that is none", { installCode: "x" }],
  ];
  for (const [what, payload] of wrong) {
    test(`${what} is one clear error, and opens nothing`, async () => {
      const { code, message } = await refused("pairing", { payload });
      assert.equal(code, "invalid");
      assert.ok(message.length > 10);
      assert.equal(await left(), 0);
      await house.eventually(async () => (await house.status("pairing")).fill === "red");
    });
  }

  test("without a gateway, and with a radio that knows no install codes, a message is an error", async () => {
    assert.equal((await refused("lost", { payload: true })).code, "not-found");
    const { radio } = house.home();
    const network = radio.network;
    radio.network = network && { ...network, can: [] };
    assert.equal(
      (await refused("pairing", { payload: { installCode: "83FED3407A939723A5C639FF4C12" } })).code,
      "unsupported",
    );
    radio.network = network;
  });

  test("each newcomer is told as it comes in, with its new resources; and when it leaves", async () => {
    const { radio } = house.home();
    await asked({ payload: true });
    radio.tell({ kind: "joined", ieee: NEWCOMER });
    radio.tell({ kind: "interviewing", ieee: NEWCOMER });
    radio.tell({ kind: "device", device: lamp(NEWCOMER) });
    await house.pass(1);
    const facts = await house.received("facts", 3);
    assert.deepEqual(
      facts.map(({ payload }) => payload.step),
      ["joined", "interviewing", "ready"],
    );
    const { topic, payload, device, event } = facts[2] ?? {};
    assert.deepEqual([payload.ieee, payload.model], [NEWCOMER, device.model]);
    assert.ok(payload.name && payload.model, "a debug node shows what came");
    assert.deepEqual([topic, device.ieee, device.uniqueid], [`/devices/${MAC}`, NEWCOMER, MAC]);
    assert.match(String(device.resources), /^\/lights\/\d+$/);
    assert.ok(event.n > 0);
    await house.status("pairing", /^[^:]+: ready · open until /);
    radio.tell({ kind: "left", ieee: NEWCOMER });
    assert.equal((await house.received("facts"))[0]?.payload.step, "left");
  });

  test("the network stays open over a deploy, and is closed with the node that opened it, but by no other", async () => {
    await asked({ payload: 200 });
    await house.deploy(FLOW, "full");
    assert.ok((await left()) > 0);
    const without = FLOW.filter(({ id }) => id !== "pairing");
    await house.deploy(without, "nodes");
    assert.equal(await left(), 0);
    await house.ask("PUT", "/config", { permitjoin: 100 });
    await house.deploy(FLOW, "nodes");
    await house.status("pairing", /^open until/);
    await house.deploy(without, "nodes");
    assert.ok((await left()) > 0, "somebody else opened it");
    await house.deploy(FLOW, "nodes");
  });

  test("while touchlink has the radio, that is the reason", async () => {
    const { radio } = house.home();
    radio.away = true;
    const { code, message } = await refused("pairing", { payload: true });
    assert.deepEqual([code, message], ["busy", "touchlink is busy: try again in a moment"]);
    radio.away = false;
  });

  test("while the radio is down the node says so", async () => {
    const { radio } = house.home();
    const network = radio.network;
    radio.network = undefined;
    radio.tell({ kind: "down", reason: "it was pulled out" });
    await house.status("pairing", /^radio: it was pulled out/);
    assert.equal((await refused("pairing", { payload: true })).code, "radio-down");
    radio.network = network;
    radio.rise([lamp(ROUTER, { kind: "router" })]);
    await house.status("pairing", /^ready/);
  });
});
