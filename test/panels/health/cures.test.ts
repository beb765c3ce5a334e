/** What each finding offers to do about it, and the verdict of all. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { badFindings, curesOf, openFindings, verdictOf } from "../../../panels/health/cures.ts";
import { setTexts } from "../../../panels/texts.ts";
import type { CheckResult } from "../../../src/model/admin-api.ts";
import { ENGLISH, textsOf } from "../../support/locales.ts";

const DEVICES = { names: ["Door", "Lamp"], uniqueids: ["00:01", "00:02"], count: 9, more: 7 };
const finding = (check: string, cure?: string, values = {}): CheckResult => ({
  ...{ check, ok: false, says: "x", values },
  ...(cure === undefined ? {} : { cure }),
});

const cases: [of: CheckResult, opens: readonly string[]][] = [
  [finding("radio", "down"), ["settings"]],
  [finding("radio", "lost", DEVICES), ["pairing", "Door 00:01", "Lamp 00:02"]],
  [finding("backup", "old"), ["backup"]],
  [finding("links", "weak", DEVICES), ["network", "Door 00:01", "Lamp 00:02"]],
  [finding("batteries", "low", DEVICES), ["batteries", "Door 00:01", "Lamp 00:02"]],
  [finding("silent", "silent", { names: ["Door"] }), []],
  [finding("errors", "log"), ["report"]],
  [finding("clock", "zone"), ["place"]],
  [finding("disk", "full"), []],
  [finding("links"), []],
];
for (const [of, opens] of cases)
  test(`${of.check} ${of.cure ?? "without a cure"} opens ${opens.join(", ") || "nothing"}`, () =>
    assert.deepEqual(
      curesOf(of).map((cure) => (cure.opens === "device" ? `${cure.name} ${cure.mac}` : cure.opens)),
      opens,
    ));

test("every cure in the table is one that a check advises, and every button has its words", () => {
  const source = readFileSync(new URL("../../../panels/health/cures.ts", import.meta.url), "utf8");
  const texts = textsOf(ENGLISH);
  const named = [...source.matchAll(/"(\w+\.[\w-]+)": \[([^\]]*)\]/g)];
  assert.ok(named.length > 10);
  for (const [, cure = "", opens = ""] of named) {
    assert.ok(texts.has(`health.cure.${cure}`), cure);
    for (const [, name = ""] of opens.matchAll(/"(\w+)"/g)) assert.ok(texts.has(`health.do.${name}`), name);
  }
});

test("what is not all right comes first; what is good to know only where something can be done", () => {
  const findings = [
    { check: "a", ok: true, says: "good" },
    { check: "b", ok: null, says: "none", cure: "none" },
    { check: "c", ok: null, says: "starting" },
    { check: "d", ok: false, says: "bad", cure: "x" },
  ];
  assert.deepEqual(
    openFindings({ findings }).map(({ check }) => check),
    ["d", "b"],
  );
  assert.deepEqual(
    badFindings({ findings }).map(({ check }) => check),
    ["d"],
  );
});

test("where nothing is broken but something is to be known, it is not called all right", () => {
  setTexts(JSON.parse(readFileSync("locales/en-US/zigbee-gateway-panels.json", "utf8")), "en-US");
  const note = { ok: null, says: "x", cure: "y" };
  const verdict = (...checks: readonly string[]) =>
    verdictOf(
      { at: 0, about: {}, nodeRed: "", findings: checks.map((check) => ({ check, ...note })) },
      ...(["up", false] as const),
    );
  assert.deepEqual(verdict("api"), { tone: "unknown", text: "Nothing is broken. One thing to know:" });
  assert.equal(verdict("api", "batteries").text, "Nothing is broken. 2 things to know:");
  assert.equal(verdict("backup").tone, "good", "it is told below");
});

test("nothing is green while the radio is away, whatever was found before", () => {
  setTexts(JSON.parse(readFileSync("locales/en-US/zigbee-gateway-panels.json", "utf8")), "en-US");
  const found = (ok: boolean) => ({ at: 0, about: {}, nodeRed: "", findings: [{ check: "disk", ok, says: "good" }] });
  assert.deepEqual(
    (["none", "up", "starting", "down"] as const).map((radio) => verdictOf(found(true), radio, false).tone),
    ["good", "good", "unknown", "unknown"],
  );
  assert.equal(verdictOf(found(true), "starting", false).text, "The radio is starting.");
  assert.equal(verdictOf(found(false), "down", false).tone, "bad");
  assert.equal(verdictOf(undefined, "up", true).tone, "unknown");
});
