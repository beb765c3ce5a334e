/** Sensor nodes that declare a virtual sensor, and settings that hold values back. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { comesAndGoes } from "../support/declaring.ts";
import { type FlowNode, flowNode, gatewayNode, type Message, sink, TAB } from "../support/node-red.ts";
import { type UnitFlow, unitFlow } from "../support/unit-flow.ts";

const IN_A_TURN = 50; // messages
const MADE = { gateway: "gw", declares: "CLIPTemperature", declaredName: "Soil", inputs: 1, outputs: 2 };
const made = (more: object = {}) =>
  flowNode("made", "zigbee-gateway-sensor", { ...MADE, members: "temperature", wires: [["out"], ["facts"]], ...more });
const flow = (more: object = {}, ...others: readonly FlowNode[]): FlowNode[] => [
  TAB,
  gatewayNode(),
  made(more),
  ...["out", "facts", "caught"].map(sink),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
  ...others,
];

const PICKED = { address: "/sensors/1", uniqueid: "door-1", resourceName: "Door" };
const picked = (id: string, more: object = {}) =>
  flowNode(id, "zigbee-gateway-sensor", { gateway: "gw", ...PICKED, members: "open", wires: [[`${id}Out`]], ...more });

describe("sensor node", () => {
  let house: UnitFlow;
  const ask: UnitFlow["ask"] = (...asked) => house.ask(...asked);
  const sensors = async (): Promise<Message[]> =>
    Object.entries<Message>(await ask("GET", "/sensors")).map(([id, sensor]) => ({ id, ...sensor }));
  const own = async () => (await sensors()).filter(({ owner }) => owner !== undefined);
  const isThere = () => house.eventually(async () => (await own())[0]);
  const open = (value: boolean) => ask("PUT", "/sensors/1/state", { open: value });

  before(async () => {
    house = await unitFlow({ flow: [TAB, gatewayNode()] });
    const words = { modelid: "M", swversion: "1", manufacturername: "Me" };
    const door = { ...words, name: "Door", type: "CLIPOpenClose", uniqueid: "door-1", state: { open: false } };
    assert.deepEqual(await ask("POST", "/sensors", door), [{ success: { id: "1" } }]);
  });
  after(() => house.stop());

  // ---- declared

  test("a node makes its sensor, and moves it by a bare value, or an object", async () => {
    await house.deploy(flow());
    house.send("made", { _msgid: "m1", payload: 21.5 }); // at once: it waits until the sensor is there
    const [answer] = await house.received("out");
    assert.deepEqual([answer?._msgid, answer?.payload, answer?.unit, answer?.topic], ["m1", 21.5, "°C", "/sensors/2"]);
    const [fact] = await house.received("facts");
    assert.deepEqual([fact?.payload, fact?.event.cause.by], [21.5, "flow:made"]);
    const [sensor] = await own();
    assert.deepEqual(
      [sensor?.id, sensor?.name, sensor?.type, sensor?.owner, sensor?.uniqueid, sensor?.state.temperature],
      ["2", "Soil", "CLIPTemperature", "flow:made", "flow-made", 2150],
    );
    house.send("made", { payload: { temperature: "-3.25", lowbattery: true } });
    assert.equal((await house.received("out"))[0]?.payload, -3.25);
    await house.status("made", /^-3.3 °C · \d+:\d\d [AP]M$/);
  });

  test("a timestamp is no temperature: it is refused in a sentence, and nothing changes", async () => {
    house.send("made", { payload: 1_795_449_600_000 });
    const [caught] = await house.received("caught");
    assert.equal(caught?.error.code, "invalid");
    await house.status("made", /^Temperature cannot be 1795449600000 \(-273.15 … 327.67 °C\)$/);
    assert.equal((await own())[0]?.state.temperature, -325);
    house.send("made", { payload: 20 });
    await house.received("out");
    await house.status("made", /^20 °C/);
  });

  test("a flood of values, good and bad, is answered whole, and the user is told; the last good one stands", async () => {
    const many = 10_000;
    const warnings = () => house.lines.filter((line) => /come faster than they can be handled/.test(line)).length;
    let turns = 0;
    for (let n = 1; n <= many; n += 1) house.send("made", { payload: n % 2 ? n / 100 : "warm" });
    let isOver = false;
    const others = () => {
      turns += 1;
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    const [answers, errors] = await Promise.all([house.received("out", many / 2), house.received("caught", many / 2)]);
    isOver = true;
    assert.deepEqual([answers.length, errors.length, warnings()], [many / 2, many / 2, 1]);
    assert.ok(turns >= many / IN_A_TURN - 1, `others had ${turns} turns meanwhile`);
    assert.equal((await own())[0]?.state.temperature, many - 1);
    house.send("made", { payload: 32.5 });
    assert.equal((await house.received("out"))[0]?.payload, 32.5);
    await house.received("facts");
  });

  test("a payload that fits no member is an error, and a request is answered", async () => {
    for (const payload of ["warm", { humidity: 5 }, {}, null, true]) {
      house.send("made", { payload });
      const [caught] = await house.received("caught");
      assert.deepEqual([caught?.error.code, caught?.error.source.id], ["invalid", "made"]);
    }
    house.send("made", { action: "read", payload: "anything" });
    assert.equal((await house.received("out"))[0]?.payload, 32.5);
    house.send("made", { action: "write", payload: { offset: -1 } });
    assert.equal((await house.received("out"))[0]?.data.config.offset, -100);
    house.send("made", { action: "refresh" });
    assert.equal((await house.received("caught"))[0]?.error.code, "invalid");
  });

  for (const type of ["full", "nodes", "reload"] as const) {
    test(`the same declaration deployed again ("${type}") changes nothing, nor does a new place`, async () => {
      await ask("PUT", "/sensors/2", { name: "Renamed" });
      const [old] = await own();
      await house.deploy(flow({ x: 200 + Math.random() * 100 }), type);
      house.send("made", { action: "read" });
      await house.received("out");
      assert.deepEqual(await own(), [old]);
    });
  }

  test("another name is written, another type is another sensor", async () => {
    await house.deploy(flow({ declaredName: "Ground" }), "nodes");
    assert.equal((await house.eventually(async () => (await own()).find(({ name }) => name === "Ground"))).id, "2");
    await house.deploy(flow({ declaredName: "Ground", declares: "CLIPHumidity", members: "humidity" }), "nodes");
    const sensor = await house.eventually(async () => (await own()).find(({ type }) => type === "CLIPHumidity"));
    assert.deepEqual([sensor.uniqueid, (await own()).length], ["flow-made", 1]);
    await house.status("made", /^no value yet$/);
    await house.deploy(flow(), "nodes");
    await house.eventually(async () => (await own()).find(({ type }) => type === "CLIPTemperature"));
  });

  test("over REST it can be renamed, all else is the flow's, which is named", async () => {
    const { id } = await isThere();
    const refusals = [
      await ask("DELETE", `/sensors/${id}`),
      await ask("PUT", `/sensors/${id}/state`, { temperature: 1 }),
      await ask("PUT", `/sensors/${id}/config`, { on: false }),
    ];
    for (const [refusal] of refusals) assert.match(refusal.error.description, /belongs to flow:made/);
    assert.ok((await ask("PUT", `/sensors/${id}`, { name: "By hand" }))[0].success);
    assert.equal((await own()).length, 1);
  });

  test("while its node or its tab is disabled the sensor is off and unreachable, and then it is the same again", async () => {
    const { id } = await isThere();
    const disabled: FlowNode[][] = [flow({ d: true }), [{ ...TAB, disabled: true }, ...flow().slice(1)]];
    for (const off of disabled) {
      await house.deploy(off);
      assert.deepEqual(
        (await own()).map((each) => [each.id, each.config.reachable, each.config.on, each.name]),
        [[id, false, false, "By hand"]],
      );
      await house.deploy(flow());
      await house.eventually(async () => (await own())[0]?.config.on === true);
      assert.deepEqual([(await isThere()).id, (await isThere()).config.reachable], [id, true]);
    }
    house.send("made", { action: "write", payload: { on: false } });
    await house.received("out");
    await house.deploy(flow({ d: true }));
    await house.deploy(flow());
    await house.eventually(async () => (await own())[0]?.config.reachable === true);
    house.send("made", { action: "write", payload: { offset: 0 } });
    assert.equal((await house.received("out"))[0]?.data.config.on, false, "who was off stays so");
    house.send("made", { action: "write", payload: { on: true } });
    await house.received("out");
  });

  test("an unknown type, for which all flows are stopped, does not touch it", async () => {
    const { id } = await isThere();
    const stuck = house.deploy([...flow(), flowNode("strange", "no-such-node")]); // such flows are not started
    await house.eventually(() => !house.nodes.getNode("made"));
    assert.equal((await isThere()).id, id);
    await house.deploy(flow());
    await stuck;
    assert.equal((await isThere()).id, id);
  });

  test("a sensor goes with its node, and when the node declares it no more", async () => {
    await comesAndGoes(house, flow(), { isThere, own });
    await house.deploy(flow({ declares: "", ...PICKED, members: "open" }), "nodes");
    assert.deepEqual(await own(), [], "the node has chosen another one");
    await house.deploy(flow());
    await isThere();
    for (const off of [flow({ d: true }), [{ ...TAB, disabled: true }, ...flow().slice(1)]]) {
      await house.deploy(off);
      assert.equal((await isThere()).config.on, false);
      await house.deploy([TAB, gatewayNode()], "nodes");
      await house.eventually(async () => (await own()).length === 0); // it had been disabled before
      await house.deploy(flow());
      await isThere();
    }
    await house.deploy([gatewayNode()]);
    assert.deepEqual(await own(), [], "with the whole tab");
    assert.equal((await sensors()).length, 1, "and nothing else does");
  });

  test("a node that moves to another gateway takes it along", async () => {
    await house.deploy(flow());
    await isThere();
    const other = gatewayNode("other", { port: "" });
    await house.deploy(flow({ gateway: "other" }, other), "nodes");
    house.send("made", { payload: 7 });
    assert.equal((await house.received("out"))[0]?.payload, 7);
    assert.deepEqual(await own(), []);
    await house.deploy(flow({ gateway: "other" }, other).filter(({ id }) => id !== "made"));
    await house.deploy(flow());
  });

  test("in a subflow each instance has its own", async () => {
    const template: FlowNode = { id: "sub", type: "subflow", name: "Soil", in: [], out: [] };
    const inside = { ...made({ wires: [[], []] }), id: "inside", z: "sub" };
    const instances = ["one", "two"].map((id) => flowNode(id, "subflow:sub", { wires: [] }));
    const whole = [TAB, gatewayNode(), template, inside, ...instances];
    await house.deploy(whole);
    await house.eventually(async () => (await own()).length === 2);
    const before = (await own()).map(({ id }) => id);
    await house.deploy(whole);
    await house.deploy(whole, "nodes");
    assert.deepEqual(
      (await own()).map(({ id }) => id),
      before,
    );
    await house.deploy(whole.filter(({ id }) => id !== "two"));
    await house.eventually(async () => (await own()).length === 1);
    await house.deploy([TAB, gatewayNode()]);
    assert.deepEqual(await own(), []);
  });

  // ---- values that are held back

  test("the value at the start comes once, to nodes that are there", async () => {
    const nodes = [picked("greets", { initial: true }), picked("silent"), sink("greetsOut"), sink("silentOut")];
    await house.deploy([TAB, gatewayNode(), ...nodes]);
    const [value] = await house.received("greetsOut");
    assert.deepEqual([value?.payload, value?.member, value?.topic], [false, "open", "/sensors/1"]);
    await house.deploy([TAB, gatewayNode(), ...nodes]);
    assert.equal((await house.received("greetsOut")).length, 1);
    await open(true);
    assert.deepEqual(
      (await house.received("greetsOut")).map(({ payload }) => payload),
      [true],
    );
    assert.deepEqual(
      (await house.received("silentOut")).map(({ payload }) => payload),
      [true],
    );
  });

  test("a value that comes into being is the first one", async () => {
    const late = picked("late", { uniqueid: "late-1", initial: true });
    await house.deploy([TAB, gatewayNode(), late, sink("lateOut")]);
    await house.status("late", /^not found: Door$/);
    const words = { modelid: "M", swversion: "1", manufacturername: "Me", name: "Late", uniqueid: "late-1" };
    await ask("POST", "/sensors", { ...words, type: "CLIPOpenClose", state: { open: true } });
    assert.equal((await house.received("lateOut"))[0]?.payload, true);
    const { id } = (await sensors()).find(({ name }) => name === "Late") as Message;
    await ask("DELETE", `/sensors/${id}`);
    await house.status("late", /^not found: Door$/);
  });

  test("a message on change, or at every report", async () => {
    const nodes = [picked("changes"), picked("reports", { when: "report" }), sink("changesOut"), sink("reportsOut")];
    await house.deploy([TAB, gatewayNode(), ...nodes]);
    for (const value of [false, false, true]) await open(value);
    const payloads = async (id: string, count: number) =>
      (await house.received(id, count)).map(({ payload }) => payload);
    assert.deepEqual(await payloads("reportsOut", 3), [false, false, true]);
    assert.deepEqual(await payloads("changesOut", 2), [false, true]);
  });

  test("only a value that has held for a time is told; one that went back is no news", async () => {
    const nodes = [picked("held", { held: "0.3", initial: true }), sink("heldOut"), picked("all"), sink("allOut")];
    await house.deploy([TAB, gatewayNode(), ...nodes]);
    assert.equal((await house.received("heldOut"))[0]?.payload, true, "at the start at once");
    for (const value of [false, true, false]) await open(value);
    await house.received("allOut", 3);
    assert.deepEqual(await house.received("heldOut", 0), []);
    assert.deepEqual(
      (await house.received("heldOut")).map(({ payload }) => payload),
      [false],
    );
  });

  test("no message while the sensor is unreachable, if that is wanted", async () => {
    const nodes = [picked("near", { reachable: true }), picked("any"), sink("nearOut"), sink("anyOut")];
    await house.deploy([TAB, gatewayNode(), ...nodes]);
    await ask("PUT", "/sensors/1/config", { reachable: false });
    await house.status("near", /^unreachable$/);
    await open(true);
    await house.received("anyOut");
    await ask("PUT", "/sensors/1/config", { reachable: true });
    await open(false);
    await house.received("anyOut");
    assert.deepEqual(
      (await house.received("nearOut")).map(({ payload }) => payload),
      [false],
    );
  });

  test("a sensor that is not chosen, or without a gateway, says so", async () => {
    const nodes = [
      picked("none", { address: "", uniqueid: "", resourceName: "", inputs: 1 }),
      picked("lost", { gateway: "nowhere", inputs: 1 }),
    ];
    await house.deploy([...flow(), ...nodes]);
    assert.deepEqual(await house.status("none", /chosen/), { fill: "red", shape: "dot", text: "no sensor is chosen" });
    assert.deepEqual(await house.status("lost", /gateway/), { fill: "red", shape: "dot", text: "no gateway" });
    for (const id of ["none", "lost"]) {
      house.send(id, { action: "read" });
      assert.equal((await house.received("caught"))[0]?.error.code, "not-found");
    }
  });

  test("nothing was logged as an error", () => {
    assert.deepEqual(
      house.lines.filter((line) => /zigbee|Error/i.test(line)),
      [],
    );
  });
});
