/** A backup is taken in the dialog, and put back: the house is as it was. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clip } from "../support/fakes.ts";
import { eventually, flowNode, gatewayNode, type NodeRed, newKey, nodeRed, TAB } from "../support/node-red.ts";

const FLOW = [TAB, gatewayNode(), flowNode("heard", "zigbee-gateway-event", { gateway: "gw" })];

let house: NodeRed;
let key = "";
before(async () => {
  house = await nodeRed({ flow: FLOW });
  key = await newKey(house);
});
after(() => house.stop());

const at = (path: string) => `${house.adminUrl}/zigbee-gateway/gw/${path}`;
const put = (bytes: BodyInit, type = "application/gzip", path = "restore") =>
  fetch(at(path), { method: "POST", headers: { "Content-Type": type }, body: bytes });
const sensors = async () => Object.keys((await house.ask("GET", `/api/${key}/sensors`)).body);

test("resources that were deleted since are back, keys and all", async () => {
  await house.ask("POST", `/api/${key}/sensors`, clip("CLIPAlarm"));
  const answer = await fetch(at("backup"));
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-disposition") ?? "", /filename="zigbee-gateway-\d{14}\.backup\.gz"/);
  const bytes = await answer.arrayBuffer();
  const kept = (await (await fetch(at("backups"))).json()) as { at: number; bytes: number }[];
  assert.equal(kept.length, 1, "what was downloaded is kept here, too");
  assert.equal(kept[0]?.bytes, bytes.byteLength);
  assert.ok(Math.abs((kept[0]?.at ?? 0) - Date.now()) < 60_000, "with its time");
  const looked = await put(bytes, "application/gzip", "restore/look");
  assert.equal(((await looked.json()) as { counts: { virtual: number } }).counts.virtual, 1);
  await house.ask("DELETE", `/api/${key}/sensors/1`);
  assert.deepEqual(await sensors(), []);
  const restored = await put(bytes);
  assert.deepEqual([restored.status, await restored.json()], [200, { restored: true }]);
  await house.deploy([TAB]);
  await house.deploy(FLOW);
  await eventually(async () => (await house.ask("GET", "/api/config")).status === 200);
  assert.deepEqual(await sensors(), ["1"], "with the key of then");
});

test("a backup that is made by a click is kept with those of the nights", async () => {
  const names = async () => ((await (await fetch(at("backups"))).json()) as { name: string }[]).map(({ name }) => name);
  const before = await names();
  const answer = await put("{}", "application/json", "backups");
  const { name } = (await answer.json()) as { name: string };
  assert.equal(answer.status, 200);
  assert.ok(!before.includes(name));
  assert.equal((await names())[0], name);
  assert.equal((await fetch(at(`backups/${name}`))).status, 200);
  assert.equal((await put("{}", "text/plain", "backups")).status, 415, "a foreign page could send it");
});

test("a file that is no backup changes nothing", async () => {
  const before = await sensors();
  for (const bytes of ["", "nonsense", Buffer.alloc(100)]) {
    for (const path of ["restore", "restore/look"]) {
      const answer = await put(bytes, "application/gzip", path);
      assert.equal(answer.status, 400);
      assert.equal(typeof ((await answer.json()) as { text: unknown }).text, "string");
    }
  }
  for (const path of ["restore", "restore/look"])
    assert.equal((await put("{}", "text/plain", path)).status, 415, "a foreign page could send it");
  assert.deepEqual(await sensors(), before);
});

test("names of backups lead nowhere else", async () => {
  for (const name of ["..%2fdata-v1.db", "nothing.gz"]) assert.equal((await fetch(at(`backups/${name}`))).status, 400);
});
