/** Which colors a lamp is offered, their commands, and their names. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  areAlike,
  chosenIn,
  colorOf,
  isAlike,
  type LampColors,
  lampColorsOf,
  namedColors,
  namedWhites,
  sayChosen,
  sayHue,
  sayWhite,
  togetherOf,
  whiteOf,
  whiteStrip,
} from "../../../panels/colors/lamp-colors.ts";
import { spotOf } from "../../../src/model/lights/color-words.ts";
import { speakEnglish } from "../../support/speak.ts";

beforeEach(speakEnglish);

const plain = (text: string) => text.replaceAll(/\s/g, " ");
const RANGE = { coldest: 153, warmest: 454 };
const USUAL = { coldest: 153, warmest: 500 };
const lamps: [what: string, state: Record<string, unknown>, view: Record<string, unknown>, can: LampColors][] = [
  ["a plug", { on: true }, {}, {}],
  ["a dimmable lamp", { on: true, bri: 1 }, {}, {}],
  ["whites in its own range", { ct: 300 }, { ctmin: 153, ctmax: 454 }, { whites: RANGE }],
  ["a range that is none", { ct: 300 }, { ctmin: 0, ctmax: 65_535 }, { whites: USUAL }],
  ["whites and colors", { ct: 300, xy: [0, 0] }, { ctmin: 153, ctmax: 454 }, { whites: RANGE, colors: "xy" }],
  ["colors, and whites as one of them", { xy: [0, 0] }, {}, { whites: USUAL, colors: "xy" }],
  ["the wheel alone", { hue: 0, sat: 0 }, {}, { colors: "hue" }],
];
for (const [what, state, view, can] of lamps)
  test(`offered colors: ${what}`, () => assert.deepEqual(lampColorsOf({ state, view }), can));

test("a group is offered each color that one of its lights can show", () => {
  const cold = { whites: { coldest: 200, warmest: 300 } };
  const both = { whites: { coldest: 250, warmest: 454 }, colors: "hue" } as const;
  assert.deepEqual(togetherOf([{}, cold, both]), { whites: { coldest: 200, warmest: 454 }, colors: "hue" });
  assert.deepEqual(togetherOf([both, { colors: "xy" }]).colors, "xy");
  assert.deepEqual(togetherOf([{}]), {});
});

test("the chosen color, by the mode in which a lamp shines", () => {
  const all = { ct: 300, xy: [0.5, 0.4], hue: 1, sat: 2 };
  assert.deepEqual(chosenIn({ ...all, colormode: "ct" }), { ct: 300 });
  assert.deepEqual(chosenIn({ ...all, colormode: "xy" }), { xy: [0.5, 0.4] });
  assert.deepEqual(chosenIn({ ...all, colormode: "hs" }), { hue: 1, sat: 2 });
  assert.deepEqual(chosenIn({ ct: 300, bri: 4 }), { ct: 300 });
  assert.equal(chosenIn({ on: true, bri: 4 }), undefined);
});

test("the strip of whites ends in round numbers, and no lamp is told more than it can", () => {
  const strip = whiteStrip(RANGE);
  assert.deepEqual(strip, { min: 2200, max: 6500 });
  assert.deepEqual(whiteOf(strip.min, RANGE), { ct: 454 });
  assert.deepEqual(whiteOf(2700, RANGE), { ct: 370 });
  assert.deepEqual(whiteOf(9000, RANGE), { ct: 153 });
  assert.deepEqual(
    namedWhites({ coldest: 250, warmest: 370 }).map(({ name }) => name),
    ["warm", "neutral"],
  );
});

test("each step of hue and saturation comes back from the command to a lamp", () => {
  for (const words of ["xy", "hue"] as const)
    for (let degrees = 0; degrees < 360; degrees += 3) {
      const { degrees: seen, percent } = spotOf(colorOf({ degrees, percent: 100 }, words));
      const away = Math.min(Math.abs(seen - degrees), 360 - Math.abs(seen - degrees));
      assert.ok(away <= 1 && percent >= 99, `${words} ${degrees}: ${seen}, ${percent} %`);
    }
  assert.deepEqual(colorOf({ degrees: 360, percent: 100 }, "hue"), { hue: 0, sat: 254 });
});

test("whites and colors have names", () => {
  const whites = [2000, 2700, 4000, 6500].map((kelvin) => plain(sayWhite(kelvin)));
  assert.deepEqual(whites, ["2,000 K, candlelight", "2,700 K, warm", "4,000 K, neutral", "6,500 K, cold"]);
  const hues = [0, 20, 50, 100, 175, 230, 280, 300, 350, 360].map((degrees) => sayHue({ degrees, percent: 100 }));
  assert.equal(hues.join(), "red,orange,yellow,green,turquoise,blue,purple,pink,red,red");
  assert.equal(sayHue({ degrees: 120, percent: 4 }), "white");
  assert.equal(sayChosen({ hue: 0, sat: 254 }), "red");
  assert.equal(plain(sayChosen({ ct: 370 })), "2,700 K, warm");
  assert.equal(plain(sayChosen({ xy: [0.4591, 0.4106] })), "2,700 K, warm", "a white that a lamp was told as a color");
  for (const { name, chosen } of namedColors("xy")) assert.equal(sayChosen(chosen), name);
});

test("a color within a lamp's rounding is the same color", () => {
  assert.equal(isAlike({ xy: [0.64, 0.33] }, { xy: [0.6401, 0.3299] }), true);
  assert.equal(isAlike({ xy: [0.64, 0.33] }, { xy: [0.6, 0.33] }), false);
  assert.equal(isAlike({ ct: 370 }, { ct: 366 }), true);
  assert.equal(isAlike({ ct: 370 }, { xy: [0.64, 0.33] }), false);
  assert.equal(isAlike(undefined, { ct: 370 }), false);
});

test("lights are alike that one word names, however each was told its color", () => {
  const warm = { colormode: "ct", ct: 370 };
  const alsoWarm = { colormode: "xy", xy: [0.4591, 0.4106] };
  const red = { colormode: "xy", xy: [0.64, 0.33] };
  assert.equal(areAlike([warm, alsoWarm, { bri: 3 }]), true);
  assert.equal(areAlike([red, { colormode: "hs", hue: 0, sat: 254 }]), true);
  assert.equal(areAlike([warm, red]), false);
  assert.equal(areAlike([warm, { colormode: "ct", ct: 153 }]), false);
  assert.equal(areAlike([]), true);
});
