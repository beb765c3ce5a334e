/** The package as the palette, the catalogue and `node-red-dev validate` want it; see docs/package.md. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const ROOT = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const PACKAGE = JSON.parse(read("package.json"));
const NODES: Readonly<Record<string, string>> = PACKAGE["node-red"].nodes;
const MOST_OF_FIRST_SCRIPT = 125_000; // bytes, packed
const MOST_DEPENDENCIES = 6;
const BLOCK = 4_096; // bytes that a file takes on a disk at least
/** They change the resources of a device from one release to the next: each step up is looked at. */
const PINNED = ["zigbee-herdsman", "zigbee-herdsman-converters"];

test("name, licence, repository, keyword, and the versions that it runs on", () => {
  assert.match(PACKAGE.name, /^node-red-contrib-[a-z-]+$/);
  assert.equal(PACKAGE.license, "Apache-2.0");
  assert.match(PACKAGE.repository.url, /^git\+https:\/\/\S+\.git$/);
  assert.ok(PACKAGE.keywords.includes("node-red"));
  assert.match(PACKAGE["node-red"].version, /^>=\d+\.\d+\.\d+$/);
  assert.match(PACKAGE.engines.node, /^>=\d+\.\d+\.\d+$/);
  for (const file of ["README.md", "LICENSE", "CHANGELOG.md"]) assert.ok(existsSync(join(ROOT, file)), file);
});

test("few dependencies; only the radio's are pinned", () => {
  const all = Object.entries<string>(PACKAGE.dependencies);
  assert.ok(all.length <= MOST_DEPENDENCIES);
  for (const [name, range] of all) assert.match(range, PINNED.includes(name) ? /^\d+\.\d+\.\d+$/ : /^\^\d/, name);
});

test("no script runs where it is installed", () => {
  const scripts = Object.keys(PACKAGE.scripts);
  for (const name of ["preinstall", "install", "postinstall", "prepare"]) assert.ok(!scripts.includes(name), name);
});

test("each node is one that its page registers so that tools find it; it has an icon, and an example if it is drawn", () => {
  const examples = readdirSync(join(ROOT, "examples")).flatMap((file) => JSON.parse(read(`examples/${file}`)));
  const shown = new Set(examples.map(({ type }) => type));
  for (const [name, file] of Object.entries(NODES)) {
    assert.equal(file, `dist/nodes/${name}.js`);
    assert.ok(existsSync(join(ROOT, "nodes", `${name}.ts`)), file);
    assert.ok(existsSync(join(ROOT, "icons", `${name}.svg`)), name);
    assert.match(
      read(`dist/nodes/${name}.html`),
      new RegExp(`\\.registerType\\("${name}", \\{`),
      `${name}: called as a member`,
    );
    if (name !== "zigbee-gateway") assert.ok(shown.has(name), `${name}: an example`);
  }
});

test("our part of an install stays small: at most five megabytes, in whole blocks, and nothing for debuggers", () => {
  const files = PACKAGE.files.flatMap((path: string) =>
    statSync(join(ROOT, path)).isDirectory()
      ? readdirSync(join(ROOT, path), { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
      : path,
  );
  const sizes: Stats[] = files.map((path: string) => statSync(join(ROOT, path))).filter((stat: Stats) => stat.isFile());
  const bytes = sizes.reduce((sum, { size }) => sum + Math.ceil(size / BLOCK) * BLOCK, 0);
  assert.ok(bytes > 0 && bytes <= 5 * 1024 * 1024, `${bytes} bytes`);
  assert.deepEqual(
    files.filter((path: string) => /\.(map|ts|tsx)$/.test(path)),
    [],
  );
});

test("the first script of the panels is small; each one that is loaded later is there, and nothing is left of another build", () => {
  const needed = (file: string) => [...read(`resources/${file}`).matchAll(/from"\.\/([^"]+)"|import"\.\/([^"]+)"/g)];
  const later = (file: string) => [...read(`resources/${file}`).matchAll(/import\("\.\/([^"]+)"\)/g)];
  const closure = (begin: readonly string[], next: (file: string) => readonly string[]) => {
    const all = new Set(begin);
    for (const file of all) for (const each of next(file)) all.add(each);
    return [...all];
  };
  const names = (matches: readonly RegExpExecArray[]) => matches.map(([, one, two]) => one ?? two ?? "");
  const first = closure(["panels.js"], (file) => names(needed(file)));
  const packed = first.reduce((sum, file) => sum + gzipSync(read(`resources/${file}`)).length, 0);
  assert.ok(packed > 10_000 && packed <= MOST_OF_FIRST_SCRIPT, `${packed} bytes`);
  assert.ok(first.length <= 2, `${first}: one file beside the one with a lasting name`);
  const all = closure(first, (file) => names([...needed(file), ...later(file)]));
  assert.ok(all.length > first.length);
  const built = readdirSync(join(ROOT, "resources")).filter((file) => /^panels.*\.js$/.test(file));
  assert.deepEqual(all.sort(), built.sort());
  for (const file of all) assert.ok(read(`resources/${file}`).length > 0, file);
});
