/** The values that a tile shows and sends: the color of its lamp, its level, its watts, its warmth. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  blendOf,
  HEAT,
  handledAs,
  inkOn,
  lampColor,
  levelOf,
  powerOf,
  setpoint,
  tileKind,
  warmthOf,
} from "../../../panels/home/tiles.ts";
import { hexOfMired, hexOfTurn, luminanceOf } from "../../../src/model/lights/color.ts";
import type { Values } from "../../../src/model/resource.ts";

const use = (type: string, family: "lights" | "sensors" = "lights", state = { on: true }) =>
  handledAs({ family, type, state });

test("how a tile is used: no user unlocks a door by a slip", () => {
  assert.deepEqual(
    ["Dimmable light", "Smart plug", "Fan", "Window covering device", "Door Lock", "Warning device"].map((type) =>
      use(type),
    ),
    ["switch", "switch", "switch", "cover", "open", "open"],
  );
  assert.equal(use("ZHAThermostat", "sensors"), "heat");
  assert.equal(use("ZHAPresence", "sensors"), undefined);
  assert.equal(handledAs({ family: "lights", type: "Range extender", state: {} }), undefined);
  assert.equal(tileKind({ type: "Smart plug" }), "plug");
});

test("a lamp shines in its color, or in its white; one that has only one color is warm", () => {
  assert.match(lampColor({ colormode: "xy", xy: [0.7, 0.3], ct: 250 }), /^#ff00/);
  assert.equal(lampColor({ colormode: "ct", xy: [0.7, 0.3], ct: 250 }), "#ffecd6");
  assert.equal(lampColor({ colormode: "hs", hue: 21_845, sat: 254 }), "#00ff00");
  assert.equal(lampColor({ ct: 250 }), "#ffecd6");
  assert.equal(lampColor({}), "#ffd490");
});

const INKS: [color: string, hex: string, ink: "white" | "black"][] = [
  ["red", "#ff0000", "white"],
  ["blue", "#0000ff", "white"],
  ["purple", "#8c00ff", "white"],
  ["orange", "#ff8000", "black"],
  ["yellow", "#ffff00", "black"],
  ["green", "#00ff00", "black"],
  ["candle", hexOfMired(500), "black"],
  ["cold white", hexOfMired(153), "black"],
  ["heat", HEAT, "black"],
];
for (const [color, hex, ink] of INKS)
  test(`the picture of a lamp that shines in ${color} is ${ink}`, () =>
    assert.equal(inkOn(hex), ink === "white" ? "#ffffff" : "#1e1e1e"));

test("of no color that a lamp shines in is its picture hard to see", () => {
  for (let degrees = 0; degrees < 360; degrees += 3)
    for (const saturation of [0, 0.3, 0.6, 1]) {
      const hex = hexOfTurn(degrees / 360, saturation);
      const [dark = 0, bright = 0] = [luminanceOf(hex), luminanceOf(inkOn(hex))].toSorted((one, other) => one - other);
      assert.ok((bright + 0.05) / (dark + 0.05) >= 3, `${inkOn(hex)} on ${hex}`);
    }
});

test("levels in percent; a plug is only on or off", () => {
  assert.deepEqual(levelOf({ on: true, bri: 127 }), { isOn: true, percent: 50 });
  assert.deepEqual(levelOf({ on: null }), { isOn: false, percent: undefined });
});

test("a plug tells its power, also when that is nothing", () => {
  const part = (state: Values) =>
    ({ address: "/sensors/1", family: "sensors", id: "1", type: "ZHAPower", view: {}, config: {}, state }) as const;
  assert.equal(powerOf({ resources: [part({}), part({ power: 0 })] }), 0);
  assert.equal(powerOf({ resources: [part({ power: null })] }), undefined);
});

test("warmth is wanted within the range of radiators, in steps of the API", () => {
  const warmth = warmthOf({ config: { heatsetpoint: 2150 }, state: { temperature: 1980 } });
  assert.deepEqual(warmth, { member: "heatsetpoint", wanted: 21.5, measured: 19.8 });
  assert.deepEqual(setpoint({ member: "heatsetpoint" }, 22), { heatsetpoint: 2200 });
  assert.deepEqual(setpoint({ member: "coolsetpoint" }, 99), { coolsetpoint: 3200 });
  assert.equal(warmthOf({ config: {}, state: {} }), undefined);
});

test("colors stand beside each other with soft edges", () => {
  assert.equal(blendOf(["#f00"]), "linear-gradient(110deg, #f00 25%, #f00 75%)");
  assert.equal(blendOf(["#f00", "#00f"]), "linear-gradient(110deg, #f00 13%, #f00 38%, #00f 63%, #00f 88%)");
});
