/** What the dialogs list by themselves is what the gateway knows. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { deedIn } from "../../nodes/button-words.ts";
import { OPERATORS } from "../../src/model/operators.ts";
import { DEFINITIONS } from "../../src/resources/index.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const listIn = (html: string, name: string) => {
  const [, list = ""] = new RegExp(`const ${name} = [[{]([^;]*)[}\\]];`).exec(html) ?? [];
  return [...list.matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word);
};

test("every virtual sensor that a client can make can be declared, but buttons and what only schedules feed", () => {
  const kinds = listIn(read("nodes/zigbee-gateway-sensor.html"), "VIRTUAL");
  const makable = Object.entries(DEFINITIONS).filter(([, { creatable }]) => creatable);
  const names = makable.map(([type]) => type.replace(/^CLIP/, ""));
  const others = ["Switch", "DaylightOffset"];
  assert.deepEqual([...kinds].sort(), names.filter((name) => !others.includes(name)).sort());
  for (const language of ["en-US", "de"]) {
    const texts = JSON.parse(read(`locales/${language}/zigbee-gateway-sensor.json`))["zigbee-gateway-sensor"].kind;
    assert.deepEqual(Object.keys(texts).sort(), [...kinds].sort());
  }
});

test("every gesture of the dialog is one that messages have, and has a name", () => {
  const html = read("nodes/zigbee-gateway-button.html");
  const gestures = [...listIn(html, "GESTURES"), ...listIn(html, "TURNS")];
  const told = [...Array(12).keys(), 30, 31].map((code) => deedIn({ buttonevent: 1000 + code })?.payload);
  assert.deepEqual([...gestures].sort(), told.filter((word) => word !== "other").sort());
  const texts = JSON.parse(read("locales/de/zigbee-gateway-button.json"))["zigbee-gateway-button"].gesture;
  assert.deepEqual(Object.keys(texts).sort(), [...gestures].sort());
});

test("whatever a rule can ask, do and be given has a name in every language", () => {
  const editor = read("resources/rule-editor.js");
  const values = read("resources/rule-values.js");
  const [, table = ""] = /const DOES = \{([^;]*)\};/.exec(editor) ?? [];
  const deeds = [...table.matchAll(/\w+: \[([^\]]*)\]/g)].flatMap(([, list = ""]) => list.match(/\w+/g) ?? []);
  for (const language of ["en-US", "de"]) {
    const texts = JSON.parse(read(`locales/${language}/zigbee-gateway-rule.json`))["zigbee-gateway-rule"];
    const operators = Object.keys(OPERATORS).map((name) => name.replace(" ", "-"));
    assert.deepEqual(Object.keys(texts.operator).sort(), operators.sort());
    assert.deepEqual(Object.keys(texts.does).sort(), [...new Set(deeds)].sort());
    assert.deepEqual(Object.keys(texts.day), listIn(values, "DAYS"));
    for (const [, group = "", name = ""] of `${editor}${values}`.matchAll(/say\("(\w+)\.(\w+)"\)/g))
      assert.equal(typeof texts[group]?.[name], "string", `${group}.${name}`);
  }
});
