/** The keys of remotes in people's words: each name as a whole, or word by word, and as it is where no word is known. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { wordingIn } from "../../../nodes/messages/value-words.ts";
import { keyInWords } from "../../../src/model/sensors/key-names.ts";

const german = wordingIn("de").text;
const names: readonly (readonly [name: string, german: string])[] = [
  ["On", "Ein"],
  ["Brightness up", "Heller"],
  ["arrow left", "Pfeil links"],
  ["Up left", "Auf links"],
  ["Brightness up left", "Heller links"],
  ["Color temperature up", "Wärmeres Weiß"],
  ["Button 3", "Taste 3"],
  ["Frobnicate", "Frobnicate"],
  ["Frobnicate left", "Frobnicate left"],
];
for (const [name, wanted] of names)
  test(`${name} is ${wanted} in German`, () => assert.equal(keyInWords(name, german), wanted));
