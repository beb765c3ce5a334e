import assert from "node:assert/strict";
import { test } from "node:test";
import { type ResourceViews, radioState, readHouse, resourceAt, withViews } from "../../panels/house.ts";

const HOUSE = readHouse({
  config: { name: "Home", rfconnected: true, whitelist: { AAAAAAAA: { name: "phone" } } },
  lights: { 1: { name: "Lamp", state: { on: false } }, 2: { name: "Hall" } },
  sensors: { 5: { name: "Door" } },
  devices: { "00:01": { name: "Lamp" } },
  isVirtual: true,
});

const cases: [what: string, views: ResourceViews, address: string, now: unknown][] = [
  [
    "a light that changed",
    { "/lights/1": { name: "Lamp", state: { on: true } } },
    "/lights/1",
    { name: "Lamp", state: { on: true } },
  ],
  ["a light that is new", { "/lights/3": { name: "New" } }, "/lights/3", { name: "New" }],
  ["a light that is gone", { "/lights/1": null }, "/lights/1", undefined],
  ["a light that was never there", { "/lights/9": null }, "/lights/9", undefined],
  ["a device", { "/devices/00:01": { name: "Other" } }, "/devices/00:01", { name: "Other" }],
  ["what is below a resource is none", { "/groups/1/scenes/2": { name: "x" } }, "/groups/1", undefined],
  ["a family that nobody knows", { "/strange/1": { name: "x" } }, "/strange/1", undefined],
  ["a name out of the language", { "/lights/1": null }, "/lights/constructor", undefined],
];
for (const [what, views, address, now] of cases) {
  test(`${what}: ${address}`, () => assert.deepEqual(resourceAt(withViews(HOUSE, views), address), now));
}

test("of the config only the changes are told, and the rest stays", () => {
  const { config } = withViews(HOUSE, { "/config": { permitjoin: 60 } });
  assert.deepEqual(config, { ...HOUSE.config, permitjoin: 60 });
});

test("keys come and go", () => {
  const given = withViews(HOUSE, { "/config/whitelist/BBBBBBBB": { name: "tablet" } });
  assert.deepEqual(given.config.whitelist, { AAAAAAAA: { name: "phone" }, BBBBBBBB: { name: "tablet" } });
  const revoked = withViews(given, { "/config/whitelist/AAAAAAAA": null, "/config": { linkbutton: true } });
  assert.deepEqual(revoked.config.whitelist, { BBBBBBBB: { name: "tablet" } });
  assert.equal(revoked.config.linkbutton, true);
});

test("a resource that did not change stays the same object, and nothing is changed in place", () => {
  const before = structuredClone(HOUSE);
  const next = withViews(HOUSE, { "/lights/1": { name: "x" }, "/gateway": { event: "radio-down", reason: "gone" } });
  assert.deepEqual(HOUSE, before);
  assert.equal(next.sensors, HOUSE.sensors);
  assert.equal(next.lights["2"], HOUSE.lights["2"]);
  assert.notEqual(next.lights, HOUSE.lights);
  assert.deepEqual(next.gateway, { event: "radio-down", reason: "gone" });
});

test("an empty answer is an empty house", () => {
  const { config, lights, devices, isVirtual } = readHouse({});
  assert.deepEqual([config, lights, devices, isVirtual], [{}, {}, {}, false]);
});

const radios: [rfconnected: boolean, reason: string, is: string][] = [
  [true, "", "up"],
  [true, "it was unplugged", "up"],
  [false, "", "starting"],
  [false, "it was unplugged", "down"],
];
for (const [rfconnected, reason, is] of radios)
  test(`the radio is ${is}`, () =>
    assert.equal(radioState({ hasRadio: true, config: { rfconnected }, gateway: { reason } }), is));
