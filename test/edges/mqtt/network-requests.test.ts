/** Requests that take the network or a device a while: its map in all forms, touchlink, interviews, install codes, and missing routers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RadioError } from "../../../src/model/radio/orders.ts";
import { LAMP, lamp, MOTION, motion } from "../../devices/home.ts";
import { NETWORK } from "../../support/fakes.ts";
import { type MqttStage, mqttStage } from "../../support/mqtt-house.ts";

const BASE = "zigbee2mqtt";
const LIGHT = "Extended color light 1";
const STRANGER = { ieee: "0x00178801000000aa", factorynew: false, rssi: -40, channel: 15, panid: 0x1a62 };

async function ask({ broker }: MqttStage, what: string, body: unknown = ""): Promise<Record<string, unknown>> {
  const topic = `${BASE}/bridge/response/${what}`;
  broker.last.delete(topic);
  broker.send(`${BASE}/bridge/request/${what}`, body);
  return JSON.parse(await broker.said(topic));
}

/** One of three leads by way of the lamp now. */
const ROUTES = [
  { destination: 0x1234, nextHop: 0x2222, status: "active" },
  { destination: 0x1235, nextHop: 0x2222, status: "inactive" },
  { destination: 0x1236, nextHop: 0x3333, status: "active" },
];

/** The stick hears the lamp; the lamp hears the sensor, or does not answer. */
async function mapped(stage: MqttStage, type: string, answers = true) {
  stage.radio.answer = (order) => {
    if (order.do === "routes" && order.target.ieee !== LAMP) return { routes: ROUTES };
    if (order.do === "routes") throw new RadioError("unsupported", "it has none");
    if (order.do !== "neighbours") return {};
    if (order.target.ieee === LAMP && !answers) throw new RadioError("unreachable", "it does not answer");
    const isStick = order.target.ieee === NETWORK.coordinator;
    const [ieee, relation] = isStick ? [LAMP, "sibling"] : [MOTION, "child"];
    return { neighbours: [{ ieee, linkquality: 100, relation, depth: 1 }] };
  };
  const { status, data } = (await ask(stage, "networkmap", { type, routes: true })) as {
    status: string;
    data: { type: string; routes: boolean; value: never };
  };
  assert.deepEqual([status, data.type, data.routes], ["ok", type, true]);
  return data.value as unknown;
}

test("the map of the network, in the three forms", async (t) => {
  const stage = await mqttStage(t, {
    settings: { manages: true },
    devices: [lamp(LAMP, { network: 0x2222 }), motion()],
  });
  const raw = (await mapped(stage, "raw")) as { nodes: Record<string, unknown>[]; links: Record<string, unknown>[] };
  assert.deepEqual(
    raw.nodes.map(({ ieeeAddr, friendlyName, type, failed }) => [ieeeAddr, friendlyName, type, failed]),
    [
      [NETWORK.coordinator, "Coordinator", "Coordinator", []],
      [LAMP, LIGHT, "Router", ["routingTable"]],
      [MOTION, "Presence 1", "EndDevice", []],
    ],
  );
  assert.deepEqual(
    raw.links.map(({ sourceIeeeAddr, targetIeeeAddr, lqi, relationship }) => [
      ...[sourceIeeeAddr, targetIeeeAddr, lqi, relationship],
    ]),
    [
      [LAMP, NETWORK.coordinator, 100, 2],
      [MOTION, LAMP, 100, 1],
    ],
  );
  const route = { destinationAddress: 0x1234, nextHopAddress: 0x2222, status: "ACTIVE" };
  assert.deepEqual(
    raw.links.map(({ routes }) => routes),
    [[route], []],
  );
  const graphviz = String(await mapped(stage, "graphviz"));
  assert.match(graphviz, /^digraph G \{\n/);
  assert.ok(graphviz.includes(`"${MOTION}" -> "${LAMP}" [label="100"];`), graphviz);
  const plantuml = String(await mapped(stage, "plantuml"));
  assert.match(plantuml, /^@startuml\n(.*\n)+@enduml$/);
  assert.ok(plantuml.includes(`n${MOTION.slice(2)} --> n${LAMP.slice(2)} : 100`), plantuml);
  stage.radio.orders.length = 0;
  const { nodes } = (await mapped(stage, "raw", false)) as typeof raw;
  const asked = stage.radio.orders.flatMap((order) => (order.do === "routes" ? [order.target.ieee] : []));
  assert.deepEqual(asked, [NETWORK.coordinator], "a lamp that was silent is not asked once more");
  assert.deepEqual(nodes.find(({ ieeeAddr }) => ieeeAddr === LAMP)?.failed, ["lqi", "routingTable"]);
});

test("touchlink: scanned, one of those found blinks, and is reset; a stranger is refused", async (t) => {
  const stage = await mqttStage(t, { settings: { manages: true }, devices: [lamp()] });
  const { radio } = stage;
  radio.touch = async ({ do: what }) => {
    if (what === "scan") radio.tell({ kind: "touched", touched: STRANGER });
  };
  const found = { ieee_address: STRANGER.ieee, channel: STRANGER.channel };
  assert.deepEqual(await ask(stage, "touchlink/scan", { transaction: 1 }), {
    ...{ data: { found: [found] }, status: "ok", transaction: 1 },
  });
  assert.deepEqual((await ask(stage, "touchlink/identify", found)).data, found);
  assert.deepEqual((await ask(stage, "touchlink/factory_reset", found)).data, found);
  assert.deepEqual(
    radio.jobs.map(({ do: what }) => what),
    ["scan", "identify", "reset"],
  );
  const { status, error } = await ask(stage, "touchlink/identify", { ieee_address: "0x1" });
  assert.deepEqual([status, error], ["error", "touchlink has found no such device: scan first, close to it"]);
});

test("an interview is answered when it is over, as it went", async (t) => {
  const stage = await mqttStage(t, { settings: { manages: true }, devices: [lamp(), motion()] });
  const { radio } = stage;
  radio.answer = (order) => {
    if (order.do === "interview" && order.target.ieee === LAMP) radio.tell({ kind: "device", device: lamp() });
    if (order.do === "interview" && order.target.ieee === MOTION) radio.tell({ kind: "failed", ieee: MOTION });
    return {};
  };
  assert.deepEqual(await ask(stage, "device/interview", { id: LIGHT }), { data: { id: LIGHT }, status: "ok" });
  const { status, error } = await ask(stage, "device/interview", MOTION);
  assert.equal(status, "error");
  assert.match(String(error), /wake it, and try again/);
});

test("an install code goes to the radio and comes back in no answer", async (t) => {
  const stage = await mqttStage(t, { settings: { manages: true } });
  const codes: string[] = [];
  stage.radio.installCode = async (code) => void codes.push(code);
  const code = "001788010203aa01|83FED3407A939723A5C639B26916D505C3B5";
  assert.deepEqual(await ask(stage, "install_code/add", { value: code }), { data: {}, status: "ok" });
  assert.deepEqual(codes, [code]);
  assert.ok(!stage.broker.all.some(([topic, said]) => !topic.includes("request") && said.includes("83FED3")));
});

test("missing routers, a device out of all groups, and unbound clusters", async (t) => {
  const stage = await mqttStage(t, { settings: { manages: true }, devices: [lamp(), motion()] });
  const { home, radio } = stage;
  assert.deepEqual((await ask(stage, "coordinator_check")).data, { missing_routers: [] });
  await home.ask("POST", "/groups", { name: "Hall", lights: ["1"] });
  await home.ask("POST", "/groups", { name: "Stairs", lights: ["1"] });
  assert.deepEqual(await ask(stage, "group/members/remove_all", { device: LIGHT }), {
    ...{ data: { device: LIGHT }, status: "ok" },
  });
  assert.deepEqual(
    ["1", "2"].map((id) => home.store.get(`/groups/${id}`)?.attr.lights),
    [[], []],
  );
  radio.orders.length = 0;
  const { data } = await ask(stage, "device/unbind", { from: LIGHT, to: "Hall", clusters: ["genOnOff"] });
  assert.deepEqual(data, { from: LIGHT, to: "Hall", from_endpoint: 1, clusters: ["genOnOff"], failed: [] });
  assert.deepEqual(
    radio.orders.map((order) => order.do),
    ["unbind"],
  );
  assert.deepEqual(await ask(stage, "restart"), { data: {}, status: "ok" });
});
