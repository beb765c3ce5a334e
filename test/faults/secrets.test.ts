/** Fault 24: a house with a password and keys does all requests, also wrong ones; then every output is searched for these secrets. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { WebSocket } from "ws";
import { openGateway } from "../../src/gateway.ts";
import {
  clip,
  fakeClock,
  fakeDisk,
  fakeHistoryDisk,
  fakeHost,
  fakeRadio,
  fakeWeb,
  loudLog,
  settle,
  TEST,
} from "../support/fakes.ts";
import { type FlowNode, flowNode, gatewayNode, type NodeRed, newKey, nodeRed, sink, TAB } from "../support/node-red.ts";

const PASSWORD = "correct-horse-battery";
const GATEWAY = "/zigbee-gateway/gw";

let house: NodeRed;
const lines: string[] = [];
const pushed: string[] = [];
let keys: readonly string[] = [];
let socket: WebSocket;

function flow(more: Record<string, unknown> = {}): FlowNode[] {
  return [
    TAB,
    gatewayNode("gw", { credentials: { password: PASSWORD }, ...more }),
    flowNode("heard", "zigbee-gateway-event", { gateway: "gw", wires: [["facts"]] }),
    sink("facts"),
    flowNode("ask", "zigbee-gateway-request", {
      gateway: "gw",
      method: "",
      refusalIsError: true,
      wires: [["answers"]],
    }),
    sink("answers"),
    flowNode("catch", "catch", { scope: null, wires: [["caught"]] }),
    sink("caught"),
    flowNode("status", "status", { scope: null, wires: [["statuses"]] }),
    sink("statuses"),
  ];
}

/** Which of them the text gives away: full keys, the hashes that are kept of them, and the password. */
function secretsIn(text: string, except = ""): string[] {
  const hashes = keys.map((key) => createHash("sha256").update(key).digest("hex"));
  const secrets = [...keys, PASSWORD, btoa(`me:${PASSWORD}`), ...hashes].filter((secret) => secret !== except);
  const plain = text.toLowerCase();
  return secrets.filter((secret) => plain.includes(secret.toLowerCase()));
}

before(async () => {
  const keep = (line: unknown) => lines.push(JSON.stringify(line, (_, value) => value?.stack ?? value));
  const logging = { all: { level: "trace", metrics: true, audit: true, handler: () => keep } };
  house = await nodeRed({ settings: { logging }, flow: flow() });
  await house.status("ask", /^ready/);
  const first = await newKey(house);
  socket = new WebSocket(`ws://127.0.0.1:${house.port}/?key=${first}`);
  await once(socket, "open");
  socket.on("message", (data) => pushed.push(String(data)));
  const proof = { Authorization: `Basic ${btoa(`me:${PASSWORD}`)}` };
  const { body } = await house.ask("POST", "/api", { devicetype: "second" }, proof);
  keys = [first, body[0].success.username];
  assert.ok(keys.every((key) => /^[0-9A-F]{40}$/.test(key)));
  await live();
});
after(async () => {
  socket.terminate();
  await house.stop();
});

/** Requests of clients and flows in a year, right and wrong ones. */
async function live(): Promise<void> {
  const [first = ""] = keys;
  const api = `/api/${first}`;
  const wrong = { Authorization: `Basic ${btoa(`me:${PASSWORD}!`)}` };
  await house.ask("POST", `${api}/sensors`, clip("CLIPPresence"));
  await house.ask("PUT", `${api}/sensors/1/state`, { presence: true });
  await house.ask("PUT", `${api}/config`, { name: "Home", unlock: 10, nonsense: first });
  await house.ask("PUT", `${api}/config`, "{broken");
  await house.ask("PUT", `${api}/sensors/1`, { name: 7 });
  await house.ask("GET", `${api}/config/whitelist/${first}`);
  await house.ask("POST", `${api}/resourcelinks`, { name: "r", classid: 1, links: ["/sensors/1"] });
  const command = { address: `${api}/sensors/1/state`, method: "PUT", body: { unicorns: 1 } };
  await house.ask("POST", `${api}/schedules`, { command, time: "R/PT00:00:01" });
  await house.ask("POST", `${api}/schedules`, { command: { ...command, method: "POST" }, time: "PT00:00:01" });
  await house.ask("POST", `${api}/lights`);
  await house.ask("GET", `/api/${first}x/lights`);
  await house.ask("GET", `/api/${first.toLowerCase()}/lights`);
  const third = await house.ask("POST", "/api", { devicetype: "third" }, wrong); // the window is open
  keys = [...keys, third.body[0].success.username];
  await house.ask("POST", "/api", { devicetype: "first again", username: first });
  await house.ask("DELETE", `${api}/config/whitelist/${first.slice(0, 8)}nonsense`);
  for (const topic of [`/config/whitelist/${first}`, `/unicorns/${PASSWORD}`]) {
    house.send("ask", { method: "GET", topic });
  }
  house.send("ask", { method: "PUT", topic: "/config", payload: { name: 7 } });
  await house.received("caught", 3);
  const { body } = await house.ask("POST", "/api", { devicetype: "to be deleted" });
  await house.ask("DELETE", `${api}/config/whitelist/${body[0].success.username}`);
  keys = [...keys, body[0].success.username];
  await house.deploy(flow({ x: 7 }), "full");
  await house.deploy(flow({ latitude: "52" }), "full");
  await house.status("ask", /^ready/);
  await house.ask("PUT", `${api}/sensors/1/state`, { presence: false });
}

test("the log, at its most talkative", () => {
  assert.ok(lines.length > 20, `${lines.length} lines`);
  assert.deepEqual(
    lines.filter((line) => secretsIn(line).length > 0),
    [],
  );
});

test("answers to a client with another key: its own key, and no other", async () => {
  const [first = "", second = "", third = ""] = keys;
  const paths = [
    "",
    "/",
    "/config",
    "/config/whitelist",
    `/config/whitelist/${first.slice(0, 8)}`,
    "/sensors",
    "/sensors/1",
  ];
  for (const path of [
    ...paths,
    "/sensors/new",
    "/lights",
    "/groups",
    "/resourcelinks",
    "/resourcelinks/1",
    "/schedules",
    "/schedules/1",
    "/schedules/1/next",
    "/rules",
    "/info/timezones",
    "/userparameter",
    "/unicorns",
    "/gateway",
    "/search",
  ]) {
    const answer = await house.ask("GET", `/api/${second}${path}`);
    assert.deepEqual(secretsIn(JSON.stringify(answer), second), [], path);
  }
  assert.equal((await house.ask("GET", `/api/${second}/schedules/1`)).status, 200, "there is one to look at");
  const { whitelist } = (await house.ask("GET", `/api/${second}/config`)).body;
  assert.deepEqual(Object.keys(whitelist).sort(), [first.slice(0, 8), second, third.slice(0, 8)].sort());
  const errors: [method: string, path: string, body: unknown][] = [
    ["PUT", `/config/whitelist/${first.slice(0, 8)}`, {}],
    ["PUT", "/config", { whitelist: {}, hash: 1, password: "x" }],
    ["POST", "/config/whitelist", {}],
    ["DELETE", "/config", {}],
  ];
  for (const [method, path, body] of errors) {
    const answer = await house.ask(method, `/api/${second}${path}`, body);
    assert.deepEqual(secretsIn(JSON.stringify(answer), second), [], `${method} ${path}`);
  }
});

test("answers to a client without a key", async () => {
  for (const path of ["/api/config", "/api/openapi.json", "/api", "/api/x", "/api/x/config"]) {
    assert.deepEqual(secretsIn(JSON.stringify(await house.ask("GET", path))), [], path);
  }
});

test("answers to the editor", async () => {
  for (const what of ["keys", "model", "ports", "folders"]) {
    const answer = await house.ask("GET", `${GATEWAY}/${what}`);
    assert.equal(answer.status, 200, what);
    assert.deepEqual(secretsIn(JSON.stringify(answer)), [], what);
  }
  const { body } = await house.ask("GET", "/credentials/zigbee-gateway/gw");
  assert.deepEqual(body, { has_password: true, has_mqttPassword: false, mqttUser: "" });
  assert.deepEqual(secretsIn(JSON.stringify(await house.ask("GET", "/flows"))), []);
});

test("messages of the push channel", async () => {
  await house.received("facts");
  assert.ok(pushed.length > 0);
  assert.deepEqual(secretsIn(pushed.join("\n")), []);
});

test("messages in flows, and statuses of nodes", async () => {
  const [first = ""] = keys;
  await house.ask("POST", `${GATEWAY}/unlock`, {});
  await house.ask("POST", "/api", { devicetype: "heard" });
  const facts = await house.received("facts", 2);
  const shown = await house.received("statuses");
  assert.ok(first.length > 0);
  for (const each of [...facts, ...shown]) assert.deepEqual(secretsIn(JSON.stringify(each)), [], JSON.stringify(each));
});

test("flows.json and the data folder: a print of each key, and Node-RED's own file for the password", () => {
  const files = readdirSync(house.userDir, { recursive: true, encoding: "utf8" })
    .map((name) => join(house.userDir, name))
    .filter((file) => statSync(file).isFile());
  assert.ok(files.some((file) => file.endsWith("flows.json")) && files.some((file) => file.endsWith(".db")));
  const data = files.find((file) => file.endsWith(".db")) ?? "";
  assert.ok(secretsIn(readFileSync(data, "utf8")).length >= 3, "the prints are looked for as they are kept");
  for (const file of files) {
    const found = secretsIn(readFileSync(file, "utf8"));
    const mayBe = (secret: string) =>
      (/\.db$/.test(file) && secret.length === 64) || (/flows_cred\.json/.test(file) && secret === PASSWORD);
    assert.deepEqual(
      found.filter((secret) => !mayBe(secret)),
      [],
      file,
    );
  }
  const modes = files.filter((file) => file.includes("net-gw")).map((file) => statSync(file).mode & 0o077);
  assert.ok(
    modes.every((mode) => mode === 0),
    "the data are their owner's alone",
  );
});

const A_LOOK = 1_100; // milliseconds

test("a disk that refuses, and a node that fails, tell no secret", async () => {
  const [first = "", second = ""] = keys;
  rmSync(join(house.userDir, "zigbee-gateway", "net-gw"), { recursive: true });
  await new Promise((wake) => setTimeout(wake, A_LOOK)); // whether the file is in its place is looked at once a second
  const { status, body } = await house.ask("DELETE", `/api/${first}/config/whitelist/${second}`);
  assert.equal(status, 503);
  assert.equal(body[0].error.type, 901);
  house.send("ask", { method: "DELETE", topic: `/config/whitelist/${second}` });
  await house.received("caught");
  await house.deploy([TAB]);
  assert.deepEqual(
    lines.filter((line) => secretsIn(line).length > 0),
    [],
  );
});

test("a handler that fails while it has a key in hand", async () => {
  const log = loudLog(/it failed/);
  const host = fakeHost();
  const gateway = openGateway({
    clock: fakeClock(),
    log,
    disk: fakeDisk(),
    historyDisk: fakeHistoryDisk(),
    host,
    web: fakeWeb(),
    radio: fakeRadio(),
    settings: {},
  });
  await gateway.ready;
  const wish = { method: "POST", address: "/config/whitelist", body: { devicetype: "x" } } as const;
  const { body } = await gateway.perform({ ...wish, isAnonymous: true, hasPassword: true }, TEST);
  const key = (body as [{ success: { username: string } }])[0].success.username;
  host.same = () => {
    throw new Error(`boom ${key}`);
  };
  const reply = await gateway.perform({ method: "DELETE", address: `/config/whitelist/${key}` }, TEST);
  assert.equal(reply.status, 500);
  await settle();
  assert.match(log.lines.join("\n"), new RegExp(`/config/whitelist/${key.slice(0, 8)}: it failed: Error: boom`));
  assert.doesNotMatch(log.lines.join("\n"), new RegExp(key));
  await gateway.stop();
});
