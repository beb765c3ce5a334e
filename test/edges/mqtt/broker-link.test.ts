/** A broker that is away, refuses, or restarts: the house goes on, says how it is, and tells everything anew. */
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { BrokerLink } from "../../../src/edges/mqtt/broker-link.ts";
import type { BrokerMessage, ConnectBroker, ConnectionListeners } from "../../../src/edges/mqtt/mqtt-client.ts";
import { LAMP, lamp } from "../../devices/home.ts";
import { type FakeRadio, fakeClock, fakeRadio, house, loudLog, settle } from "../../support/fakes.ts";
import { edgeOf, mqttStage } from "../../support/mqtt-house.ts";
import { until } from "../../support/virtual-home.ts";

const RESTARTS = process.env.LONG ? 100 : 4;
const STATE = "zigbee2mqtt/Extended color light 1";

test(`over ${RESTARTS} restarts of the broker while a light changes, the last value is right`, async (t) => {
  const { broker, radio, edge } = await mqttStage(t, { devices: [lamp(LAMP, { values: { brightness: 0 } })] });
  let slowest = 0;
  for (let brightness = 1; brightness <= RESTARTS; brightness += 1) {
    await broker.stop();
    radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { brightness } });
    await until(() => !edge.state.isUp, "the end of the connection is noticed");
    broker.last.clear();
    await broker.start();
    const began = performance.now();
    await until(() => broker.json(STATE)?.brightness === brightness, `brightness ${brightness}`);
    slowest = Math.max(slowest, performance.now() - began);
    await until(() => broker.json("zigbee2mqtt/bridge/state")?.state === "online", "it is there");
  }
  t.diagnostic(`slowest: ${Math.round(slowest)} ms from the broker's start to the right value`);
  assert.ok(process.env.LONG === undefined || slowest < 5_000, `${slowest} ms`);
});

test("a wrong password is told as one, and the house goes on", async (t) => {
  const { broker, edge, log } = await mqttStage(t, { broker: { user: "me", password: "right" }, wrongLogin: true });
  await until(() => edge.state.why === "login", "the refusal");
  assert.equal(edge.state.isUp, false);
  assert.deepEqual(log.filter((line) => line.includes("no connection")).length, 1, "told once, however often it fails");
  assert.ok(!JSON.stringify([edge.state, log]).includes("wrong"), "no password anywhere");
  await broker.close().catch(() => {});
});

function fakeLink() {
  const clock = fakeClock();
  const attempts: { protocol: number; listeners: ConnectionListeners }[] = [];
  const sent: BrokerMessage[] = [];
  const connection = {
    isFull: false,
    publish: (message: BrokerMessage) => void sent.push(message),
    subscribe: () => {},
    unsubscribe: () => {},
    close: async () => {},
  };
  const connect: ConnectBroker = ({ protocol }, listeners) => {
    attempts.push({ protocol, listeners });
    return connection;
  };
  const ups: number[] = [];
  const broker = { url: "mqtt://me:secret@192.0.2.5:1883" };
  const will = { topic: "b/bridge/state", payload: "offline", retain: true };
  const link = new BrokerLink(
    { broker, clientId: "c", will, clock, log: loudLog(), connect, random: () => 0 },
    { up: () => ups.push(clock.now()), message: () => {} },
  );
  link.start();
  const last = () => (attempts.at(-1) as (typeof attempts)[0]).listeners;
  return { clock, attempts, sent, connection, link, ups, last };
}

test("MQTT 5 first, 3.1.1 where the broker knows nothing else, and 5 again after that", () => {
  const { clock, attempts, last, link } = fakeLink();
  last().down("protocol", "unacceptable protocol version");
  clock.advance(0.001);
  last().up();
  assert.deepEqual([attempts.map(({ protocol }) => protocol), link.state.isUp], [[5, 4], true]);
  last().down("lost", "the connection was lost");
  clock.advance(1);
  assert.equal(attempts.at(-1)?.protocol, 5);
});

test("a broker that stays away is called again, ever more seldom; its address is said without the login", () => {
  const { clock, attempts, last, link } = fakeLink();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    last().down("silent", "connect ECONNREFUSED");
    clock.advance(15);
  }
  assert.equal(attempts.length, 21);
  assert.deepEqual([link.state.why, link.state.broker], ["silent", "192.0.2.5:1883"]);
});

test("a user who may not read and write at the broker is told so; a will that comes late is set right", async () => {
  const clock = fakeClock();
  const home = await house({ radio: fakeRadio(true) });
  const said: BrokerMessage[] = [];
  let listeners: ConnectionListeners | undefined;
  const connect: ConnectBroker = (_, own) => {
    listeners = own;
    const nothing = () => {};
    return {
      isFull: false,
      publish: (one) => said.push(one),
      subscribe: nothing,
      unsubscribe: nothing,
      close: async () => {},
    };
  };
  const parts = { radio: home.radio as FakeRadio, clock, log: loudLog(/may not read and write/), connect };
  const edge = edgeOf(home, parts, { broker: { url: "mqtt://192.0.2.5" } });
  await settle();
  listeners?.up();
  clock.advance(11);
  assert.equal(edge.state.isMute, true);
  const topic = "zigbee2mqtt/bridge/state";
  listeners?.message({ topic, payload: '{"state":"online"}', retain: true });
  assert.equal(edge.state.isMute, true, "what an earlier run has left is no answer");
  const question = "zigbee2mqtt/bridge/request/health_check";
  listeners?.message({ topic: question, payload: '{"transaction":"test"}', retain: false });
  assert.equal(edge.state.isMute, undefined);
  said.length = 0;
  listeners?.message({ topic, payload: '{"state":"offline"}', retain: false });
  assert.deepEqual(said, [
    { topic, payload: '{"state":"online"}', retain: true },
    { topic: question, payload: '{"transaction":"test"}', retain: false },
  ]);
  await edge.stop();
  await home.stop();
});

test("with a slow broker the newest message of each topic waits", () => {
  const { sent, connection, link, last } = fakeLink();
  last().up();
  connection.isFull = true;
  for (let value = 1; value <= 1_000; value += 1) link.publish("b/lamp", String(value));
  link.publish("b/other", "1");
  for (const press of ["single", "double"]) link.publish("b/remote/action", press, false, true);
  assert.deepEqual([sent.length, link.state.waiting], [0, 4]);
  connection.isFull = false;
  last().drained();
  assert.deepEqual(
    sent.map(({ topic, payload }) => [topic, payload]),
    [
      ["b/lamp", "1000"],
      ["b/other", "1"],
      ["b/remote/action", "single"],
      ["b/remote/action", "double"],
    ],
  );
});
