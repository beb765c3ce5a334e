/**
 * The virtual house at a broker of the user's own, which speaks TLS and wants a certificate: Node-RED's own MQTT nodes, as unchanged
 * clients, see and move it.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openBroker, type TestBroker } from "../support/broker.ts";
import { certificate, certificatePath, certified } from "../support/certificates.ts";
import { homeAssistantFaults } from "../support/home-assistant.ts";
import { layMovedIn } from "../support/moved-in.ts";
import {
  eventually,
  flowNode,
  gatewayNode,
  type Message,
  type NodeRed,
  nodeRed,
  sink,
  TAB,
} from "../support/node-red.ts";

const BASE = "zigbee2mqtt";
const LAMP = "Living room lamp";
const MOST = 120_000; // milliseconds for the house to move in on a slow machine

let broker: TestBroker;
let house: NodeRed;

const mqtt = (id: string, type: "mqtt in" | "mqtt out", topic: string, more: object = {}) =>
  flowNode(id, type, { topic, qos: "0", retain: "false", broker: "broker", datatype: "json", ...more });

before(async () => {
  const tls = { ...certified("broker"), ca: certificate("authority"), requestCert: true };
  broker = await openBroker({ user: "me", password: "right", tls });
  const own = { broker: "127.0.0.1", port: String(broker.port), clientid: "", autoConnect: true, usetls: true };
  const files = { ca: certificatePath("authority"), cert: certificatePath("client"), key: certificatePath("client") };
  house = await nodeRed();
  const flow = [
    TAB,
    { id: "tls", type: "tls-config", name: "", ...files, verifyservercert: true, servername: "", alpnprotocol: "" },
    {
      id: "broker",
      type: "mqtt-broker",
      name: "",
      ...own,
      tls: "tls",
      protocolVersion: "4",
      keepalive: "60",
      cleansession: true,
    },
    gatewayNode("gw", { radio: "virtual", mqtt: true, mqttBroker: "broker", mqttDiscovery: true, mqttManage: true }),
    gatewayNode("stranger", { radio: "none", mqtt: true, mqttAddress: broker.url, mqttBase: "elsewhere" }),
    mqtt("seen", "mqtt in", `${BASE}/${LAMP}`, { wires: [["lamp"]] }),
    mqtt("told", "mqtt out", `${BASE}/${LAMP}/set`),
    mqtt("asked", "mqtt out", `${BASE}/bridge/request/networkmap`),
    mqtt("answered", "mqtt in", `${BASE}/bridge/response/networkmap`, { wires: [["map"]] }),
    mqtt("room", "mqtt out", `${BASE}/Living room/set`),
    sink("lamp"),
    sink("map"),
  ];
  await (house.nodes as unknown as { addCredentials(id: string, login: object): Promise<void> }).addCredentials(
    "broker",
    { user: "me", password: "right" },
  );
  await layMovedIn(house.userDir, "net-gw");
  await house.deploy(flow);
  await house.status("seen", /connect/);
  const told = (what: string) => (broker.json(`${BASE}/bridge/${what}`) ?? []) as unknown as Message[];
  await eventually(
    () => told("groups").length >= 6 && told("devices").some(({ type }) => type === "Coordinator"),
    () => "the radio is up, and the house furnished",
    MOST,
  );
});

after(async () => {
  await house?.stop();
  await broker?.close();
});

test("the house is told with its names, by the login of the user's broker node", async () => {
  const devices = broker.json(`${BASE}/bridge/devices`) as unknown as { friendly_name: string; supported: boolean }[];
  const names = devices.map(({ friendly_name }) => friendly_name);
  for (const name of ["Coordinator", LAMP, "Kitchen lamp", "Hall motion", "Living room remote", "Bedroom blind"])
    assert.ok(names.includes(name), `${name}: ${names.join(", ")}`);
  const groups = broker.json(`${BASE}/bridge/groups`) as unknown as { friendly_name: string; members: unknown[] }[];
  assert.ok((groups.find(({ friendly_name }) => friendly_name === "Living room")?.members.length ?? 0) > 0);
});

test("by its address alone the same broker is not trusted: one line says so, with the cure", async () => {
  const finding = await eventually(
    async () => {
      const { body } = await house.ask("GET", `/zigbee-gateway/stranger/health?now=${Date.now()}&zone=UTC`);
      const found = body.findings.find(({ check }: { check: string }) => check === "mqtt");
      return found?.ok === false && found;
    },
    () => "nothing is wrong with the broker",
  );
  assert.deepEqual([finding.says, finding.cure], ["certificate-unknown", "certificate"]);
  const lines = house.lines.filter((line) => line.includes("no connection to"));
  assert.equal(lines.length, 1, lines.join("\n"));
});

test("a flow with Node-RED's own nodes moves a lamp and sees its new state", async () => {
  house.send("told", { payload: { state: "ON", brightness: 99, transition: 0 } });
  const seen = await eventually(
    () => {
      const now = broker.json(`${BASE}/${LAMP}`);
      return now?.brightness === 99 && now;
    },
    () => `the lamp says ${broker.last.get(`${BASE}/${LAMP}`)}`,
  );
  assert.equal(seen.state, "ON");
  while (!(await house.received("lamp")).some(({ payload }: Message) => payload.brightness === 99)); // the one before may come first
  house.send("room", { payload: { state: "OFF" } });
  await eventually(
    () => broker.json(`${BASE}/${LAMP}`)?.state === "OFF",
    () => "the group did not switch its lamp off",
  );
});

test("Home Assistant would take all that it is told of the house", async () => {
  const configs = () => [...broker.last].filter(([topic]) => topic.startsWith("homeassistant/"));
  await eventually(
    () => configs().length > 150,
    () => `${configs().length} messages`,
  );
  for (const [topic, text] of configs()) assert.deepEqual(homeAssistantFaults(topic, JSON.parse(text)), [], topic);
  const components = new Set(configs().map(([topic]) => topic.split("/")[1]));
  for (const name of ["light", "cover", "climate", "event", "device_automation", "scene", "button", "sensor"])
    assert.ok(components.has(name), name);
});

test("the map of the network is drawn by asking the routers", async () => {
  house.send("asked", { payload: { type: "raw", transaction: "m" } });
  const [{ payload }] = (await house.received("map")) as [Message];
  assert.deepEqual([payload.status, payload.transaction], ["ok", "m"]);
  assert.ok(payload.data.value.nodes.length > 10 && payload.data.value.links.length > 0);
});

test("nothing secret was said to the broker", () => {
  const said = JSON.stringify([...broker.all]);
  for (const secret of ["right", "network_key", "networkKey"]) assert.ok(!said.includes(`"${secret}"`), secret);
});
