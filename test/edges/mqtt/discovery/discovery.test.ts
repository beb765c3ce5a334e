/** Home Assistant at a real broker: its entities, its start, and devices that leave no ghost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Expose } from "../../../../src/model/radio/device-facts.ts";
import { facts, LAMP, lamp, MOTION, modelDefinition, motion } from "../../../devices/home.ts";
import { settle } from "../../../support/fakes.ts";
import { homeAssistantFaults } from "../../../support/home-assistant.ts";
import { mqttStage } from "../../../support/mqtt-house.ts";
import { until } from "../../../support/virtual-home.ts";

const REMOTE = "0x001788010203aa03";
const ACTION: Expose = { type: "enum", name: "action", property: "action", access: 1, values: ["single", "double"] };
const remote = facts(REMOTE, { kind: "end-device", sleepy: true, definition: modelDefinition([ACTION]) });
const HOME = { settings: { discovery: "homeassistant" } };
const NODE = "1221051039810110150109113116116"; // "zigbee2mqtt", each letter as its number

test("a house is found: lamps, sensors, remotes, groups, scenes and the gateway, with the ids that zigbee2mqtt gives", async (t) => {
  const { broker, home, radio } = await mqttStage(t, { ...HOME, devices: [lamp(), motion(), remote] });
  await home.ask("POST", "/groups", { name: "Hall", lights: ["1"] });
  await home.ask("POST", "/groups/1/scenes", { name: "Evening" });
  await broker.said(`homeassistant/scene/${NODE}_1/scene_1/config`);
  await broker.said(`homeassistant/event/${REMOTE}/action/config`);
  const configs = [...broker.last].filter(([topic]) => topic.startsWith("homeassistant/"));
  for (const [topic, text] of configs) assert.deepEqual(homeAssistantFaults(topic, JSON.parse(text)), [], topic);
  const of = (topic: string) => broker.json(`homeassistant/${topic}/config`);
  assert.equal(of(`light/${LAMP}/light`).unique_id, `${LAMP}_light_zigbee2mqtt`);
  assert.deepEqual(of(`light/${LAMP}/light`).supported_color_modes, ["xy", "color_temp"]);
  assert.deepEqual((of(`light/${LAMP}/light`).device as { identifiers: unknown }).identifiers, [`zigbee2mqtt_${LAMP}`]);
  assert.equal(of(`binary_sensor/${MOTION}/occupancy`).device_class, "occupancy");
  assert.equal(of(`sensor/${MOTION}/temperature`).unit_of_measurement, "°C");
  assert.equal(of(`select/${MOTION}/motion_sensitivity`).entity_category, "config");
  assert.equal(of(`select/${LAMP}/effect`).unique_id, `${LAMP}_effect_zigbee2mqtt`);
  const connection = of(`binary_sensor/${NODE}_0x00124b0000000001/connection_state`);
  assert.equal(connection.availability, undefined, "what says that the gateway is away is there when it is away");
  assert.equal(of(`light/${NODE}_1/light`).unique_id, "1_light_zigbee2mqtt");
  assert.equal(of(`device_automation/${REMOTE}/action_single`).subtype, "single");
  assert.equal(
    of(`sensor/${NODE}_0x00124b0000000001/version`).unique_id,
    "bridge_0x00124b0000000001_version_zigbee2mqtt",
  );
  assert.ok(
    !broker.last.has(`homeassistant/switch/${NODE}_0x00124b0000000001/permit_join/config`),
    "nobody may manage",
  );
  radio.tell({ kind: "payload", ieee: REMOTE, endpoint: 1, payload: { action: "single" } });
  assert.equal(
    await broker.said(`zigbee2mqtt/${String((of(`event/${REMOTE}/action`).device as { name: string }).name)}/action`),
    "single",
  );
});

test("when Home Assistant starts it is told all again", async (t) => {
  const { broker } = await mqttStage(t, { ...HOME, devices: [lamp(LAMP, { values: { state: "ON" } })] });
  const topic = `homeassistant/light/${LAMP}/light/config`;
  await broker.said(topic);
  broker.all.length = 0;
  broker.send("homeassistant/status", "online");
  await until(() => broker.all.some(([at]) => at === topic), "the lamp");
  await until(() => broker.all.some(([at]) => at === "zigbee2mqtt/Extended color light 1"), "its state");
});

test("a device that is removed leaves no ghost, also one of an earlier run; those of another program stay", async (t) => {
  const { broker, home, radio } = await mqttStage(t, { ...HOME, devices: [lamp(), motion()] });
  const topic = `homeassistant/sensor/${MOTION}/temperature/config`;
  const config = await broker.said(topic);
  await home.ask("DELETE", `/devices/${MOTION.slice(2).match(/../g)?.join(":")}`);
  radio.tell({ kind: "left", ieee: MOTION });
  await settle();
  await until(() => !broker.last.has(topic), "it is gone");
  const kept = await broker.retained();
  assert.deepEqual(
    [...kept.keys()].filter((at) => at.includes(MOTION)),
    [],
  );
  assert.ok(kept.has(`homeassistant/light/${LAMP}/light/config`));
  const foreign = JSON.stringify({ ...JSON.parse(config), origin: { name: "Zigbee2MQTT" } });
  broker.send(`homeassistant/sensor/0x00158d00000000ff/battery/config`, foreign, true);
  broker.send(`homeassistant/sensor/0x00158d00000000fe/battery/config`, config, true); // ours, of a device that is gone
  await broker.said("homeassistant/sensor/0x00158d00000000fe/battery/config");
  await broker.restart();
  await until(() => !broker.last.has("homeassistant/sensor/0x00158d00000000fe/battery/config"), "the old one");
  assert.ok((await broker.retained()).has("homeassistant/sensor/0x00158d00000000ff/battery/config"));
});
