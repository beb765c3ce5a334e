/** What the panels ask: which users may, the answers, and that nothing else is taken. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, flowNode, gatewayNode, type NodeRed, nodeRed, TAB } from "../support/node-red.ts";

const AS = (who: string) => ({ Authorization: `Bearer ${who}` });
const PEOPLE: Readonly<Record<string, { username: string; permissions: string }>> = {
  owner: { username: "owner", permissions: "*" },
  reader: { username: "reader", permissions: "read" },
  guest: { username: "guest", permissions: "flows.read" },
};
const HOSTILE = '<img src=x onerror="alert(1)">';
const SENSOR = {
  name: HOSTILE,
  modelid: "M",
  swversion: "1",
  type: "CLIPTemperature",
  uniqueid: "t1",
  manufacturername: "Me",
};

let house: NodeRed;
const root = (path: string, who = "owner") =>
  house.ask("GET", `/admin/zigbee-gateway${path}`, undefined, who === "nobody" ? {} : AS(who));
const get = (path: string, who = "owner") => root(`/gw/${path}`, who);
const perform = (wish: unknown, who = "owner", headers = {}) =>
  house.ask("POST", "/admin/zigbee-gateway/gw/perform", wish, { ...AS(who), ...headers });

before(async () => {
  const adminAuth = { type: "credentials", users: [], tokens: async (token: string) => PEOPLE[token] ?? null };
  const ask = flowNode("ask", "zigbee-gateway-request", { gateway: "gw", method: "", address: "" });
  const flow = [TAB, gatewayNode("gw", { name: "Home" }), gatewayNode("twin", { network: "net-gw" }), ask];
  house = await nodeRed({ settings: { httpAdminRoot: "/admin", adminAuth }, flow });
  await house.status("ask", /ready/);
});
after(() => house.stop());

const permissions: [path: string, who: string, status: number][] = [
  ["/gateways", "nobody", 401],
  ["/gateways", "guest", 401],
  ["/gateways", "reader", 200],
  ["/gw/house", "nobody", 401],
  ["/gw/house", "guest", 401],
  ["/gw/house", "reader", 200],
  ["/gw/changes", "nobody", 401],
  ["/gw/changes", "guest", 401],
  ["/gw/events", "guest", 401],
  ["/gw/events", "reader", 200],
  ["/gw/health", "guest", 401],
  ["/gw/health", "reader", 200],
  ["/gw/flow-nodes", "guest", 401],
  ["/gw/flow-nodes", "reader", 200],
  ["/", "nobody", 200],
  ["/texts", "nobody", 200],
];
for (const [path, who, status] of permissions) {
  test(`${who} asks ${path}: ${status}`, async () => assert.equal((await root(path, who)).status, status));
}

const READ = { method: "GET", address: "/config" };
const WRITE = { method: "PUT", address: "/config", body: { unlock: 0 } };
const wishes: [what: string, wish: unknown, who: string, status: number][] = [
  ["a read", READ, "guest", 401],
  ["a read", READ, "reader", 200],
  ["a write", WRITE, "guest", 401],
  ["a write", WRITE, "reader", 401],
  ["a write", WRITE, "owner", 200],
  ["a write in small letters", { ...WRITE, method: "put" }, "reader", 401],
  ["a write in small letters", { ...WRITE, method: "put" }, "owner", 400],
  ["a read in a list", { ...READ, method: ["GET"] }, "reader", 401],
  ["a method that is none", { ...READ, method: "TRACE" }, "owner", 400],
  ["no address", { method: "GET" }, "owner", 400],
  ["an address that is a number", { method: "GET", address: 5 }, "owner", 400],
  ["an address elsewhere", { method: "GET", address: "http://host/" }, "owner", 400],
  ["a list", [], "owner", 400],
  ["nothing", {}, "owner", 400],
];
for (const [what, wish, who, status] of wishes) {
  test(`${what} of the ${who}: ${status}`, async () => assert.equal((await perform(wish, who)).status, status));
}

test("a wish that is not application/json is refused: a foreign page could send it", async () => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
    const answer = await perform(JSON.stringify(WRITE), "owner", { "Content-Type": type });
    assert.equal(answer.status, 415, type);
  }
});

test("a wish is the REST API itself: it does, it refuses, and it answers as that does", async () => {
  const made = await perform({ method: "POST", address: "/sensors", body: SENSOR });
  assert.deepEqual(made.body, { status: 200, body: [{ success: { id: "1" } }] });
  const refused = await perform({ method: "PUT", address: "/sensors/1/state", body: { temperature: "warm" } });
  assert.deepEqual([refused.status, refused.body.status, refused.body.body[0].error.type], [200, 400, 7]);
  for (const [language, told] of [
    ["en-GB", "“Temperature” cannot be warm: use -273.2 °C … 327.7 °C"],
    ["de-AT", "„Temperatur“ kann nicht warm sein, nur -273,2 °C … 327,7 °C"],
  ] as const) {
    const wish = { method: "PUT", address: "/sensors/1/state", body: { temperature: "warm" }, language };
    assert.deepEqual((await perform(wish)).body.told, [told], "in words of people, in the language of the panel");
  }
  const nowhere = await perform({ method: "GET", address: "/sensors/77" });
  assert.equal(nowhere.body.status, 404);
  const all = await perform({ method: "GET", address: "/sensors" });
  assert.equal(all.body.body["1"].name, HOSTILE);
});

test("the log of a rule says in the same words why something was not done", async () => {
  const lost = { address: "/groups/1/scenes/9/recall", method: "PUT", body: {} };
  const conditions = [{ address: "/sensors/1/state/temperature", operator: "gt", value: "0" }];
  const rule = { name: "Lost", conditions, actions: [lost] };
  const made = (await perform({ method: "POST", address: "/rules", body: rule })).body.body;
  const address = `/rules/${made[0].success.id}`;
  for (const [method, last, language, says] of [
    ["POST", "trigger", "de", /^das Funkmodul ist nicht bereit$/],
    ["GET", "trace", "en-US", /^the radio is down$/],
  ] as const) {
    const { body } = (await perform({ method, address: `${address}/${last}`, language })).body;
    const [{ error, refusal }] = [body].flat()[0].actions;
    assert.match(error, says);
    assert.equal(refusal, undefined);
  }
  await perform({ method: "DELETE", address });
});

test("the house is everything that GET / says, with the devices; of keys only their prefix, of secrets nothing", async () => {
  await perform({ method: "PUT", address: "/config", body: { unlock: 60 } });
  const [{ success }] = (await house.ask("POST", "/api", { devicetype: "phone" })).body;
  const { body } = await get("house", "reader");
  const full = (await perform({ method: "GET", address: "/" })).body.body;
  assert.deepEqual(
    Object.keys(body).sort(),
    [
      ...Object.keys(full),
      ...[
        "coordinator",
        "devices",
        "formerNames",
        "gateway",
        "hasRadio",
        "isVirtual",
        "jobs",
        "skills",
        "stick",
        "url",
      ],
    ].sort(),
  );
  assert.deepEqual([body.config.name, body.isVirtual, body.sensors["1"].name], ["Home", false, HOSTILE]);
  assert.deepEqual(Object.keys(body.config.whitelist), [success.username.slice(0, 8)]);
  assert.doesNotMatch(JSON.stringify(body), new RegExp(`${success.username}|"hash"|latitude|unlockeduntil`));
  await perform({ method: "PUT", address: "/config", body: { unlock: 0 } });
});

test("past events are told to a panel that comes later, and the history of a value", async () => {
  await perform({ method: "PUT", address: "/sensors/1/state", body: { temperature: 2150 } });
  const event = await eventually(async () => {
    const { body } = await get("events");
    return body.findLast(({ values }: { values: { temperature?: number } }) => values.temperature === 2150);
  });
  assert.deepEqual([event.address, event.event, event.by], ["/sensors/1", "changed", "editor"]);
  assert.ok(event.n > 0 && Math.abs(event.at - Date.now()) < 60_000);
  const { body } = await perform({ method: "GET", address: "/sensors/1/history?member=temperature" });
  assert.equal(body.body.values.at(-1).last, 2150);
});

test("all gateways are listed, also one that was refused; of that nothing can be asked", async () => {
  const { body } = await root("/gateways");
  const [own, twin] = [
    body.find(({ id }: { id: string }) => id === "gw"),
    body.find(({ id }: { id: string }) => id === "twin"),
  ];
  assert.deepEqual([own.name, own.isRunning, own.status.fill], ["Home", true, "green"]);
  assert.deepEqual([twin.name, twin.isRunning, twin.status.fill], ["twin", false, "red"]);
  assert.match(twin.status.text, /net-gw/);
  for (const path of ["house", "changes", "health", "events"]) {
    const answer = await root(`/twin/${path}`);
    assert.deepEqual([answer.status, answer.body.error], [404, "not-running"], path);
    assert.equal((await root(`/nobody/${path}`)).status, 404);
    assert.equal((await root(`/ask/${path}`)).status, 404);
  }
});

const languages: [asked: string, devices: string][] = [
  ["de", "Geräte"],
  ["de-AT", "Geräte"],
  ["DE", "Geräte"],
  ["en-US", "Devices"],
  ["xx", "Devices"],
  ["", "Devices"],
  ["../../../../etc/passwd", "Devices"],
  ["..", "Devices"],
  [HOSTILE, "Devices"],
];
for (const [asked, devices] of languages) {
  test(`texts in "${asked}"`, async () => {
    const { status, body } = await root(`/texts?lang=${encodeURIComponent(asked)}`, "nobody");
    assert.deepEqual([status, body.tab.devices], [200, devices]);
  });
}

test("the texts say which language they are", async () => {
  for (const [asked, given] of [
    ["de-AT", "de"],
    ["fr-CA", "fr"],
    ["pt-BR", "en-US"],
  ]) {
    const { headers } = await fetch(`${house.adminUrl}/zigbee-gateway/texts?lang=${asked}`);
    assert.equal(headers.get("content-language"), given);
  }
});

test("the page stands at an address that ends with a slash, loads nothing from elsewhere, and holds nothing", async () => {
  const redirected = await fetch(`${house.adminUrl}/zigbee-gateway`, { redirect: "manual" });
  assert.deepEqual([redirected.status, redirected.headers.get("location")], [302, "zigbee-gateway/"]);
  const page = await fetch(`${house.adminUrl}/zigbee-gateway`);
  assert.equal(page.url, `${house.adminUrl}/zigbee-gateway/`);
  const html = await page.text();
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = ""]) => address);
  assert.deepEqual(addresses, [
    ...["page.webmanifest", "page-icon.svg", "page-icon-180.png"],
    ...["panels.css", "panels.js"],
  ]);
  assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'; script-src 'self'/);
  for (const [file, type] of [
    ["panels.js", /^(text|application)\/javascript/], // which of them depends on Node-RED's express
    ["panels.css", /^text\/css/],
    ["page.webmanifest", /^application\/manifest\+json/],
    ["page-icon.svg", /^image\/svg\+xml/],
    ["page-icon-180.png", /^image\/png/],
  ] as const) {
    const answer = await fetch(new URL(file, page.url));
    assert.equal(answer.status, 200, `${file} is built`);
    assert.match(answer.headers.get("content-type") ?? "", type);
    assert.equal(answer.headers.get("cache-control"), "no-cache");
    assert.doesNotMatch((await answer.text()).replaceAll("http://www.w3.org/", ""), /https?:\/\/[a-z]/);
  }
});

test("a file that the script loads later is kept under its name for good, and no other file has such a name", async () => {
  const get = (file: string) => fetch(`${house.adminUrl}/zigbee-gateway/${file}`);
  const [, file = ""] = /"\.\/(panels-[^"]+)"/.exec(await (await get("panels.js")).text()) ?? [];
  const answer = await get(file);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-type") ?? "", /^(text|application)\/javascript/);
  assert.equal(answer.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.doesNotMatch((await answer.text()).replaceAll("http://www.w3.org/", ""), /https?:\/\/[a-z]/);
  for (const other of ["panels-network-GONE.js", "panels-..%2fdialogs.js", "panels-%2e%2e/dialogs.js", "dialogs.js"]) {
    const { status, headers } = await get(other);
    assert.deepEqual([status, /immutable/.test(headers.get("cache-control") ?? "")], [404, false], other);
  }
});

test("the plugin has its words in the editor's languages", async () => {
  for (const [lang, name] of [
    ["en-US", "Zigbee gateway"],
    ["de", "Zigbee-Gateway"],
  ]) {
    const { body } = await house.ask("GET", `/admin/plugins/messages?lng=${lang}`, undefined, AS("owner"));
    assert.equal(body["node-red-contrib-zigbee-gateway/zigbee-gateway-sidebar"]["zigbee-gateway-sidebar"].name, name);
  }
});
