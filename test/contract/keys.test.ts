/** Keys (interface 5, wire 1): which client gets one, which is let in, and how one is taken away. */
import assert from "node:assert/strict";
import { type Address, NOT_JSON } from "../../src/model/resource.ts";
import { fakeDisk, house, settle } from "../support/fakes.ts";
import { contract, inShort, overHttp, seen } from "../support/transports.ts";

function keyIn(body: unknown): string {
  return (body as [{ success: { username: string } }])[0].success.username;
}

contract("B2: a key while the link window is open, and at no other time", async ({ ask, pair, clock, as }) => {
  const locked = [403, [101, "/"]];
  assert.deepEqual(inShort(await pair({ devicetype: "app" })), locked);
  assert.deepEqual(inShort(await ask("PUT", "/config", { unlock: 60 })), [200, { "/config/unlock": 60 }]);
  assert.equal((await seen(ask, "/config")).linkbutton, true);
  const reply = await pair({ devicetype: "app", generateclientkey: true });
  assert.equal(reply.status, 200);
  const key = keyIn(reply.body);
  assert.match(key, /^[0-9A-F]{40}$/);
  assert.notEqual(keyIn((await pair({ devicetype: "app" })).body), key, "always a new one");
  assert.deepEqual(await seen(as(key), "/sensors"), {});
  await settle();
  clock.advance(59);
  assert.equal((await pair({ devicetype: "app" })).status, 200);
  clock.advance(1);
  assert.deepEqual(inShort(await pair({ devicetype: "app" })), locked);
  assert.equal((await seen(ask, "/config")).linkbutton, false);
});

contract("B2: with the password that the user set; with none set nobody knows it", async ({ pair, as }) => {
  const reply = await pair({ devicetype: "app" }, true);
  assert.equal(reply.status, 200);
  assert.deepEqual(await seen(as(keyIn(reply.body)), "/sensors"), {});
});

overHttp("B2: delight is no password", async ({ raw }) => {
  const headers = { authorization: `Basic ${Buffer.from("delight:delight").toString("base64")}` };
  const response = await raw("/api", { method: "POST", headers, body: '{"devicetype":"app"}' });
  assert.equal(response.status, 403);
});

overHttp("B3: a body is JSON whatever its type says", async ({ ask, raw }) => {
  await ask("PUT", "/config", { unlock: 60 });
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "nonsense"]) {
    const headers = { "content-type": type };
    const response = await raw("/api", { method: "POST", headers, body: '{"devicetype":"app"}' });
    assert.equal(response.status, 200, type);
  }
});

contract("the window: 0 closes it, a new one replaces the old one, its ends are checked", async ({ ask, clock }) => {
  const isOpen = async () => (await seen(ask, "/config")).linkbutton;
  await ask("PUT", "/config", { unlock: 10 });
  await settle();
  clock.advance(8);
  await ask("PUT", "/config", { unlock: 10 });
  await settle();
  clock.advance(8);
  assert.equal(await isOpen(), true);
  assert.deepEqual(inShort(await ask("PUT", "/config", { unlock: 0 })), [200, { "/config/unlock": 0 }]);
  assert.equal(await isOpen(), false);
  await settle();
  assert.deepEqual(inShort(await ask("PUT", "/config", { linkbutton: true })), [200, { "/config/linkbutton": true }]);
  await settle();
  clock.advance(59);
  assert.equal(await isOpen(), true);
  clock.advance(1);
  assert.equal(await isOpen(), false);
  for (const unlock of [-1, 601, "60", 1.5, null, true]) {
    assert.deepEqual(inShort(await ask("PUT", "/config", { unlock })), [400, [7, "/config/unlock"]]);
  }
});

contract("the window closes although its news came late", async ({ ask, clock }) => {
  await ask("PUT", "/config", { unlock: 1 });
  clock.advance(5);
  await settle();
  clock.advance(0);
  assert.equal((await seen(ask, "/config")).linkbutton, false);
});

contract("1.3: permission, JSON, devicetype, username, in this order", async ({ ask, pair, key }) => {
  const faults: [body: unknown, type: number][] = [
    [NOT_JSON, 2],
    [undefined, 2],
    [[], 2],
    ["app", 2],
    [{}, 2],
    [{ username: 5 }, 5],
    [{ devicetype: 5, username: 5 }, 7],
    [{ devicetype: "app", username: 5 }, 7],
    [{ devicetype: "app", username: "too short" }, 7],
  ];
  for (const [body] of faults) assert.deepEqual(inShort(await pair(body)), [403, [101, "/"]]);
  await ask("PUT", "/config", { unlock: 60 });
  for (const [body, type] of faults) {
    assert.deepEqual(inShort(await pair(body)), [400, [type, "/"]], JSON.stringify(body));
  }
  assert.deepEqual(inShort(await pair({ devicetype: "app", username: key })), [200, { username: key }]);
  const wished = keyIn((await pair({ devicetype: "app", username: "a-key-of-my-own" })).body);
  assert.notEqual(wished, "a-key-of-my-own");
});

contract(
  "a key is shown in full to its holder only, and kept as a print only",
  async ({ ask, pair, as, key, disk }) => {
    const other = keyIn((await pair({ devicetype: "other" }, true)).body);
    const mine = Object.keys((await seen(ask, "/config")).whitelist);
    assert.deepEqual(mine.sort(), [key, other.slice(0, 8)].sort());
    const theirs = (await seen(as(other), "/config")).whitelist;
    assert.deepEqual(Object.keys(theirs).sort(), [key.slice(0, 8), other].sort());
    assert.equal(theirs[other].name, "other");
    const written = [...disk.records.values(), ...disk.records.keys()].join();
    assert.equal(written.includes(key), false);
    assert.equal(written.includes(other), false);
  },
);

contract("1.5: deleting keys", async ({ ask, pair, callerOf, key }) => {
  const keys: string[] = [];
  for (let n = 0; n < 2; n += 1) keys.push(keyIn((await pair({ devicetype: "other" }, true)).body));
  const [one = "", two = ""] = keys;
  const wrong = `${one.slice(0, 39)}${one.endsWith("0") ? "1" : "0"}`;
  for (const unknown of ["unknown", wrong, "00000000", "__proto__"]) {
    assert.deepEqual(inShort(await ask("DELETE", `/config/whitelist/${unknown}`)), [200]);
  }
  for (const name of [one, two.slice(0, 8), key]) {
    const path: Address = `/config/whitelist/${name}`;
    assert.deepEqual(inShort(await ask("DELETE", path)), [200, `${path} deleted.`]);
    if (name === one) assert.equal(one.slice(0, 8) in (await seen(ask, "/config")).whitelist, false);
  }
  for (const gone of [one, two, key]) assert.equal(callerOf(gone), undefined);
});

overHttp("a deleted key opens nothing any more", async ({ ask, key }) => {
  await ask("DELETE", `/config/whitelist/${key}`);
  assert.deepEqual(inShort(await ask("GET", "/sensors")), [403, [1, "/sensors"]]);
  assert.equal("whitelist" in (await seen(ask, "/config")), false);
});

overHttp("the last use is noted, once in some seconds, and is no change", async ({ ask, clock, key, callerOf }) => {
  const entry = async () => (await seen(ask, "/config")).whitelist[key];
  const { etag } = await ask("GET", "/config");
  for (const seconds of [1, 4]) {
    clock.advance(seconds);
    await entry();
    assert.equal((await entry())["last use date"], "2026-03-01T12:00:01");
  }
  clock.advance(115);
  await entry();
  assert.deepEqual(await entry(), {
    name: "test",
    "create date": "2026-03-01T12:00:00",
    "last use date": "2026-03-01T12:02:00",
  });
  assert.equal((await ask("GET", "/config")).etag, etag);
  assert.deepEqual(callerOf(key)?.cause, { by: "rest:test", depth: 0 });
  assert.equal(callerOf(key.toLowerCase()), undefined);
  assert.equal(callerOf(key.slice(0, 8)), undefined);
});

contract("the first use of a key is noted at once", async ({ ask, pair, clock, callerOf }) => {
  const key = keyIn((await pair({ devicetype: "curl" }, true)).body);
  callerOf(key); // in the second in which it was made
  clock.advance(1);
  callerOf(key);
  const { whitelist } = await seen(ask, "/config");
  assert.equal(whitelist[key.slice(0, 8)]["last use date"], "2026-03-01T12:00:01");
});

contract("keys outlive a restart; the window does not", async ({ ask, key, disk, stop }) => {
  await ask("PUT", "/config", { unlock: 600 });
  await stop();
  const after = await house({ disk: fakeDisk(disk.records) });
  assert.equal(after.callerOf(key)?.key, key);
  assert.equal(after.store.get("/config")?.attr.linkbutton, false);
  await after.stop();
});

const HUE: [devicetype: string, alwaysOk: boolean][] = [
  ["hue_app#phone", true],
  ["Hue 4", true],
  ["Hue Essentials#x", false],
  ["Echo", true],
  ["iConnectHue", true],
  ["pydeconz", false],
];
contract("1.8: programs that expect a Hue bridge are shown one", async ({ pair, callerOf, perform }) => {
  for (const [devicetype, alwaysOk] of HUE) {
    const caller = callerOf(keyIn((await pair({ devicetype }, true)).body));
    assert.equal(caller?.alwaysOk, alwaysOk, devicetype);
    const cause = caller?.cause ?? { by: "nobody", depth: 0 };
    const { body } = await perform({ method: "GET", address: "/config" }, cause);
    assert.equal((body as { modelid: string }).modelid, alwaysOk ? "BSB002" : "deCONZ");
  }
});
