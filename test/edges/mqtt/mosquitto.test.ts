/** The house at Debian's Mosquitto, which speaks MQTT 5, keeps retained messages over its restarts, and says nothing of missing rights. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LAMP, lamp, motion } from "../../devices/home.ts";
import { CLIENT_PFX, certificate, certificatePath } from "../../support/certificates.ts";
import { homeAssistantFaults } from "../../support/home-assistant.ts";
import { openMosquitto, WITHOUT_MOSQUITTO } from "../../support/mosquitto.ts";
import { mqttStage } from "../../support/mqtt-house.ts";
import { until } from "../../support/virtual-home.ts";

const BASE = "zigbee2mqtt";
const STATE = `${BASE}/Extended color light 1`;
const skip = { skip: WITHOUT_MOSQUITTO };

test("told, wanted, and over a restart: everything at a real broker, by MQTT 5", skip, async (t) => {
  const { broker, radio, edge } = await mqttStage(t, {
    open: openMosquitto,
    settings: { discovery: "homeassistant", retain: true },
    devices: [lamp(LAMP, { values: { state: "ON", brightness: 120 } }), motion()],
  });
  await until(() => broker.json(STATE)?.brightness === 120, "the lamp");
  assert.equal(edge.state.protocol, 5);
  assert.equal((broker.json(`${BASE}/bridge/info`).mqtt as { version: number }).version, 5);
  broker.send(`${STATE}/set`, { brightness: 77 });
  await until(() => broker.json(STATE)?.brightness === 77, "what was wanted");
  const configs = [...broker.last].filter(([topic]) => topic.startsWith("homeassistant/"));
  assert.ok(configs.length > 5);
  for (const [topic, text] of configs) assert.deepEqual(homeAssistantFaults(topic, JSON.parse(text)), [], topic);
  await broker.stop();
  radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { brightness: 33 } });
  await until(() => !edge.state.isUp, "the end of the connection is noticed");
  await broker.start();
  await until(() => broker.json(STATE)?.brightness === 33, "what changed meanwhile");
  await until(() => broker.json(`${BASE}/bridge/state`).state === "online", "it is back");
  await until(() => edge.state.isMute === undefined, "what it said came back");
});

test("a login that fits is let in, and one that does not is told apart", skip, async (t) => {
  const { edge } = await mqttStage(t, {
    open: openMosquitto,
    broker: { user: "me", password: "right" },
    wrongLogin: true,
  });
  await until(() => edge.state.why === "login", "the refusal");
});

test("a user who may neither read nor write is found out, though the broker says nothing", skip, async (t) => {
  const { edge, log } = await mqttStage(t, { open: () => openMosquitto({ mayNothing: true }) });
  await until(() => edge.state.isMute === true, "what is said does not come back");
  assert.deepEqual([edge.state.isUp, log.filter((line) => line.includes("may not read")).length], [true, 1]);
});

const AUTHORITY = { ca: certificate("authority") };
const BY_BOTH = { certificate: certificatePath("broker"), authority: certificatePath("authority") };

test(
  "with TLS of an authority of one's own and a certificate of ours: told, wanted, and over a restart",
  skip,
  async (t) => {
    const { broker, edge } = await mqttStage(t, {
      open: () => openMosquitto({ certificates: BY_BOTH }),
      tls: { ...AUTHORITY, ...CLIENT_PFX },
      devices: [lamp(LAMP, { values: { state: "ON", brightness: 120 } })],
    });
    assert.match(broker.url, /^mqtts:/);
    await until(() => broker.json(STATE)?.brightness === 120, "the lamp");
    broker.send(`${STATE}/set`, { brightness: 77 });
    await until(() => broker.json(STATE)?.brightness === 77, "what was wanted");
    broker.last.clear();
    await broker.restart();
    await until(() => broker.json(STATE)?.brightness === 77, "all of it anew");
    assert.equal(edge.state.protocol, 5);
  },
);

for (const [what, tls, why] of [
  ["is signed by nobody who is trusted", { ca: certificate("self-signed"), ...CLIENT_PFX }, "certificate-unknown"],
  ["wants a certificate of ours", AUTHORITY, "certificate-asked"],
] as const)
  test(`a Mosquitto that ${what} is said to do so, and the house goes on`, skip, async (t) => {
    const { edge, home } = await mqttStage(t, {
      ...{ open: () => openMosquitto({ certificates: BY_BOTH }), tls, mayFail: true },
      devices: [lamp()],
    });
    await until(() => edge.state.why === why, `${why}`); // the line may be closed once before it is said
    assert.equal((await home.ask("PUT", "/lights/1/state", { on: false })).status, 200);
  });
