/** A stick's numbers go into the record only when they are as good as the known ones. The backups have the shape of herdsman's own. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import type { fromUnifiedBackup } from "zigbee-herdsman/dist/utils/backup.js";
import { LEAP } from "../../../../src/radio/coordinator-dialects.ts";
import { networkJson, newRecord, recordIn } from "../../../../src/radio/network-record.ts";
import type { HerdsmanAdapter } from "../../../../src/radio/process/herdsman.ts";
import { keepSoundBackup, RecordKeeper } from "../../../../src/radio/process/network/coordinator-backup.ts";
import { networkFilesIn } from "../../../../src/radio/process/network/network-files.ts";
import { temporaryFolder } from "../../../support/radio-process.ts";

type Backup = ReturnType<typeof fromUnifiedBackup>;

interface Said {
  readonly address?: string;
  readonly counter?: number;
  readonly key?: number;
  readonly epid?: number;
}

const RECORD = newRecord(Buffer.alloc(16, 1), 0x1a62, Buffer.alloc(8, 2));

/** Of an EmberZNet stick, which says its address turned round. */
function backupOf({ address = "01000000004b1200", counter = 5000, key = 1, epid = 2 }: Said = {}): Backup {
  return {
    networkOptions: {
      ...{ panId: 0x1a62, extendedPanId: Buffer.alloc(8, epid), channelList: [11] },
      ...{ networkKey: Buffer.alloc(16, key), networkKeyDistribute: false },
    },
    ...{ logicalChannel: 11, networkKeyInfo: { sequenceNumber: 0, frameCounter: counter }, securityLevel: 5 },
    ...{ networkUpdateId: 0, coordinatorIeeeAddress: Buffer.from(address, "hex"), devices: [] },
    ezsp: { version: 13, hashed_tclk: Buffer.alloc(16, 8) },
  } as unknown as Backup;
}

const WORSE: readonly (readonly [what: string, said: Said, why: RegExp])[] = [
  ["its counter went back", { counter: 4999 }, /frame counter is 4999, and was 5000/],
  ["it has another key", { key: 9 }, /another network key/],
  ["it is of another network", { epid: 9 }, /of another network/],
  ["the stick forgot its address", { address: "ffffffffffffffff" }, /did not say its address/],
];

for (const [what, said, why] of WORSE)
  test(`nothing is learned, and the backup leads on from the known counter: ${what}`, async (t) => {
    const { take, written, warnings } = guarded(t, [backupOf(), backupOf(said), backupOf(said)]);
    await take();
    const before = written();
    assert.equal((await take()).networkKeyInfo.frameCounter, 5000 + LEAP);
    assert.deepEqual([warnings.length, why.test(warnings[0] ?? "")], [1, true]);
    assert.deepEqual(written(), before);
  });

test("a newer counter is learned, and is on the disk; so is another stick, which counts anew", async (t) => {
  for (const said of [{ counter: 5000 }, { counter: 5001 }, { counter: 3, address: "02000000004b1200" }]) {
    const { take, written, warnings } = guarded(t, [backupOf(), backupOf(said)]);
    await take();
    assert.equal((await take()).networkKeyInfo.frameCounter, said.counter);
    assert.deepEqual(warnings, []);
    const isOther = said.address !== undefined;
    assert.equal(written()?.coordinator, isOther ? "0x00124b0000000002" : "0x00124b0000000001");
    assert.deepEqual(written()?.former, isOther ? ["0x00124b0000000001"] : []);
  }
});

test("an address that was missing for a moment is asked for again; a first backup without one is none", async (t) => {
  const bad = backupOf({ address: "ffffffffffffffff" });
  const { take, written } = guarded(t, [bad, backupOf({ counter: 6000 })]);
  assert.equal((await take()).networkKeyInfo.frameCounter, 6000);
  assert.equal(written()?.counter, 6000);
  await assert.rejects(guarded(t, [bad, bad]).take(), { message: /was not kept: the stick did not say its address/ });
});

test("install codes, counts and terms are kept, and only rise", (t) => {
  const { keeper, written } = guarded(t, []);
  keeper.installCode("0x001788010000aa02:aaaa");
  keeper.counted(70);
  keeper.counted(69);
  keeper.enter(2);
  keeper.enter(1);
  assert.deepEqual([written()?.installcodes.length, written()?.counter, written()?.term], [1, 70, 2]);
});

function guarded(t: TestContext, said: Backup[]) {
  const { path, write, remove } = temporaryFolder();
  t.after(remove);
  write("network.json", networkJson(RECORD));
  const files = networkFilesIn(path);
  const keeper = new RecordKeeper(files, RECORD);
  const adapter = { backup: async () => said.shift() } as unknown as HerdsmanAdapter;
  const warnings: string[] = [];
  keepSoundBackup(adapter, "ember", keeper, (text) => warnings.push(text));
  const written = () => recordIn(readFileSync(files.network, "utf8"));
  return { keeper, take: () => adapter.backup([]), written, warnings };
}
