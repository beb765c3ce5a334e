/** The words for a white or a color that a lamp shows: by the way in which the lamp tells it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOfColor } from "../../../src/model/lights/color-words.ts";
import { LANGUAGES, textsOf } from "../../support/locales.ts";

const cases: [state: Readonly<Record<string, unknown>>, name: string | undefined][] = [
  [{ colormode: "ct", ct: 454 }, "candle"],
  [{ colormode: "ct", ct: 370, xy: [0.64, 0.33] }, "warm"],
  [{ colormode: "ct", ct: 250 }, "neutral"],
  [{ colormode: "ct", ct: 153 }, "cold"],
  [{ colormode: "ct", ct: null }, undefined],
  [{ colormode: "xy", xy: [0.64, 0.33], ct: 370 }, "red"],
  [{ colormode: "xy", xy: [0.15, 0.06] }, "blue"],
  [{ colormode: "xy" }, undefined],
  [{ colormode: "hs", hue: 21_845, sat: 254 }, "green"],
  [{ colormode: "hs", hue: 21_845, sat: 5 }, "white"],
  [{ colormode: "hs", hue: null, sat: 254 }, undefined],
  [{ colormode: "gradient" }, undefined],
  [{ on: true, bri: 100 }, undefined],
];

for (const [state, name] of cases)
  test(`${JSON.stringify(state)} is ${name}`, () => {
    assert.equal(nameOfColor(state), name);
    if (name === undefined) return;
    for (const language of LANGUAGES)
      assert.ok(textsOf(language, "zigbee-gateway-panels.json").get(`colors.${name}`), language);
  });
