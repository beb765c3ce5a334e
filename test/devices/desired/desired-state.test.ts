/** Values that are only desired: kept, undone, or overtaken. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/core/store.ts";
import { DesiredState, OpenWrites } from "../../../src/devices/desired/desired-state.ts";
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
  const desired = new DesiredState(home.store, { causeOf: () => BY_RADIO }, () => {});
  /** As a handler does: the store holds it, then it is claimed. */
  const wish = (optimistic: Values) => {
    const before = home.store.get(LIGHT) as Resource;
    home.store.patch(LIGHT, "state", optimistic, TEST);
    return desired.claim({ resource: before, section: "state", optimistic, cause: TEST });
  };
  return { ...home, desired, wish };
}

const stateOf = (store: Store) => store.get(LIGHT)?.state;

test("a claim that failed is undone, with the cause of the claim", async () => {
  const { store, wish, heard, stop } = await withLight({ on: false, bri: 10 });
  const claim = wish({ on: true, bri: 200 });
  await settle();
  heard.length = 0;
  claim.undo();
  claim.undo();
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
  const claim = wish({ on: true, bri: 200 });
  claim.undo(["bri", "nonsense"]);
  assert.deepEqual(stateOf(store), { on: true, bri: 10 });
  claim.undo();
  assert.deepEqual(stateOf(store), { on: false, bri: 10 });
  await stop();
});

test("a newer claim is not undone by an older failure, not even one of the same value", async () => {
  const { store, wish, stop } = await withLight({ on: false });
  const older = wish({ on: true });
  const newer = wish({ on: true });
  older.undo();
  assert.equal(stateOf(store)?.on, true);
  newer.keep();
  assert.equal(stateOf(store)?.on, true);
  await stop();
});

test("when all fail, the light is as it was before the first of them", async () => {
  for (const first of ["older", "newer"] as const) {
    const { store, wish, stop } = await withLight({ bri: 10 });
    const wishes = { older: wish({ bri: 100 }), newer: wish({ bri: 200 }) };
    wishes[first].undo();
    wishes[first === "older" ? "newer" : "older"].undo();
    assert.equal(stateOf(store)?.bri, 10, `${first} first`);
    await stop();
  }
});

test("a newer failure goes back to the value that the older claim has reached", async () => {
  const { store, wish, stop } = await withLight({ bri: 10 });
  const older = wish({ bri: 100 });
  const newer = wish({ bri: 200 });
  older.keep();
  newer.undo();
  assert.equal(stateOf(store)?.bri, 100);
  await stop();
});

test("a value that the device itself has told meanwhile stays", async () => {
  const { store, desired, wish, stop } = await withLight({ on: false, bri: 10 });
  const claim = wish({ on: true, bri: 200 });
  desired.report(LIGHT, "state", { on: true });
  assert.equal(claim.isContradicted, false);
  desired.report(LIGHT, "state", { bri: 33 });
  assert.equal(claim.isContradicted, true);
  claim.undo();
  assert.deepEqual(stateOf(store), { on: true, bri: 33 });
  await stop();
});

test("when the newer fails, the older that is still on its way shows again, and stays when it is kept", async () => {
  const { store, wish, stop } = await withLight({ bri: 10 });
  const older = wish({ bri: 100 });
  const newer = wish({ bri: 200 });
  newer.undo();
  assert.equal(stateOf(store)?.bri, 100);
  assert.equal(older.isContradicted, false);
  older.keep();
  older.undo();
  assert.equal(stateOf(store)?.bri, 100);
  await stop();
});

test("a member that was not there is gone again; names are only names", async () => {
  const { store, wish, stop } = await withLight({ on: false });
  wish(JSON.parse('{"__proto__": 1, "constructor": 2, "colormode": "ct"}') as Values).undo();
  assert.deepEqual(Object.keys(stateOf(store) ?? {}), ["on"]);
  assert.equal(({} as Values).colormode, undefined);
  await stop();
});

// ---- writes that may still be undone

const PLACE = "/lights/1 bri";

test("the newest that is undone shows the value below it, even where that is nothing", () => {
  const writes = new OpenWrites<number | undefined>();
  const first = writes.open(PLACE, undefined, 7);
  const second = writes.open(PLACE, 3, undefined);
  assert.deepEqual(second.undo(), { below: undefined });
  assert.equal(second.undo(), undefined, "it is gone");
  assert.deepEqual(first.undo(), { below: 7 });
  assert.equal(writes.has(PLACE), false);
});

test("one that is kept is the base of those above it, and ends those below it", () => {
  const writes = new OpenWrites<number>();
  const [first, second, third] = [1, 2, 3].map((value) => writes.open(PLACE, value, 0));
  second?.keep();
  assert.equal(first?.undo(), undefined);
  assert.deepEqual(third?.undo(), { below: 2 });
});

test("an older write that is undone changes no value", () => {
  const writes = new OpenWrites<number>();
  const [first, second] = [1, 2].map((value) => writes.open(PLACE, value, 0));
  assert.equal(first?.undo(), undefined);
  assert.deepEqual(second?.undo(), { below: 0 });
});

test("an undo goes back to the value that has become true meanwhile, or that value ends them all", () => {
  const writes = new OpenWrites<number>();
  const write = writes.open(PLACE, 1, 0);
  writes.rebase(PLACE, (below) => below + 40);
  assert.deepEqual(write.undo(), { below: 40 });
  const other = writes.open(PLACE, 1, 0);
  writes.close(PLACE);
  assert.equal(other.undo(), undefined);
  const later = writes.open(PLACE, 2, 5);
  other.keep();
  assert.deepEqual(later.undo(), { below: 5 }, "whoever is closed says nothing of those that come after");
});
