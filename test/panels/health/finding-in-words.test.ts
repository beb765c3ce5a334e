/** The words of findings: names of devices, sizes and days in words, and troubles with their cures. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sayCure, sayFinding } from "../../../panels/health/finding-in-words.ts";
import type { CheckResult } from "../../../src/model/admin-api.ts";
import { LANGUAGES } from "../../support/locales.ts";
import { speak, speakEnglish } from "../../support/speak.ts";

beforeEach(speakEnglish);

const named = (...names: readonly string[]) => ({ names, count: names.length, more: 0 });
const BATTERIES: CheckResult = {
  ...{ check: "batteries", ok: null, says: "low-and-soon", cure: "low" },
  values: { ...named("Door", "Attic", "Remote"), low: named("Door", "Attic"), soon: named("Remote") },
};
const cases: [of: CheckResult, says: string][] = [
  [BATTERIES, "Nearly empty: Door and Attic. Empty within two weeks: Remote."],
  [{ ...BATTERIES, says: "low", values: named("Door") }, "Nearly empty: Door."],
  [{ ...BATTERIES, says: "low", values: { ...named("Door"), more: 3 } }, "Nearly empty: Door and 3 more."],
  [
    { ...BATTERIES, says: "empty-and-low", values: { empty: named("Door"), low: named("Attic") } },
    "Can stop any day: Door. Nearly empty: Attic.",
  ],
  [{ check: "disk", ok: false, says: "full", values: { free: 12 } }, "Only 12 MB is free."],
  [{ check: "disk", ok: null, says: "failed", values: { reason: "ENOENT" } }, "This could not be checked: ENOENT"],
  [{ check: "queue", ok: true, says: "good" }, "There is room."],
];
for (const [of, says] of cases)
  test(`${of.check} ${of.says} says “${says}”`, () => {
    assert.equal(sayFinding(of), says);
  });

test("one rule is opened, or each of several", () => {
  const said = (...names: readonly string[]) =>
    sayCure({ check: "rules", ok: false, says: "gone", cure: "open", values: named(...names) });
  assert.match(said("Hall"), /^Open it and press “Change”/);
  assert.match(said("Hall", "Attic"), /^Open each of them and press “Change”/);
});

test("devices with the same trouble are one sentence", () => {
  const found = [
    { trouble: { kind: "no-power", lost: true, certainty: "likely" }, names: ["Lamp", "Plug"], byname: "" },
  ];
  const said = sayFinding({ check: "troubles", ok: false, says: "found", values: { found } });
  assert.match(said, /^Lamp and Plug: /);
  assert.doesNotMatch(said, /\{/);
});

for (const language of LANGUAGES)
  test(`in ${language} both kinds of batteries are named`, () => {
    speak(language);
    const said = sayFinding(BATTERIES);
    for (const name of ["Door", "Attic", "Remote"]) assert.ok(said.includes(name), said);
    assert.doesNotMatch(said, /[{}]|health\./);
  });
