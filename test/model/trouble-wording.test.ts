/** Every kind of trouble has its sentences, in each language and for the API, and none has a hole that stays open. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { TROUBLES, type Trouble, troubleInUtc } from "../../src/model/doctor/troubles.ts";
import { readTrouble, sentenceOf } from "../../src/model/doctor/wording.ts";
import { TROUBLE_WORDS } from "../../src/resources/devices/trouble-words.ts";

type Tree = { readonly [key: string]: string | Tree };

const english = JSON.parse(readFileSync("locales/en-US/zigbee-gateway-panels.json", "utf8")).doctor as Tree;

function textAt(key: string): string | undefined {
  const found = key
    .split(".")
    .reduce<Tree | string | undefined>((node, name) => (typeof node === "object" ? node[name] : undefined), english);
  return typeof found === "string" ? found : undefined;
}

const FACTS = { by: "b", bysince: 5000, link: 40, channel: 11, battery: 9, frames: 700, minutes: 50, count: 3 };

test("the API has the same English words as the panels", () => {
  for (const [key, text] of Object.entries(TROUBLE_WORDS)) assert.equal(text, textAt(key), key);
});

for (const kind of TROUBLES)
  test(`${kind} is a sentence with a cure, with or without the facts that are not always known`, () => {
    const wholes: readonly Partial<Trouble>[] = [{ better: 20 }, {}];
    const bare = { by: "b", bysince: 5000, link: 40, channel: 11, frames: 700, count: 3 };
    for (const facts of [...wholes.map((more) => ({ ...FACTS, ...more })), bare]) {
      const trouble: Trouble = { kind, certainty: "likely", lost: true, since: 1000, ...facts };
      const said = sentenceOf(trouble, ({ key, values }) => {
        const text = textAt(key);
        assert.ok(text !== undefined, key);
        return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
      });
      for (const text of [said.cause, said.cure]) assert.match(text, /^[^{}]+\.$/);
    }
  });

test("a trouble in the API is read as it was", () => {
  const trouble: Trouble = {
    kind: "parent-gone",
    certainty: "certain",
    lost: true,
    since: 1000,
    by: "b",
    bysince: 2000,
  };
  assert.deepEqual(readTrouble(troubleInUtc(trouble)), trouble);
  assert.equal(readTrouble(null), undefined);
});
