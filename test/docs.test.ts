import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { reference } from "../scripts/reference.ts";
import { openapi } from "../src/core/openapi.ts";
import { bool } from "../src/model/fields.ts";
import { DEFINITIONS, ROUTES } from "../src/resources/index.ts";

const root = resolve(import.meta.dirname, "..");

test("the reference is what `npm run docs` would write", () => {
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
  for (const [type, { creatable, state }] of Object.entries(DEFINITIONS)) {
    if (!creatable) continue;
    assert.ok(page.includes(`### ${type}\n`), type);
    for (const name of Object.keys(state)) assert.ok(page.includes(`\`state.${name}\``), name);
  }
  assert.match(page, /^\| 101 +\| 403 +\| link button not pressed +\|$/m);
});

test("what a type has otherwise than all others stands with the type", () => {
  const fire = DEFINITIONS.CLIPFire;
  assert.ok(fire);
  const odd = { ...fire, state: { ...fire.state, tampered: bool({ about: "Oddly" }) } };
  const page = reference(openapi({ ...DEFINITIONS, CLIPFire: odd }, ROUTES));
  const section = page.split("### CLIPFire\n")[1]?.split("\n## ")[0]?.split("\n### ")[0] ?? "";
  assert.match(section, /`state\.tampered`.*Oddly/);
  assert.match(page.split("### Every sensor\n")[1]?.split("\n### ")[0] ?? "", /`state\.tampered`/);
});
