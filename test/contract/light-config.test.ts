/** PUT /lights/<id>/config (wire 4.6). */
import assert from "node:assert/strict";
import { NOT_JSON } from "../../src/model/resource.ts";
import { settle } from "../support/fakes.ts";
import { BY_RADIO, light, lit, told } from "../support/lights.ts";
import { inShort, seen } from "../support/transports.ts";

const AT = "/lights/1/config";
const HAS = {
  "on/startup": 1,
  "bri/startup": 255,
  "bri/execute_if_off": false,
  "color/ct/startup": 65_535,
  "color/execute_if_off": null,
};

lit("its config is shown as objects within objects, and 255 as previous", async ({ ask, store }) => {
  await light({ store }, "Extended color light", { config: HAS });
  assert.deepEqual((await seen(ask, "/lights/1")).config, {
    groups: ["0"],
    on: { startup: 1 },
    bri: { startup: "previous", execute_if_off: false },
    color: { ct: { startup: "previous" }, execute_if_off: null },
  });
});

lit("each member stands for itself, by its whole path; what the device takes is believed", async (world) => {
  const { ask, store, devices, heard } = world;
  await light({ store }, "Extended color light", { config: HAS });
  devices.writable = () => Object.keys(HAS).filter((name) => name !== "bri/execute_if_off");
  heard.length = 0;
  const reply = await ask("PUT", AT, {
    bri: { startup: 100, execute_if_off: true, on_level: 5, foo: 1 },
    color: { ct: { startup: "previous" }, execute_if_off: true },
    on: { startup: "yesterday" },
    groups: ["1"],
    foo: {},
  });
  assert.deepEqual(inShort(reply), [
    200,
    [6, `${AT}/bri/foo`],
    [7, `${AT}/on/startup`],
    [8, `${AT}/groups`],
    [6, `${AT}/foo`],
    [608, `${AT}/bri/execute_if_off`],
    [6, `${AT}/bri/on_level`],
    { [`${AT}/bri/startup`]: 100 },
    { [`${AT}/color/ct/startup`]: "previous" },
    { [`${AT}/color/execute_if_off`]: true },
  ]);
  const values = { "bri/startup": 100, "color/ct/startup": 65_535, "color/execute_if_off": true };
  assert.deepEqual(told(devices), [{ of: "/lights/1", values, optimistic: values }]);
  assert.deepEqual((await seen(ask, "/lights/1")).config.bri, { startup: 100, execute_if_off: false });
  await settle();
  assert.deepEqual(
    heard.map(({ section, values: news }) => [section, news]),
    [["config", { "bri/startup": 100, "color/execute_if_off": true }]],
  );
  assert.equal(reply.etag, (await ask("GET", "/lights/1")).etag);
});

lit("bodies that say nothing, lights that are not there or not reachable, a radio that is down", async (world) => {
  const { ask, store, devices } = world;
  await light({ store }, "Dimmable light", { config: { "on/startup": 1 } });
  devices.writable = () => ["on/startup"];
  const body = { on: { startup: 0 } };
  for (const nothing of [NOT_JSON, {}, [], 5, undefined])
    assert.deepEqual(inShort(await ask("PUT", AT, nothing)), [400, [2, AT]]);
  assert.deepEqual(inShort(await ask("PUT", "/lights/9/config", body)), [404, [3, "/lights/9"]]);
  devices.obstacle = () => "radio-down";
  assert.deepEqual(inShort(await ask("PUT", AT, body)), [200, [901, `${AT}/on/startup`]]);
  devices.obstacle = () => undefined;
  store.patch("/lights/1", "state", { reachable: false }, BY_RADIO);
  assert.deepEqual(inShort(await ask("PUT", AT, body)), [200, [202, AT]]);
  assert.deepEqual(told(devices), []);
  assert.equal((await seen(ask, "/lights/1")).config.on.startup, 1);
});
