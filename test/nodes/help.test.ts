/** The help texts as the editor renders them, by its own code: its lists end at a further colon, and lose the words before it. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const ROOT = resolve(import.meta.dirname, "../..");
const LOCALES = join(ROOT, "locales");
const MOST_WORDS = 340; // about a screen
const MOST_LINES = 60;
const MOST_CODE = 44; // letters in a line of JSON

for (const [version, render] of [
  ["5", editorOf("node-red")],
  ["4", editorOf("node-red-4")],
] as const)
  for (const language of readdirSync(LOCALES))
    for (const file of readdirSync(join(LOCALES, language)).filter((name) => name.endsWith(".html"))) {
      const source = readFileSync(join(LOCALES, language, file), "utf8");
      test(`${language}/${file} in the editor of Node-RED ${version}`, () => check(source, render));
    }

test("each node has a help, in each language", () => {
  const names = (language: string, ending: RegExp) =>
    readdirSync(join(LOCALES, language)).filter((name) => ending.test(name));
  const nodes = names("en-US", /\.json$/).filter((name) => !/panels|sidebar/.test(name));
  for (const language of readdirSync(LOCALES))
    if (names(language, /\.html$/).length > 0)
      assert.deepEqual(
        names(language, /\.html$/),
        nodes.map((name) => name.replace(".json", ".html")),
        language,
      );
});

test("each help ends with a link to its section of the guide, which is there", () => {
  const { repository } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const guide = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/main/`;
  for (const language of readdirSync(LOCALES))
    for (const file of readdirSync(join(LOCALES, language)).filter((name) => name.endsWith(".html"))) {
      const text = readFileSync(join(LOCALES, language, file), "utf8");
      const [, link = ""] = /\n\n.*\]\(([^)]+)\).*\n<\/script>\n$/.exec(text) ?? [];
      assert.ok(link.startsWith(guide), `${language}/${file}: ${link}`);
      const [path = "", anchor = ""] = link.slice(guide.length).split("#");
      const headings = readFileSync(join(ROOT, path), "utf8").match(/^#+ .+$/gm) ?? [];
      const anchors = headings.map((heading) => heading.replace(/^#+ /, "").toLowerCase().replaceAll(" ", "-"));
      assert.ok(anchors.includes(anchor), `${language}/${file}: ${link}`);
      const [, node = ""] = /^zigbee-(?:gateway-)?(\w+)\.html$/.exec(file) ?? [];
      assert.ok(anchor.startsWith(node), `${language}/${file}: ${link}`);
    }
});

test("a further colon is found", () => {
  const bad = script("What it does.\n\n### Outputs\n\n: payload (string) : one of these: a, b");
  assert.throws(() => check(bad, editorOf("node-red")));
});

function check(source: string, render: (text: string) => string): void {
  const [, text = ""] =
    /^<script type="text\/markdown" data-help-name="[\w-]+">\n(.*)<\/script>\n$/s.exec(source) ?? [];
  const html = render(text);
  const lists = [...html.matchAll(/<dl class="message-properties">(.*?)<\/dl>/gs)].map(([, list = ""]) => list);
  const rows = lists.flatMap((list) => [
    ...list.matchAll(/<dt>(.*?)<span class="property-type">(.*?)<\/span><\/dt><dd>(.*?)<\/dd>/gs),
  ]);
  const written = [...text.matchAll(/^: (.+?) \((.+?)\) : (.+)$/gm)];
  assert.equal((text.match(/^:/gm) ?? []).length, written.length, "each is a name, a type, and what it is");
  assert.equal((html.match(/<dt>/g) ?? []).length, written.length, "each is a row of its own, in a list");
  assert.deepEqual(
    rows.map(([, ...parts]) => parts.map((part) => wordsOf(shown(part)).join(" "))),
    written.map(([, ...parts]) => parts.map((part) => wordsOf(part).join(" "))),
  );
  const title = (part: string) =>
    part
      .replace(/^ *[-\d]\.? /gm, "")
      .replace(/^```$/gm, "")
      .replace(/^: (.+?) : /gm, "$1 ");
  assert.deepEqual(wordsOf(shown(html)), wordsOf(title(text)), "nothing is lost");
  assert.ok(wordsOf(text).length <= MOST_WORDS, `${wordsOf(text).length} words`);
  assert.ok(text.split("\n").length <= MOST_LINES);
  assert.match(text, /^.+\n\n\*\*.+[:：]\*\* /, "what it does, and how to begin");
  const [, first = ""] = text.split(/^### .+$/m);
  assert.match(first, /^```\n.+\n```$/ms, "then an example, before all properties");
  for (const line of first.match(/^ *["{].*$/gm) ?? [])
    assert.ok(line.length <= MOST_CODE, `narrow as the sidebar is, a word would be broken: ${line}`);
}

/** The text that a reader sees. */
function shown(html: string): string {
  const plain = html.replace(/<\/(dt|dd|li|p|h3|pre)>|<span class="property-type">/g, " ").replace(/<[^>]+>/g, "");
  const signs: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  return plain.replace(/&(\w+|#39);/g, (_, name: string) => signs[name] ?? "?");
}

/** Without the signs of Markdown. */
function wordsOf(text: string): readonly string[] {
  return text
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replace(/[*`()]|^#+ /gm, "")
    .split(/\s+/)
    .filter((word) => word !== "");
}

function script(text: string): string {
  return `<script type="text/markdown" data-help-name="zigbee-gateway-x">\n${text}\n</script>\n`;
}

/** Its Markdown renderer, and its additions to that: cut out of the page's scripts, of which all else wants a browser. */
function editorOf(name: string): (text: string) => string {
  const require = createRequire(import.meta.url);
  const from = createRequire(require.resolve(`${name}/package.json`));
  const folder = join(dirname(from.resolve("@node-red/editor-client/package.json")), "public");
  const vendor = readFileSync(join(folder, "vendor/vendor.js"), "utf8");
  const editor = readFileSync(join(folder, "red/red.js"), "utf8");
  const cut = (text: string, begin: string, end: string) => {
    const at = text.indexOf(begin);
    const until = text.indexOf(end, at);
    assert.ok(at > 0 && until > at, `the editor of ${name} has another shape`);
    return text.slice(at, until);
  };
  const marked = cut(vendor, "/**\n * marked v", "/*! @license DOMPurify");
  const own = cut(editor, "const descriptionList = {", "function renderMarkdown(");
  const page = { exports: {}, module: {} };
  const run = `${marked}; const window = { _marked: exports }; ${own}; (text) => window._marked.parse(text)`;
  return runInNewContext(run, page) as (text: string) => string;
}
