import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { NodeError } from "../../../nodes/flow-node/node-error.ts";
import { referenceOf, referredScene, resourceNamed } from "../../../nodes/flow-node/resource-reference.ts";
import { isAction, lightsTold, nameIn, slowest, stepIn, tenthsIn } from "../../../nodes/messages/scene-words.ts";
import type { Address, Resource, Values } from "../../../src/model/resource.ts";
import { type FakeHouse, house } from "../../support/fakes.ts";

const BY_RADIO = { by: "radio", depth: 0 };

let home: FakeHouse;
const group = (id: number) => home.store.get(`/groups/${id}`) as Resource;
before(async () => {
  home = await house();
  for (const name of ["Kitchen", "Hall"]) await home.ask("POST", "/groups", { name });
  const lights = { "1": { transitiontime: 4 }, "2": { transitiontime: 30 }, "9": {} };
  for (const [address, name] of [
    ["/groups/1/scenes/1", "Movie"],
    ["/groups/1/scenes/2", "1"],
    ["/groups/1/scenes/3", "Twice"],
    ["/groups/1/scenes/4", "Twice"],
    ["/groups/2/scenes/7", "Movie"],
  ] as const)
    home.store.put(resource(address, "Scene", { name, lights }), BY_RADIO);
  home.store.put({ ...resource("/lights/1", "On/Off light", {}), state: { reachable: true } }, BY_RADIO);
  home.store.put({ ...resource("/lights/2", "On/Off light", {}), state: { reachable: false } }, BY_RADIO);
});
after(() => home.stop());

function resource(address: Address, type: string, attr: Values): Resource {
  return { address, type, attr, config: {}, state: {}, action: {} };
}

test("the actions of a scene node", () => {
  for (const word of ["recall", "store", "create", "delete"]) assert.equal(isAction(word), true, word);
  for (const word of ["", "read", "constructor", undefined, 1, {}]) assert.equal(isAction(word), false, String(word));
});

test("next and previous are no names", () => {
  assert.deepEqual(["next", "previous", "prev", "Movie", "constructor"].map(stepIn), [
    "next",
    "prev",
    ...Array(3).fill(undefined),
  ]);
});

const names: [value: unknown, name: string | undefined][] = [
  ["Movie", "Movie"],
  [" Movie ", "Movie"],
  [3, "3"],
  [0, "0"],
  ["", undefined],
  ["  ", undefined],
  [1.5, undefined],
  [Number.NaN, undefined],
  [true, undefined],
  [null, undefined],
  [["Movie"], undefined],
];

for (const [value, name] of names) {
  test(`${JSON.stringify(value)} is ${name === undefined ? "no name" : name}`, () => {
    assert.equal(nameIn(value), name);
  });
}

test("a transition is tenths of a second on air; one that is too long is clamped and told", () => {
  const warnings: string[] = [];
  assert.deepEqual(
    [0, 0.04, 0.4, 2, 6_553, 1e9].map((seconds) => tenthsIn(seconds, warnings, String)),
    [0, 0, 4, 20, 65_530, 65_530],
  );
  assert.deepEqual(warnings, ["transition 1000000000 → 6553"]);
  for (const wrong of [-1, Number.NaN, "2", null, {}])
    assert.throws(
      () => tenthsIn(wrong, warnings, String),
      (error) => error instanceof NodeError && error.code === "invalid",
    );
});

test("the slowest light of a scene", () => {
  assert.equal(slowest([]), 0);
  assert.equal(slowest(home.store.list("/groups/1/scenes")), 30);
});

test("a light that is reachable has the scene; any other is told with its error", () => {
  assert.deepEqual(lightsTold(home.store, home.store.get("/groups/1/scenes/1") as Resource), [
    { id: "1", ok: true },
    { id: "2", ok: false, error: "unreachable" },
    { id: "9", ok: false, error: "not-found" },
  ]);
});

test("a message names a scene by its id, or by its name if only one has it", () => {
  const found = (name: string) => resourceNamed(home.store, "/groups/1/scenes", name)?.address;
  assert.deepEqual(["1", "Movie", "2", "Twice", "7", "constructor", ""].map(found), [
    "/groups/1/scenes/1",
    "/groups/1/scenes/1",
    "/groups/1/scenes/2",
    ...Array(4).fill(undefined),
  ]);
});

test("a scene that a dialog picked: by its id in its own group, by its name in any other", () => {
  const own = String(home.store.get("/config")?.attr.bridgeid);
  const here = referenceOf({ address: "/groups/1", house: own });
  const picked = (pick: typeof here, id: number, scene: string, name: string) =>
    referredScene(home.store, group(id), pick, scene, name)?.address;
  assert.equal(picked(here, 1, "1", "Renamed since"), "/groups/1/scenes/1");
  assert.equal(picked(here, 1, "7", "Movie"), undefined);
  assert.equal(picked(here, 2, "1", "Movie"), "/groups/2/scenes/7", "of the group that a message names");
  const carried = referenceOf({ address: "/groups/9", resourceName: "Kitchen", house: "another" });
  assert.equal(picked(carried, 1, "7", "Movie"), "/groups/1/scenes/1");
  assert.equal(picked(carried, 1, "1", "Gone"), undefined);
});
