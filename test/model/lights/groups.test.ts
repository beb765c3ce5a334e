/** Which lights a group holds, and how bright they are together. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { brightnessOf, isOrHolds } from "../../../src/model/lights/groups.ts";
import type { Values } from "../../../src/model/resource.ts";

const light = (state: Values) => ({ state: { reachable: true, ...state } });
const FULL = light({ on: true, bri: 254 });
const HALF = light({ on: true, bri: 127 });
const DARK = light({ on: false, bri: 200 });
const SIREN = light({ alert: "none" });
const PLUG = light({ on: true });
const BLIND = light({ on: true, bri: 200, lift: 79, open: true });

const CASES: readonly [about: string, lights: readonly { readonly state: Values }[], bri: number | undefined][] = [
  ["a siren is no dark lamp", [FULL, SIREN], 254],
  ["lights that are on count alone", [FULL, DARK], 254],
  ["in the mean", [FULL, HALF], 191],
  ["none is on", [DARK, PLUG], 0],
  ["a lamp without power shines no more", [HALF, light({ on: true, bri: 254, reachable: false })], 127],
  ["how far a blind is closed", [BLIND, HALF], 127],
  ["none can be dimmed", [PLUG, SIREN, BLIND], undefined],
  ["no lights", [], undefined],
];

for (const [about, lights, bri] of CASES) test(`${about}`, () => assert.equal(brightnessOf(lights), bri));

test("a light is itself, and a group is itself and each of its lights; a sensor with the id of a light is neither", () => {
  const [group, lamp] = [
    { address: "/groups/1", attr: { lights: ["1", "2"] } },
    { address: "/lights/1", attr: {} },
  ] as const;
  const others = ["/groups/1", "/lights/2", "/lights/1", "/lights/3", "/groups/2", "/sensors/1"] as const;
  assert.deepEqual(
    others.map((other) => isOrHolds(group, other)),
    [true, true, true, false, false, false],
  );
  assert.deepEqual(
    others.map((other) => isOrHolds(lamp, other)),
    [false, false, true, false, false, false],
  );
});
