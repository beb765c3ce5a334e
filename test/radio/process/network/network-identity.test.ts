/** The network's numbers are made once, and never silently anew. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { prepareRestore, RecordKeeper } from "../../../../src/radio/process/network/coordinator-backup.ts";
import { type NetworkFiles, networkFilesIn } from "../../../../src/radio/process/network/network-files.ts";
import { hasDevices, ownNetwork } from "../../../../src/radio/process/network/network-identity.ts";
import { temporaryFolder } from "../../../support/radio-process.ts";

const ROUTER = '{"id":2,"type":"Router","ieeeAddr":"0x00124b0000000002"}';
const COORDINATOR =
  '{"id":1,"type":"Coordinator","ieeeAddr":"0x00124b0000000001"}\n{"id":3,"type":"Group","groupID":1}';
const NUMBERS = { key: "000102030405060708090a0b0c0d0e0f", panid: 0x1a62, extendedpanid: "0011223344556677" };
const BACKUP = {
  ...{ pan_id: "1a62", extended_pan_id: NUMBERS.extendedpanid, channel: 15, nwk_update_id: 1 },
  coordinator_ieee: "00124b0000000001",
  network_key: { key: NUMBERS.key, sequence_number: 0, frame_counter: 7 },
};
const EMBER = { ...BACKUP, stack_specific: { ezsp: { hashed_tclk: "11".repeat(16) } } };

test("they are made by chance, kept, and for no other user to read", (t) => {
  const files = folder(t, {});
  const { record, isNew } = ownNetwork(files);
  assert.equal(isNew, true);
  assert.equal(record.key.length, 32);
  assert.equal(record.extendedpanid.length, 16);
  assert.ok(record.panid > 0 && record.panid < 0xffff);
  assert.equal(statSync(files.network).mode & 0o777, 0o600);
  assert.deepEqual(ownNetwork(files), { record, isNew: false });
  assert.notEqual(ownNetwork(folder(t, {})).record.key, record.key);
});

test("the file's network counts, and is completed by the backup of the stick", (t) => {
  const files = folder(t, { "network.json": NUMBERS, "coordinator_backup.json": BACKUP });
  const { record, isNew } = ownNetwork(files);
  const { key, panid, extendedpanid, counter, coordinator, channel } = record;
  assert.deepEqual({ key, panid, extendedpanid }, NUMBERS);
  assert.deepEqual([isNew, counter, coordinator, channel], [false, 7, "0x00124b0000000001", 15]);
  assert.deepEqual(JSON.parse(readFileSync(files.network, "utf8")), record);
});

test("lost, they are taken from the backup of the stick", (t) => {
  const files = folder(t, { "coordinator_backup.json": BACKUP, "database.db": ROUTER });
  assert.equal(ownNetwork(files).record.panid, 0x1a62);
  assert.equal(JSON.parse(readFileSync(files.network, "utf8")).key, NUMBERS.key);
});

test("a network that an EmberZNet stick formed is written as it is on air, and its address is that of the devices' list", (t) => {
  const files = folder(t, { "network.json": NUMBERS, "coordinator_backup.json": EMBER, "database.db": COORDINATOR });
  const { record } = ownNetwork(files);
  assert.equal(record.extendedpanid, "7766554433221100");
  assert.equal(record.coordinator, "0x00124b0000000001");
  assert.equal(record.family, "ember");
  assert.deepEqual(ownNetwork(files).record, record, "and is not turned again");
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
    assert.throws(() => ownNetwork(files), { message: sentence });
    assert.equal(existsSync(files.network), had, "nothing is made");
  });
}

test("devices without a backup of their stick are not put at risk", (t) => {
  const prepare = (contents: Record<string, unknown>, adapter = "zstack") => {
    const files = folder(t, { "network.json": NUMBERS, ...contents });
    const { record } = ownNetwork(files);
    prepareRestore(files, new RecordKeeper(files, record), adapter, hasDevices(read(files.database)));
    return existsSync(files.coordinator) && JSON.parse(readFileSync(files.coordinator, "utf8"));
  };
  assert.throws(() => prepare({ "database.db": ROUTER }), { message: /coordinator_backup\.json is missing/ });
  const known = { "database.db": ROUTER, "coordinator_backup.json": EMBER };
  assert.equal(prepare(known, "deconz").network_key.frame_counter, 7 + 99_000, "another family is given it");
  assert.throws(() => prepare(known, "zigate"), { message: /another stick \(EmberZNet\).*cannot take over/ });
  assert.equal(prepare({ "database.db": COORDINATOR }), false);
  assert.equal(prepare({}, "zigate"), false);
});

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

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
