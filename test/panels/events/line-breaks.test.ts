/** How many lines a sentence takes, with letters of one width: where a line may end, and where not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { linesFor, type Run } from "../../../panels/events/line-breaks.ts";

const WIDE = /[\u3000-\u9fff\uff00-\uff60]/;
const measure = (word: string, isSmall: boolean) =>
  [...word].reduce((sum, letter) => sum + (WIDE.test(letter) ? 20 : 10), 0) * (isSmall ? 0.5 : 1);
const large = (text: string): Run => ({ text, isSmall: false });
const small = (text: string): Run => ({ text, isSmall: true });

const CASES: readonly (readonly [what: string, runs: readonly Run[], width: number, lines: number])[] = [
  ["nothing", [large("")], 100, 1],
  ["what has room", [large("on then off")], 110, 1],
  ["what has none: whole words go on", [large("on then off")], 109, 2],
  ["each line is filled anew", [large("aaaa bbbb cccc dddd")], 90, 2],
  ["words of another size", [large("aaaa"), small(" · bbbb cc")], 90, 1],
  ["the same in one size", [large("aaaa"), large(" · bbbb cc")], 90, 2],
  ["a number keeps its unit", [large("aaaa 21.5\u00a0°C")], 110, 2],
  ["a word that is longer than a line", [large("a bbbbbbbbbbbb")], 50, 4],
  ["a hyphen between letters", [large("aaaa bbb-ccc")], 90, 2],
  ["but not before a number", [large("aaaa bbb-555")], 90, 2],
  ["a minus is no hyphen", [large("aaaa -55")], 70, 2],
  ["Chinese ends anywhere", [large("天地玄黄宇宙")], 60, 2],
  ["no line begins with a stop", [large("天地玄。黄宇")], 60, 3],
];
for (const [what, runs, width, lines] of CASES) test(what, () => assert.equal(linesFor(runs, width, measure), lines));
