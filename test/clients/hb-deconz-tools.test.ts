/** A real client of the field against `npm start`: the command line of hb-deconz-tools, and its push client. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { eventually } from "../support/http.ts";
import { freshFolder, type Started, start } from "../support/start.ts";

interface PushClient {
  listen(): Promise<void>;
  close(): Promise<void>;
  on(event: string, listener: (...args: unknown[]) => void): void;
}

const run = promisify(execFile);
const tools = dirname(createRequire(import.meta.url).resolve("hb-deconz-tools/DeconzTool")).replace(/lib$/, "");
const home = freshFolder(); // the tool keeps its keys in ~/.deconz
const sensor = {
  name: "Hall",
  modelid: "M1",
  swversion: "1",
  type: "CLIPPresence",
  uniqueid: "hb-hall-1",
  manufacturername: "Me",
};
let house: Started;
let key = "";

before(async () => {
  house = await start({ movedIn: true });
});
after(() => house.remove());

async function deconz(...args: string[]): Promise<string> {
  const given = key ? ["-K", key] : [];
  const { stdout, stderr } = await run(
    process.execPath,
    [join(tools, "cli/deconz.js"), "-H", house.host, ...given, ...args],
    {
      env: { ...process.env, HOME: home },
    },
  );
  assert.doesNotMatch(stderr, /error|warning/i);
  return stdout;
}

test("the client takes us for a gateway, gets a key in the link window, and reads the configuration", async () => {
  const config = JSON.parse(await deconz("config"));
  assert.match(config.bridgeid, /^00212EFFFF[0-9A-F]{6}$/);
  const unlock = await fetch(`http://${house.host}/api/${house.key}/config`, { method: "PUT", body: '{"unlock":60}' });
  assert.equal(unlock.status, 200);
  key = JSON.parse(await deconz("getApiKey"));
  assert.match(key, /^[0-9A-F]{40}$/);
  assert.ok(JSON.parse(await deconz("get", "/config")).whitelist[key]);
});

test("the client posts, lists, reads, puts and deletes a sensor", async () => {
  await deconz("post", "/sensors", JSON.stringify(sensor));
  const [id, shown] = Object.entries(JSON.parse(await deconz("get", "/sensors"))).at(-1) as [string, typeof sensor];
  assert.equal(shown.name, "Hall");
  assert.deepEqual(JSON.parse(await deconz("get", `/sensors/${id}/state/presence`)), false);
  await deconz("put", `/sensors/${id}/state`, '{"presence":true}');
  assert.deepEqual(JSON.parse(await deconz("get", `/sensors/${id}/state/presence`)), true);
  await deconz("put", `/sensors/${id}`, '{"name":"Porch"}');
  assert.equal(JSON.parse(await deconz("get", `/sensors/${id}/name`)), "Porch");
  await deconz("delete", `/sensors/${id}`);
  assert.equal(JSON.parse(await deconz("get", "/sensors"))[id], undefined);
});

test("the client switches a lamp of the virtual house, makes a group, switches that, and deletes it", async () => {
  const state = async (id: string) => JSON.parse(await deconz("get", `/lights/${id}/state`));
  await deconz("put", "/lights/1/state", '{"on":true,"bri":99}');
  for (let shown = await state("1"); shown.bri !== 99; shown = await state("1")) assert.equal(shown.reachable, true); // it fades
  assert.equal((await state("1")).on, true);
  const before = Object.keys(JSON.parse(await deconz("get", "/groups")));
  const group = JSON.parse(await deconz("post", "/groups", '{"name":"Downstairs"}'));
  await deconz("put", `/groups/${group}`, '{"lights":["1","2"]}');
  assert.deepEqual(JSON.parse(await deconz("get", `/groups/${group}/lights`)), ["1", "2"]);
  await deconz("put", `/groups/${group}/action`, '{"on":false}');
  assert.equal((await state("1")).on, false);
  assert.deepEqual(JSON.parse(await deconz("get", `/groups/${group}/state`)), { any_on: false, all_on: false });
  await deconz("delete", `/groups/${group}`);
  assert.deepEqual(Object.keys(JSON.parse(await deconz("get", "/groups"))), before);
});

test("the client searches for new devices", async () => {
  await deconz("search");
  assert.ok(JSON.parse(await deconz("get", "/config/permitjoin")) > 0);
});

test("the push client of the tools follows the events", async () => {
  const { WsClient } = (await import("hb-deconz-tools/WsClient" as string)) as {
    WsClient: new (options: { host: string }) => PushClient;
  };
  const client = new WsClient({ host: house.host });
  const heard: unknown[][] = [];
  const isOurs = ([, id]: unknown[], before: number) => Number(id) > before; // other sensors may tell something meanwhile
  const sensors = await fetch(`http://${house.host}/api/${house.key}/sensors`).then((reply) => reply.json());
  const last = Math.max(...Object.keys(sensors as object).map(Number));
  client.on("changed", (...args) => isOurs(args, last) && heard.push(["changed", ...args]));
  client.on("added", (...args) => isOurs(args, last) && heard.push(["added", ...args]));
  const listening = new Promise<void>((resolve) => client.on("listening", () => resolve()));
  await client.listen();
  await listening;
  const created = await fetch(`http://${house.host}/api/${house.key}/sensors`, {
    method: "POST",
    body: JSON.stringify(sensor),
  });
  const [{ success }] = (await created.json()) as [{ success: { id: string } }];
  const changed = eventually(() => heard.length > 1, "it is told of both");
  await fetch(`http://${house.host}/api/${house.key}/sensors/${success.id}/state`, {
    method: "PUT",
    body: '{"presence":true}',
  });
  await changed;
  await client.close();
  const [added, told] = heard as [unknown, unknown, unknown, { presence?: boolean; name?: string }][];
  assert.deepEqual(added?.slice(0, 3), ["added", "sensors", success.id]);
  assert.equal(added?.[3].name, "Hall");
  assert.deepEqual(told?.slice(0, 3), ["changed", "sensors", success.id]);
  assert.deepEqual((told?.[3] as { state?: { presence: boolean } } | undefined)?.state?.presence, true);
});
