/** The files that go into a backup while the radio does not run. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { filesLeft } from "../../src/radio/backup-files.ts";

const NETWORK = { "network.json": "numbers", "database.db": "devices", "coordinator_backup.json": "a stick" };

test("the network, its devices and their remembered states; nothing half written, nothing of the stick", async (t) => {
  const all = { ...NETWORK, "states.json": "{}", "virtual.json": "house" };
  const others = {
    "database.db.backup": "",
    "network.json.new": "",
    "database.db.tmp": "",
    "stick.json": "{}",
    away: "",
  };
  assert.deepEqual(await filesLeft(folder(t, { ...all, ...others })), { files: all });
  assert.deepEqual(await filesLeft(folder(t, NETWORK)), { files: NETWORK });
});

test("where it has not run yet there is nothing to keep", async (t) => {
  for (const at of [folder(t, {}), folder(t, { "stick.json": "{}" }), join(folder(t, {}), "none")])
    await assert.rejects(filesLeft(at), { code: "radio-down", message: /has not run yet/ });
});

test("a file that cannot be read is not left out in silence", async (t) => {
  const at = folder(t, NETWORK);
  mkdirSync(join(at, "states.json"));
  await assert.rejects(filesLeft(at), { code: "EISDIR" });
});

function folder(t: TestContext, files: Readonly<Record<string, string>>): string {
  const at = mkdtempSync(join(tmpdir(), "zigbee-kept-"));
  t.after(() => rmSync(at, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
  return at;
}
