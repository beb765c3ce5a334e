/** Touchlink in a flow of a real Node-RED: the two lamps of the virtual house that are in no network of ours. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  eventually,
  type FlowNode,
  flowNode,
  gatewayNode,
  type Message,
  type NodeRed,
  nodeRed,
  sink,
  TAB,
  withNewestVersion,
} from "../support/node-red.ts";
import { type VirtualFlow, virtualFlow } from "../support/virtual-flow.ts";

const touchlink = (id: string, more: object = {}) =>
  flowNode(id, "zigbee-gateway-touchlink", { gateway: "gw", does: "scan", wires: [["out"], [`${id}Facts`]], ...more });
const FLOW: FlowNode[] = [
  TAB,
  gatewayNode("gw", { radio: "virtual" }),
  gatewayNode("silent"),
  touchlink("touch"),
  touchlink("sure", { does: "reset", confirm: true }),
  touchlink("cannot", { gateway: "silent" }),
  touchlink("homeless", { gateway: "" }),
  ...["out", "touchFacts", "sureFacts", "caught"].map(sink),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
];

withNewestVersion((version) => {
  let house: NodeRed;
  let home: VirtualFlow;
  const refused = async (id: string, message: Message): Promise<Message> => {
    house.send(id, { _msgid: "m", payload: undefined, ...message });
    const [caught] = await house.received("caught");
    assert.deepEqual([caught?._msgid, caught?.payload, caught?.error.source.id], ["m", message.payload, id]);
    return caught?.error;
  };
  const progress = async (count: number) => {
    const told: Message[] = [];
    while (told.length < count) told.push(...(await house.received("touchFacts")));
    return told;
  };
  const station = async (address: string): Promise<Message> => {
    const { stations } = await home.get("/virtual");
    return stations.find(({ ieee }: Message) => ieee === address);
  };

  before(async () => {
    house = await nodeRed({ version, movedIn: true, flow: FLOW });
    home = await virtualFlow(house);
    for (const id of ["touchFacts", "sureFacts"]) await house.received(id, 0);
  });
  after(() => house.stop());

  test("a radio that cannot is red from the start, and answers so", async () => {
    const text = "this radio cannot do touchlink";
    assert.deepEqual(await house.status("cannot"), { fill: "red", shape: "dot", text });
    const { code, message } = await refused("cannot", {});
    assert.deepEqual([code, message], ["unsupported", text]);
    assert.equal((await refused("homeless", {})).code, "not-found");
    await house.status("touch", /^ready/);
  });

  test("a scan answers at its end; meanwhile each light it finds is told, and no other job is begun", async () => {
    house.send("touch", { _msgid: "m1", mine: 1, payload: 1764000000000 });
    const [started] = await house.received("touchFacts");
    const { topic, payload, job, data, event } = started ?? {};
    assert.deepEqual([topic, payload, job, data.state.scanstate], ["/touchlink", "started", "scan", "scanning"]);
    assert.deepEqual([event.event, event.section, event.cause.by], ["changed", "state", "flow:touch"]);
    await house.status("touch", /^looking for lights: 0 found$/);
    const busy = await refused("sure", { payload: 1 });
    assert.deepEqual([busy.code, busy.message], ["busy", "touchlink is busy: only one job at a time"]);
    assert.equal((await refused("touch", { action: "scan", payload: 0 })).code, "busy");
    const told = await progress(3);
    assert.deepEqual(
      told.map(({ payload, job, device }) => [payload, job, device?.id, device?.channel]),
      [
        ["found", "scan", "1", 15],
        ["found", "scan", "2", 20],
        ["done", "scan", undefined, undefined],
      ],
    );
    const [answer, ...more] = await house.received("out");
    assert.deepEqual([answer?._msgid, answer?.mine, answer?.topic, more], ["m1", 1, "/touchlink", []]);
    const devices: Message[] = answer?.payload;
    assert.deepEqual(
      devices.map(({ id, channel, factorynew, panid }) => [id, channel, factorynew, typeof panid]),
      [
        ["1", 15, false, "number"],
        ["2", 20, false, "number"],
      ],
    );
    for (const { address, rssi } of devices) assert.ok(/^0x[0-9a-f]{16}$/.test(address) && rssi < 0);
    assert.deepEqual(told[0]?.device, devices[0]);
    await house.status("touch", /^lights found: 2 · \d+:\d\d [AP]M$/);
    assert.deepEqual((await house.received("sureFacts", 4)).length, 4, "each node tells of it");
  });

  test("a light that was found shows itself", async () => {
    house.send("touch", { action: "identify", payload: 2 });
    await eventually(async () => {
      const { address } = (await home.get("/touchlink/scan")).result[2];
      return (await station(address)).identify > 0;
    });
    const [answer] = await house.received("out");
    assert.deepEqual([answer?.payload.length, answer?.payload[0].id, answer?.payload[0].channel], [1, "2", 20]);
    assert.deepEqual(
      (await progress(2)).map(({ payload, job, device }) => [payload, job, device.id]),
      [
        ["started", "identify", "2"],
        ["done", "identify", "2"],
      ],
    );
    await house.status("touch", /^light 2 blinks · /);
  });

  test("a light that was found forgets its network, where that is confirmed once and for all", async () => {
    await house.received("sureFacts", 0);
    house.send("sure", { payload: "1" });
    const [answer] = await house.received("out");
    assert.deepEqual([answer?.payload[0].id, answer?.payload[0].channel], ["1", 15]);
    assert.equal((await station(answer?.payload[0].address)).role, "stranger", "it may come in now");
    await house.status("sure", /^light 1 has forgotten its network · /);
  });

  test("a light that does not answer any more is an error that says why", async () => {
    await house.received("touchFacts", 0);
    const { address } = (await home.get("/touchlink/scan")).result[1];
    const mac = address.slice(2).match(/../g).join(":");
    await home.put("/config", { permitjoin: 120 });
    await eventually(async () => (await station(address)).joined === true);
    await home.turn(mac, { reach: "no-ack" });
    const { code, message } = await refused("touch", { action: "identify", payload: 1 });
    assert.equal(code, "unreachable");
    assert.match(message, /^touchlink failed: it does not answer/);
    const failed = (await progress(2))[1];
    assert.deepEqual([failed?.payload, failed?.job, failed?.device.id], ["failed", "identify", "1"]);
    assert.match(failed?.reason, /close by/);
    assert.equal((await house.status("touch", /failed: it does not answer/)).fill, "red");
  });
});
