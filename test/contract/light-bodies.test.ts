/** Bodies of any kind to a light or a group: none is answered with a fault of our own, and a refused one changes nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Address, Outcome, Values } from "../../src/model/resource.ts";
import { GROUP_COMMANDS } from "../../src/resources/groups/group-action.ts";
import { LIGHT_COMMANDS } from "../../src/resources/lights/light-state.ts";
import { LIGHT_TYPES } from "../../src/resources/lights/light-types.ts";
import { COVER_COMMANDS } from "../../src/resources/lights/state-plans.ts";
import { fakeDevices, fakeRadio, house, settle } from "../support/fakes.ts";
import { light, told } from "../support/lights.ts";

const NAMES = [
  ...Object.keys({ ...COVER_COMMANDS, ...LIGHT_COMMANDS, ...GROUP_COMMANDS }),
  "colormode",
  "foo",
  "__proto__",
];
const TARGETS = [
  "/lights/1/state",
  "/lights/2/state",
  "/lights/3/state",
  "/lights/4/state",
  "/groups/1/action",
  "/groups/0/action",
] as const;

const value = fc.oneof(
  { weight: 3, arbitrary: fc.boolean() },
  { weight: 6, arbitrary: fc.integer({ min: -70_000, max: 70_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 254 }) },
  { weight: 2, arbitrary: fc.double() },
  { weight: 3, arbitrary: fc.tuple(fc.double({ min: 0, max: 1 }), fc.double({ min: 0, max: 1 })) },
  { weight: 3, arbitrary: fc.constantFrom("stop", "none", "select", "lselect", "colorloop", "candle", "5", "") },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const body = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 5, noNullPrototype: true });

test("random bodies for states and actions", async () => {
  const devices = fakeDevices();
  const { ask, store, stop } = await house({ radio: fakeRadio(true), devices });
  for (const type of ["Extended color light", "Color light", "Window covering device", "Fan"])
    await light({ store }, type);
  await ask("POST", "/groups", { name: "G", lights: ["1", "2", "3", "4"] });
  await settle();
  const snapshot = () => JSON.stringify([store.list("/lights"), store.list("/groups")]);
  const run = async (at: Address, sent: Values) => {
    const before = snapshot();
    const { status, body: outcomes } = await ask("PUT", at, JSON.parse(JSON.stringify(sent)));
    assert.ok([200, 400].includes(status), `${status}`);
    const granted = (outcomes as Outcome[]).filter((outcome) => "success" in outcome);
    const wishes = told(devices);
    assert.equal(wishes.length, granted.length > 0 ? 1 : 0);
    if (granted.length === 0) assert.equal(snapshot(), before);
    if (status === 400) assert.equal(granted.length, 0);
    assertShown();
  };
  /** Each believed value is one that clients may read. */
  const assertShown = () => {
    for (const { type, state } of store.list("/lights")) {
      for (const [name, held] of Object.entries(state)) {
        const { min = -Infinity, max = Infinity, kind, oneOf } = LIGHT_TYPES[type]?.state[name] ?? {};
        assert.ok(kind !== undefined, name);
        if (typeof held === "number")
          assert.ok(held >= min && held <= max && Number.isInteger(held), `${name} ${held}`);
        if (oneOf) assert.ok(oneOf.includes(held), `${name} ${held}`);
      }
    }
  };
  await fc.assert(fc.asyncProperty(fc.constantFrom(...TARGETS), body, run), { numRuns: 1_500 });
  await stop();
});

test("random bodies for names, members and new groups", async () => {
  const { ask, store, stop } = await house({ radio: fakeRadio(true), devices: fakeDevices() });
  await light({ store }, "Dimmable light");
  await ask("POST", "/groups", { name: "G" });
  await settle();
  const names = [
    "name",
    "lights",
    "hidden",
    "class",
    "type",
    "uniqueid",
    "lightsequence",
    "multideviceids",
    "scenes",
    "id",
  ];
  const member = fc.oneof(value, fc.array(fc.constantFrom("1", "2", 1)), fc.string({ maxLength: 40 }));
  const attrs = fc.dictionary(fc.constantFrom(...names), member, { maxKeys: 4, noNullPrototype: true });
  const places = fc.constantFrom(
    ["PUT", "/groups/1"],
    ["PUT", "/lights/1"],
    ["POST", "/groups"],
    ["PUT", "/lights/1/config"],
  );
  const run = async ([method, at]: readonly string[], sent: Values) => {
    const before = JSON.stringify([store.list("/lights"), store.list("/groups")]);
    const { status, body: outcomes } = await ask(method as "PUT", at as Address, JSON.parse(JSON.stringify(sent)));
    await settle();
    assert.ok([200, 400].includes(status), `${status}`);
    const done = (outcomes as Outcome[]).some((outcome) => "success" in outcome);
    if (!done) assert.equal(JSON.stringify([store.list("/lights"), store.list("/groups")]), before);
  };
  await fc.assert(fc.asyncProperty(places, attrs, run), { numRuns: 300 });
  await stop();
});
