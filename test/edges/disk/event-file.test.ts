/** The list of events on the disk: read as it was written, and never in the way. */
import assert from "node:assert/strict";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { EventFile } from "../../../src/edges/disk/event-file.ts";
import type { ChangeNotice } from "../../../src/model/admin-api.ts";
import { freshFolder } from "../../support/disk.ts";
import { loudLog } from "../../support/fakes.ts";

const EVENT: ChangeNotice = {
  ...{ address: "/lights/1", type: "Dimmable light", event: "changed", section: "state" },
  ...{ values: { on: true }, before: { on: false }, by: "rest:Phone", at: 5 },
};

function stage(t: TestContext) {
  const folder = freshFolder(t);
  mkdirSync(folder, { recursive: true });
  const log = loudLog();
  return { file: new EventFile({ folder, log }), path: join(folder, "events.json.gz"), lines: log.lines };
}

test("events that were written are read; only their owner may", async (t) => {
  const { file, path, lines } = stage(t);
  assert.deepEqual(await file.read(), []);
  assert.equal(await file.write([EVENT, { ...EVENT, at: 6 }]), true);
  assert.deepEqual(await file.read(), [EVENT, { ...EVENT, at: 6 }]);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(lines, []);
});

const strange: [what: string, bytes: Buffer, warns: boolean][] = [
  ["no archive", Buffer.from("nonsense"), true],
  ["half a file", gzipSync(JSON.stringify([EVENT])).subarray(0, 30), true],
  ["no JSON", gzipSync("{"), true],
  ["too much", gzipSync(Buffer.alloc(17 * 1024 * 1024, 32)), true],
  ["something else", gzipSync('{"a":1}'), false],
  ["entries of another kind", gzipSync(JSON.stringify([null, 1, {}, { ...EVENT, at: "now" }])), false],
];
for (const [what, bytes, warns] of strange)
  test(`${what} is no event, and the next ones are kept`, async (t) => {
    const { file, path, lines } = stage(t);
    writeFileSync(path, bytes);
    assert.deepEqual(await file.read(), []);
    assert.equal(lines.length, warns ? 1 : 0);
    await file.write([EVENT]);
    assert.deepEqual(await file.read(), [EVENT]);
  });

test("a disk that refuses it is told of in one sentence", async (t) => {
  const { file, path, lines } = stage(t);
  mkdirSync(path);
  assert.equal(await file.write([EVENT]), false);
  assert.equal(lines.length, 1);
});
