/** What is said of a light before a scene remembers it. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sayAsSaved } from "../../../panels/rooms/saved-in-words.ts";
import { speakEnglish } from "../../support/speak.ts";

before(speakEnglish);

const LIT = { on: true, bri: 61, reachable: true };

const CASES: readonly [what: string, state: object, said: string][] = [
  ["a white", { ...LIT, colormode: "ct", ct: 454 }, "24 %, 2,200 K, candlelight"],
  ["a color", { ...LIT, colormode: "xy", xy: [0.7, 0.299] }, "24 %, red"],
  [
    "an effect, whatever color it shows just now",
    { ...LIT, colormode: "effect", effect: "colorloop" },
    "24 %, all colors in turn",
  ],
  ["a strip of several colors", { ...LIT, colormode: "gradient", xy: [0.7, 0.3] }, "24 %, gradient"],
  ["a plug", { on: true, reachable: true }, "on"],
  ["a light that is off has no color", { ...LIT, on: false, colormode: "ct", ct: 454 }, "off"],
  ["no power", { ...LIT, reachable: false }, "24 % (unreachable: as last known)"],
  ["nothing is known", { on: null, reachable: false }, "off (unreachable: as last known)"],
  ["a blind", { on: true, open: false, lift: 30, reachable: true }, "30 % closed"],
];
for (const [what, state, said] of CASES)
  test(what, () => assert.equal(sayAsSaved({ type: "Extended color light", state }).replaceAll("\u00a0", " "), said));
