/** Jobs in words: how far one has come, and a search by the seconds that are left. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sayJobProgress } from "../../panels/jobs.ts";
import { speakEnglish } from "../support/speak.ts";

beforeEach(speakEnglish);

for (const [does, progress, said] of [
  ["survey", { done: 3, total: 12 }, "It: 3 of 12"],
  ["search", { done: 0, total: 60 }, "It: 60 s left"],
  ["search", { done: 61, total: 60 }, "It: 0 s left"],
  ["backup", { done: 1 }, "It"],
] as const)
  test(`${does} ${JSON.stringify(progress)} is "${said}"`, () =>
    assert.equal(sayJobProgress("It", does, progress), said));
