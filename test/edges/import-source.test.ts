/** The files of another program are read as they are at one moment: one that is written meanwhile is read once more, and one that always changes is refused. */
import assert from "node:assert/strict";
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { suite, type TestContext, test } from "node:test";
import { readSource, SourceError } from "../../src/edges/import-source.ts";

const LARGE = 4 * 1024 * 1024;
const isWanted = (name: string) => name.endsWith(".yaml") || name.endsWith(".db");

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-source-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "configuration.yaml"), "version: 5");
  writeFileSync(join(folder, "database.db"), Buffer.alloc(LARGE, "a"));
  return folder;
}

/** Writes at each turn of the event loop, of which a read takes several. */
function writer(path: string, times: number): () => void {
  let left = times;
  const write = () => {
    if (left <= 0) return;
    left -= 1;
    appendFileSync(path, "b");
    setImmediate(write);
  };
  setImmediate(write);
  return () => {
    left = 0;
  };
}

test("in Home Assistant's folder the house is that of the add-on", async (t) => {
  const folder = folderOf(t);
  rmSync(join(folder, "database.db"));
  mkdirSync(join(folder, "zigbee2mqtt"));
  for (const name of ["configuration.yaml", "database.db"]) writeFileSync(join(folder, "zigbee2mqtt", name), name);
  const { home, files } = await readSource(folder, isWanted);
  assert.deepEqual([home, String(files.get("database.db")?.bytes)], [join(folder, "zigbee2mqtt"), "database.db"]);
});

test("a file that may not be read is named", {
  skip: process.getuid?.() === 0 && "the first user may read everything",
}, async (t) => {
  const folder = folderOf(t);
  chmodSync(join(folder, "database.db"), 0o000);
  await assert.rejects(readSource(folder, isWanted), { trouble: "file-unreadable", file: "database.db" });
});

suite("files that are written while they are read", () => {
  test("a file that never comes to rest is refused by its name, and nothing is left beside it", async (t) => {
    const folder = folderOf(t);
    const stop = writer(join(folder, "configuration.yaml"), Number.POSITIVE_INFINITY);
    const read = readSource(folder, isWanted).finally(stop);
    await assert.rejects(read, (error: SourceError) => {
      assert.deepEqual(
        [error instanceof SourceError, error.trouble, error.file],
        [true, "keeps-changing", "configuration.yaml"],
      );
      return true;
    });
    assert.deepEqual(readdirSync(folder), ["configuration.yaml", "database.db"]);
  });

  test("a file that has come to rest is read whole, as it is then", async (t) => {
    const folder = folderOf(t);
    writer(join(folder, "configuration.yaml"), 8);
    const { files, home } = await readSource(folder, isWanted);
    assert.equal(String(files.get("configuration.yaml")?.bytes), `version: 5${"b".repeat(8)}`);
    assert.equal(files.get("database.db")?.bytes.length, LARGE);
    assert.equal(home, folder);
  });
});
