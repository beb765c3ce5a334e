import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { type ResourceViews, radioState, readHouse, resourceAt, withViews } from "../../panels/house.ts";
import { nameOrGone } from "../../panels/resource-names.ts";
import { speakEnglish } from "../support/speak.ts";

beforeEach(speakEnglish);

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

test("what goes leaves its name, in sentences, too, until its id is there again", () => {
  const scenes = (...all: readonly string[]) => all.map((name) => ({ id: name.slice(-1), name }));
  const before = readHouse({
    lights: { 3: { name: "Hall lamp" } },
    groups: { 1: { name: "Studio", scenes: scenes("Evening 1", "Bright 2") } },
    formerNames: { "/groups/7": "Attic" },
  });
  const views = { "/lights/3": null, "/groups/1": { name: "Studio", scenes: scenes("Evening 1") } };
  const house = withViews(before, views);
  const names = { "/groups/7": "Attic", "/lights/3": "Hall lamp", "/groups/1/scenes/2": "Bright 2" };
  assert.deepEqual(house.formerNames, names);
  const said = ["/lights/3/state", "/groups/1/scenes/2/recall", "/groups/7/action", "/lights/4/state"];
  assert.deepEqual(
    said.map((address) => nameOrGone(house, address)),
    ["Hall lamp (removed)", "Bright 2 in Studio (removed)", "Attic (removed)", "/lights/4 (not there now)"],
  );
  const again = withViews(house, { "/lights/3": { name: "New" } });
  assert.equal(nameOrGone(again, "/lights/3/state"), "New");
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
