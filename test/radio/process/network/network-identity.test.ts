/** The network's numbers are made once, and never silently anew. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type NetworkFiles, networkFilesIn } from "../../../../src/radio/process/network/network-files.ts";
import { hasDevices, networkIdentity, requireBackup } from "../../../../src/radio/process/network/network-identity.ts";
import { temporaryFolder } from "../../../support/radio-process.ts";

const ROUTER = '{"id":2,"type":"Router","ieeeAddr":"0x00124b0000000002"}';
const COORDINATOR =
  '{"id":1,"type":"Coordinator","ieeeAddr":"0x00124b0000000001"}\n{"id":3,"type":"Group","groupID":1}';
const NUMBERS = { key: "000102030405060708090a0b0c0d0e0f", panid: 0x1a62, extendedpanid: "0011223344556677" };
const BACKUP = {
  pan_id: "1a62",
  extended_pan_id: NUMBERS.extendedpanid,
  network_key: { key: NUMBERS.key, sequence_number: 0, frame_counter: 7 },
};

test("they are made by chance, kept, and for nobody else to read", (t) => {
  const files = folder(t, {});
  const made = networkIdentity(files);
  assert.equal(made.isNew, true);
  assert.equal(made.key.length, 16);
  assert.equal(made.extendedpanid.length, 8);
  assert.ok(made.panid > 0 && made.panid < 0xffff);
  assert.equal(statSync(files.network).mode & 0o777, 0o600);
  assert.deepEqual(networkIdentity(files), { ...made, isNew: false });
  assert.notDeepEqual(networkIdentity(folder(t, {})).key, made.key);
});

test("what is written down is what counts", (t) => {
  const files = folder(t, { "network.json": NUMBERS, "coordinator_backup.json": BACKUP });
  assert.deepEqual(networkIdentity(files), {
    key: [...Buffer.from(NUMBERS.key, "hex")],
    panid: 0x1a62,
    extendedpanid: [0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77],
    isNew: false,
  });
});

test("lost, they are taken from the backup of the stick", (t) => {
  const files = folder(t, { "coordinator_backup.json": BACKUP, "database.db": ROUTER });
  assert.equal(networkIdentity(files).panid, 0x1a62);
  assert.deepEqual(JSON.parse(readFileSync(files.network, "utf8")), NUMBERS);
});

const REFUSALS: readonly (readonly [what: string, contents: Record<string, unknown>, sentence: RegExp])[] = [
  ["only the devices are left", { "database.db": ROUTER }, /network\.json is missing.*put it .*back/],
  ["it is no JSON", { "network.json": "{", "coordinator_backup.json": BACKUP }, /network\.json cannot be read/],
  ["its key is too short", { "network.json": { ...NUMBERS, key: "00" } }, /network\.json cannot be read/],
  ["its number is out of range", { "network.json": { ...NUMBERS, panid: 0xffff } }, /network\.json cannot be read/],
  ["the backup is no backup", { "coordinator_backup.json": "[]" }, /coordinator_backup\.json cannot be read/],
  [
    "the backup is of another network",
    { "network.json": NUMBERS, "coordinator_backup.json": { ...BACKUP, pan_id: "1a63" } },
    /two different networks/,
  ],
];

for (const [what, contents, sentence] of REFUSALS) {
  test(`refused: ${what}`, (t) => {
    const files = folder(t, contents);
    const had = existsSync(files.network);
    assert.throws(() => networkIdentity(files), { message: sentence });
    assert.equal(existsSync(files.network), had, "nothing is made");
  });
}

test("devices without a backup of their stick are not put at risk", (t) => {
  assert.throws(() => requireBackup(folder(t, { "database.db": ROUTER }), "zstack"), {
    message: /coordinator_backup\.json is missing/,
  });
  requireBackup(folder(t, { "database.db": ROUTER, "coordinator_backup.json": BACKUP }), "zstack");
  requireBackup(folder(t, { "database.db": COORDINATOR }), "zstack");
  requireBackup(folder(t, {}), "zstack");
});

test("the coordinator and groups are no devices", () => {
  assert.equal(hasDevices(undefined), false);
  assert.equal(hasDevices(COORDINATOR), false);
  assert.equal(hasDevices(`${COORDINATOR}\n${ROUTER}`), true);
});

function folder(t: TestContext, contents: Record<string, unknown>): NetworkFiles {
  const { path, write, remove } = temporaryFolder();
  t.after(remove);
  for (const [name, content] of Object.entries(contents)) {
    write(name, typeof content === "string" ? content : JSON.stringify(content));
  }
  return networkFilesIn(join(path));
}
