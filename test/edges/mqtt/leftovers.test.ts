/** Kept messages at the broker: none stays under a name that no device has any more, and nothing goes that is another gateway's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Leftovers } from "../../../src/edges/mqtt/leftovers.ts";
import { LAMP, lamp, MOTION, motion } from "../../devices/home.ts";
import { fakeClock, fakeRadio, house, loudLog, NETWORK, settle } from "../../support/fakes.ts";
import { edgeOf, type MqttStage, mqttStage, quickClock } from "../../support/mqtt-house.ts";
import { until } from "../../support/virtual-home.ts";

const PACE = 10;
const BASE = "zigbee2mqtt";
const LIGHT = "Extended color light 1";
const MOVED = "0x00158d00000000ee";
const ALL = { output: "attribute_and_json", retain: true } as const;
const lit = () => lamp(LAMP, { values: { state: "ON", brightness: 120 } });

async function keptOf({ broker }: MqttStage, name: string): Promise<readonly string[]> {
  const kept = await broker.retained();
  return [...kept.keys()]
    .filter((topic) => topic.startsWith(`${BASE}/${name}`))
    .map((topic) => topic.slice(BASE.length + 1));
}

test("a device that gets another name leaves none of its topics behind, also of those of single values", async (t) => {
  const stage = await mqttStage(t, { pace: PACE, settings: ALL, devices: [lit()] });
  const { broker, home } = stage;
  await broker.said(`${BASE}/${LIGHT}/brightness`);
  assert.deepEqual((await keptOf(stage, LIGHT)).slice(0, 2), [`${LIGHT}/availability`, LIGHT]);
  await home.ask("PUT", "/lights/1", { name: "Desk" });
  await broker.said(`${BASE}/Desk/brightness`);
  await until(() => !broker.last.has(`${BASE}/${LIGHT}`), "the old name is empty");
  assert.deepEqual(await keptOf(stage, LIGHT), []);
  assert.ok((await keptOf(stage, "Desk")).includes("Desk/brightness"));
});

test("a group that is gone, too", async (t) => {
  const stage = await mqttStage(t, { pace: PACE, settings: ALL, devices: [lit()] });
  await stage.home.ask("POST", "/groups", { name: "Hall", lights: ["1"] });
  await stage.broker.said(`${BASE}/Hall/state`);
  await stage.home.ask("DELETE", "/groups/1");
  await until(() => !stage.broker.last.has(`${BASE}/Hall/availability`), "it is gone");
  assert.deepEqual(await keptOf(stage, "Hall"), []);
});

test("a device renamed while the broker is away is cleared when it is back", async (t) => {
  const stage = await mqttStage(t, { pace: PACE, settings: ALL, devices: [lit()] });
  const { broker, home, edge } = stage;
  await broker.said(`${BASE}/${LIGHT}/brightness`);
  const cleared = (topic: string) => broker.all.some(([at, payload]) => at === topic && payload === "");
  await broker.stop();
  await until(() => !edge.state.isUp, "it is away");
  await home.ask("PUT", "/lights/1", { name: "Desk" });
  await settle();
  assert.ok(!cleared(`${BASE}/${LIGHT}`));
  await broker.start();
  await broker.said(`${BASE}/Desk/brightness`);
  for (const topic of [LIGHT, `${LIGHT}/availability`, `${LIGHT}/brightness`])
    await until(() => cleared(`${BASE}/${topic}`), topic);
});

test("topics that an earlier run left of unknown devices are cleared; those of other programs stay", async (t) => {
  const stage = await mqttStage(t, { pace: PACE, settings: { retain: true }, devices: [lit()] });
  const { broker } = stage;
  broker.send(`${BASE}/boiler/availability`, "online", true);
  broker.send(`${BASE}/attic/old lamp/availability`, { state: "online" }, true);
  broker.send(`${BASE}/attic/old lamp`, { state: "ON" }, true);
  broker.send(`${BASE}/notes`, "mine", true);
  const before = broker.subscriptions;
  await broker.restart();
  await until(() => broker.subscriptions > before, "it is back");
  await until(() => !broker.last.has(`${BASE}/attic/old lamp/availability`), "the old one");
  const kept = await broker.retained();
  assert.deepEqual(
    ["attic/old lamp", "notes", "boiler/availability", `${LIGHT}/availability`].map((name) =>
      kept.has(`${BASE}/${name}`),
    ),
    [false, true, true, true],
  );
});

const HOME = { discovery: "homeassistant" };

/** Another gateway, with another stick, at the same broker. */
async function neighbour(stage: MqttStage, base: string) {
  const radio = fakeRadio();
  const home = await house({ radio });
  const log = loudLog();
  const { clock, stop: stopClock } = quickClock(log, PACE);
  const parts = { radio, clock, log, clientId: "neighbour" };
  const edge = edgeOf(home, parts, { ...HOME, base, broker: { url: stage.broker.url } });
  radio.network = { ...NETWORK, coordinator: "0x00124b0000000002" };
  radio.tell({ kind: "up", network: radio.network, devices: [motion(MOVED)] });
  await settle();
  const stop = async () => {
    await edge.stop();
    stopClock();
    await home.stop();
  };
  return { edge, log: log.lines, stop };
}

test("two gateways at one broker leave each other alone, also where one base topic ends like the other", async (t) => {
  const stage = await mqttStage(t, { pace: PACE, settings: HOME, devices: [lit()] });
  const { broker } = stage;
  const other = await neighbour(stage, `my_${BASE}`);
  t.after(() => other.stop());
  const theirs = `homeassistant/binary_sensor/${MOVED}/occupancy/config`;
  const ours = `homeassistant/light/${LAMP}/light/config`;
  await Promise.all([theirs, ours].map((topic) => broker.said(topic)));
  broker.all.length = 0;
  await broker.restart();
  const isAgain = (base: string) => broker.all.some(([topic]) => topic === `${base}/bridge/health`);
  await until(() => isAgain(BASE) && isAgain(`my_${BASE}`), "both are back");
  await until(() => broker.all.filter(([topic]) => topic === theirs || topic === ours).length >= 2, "both have told");
  await new Promise((wake) => setTimeout(wake, 2_500 / PACE)); // topics without a device are cleared two seconds after all is told
  const emptied = broker.all.filter(([topic, payload]) => topic.startsWith("homeassistant/") && payload === "");
  assert.deepEqual(emptied, []);
  assert.deepEqual([stage.edge.state.isShared, other.edge.state.isShared], [undefined, undefined]);
});

test("two gateways below one base topic: both say so, and the one that is left says so no more", async (t) => {
  const stage = await mqttStage(t, { pace: PACE, settings: HOME, devices: [lit()] });
  await new Promise((wake) => setTimeout(wake, 6_000 / PACE)); // that it is there has come back
  const other = await neighbour(stage, BASE);
  await until(() => stage.edge.state.isShared === true && other.edge.state.isShared === true, "both have found out");
  assert.equal(stage.log.filter((line) => line.includes("another gateway")).length, 1);
  await other.stop();
  await until(() => stage.edge.state.isShared === undefined, "it is alone");
  await until(() => stage.broker.json(`${BASE}/bridge/state`).state === "online", "it says that it is there");
});

test("with another base topic nothing of the old one is left with Home Assistant", async (t) => {
  const stage = await mqttStage(t, { pace: PACE, settings: { ...HOME, base: "before" }, devices: [lit()] });
  const { broker, home, radio, edge } = stage;
  await home.ask("POST", "/groups", { name: "Hall", lights: ["1"] });
  const entities = () => [...broker.last].filter(([topic]) => topic.startsWith("homeassistant/"));
  await until(() => entities().some(([topic]) => topic.endsWith("_1/light/config")), "the group");
  await edge.stop();
  const log = loudLog();
  const { clock, stop: stopClock } = quickClock(log, PACE);
  const after = edgeOf(home, { radio, clock, log, clientId: "after" }, { ...HOME, broker: { url: broker.url } });
  t.after(async () => {
    await after.stop();
    stopClock();
  });
  radio.rise([lit()]);
  const old = () => entities().filter(([, text]) => JSON.stringify(JSON.parse(text)).includes("before"));
  await until(() => entities().length > 0 && old().length === 0, `${old().map(([topic]) => topic)}`);
  assert.equal(broker.json("before/bridge/state").state, "offline");
});

test("Home Assistant finds a device anew that is to be named anew there", async (t) => {
  const stage = await mqttStage(t, { pace: PACE, settings: { ...HOME, manages: true }, devices: [lit(), motion()] });
  const { broker } = stage;
  const topic = `homeassistant/light/${LAMP}/light/config`;
  await broker.said(topic);
  broker.all.length = 0;
  broker.send(`${BASE}/bridge/request/device/rename`, { from: LIGHT, to: "Desk", homeassistant_rename: true });
  await broker.said(`${BASE}/bridge/response/device/rename`);
  await until(() => broker.all.some(([at, payload]) => at === topic && payload === ""), "it is away");
  await until(() => (broker.json(topic)?.device as { name?: string } | undefined)?.name === "Desk", "it is back");
  const told = broker.all.filter(([at]) => at === topic);
  assert.equal(
    told.findLastIndex(([, payload]) => payload === "") + 1,
    told.length - 1,
    "told once, after it was away",
  );
  assert.ok(!broker.all.some(([at, payload]) => at.includes(MOTION) && payload === ""));
});

/** Of a broker that tells its kept messages when the test says so. */
function slowBroker(base = BASE) {
  const asked: string[] = [];
  const clock = fakeClock();
  const cleared: string[] = [];
  const leftovers = new Leftovers({
    ...{ base, discovery: "homeassistant/+/+/+/config", isShared: () => false },
    subscribe: () => asked.push("subscribe"),
    unsubscribe: () => asked.push("unsubscribe"),
    after: (wait, run) => clock.after(wait, run),
    askState: () => asked.push("state"),
    clearAvailability: (topic) => cleared.push(topic),
    clearConfig: (topic) => cleared.push(topic),
  });
  const keeps = (topic: string, payload = "{}") => leftovers.hears({ topic, payload, retain: true });
  return { leftovers, asked, cleared, clock, keeps, state: () => keeps(`${base}/bridge/state`) };
}

test("a broker may take its time: nothing is cleared before an answer came with nothing between", () => {
  const { leftovers, asked, cleared, keeps, state } = slowBroker();
  const [lamp, config] = [`${BASE}/lamp/availability`, "homeassistant/light/1/light/config"];
  leftovers.up();
  state();
  leftovers.clear();
  assert.ok(keeps(lamp) && !state());
  assert.deepEqual([asked, cleared], [["subscribe", "state", "state"], []]);
  assert.ok(keeps(config));
  state();
  leftovers.clear(); // all was told once more
  assert.deepEqual([asked.length, cleared], [4, []]);
  state();
  assert.deepEqual([asked.at(-1), cleared], ["unsubscribe", [lamp, config]]);
  leftovers.clear();
  state();
  assert.deepEqual([asked.length, cleared.length], [5, 2], "once for each connection");
});

test("a broker that does not tell its state once more is waited for until nothing has come for a minute", () => {
  const { leftovers, asked, cleared, clock, keeps } = slowBroker();
  const [lamp, later] = [`${BASE}/lamp/availability`, `${BASE}/later/availability`];
  leftovers.up();
  assert.ok(keeps(lamp));
  leftovers.clear();
  clock.advance(50);
  assert.ok(keeps(later));
  clock.advance(60);
  assert.deepEqual([asked, cleared], [["subscribe", "state"], []], "it still tells");
  clock.advance(11);
  assert.deepEqual([asked.at(-1), cleared], ["unsubscribe", [lamp, later]]);
  clock.advance(300);
  assert.deepEqual([asked.length, cleared.length], [3, 2], "once");
});

test("a gateway that stops, or has another connection, waits no more for the former one", () => {
  const { leftovers, asked, cleared, clock, keeps } = slowBroker();
  leftovers.up();
  keeps(`${BASE}/lamp/availability`);
  leftovers.clear();
  leftovers.up();
  clock.advance(120);
  leftovers.clear();
  leftovers.stop();
  clock.advance(120);
  assert.deepEqual([asked, cleared], [["subscribe", "state", "subscribe", "state"], []]);
});

test("a topic of this run is no leftover, and wishes and values are no matter of it", () => {
  const { leftovers, cleared, state } = slowBroker();
  leftovers.up();
  const hears = (topic: string, retain = false) => leftovers.hears({ topic, payload: "", retain });
  assert.ok(hears(`${BASE}/lamp/availability`));
  for (const topic of [`${BASE}/lamp/set/availability`, `${BASE}/lamp`, "boiler/availability", "homeassistant/status"])
    assert.ok(!hears(topic, true), topic);
  leftovers.clear();
  state();
  assert.deepEqual(cleared, []);
});

test("a gateway with a base topic below ours keeps its own topics, in any order", async (t) => {
  const stage = await mqttStage(t, { pace: PACE, settings: { base: "home", retain: true }, devices: [lit()] });
  const { broker } = stage;
  const theirs = ["home/garden/lamp/availability", "home/garden/bridge/state", "home/shed/old/pump/availability"];
  for (const topic of [...theirs, "home/shed/old/bridge/state", "home/attic/lamp/availability"])
    broker.send(topic, { state: "offline" }, true);
  broker.send("home/garden/lamp", { state: "ON" }, true);
  await broker.said("home/garden/lamp");
  await broker.restart();
  await until(() => !broker.last.has("home/attic/lamp/availability"), "what is nobody's");
  const kept = await broker.retained();
  for (const topic of [...theirs, "home/garden/lamp"]) assert.ok(kept.has(topic), topic);
});
