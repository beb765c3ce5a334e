/** Lights, remotes, sensors and newcomers of the virtual house, in flows of a real Node-RED. */
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
import { MAC, type VirtualFlow, virtualFlow } from "../support/virtual-flow.ts";

const OTHER_TAB: FlowNode = { id: "tab2", type: "tab", label: "Other" };
const HALL = { address: "/lights/3", uniqueid: `${MAC.hallLamp}-01`, resourceName: "Hall lamp" };
const WHITE = { address: "/lights/2", uniqueid: `${MAC.whiteLamp}-01`, resourceName: "Kitchen lamp" };
const COLOUR = { address: "/lights/1", uniqueid: `${MAC.colourLamp}-0b`, resourceName: "Living room lamp" };
const BLIND = { address: "/lights/7", uniqueid: `${MAC.blind}-01`, resourceName: "Blind" };
const REMOTE = { address: "/sensors/13", uniqueid: `${MAC.remote}-01-1000`, resourceName: "Remote" };
const DIMMER = { address: "/sensors/14", uniqueid: `${MAC.dimmer}-02-fc00`, resourceName: "Dimmer" };
const WARMTH = { address: "/sensors/12", uniqueid: `${MAC.thermostat}-01-0201`, resourceName: "Living room" };
const ASLEEP = { address: "/sensors/7", uniqueid: `${MAC.climate}-01-0402`, resourceName: "Bathroom" };
const WEEKLY = { address: "/sensors/16", uniqueid: `${MAC.weekly}-05-0201`, resourceName: "Hall thermostat" };
const PLUG = { address: "/sensors/1", uniqueid: `${MAC.plug}-01-0b04`, resourceName: "Washing machine" };
const MOTION = { address: "/sensors/5", uniqueid: `${MAC.motion}-02-0406`, resourceName: "Motion" };

const light = (id: string, pick: object, more: object = {}) =>
  flowNode(id, "zigbee-gateway-light", { gateway: "gw", ...pick, wires: [[`${id}Out`], [`${id}Facts`]], ...more });
const sensor = (id: string, pick: object, more: object = {}) =>
  flowNode(id, "zigbee-gateway-sensor", { gateway: "gw", ...pick, wires: [[`${id}Out`]], ...more });
const asking = (id: string, pick: object, members: string) =>
  sensor(id, pick, { members, inputs: 1, outputs: 2, wires: [[`${id}Out`], [`${id}Facts`]] });
const button = (id: string, pick: object, more: object = {}) =>
  flowNode(id, "zigbee-gateway-button", { gateway: "gw", ...pick, wires: [[`${id}Out`]], ...more });
const sinks = (...ids: string[]) => ids.map(sink);

const FLOW: readonly FlowNode[] = [
  TAB,
  OTHER_TAB,
  gatewayNode("gw", { radio: "virtual" }),
  light("hall", HALL, { facts: true }),
  light("white", WHITE, { facts: true, own: true, transition: "0" }),
  light("colour", COLOUR, { confirm: true, deadline: "30" }),
  light("watch", COLOUR, { facts: true }),
  light("blind", BLIND),
  light("named", HALL, { target: "message", units: "api" }),
  light("nowhere", { address: "/lights/99", uniqueid: "gone", resourceName: "Attic lamp" }),
  light("stranger", WHITE, { z: "tab2" }),
  ...sinks(
    "hallOut",
    "hallFacts",
    "whiteOut",
    "whiteFacts",
    "colourOut",
    "watchFacts",
    "blindOut",
    "namedOut",
    "nowhereOut",
  ),
  button("remote", REMOTE),
  button("direct", DIMMER, { wires: [["clicked"]] }),
  light("clicked", HALL, { wires: [["clickedOut"]] }),
  button("dimmer", DIMMER, {
    gestures: "short_release,hold,long_release",
    buttons: "1,2",
    wires: [["switched"], ["held"], ["let"]],
  }),
  light("switched", WHITE, { does: "toggle", wires: [["switchedOut"]] }),
  ...sinks("remoteOut", "held", "let", "switchedOut", "clickedOut"),
  sensor("warmth", WARMTH, { members: "temperature" }),
  sensor("raw", WARMTH, { members: "temperature", units: "api" }),
  sensor("plug", PLUG),
  sensor("motion", MOTION, { members: "presence,battery", reachable: true }),
  asking("asked", WARMTH, "temperature"),
  asking("climate", ASLEEP, "temperature"),
  asking("meter", PLUG, "voltage"),
  asking("weekly", WEEKLY, "schedule"),
  ...sinks("warmthOut", "rawOut", "plugOut", "motionOut", "askedOut", "askedFacts"),
  ...sinks("climateOut", "climateFacts", "meterOut", "weeklyOut"),
  flowNode("pairing", "zigbee-gateway-pairing", {
    gateway: "gw",
    seconds: "60",
    wires: [["pairingOut"], ["pairingFacts"]],
  }),
  ...sinks("pairingOut", "pairingFacts"),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
  sink("caught"),
];

withNewestVersion((version) => {
  let house: NodeRed;
  let home: VirtualFlow;
  const on = (mac: string, endpoint = 1) => home.attribute(mac, `${endpoint}/genOnOff.onOff`);
  const level = (mac: string, endpoint = 1) => home.attribute(mac, `${endpoint}/genLevelCtrl.currentLevel`);
  const asked = async (id: string, message: Message) => {
    house.send(id, message);
    const [answer] = await house.received(`${id}Out`);
    return answer as Message;
  };
  const refused = async (id: string, message: Message) => {
    house.send(id, { _msgid: "m", ...message });
    const [caught] = await house.received("caught");
    assert.equal(caught?._msgid, "m");
    assert.deepEqual(caught?.payload, message.payload, "nothing was changed");
    return caught?.error as Message;
  };

  before(async () => {
    house = await nodeRed({ version, movedIn: true, flow: FLOW });
    home = await virtualFlow(house);
    await home.put(`/sensors/${WARMTH.uniqueid}`, { name: "Living room" });
    for (const id of ["hallFacts", "whiteFacts", "warmthOut", "rawOut", "plugOut", "motionOut", "askedFacts"])
      await house.received(id, 0);
    await house.received("pairingFacts", 0);
  });
  after(() => house.stop());

  // ---- lights

  test("a light is switched, and the answer goes on in the same message", async () => {
    const answer = await asked("hall", { _msgid: "m1", payload: true, mine: 1 });
    assert.deepEqual([answer._msgid, answer.mine, answer.payload, answer.topic], ["m1", 1, true, "/lights/3"]);
    assert.deepEqual([answer.data.uniqueid, answer.data.state.on], [HALL.uniqueid, true]);
    assert.ok(!("event" in answer) && !("warnings" in answer));
    await eventually(async () => (await on(MAC.hallLamp)) === 1);
    assert.equal((await asked("hall", { payload: "toggle" })).payload, "off");
    await eventually(async () => (await on(MAC.hallLamp)) === 0);
    assert.deepEqual(await house.status("hall", /off/), { fill: "grey", shape: "ring", text: "off" });
  });

  test("a light is set by a number, by words, and a value out of range is clamped and told", async () => {
    const answer = await asked("hall", { payload: 150, warnings: ["of another node"] });
    assert.deepEqual([answer.payload, answer.warnings], [100, ["brightness 150 → 100"]]);
    const dim = await asked("hall", { payload: { brightness: 50, transition: 0 } });
    assert.deepEqual([dim.payload, dim.data.state.bri, dim.warnings], [{ brightness: 50 }, 127, undefined]);
    await eventually(async () => (await level(MAC.hallLamp)) === 127);
    await house.status("hall", /^on · 50 %$/);
    const warm = await asked("white", { payload: { on: true, kelvin: 2700, bri: 200 } });
    assert.deepEqual(warm.payload, { on: true, kelvin: 2703, bri: 200 });
    await eventually(async () => (await home.attribute(MAC.whiteLamp, "1/lightingColorCtrl.colorTemperature")) === 370);
    assert.equal((await asked("hall", { payload: 0 })).payload, 0);
    await eventually(async () => (await on(MAC.hallLamp)) === 0);
  });

  test("read answers how it is, in words that it would take", async () => {
    const answer = await asked("white", { action: "read", payload: "whatever" });
    assert.deepEqual(answer.payload, { on: true, brightness: 79, kelvin: 2703, reachable: true });
    assert.deepEqual((await asked("white", { payload: answer.payload })).payload, {
      on: true,
      brightness: 79,
      kelvin: 2703,
    });
  });

  test("facts tell each change; a change by this flow only where that is wanted", async () => {
    for (const id of ["hallFacts", "whiteFacts"]) await house.received(id, 0);
    await asked("hall", { payload: 40 });
    await asked("white", { payload: { on: false } });
    const [own] = await house.received("whiteFacts");
    assert.deepEqual([own?.topic, own?.payload], ["/lights/2", { on: false, brightness: 0 }]);
    assert.deepEqual([own?.event.cause, own?.event.before], [{ by: "flow:white", depth: 0 }, { on: true }]);
    await home.put("/lights/3/state", { on: false });
    const [foreign, ...more] = await house.received("hallFacts");
    assert.deepEqual([foreign?.payload, foreign?.event.cause.by], [{ on: false, brightness: 0 }, "rest:test"]);
    assert.deepEqual(more, []);
    house.send("stranger", { payload: true });
    assert.equal((await house.received("whiteFacts"))[0]?.event.cause.by, "flow:stranger");
  });

  test("confirmed means that the device has it", async () => {
    const answer = await asked("colour", { payload: { on: true, color: "red", transition: 0 } });
    assert.deepEqual(answer.payload, { on: true, color: "#ff0000" });
    assert.equal(await home.attribute(MAC.colourLamp, "11/genOnOff.onOff"), 1, "at once, without waiting");
  });

  test("a device that does not answer is an error when it is to be confirmed; then it is known", async () => {
    await house.received("watchFacts", 0);
    await home.turn(MAC.colourLamp, { reach: "no-route" });
    const error = await refused("colour", { payload: false });
    assert.deepEqual([error.code, error.message], ["unreachable", "Living room lamp did not answer"]);
    const facts = await house.received("watchFacts", 2);
    assert.deepEqual(
      facts.map(({ payload, event }) => [payload, event.cause.undo === true]),
      [
        [{ on: true, brightness: 100 }, true],
        [{ reachable: false }, false],
      ],
      "what was believed is taken back, and told also to the flow that wished it",
    );
    assert.equal((await house.status("colour", /unreachable|did not answer/)).fill, "red");
    const known = await refused("colour", { payload: false });
    assert.equal(known.code, "unreachable");
    assert.equal(known.cause.body[0].error.type, 202, "as the API answered");
    await home.turn(MAC.colourLamp, { reach: "ok", announce: true });
    await eventually(async () => (await home.get("/lights/1")).state.reachable);
  });

  test("a command that takes too long is an error by its deadline", async () => {
    const quick = FLOW.map((node) => (node.id === "colour" ? { ...node, deadline: "0.2" } : node));
    await house.deploy(quick, "nodes");
    await home.turn(MAC.colourLamp, { latency: 1500 });
    const error = await refused("colour", { payload: true });
    assert.deepEqual([error.code, error.message], ["timeout", "Living room lamp did not confirm it in time"]);
    await home.turn(MAC.colourLamp, { latency: 5 });
    await house.deploy(FLOW, "nodes");
  });

  test("the message may name its target", async () => {
    const group = await home.put("/lights/2/state", { on: false });
    assert.ok(group[0].success);
    assert.equal((await asked("named", { topic: "/lights/2", payload: 200 })).payload, 200, "in units of the API");
    await eventually(async () => (await on(MAC.whiteLamp)) === 1);
    assert.equal((await asked("named", { topic: `/lights/${WHITE.uniqueid}`, payload: false })).topic, "/lights/2");
    assert.equal((await asked("named", { topic: "", payload: false })).topic, "/lights/3", "else the chosen one");
    const { message } = await refused("named", { topic: "somebody", payload: false });
    assert.equal(message, "topic “somebody” names no light");
    assert.equal((await refused("named", { topic: "/lights/99", payload: true })).message, "not found: /lights/99");
    const answer = await asked("hall", { topic: "/lights/2", payload: true });
    assert.equal(answer.topic, "/lights/3", "only where the dialog allows it");
  });

  test("a group is one target, and answers for all of it", async () => {
    const made = await house.ask("POST", `/api/${home.key}/groups`, { name: "Downstairs" });
    const id = made.body[0].success.id as string;
    await home.put(`/groups/${id}`, { lights: ["2", "3"] });
    await home.put("/lights/2/state", { on: false });
    await home.put("/lights/3/state", { on: false });
    const topic = "/groups/Downstairs";
    const answer = await asked("named", { topic, payload: { on: "toggle" } });
    assert.deepEqual([answer.topic, answer.payload], [`/groups/${id}`, { on: true, any: true, all: true }]);
    await eventually(async () => (await on(MAC.whiteLamp)) === 1 && (await on(MAC.hallLamp)) === 1);
    await home.put("/lights/3/state", { on: false });
    await eventually(async () => (await home.get(`/groups/${id}`)).state.all_on === false);
    assert.equal((await asked("named", { topic, payload: "toggle" })).payload, "off", "off when any is on");
    await eventually(async () => (await on(MAC.whiteLamp)) === 0);
    const { bri, any } = (await asked("named", { topic, payload: { bri: 100, on: true } })).payload;
    assert.deepEqual([bri, any], [100, true]);
    assert.equal((await asked("named", { topic: "/groups/0", payload: false })).payload, false, "all that there are");
    await eventually(async () => (await on(MAC.plug)) === 0);
  });

  test("a room of which no lamp has power is red, and an error", async () => {
    for (const mac of [MAC.whiteLamp, MAC.hallLamp]) await home.turn(mac, { reach: "no-route" });
    await asked("named", { topic: "Downstairs", payload: true });
    const [caught] = await house.received("caught");
    assert.deepEqual([caught?.error.code, caught?.error.message], ["unreachable", "Downstairs did not answer"]);
    await eventually(async () => (await home.get("/lights/2")).state.reachable === false);
    assert.equal((await house.status("named", /^(Downstairs did not answer|unreachable)$/)).fill, "red");
    for (const mac of [MAC.whiteLamp, MAC.hallLamp]) await home.turn(mac, { reach: "ok", announce: true });
    for (const id of [2, 3]) await eventually(async () => (await home.get(`/lights/${id}`)).state.reachable);
  });

  test("a cover is answered as it will be", async () => {
    assert.equal((await asked("blind", { payload: 30 })).payload, 30);
    await eventually(async () => (await home.get("/lights/7")).state.lift === 70);
    await house.status("blind", /^30 % open$/);
    assert.equal((await asked("blind", { payload: true })).payload, true);
    await eventually(async () => (await home.get("/lights/7")).state.lift === 0);
  });

  test("a lamp that is not there is shown by the name that it had", async () => {
    assert.deepEqual(await house.status("nowhere"), { fill: "red", shape: "dot", text: "not found: Attic lamp" });
  });

  // ---- remotes

  test("a press is a message", async () => {
    await home.turn(MAC.remote, { press: "toggle" });
    const [press] = await house.received("remoteOut");
    assert.deepEqual(
      [press?.payload, press?.button, press?.label, press?.buttonevent],
      ["short_release", 1, "toggle", 1002],
    );
    assert.equal((await home.get(String(press?.topic))).uniqueid, REMOTE.uniqueid);
    assert.deepEqual([press?.event.values.buttonevent, press?.event.cause.by], [1002, "radio"]);
    assert.equal(press?.data.uniqueid, REMOTE.uniqueid);
    await home.turn(MAC.remote, { press: "toggle" });
    assert.equal((await house.received("remoteOut")).length, 1, "the same press again is news");
    await house.status("remote", /^On\/off: short press · \d+:\d\d [AP]M$/);
  });

  test("gestures have outputs of their own, a press switches a light", async () => {
    await home.put("/lights/2/state", { on: false });
    for (const press of ["on_press", "on_press_release"]) await home.turn(MAC.dimmer, { press });
    const [answer, ...more] = await house.received("switchedOut");
    assert.deepEqual([answer?.payload, more.length], ["on", 0]);
    await eventually(async () => (await on(MAC.whiteLamp)) === 1);
    for (const press of ["up_hold", "up_hold_release"]) await home.turn(MAC.dimmer, { press });
    assert.equal((await house.received("held"))[0]?.label, "up");
    assert.equal((await house.received("let"))[0]?.payload, "long_release");
    await home.turn(MAC.dimmer, { press: "off_press_release" }); // a button that was not picked
    await home.turn(MAC.dimmer, { press: "on_press_release" });
    assert.equal((await house.received("switchedOut")).length, 1);
    await eventually(async () => (await on(MAC.whiteLamp)) === 0);
  });

  test("wired without more ado, a key does its meaning: on, brighter until it is let go, off", async () => {
    await home.put("/lights/3/state", { on: false });
    for (const id of ["clickedOut", "caught"]) await house.received(id, 0);
    for (const press of ["on_press", "on_press_release"]) await home.turn(MAC.dimmer, { press });
    assert.equal((await house.received("clickedOut"))[0]?.payload, "on");
    await home.put("/lights/3/state", { on: true, bri: 20, transitiontime: 0 });
    await eventually(async () => (await level(MAC.hallLamp)) === 20);
    await home.turn(MAC.dimmer, { press: "up_hold" });
    await eventually(async () => Number(await level(MAC.hallLamp)) > 30);
    for (const press of ["up_hold_release", "off_press", "off_press_release"]) await home.turn(MAC.dimmer, { press });
    await eventually(async () => (await on(MAC.hallLamp)) === 0);
    const [up, stopped, last] = await house.received("clickedOut", 3);
    assert.equal(last?.payload, "off");
    assert.deepEqual([up?.payload.on, stopped?.payload.on], [true, true]);
    assert.ok(Number(await level(MAC.hallLamp)) < 254, "let go, it stopped");
    assert.deepEqual(await house.received("caught", 0), []);
  });

  // ---- sensors

  test("a sensor tells its value in units of people", async () => {
    await home.turn(MAC.thermostat, { set: { "hvacThermostat.localTemp": 2345 } });
    const [value] = await house.received("warmthOut");
    const { topic, payload, member, unit, data, event } = value ?? {};
    assert.deepEqual([payload, member, unit], [23.45, "temperature", "°C"]);
    assert.equal((await home.get(topic)).uniqueid, WARMTH.uniqueid);
    assert.deepEqual([data.state.temperature, event.values.temperature], [2345, 2345], "as the API has it");
    const [raw] = await house.received("rawOut");
    assert.deepEqual([raw?.payload, raw?.unit], [2345, "0.01 °C"]);
    await house.status("warmth", /^23.5 °C · \d+:\d\d [AP]M$/);
  });

  test("several values are an object", async () => {
    await home.put("/lights/6/state", { on: true });
    await eventually(async () => (await home.attribute(MAC.plug, "1/genOnOff.onOff")) === 1); // then its power is the one of the simulation
    await house.received("plugOut", 0);
    await home.turn(MAC.plug, { set: { "haElectricalMeasurement.activePower": 1234 } });
    let [value] = await house.received("plugOut");
    while (value?.payload.power !== 1234) [value] = await house.received("plugOut"); // it lives, and may have told something else
    assert.deepEqual(Object.keys(value?.payload).sort(), ["current", "power", "voltage"]);
    assert.ok(value?.payload.current < 10, "in ampere");
    await house.received("motionOut", 0);
    await home.turn(MAC.motion, { set: { "msOccupancySensing.occupancy": 1 } });
    assert.deepEqual((await house.received("motionOut"))[0]?.payload, { presence: true, battery: 90 });
  });

  test("with an input a sensor node is asked and written; facts stay on the other output", async () => {
    const { temperature } = (await home.get("/sensors/7")).state; // it may have moved before it was here
    for (const id of ["askedFacts", "climateFacts"]) await house.received(id, 0);
    const answer = await asked("asked", { _msgid: "m9", payload: "keep" });
    assert.deepEqual([answer._msgid, answer.payload, answer.unit], ["m9", 23.45, "°C"]);
    assert.ok(!("event" in answer));
    const moved = await asked("climate", { action: "write", payload: { offset: -0.5 } });
    assert.deepEqual([moved.payload, moved.data.config.offset], [(temperature - 50) / 100, -50]);
    const [fact] = await house.received("climateFacts");
    assert.deepEqual([fact?.payload, fact?.event.cause.by], [(temperature - 50) / 100, "flow:climate"]);
    assert.equal((await asked("climate", { action: "write", payload: { offset: 0 } })).payload, temperature / 100);
    assert.equal((await refused("asked", { action: "write", payload: { colour: 1 } })).code, "invalid");
    assert.match((await refused("asked", { action: "sing", payload: 1 })).message, /not sing/);
  });

  test("the week of a thermostat is written, and a week that it cannot have is refused", async () => {
    const schedule = {
      W124: [
        { localtime: "T06:30", heatsetpoint: 2100 },
        { localtime: "T22:00", heatsetpoint: 1750 },
      ],
      W3: [{ localtime: "T09:00", heatsetpoint: 2100 }],
    };
    const { payload } = await asked("weekly", { action: "write", payload: { schedule } });
    assert.deepEqual(payload, schedule);
    assert.deepEqual((await home.resource("sensors", WEEKLY.uniqueid)).config.schedule, schedule);
    const late = { W1: [{ localtime: "T24:00", heatsetpoint: 2100 }] };
    assert.equal((await refused("weekly", { action: "write", payload: { schedule: late } })).code, "invalid");
    assert.deepEqual((await home.resource("sensors", WEEKLY.uniqueid)).config.schedule, schedule);
  });

  test("a device with mains power is asked anew, a device that sleeps cannot be", async () => {
    await home.turn(MAC.plug, { set: { "haElectricalMeasurement.rmsVoltage": 231 } }); // too little for a report
    assert.equal((await asked("meter", { action: "refresh" })).payload, 231);
    const asleep = await refused("climate", { action: "refresh", payload: 1 });
    assert.equal(asleep.code, "unreachable");
    assert.match(asleep.message, /asleep|sleeps/);
  });

  // ---- newcomers

  test("pairing opens the network, and tells of each device how it goes", async () => {
    await house.received("pairingFacts", 0);
    const answer = await asked("pairing", {
      _msgid: "m10",
      payload: { seconds: 120, router: `0x${MAC.plug.replaceAll(":", "")}` },
    });
    assert.deepEqual([answer._msgid, answer.topic, answer.payload.open], ["m10", "/config", true]);
    const left = (Date.parse(answer.payload.until) - Date.now()) / 1000;
    assert.ok(left > 100 && left <= 120, `${left} s`);
    await house.status("pairing", /(^| · )open until (\w+ \d+ )?\d+:\d\d:\d\d [AP]M$/);
    const told: Message[] = [];
    const ready = () => told.filter(({ payload }) => payload.step === "ready");
    while (ready().length < 2) told.push(...(await house.received("pairingFacts")));
    const lamp = told.filter(({ topic }) => topic === `/devices/${MAC.newLamp}`);
    assert.deepEqual(
      lamp.map(({ payload }) => payload.step),
      ["joined", "interviewing", "ready"],
    );
    const { device, event } = lamp.at(-1) as Message;
    assert.deepEqual([device.ieee, device.model, device.vendor], ["0x0017880100000010", "LWB010", "Philips"]);
    assert.equal(device.resources.length, 1);
    assert.equal((await home.get(device.resources[0])).uniqueid, `${MAC.newLamp}-0b`);
    assert.ok(event.n > 0);
    assert.deepEqual((await asked("pairing", { payload: false })).payload, { open: false });
    await house.status("pairing", /^ready/);
    assert.equal((await home.get("/config")).permitjoin, 0);
  });

  test("a device that leaves is told, too", async () => {
    await home.turn(MAC.newMotion, { leave: true });
    const [left] = await house.received("pairingFacts");
    assert.deepEqual([left?.payload.step, left?.device.uniqueid], ["left", MAC.newMotion]);
  });

  const wrong: [what: string, payload: unknown, code: string][] = [
    ["a text", "ajar", "invalid"],
    ["an unknown member", { second: 5 }, "invalid"],
    ["a router that is none", { router: "00:00:00:00:00:00:00:99" }, "invalid"],
    ["an install code that is none", { installCode: "x" }, "invalid"],
  ];
  for (const [what, payload, code] of wrong) {
    test(`${what} opens no network`, async () => {
      assert.equal((await refused("pairing", { payload })).code, code);
      assert.equal((await home.get("/config")).permitjoin, 0);
    });
  }

  test("the network is closed when the node that opened it goes, and stays open over other deploys", async () => {
    await asked("pairing", { payload: 200 });
    await house.deploy(FLOW, "full");
    assert.ok((await home.get("/config")).permitjoin > 0);
    await house.deploy(
      FLOW.filter(({ id }) => id !== "pairing"),
      "nodes",
    );
    assert.equal((await home.get("/config")).permitjoin, 0);
    await home.put("/config", { permitjoin: 100 });
    await house.deploy(FLOW, "nodes");
    await house.status("pairing", /open until/); // beside a newcomer of before
    await house.deploy(
      FLOW.filter(({ id }) => id !== "pairing"),
      "nodes",
    );
    assert.ok((await home.get("/config")).permitjoin > 0, "somebody else opened it");
    await home.put("/config", { permitjoin: 0 });
    await house.deploy(FLOW, "nodes");
  });

  test("while the radio is down everything says so", async () => {
    await home.put("/config", { rfconnected: false });
    const { fill } = await house.status("hall", /^radio/);
    assert.equal(fill, "yellow");
    const error = await refused("hall", { payload: true });
    assert.deepEqual([error.code, error.message], ["radio-down", "the radio is down"]);
    assert.equal((await refused("pairing", { payload: true })).code, "radio-down");
    assert.equal((await asked("asked", { action: "read" })).unit, "°C", "what is kept can be read");
    await home.put("/config", { rfconnected: true });
    await house.status("hall", /^(on|off)/);
  });

  test("no press is repeated by a deploy or when the radio comes back", async () => {
    await house.received("remoteOut", 0);
    await house.deploy(FLOW, "full");
    await home.put("/config", { rfconnected: false });
    await house.status("remote", /radio/);
    await home.put("/config", { rfconnected: true });
    await eventually(async () => (await home.get("/config")).rfconnected === true);
    await home.turn(MAC.dimmer, { press: "on_press_release" });
    await house.received("switchedOut");
    assert.deepEqual(await house.received("remoteOut", 0), []);
  });

  test("nothing was logged as an error", () => {
    const errors = house.lines.filter((line) => /zigbee|Error/i.test(line) && !/the radio was stopped$/.test(line));
    assert.deepEqual(errors, []);
  });
});
