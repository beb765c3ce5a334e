/** Jobs in words: how far one has come, and a search by the seconds that are left. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { before, test } from "node:test";
import { sayJobProgress } from "../../panels/jobs.ts";
import { setTexts } from "../../panels/texts.ts";

const TEXTS = resolve(import.meta.dirname, "../../locales/en-US/zigbee-gateway-panels.json");
before(() => setTexts(JSON.parse(readFileSync(TEXTS, "utf8")), "en-US"));

for (const [does, progress, said] of [
  ["survey", { done: 3, total: 12 }, "It: 3 of 12"],
  ["search", { done: 0, total: 60 }, "It: 60 s left"],
  ["search", { done: 61, total: 60 }, "It: 0 s left"],
  ["backup", { done: 1 }, "It"],
] as const)
  test(`${does} ${JSON.stringify(progress)} is "${said}"`, () =>
    assert.equal(sayJobProgress("It", does, progress), said));
