/** What is only believed: kept, taken back, or overtaken. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/core/store.ts";
import { openBelief } from "../../../src/devices/desired/belief.ts";
import { BY_RADIO } from "../../../src/devices/inventory/device-registry.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";
import { house, settle, TEST } from "../../support/fakes.ts";

const LIGHT = "/lights/1";

async function withLight(state: Values) {
  const home = await house();
  const resource: Resource = {
    ...{ address: LIGHT, type: "Dimmable light", attr: {}, config: {}, action: {} },
    state,
  };
  home.store.put(resource, TEST);
  const belief = openBelief(home.store);
  /** As a handler does: the store holds it, then it is wished. */
  const wish = (optimistic: Values) => {
    const before = home.store.get(LIGHT) as Resource;
    home.store.patch(LIGHT, "state", optimistic, TEST);
    return belief.hold(before, "state", optimistic, TEST);
  };
  return { ...home, belief, wish };
}

const stateOf = (store: Store) => store.get(LIGHT)?.state;

test("what failed is taken back, in the name of who wished it", async () => {
  const { store, wish, heard, stop } = await withLight({ on: false, bri: 10 });
  const held = wish({ on: true, bri: 200 });
  await settle();
  heard.length = 0;
  held.takeBack();
  held.takeBack();
  assert.deepEqual(stateOf(store), { on: false, bri: 10 });
  await settle();
  assert.deepEqual(
    heard.map(({ values, cause }) => [values, cause]),
    [
      [
        { on: false, bri: 10 },
        { ...TEST, undo: true },
      ],
    ],
  );
  await stop();
});

test("some members may be taken back alone", async () => {
  const { store, wish, stop } = await withLight({ on: false, bri: 10 });
  const held = wish({ on: true, bri: 200 });
  held.takeBack(["bri", "nonsense"]);
  assert.deepEqual(stateOf(store), { on: true, bri: 10 });
  held.takeBack();
  assert.deepEqual(stateOf(store), { on: false, bri: 10 });
  await stop();
});

test("a newer wish is not undone by an older failure, not even one of the same value", async () => {
  const { store, wish, stop } = await withLight({ on: false });
  const older = wish({ on: true });
  const newer = wish({ on: true });
  older.takeBack();
  assert.equal(stateOf(store)?.on, true);
  newer.keep();
  assert.equal(stateOf(store)?.on, true);
  await stop();
});

test("when all fail, the light is as it was before the first of them", async () => {
  for (const first of ["older", "newer"] as const) {
    const { store, wish, stop } = await withLight({ bri: 10 });
    const wishes = { older: wish({ bri: 100 }), newer: wish({ bri: 200 }) };
    wishes[first].takeBack();
    wishes[first === "older" ? "newer" : "older"].takeBack();
    assert.equal(stateOf(store)?.bri, 10, `${first} first`);
    await stop();
  }
});

test("a newer failure goes back to what the older wish has reached", async () => {
  const { store, wish, stop } = await withLight({ bri: 10 });
  const older = wish({ bri: 100 });
  const newer = wish({ bri: 200 });
  older.keep();
  newer.takeBack();
  assert.equal(stateOf(store)?.bri, 100);
  await stop();
});

test("what the device itself has told meanwhile stays", async () => {
  const { store, belief, wish, stop } = await withLight({ on: false, bri: 10 });
  const held = wish({ on: true, bri: 200 });
  belief.told(LIGHT, "state", { on: true });
  store.patch(LIGHT, "state", { on: true }, BY_RADIO);
  assert.equal(held.contradicted, false);
  belief.told(LIGHT, "state", { bri: 33 });
  store.patch(LIGHT, "state", { bri: 33 }, BY_RADIO);
  assert.equal(held.contradicted, true);
  held.takeBack();
  assert.deepEqual(stateOf(store), { on: true, bri: 33 });
  await stop();
});

test("what is handed over is nobody's any more, and was true before", async () => {
  const { store, wish, stop } = await withLight({ bri: 10 });
  const older = wish({ bri: 100 });
  const newer = wish({ bri: 200 });
  assert.deepEqual(older.handOver(), {}, "the newer one watches over it");
  assert.deepEqual(newer.handOver(), { bri: 10 });
  newer.takeBack();
  assert.equal(stateOf(store)?.bri, 200);
  await stop();
});

test("a member that was not there is gone again; names are only names", async () => {
  const { store, wish, stop } = await withLight({ on: false });
  wish(JSON.parse('{"__proto__": 1, "constructor": 2, "colormode": "ct"}') as Values).takeBack();
  assert.deepEqual(Object.keys(stateOf(store) ?? {}), ["on"]);
  assert.equal(({} as Values).colormode, undefined);
  await stop();
});
