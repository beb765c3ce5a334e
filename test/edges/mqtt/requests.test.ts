/** The requests that clients may send to the bridge, with its answers; and those that they may not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "../../../src/model/radio/orders.ts";
import { endpoint, facts, LAMP, lamp, MOTION, modelDefinition, motion } from "../../devices/home.ts";
import { settle } from "../../support/fakes.ts";
import { type MqttStage, mqttStage } from "../../support/mqtt-house.ts";
import { until } from "../../support/virtual-home.ts";

const BASE = "zigbee2mqtt";
const LIGHT = "Extended color light 1";
const REMOTE = "0x001788010203aa07";

async function ask({ broker }: MqttStage, what: string, body: unknown = ""): Promise<Record<string, unknown>> {
  const topic = `${BASE}/bridge/response/${what}`;
  broker.last.delete(topic);
  broker.send(`${BASE}/bridge/request/${what}`, body);
  return JSON.parse(await broker.said(topic));
}

test("the bridge carries out requests, and answers with the transaction", async (t) => {
  const stage = await mqttStage(t, { settings: { manages: true }, devices: [lamp(), motion()] });
  const { broker, radio, home } = stage;
  const good = async (what: string, body: unknown, data: Record<string, unknown>) => {
    const answer = await ask(stage, what, body);
    assert.equal(answer.status, "ok", `${what}: ${answer.error}`);
    assert.deepEqual(answer.data, data, what);
    return answer;
  };
  assert.equal((await good("permit_join", { time: 60, transaction: "t1" }, { time: 60 })).transaction, "t1");
  assert.deepEqual(radio.opened, [60]);
  await until(() => broker.json(`${BASE}/bridge/info`).permit_join === true, "it is open");
  await good("permit_join", { time: 30, device: LIGHT }, { time: 30, device: LIGHT });
  await good(
    "device/rename",
    { from: LIGHT, to: "kitchen/lamp" },
    { from: LIGHT, to: "kitchen/lamp", homeassistant_rename: false },
  );
  await broker.said(`${BASE}/kitchen/lamp/availability`);
  await until(() => !broker.last.has(`${BASE}/${LIGHT}/availability`), "nothing is left under the old name");
  await good("group/add", { friendly_name: "hall", id: null }, { friendly_name: "hall", id: 1 }); // null: not given
  await good(
    "group/members/add",
    { group: "hall", device: "kitchen/lamp" },
    { device: "kitchen/lamp", endpoint: 1, group: "hall" },
  );
  assert.deepEqual(home.store.get("/groups/1")?.attr.lights, ["1"]);
  await until(
    () => (broker.json(`${BASE}/bridge/groups`) as unknown as { members: unknown[] }[])[0]?.members.length === 1,
    "its member",
  );
  await good(
    "group/rename",
    { from: "hall", to: "corridor" },
    { from: "hall", to: "corridor", homeassistant_rename: false },
  );
  await good(
    "group/members/remove",
    { group: "corridor", device: "kitchen/lamp" },
    { device: "kitchen/lamp", endpoint: 1, group: "corridor" },
  );
  await good(
    "device/options",
    { id: "kitchen/lamp", options: { transition: 2 } },
    { id: "kitchen/lamp", from: {}, to: { transition: 2 }, restart_required: false },
  );
  assert.deepEqual(radio.options.get(LAMP), { transition: 2 });
  radio.orders.length = 0;
  await good(
    "device/bind",
    { from: "kitchen/lamp", to: "corridor", clusters: ["genOnOff"] },
    { from: "kitchen/lamp", to: "corridor", from_endpoint: 1, clusters: ["genOnOff"], failed: [] },
  );
  await good("device/configure", { id: LAMP }, { id: "kitchen/lamp" });
  const report = {
    cluster: "genOnOff",
    attribute: "onOff",
    minimum_report_interval: 1,
    maximum_report_interval: 300,
  };
  const reported = { attribute: "onOff", least: 1, most: 300, change: 0 };
  const cluster = {
    ...{ id: 6, name: "genOnOff", side: "input" as const },
    ...{ attributes: ["onOff"], values: {}, bound: [] },
  };
  radio.wiring = async () => [{ ieee: LAMP, endpoint: 1, clusters: [{ ...cluster, reported: [reported] }] }];
  await good(
    "device/configure_reporting",
    { id: LAMP, ...report }, // a value that is on or off has no reportable_change
    { id: "kitchen/lamp", endpoint: 1, ...report, reportable_change: 0 },
  );
  await until(() => {
    const [, lampNow] = broker.json(`${BASE}/bridge/devices`) as unknown as { endpoints: Record<string, object> }[];
    return JSON.stringify(lampNow?.endpoints).includes('"maximum_report_interval":300');
  }, "what it reports now");
  assert.deepEqual(
    radio.orders.map((order: Order) => order.do),
    ["bind", "configure", "report"],
  );
  await good("group/remove", { id: "corridor" }, { id: "corridor", force: false });
  await good("health_check", "", { healthy: true });
  await good("device/remove", { id: MOTION }, { id: "Presence 1", block: false, force: false });
  assert.equal(home.store.get("/sensors/1"), undefined);
});

const refused: [what: string, body: unknown, why: RegExp][] = [
  ["device/rename", { from: LIGHT, to: "a#b" }, /no \+ and no #/],
  ["device/rename", { from: LIGHT, to: "lamp/set" }, /another topic/],
  ["device/rename", { from: LIGHT, to: "Presence 1" }, /taken/],
  ["device/rename", { from: "nobody", to: "x" }, /no device nobody/],
  ["group/add", { friendly_name: LIGHT }, /taken/],
  ["permit_join", { time: 1000 }, /0 to 254/],
  ["device/options", { id: LIGHT, options: { strange: 1 } }, /no option strange/],
  ["device/options", { id: LIGHT, options: { icon: "lamp.png" } }, /no option icon/],
  ["device/options", { id: LIGHT, options: { description: 7 } }, /description is a text/],
  ["device/options", { id: LIGHT, options: { disabled: "yes" } }, /disabled is true or false/],
  ["options", { options: { advanced: { log_level: "debug" } } }, /in its dialog/],
  ["backup", "", /key of the network/],
  ["device/ota_update/check", { id: LIGHT }, /does not do/],
  ["converter/save", { name: "mine.js", code: "…" }, /does not do converter\/save/],
  ["extension/remove", { name: "mine.js" }, /does not do/],
  ["networkmap", { type: "x" }, /raw, graphviz/],
];

test("a request that does not fit, or is not done here, is answered in the same form, and changes nothing", async (t) => {
  const stage = await mqttStage(t, { settings: { manages: true }, devices: [lamp(), motion()] });
  const before = stage.home.store.list("/devices").map(({ attr }) => attr.name);
  for (const [what, body, why] of refused) {
    const answer = await ask(stage, what, body);
    assert.equal(answer.status, "error", what);
    assert.match(String(answer.error), why);
    assert.deepEqual(answer.data, {});
  }
  assert.deepEqual(
    stage.home.store.list("/devices").map(({ attr }) => attr.name),
    before,
  );
});

test("without the tick no client of the broker manages the network, and a kept request is none", async (t) => {
  const stage = await mqttStage(t, { devices: [lamp()] });
  const answer = await ask(stage, "permit_join", { time: 60, transaction: 7 });
  assert.deepEqual([answer.status, answer.transaction, stage.radio.opened], ["error", 7, []]);
  assert.match(String(answer.error), /may not manage/);
  assert.equal((await ask(stage, "health_check")).status, "ok");
  stage.broker.send(`${BASE}/${LIGHT}/set`, { state: "OFF" }, true);
  await settle();
  const before = stage.broker.subscriptions;
  await stage.broker.restart();
  await until(() => stage.broker.subscriptions > before, "it is back");
  stage.radio.orders.length = 0;
  await ask(stage, "health_check");
  assert.deepEqual(
    stage.radio.orders.filter(({ do: does }) => does === "set"),
    [],
    "what was kept there is no wish of now",
  );
});

test("an endpoint stands behind the name of a device, or in a member of its own", async (t) => {
  const definition = modelDefinition([], { endpoints: { left: 1, right: 2 } });
  const remote = facts(REMOTE, {
    definition,
    endpoints: [endpoint(1, [0], { outputs: [6] }), endpoint(2, [0], { outputs: [6] })],
  });
  const stage = await mqttStage(t, { settings: { manages: true }, devices: [lamp(), remote] });
  const bound = async (body: object) => (await ask(stage, "device/bind", { to: LIGHT, ...body })).data as object;
  const done = { to: LIGHT, to_endpoint: 1, from_endpoint: 2, clusters: ["genOnOff"], failed: [] };
  const { from, ...more } = (await bound({ from: `${REMOTE}/right` })) as { from: string };
  assert.deepEqual(more, done);
  assert.deepEqual(await bound({ from: REMOTE, from_endpoint: "right" }), { from, ...done });
});

const SET_BY_TYPE: Readonly<Record<string, unknown>> = { boolean: true, string: "By the sofa" };

test("the form that a front end makes of the schema can be saved, and shows the settings", async (t) => {
  const stage = await mqttStage(t, { settings: { manages: true }, devices: [lamp()] });
  const info = () =>
    stage.broker.json(`${BASE}/bridge/info`) as {
      config: { devices: Record<string, Record<string, unknown>> };
      config_schema: Record<"properties" | "definitions", Record<string, Record<"properties" | "required", object>>>;
    };
  await stage.broker.said(`${BASE}/bridge/info`);
  const { definitions, properties } = info().config_schema;
  const taken = (kind: string) =>
    Object.entries(definitions[kind]?.properties ?? {}).filter(([, own]) => !own.readOnly);
  assert.deepEqual([Object.keys(properties), taken("group")], [[], []]);
  assert.deepEqual(
    taken("device")
      .map(([name]) => name)
      .sort(),
    ["description", "disabled"],
  );
  for (const [name, { type }] of [["transition", { type: "number" }] as const, ...taken("device")]) {
    const value = SET_BY_TYPE[String([type].flat()[0])] ?? 2;
    const { status, error } = await ask(stage, "device/options", { id: LAMP, options: { [name]: value } });
    assert.equal(status, "ok", `${name}: ${error}`);
    await until(() => info().config.devices[LAMP]?.[name] === value, name);
  }
  await ask(stage, "device/options", { id: LAMP, options: { description: null, disabled: false } });
  await until(() => !("description" in (info().config.devices[LAMP] ?? {})), "it is empty again");
  assert.deepEqual(info().config.devices[LAMP], { friendly_name: LIGHT, transition: 2 });
});
