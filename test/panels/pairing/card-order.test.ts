/** Where newcomers stand: on top, unless that would push away a form that the user fills in. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { orderedCards } from "../../../panels/pairing/joining.ts";

const cases: [what: string, before: string[], now: string[], held: string | undefined, order: string[]][] = [
  ["the first one", [], ["a"], undefined, ["a"]],
  ["the newest stands on top", ["a"], ["b", "a"], undefined, ["b", "a"]],
  ["below the form that is filled in", ["b", "a"], ["c", "b", "a"], "b", ["b", "c", "a"]],
  ["several at once", ["a"], ["c", "b", "a"], "a", ["a", "c", "b"]],
  ["one that joins again stays where it is", ["b", "a"], ["a", "b"], undefined, ["b", "a"]],
  ["one that was put away", ["b", "a"], ["a"], "b", ["a"]],
  ["a form of somebody else", ["a"], ["b", "a"], "x", ["b", "a"]],
];
for (const [what, before, now, held, order] of cases)
  test(what, () => assert.deepEqual(orderedCards(before, now, held), order));
