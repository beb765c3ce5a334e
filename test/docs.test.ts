import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { reference } from "../scripts/reference.ts";
import { openapi } from "../src/edges/deconz/openapi.ts";
import { bool } from "../src/model/fields.ts";
import { DEFINITIONS, ROUTES } from "../src/resources/index.ts";

const root = resolve(import.meta.dirname, "..");
const PACKAGE = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"));

test("the reference is as `npm run docs` would write it", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/docs.ts", "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  assert.equal(status, 0);
});

test("the page tells of every request, type, member and error", () => {
  const page = readFileSync(resolve(root, "docs/api.md"), "utf8");
  for (const [, , , { does }] of ROUTES) assert.ok(page.includes(does), does);
  for (const [type, { clients, state }] of Object.entries(DEFINITIONS)) {
    if (!clients.create) continue;
    assert.ok(page.includes(`### ${type}\n`), type);
    for (const name of Object.keys(state)) assert.ok(page.includes(`\`state.${name}\``), name);
  }
  assert.match(page, /^\| 101 +\| 403 +\| link button not pressed +\|$/m);
  assert.doesNotMatch(page, /^undefined/m, "what nobody has described");
});

test("a member that one type has otherwise than all others stands with the type", () => {
  const fire = DEFINITIONS.CLIPFire;
  assert.ok(fire);
  const odd = { ...fire, state: { ...fire.state, tampered: bool({ about: "Oddly" }) } };
  const page = reference(openapi({ ...DEFINITIONS, CLIPFire: odd }, ROUTES));
  const section = page.split("### CLIPFire\n")[1]?.split("\n## ")[0]?.split("\n### ")[0] ?? "";
  assert.match(section, /`state\.tampered`.*Oddly/);
  assert.match(page.split("### Every sensor\n")[1]?.split("\n### ")[0] ?? "", /`state\.tampered`/);
});

const [REPOSITORY = ""] = /(?<=github\.com\/)\S+(?=\.git$)/.exec(PACKAGE.repository.url) ?? [];
/** Of addresses that lead to this repository. */
const OWN = [
  `https://github.com/${REPOSITORY}/blob/HEAD/`,
  `https://raw.githubusercontent.com/${REPOSITORY}/HEAD/`,
] as const;

test("the package carries no other page: whatever the README links to is found on the web", () => {
  const links = [...readFileSync(resolve(root, "README.md"), "utf8").matchAll(/\]\(([^)\s]+)\)/g)];
  assert.ok(links.length > 10);
  assert.deepEqual(
    links.map(([, to = ""]) => to).filter((to) => !/^(https:|#|LICENSE$|CHANGELOG\.md$)/.test(to)),
    [],
  );
});

test("the pages that are linked are there, and the headings in them", () => {
  const anchors = (page: string) =>
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
  for (const file of globSync(["*.md", "docs/**/*.md"], { cwd: root })) {
    const page = readFileSync(resolve(root, file), "utf8");
    for (const [, to = ""] of page.replace(/^```.*?^```/gms, "").matchAll(/\]\(([^)\s]+)\)/g)) {
      const own = OWN.find((start) => to.startsWith(start));
      if (own === undefined && /^https?:/.test(to)) continue;
      const [path = "", anchor] = to.slice(own?.length ?? 0).split("#");
      const target = resolve(root, own === undefined ? dirname(file) : "", path || basename(file));
      assert.ok(existsSync(target), `${file} → ${to}`);
      if (anchor) assert.ok(anchors(readFileSync(target, "utf8")).includes(anchor), `${file} → ${to}`);
    }
  }
});

test("the files that the pages name are there", () => {
  const missing: string[] = [];
  for (const file of globSync(["*.md", "docs/**/*.md"], { cwd: root })) {
    const page = readFileSync(resolve(root, file), "utf8");
    const named = /`((?:src|nodes|panels|dialogs|test|scripts|bench|locales|examples|docs)\/[\w./-]+)`/g;
    for (const [, path = ""] of page.matchAll(named)) {
      if (!existsSync(resolve(root, path))) missing.push(`${file}: ${path}`);
    }
  }
  assert.deepEqual(missing, []);
});

test("the sections of the specification that the sources cite are there", () => {
  const headings = new Map(
    ["interface", "wire", "automation"].map((name) => {
      const page = readFileSync(resolve(root, `docs/spec/${name}.md`), "utf8");
      return [name, new Set([...page.matchAll(/^#{2,3} (\d+(?:\.\d+)?)/gm)].map(([, number]) => number))];
    }),
  );
  let count = 0;
  for (const file of globSync(["{src,nodes,panels,dialogs,test}/**/*.{ts,tsx}"], { cwd: root })) {
    const source = readFileSync(resolve(root, file), "utf8");
    const cited = /\b(interface|wire|automation) (\d+(?:\.\d+)*(?:(?:,| and| to|, and) \d+(?:\.\d+)*)*)(?![\w/])/g;
    for (const [, name = "", numbers = ""] of source.matchAll(cited)) {
      for (const [number] of numbers.matchAll(/\d+(?:\.\d+)*/g)) {
        assert.ok(headings.get(name)?.has(number), `${file}: ${name} ${number}`);
        count += 1;
      }
    }
    assert.doesNotMatch(source, /\bcore \d+\.\d/, `${file}: which page is that?`);
  }
  assert.ok(count > 50, `${count} citations`);
});

test("each picture is shown somewhere, and the package does not carry them", () => {
  const pages = globSync(["*.md", "docs/**/*.md"], { cwd: root }).map((file) =>
    readFileSync(resolve(root, file), "utf8"),
  );
  const pictures = globSync("docs/pictures/*", { cwd: root });
  assert.ok(pictures.length > 0);
  for (const name of pictures)
    assert.ok(
      pages.some((page) => page.includes(basename(name))),
      name,
    );
  const weight = pictures.reduce((sum, name) => sum + statSync(resolve(root, name)).size, 0);
  assert.ok(weight < 1_500_000, `${weight} bytes`);
  assert.ok(!PACKAGE.files.some((entry: string) => /^docs(\/pictures)?\/?$/.test(entry)));
});
