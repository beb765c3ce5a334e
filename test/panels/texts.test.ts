import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import {
  compareWords,
  dayText,
  goByClockOf,
  houseZone,
  say,
  sayAgo,
  sayDay,
  sayDayName,
  sayList,
  sayNames,
  sayNumber,
  saySize,
  saySpan,
  sayTime,
  sayTimeSpan,
  setTexts,
  shownLanguage,
  utc,
} from "../../panels/texts.ts";
import { ENGLISH, textsOf } from "../support/locales.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const english = textsOf(ENGLISH);

test("every key that the panels name is there", () => {
  const sources = readdirSync(join(ROOT, "panels"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
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

test("each saying and advice of a check has its words, and no words are left over", () => {
  const sources = ["checks", "reach", "stick-change"].map((name) =>
    readFileSync(join(ROOT, "nodes/admin", `${name}.ts`), "utf8"),
  );
  const said = (member: string) =>
    sources.flatMap((source) =>
      [...source.matchAll(new RegExp(`${member}: "([\\w-]+)"`, "g"))].map(([, word = ""]) => word),
    );
  const known = (part: string) =>
    [...english.keys()]
      .filter((key) => key.startsWith(`health.${part}.`))
      .map((key) => key.split(".")[3]?.replace(/_one$/, ""));
  const byBrowser = ["only-here", "not-here"];
  const mqtt = readFileSync(join(ROOT, "src/edges/mqtt/obstacles.ts"), "utf8");
  const [, obstacles = ""] = /type Obstacle =\s([^;]+);/.exec(mqtt) ?? [];
  const byBroker = [...obstacles.matchAll(/"([\w-]+)"/g)]
    .map(([, word = ""]) => word)
    .filter((word) => word !== "protocol");
  const cures = [...said("cure"), "sleepers", "silent", "channel", "device"];
  assert.deepEqual(
    [...new Set(known("says"))].sort(),
    [...new Set([...said("says"), ...byBrowser, ...byBroker])].sort(),
  );
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

const PLURALS = {
  n: { x: "{count} lampes", x_one: "{count} lampe", bad: "{count} choses vont mal", bad_one: "Une chose va mal" },
};
const plurals: [language: string, key: string, count: number, says: string][] = [
  ["fr", "x", 0, "0 lampe"],
  ["fr", "x", 1, "1 lampe"],
  ["fr", "x", 2, "2 lampes"],
  ["fr", "bad", 0, "0 choses vont mal"], // a word for one is not said of none
  ["fr", "bad", 1, "Une chose va mal"],
  ["en-US", "x", 0, "0 lampes"],
  ["en-US", "x", 1234, "1,234 lampes"],
  ["de", "x", 1234, "1.234 lampes"],
  ["ja", "x", 1, "1 lampes"], // a language without a plural has one form
];
for (const [language, key, count, says] of plurals)
  test(`${count} in ${language}: ${says}`, () => {
    setTexts(PLURALS, language);
    assert.equal(say(`n.${key}`, { count }).replaceAll("\u202f", " "), says);
  });

test("ports and channels are no amounts", () => {
  setTexts({ at: "{port} {count}" }, "de");
  assert.equal(say("at", { port: 18_800, count: 18_800 }), "18800 18.800");
});

test("moments are said on the clock of the house, wherever the browser is; of an unknown zone on its own", (t) => {
  t.after(() => goByClockOf(undefined));
  setTexts({}, "en-US");
  const at = Date.parse("2026-11-22T23:30:00Z");
  const said = () =>
    [
      sayTime(at, { timeStyle: "short" }),
      sayDayName(at, at + 12 * 3_600_000),
      sayTimeSpan(at, at + 3_600_000),
      dayText(at),
    ]
      .join(" | ")
      .replace(/\s/g, " ");
  goByClockOf("Asia/Tokyo");
  assert.equal(said(), "8:30 AM | Today | Nov 23, 8:30 – 9:30 AM | 2026-11-23");
  goByClockOf("America/New_York");
  assert.equal(said(), "6:30 PM | Yesterday | Nov 22, 6:30 – 7:30 PM | 2026-11-22");
  goByClockOf("Mars/Olympus");
  assert.equal(houseZone(), new Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test("lists, spans and days as the language has them", () => {
  setTexts({ names: { more: "{count} weitere" } }, "de");
  assert.equal(sayList(["a", "b", "c"]), "a, b und c");
  assert.equal(sayNames(["a", "b"], 0), "a und b");
  assert.equal(sayNames(["a", "b"], 3), "a, b und 3 weitere");
  assert.equal(saySpan(5_400), "1 Stunde, 30 Minuten");
  assert.equal(sayDay("2026-06-15"), "15.06.2026");
  assert.equal(sayDay("no day"), "no day");
  assert.ok(compareWords("Lampe 2", "Lampe 10") < 0);
  assert.ok(compareWords("äh", "b") < 0);
});

test("a minute ago is no metre, however short it is said", () => {
  setTexts({}, "de");
  assert.equal(sayAgo(0, 60_000, "short"), "vor 1 Min.");
  setTexts({}, "en-US");
  assert.equal(sayAgo(0, 60_000, "short"), "1 min. ago");
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
  [0.0264, "26.4 kB"],
  [999, "999 MB"],
  [1_000, "1 GB"],
  [82_253, "82.3 GB"],
] as const) {
  test(`${megabytes} MB are "${says}"`, () => {
    setTexts({}, "en-US");
    assert.equal(saySize(megabytes), says);
  });
}
