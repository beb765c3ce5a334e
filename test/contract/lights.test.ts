/** Lights: reading, renaming, deleting, searching (wire 4.1, 4.2, 4.7). */
import assert from "node:assert/strict";
import { NOT_JSON } from "../../src/model/resource.ts";
import { fakeRadio, queuedFor, settle } from "../support/fakes.ts";
import { BY_RADIO, light, lightResource, lit } from "../support/lights.ts";
import { contract, created, inShort, overHttp, seen } from "../support/transports.ts";

lit("a light as clients see it", async ({ ask, store }) => {
  assert.deepEqual(await seen(ask, "/lights"), {});
  await light({ store }, "Extended color light", { attr: { lastseen: "2026-03-01T12:00Z" } });
  const { etag, ...rest } = await seen(ask, "/lights/1");
  assert.match(etag, /^[0-9a-f]{32}$/);
  assert.deepEqual(rest, {
    capabilities: {
      alerts: ["none", "select", "lselect", "blink", "breathe", "okay", "channelchange", "finish", "stop"],
      color: { ct: { min: 153, max: 500 }, effects: ["none", "colorloop", "candle"], modes: ["ct", "hs", "xy"] },
    },
    colorcapabilities: 31,
    config: { groups: ["0"] },
    ctmax: 500,
    ctmin: 153,
    hascolor: true,
    lastannounced: null,
    lastseen: "2026-03-01T12:00Z",
    manufacturername: "Me",
    modelid: "M1",
    name: "Extended color light 1",
    state: {
      ...{ alert: "none", bri: 100, colormode: "ct", ct: 300, effect: "none", hue: 8000 },
      ...{ on: true, reachable: true, sat: 140, xy: [0.3, 0.3] },
    },
    swversion: "1",
    type: "Extended color light",
    uniqueid: "00:17:88:01:00:00:00:01-0b",
  });
  assert.deepEqual(await seen(ask, "/lights"), { "1": { etag, ...rest } });
  assert.deepEqual(await seen(ask, `/lights/${rest.uniqueid}` as const), { etag, ...rest });
  assert.deepEqual((await seen(ask, "/")).lights, { "1": { etag, ...rest } });
  assert.deepEqual((await seen(ask, "/capabilities")).lights, { available: 199, total: 200 });
});

lit("rename", async ({ ask, store, heard }) => {
  await light({ store }, "Dimmable light");
  const AT = "/lights/1";
  heard.length = 0;
  const reply = await ask("PUT", AT, { name: " Desk " });
  assert.deepEqual(inShort(reply), [200, { "/lights/1/name": "Desk" }]);
  assert.equal(reply.etag, (await ask("GET", AT)).etag);
  await settle();
  assert.deepEqual(
    heard.map(({ section, values }) => [section, values]),
    [["attr", { name: "Desk" }]],
  );
  assert.deepEqual(inShort(await ask("PUT", AT, { name: "  " })), [200, { "/lights/1/name": "1" }]);
  for (const name of ["x".repeat(33), 5, null, ["x"]])
    assert.deepEqual(inShort(await ask("PUT", AT, { name })), [400, [7, "/lights/1/name"]]);
  assert.deepEqual(inShort(await ask("PUT", AT, { name: "x", foo: 1 })), [400, [6, "/lights/1/foo"]]);
  for (const fixed of ["modelid", "uniqueid", "type", "lastseen", "hascolor", "ctmin"])
    assert.deepEqual(inShort(await ask("PUT", AT, { [fixed]: "x" })), [400, [8, `${AT}/${fixed}`]]);
  for (const body of [NOT_JSON, {}, [], 5, undefined])
    assert.deepEqual(inShort(await ask("PUT", AT, body)), [400, [2, AT]]);
  for (const body of [{ name: "x" }, NOT_JSON])
    assert.deepEqual(inShort(await ask("PUT", "/lights/7", body)), [404, [3, "/lights/7"]]);
  assert.equal((await seen(ask, AT)).name, "1");
});

lit("DELETE: it leaves its groups, its device is told, and its id is not given again", async (world) => {
  const { ask, store, devices, heard } = world;
  for (let count = 0; count < 3; count += 1) await light({ store }, "Dimmable light");
  await created(ask, "/groups", { name: "G", lights: ["1", "2"] });
  const removed: unknown[] = [];
  devices.removed = ({ address }, reset) => removed.push([address, reset]);
  await settle();
  heard.length = 0;
  const reply = await ask("DELETE", "/lights/2");
  assert.deepEqual(inShort(reply), [200, { id: "2" }]);
  assert.ok(reply.etag);
  await settle();
  assert.deepEqual([heard[0]?.event, heard[0]?.resource.address], ["deleted", "/lights/2"]);
  assert.deepEqual(inShort(await ask("GET", "/lights/2")), [404, [3, "/lights/2"]]);
  assert.deepEqual((await seen(ask, "/groups/1")).lights, ["1"]);
  assert.deepEqual((await seen(ask, "/groups/0")).lights, ["1", "3"]);
  assert.deepEqual(inShort(await ask("DELETE", "/lights/1", { reset: true })), [200, { "/lights/1/reset": true }]);
  assert.deepEqual(inShort(await ask("DELETE", "/lights/3", {})), [200, { id: "3" }]);
  assert.deepEqual(removed, [
    ["/lights/2", false],
    ["/lights/1", true],
    ["/lights/3", false],
  ]);
  assert.equal(await light({ store }, "Dimmable light"), "4");
});

lit("DELETE: what does not fit", async ({ ask, store }) => {
  await light({ store }, "Dimmable light");
  assert.deepEqual(inShort(await ask("DELETE", "/lights/1", { reset: 1 })), [400, [7, "/lights/1/reset"]]);
  for (const body of [NOT_JSON, [], 5])
    assert.deepEqual(inShort(await ask("DELETE", "/lights/1", body)), [400, [2, "/lights/1"]]);
  assert.deepEqual(inShort(await ask("DELETE", "/lights/7")), [404, [3, "/lights/7"]]);
  await seen(ask, "/lights/1");
});

lit("DELETE …/groups and …/scenes", async ({ ask, store, devices }) => {
  await light({ store }, "Dimmable light");
  await light({ store }, "Dimmable light");
  for (const lights of [["1", "2"], ["2"], ["1"]]) await created(ask, "/groups", { name: "G", lights });
  await settle();
  assert.deepEqual((await seen(ask, "/lights/1")).config.groups, ["0", "1", "3"]);
  const left: unknown[] = [];
  devices.leave = ({ address }, group) => queuedFor(() => left.push([address, group]));
  assert.deepEqual(inShort(await ask("DELETE", "/lights/1/groups")), [200, { id: "1" }]);
  await settle();
  assert.deepEqual(left, [
    ["/lights/1", "/groups/1"],
    ["/lights/1", "/groups/3"],
  ]);
  assert.deepEqual((await seen(ask, "/lights/1")).config.groups, ["0"]);
  assert.deepEqual((await seen(ask, "/groups/1")).lights, ["2"]);
  assert.deepEqual((await seen(ask, "/groups/0")).lights, ["1", "2"]);
  assert.deepEqual(inShort(await ask("DELETE", "/lights/1/scenes")), [200, { id: "1" }]);
  assert.deepEqual(inShort(await ask("DELETE", "/lights/9/groups")), [404, [3, "/lights/9"]]);
  assert.deepEqual(inShort(await ask("DELETE", "/lights/9/scenes")), [404, [3, "/lights/9"]]);
});

contract("POST /lights searches, whatever the body; what appears is found", async ({ ask, radio, store }) => {
  assert.deepEqual(inShort(await ask("POST", "/lights")), [503, [950, "/lights"]]);
  assert.deepEqual(await seen(ask, "/lights/new"), { lastscan: "none" });
  radio.up = true;
  for (const body of [undefined, {}, { name: "x" }, [], 5, NOT_JSON]) {
    const begun = { "/lights": "Searching for new devices", "/lights/duration": 60 };
    assert.deepEqual(inShort(await ask("POST", "/lights", body)), [200, begun]);
  }
  assert.equal(radio.opened.length, 6);
  await light({ store }, "Dimmable light");
  assert.deepEqual(await seen(ask, "/lights/new"), { "1": { name: "Dimmable light 1" }, lastscan: "active" });
  assert.deepEqual(await seen(ask, "/sensors/new"), { lastscan: "none" });
  await light({ store }, "Dimmable light");
  assert.deepEqual(inShort(await ask("DELETE", "/lights/1")), [200, { id: "1" }]);
  await settle();
  assert.deepEqual(await seen(ask, "/lights/new"), { "2": { name: "Dimmable light 2" }, lastscan: "active" });
});

overHttp(
  "B12: what did not change since is not sent again",
  async ({ raw, key, store, ask }) => {
    await light({ store }, "Dimmable light");
    for (const path of ["/lights", "/lights/1", "/groups", "/groups/1", "/groups/0"]) {
      if (path === "/groups") await created(ask, "/groups", { name: "G", lights: ["1"] });
      await settle();
      const url = `/api/${key}${path}`;
      const etag = (await raw(url)).headers.get("etag") ?? "";
      assert.match(etag, /^"[0-9a-f]{32}"$/, path);
      const same = await raw(url, { headers: { "if-none-match": etag } });
      assert.deepEqual([same.status, await same.text()], [304, ""], path);
      store.patch("/lights/1", "state", { on: !store.get("/lights/1")?.state.on }, BY_RADIO);
      await settle();
      if (path === "/groups") continue; // its etag follows its groups
      assert.equal((await raw(url, { headers: { "if-none-match": etag } })).status, 200, path);
    }
  },
  () => ({ radio: fakeRadio(true) }),
);

lit("being heard changes the bytes and not the etag", async ({ ask, store }) => {
  await light({ store }, "Dimmable light");
  const before = await ask("GET", "/lights/1");
  store.patch("/lights/1", "attr", { lastseen: "2026-03-01T13:00Z" }, BY_RADIO);
  const after = await ask("GET", "/lights/1");
  assert.equal(after.etag, before.etag);
  assert.equal((after.body as { lastseen: string }).lastseen, "2026-03-01T13:00Z");
});

lit("an unknown address below a light", async ({ ask, store }) => {
  store.put(lightResource("1", "Fan"), BY_RADIO);
  assert.deepEqual(inShort(await ask("GET", "/lights/1/state")), [404, [3, "/lights/1/state"]]);
  assert.deepEqual(inShort(await ask("PUT", "/lights/1/foo", {})), [404, [4, "/lights/1/foo"]]);
  assert.deepEqual(inShort(await ask("GET", "/lights/7")), [404, [3, "/lights/7"]]);
});
