/** Cubes: gestures with the sides as clients know them, and rotations. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cubeCodes, isCube, readCube } from "../../../src/devices/buttons/cube.ts";
import type { Values } from "../../../src/model/resource.ts";

const OLD = "lumi.sensor_cube";
const NEW = "lumi.remote.cagl02";
const SIDES = "00:15:8d:00:01:02:03:04-02-0012";
const TURNED = "00:15:8d:00:01:02:03:04-03-000c";

const ROWS: readonly [modelid: string, payload: Values, event: number | undefined, gesture?: number][] = [
  [OLD, { action: "shake" }, 7007, 1],
  [OLD, { action: "wakeup" }, 7000, 0],
  [OLD, { action: "fall" }, 7008, 2],
  [OLD, { action: "throw" }, 7008, 2],
  [NEW, { action: "hold" }, 7011],
  [OLD, { action: "flip90", side: 0, action_from_side: 1 }, 1003, 3],
  [OLD, { action: "flip90", side: 5, action_from_side: 4 }, 2004, 3],
  [NEW, { action: "flip90", side: 5, action_from_side: 4 }, 5004, 3],
  [OLD, { action: "flip180", side: 3 }, 6001, 4],
  [NEW, { action: "flip180", side: 2, action_from_side: 5 }, 2005, 4],
  [OLD, { action: "slide", side: 2 }, 5000, 5],
  [OLD, { action: "tap", side: 1 }, 3003, 6],
  [NEW, { action: "tap", side: 6 }, 6006, 6],
  [NEW, { action: "tap", side: 0 }, undefined],
  [OLD, { action: "tap", side: 6 }, undefined],
  [OLD, { action: "tap", side: -1 }, undefined],
  [OLD, { action: "tap", side: "1" }, undefined],
  [OLD, { action: "flip90", side: 1 }, undefined],
  [OLD, { action: "rotate_left", action_angle: -10 }, undefined],
  [NEW, { action: "1_min_inactivity" }, undefined],
  [OLD, { action: "constructor" }, undefined],
];
for (const [modelid, payload, event, gesture] of ROWS) {
  test(`${modelid} ${JSON.stringify(payload)}`, () => {
    const wanted =
      event === undefined ? undefined : { buttonevent: event, ...(gesture === undefined ? {} : { gesture }) };
    assert.deepEqual(readCube(modelid, SIDES, payload), wanted);
  });
}

test("rotations have a sensor of their own", () => {
  const turn = (payload: Values) => readCube(OLD, TURNED, payload);
  assert.deepEqual(turn({ action: "rotate_right", action_angle: 12.34 }), { buttonevent: 1234, gesture: 7 });
  assert.deepEqual(turn({ action: "rotate_left", action_angle: -90 }), { buttonevent: -9000, gesture: 8 });
  assert.equal(turn({ action: "shake" }), undefined);
  for (const action_angle of [Number.NaN, Number.POSITIVE_INFINITY, null, "3", 1e300])
    assert.equal(turn({ action: "rotate_left", action_angle }), undefined);
});

test("which models are cubes, and all their events", () => {
  assert.deepEqual(["lumi.sensor_cube.aqgl01", NEW, "lumi.sensor_switch"].map(isCube), [true, true, false]);
  const codes = Object.values(cubeCodes());
  for (const code of [1002, 6005, 1006, 4000, 6006, 7000, 7007, 7008, 7011])
    assert.ok(codes.includes(code), String(code));
  assert.equal(cubeCodes()["flip90 2 1"], 1002);
  assert.equal(cubeCodes()["flip90 1 1"], undefined);
});

test("no payload breaks a cube", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...["flip90", "tap", "slide", "rotate_left"]),
      fc.dictionary(fc.constantFrom("side", "action_from_side", "action_angle"), fc.anything()),
      (action, more) => {
        for (const uniqueid of [SIDES, TURNED]) {
          const read = readCube(OLD, uniqueid, { ...more, action });
          assert.ok(read === undefined || Number.isSafeInteger(read.buttonevent));
        }
      },
    ),
  );
});
