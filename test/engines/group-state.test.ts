/** any_on and all_on: which lights count. The news of both stands in the contract of the push channel. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Values } from "../../src/model/resource.ts";
import { fakeDevices, fakeRadio, house, settle } from "../support/fakes.ts";
import { BY_RADIO, light, lightResource } from "../support/lights.ts";

const ON = { on: true };
const OFF = { on: false };
const AWAY = { reachable: false };

const ROWS: readonly (readonly [says: string, lights: readonly Values[], any_on: boolean, all_on: boolean])[] = [
  ["no lights", [], false, false],
  ["all are off", [OFF, OFF], false, false],
  ["one is on", [ON, OFF], true, false],
  ["all are on", [ON, ON], true, true],
  ["one that is off is away", [ON, { ...OFF, ...AWAY }], true, true],
  ["one that is on is away", [{ ...ON, ...AWAY }, OFF], false, false],
  ["all are away", [{ ...ON, ...AWAY }], false, false],
  ["one never told", [ON, { on: null }], true, true],
];

for (const [says, lights, any_on, all_on] of ROWS) {
  test(says, async () => {
    const world = await house({ radio: fakeRadio(true), devices: fakeDevices() });
    for (const state of lights) await light(world, "On/Off light", { state });
    await light(world, "Range extender"); // cannot be on, and so does not count
    const ids = world.store.list("/lights").map((_, index) => String(index + 1));
    await world.ask("POST", "/groups", { name: "G", lights: ids });
    await settle();
    for (const at of ["/groups/1", "/groups/65520"] as const)
      assert.deepEqual(world.store.get(at)?.state, { any_on, all_on }, at);
    await world.stop();
  });
}

test("a light's change that is taken back takes back the group's, and says so", async () => {
  const world = await house({ radio: fakeRadio(true), devices: fakeDevices() });
  await light(world, "On/Off light", { state: OFF });
  await world.ask("PUT", "/lights/1/state", ON);
  await settle();
  world.heard.length = 0;
  world.store.patch("/lights/1", "state", OFF, { ...BY_RADIO, undo: true });
  await settle();
  assert.deepEqual(
    world.heard.map(({ resource, values, cause }) => [resource.address, values, cause.undo]),
    [
      ["/lights/1", OFF, true],
      ["/groups/65520", { any_on: false, all_on: false }, true],
    ],
  );
  await world.stop();
});

test("a light that is planned as something else counts by its new type", async () => {
  const world = await house({ radio: fakeRadio(true), devices: fakeDevices() });
  await light(world, "On/Off light", { state: ON });
  await settle();
  assert.equal(world.store.get("/groups/65520")?.state.any_on, true);
  world.store.put(lightResource("1", "Range extender"), BY_RADIO);
  await settle();
  assert.deepEqual(world.store.get("/groups/65520")?.state, { any_on: false, all_on: false });
  await world.stop();
});

test("after any changes of lights and groups, each group shows the state of its lights", async () => {
  const world = await house({ radio: fakeRadio(true), devices: fakeDevices() });
  const { store } = world;
  for (const lights of [[], [], []]) await world.ask("POST", "/groups", { name: "G", lights });
  let seed = 1;
  const draw = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const anyLight = () => store.list("/lights")[draw(store.list("/lights").length)]?.address ?? "/lights/1";
  const steps = [
    () => light(world, "On/Off light", { state: { on: draw(2) === 0 } }),
    () => store.patch(anyLight(), "state", { on: draw(2) === 0 }, BY_RADIO),
    () => store.patch(anyLight(), "state", { on: draw(3) === 0 }, BY_RADIO),
    () => store.patch(anyLight(), "state", { reachable: draw(3) > 0 }, BY_RADIO),
    () => {
      const lights = store.list("/lights").filter(() => draw(2) === 0);
      return world.ask("PUT", `/groups/${1 + draw(3)}`, { lights: lights.map(({ address }) => address.slice(8)) });
    },
    () => (store.list("/lights").length > 4 ? store.remove(anyLight(), BY_RADIO) : undefined),
  ];
  for (let n = 0; n < 300; n += 1) {
    for (let more = draw(3); more >= 0; more -= 1) await steps[draw(steps.length)]?.();
    await settle();
    for (const { address, attr, state } of store.list("/groups")) {
      const lights = (attr.lights as readonly string[]).map((id) => store.get(`/lights/${id}`)?.state ?? {});
      const counted = lights.filter(({ on, reachable }) => reachable === true && typeof on === "boolean");
      const any_on = counted.some(({ on }) => on === true);
      const all_on = any_on && counted.every(({ on }) => on === true);
      assert.deepEqual(state, { any_on, all_on }, `${address} after ${n} steps`);
    }
  }
  await world.stop();
});
