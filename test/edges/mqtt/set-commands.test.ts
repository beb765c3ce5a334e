/** The wishes of clients over MQTT, beside lamps by name: groups and scenes, addresses and numbers, endpoints, questions, and refusals. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "../../../src/model/radio/orders.ts";
import type { Values } from "../../../src/model/resource.ts";
import { endpoint, facts, LAMP, LIGHT, lamp, modelDefinition } from "../../devices/home.ts";
import { settle } from "../../support/fakes.ts";
import { type MqttStage, mqttStage } from "../../support/mqtt-house.ts";
import { until } from "../../support/virtual-home.ts";

const BASE = "zigbee2mqtt";
const NAME = "Extended color light 1";
const PAIR = "0x001788010203aa08";

/** One device with two lamps. */
const pair = () =>
  facts(PAIR, {
    endpoints: [1, 2].map((id) => endpoint(id, [0, 3, 4, 5, 6, 8])),
    definition: modelDefinition(
      ["left", "right"].map((name) => ({
        ...{ type: "light", endpoint: name },
        features: (LIGHT.features ?? []).slice(0, 2).map((feature) => ({
          ...{ ...feature, property: `${feature.name}_${name}`, endpoint: name },
        })),
      })),
      { endpoints: { left: 1, right: 2 } },
    ),
  });

/** The orders to the radio because of one message. */
async function told({ broker, radio }: MqttStage, topic: string, payload: unknown, does: Order["do"] = "set") {
  await settle();
  radio.orders.length = 0;
  broker.send(`${BASE}/${topic}`, payload);
  await until(() => radio.orders.some((order) => order.do === does), `${topic} ${JSON.stringify(payload)}`);
  await settle();
  return radio.orders.filter((order) => order.do === does);
}

const valuesOf = (orders: readonly Order[]): Values =>
  Object.assign({}, ...orders.map((order) => (order.do === "set" ? order.values : {})));

test("a group is told with one message on air, by its name and by its number; a lamp by its address", async (t) => {
  const stage = await mqttStage(t, { devices: [lamp(LAMP, { values: { state: "ON", brightness: 100 } })] });
  await stage.home.ask("POST", "/groups", { name: "Hall", lights: ["1"] });
  for (const name of ["Hall", "1"]) {
    const [order, ...others] = await told(stage, `${name}/set`, { brightness: name === "1" ? 40 : 50 });
    const target = (order && "target" in order ? order.target : {}) as { readonly group?: number };
    assert.deepEqual([target.group, others.length], [1, 0], name);
  }
  const byAddress = await told(stage, `${LAMP}/set`, { brightness: 9 });
  assert.equal(valuesOf(byAddress).brightness, 9);
  await until(() => stage.broker.json(`${BASE}/Hall`)?.state === "ON", "what the group is");
  const bright = () => stage.broker.json(`${BASE}/Hall`)?.brightness;
  await until(() => bright() === 9, "as bright as its lamp, which was told by itself");
  stage.home.clock.advance(5); // its fade is over
  stage.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { brightness: 200 } });
  await until(() => bright() === 200, "as bright as its lamp says");
});

test("scenes of a group are stored, renamed, recalled and removed", async (t) => {
  const stage = await mqttStage(t, { devices: [lamp(LAMP, { values: { state: "ON", brightness: 100 } })] });
  const { home, broker } = stage;
  await home.ask("POST", "/groups", { name: "Hall", lights: ["1"] });
  const scene = () => home.store.get("/groups/1/scenes/4");
  const wish = (body: Values) => broker.send(`${BASE}/Hall/set`, body);
  wish({ scene_store: { ID: 4, name: "Evening" } });
  await until(() => scene()?.attr.name === "Evening", "it is stored");
  wish({ scene_rename: { ID: 4, name: "Night" } });
  await until(() => scene()?.attr.name === "Night", "it is renamed");
  await told(stage, "Hall/set", { brightness: 3 });
  wish({ scene_recall: 4 });
  await until(() => home.heard.some(({ values }) => "scene" in values || values.bri === 100), "it is recalled");
  wish({ scene_remove: 4 });
  await until(() => scene() === undefined, "it is removed");
});

test("of a device with two lamps one is told: behind its name, by the name of the value, by its number", async (t) => {
  const stage = await mqttStage(t, { devices: [pair()] });
  const [{ friendly_name: name = "" } = {}] = (
    stage.broker.json(`${BASE}/bridge/devices`) as unknown as { friendly_name: string; ieee_address: string }[]
  ).filter(({ ieee_address }) => ieee_address === PAIR);
  const ways: [topic: string, payload: unknown][] = [
    [`${name}/right/set`, { brightness: 33 }],
    [`${name}/2/set`, { brightness: 33 }],
    [`${name}/set`, { brightness_right: 33 }],
    [`${name}/right/set/brightness`, "33"],
    [`${name}/set/brightness_right`, "33"],
  ];
  for (const [topic, payload] of ways) {
    const [order, ...others] = await told(stage, topic, payload);
    assert.deepEqual(
      [order && "target" in order && order.target, others.length],
      [{ ieee: PAIR, endpoint: 2 }, 0],
      topic,
    );
    assert.equal(Object.values(valuesOf(order ? [order] : [])).includes(33), true, topic);
  }
});

test("a device is asked for the values that a client names, and so are the lights of a group", async (t) => {
  const stage = await mqttStage(t, { devices: [lamp()] });
  await stage.home.ask("POST", "/groups", { name: "Hall", lights: ["1"] });
  for (const [topic, payload] of [
    [`${NAME}/get`, { brightness: "" }],
    [`${NAME}/get/brightness`, ""],
    ["Hall/get", { brightness: "" }],
  ] as const) {
    const [order] = await told(stage, topic, payload, "get");
    assert.deepEqual(order?.do === "get" && [order.keys, order.target], [["brightness"], { ieee: LAMP }], topic);
  }
});

test("why a wish was not done is said in bridge/logging, also of a name that was given up a moment ago", async (t) => {
  const stage = await mqttStage(t, { devices: [lamp()] });
  const { broker, home, radio } = stage;
  const reasons = () =>
    broker.all.flatMap(([topic, text]) =>
      topic === `${BASE}/bridge/logging` ? [String(JSON.parse(text).message)] : [],
    );
  await home.ask("PUT", "/lights/1", { name: "Desk" });
  radio.orders.length = 0;
  broker.send(`${BASE}/${NAME}/set`, { state: "ON" });
  await until(() => reasons().some((reason) => reason.includes("no device or group of this name")), "the old name");
  broker.send(`${BASE}/Desk/set`, "{");
  broker.send(`${BASE}/Desk/set`, { strange: 1 });
  await until(() => reasons().some((reason) => /^Desk: .*strange/.test(reason)), `what it does not have: ${reasons()}`);
  for (const [wish, why] of [
    [{ scene_store: { ID: 1, name: "Evening" } }, "Desk: a device keeps no scenes here"],
    [
      { read: { cluster: "genBasic", attributes: ["modelId"] } },
      "Desk: attributes of clusters are read and written in",
    ],
    [{ state: "ON", command: { cluster: "genOnOff", command: "on" } }, "Desk: commands of clusters are not sent"],
  ] as const) {
    broker.send(`${BASE}/Desk/set`, wish);
    await until(() => reasons().some((reason) => reason.startsWith(why)), `${why}: ${reasons()}`);
  }
  assert.deepEqual(
    radio.orders.filter((order) => order.do === "set"),
    [],
  );
});

test("of ten thousand messages to one lamp the last one counts, and the air has a few", async (t) => {
  const stage = await mqttStage(t, { devices: [lamp(LAMP, { values: { state: "ON", brightness: 1 } })] });
  const { broker, radio } = stage;
  radio.orders.length = 0;
  for (let turn = 1; turn <= 10_000; turn += 1) broker.send(`${BASE}/${NAME}/set`, { brightness: 2 + (turn % 250) });
  await until(() => broker.json(`${BASE}/${NAME}`)?.brightness === 2 + (10_000 % 250), "the last one");
  const sets = radio.orders.filter((order) => order.do === "set");
  assert.ok(sets.length < 1_000, `${sets.length} orders`);
  assert.equal(valuesOf(sets.slice(-1)).brightness, 2 + (10_000 % 250));
});
