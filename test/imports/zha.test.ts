/** The invented house as Home Assistant keeps it, in all versions of zigpy's database. */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { fixture, house, planFiles, readFiles, recordIn, refusalOf } from "../support/houses.ts";

const variant = (name: string, more = {}) => house("zha", { "zigbee.db": `zha-variants/zigbee-${name}.db`, ...more });
const DOWNLOADED = "ZHA backup 2026-01-01T03-00-00.json";

suite("the whole house", () => {
  test("24 devices of its own version's tables, 6 groups, and the newest backup", async () => {
    const plan = await planFiles(house("zha"));
    const { totals, network } = plan.report;
    assert.deepEqual(
      [totals.devices, totals.groups, totals.scenes, network.counter, network.channel],
      [[24, 24], [6, 6], [0, 0], 3_456_789, 25],
    );
    assert.ok(!plan.report.devices.some(({ model }) => model === "only in an old table"));
    assert.equal(plan.report.stick.adapter, "ember");
  });

  test("names that people gave; names of endpoints; nothing of other integrations", async () => {
    const plan = await planFiles(house("zha"));
    const named = plan.report.devices.map(({ before }) => before);
    assert.ok(named.includes("Wohnzimmer/Decke") && !named.includes("not of ZHA"));
    assert.equal(plan.report.devices.find(({ ieee }) => ieee === "0xa4c13810a1b2c308")?.before, "");
    const gang = plan.report.devices.find(({ ieee }) => ieee === "0xa4c13810a1b2c30a");
    assert.deepEqual(
      gang?.resources.map(({ name }) => name),
      ["Bad Schalter", "Bad Spiegel"],
    );
  });

  test("rooms become groups only when they are wanted", async () => {
    const plan = await planFiles(house("zha"), { areas: true });
    const rooms = plan.report.groups.filter(({ number }) => recordIn(plan, `/groups/${number}`).attr.type === "Room");
    assert.deepEqual(rooms.map(({ name }) => name).toSorted(), ["Bad", "Küche", "Wohnzimmer"]);
  });
});

suite("databases of all versions", () => {
  const models = (files: ReadonlyMap<string, Uint8Array>) =>
    readFiles(files)
      .devices.map(({ line }) => line.modelId)
      .toSorted();
  for (const version of ["v3", "v7", "v12", "v16"])
    test(`${version}: the same 24 models`, () => {
      assert.deepEqual(models(variant(version)), models(house("zha")));
    });

  test("before version 10 the network stands in the downloaded file only", () => {
    assert.equal(readFiles(variant("v7")).network.channel, 25);
    assert.equal(readFiles(variant("v7", { [DOWNLOADED]: undefined })).network.obstacle?.code, "no-network");
  });

  test("tables of another version than it says: damaged", () => {
    assert.equal(refusalOf(() => readFiles(variant("v99"))).code, "file-damaged");
  });

  test("without a backup there is no network; with a counter of nought no other stick", () => {
    const none = { [DOWNLOADED]: undefined };
    assert.equal(readFiles(variant("without-backup", none)).network.obstacle?.code, "no-network");
    assert.equal(readFiles(variant("conbee-old-firmware", none)).network.obstacle?.code, "counter-unknown");
  });

  test("of the write-ahead log whole commits count, and nothing behind a torn one", () => {
    const numbers = (name: string) =>
      readFiles(variant(name, { "zigbee.db-wal": `zha-variants/zigbee-${name}.db-wal` })).groups.map(
        ({ number }) => number,
      );
    assert.ok(numbers("wal").includes(99) && !numbers("wal").includes(100));
    assert.ok(!numbers("wal-torn").includes(99));
  });

  test("zigpy's own form of a backup is read, one that is not whole is passed over", () => {
    const own = variant("without-backup", { [DOWNLOADED]: "zha-variants/network-backup-zigpy-own-form.json" });
    assert.equal(readFiles(own).network.frameCounter, 3_456_789);
    const cut = variant("without-backup", { [DOWNLOADED]: "zha-variants/network-backup-incomplete.json" });
    assert.equal(readFiles(cut).network.obstacle?.code, "no-network");
  });
});

test("the secret of another integration is in no answer", async () => {
  const { report, records } = await planFiles(house("zha"));
  assert.ok(fixture("zha/.storage/core.config_entries").includes("not-a-real-one"));
  assert.ok(!JSON.stringify([report, records]).includes("not-a-real-one"));
});
