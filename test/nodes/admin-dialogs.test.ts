import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { VirtualNetwork } from "../../src/virtual/air/virtual-network.ts";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import { openBroker } from "../support/broker.ts";
import { eventually, flowNode, gatewayNode, type NodeRed, nodeRed, TAB } from "../support/node-red.ts";

const AS = (who: string) => ({ Authorization: `Bearer ${who}` });
const PEOPLE: Readonly<Record<string, { username: string; permissions: string }>> = {
  owner: { username: "owner", permissions: "*" },
  reader: { username: "reader", permissions: "read" },
  guest: { username: "guest", permissions: "flows.read" },
};
const HOSTILE = '<img src=x onerror="alert(1)">';

let house: NodeRed;
const api = (method: string, path: string, who = "owner", body?: unknown, headers = {}) =>
  house.ask(method, `/admin/zigbee-gateway/gw/${path}`, body, { ...AS(who), ...headers });

before(async () => {
  const adminAuth = { type: "credentials", users: [], tokens: async (token: string) => PEOPLE[token] ?? null };
  const settings = { httpAdminRoot: "/admin", adminAuth };
  const ask = flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "", address: "" });
  house = await nodeRed({ settings, flow: [TAB, gatewayNode(), ask] });
  await house.status("ask", /ready/);
});
after(() => house.stop());

const permissions: [method: string, path: string, who: string, status: number][] = [
  ["GET", "keys", "nobody", 401],
  ["GET", "keys", "guest", 401],
  ["GET", "keys", "reader", 200],
  ["GET", "model", "guest", 401],
  ["GET", "model", "reader", 200],
  ["GET", "times?time=PT00:00:05", "guest", 401],
  ["GET", "times?time=PT00:00:05", "reader", 200],
  ["GET", "rule-of-rows?rows={}", "guest", 401],
  ["GET", "rule-of-rows?rows={}", "reader", 200],
  ["GET", "rule-of-rows?rows={", "reader", 400],
  ["GET", "ports", "guest", 401],
  ["GET", "ports", "reader", 200],
  ["GET", "folders", "guest", 401],
  ["GET", "folders", "reader", 200],
  ["GET", "sticks", "guest", 401],
  ["GET", "sticks", "reader", 200],
  ["POST", "test-stick", "reader", 401],
  ["POST", "try-port", "reader", 401],
  ["POST", "test-stick", "owner", 400],
  ["POST", "try-port", "owner", 400],
  ["POST", "test-broker", "reader", 401],
  ["POST", "keys", "reader", 401],
  ["GET", "move-plan?adapter=ember", "guest", 401],
  ["GET", "move-plan?adapter=ember", "reader", 200],
  ["GET", "spare", "guest", 401],
  ["GET", "spare", "reader", 200],
  ["POST", "spare", "nobody", 401],
  ["POST", "spare", "reader", 401],
  ["POST", "spare", "owner", 404],
  ["POST", "unlock", "nobody", 401],
  ["POST", "unlock", "reader", 401],
  ["POST", "unlock", "owner", 200],
  ["DELETE", "keys/AAAAAAAA", "reader", 401],
  ["DELETE", "keys/AAAAAAAA", "owner", 404],
];

for (const [method, path, who, status] of permissions) {
  test(`${who} asks ${method} ${path}: ${status}`, async () => {
    assert.equal((await api(method, path, who, method === "GET" ? undefined : {})).status, status);
  });
}

test("a write that is not application/json is refused: a foreign page could send it", async () => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
    const answer = await api("POST", "unlock", "owner", "{}", { "Content-Type": type });
    assert.deepEqual([answer.status, answer.body.text], [415, "Only application/json is accepted."], type);
  }
  assert.equal((await api("DELETE", "keys/AAAAAAAA")).status, 415);
});

test("a broker is called before anything is deployed: it answers, or a reason is told", async () => {
  const broker = await openBroker({ user: "me", password: "right" });
  const tried = async (asked: object) => {
    const { body } = await api("POST", "test-broker", "owner", asked);
    return body.ok ? "good" : body.why;
  };
  const login = { address: broker.url, user: "me", password: "right" };
  try {
    assert.equal(await tried(login), "good");
    assert.equal(await tried({ ...login, password: "wrong" }), "login");
    assert.equal(await tried({ ...login, password: "__PWRD__" }), "login", "none was kept for that broker");
    assert.equal(await tried({ address: "" }), "address");
  } finally {
    await broker.close();
  }
  assert.equal(await tried(login), "silent");
});

test("a key is made for a program that cannot ask for one, and told this once", async () => {
  const { status, body } = await api("POST", "keys", "owner", { name: "my script" });
  const { username } = body[0].success;
  assert.equal(status, 200);
  const { body: kept } = await api("GET", "keys");
  const own = kept.keys.find(({ name }: { readonly name: string }) => name === "my script");
  assert.ok(username.startsWith(own.prefix) && username.length > own.prefix.length);
  assert.equal((await house.ask("GET", `/api/${username}/config`)).body.name, "Zigbee gateway");
  assert.equal((await api("POST", "keys", "owner", { name: 5 })).status, 400);
});

test("a stick is asked for its kind; where none is, one plain sentence says so", async () => {
  const { status, body } = await api("POST", "test-stick", "owner", { path: "/dev/serial/by-id/no-such-stick" });
  assert.deepEqual([status, body.ok], [200, false]);
  assert.match(body.reason, /no-such-stick/);
  for (const path of ["virtual", "none", "", 5, "http://host", "tcp://"])
    assert.equal((await api("POST", "test-stick", "owner", { path })).status, 400, String(path));
});

test("a stick that has the network of another program says so: a new gateway would make its own on it", async (t) => {
  const network = new VirtualNetwork({});
  const preformed = { panid: 0x2b1c, extendedpanid: [1, 2, 3, 4, 5, 6, 7, 8], channel: 20, ieee: "0x00124b0099aa0001" };
  const networkKey = [...Buffer.alloc(16, 0x11)];
  const stick = await openStick("zstack", { network, preformed: { ...preformed, networkKey, frameCounter: 1000 } });
  t.after(async () => {
    await stick.close();
    network.close();
  });
  const path = `tcp://127.0.0.1:${stick.port}`;
  const { body } = await api("POST", "test-stick", "owner", { path, adapter: "zstack" });
  assert.deepEqual([body.ok, body.adapter, body.held], [true, "zstack", 20]);
  assert.ok(!JSON.stringify(body).includes("1111"), "without its key");
});

test("the link window opens, gives a key, and closes", async () => {
  assert.equal((await api("POST", "unlock", "owner", { seconds: 0 })).status, 200);
  assert.equal((await house.ask("POST", "/api", { devicetype: "x" })).status, 403);
  assert.deepEqual((await api("POST", "unlock", "owner", {})).body, { seconds: 60 });
  assert.ok((await api("GET", "keys")).body.seconds > 55);
  assert.equal((await house.ask("POST", "/api", { devicetype: HOSTILE })).status, 200);
  await api("POST", "unlock", "owner", { seconds: 0 });
  assert.equal((await api("GET", "keys")).body.seconds, 0);
  assert.equal((await house.ask("POST", "/api", { devicetype: "x" })).status, 403);
});

const wrongSeconds: unknown[] = [-1, 601, "60", null, 1.5, {}, []];
for (const seconds of wrongSeconds) {
  test(`a window of ${JSON.stringify(seconds)} seconds is refused or the usual one`, async () => {
    const { status, body } = await api("POST", "unlock", "owner", { seconds });
    if (seconds === null) assert.deepEqual([status, body], [200, { seconds: 60 }]);
    else assert.equal(status, 400);
    await api("POST", "unlock", "owner", { seconds: 0 });
  });
}

test("keys are shown by their prefix, and a revoked one is out at once", async () => {
  await api("POST", "unlock", "owner", {});
  const [{ success }] = (await house.ask("POST", "/api", { devicetype: "phone" })).body;
  const key: string = success.username;
  const { body, status } = await api("GET", "keys");
  assert.equal(status, 200);
  assert.doesNotMatch(JSON.stringify(body), new RegExp(key));
  const entry = body.keys.find(({ name }: { name: string }) => name === "phone");
  assert.equal(entry.prefix, key.slice(0, 8));
  assert.equal((await house.ask("GET", `/api/${key}/sensors`)).status, 200);
  assert.equal((await api("DELETE", `keys/${entry.prefix}`, "owner", {})).status, 200);
  assert.equal((await house.ask("GET", `/api/${key}/sensors`)).status, 403);
  assert.equal((await api("DELETE", `keys/${entry.prefix}`, "owner", {})).status, 404);
});

test("only a prefix is taken for a key", async () => {
  for (const name of ["..", "%2e%2e", "x".repeat(500), "__proto__", "..%2f..%2fsensors"]) {
    assert.equal((await api("DELETE", `keys/${name}`, "owner", {})).status, 404, name);
  }
});

test("the model lists all resources, with hostile names as they are", async () => {
  house.send("ask", {
    method: "POST",
    topic: "/sensors",
    payload: {
      name: HOSTILE,
      modelid: "M",
      swversion: "1",
      type: "CLIPOpenClose",
      uniqueid: "h1",
      manufacturername: "Me",
    },
  });
  const sensors = ({ family }: { family: string }) => family === "sensors";
  const found = await eventually(async () => (await api("GET", "model")).body.resources.find(sensors));
  assert.deepEqual([found.address, found.id, found.uniqueid], ["/sensors/1", "1", "h1"]);
  assert.deepEqual([found.name, found.type, found.family], [HOSTILE, "CLIPOpenClose", "sensors"]);
  assert.ok(found.members.state.includes("open"));
  const { types } = (await api("GET", "model")).body;
  const names = types.map(({ type }: { type: string }) => type);
  assert.ok(names.includes("CLIPPresence") && !names.includes("Ids"));
  assert.doesNotMatch(JSON.stringify(types), /"hash"/);
});

test("times of a pattern, and of all schedules, are told; any other question has no times", async () => {
  const times = async (question: string) => (await api("GET", `times?${question}`)).body;
  assert.match((await times("time=PT00:00:05&zone=utc")).times[0].local, /^\d{4}-\d\d-\d\dT/);
  assert.equal((await times("time=W127/T07:00:00")).times.length, 5);
  assert.deepEqual((await api("GET", "next-times")).body, {});
  for (const question of [
    "",
    "of=1",
    "time=",
    "time[]=PT00:00:05&time[]=x",
    "time[a]=b",
    `time=${HOSTILE}`,
    "zone=utc",
  ])
    assert.deepEqual(await times(question), { times: [], trouble: "time" }, question);
});

test("ports that are proposed can be had", async () => {
  const { body } = await api("GET", "ports");
  assert.equal(body.nodeRed.port, house.port, "and none of them is that of Node-RED");
  assert.deepEqual([body.obstacle, body.closed], ["", false]);
  assert.match(body.url, new RegExp(`:${house.port}/api$`));
  for (const port of body.free) {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(port, "127.0.0.1", resolve);
    });
    server.close();
  }
});

test("a gateway that does not run says: deploy first; questions of a new gateway are answered all the same", async () => {
  const other = (path: string) => house.ask("GET", `/admin/zigbee-gateway/new/${path}`, undefined, AS("owner"));
  for (const path of ["keys", "model"]) {
    const { status, body } = await other(path);
    assert.deepEqual([status, body.text], [404, "This gateway is not running yet: deploy first."]);
  }
  assert.equal((await other("ports")).status, 200);
  assert.deepEqual((await other("folders")).body, []);
  const hall = await house.ask("GET", "/admin/zigbee-gateway/ask/keys", undefined, AS("owner"));
  assert.equal(hall.status, 404, "a node of another type is no gateway");
});
