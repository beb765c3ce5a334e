/** The invented house as zigbee2mqtt keeps it, in every form that its files have had, and broken in every way. */
import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import type { ImportPlan } from "../../src/imports/plan/plan.ts";
import { backupFor } from "../../src/radio/coordinator-dialects.ts";
import { recordIn as networkRecordIn, type StickFamily } from "../../src/radio/network-record.ts";
import { fixture, hasRecord, house, notesOf, planFiles, readFiles, recordIn, refusalOf } from "../support/houses.ts";

const settings = (name: string) => house("z2m", { "configuration.yaml": `z2m-variants/${name}.yaml` });
const backup = (name: string) =>
  house("z2m", { "coordinator_backup.json": `z2m-variants/coordinator_backup.${name}.json` });
const database = (name: string) => house("z2m", { "database.db": `z2m-variants/database.${name}.db` });
const KEY = "112233445566778899aabbccddee0f01";

suite("the whole house", () => {
  let plan: ImportPlan;
  before(async () => {
    plan = await planFiles(house("z2m"));
  });

  test("25 devices become the 43 resources that deCONZ has, by unique id, family and type", () => {
    const { devices } = JSON.parse(fixture("expected-plan.json").toString());
    const expected = [
      ...devices.flatMap(({ resources }: { resources: Record<string, string>[] }) =>
        resources.map(({ family, type, uniqueid }) => `${uniqueid} ${family} ${type}`),
      ),
      "14:b4:57:ff:fe:21:a0:0c-01-000a sensors ZHATime", // deCONZ has it, too
    ];
    const made = plan.report.devices.flatMap(({ resources }) =>
      resources.map(({ family, type, uniqueid }) => `${uniqueid} ${family} ${type}`),
    );
    assert.equal(plan.report.devices.length, 25);
    assert.deepEqual(made.toSorted(), expected.toSorted());
    const { groups, scenes } = plan.report.totals;
    assert.deepEqual(
      [groups, scenes, plan.report.network.channel, plan.report.network.panid],
      [[6, 6], [3, 3], 20, 0x2b1c],
    );
  });

  test("the same house twice gives the same plan", async () => {
    const again = await planFiles(house("z2m"));
    assert.deepEqual(again.records, plan.records);
    assert.deepEqual(again.radio, plan.radio);
  });

  test("a light's private scene is left out, and told", () => {
    assert.deepEqual(notesOf(plan, "scene-private"), ["0x00158d0002c0ffd4"]);
    assert.ok(!hasRecord(plan, "/groups/0/scenes/7"));
  });

  test("a scene without a name has its number", () => {
    assert.equal(recordIn(plan, "/groups/2/scenes/1").attr.name, "Scene 1");
    const [shown] = recordIn(plan, "/groups/2").attr.scenes as Record<string, unknown>[];
    assert.deepEqual([shown?.id, shown?.name, shown?.lightcount], ["1", "Scene 1", 1]);
  });

  test("long names are cut at 32 signs, and both are told", () => {
    const light = plan.report.devices.find(({ ieee }) => ieee === "0x00158d0002c0ffd4");
    assert.equal(light?.before, "Schlafzimmer – Nachttisch links am Fenster (neu)");
    assert.equal(light?.name, "Schlafzimmer – Nachttisch links");
    assert.ok(notesOf(plan, "name-cut").includes("Große Nummer der oberen Etage im Haus am See"));
    assert.ok(plan.report.groups.every(({ name }) => name.length <= 32));
  });

  test("two endpoints of one type are told apart by their labels", () => {
    const switches = plan.report.devices.find(({ before }) => before === "Bad Schalter");
    assert.deepEqual(
      switches?.resources.map(({ name }) => name),
      ["Bad Schalter left", "Bad Schalter right"],
    );
  });

  test("a device that was switched off comes, stays so, and is told", () => {
    assert.equal(recordIn(plan, "/devices/84:18:26:00:00:c0:ff:07").attr.disabled, true);
    assert.deepEqual(notesOf(plan, "device-disabled"), ["0x8418260000c0ff07"]);
  });

  test("a calibration becomes the offset of the sensor, and no option", () => {
    const klima = plan.report.devices.find(({ before }) => before === "Klima Kinderzimmer");
    const sensor = klima?.resources.find(({ type }) => type === "ZHATemperature");
    assert.equal(recordIn(plan, `/sensors/${sensor?.id}`).config.offset, -50);
    assert.equal(recordIn(plan, "/devices/00:15:8d:00:04:c0:ff:0d").attr.options, undefined);
  });

  test("the usual extended PAN id of the settings is none: that of the backup counts, without a question", () => {
    assert.equal(plan.report.network.extendedpanid, "00124b0099aa0001");
  });

  test("a Green Power switch comes; its key stands in the list of devices only", () => {
    const tap = plan.report.devices.find(({ before }) => before === "Tap");
    assert.deepEqual(
      tap?.resources.map(({ type }) => type),
      ["ZGPSwitch"],
    );
    assert.match(plan.radio["database.db"] ?? "", /"gpSecurityKey":\[16,17/);
    assert.ok(!JSON.stringify([plan.records, plan.report]).includes("16,17,18"));
  });

  test("a description becomes a note of the device, options go to their device, set-up marks stay away", () => {
    const { attr } = recordIn(plan, "/devices/00:15:8d:00:02:c0:ff:d4");
    assert.equal(attr.notes, "links am Bett");
    assert.deepEqual(attr.options, { transition: 2 });
    assert.ok(!plan.radio["database.db"]?.includes('configured":332242049'));
  });

  test("no report and no record holds a secret", () => {
    const text = JSON.stringify([plan.report, plan.records]);
    for (const secret of [KEY, "not-a-real-one", "17,34,51"]) assert.ok(!text.includes(secret), secret);
  });
});

suite("settings of all versions", () => {
  test("version 1: names, key, baud rate; members from the list of devices, and one that is gone is told", () => {
    const read = readFiles(settings("settings-v1"));
    assert.deepEqual([read.stick.baudRate, read.stick.rtscts, read.network.key], [115200, true, KEY]);
    assert.equal(read.groups.find(({ number }) => number === 1)?.members.length, 2);
    const alone = readFiles(
      house("z2m", {
        "configuration.yaml": "z2m-variants/settings-v1.yaml",
        "database.db": "z2m-variants/database.double-id.db",
      }),
    );
    assert.equal(alone.groups.find(({ number }) => number === 4)?.members.length, 2);
    const bare = house("z2m", {
      "configuration.yaml": "z2m-variants/settings-v1.yaml",
      "database.db": Buffer.from(
        fixture("z2m/database.db")
          .toString()
          .replace(/"members":\[\{[^\]]*\]/g, '"members":[]'),
      ),
    });
    const named = readFiles(bare);
    assert.deepEqual(
      named.notes.filter(({ code }) => code === "group-stranger").map(({ values }) => values?.ieee),
      ["gone away"],
    );
  });

  test("version 2: an Ember stick over the net; another stick in the dialog is another stick", async () => {
    const files = house("z2m", {
      "configuration.yaml": "z2m-variants/settings-v2.yaml",
      "coordinator_backup.json": "z2m-variants/coordinator_backup.ember.json",
    });
    const same = await planFiles(files, { stick: { path: "tcp://192.0.2.7:6638" } });
    assert.deepEqual(
      [same.report.stick.adapter, same.report.stick.path, same.report.stick.verdict],
      ["ember", "tcp://192.0.2.7:6638", "resume"],
    );
    const other = await planFiles(files, { stick: { path: "/dev/ttyACM0", adapter: "ember" } });
    assert.equal(other.report.stick.verdict, "restore");
  });

  test("version 3: a stick that is found by its name has to be named anew", () => {
    const read = readFiles(settings("settings-v3"));
    assert.equal(read.stick.path, undefined);
    assert.ok(read.notes.some(({ code, values }) => code === "port-mdns" && values?.name === "slzb-06"));
  });

  test("version 4 without a stick: that of the backup's family", () => {
    assert.deepEqual(readFiles(settings("settings-v4")).stick, { adapter: "zstack" });
    const bare = house("z2m", {
      "configuration.yaml": "z2m-variants/settings-v4.yaml",
      "coordinator_backup.json": undefined,
    });
    assert.deepEqual(readFiles(bare).stick, {});
  });

  test("a version to come is read, and told", () => {
    assert.ok(
      readFiles(settings("settings-v9")).notes.some(
        ({ code, values }) => code === "version-new" && values?.version === 9,
      ),
    );
  });

  test("defaults: the key that everybody knows, and a warning of it", async () => {
    const plan = await planFiles(
      house("z2m", { "configuration.yaml": "z2m-variants/defaults-only.yaml", "coordinator_backup.json": undefined }),
    );
    const { channel, panid, publickey } = plan.report.network;
    assert.deepEqual([channel, panid, publickey, notesOf(plan, "public-key").length], [11, 0x1a62, true, 1]);
  });

  test("numbers that were left to chance are those of the backup; without one the house never started", () => {
    const { network } = readFiles(settings("generate"));
    assert.deepEqual([network.key, network.panid, network.channel], [KEY, 0x2b1c, 20]);
    const without = house("z2m", {
      "configuration.yaml": "z2m-variants/generate.yaml",
      "coordinator_backup.json": undefined,
    });
    assert.equal(refusalOf(() => readFiles(without)).code, "never-started");
  });

  test("numbers in sixteens are the same numbers", () => {
    const { key, panid, channel, extendedpanid } = readFiles(settings("hex")).network;
    assert.deepEqual([key, panid, channel, extendedpanid], [KEY, 0x2b1c, 20, "00124b0099aa0001"]);
  });

  test("secrets: by a short name, as Home Assistant writes them, and missing", () => {
    const short = house("z2m", {
      "configuration.yaml": "z2m-variants/secret-short-name.yaml",
      "coordinator_backup.json": undefined,
    });
    assert.equal(readFiles(short).network.key, KEY);
    const unquoted = house("z2m", {
      "configuration.yaml": "z2m-variants/secret-unquoted.yaml",
      "coordinator_backup.json": undefined,
    });
    assert.equal(readFiles(unquoted).network.key, KEY);
    const refusal = refusalOf(() => readFiles(settings("secret-missing-file")));
    assert.equal(refusal.message, "network_key is in nowhere.yaml, which is missing: add it");
  });

  test("tables in other files, by a tag or by several names: the later one wins", () => {
    assert.equal(readFiles(settings("include-tag")).devices.filter(({ name }) => name !== undefined).length, 25);
    const several = readFiles(
      house("z2m", {
        "configuration.yaml": "z2m-variants/several-device-files.yaml",
        "more-devices.yaml": "z2m-variants/more-devices.yaml",
      }),
    );
    assert.equal(several.devices.find(({ ieee }) => ieee === "0x00158d0004c0ff0f")?.name, "Haustür (zweite Datei)");
    assert.ok(
      several.notes.some(({ code, about }) => code === "device-never-joined" && about === "only named, never joined"),
    );
  });

  test("an address without quotes stays exact", () => {
    const read = readFiles(settings("unquoted-addresses"));
    assert.equal(read.devices.find(({ ieee }) => ieee === "0x00158d0004c0ff0f")?.name, "Haustür");
  });

  test("names may be alike here; text that looks like a number, a day or a yes is a name", async () => {
    const alike = await planFiles(settings("duplicate-names"));
    assert.equal(alike.report.devices.filter(({ before }) => before === "gleich").length, 2);
    const odd = readFiles(settings("names-of-other-types"));
    const nameOf = (ieee: string) => odd.devices.find((device) => device.ieee === ieee)?.name;
    assert.deepEqual(
      ["0x00158d0004c0ff0f", "0x00158d0004c0ff10", "0x00158d0004c0ff13", "0x00158d0004c0ff0d"].map(nameOf),
      ["42", "2020-01-01", "true", undefined],
    );
  });

  test("numbers of groups that are not possible on air are given anew, and told", () => {
    const read = readFiles(settings("group-ids"));
    assert.equal(read.notes.filter(({ code }) => code === "group-number").length, 4);
    assert.ok(read.groups.every(({ number }) => number >= 1 && number <= 65_519));
    assert.equal(new Set(read.groups.map(({ number }) => number)).size, read.groups.length);
  });

  test("three numbers out of range are three sentences", () => {
    const { notes, message } = refusalOf(() => readFiles(settings("short-key")));
    assert.deepEqual(
      notes.map(({ code }) => code),
      ["key-length", "panid-range", "channel-range"],
    );
    assert.match(message, /network_key has 3 numbers, 16 are needed.*70000.*channel 27/);
  });

  for (const [name, code, line] of [
    ["tabs", "yaml-tab", 3],
    ["two-documents", "yaml-two", 2],
    ["double-key", "yaml-twice", 2],
  ] as const)
    test(`${name}: refused with its line`, () => {
      const refusal = refusalOf(() => readFiles(settings(name)));
      assert.deepEqual([refusal.code, refusal.values.line], [code, line]);
    });

  test("a list is no table of settings; an empty file is empty", () => {
    assert.equal(refusalOf(() => readFiles(settings("a-list"))).code, "yaml-no-table");
    assert.equal(refusalOf(() => readFiles(settings("empty"))).code, "file-empty");
  });

  test("a byte order mark and other line ends do no harm", () => {
    assert.equal(
      readFiles(
        house("z2m", { "configuration.yaml": "z2m-variants/bom-crlf.yaml", "coordinator_backup.json": undefined }),
      ).network.channel,
      20,
    );
  });

  test("no prototype is changed, and names of its members are no addresses", () => {
    const read = readFiles(settings("proto"), { network: "backup" });
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    assert.deepEqual(
      read.notes.filter(({ code }) => code === "device-no-address").map(({ values }) => values?.name),
      ["__proto__", "constructor"],
    );
  });

  test("YAML that unfolds to more than a house has is refused at once", () => {
    const start = process.memoryUsage().heapUsed;
    assert.equal(refusalOf(() => readFiles(settings("bomb"))).code, "yaml-large");
    assert.ok(process.memoryUsage().heapUsed - start < 50_000_000);
  });
});

suite("the stick's backup", () => {
  const forStick = (name: string, adapter: string) => planFiles(backup(name), { stick: { adapter, isSame: false } });
  /** The network that a stick of this family is given. */
  const written = (plan: ImportPlan, family: StickFamily = "zstack") => {
    const record = recordOf(plan);
    // biome-ignore lint/suspicious/noExplicitAny: looked at member by member
    return backupFor(family, record, () => "5a".repeat(16)) as any;
  };
  const recordOf = (plan: ImportPlan) => {
    const record = networkRecordIn(plan.radio["network.json"] ?? "");
    assert.ok(record, "it is a record of a network");
    return record;
  };

  test("of an Ember stick for a Z-Stack: turned round, one channel, in its form", async () => {
    const plan = await forStick("ember", "zstack");
    const { coordinator_ieee, extended_pan_id, channel_mask, metadata } = written(plan);
    assert.deepEqual([coordinator_ieee, extended_pan_id, channel_mask], ["540f57fffeaa0002", "540f57fffeaa0002", [20]]);
    assert.equal(metadata.internal.znpVersion, 1);
    assert.equal(plan.report.stick.verdict, "rare");
  });

  test("of an Ember stick for an Ember stick: its own order of bytes", async () => {
    const { extended_pan_id, metadata, stack_specific } = written(await forStick("ember", "ember"), "ember");
    assert.equal(extended_pan_id, "0200aafeff570f54");
    assert.ok(metadata.internal.ezspVersion >= 12);
    assert.equal(stack_specific.ezsp.hashed_tclk, "b0".repeat(16));
  });

  test("of a Z-Stack for an Ember stick: turned, and everything is set up once more", async () => {
    const plan = await planFiles(house("z2m"), { stick: { adapter: "ember", isSame: false } });
    assert.equal(written(plan, "ember").extended_pan_id, "0100aa99004b1200");
    assert.equal(recordOf(plan).extendedpanid, "00124b0099aa0001");
    assert.equal(written(plan, "ember").stack_specific.ezsp.hashed_tclk.length, 32);
    assert.ok(plan.report.stick.notes.some(({ code }) => code === "stick-new-address"));
  });

  test("of a ConBee for a Z-Stack: without a seed, with the address of the ConBee", async () => {
    const { coordinator_ieee, stack_specific } = written(await forStick("deconz", "zstack"));
    assert.deepEqual([coordinator_ieee, stack_specific], ["00212effff0a0b0c", {}]);
  });

  test("the counter is higher than any that devices have heard; the same stick goes on with its own", async () => {
    const other = await planFiles(house("z2m"), { stick: { adapter: "zstack", isSame: false } });
    assert.ok(written(other).network_key.frame_counter > 1_234_567 + 30_000);
    assert.equal(recordOf(await planFiles(house("z2m"))).counter, 1_234_567);
  });

  test("the form before 2021 is read", () => {
    const { panid, extendedpanid, key, frameCounter, coordinator, channel } = readFiles(backup("legacy")).network;
    assert.deepEqual(
      [panid, extendedpanid, key, frameCounter, coordinator, channel],
      [0x2b1c, "00124b0099aa0001", KEY, 1_234_567, "00124b0099aa0001", 20],
    );
  });

  test("two networks: nothing is chosen, it is asked", () => {
    assert.equal(refusalOf(() => readFiles(backup("other-network"))).code, "two-networks");
    assert.equal(readFiles(backup("other-network"), { network: "backup" }).network.panid, 0x1a62);
    assert.equal(readFiles(backup("other-network"), { network: "settings" }).network.panid, 0x2b1c);
  });

  test("a wide mask becomes the one channel, so that the network is restored and not made anew", async () => {
    assert.deepEqual(written(await forStick("wide-mask", "zstack")).channel_mask, [20]);
  });

  test("a version to come is refused with its number", () => {
    assert.match(refusalOf(() => readFiles(backup("version-2"))).message, /version 2/);
  });

  test("a device without an address on air is left out of the backup only", async () => {
    const plan = await forStick("no-link-keys-no-nwk", "zstack");
    assert.deepEqual(written(plan).devices, []);
    assert.equal(plan.report.devices.length, 25);
  });

  test("a counter near its end: another stick is refused, the same one goes on with a warning", async () => {
    const other = await forStick("counter-near-end", "zstack");
    assert.deepEqual(
      [other.report.stick.verdict, other.report.stick.notes[0]?.code, other.radio],
      ["refused", "counter-near-end", {}],
    );
    const same = await planFiles(backup("counter-near-end"));
    assert.deepEqual(
      [same.report.stick.verdict, same.report.stick.notes.map(({ code }) => code)],
      ["resume", ["stick-same", "counter-near-end"]],
    );
  });

  test("a backup that is cut off: the same stick goes on, another one cannot", async () => {
    assert.equal((await planFiles(backup("cut"))).report.stick.verdict, "resume");
    const other = await forStick("cut", "zstack");
    assert.deepEqual([other.report.stick.verdict, other.report.stick.notes[0]?.code], ["refused", "backup-cut"]);
  });
});

suite("the list of devices", () => {
  test("first values that cannot be read are ignored, and told", () => {
    const read = readFiles(house("z2m", { "state.json": "z2m-variants/state.cut.json" }));
    assert.ok(read.notes.some(({ code }) => code === "state-ignored"));
  });

  test("a last line that is cut off: groups are lost, and come back empty by their names", () => {
    const read = readFiles(database("cut-last-line"));
    assert.equal(read.notes.find(({ code }) => code === "groups-cut")?.values?.count, 3);
    assert.equal(read.devices.length, 25);
    assert.equal(read.groups.length, 6);
    assert.deepEqual(read.groups.find(({ number }) => number === 65_000)?.members, []);
  });

  test("a byte order mark does not cost the coordinator", () => {
    const { network } = readFiles(
      house("z2m", { "database.db": "z2m-variants/database.crlf-bom.db", "coordinator_backup.json": undefined }),
    );
    assert.equal(network.coordinator, "00124b0099aa0001");
  });

  test("two with one number both come; two with one address are one", () => {
    assert.equal(readFiles(database("double-id")).devices.length, 26);
    const read = readFiles(database("double-address"));
    assert.deepEqual([read.devices.length, read.notes.filter(({ code }) => code === "device-double").length], [25, 1]);
  });

  test("without a coordinator, and of two, it is that of the backup; the stick makes its own line", async () => {
    for (const name of ["no-coordinator", "two-coordinators"]) {
      const plan = await planFiles(database(name));
      assert.equal(plan.report.network.coordinator, "00124b0099aa0001");
      assert.ok(!plan.radio["database.db"]?.includes("Coordinator"));
    }
  });

  test("old words are those of today", () => {
    const [device] = readFiles(database("old-words")).devices;
    const clusters = device?.line.endpoints["11"]?.clusters;
    assert.deepEqual(Object.keys(clusters as object), ["genBasic", "seMeterIdentification"]);
    assert.deepEqual((clusters as Record<string, unknown>).genBasic, { attributes: { modelId: "LCT015" } });
  });

  test("devices that were not interviewed come, and bad lines are told", () => {
    const read = readFiles(database("unfinished"));
    assert.equal(read.notes.filter(({ code }) => code === "device-interview").length, 2);
    assert.equal(read.notes.find(({ code }) => code === "line-bad")?.values?.count, 2);
  });

  test("members that are no devices of the house are told", async () => {
    const plan = await planFiles(database("group-of-strangers"));
    assert.deepEqual(recordIn(plan, "/groups/7").attr.lights, []);
    assert.equal(notesOf(plan, "group-stranger").length + notesOf(plan, "group-not-lamp").length, 2);
  });

  test("without it the whole folder is asked for", () => {
    const { message } = refusalOf(() => readFiles(house("z2m", { "database.db": undefined })));
    assert.equal(message, "database.db is missing: use the whole folder");
  });

  test("a list from before 2019 is refused with its cure", () => {
    assert.equal(refusalOf(() => readFiles(database("shepherd"))).code, "database-old");
  });
});
