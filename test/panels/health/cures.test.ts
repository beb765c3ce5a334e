/** The cures that each finding offers, and the verdict of all. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { badFindings, type Cure, curesOf, isByHand, openFindings, verdictOf } from "../../../panels/health/cures.ts";
import type { CheckResult } from "../../../src/model/admin-api.ts";
import { ENGLISH, textsOf } from "../../support/locales.ts";
import { speakEnglish } from "../../support/speak.ts";

const RULES = { names: ["Breakfast", "Night"], addresses: ["/rules/1", "/schedules/2"], more: 0 };
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
  [finding("rules", "open", RULES), ["Breakfast /rules/1", "Night /schedules/2"]],
  [finding("rules", "open", DEVICES), []],
  [finding("clock", "zone"), ["place"]],
  [finding("clock", "clock"), ["again"]],
  [finding("disk", "full"), ["backup", "again"]],
  [finding("queue", "full"), ["events"]],
  [finding("troubles", "channel", DEVICES), ["channels", "Door 00:01", "Lamp 00:02"]],
  [finding("spare", "hangs"), ["settings at spare"]],
  [finding("api", "port"), ["settings at network"]],
  [finding("mqtt", "rights"), ["settings at mqtt"]],
  [finding("mqtt", "base"), ["settings at mqtt-more"]],
  [finding("links"), []],
];
const told = (cure: Cure) => {
  if (cure.opens === "device") return `${cure.name} ${cure.mac}`;
  if (cure.opens === "rule") return `${cure.name} ${cure.address}`;
  return cure.opens === "settings" && cure.fold ? `settings at ${cure.fold}` : cure.opens;
};
for (const [of, opens] of cases)
  test(`${of.check} ${of.cure ?? "without a cure"} opens ${opens.join(", ") || "nothing"}`, () =>
    assert.deepEqual(curesOf(of).map(told), opens));

const CHECKS = ["nodes/admin/checks.ts", "nodes/admin/reach.ts", "nodes/admin/stick-change.ts"];
const SEEN_BY_BROWSER = "panels/health/reachability.ts";

/** "disk.full": each check with each cure that its source advises. */
function advised(): readonly string[] {
  const found = CHECKS.flatMap((file) => {
    const [, ...checks] = readFileSync(file, "utf8").split(/^export const (?=\w+: HealthCheck)/m);
    return checks.flatMap((source) => {
      const check = /^\w+/.exec(source)?.[0];
      const cures = [...source.matchAll(/\bcure: ([^,}\n]+)/g)].map(([, code = ""]) =>
        code.match(/(?<=")[\w-]+(?=")/g),
      );
      assert.ok(
        cures.every((names) => names !== null),
        `a cure of ${check} has no name that can be read here`,
      );
      return cures.flatMap((names) => (names ?? []).map((name) => `${check}.${name}`));
    });
  });
  const seen = [...readFileSync(SEEN_BY_BROWSER, "utf8").matchAll(/check: "(\w+)".* cure: "([\w-]+)"/g)];
  return [...new Set([...found, ...seen.map(([, check, cure]) => `${check}.${cure}`)])].sort();
}

const words = textsOf(ENGLISH);

test("each cure that a check advises has its sentence, and no other has one", () => {
  const told = [...words.keys()].flatMap((key) => /^health\.cure\.(.+?)(_one)?$/.exec(key)?.[1] ?? []);
  assert.ok(advised().length > 30);
  assert.deepEqual(advised(), [...new Set(told)].sort());
});

for (const each of advised())
  test(`the advice of ${each} has a button with words`, () => {
    const [check = "", cure] = each.split(".");
    const cures = curesOf(finding(check, cure, { ...DEVICES, addresses: RULES.addresses }));
    assert.notEqual(cures.length, 0);
    for (const { opens } of cures) assert.ok(words.has(`health.do.${opens}`), opens);
  });

test("a button that opens the settings at a fold finds it there", () => {
  const dialog = readFileSync("nodes/zigbee-gateway.html", "utf8");
  const cures = advised().flatMap((each) => {
    const [check = "", cure] = each.split(".");
    return curesOf(finding(check, cure));
  });
  const folds = new Set(cures.flatMap((cure) => (cure.opens === "settings" && cure.fold) || []));
  assert.equal(folds.size, 4);
  for (const fold of folds) assert.ok(dialog.includes(`<details id="zigbee-gateway-${fold}">`), fold);
});

test("where no button follows the advice, the sentence stays beside it", () => {
  assert.deepEqual(
    [finding("disk", "full"), finding("mqtt", "rights"), finding("mqtt", "broker"), finding("backup", "old")].map(
      isByHand,
    ),
    [true, true, false, false],
  );
});

test("a finding that is not all right comes first; one that is good to know only where something can be done", () => {
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
  speakEnglish();
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

test("nothing is green while the radio is away, also after good findings", () => {
  speakEnglish();
  const found = (ok: boolean) => ({ at: 0, about: {}, nodeRed: "", findings: [{ check: "disk", ok, says: "good" }] });
  assert.deepEqual(
    (["none", "up", "starting", "down"] as const).map((radio) => verdictOf(found(true), radio, false).tone),
    ["good", "good", "unknown", "unknown"],
  );
  assert.equal(verdictOf(found(true), "starting", false).text, "The radio is starting.");
  assert.equal(verdictOf(found(false), "down", false).tone, "bad");
  assert.equal(verdictOf(undefined, "up", true).tone, "unknown");
});
