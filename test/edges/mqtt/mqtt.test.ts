/** The house over MQTT, at a real broker: the values told, the wishes heard, and the time when the broker is away. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LAMP, lamp, MOTION, motion } from "../../devices/home.ts";
import { settle } from "../../support/fakes.ts";
import { mqttStage } from "../../support/mqtt-house.ts";
import { until } from "../../support/virtual-home.ts";

const BASE = "zigbee2mqtt";

test("everything is told to a broker: the bridge, its devices, their values and their availability", async (t) => {
  const { broker, radio } = await mqttStage(t, {
    devices: [lamp(LAMP, { values: { state: "ON", brightness: 120 } }), motion()],
  });
  radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { occupancy: true, temperature: 21.5 } });
  await broker.said(`${BASE}/Extended color light 1`);
  await until(() => broker.json(`${BASE}/Presence 1`)?.occupancy === true, "the motion");
  assert.deepEqual(broker.json(`${BASE}/bridge/state`), { state: "online" });
  const { state, brightness, last_seen } = broker.json(`${BASE}/Extended color light 1`);
  assert.deepEqual([state, brightness], ["ON", 120]);
  assert.equal(typeof last_seen, "string");
  await until(() => broker.json(`${BASE}/Presence 1/availability`).state === "online", "it was heard");
  const devices = broker.json(`${BASE}/bridge/devices`) as unknown as Record<string, unknown>[];
  assert.deepEqual(
    devices.map(({ friendly_name, type, interview_state }) => [friendly_name, type, interview_state]),
    [
      ["Coordinator", "Coordinator", "SUCCESSFUL"],
      ["Extended color light 1", "Router", "SUCCESSFUL"],
      ["Presence 1", "EndDevice", "SUCCESSFUL"],
    ],
  );
  const { definition } = devices[1] as { definition: { exposes: { type: string; property?: string }[] } };
  assert.deepEqual(
    definition.exposes.map(({ type, property }) => property ?? type),
    ["light", "effect", "linkquality"],
  );
  const info = broker.json(`${BASE}/bridge/info`);
  assert.equal((info.coordinator as { ieee_address: string }).ieee_address, "0x00124b0000000001");
  await until(() => broker.last.has(`${BASE}/bridge/definitions`), "the clusters");
  assert.deepEqual(broker.json(`${BASE}/bridge/definitions`), {
    ...{ clusters: { genBasic: { ID: 0 }, genOnOff: { ID: 6 } }, custom_clusters: {}, actions: [] },
  });
  for (const what of ["converters", "extensions"]) assert.deepEqual(broker.json(`${BASE}/bridge/${what}`), [], what);
  const lampNow = () => (broker.json(`${BASE}/bridge/devices`) as unknown as { endpoints: unknown }[])[1]?.endpoints;
  await until(() => JSON.stringify(lampNow()).includes('"genOnOff"'), "the clusters by name");
  const kept = await broker.retained();
  assert.ok(kept.has(`${BASE}/bridge/devices`) && kept.has(`${BASE}/Extended color light 1/availability`));
  assert.ok(!kept.has(`${BASE}/Extended color light 1`), "values are kept by choice alone");
});

const wishes: [topic: string, payload: unknown, body: Record<string, unknown>][] = [
  ["set", { state: "TOGGLE" }, { state: "OFF" }],
  ["set", { state: "ON" }, { state: "ON" }],
  ["set", "OFF", { state: "OFF" }],
  ["set/state", "OFF", { state: "OFF" }],
  ["set", { brightness: 200, transition: 2 }, { brightness: 200, transition: 2 }],
  ["set", { brightness: 0 }, { state: "OFF" }],
  ["set", { color_temp: 300 }, { color_temp: 300 }],
  ["set", { color: { x: 0.3, y: 0.4 } }, { color: { x: 0.3, y: 0.4 } }],
  ["set", { color: "#ff0000" }, { color: { x: 0.6401, y: 0.33 } }],
  ["set", { color: { r: 255, g: 0, b: 0 } }, { color: { x: 0.6401, y: 0.33 } }],
  ["set", { color: { h: 0, s: 100 } }, { color: { x: 0.6401, y: 0.33 } }],
  ["set/effect", "blink", { effect: "blink" }],
];

test("a lamp is told the commands of clients, in all forms", async (t) => {
  const { broker, radio, home } = await mqttStage(t, { devices: [lamp()] });
  for (const [topic, payload, expected] of wishes) {
    radio.tell({
      kind: "payload",
      ieee: LAMP,
      endpoint: 1,
      payload: { state: "ON", brightness: 100, color_temp: 250, color: { x: 0.5, y: 0.5 }, color_mode: "xy" },
    });
    await settle();
    radio.orders.length = 0;
    broker.send(`${BASE}/Extended color light 1/${topic}`, payload);
    await until(() => radio.orders.some(({ do: does }) => does === "set"), JSON.stringify(payload));
    await settle();
    const values = Object.assign({}, ...radio.orders.flatMap((order) => (order.do === "set" ? order.values : [])));
    for (const [name, value] of Object.entries(expected))
      assert.deepEqual(values[name], value, `${JSON.stringify(payload)}: ${name}`);
  }
  assert.equal(home.heard.find(({ values }) => "on" in values)?.cause.by !== undefined, true);
  await until(() => home.heard.some(({ cause }) => cause.by === "mqtt"), "the cause");
});
