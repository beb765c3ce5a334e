/** No class of a style sheet and no text of the panels is left over that nothing uses any more. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const sources = globSync(["{panels,dialogs,nodes}/**/*.{ts,tsx,html}", "src/model/**/*.ts"])
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

const words = new Set(sources.match(/[\w.-]+/g));
const beginnings = new Set([...sources.matchAll(/([\w.-]+[.-])\$\{/g)].map(([, beginning = ""]) => beginning));

/** Named as a whole, or put together: `zg-tone-${tone}`, `health.check.${check}`. */
function isUsed(name: string): boolean {
  if (words.has(name)) return true;
  return [...name.matchAll(/[.-]/g)].some(({ index }) => {
    const beginning = name.slice(0, index + 1);
    return beginnings.has(beginning) && (beginning !== "zg-" || words.has(name.slice(index + 1)));
  });
}

function unusedClasses(css: string): readonly string[] {
  const selectors = css.replace(/\/\*.*?\*\//gs, "").replace(/\{[^{}]*\}/g, "{}");
  const classes = new Set([...selectors.matchAll(/\.(zg-[\w-]+)/g)].map(([, name = ""]) => name));
  return [...classes].filter((name) => !isUsed(name));
}

type Texts = { readonly [key: string]: string | Texts };

function keysOf(texts: Texts, path = ""): readonly string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string" ? [path + key] : keysOf(text, `${path}${key}.`),
  );
}

const unusedKeys = (keys: readonly string[]) =>
  keys.filter((key) => !isUsed(key.replace(/_(one|few|many|other)$/, "")));

test("leftover classes and texts are found", () => {
  assert.deepEqual(unusedClasses(".zg-nowhere-used { color: red } .zg-tabs .zg-tone-warn {}"), ["zg-nowhere-used"]);
  assert.deepEqual(unusedKeys(["app.loading", "app.nowhere-used", "trouble.failed"]), ["app.nowhere-used"]);
});

for (const file of globSync("panels/**/*.css"))
  test(file, () => assert.deepEqual(unusedClasses(readFileSync(file, "utf8")), []));

test("the texts of the panels", () => {
  const texts = JSON.parse(readFileSync("locales/en-US/zigbee-gateway-panels.json", "utf8")) as Texts;
  assert.deepEqual(unusedKeys(keysOf(texts)), []);
});
