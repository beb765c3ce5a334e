/** Sensors (interface 4.1), row by row. */
import assert from "node:assert/strict";
import { NOT_JSON } from "../../src/model/resource.ts";
import { clip, settle } from "../support/fakes.ts";
import { contract, created, inShort, seen } from "../support/transports.ts";

contract("create, read, list: the object of interface 2.1", async ({ ask }) => {
  assert.deepEqual(await seen(ask, "/sensors"), {});
  const body = clip("CLIPPresence", { name: " Hall ", uniqueid: "clip-hall-1" });
  assert.deepEqual(inShort(await ask("POST", "/sensors", body)), [200, { id: "1" }]);
  const { etag, ...sensor } = await seen(ask, "/sensors/1");
  assert.match(etag, /^[0-9a-f]{32}$/);
  assert.deepEqual(sensor, {
    name: "Hall",
    modelid: "M1",
    swversion: "1",
    type: "CLIPPresence",
    uniqueid: "clip-hall-1",
    manufacturername: "Me",
    config: { duration: 60, on: true, reachable: true },
    state: { lastupdated: "none", presence: false },
  });
  assert.equal(await created(ask, "/sensors", clip("CLIPSwitch")), "2");
  const all = await seen(ask, "/sensors");
  assert.deepEqual(Object.keys(all), ["1", "2"]);
  assert.deepEqual(all["1"], { ...sensor, etag });
  assert.equal(all["2"].mode, 1);
  assert.equal("ep" in all["2"], false);
});

contract(
  "a sensor is known by its uniqueid too, and answers under the name it was called by",
  async ({ ask, heard }) => {
    await created(ask, "/sensors", clip("CLIPGenericFlag", { uniqueid: "flag of mine" }));
    const path = "/sensors/flag of mine" as const;
    assert.equal((await seen(ask, path)).type, "CLIPGenericFlag");
    assert.deepEqual(inShort(await ask("PUT", path, { name: "F" })), [200, { [`${path}/name`]: "F" }]);
    assert.deepEqual(inShort(await ask("PUT", `${path}/config`, { on: true })), [200, { [`${path}/config/on`]: true }]);
    assert.deepEqual(inShort(await ask("PUT", `${path}/state`, { flag: true })), [
      200,
      { [`${path}/state/flag`]: true },
    ]);
    await settle();
    assert.deepEqual(new Set(heard.map(({ resource }) => resource.address)), new Set(["/ids", "/sensors/1"]));
    assert.deepEqual(inShort(await ask("DELETE", path)), [200, "flag of mine"]);
    assert.deepEqual(inShort(await ask("GET", path)), [404, [3, path]]);
  },
);

contract("rename", async ({ ask }) => {
  await created(ask, "/sensors", clip("CLIPAlarm"));
  assert.deepEqual(inShort(await ask("PUT", "/sensors/1", { name: "  Attic " })), [
    200,
    { "/sensors/1/name": "Attic" },
  ]);
  assert.equal((await seen(ask, "/sensors/1")).name, "Attic");
  assert.deepEqual(inShort(await ask("PATCH", "/sensors/1", { name: "A" })), [200, { "/sensors/1/name": "A" }]);
  assert.deepEqual(inShort(await ask("PUT", "/sensors/1", {})), [200]);
  for (const name of ["", " ", "x".repeat(33), 5, null, ["a"]]) {
    assert.deepEqual(inShort(await ask("PUT", "/sensors/1", { name })), [400, [7, "/sensors/1/name"]]);
  }
  assert.deepEqual(inShort(await ask("PUT", "/sensors/1", { name: "x".repeat(32) })).length, 2);
});

contract("rename: a wrong member refuses the whole, and weighs more than a wrong value", async ({ ask }) => {
  await created(ask, "/sensors", clip("CLIPAlarm", { name: "Old" }));
  for (const fixed of ["type", "modelid", "uniqueid", "manufacturername", "swversion", "mode", "etag"]) {
    const reply = await ask("PUT", "/sensors/1", { name: "New", [fixed]: "x" });
    assert.deepEqual(inShort(reply), [400, [8, `/sensors/1/${fixed}`]]);
  }
  assert.deepEqual(inShort(await ask("PUT", "/sensors/1", { name: "New", foo: 1 })), [400, [6, "/sensors/1/foo"]]);
  assert.deepEqual(inShort(await ask("PUT", "/sensors/1", { name: 5, foo: 1 })), [400, [6, "/sensors/1/foo"]]);
  assert.equal((await seen(ask, "/sensors/1")).name, "Old");
});

contract("rename with the config inside, as some clients send it", async ({ ask }) => {
  await created(ask, "/sensors", clip("CLIPAlarm", { name: "Old" }));
  const reply = await ask("PUT", "/sensors/1", { name: "New", config: { on: false, foo: 1 } });
  assert.deepEqual(inShort(reply), [
    200,
    { "/sensors/1/name": "New" },
    [6, "/sensors/1/config/foo"],
    { "/sensors/1/config/on": false },
  ]);
  assert.deepEqual(inShort(await ask("PUT", "/sensors/1", { name: "Newer", config: 5 })), [
    400,
    [2, "/sensors/1/config"],
  ]);
  assert.equal((await seen(ask, "/sensors/1")).name, "New");
});

contract("bodies that are no object", async ({ ask }) => {
  await created(ask, "/sensors", clip("CLIPAlarm"));
  for (const body of [NOT_JSON, [], [1], 5, "text", null, undefined]) {
    assert.deepEqual(inShort(await ask("PUT", "/sensors/1", body)), [400, [2, "/sensors"]]);
    assert.deepEqual(inShort(await ask("PUT", "/sensors/1/config", body)), [400, [2, "/sensors/config"]]);
    assert.deepEqual(inShort(await ask("PUT", "/sensors/1/state", body)), [400, [2, "/sensors/1/state"]]);
  }
  assert.deepEqual(inShort(await ask("DELETE", "/sensors/1", NOT_JSON)), [400, [2, "/sensors/1"]]);
});

contract("a sensor that is not there", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("GET", "/sensors/7")), [404, [3, "/sensors/7"]]);
  assert.deepEqual(inShort(await ask("PUT", "/sensors/7", { name: "x" })), [404, [3, "/sensors/7"]]);
  assert.deepEqual(inShort(await ask("PUT", "/sensors/7/config", { on: true })), [404, [3, "/sensors/7"]]);
  assert.deepEqual(inShort(await ask("PUT", "/sensors/7/state", { flag: true })), [404, [3, "/sensors/7"]]);
  assert.deepEqual(inShort(await ask("DELETE", "/sensors/7")), [404, [3, "/sensors/7"]]);
});

contract("B15: DELETE answers the id, then it is gone, and its id is never given again", async ({ ask, heard }) => {
  await created(ask, "/sensors", clip("CLIPAlarm"));
  await created(ask, "/sensors", clip("CLIPAlarm"));
  assert.deepEqual(inShort(await ask("DELETE", "/sensors/2")), [200, "2"]);
  assert.deepEqual(inShort(await ask("GET", "/sensors/2")), [404, [3, "/sensors/2"]]);
  await settle();
  const gone = heard.filter(({ event }) => event === "deleted").map(({ resource }) => resource.address);
  assert.deepEqual(gone, ["/sensors/2"]);
  assert.equal(await created(ask, "/sensors", clip("CLIPAlarm")), "3");
});

contract("DELETE with reset", async ({ ask }) => {
  for (let id = 1; id <= 4; id += 1) await created(ask, "/sensors", clip("CLIPAlarm"));
  assert.deepEqual(inShort(await ask("DELETE", "/sensors/1", {})), [200, "1"]);
  assert.deepEqual(inShort(await ask("DELETE", "/sensors/2", { reset: true })), [200, { "/sensors/2/reset": true }]);
  assert.deepEqual(inShort(await ask("DELETE", "/sensors/3", { reset: false })), [200, { "/sensors/3/reset": false }]);
  assert.deepEqual(inShort(await ask("DELETE", "/sensors/4", { reset: "yes" })), [400, [7, "/sensors/4/reset"]]);
  assert.deepEqual(Object.keys(await seen(ask, "/sensors")), ["4"]);
});

contract("the etag changes whenever the sensor changes, and only then", async ({ ask }) => {
  await created(ask, "/sensors", clip("CLIPGenericStatus"));
  await created(ask, "/sensors", clip("CLIPGenericStatus"));
  const first = await ask("GET", "/sensors/1");
  assert.equal((first.body as { etag: string }).etag, first.etag);
  const others = await ask("GET", "/sensors/2");
  for (const [path, body] of [
    ["/sensors/1", { name: "new" }],
    ["/sensors/1/config", { battery: 5 }],
    ["/sensors/1/state", { status: 5 }],
  ] as const) {
    const before = [await ask("GET", "/sensors/1"), await ask("GET", "/sensors"), await ask("GET", "/config")];
    const written = await ask("PUT", path, body);
    const after = [await ask("GET", "/sensors/1"), await ask("GET", "/sensors"), await ask("GET", "/config")];
    for (const [index, { etag }] of before.entries()) assert.notEqual(after[index]?.etag, etag, path);
    assert.equal(written.etag, after[0]?.etag, "a write answers the new one");
  }
  assert.equal((await ask("GET", "/sensors/2")).etag, others.etag);
  const still = await ask("GET", "/sensors/1");
  await ask("PUT", "/sensors/1/config", { battery: 5, foo: 1 });
  await ask("PUT", "/sensors/1/config", { battery: 500 });
  assert.equal((await ask("GET", "/sensors/1")).etag, still.etag, "the same value again is no change");
});
