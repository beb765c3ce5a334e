/** The lists in the code of the dialogs are those of the gateway. */
import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { buttonEventIn } from "../../nodes/messages/button-words.ts";
import { GESTURES, ROTATIONS } from "../../nodes/shared/gestures.ts";
import { DEFINITIONS } from "../../src/resources/index.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

test("every virtual sensor that a client can make can be declared, but buttons and types that only schedules feed", () => {
  const [, list = ""] = /const VIRTUAL = \[([^\]]*)\]/.exec(read("dialogs/sensor.ts")) ?? [];
  const kinds = [...list.matchAll(/"(\w+)"/g)].map(([, kind = ""]) => kind);
  const makable = Object.entries(DEFINITIONS).filter(([, { clients }]) => clients.create);
  const names = makable.map(([type]) => type.replace(/^CLIP/, ""));
  const others = ["Switch", "DaylightOffset"];
  assert.deepEqual([...kinds].sort(), names.filter((name) => !others.includes(name)).sort());
  for (const language of ["en-US", "de"]) {
    const texts = JSON.parse(read(`locales/${language}/zigbee-gateway-sensor.json`))["zigbee-gateway-sensor"].kind;
    assert.deepEqual(Object.keys(texts).sort(), [...kinds].sort());
  }
});

interface Rows {
  expanded(type: string, template: string): { readonly html: string; readonly kinds: ReadonlySet<string> };
}

/** Every key of a catalogue that is a text. */
const leaves = (node: object, path = ""): string[] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === "object" ? leaves(value, `${path}${key}.`) : [`${path}${key}`],
  );
const COMMON = "node-red-contrib-zigbee-gateway/zigbee-gateway:";
const DIALOGS = readdirSync(join(ROOT, "nodes")).filter((name) => /^zigbee-gateway-(?!sidebar)\w+\.html$/.test(name));

for (const file of DIALOGS) {
  const type = file.replace(".html", "");

  test(`${type}: its dialog written out has a text for everything in every language, and a label for each field`, async () => {
    const { expanded }: Rows = await import(join(ROOT, "dialogs/rows.ts"));
    const source = read(`nodes/${file}`) + read(`dialogs/${type.replace("zigbee-gateway-", "")}.ts`);
    const [, template = ""] = /<script type="text\/html"[^>]*>([\s\S]*?)<\/script>/.exec(source) ?? [];
    const { html, kinds } = expanded(type, template);
    assert.doesNotMatch(html, /<zigbee-|undefined|null/);
    const ids = [...html.matchAll(/ id="([\w-]+)"/g)].map(([, id = ""]) => id);
    assert.equal(new Set(ids).size, ids.length, "each id once");
    for (const field of ["node-input-gateway", "node-input-name"]) assert.ok(ids.includes(field), field);
    const labels = [...html.matchAll(/<label[^>]* for="([\w-]+)"/g)].map(([, id = ""]) => id);
    for (const id of labels) assert.ok(ids.includes(id), id);
    const shown = [
      ...html.matchAll(/<(?:select|input type="(?:text|checkbox|number|time)")[^>]* id="([\w-]+)"[^>]*>/g),
    ];
    for (const [field, id = ""] of shown)
      assert.ok(labels.includes(id) || /\[aria-label\]/.test(field), `${id} has no label`);
    const named = [...html.matchAll(/data-i18n="(?:\[[\w-]+\])?([\w.:/-]+)"/g)].map(([, key = ""]) => key);
    const outputs = [...(/outputNames: \[([^\]]*)\]/.exec(source)?.[1]?.matchAll(/"(\w+)"/g) ?? [])];
    const own = ["palette", ...outputs.map(([, name = ""]) => name)].map((name) => `${type}.label.${name}`);
    if (/inputs: 1/.test(source) || kinds.has("asks")) own.push(`${type}.label.input`);
    const [, kind] = /kind: "(\w+)",\s+fits/.exec(source) ?? [];
    const lacking = kind === undefined ? [] : [`${COMMON}zigbee-gateway.pick.empty.${kind}`];
    for (const language of ["en-US", "de"]) {
      const texts = (name: string) => leaves(JSON.parse(read(`locales/${language}/${name}.json`)));
      const known = [...texts(type), ...texts("zigbee-gateway").map((key) => COMMON + key)];
      for (const key of [...named, ...own, ...lacking]) assert.ok(known.includes(key), `${language}: ${key}`);
    }
  });
}

test("all words of the nodes have a text: statuses, warnings and errors", () => {
  const texts = readdirSync(join(ROOT, "locales/en-US")).filter((name) => name.endsWith(".json"));
  const known = texts.flatMap((name) => leaves(JSON.parse(read(`locales/en-US/${name}`))));
  const sources = globSync("nodes/**/*.ts", { cwd: ROOT });
  assert.ok(sources.length > 50);
  for (const source of sources) {
    const [own = ""] = /zigbee-gateway-\w+(?=\.ts$)/.exec(source) ?? []; // words that several nodes share have their text in one of them
    for (const [, key = ""] of read(source).matchAll(/\bsay\("([\w.-]+\w)"/g))
      assert.ok(
        known.some((each) => (own ? each === `${own}.${key}` : each.endsWith(`.${key}`))),
        `${source}: ${key}`,
      );
  }
});

test("the shared scripts of the dialogs use no key without a text", () => {
  const scripts = [
    "kit",
    "gateway-queries",
    "picker",
    "gateway",
    "gateway-dialog",
    "gateway-security",
    "gateway/stick-change",
  ];
  for (const language of ["en-US", "de"]) {
    const known = leaves(JSON.parse(read(`locales/${language}/zigbee-gateway.json`))["zigbee-gateway"]);
    for (const script of scripts)
      for (const [, key = ""] of read(`dialogs/${script}.ts`).matchAll(/say\("([\w.]+\w)"/g))
        assert.ok(known.includes(key), `${language}: ${key} of ${script}`);
  }
});

test("every gesture of the dialog is one that messages have, and has a name", () => {
  const gestures = [...Object.values(GESTURES), ...Object.values(ROTATIONS)];
  const told = [...Array(12).keys(), 30, 31].map((code) => buttonEventIn({ buttonevent: 1000 + code })?.payload);
  assert.deepEqual([...gestures].sort(), told.filter((word) => word !== "other").sort());
  const texts = JSON.parse(read("locales/de/zigbee-gateway-button.json"))["zigbee-gateway-button"].gesture;
  assert.deepEqual(Object.keys(texts).sort(), [...gestures].sort());
});
