/** Which stick can read a backup, and which backup may take the place of the last one. The objects have the shape of herdsman's own. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { fromUnifiedBackup, toUnifiedBackup } from "zigbee-herdsman/dist/utils/backup.js";
import type { HerdsmanAdapter } from "../../../../src/radio/process/herdsman.ts";
import {
  familyOf,
  keepSoundBackup,
  requireOwnFamily,
  type StickFamily,
} from "../../../../src/radio/process/network/coordinator-backup.ts";
import { networkFilesIn } from "../../../../src/radio/process/network/network-files.ts";
import { temporaryFolder } from "../../../support/radio-process.ts";

type Backup = Parameters<typeof toUnifiedBackup>[0];
type Unified = Parameters<typeof fromUnifiedBackup>[0];

const SPECIFIC: Readonly<Record<StickFamily, object>> = {
  zstack: { znp: { version: 1, trustCenterLinkKeySeed: Buffer.alloc(16, 7) } },
  ember: { ezsp: { version: 13, hashed_tclk: Buffer.alloc(16, 8) } },
  deconz: {},
};

interface Said {
  readonly address?: string;
  readonly counter?: number;
  readonly key?: number;
  readonly epid?: number;
}

function backupOf(family: StickFamily, { address = "00124b0000000001", counter = 5000, key = 1, epid = 2 }: Said = {}) {
  return {
    networkOptions: {
      panId: 0x1a62,
      extendedPanId: Buffer.alloc(8, epid),
      channelList: [11],
      networkKey: Buffer.alloc(16, key),
      networkKeyDistribute: false,
    },
    logicalChannel: 11,
    networkKeyInfo: { sequenceNumber: 0, frameCounter: counter },
    securityLevel: 5,
    networkUpdateId: 0,
    coordinatorIeeeAddress: Buffer.from(address, "hex"),
    devices: [],
    ...SPECIFIC[family],
  } as Backup;
}

const FAMILIES = Object.keys(SPECIFIC) as StickFamily[];
const OTHERS = { pan_id: "1a62", metadata: { format: "zigpy/open-coordinator-backup", source: "zigpy@0.60" } };

test("a backup says which family of sticks made it, also after it was read and written again", () => {
  for (const family of FAMILIES) {
    const text = JSON.stringify(toUnifiedBackup(backupOf(family)));
    assert.equal(familyOf(JSON.parse(text)), family);
    const again = JSON.stringify(toUnifiedBackup(fromUnifiedBackup(JSON.parse(text) as Unified)));
    assert.equal(familyOf(JSON.parse(again)), family);
  }
  for (const foreign of [OTHERS, {}, [], "x", null]) assert.equal(familyOf(foreign), undefined);
});

test("a Z-Stack 1.2 stick, whose version is 0, is one of its family, also after its last backup was kept", async (t) => {
  const old = { ...backupOf("zstack"), znp: { version: 0, trustCenterLinkKeySeed: undefined } } as unknown as Backup;
  const files = folder(t, toUnifiedBackup(old));
  requireOwnFamily(files, "zstack", true);
  const adapter = { backup: async () => ({ ...old, networkKeyInfo: { sequenceNumber: 0, frameCounter: 1 } }) };
  keepSoundBackup(adapter as unknown as HerdsmanAdapter, files, () => {});
  const kept = await adapter.backup();
  assert.equal(kept.networkKeyInfo.frameCounter, 5000);
  assert.equal(familyOf(JSON.parse(JSON.stringify(toUnifiedBackup(kept)))), "zstack");
});

test("with devices a stick of another family is refused; without them the file is set aside, and nothing is lost", (t) => {
  for (const made of FAMILIES)
    for (const adapter of FAMILIES) {
      const files = folder(t, toUnifiedBackup(backupOf(made)));
      const before = existsSync(files.coordinator);
      if (made === adapter) {
        requireOwnFamily(files, adapter, true);
        assert.ok(existsSync(files.coordinator));
        continue;
      }
      assert.throws(() => requireOwnFamily(files, adapter, true), {
        message: /another family .*plug the former stick/,
      });
      assert.equal(existsSync(files.coordinator), before, "and the file stays");
      requireOwnFamily(files, adapter, false);
      assert.deepEqual([existsSync(files.coordinator), existsSync(`${files.coordinator}.${made}`)], [false, true]);
    }
});

test("what another program wrote fits all but EmberZNet, which cannot read it", (t) => {
  requireOwnFamily(folder(t, OTHERS), "zstack", true);
  requireOwnFamily(folder(t, OTHERS), "deconz", true);
  assert.throws(() => requireOwnFamily(folder(t, OTHERS), "ember", true), { message: /of another program/ });
});

const WORSE: readonly (readonly [what: string, said: Said, why: RegExp])[] = [
  ["its counter went back", { counter: 4999 }, /frame counter is 4999, and was 5000/],
  ["it has another key", { key: 9 }, /another network key/],
  ["it is of another network", { epid: 9 }, /of another network/],
  ["the stick forgot its address", { address: "ffffffffffffffff" }, /did not say its address/],
];

for (const [what, said, why] of WORSE)
  test(`a backup does not take the place of the last one: ${what}`, async (t) => {
    const { take, warnings } = guarded(t, [backupOf("ember", said), backupOf("ember", said)]);
    assert.equal((await take()).networkKeyInfo.frameCounter, 5000);
    assert.deepEqual([warnings.length, why.test(warnings[0] ?? "")], [1, true]);
  });

test("a backup takes its place that is newer, or of another stick, which counts anew", async (t) => {
  for (const said of [{ counter: 5000 }, { counter: 5001 }, { counter: 3, address: "00124b0000000002" }]) {
    const { take, warnings } = guarded(t, [backupOf("ember", said)]);
    const made = await take();
    assert.deepEqual([made.networkKeyInfo.frameCounter, warnings], [said.counter, []]);
  }
});

test("an address that was missing for a moment is asked for again; a first backup without one is none", async (t) => {
  const bad = backupOf("ember", { address: "ffffffffffffffff" });
  const { take } = guarded(t, [bad, backupOf("ember", { counter: 6000 })]);
  assert.equal((await take()).networkKeyInfo.frameCounter, 6000);
  const first = guarded(t, [bad, bad], false);
  await assert.rejects(first.take(), { message: /was not kept: the stick did not say its address/ });
});

function guarded(t: TestContext, said: Backup[], hasLast = true) {
  const files = folder(t, hasLast ? toUnifiedBackup(backupOf("ember")) : undefined);
  const adapter = { backup: async () => said.shift() } as unknown as HerdsmanAdapter;
  const warnings: string[] = [];
  keepSoundBackup(adapter, files, (text) => warnings.push(text));
  return { take: () => adapter.backup([]), warnings };
}

function folder(t: TestContext, backup: unknown) {
  const { path, write, remove } = temporaryFolder();
  t.after(remove);
  if (backup !== undefined) write("coordinator_backup.json", JSON.stringify(backup));
  return networkFilesIn(path);
}
