/** Whether a scene is on: each of its lights is as it says, as near as the gateway takes it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { colorsIn, isSceneOn, oneOn } from "../../../panels/rooms/scenes-on.ts";

const RED = { id: "1", on: true, bri: 100, transitiontime: 4, colormode: "xy", x: 0.6, y: 0.3 };
const OFF = { id: "2", on: false, bri: 80, transitiontime: 4, colormode: "ct", ct: 370 };
const red = { on: true, bri: 100, colormode: "xy", xy: [0.6, 0.3], reachable: true };
const off = { on: false, bri: 10, colormode: "ct", ct: 200, reachable: true };

const isOn = (one: object, other: object = off, scene: readonly { readonly id: string }[] = [RED, OFF]) =>
  isSceneOn({ lights: scene }, { 1: { state: one }, 2: { state: other } });

const CASES: readonly [what: string, on: boolean, one: object, other?: object][] = [
  ["all is as it says; of what is off nothing else counts", true, red],
  ["levels and colors were rounded by the light", true, { ...red, bri: 101, xy: [0.603, 0.298] }],
  ["a light is brighter", false, { ...red, bri: 110 }],
  ["a light has another color", false, { ...red, xy: [0.4, 0.4] }],
  ["a light is white now", false, { ...red, colormode: "ct", ct: 370 }],
  ["a light is off", false, { ...red, on: false }],
  ["the other is on", false, red, { ...off, on: true }],
  ["a light out of reach is left alone", true, red, { ...off, on: true, reachable: false }],
  ["none can be reached", false, { ...red, reachable: false }, { ...off, reachable: false }],
];
for (const [what, on, one, other] of CASES)
  test(`${what}: ${on ? "on" : "not on"}`, () => assert.equal(isOn(one, other), on));

test("a blind by its position, a candle by its effect, a plug by nothing but on, a strip by its gradient", () => {
  const lone = (inScene: object, state: object) => isOn({ reachable: true, ...state }, off, [{ id: "1", ...inScene }]);
  assert.deepEqual(
    [30, 31].map((lift) => lone({ on: true, bri: 0, lift: 30 }, { on: false, lift })),
    [true, false],
  );
  const candle = { on: true, bri: 100, colormode: "effect", effect: "candle" };
  assert.deepEqual(
    ["candle", "none"].map((effect) => lone(candle, { ...red, effect })),
    [true, false],
  );
  assert.equal(lone({ on: true, bri: 0 }, { on: true }), true);
  const strip = { on: true, bri: 100, colormode: "gradient", gradient: { colors: [[0.6, 0.3]] } };
  assert.equal(lone(strip, structuredClone(strip)), true);
  assert.equal(lone(strip, { ...strip, gradient: { colors: [] } }), false);
});

test("a room that is dark is in no scene: of one that leaves all its lights off nobody says that it is on", () => {
  const alsoOff = { ...RED, on: false };
  assert.equal(isOn(off, off, [alsoOff, OFF]), false);
  assert.equal(isOn({ ...red, reachable: false }, off), false, "the lights that it has on cannot be reached");
});

test("of a scene without lights nobody says that it is on", () => assert.equal(isOn(red, off, []), false));

test("of several scenes that do the same the one that was recalled last is on, or else the first", () => {
  const [one, other] = ["/groups/1/scenes/1", "/groups/1/scenes/2"];
  assert.equal(oneOn([one, other], other), other);
  assert.equal(oneOn([one, other], "/groups/1/scenes/3"), one);
  assert.equal(oneOn([], other), "");
});

test("the colors of a scene are those of the lights that shine in it, each once", () => {
  assert.deepEqual(colorsIn([OFF]), []);
  const [red, ...more] = colorsIn([RED, { ...RED, id: "3" }, OFF]);
  assert.match(String(red), /^color-mix\(in srgb, #f[0-9a-f]+ 82%, #000\)$/);
  assert.deepEqual(more, []);
});
