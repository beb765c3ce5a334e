import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { say, sayAgo, sayNumber, saySize, setTexts, shownLanguage, utc } from "../../panels/texts.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FILE = "zigbee-gateway-panels.json";
type Tree = { readonly [key: string]: string | Tree };

const textsOf = (language: string): Tree => JSON.parse(readFileSync(join(ROOT, "locales", language, FILE), "utf8"));
const flat = (tree: Tree, prefix = ""): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );
const english = new Map(flat(textsOf("en-US")));
const holes = (text = "") => (text.match(/\{\w+\}/g) ?? []).sort();
/** One of something needs no number. */
const without = (key: string) => (key.endsWith("_one") ? /\{count\}/ : /^$/);

for (const language of readdirSync(join(ROOT, "locales")).filter((name) => name !== "en-US")) {
  test(`${language} has every text of the panels, with the same holes`, () => {
    const texts = new Map(flat(textsOf(language)));
    assert.deepEqual([...texts.keys()].sort(), [...english.keys()].sort());
    for (const [key, text] of texts) {
      const [own, other] = [holes(text), holes(english.get(key))].map((all) =>
        all.filter((hole) => !without(key).test(hole)),
      );
      assert.deepEqual(own, other, key);
      assert.notEqual(text.trim(), "", key);
    }
  });
}

test("every key that the panels name is there", () => {
  const sources = readdirSync(join(ROOT, "panels")).filter((name) => /\.tsx?$/.test(name));
  const missing = sources.flatMap((name) => {
    const source = readFileSync(join(ROOT, "panels", name), "utf8");
    const keys = [...source.matchAll(/\bsay\(\s*"([\w.-]+)"/g)].map(([, key = ""]) => key);
    return keys.filter((key) => !english.has(key)).map((key) => `${name}: ${key}`);
  });
  assert.deepEqual(missing, []);
});

test("every panel has the title of its tab", () => {
  const source = readFileSync(join(ROOT, "panels/tabs.tsx"), "utf8");
  for (const [, id = ""] of source.matchAll(/\{ id: "([\w-]+)"/g)) assert.ok(english.has(`tab.${id}`), id);
});

test("whatever a check says and advises has its words, and no words are left over", () => {
  const sources = ["checks", "reach"].map((name) => readFileSync(join(ROOT, "nodes/admin", `${name}.ts`), "utf8"));
  const said = (member: string) =>
    sources.flatMap((source) =>
      [...source.matchAll(new RegExp(`${member}: "([\\w-]+)"`, "g"))].map(([, word = ""]) => word),
    );
  const known = (part: string) =>
    [...english.keys()]
      .filter((key) => key.startsWith(`health.${part}.`))
      .map((key) => key.split(".")[3]?.replace(/_one$/, ""));
  const byBrowser = ["only-here", "not-here"];
  const cures = [...said("cure"), "sleepers", "silent"];
  assert.deepEqual([...new Set(known("says"))].sort(), [...new Set([...said("says"), ...byBrowser])].sort());
  assert.deepEqual([...new Set(known("cure"))].sort(), [...new Set(cures)].sort());
});

test("a text has its values, its plural, or shows its key", () => {
  setTexts(
    { n: { devices: "{count} devices", devices_one: "one device", hello: "Hello {name}, {name}{gone}" } },
    "en-US",
  );
  assert.equal(say("n.devices", { count: 3 }), "3 devices");
  assert.equal(say("n.devices", { count: 1 }), "one device");
  assert.equal(say("n.hello", { name: "<b>" }), "Hello <b>, <b>{gone}");
  for (const key of ["n.nothing", "n", "", "constructor", "n.devices.x"]) assert.equal(say(key), key);
});

const times: [text: unknown, is: number][] = [
  ["2026-03-01T12:00:00", Date.UTC(2026, 2, 1, 12)],
  ["2026-03-01T12:00:00Z", Date.UTC(2026, 2, 1, 12)],
  ["2026-03-01T12:00Z", Date.UTC(2026, 2, 1, 12)],
  ["2026-03-01T12:00:00.250", Date.UTC(2026, 2, 1, 12, 0, 0, 250)],
  ["2026-03-01T13:00:00+01:00", Date.UTC(2026, 2, 1, 12)],
  ["none", Number.NaN],
  [null, Number.NaN],
  [undefined, Number.NaN],
];
for (const [text, is] of times) test(`${text} is a time in UTC`, () => assert.equal(utc(text), is));

const ago: [seconds: number, says: string][] = [
  [0, "now"],
  [5, "5 seconds ago"],
  [119, "1 minute ago"],
  [7_200, "2 hours ago"],
  [86_400, "yesterday"],
  [5 * 86_400, "5 days ago"],
  [-3_600, "in 1 hour"],
];
for (const [seconds, says] of ago) {
  test(`${seconds} s are "${says}"`, () => {
    setTexts({}, "en-US");
    assert.equal(sayAgo(1_000_000_000_000 - seconds * 1000, 1_000_000_000_000), says);
  });
}

const languages: [wanted: string, given: string, shown: string, number: string][] = [
  ["de-DE", "de", "de-DE", "1.234,5"],
  ["fr-FR", "en-US", "en-US", "1,234.5"],
  ["en-US@posix", "en-US", "en-US", "1,234.5"],
  ["de_DE.UTF-8", "en-US", "en-US", "1,234.5"],
  ["", "en-US", "en-US", "1,234.5"],
];
for (const [wanted, given, shown, number] of languages) {
  test(`a browser in "${wanted}" that gets ${given} shows ${shown}`, () => {
    setTexts({}, wanted, given);
    assert.deepEqual([shownLanguage(), sayNumber(1234.5)], [shown, number]);
  });
}

for (const [megabytes, says] of [
  [0, "0 MB"],
  [999, "999 MB"],
  [1_000, "1 GB"],
  [82_253, "82.3 GB"],
] as const) {
  test(`${megabytes} MB are "${says}"`, () => {
    setTexts({}, "en-US");
    assert.equal(saySize(megabytes), says);
  });
}
