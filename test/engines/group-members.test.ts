/** The effects of a group's members, where clients do not see it at once; the rest stands in the contract of groups. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { plain } from "../../src/model/definitions.ts";
import { object } from "../../src/model/fields.ts";
import type { Address, Resource, Values } from "../../src/model/resource.ts";
import { DEFINITIONS } from "../../src/resources/index.ts";
import { type FakeHouse, fakeDevices, fakeRadio, house, settle } from "../support/fakes.ts";
import { BY_RADIO, light } from "../support/lights.ts";

const SCENES = {
  ...DEFINITIONS,
  TestScene: plain("groups", { lights: object({ refersTo: { to: "/lights", withoutAny: "gone" } }) }),
};

async function home(): Promise<FakeHouse> {
  const made = await house({ radio: fakeRadio(true), devices: fakeDevices(), definitions: SCENES });
  for (let count = 0; count < 3; count += 1) await light(made, "Dimmable light");
  for (const lights of [
    ["1", "2"],
    ["2", "3"],
  ])
    await made.ask("POST", "/groups", { name: "G", lights });
  for (const [at, lights] of SET) made.store.put(scene(at, lights), BY_RADIO);
  await settle();
  return made;
}

const SET: readonly (readonly [Address, Values])[] = [
  ["/groups/1/scenes/1", { "1": { on: true }, "2": { on: true } }],
  ["/groups/1/scenes/2", { "1": { on: true } }],
  ["/groups/2/scenes/1", { "2": { on: true } }],
  ["/groups/65520/scenes/1", { "1": { on: true }, "2": { on: true } }],
];

function scene(address: Address, lights: Values): Resource {
  return { address, type: "TestScene", attr: { lights }, config: {}, state: {}, action: {} };
}

const lightsOf = ({ store }: FakeHouse, at: Address) => {
  const found = store.get(at);
  return found && Object.keys(found.attr.lights as Values);
};
const all = (world: FakeHouse) => SET.map(([at]) => lightsOf(world, at));

test("a light that leaves a group leaves its scenes; a scene without lights is gone", async () => {
  const world = await home();
  await world.ask("PUT", "/groups/1", { lights: ["2"] });
  await settle();
  assert.deepEqual(all(world), [["2"], undefined, ["2"], ["1", "2"]]);
  await world.stop();
});

test("a light that is deleted, even by the radio, leaves all groups and all scenes", async () => {
  const world = await home();
  world.store.remove("/lights/2", BY_RADIO);
  await settle();
  assert.deepEqual(all(world), [["1"], ["1"], undefined, ["1"]]);
  assert.deepEqual(world.store.get("/groups/1")?.attr.lights, ["1"]);
  assert.deepEqual(world.store.get("/groups/2")?.attr.lights, ["3"]);
  assert.deepEqual(world.store.get("/groups/65520")?.attr.lights, ["1", "3"]);
  await world.stop();
});

test("a light can leave all scenes and stay in its groups", async () => {
  const world = await home();
  assert.equal((await world.ask("DELETE", "/lights/1/scenes")).status, 200);
  await settle();
  assert.deepEqual(all(world), [["2"], undefined, ["2"], ["2"]]);
  assert.deepEqual(world.store.get("/groups/1")?.attr.lights, ["1", "2"]);
  await world.stop();
});

test("a group that is deleted takes its scenes with it", async () => {
  const world = await home();
  await world.ask("DELETE", "/groups/1");
  await settle();
  assert.deepEqual(all(world), [undefined, undefined, ["2"], ["1", "2"]]);
  assert.deepEqual(world.store.get("/lights/1")?.config.groups, ["0"]);
  assert.deepEqual(world.store.get("/lights/2")?.config.groups, ["0", "2"]);
  await world.stop();
});

test("a group that goes with its remote takes its scenes with it, also where the last run ended in between", async () => {
  const world = await home();
  const { store } = world;
  const remote: Resource = { ...scene("/sensors/1", {}), type: "CLIPSwitch" };
  for (const group of ["1", "2"]) {
    store.put({ ...remote, address: `/sensors/${group}` }, BY_RADIO);
    store.patch(`/groups/${group}`, "attr", { devicemembership: [group] }, BY_RADIO);
  }
  store.remove("/sensors/1", BY_RADIO);
  await settle();
  assert.equal(store.get("/groups/1"), undefined);
  assert.deepEqual(all(world), [undefined, undefined, ["2"], ["1", "2"]]);
  store.remove("/groups/2", BY_RADIO); // and the run ends before anybody hears of it
  await world.stop();
  const after = await house({ disk: world.disk, radio: fakeRadio(true), definitions: SCENES });
  assert.deepEqual(all(after), [undefined, undefined, undefined, ["1", "2"]]);
  await after.stop();
});

test("a start where nothing was missed tells nothing", async () => {
  const world = await home();
  await world.stop();
  const after = await house({ disk: world.disk, radio: fakeRadio(true), definitions: SCENES });
  await settle();
  assert.deepEqual(
    after.heard.map(({ resource }) => resource.address).filter((at) => /lights|groups/.test(at)),
    [],
  );
  assert.equal(after.store.isDirty, false);
  await after.stop();
});

test("a house that comes with many lights at once is no more work than those lights", async () => {
  const world = await house({ devices: fakeDevices() });
  const { store } = world;
  const patch = store.patch.bind(store);
  let patches = 0;
  store.patch = (...given) => {
    patches += 1;
    patch(...given);
  };
  const first: Resource = { ...scene("/lights/1", {}), type: "Dimmable light" };
  for (let id = 1; id <= 200; id += 1) store.put({ ...first, address: `/lights/${id}` }, BY_RADIO);
  await settle();
  const ids = Array.from({ length: 200 }, (_, at) => String(at + 1));
  assert.deepEqual(store.get("/groups/65520")?.attr.lights, ids);
  assert.deepEqual(store.get("/lights/200")?.config.groups, ["0"]);
  assert.ok(patches < 1_000, `${patches} patches`);
  await world.stop();
});
