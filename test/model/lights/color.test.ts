/** Color as lights are told it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hexOfMired, luminanceOf, roundedXy, xyOfMired, xyOfRgb } from "../../../src/model/lights/color.ts";

/** Kelvin, and where a black body of that temperature stands. */
const BLACK_BODIES = [
  [2000, 0.5267, 0.4133],
  [2700, 0.4599, 0.4106],
  [4000, 0.3805, 0.3768],
  [6500, 0.3135, 0.3237],
  [10_000, 0.2807, 0.2884],
] as const;

for (const [kelvin, x, y] of BLACK_BODIES) {
  test(`${kelvin} kelvin as a color`, () => {
    const [atX, atY] = xyOfMired(1_000_000 / kelvin);
    assert.ok(Math.abs(atX - x) < 0.001 && Math.abs(atY - y) < 0.001, `${atX}, ${atY}`);
  });
}

test("any mired is a color", () => {
  for (let mired = 0; mired <= 65_535; mired += 15) {
    for (const part of xyOfMired(mired)) assert.ok(part > 0.2 && part < 0.6, `${mired}`);
  }
});

test("four digits, and never more than Zigbee knows", () => {
  assert.deepEqual(roundedXy([0.123_45, 1]), [0.1235, 0.9961]);
});

test("the corners of sRGB and its white lie where they are known to lie", () => {
  assert.deepEqual(xyOfRgb({ red: 255, green: 0, blue: 0 }), [0.6401, 0.33]);
  assert.deepEqual(xyOfRgb({ red: 0, green: 255, blue: 0 }), [0.3, 0.6]);
  assert.deepEqual(xyOfRgb({ red: 0, green: 0, blue: 255 }), [0.15, 0.06]);
  assert.deepEqual(xyOfRgb({ red: 255, green: 255, blue: 255 }), [0.3127, 0.329]);
  assert.equal(xyOfRgb({ red: 0, green: 0, blue: 0 }), undefined, "black cannot be shone");
});

test("whites end where lamps end", () =>
  assert.deepEqual([1, 153, 310, 900].map(hexOfMired), ["#d6e4ff", "#d6e4ff", "#ffdfb6", "#ffac58"]));

test("luminance as WCAG reckons it", () => {
  const hexes = ["#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#777777"];
  const known = [0, 1, 0.2126, 0.7152, 0.0722, 0.1845];
  assert.deepEqual(
    hexes.map((hex) => Number(luminanceOf(hex).toFixed(4))),
    known,
  );
});
