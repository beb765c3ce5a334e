/** The invented house as deCONZ keeps it: entire, in old and new versions of its database, and broken. */
import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { type ImportPlan, planImport } from "../../src/imports/plan/plan.ts";
import { stretchedDigest } from "../../src/resources/config/stretched-digest.ts";
import {
  fixture,
  hasRecord,
  house,
  loose,
  NOW,
  notesOf,
  planFiles,
  readFiles,
  recordIn,
  refusalOf,
} from "../support/houses.ts";

const KEYS = ["1A2B3C4D5E", "F00DFACE01", "0badc0ffee", "DEADBEEF00", "kJ8sWqLz0-Ab12Cd34Ef56Gh78Ij90KlMnOpQr"];
const NETWORK_KEY = "0123456789abcdeffedcba9876543210";
const SECRETS = [...KEYS, NETWORK_KEY, "101112131415161718191a1b1c1d1e1f", "not/real", "not-a-real-one"];
const variant = (name: string) => house("deconz", { "zll.db": `deconz-variants/zll-${name}.db` });
const archive = (path: string) => loose({ "backup.dat": path });

suite("the whole house", () => {
  let plan: ImportPlan;
  before(async () => {
    plan = await planFiles(house("deconz"));
  });
  const idsOf = (family: string) =>
    plan.records.flatMap(({ address }) => new RegExp(`^/${family}/(\\d+)$`).exec(address)?.[1] ?? []);

  test("every light and sensor keeps its id, name, unique id and type; the counter is known", () => {
    const { devices } = JSON.parse(fixture("expected-plan.json").toString());
    for (const { resources } of devices)
      for (const { family, type, uniqueid, deconz } of resources) {
        const record = recordIn(plan, `/${family}/${deconz.id}`);
        assert.deepEqual([record.type, record.attr.uniqueid], [type, uniqueid]);
        assert.ok(deconz.name.startsWith(String(record.attr.name)), `${record.attr.name}`);
      }
    assert.equal(plan.report.network.counter, 7_654_321);
    assert.equal(plan.report.groups.length, 6);
    assert.deepEqual(
      [plan.report.totals.devices, plan.report.totals.scenes],
      [
        [25, 25],
        [12, 12],
      ],
    );
  });

  test("a backup of Phoscon is the same, with its own counter", async () => {
    const other = await planFiles(archive("deconz/raspbee_gateway_config_2026-01-01.dat"));
    const shown = ({ records }: ImportPlan) => records.map(({ address }) => address).toSorted();
    assert.deepEqual(shown(other), shown(plan));
    assert.equal(other.report.network.counter, 7_674_321);
  });

  test("deleted entries stay away, and their ids stay used", () => {
    assert.ok(!idsOf("lights").includes("6") && !idsOf("sensors").includes("99"));
    const { lights, sensors } = recordIn(plan, "/ids").attr;
    assert.ok(Number(lights) >= 14 && Number(sensors) >= 106);
  });

  test("an unknown kind is left out, and told; a time sensor keeps its id", () => {
    assert.equal(recordIn(plan, "/sensors/10").type, "ZHATime");
    assert.deepEqual(notesOf(plan, "sensor-type"), ["/sensors/106"]);
  });

  test("Daylight stays the first sensor, with its offsets, and tells where the house stands", () => {
    const daylight = recordIn(plan, "/sensors/1");
    assert.deepEqual(
      [daylight.type, daylight.attr.uniqueid, daylight.config.sunriseoffset, daylight.config.sunsetoffset],
      ["Daylight", "00:21:2e:ff:ff:0a:0b:0c-01", 30, -30],
    );
    const { latitude, longitude, bridgeid, uuid, name, timezone } = recordIn(plan, "/config").attr;
    assert.deepEqual(
      [latitude, longitude, bridgeid, uuid, name, timezone],
      [52.52, 13.405, "00212EFFFF0A0B0C", "5a6b7c8d-1111-4222-a333-944455556666", "Phoscon-GW", "Europe/Berlin"],
    );
  });

  test("scenes: a light that is gone is dropped, an effect stays, no brightness is above the highest", () => {
    assert.deepEqual(Object.keys(recordIn(plan, "/groups/7/scenes/2").attr.lights as object), ["3"]);
    const party = recordIn(plan, "/groups/1/scenes/3").attr.lights as Record<string, Record<string, unknown>>;
    assert.equal(party["1"]?.effect, "colorloop");
    const cooking = recordIn(plan, "/groups/2/scenes/1").attr.lights as Record<string, Record<string, unknown>>;
    assert.equal(cooking["2"]?.bri, 254);
  });

  test("groups have their lights and show their scenes", () => {
    const { lights, scenes } = recordIn(plan, "/groups/1").attr;
    assert.deepEqual([lights, (scenes as unknown[]).length], [["1", "4", "5"], 4]);
    assert.deepEqual(recordIn(plan, "/groups/11").attr.hidden, true);
    assert.equal(recordIn(plan, "/groups/2").attr.type, "Room");
  });

  test("rules that look at a device that is gone, or at an alarm system, come switched off", () => {
    const verdicts = Object.fromEntries(plan.report.rules.map(({ address, verdict }) => [address, verdict]));
    assert.deepEqual([verdicts["/rules/11"], verdicts["/rules/14"]], ["disabled", "disabled"]);
    assert.equal(recordIn(plan, "/rules/11").attr.status, "disabled");
    assert.deepEqual(plan.report.totals.rules, [13, 15]);
  });

  test("an old word is replaced; a key in a rule is its public name", () => {
    const [condition] = recordIn(plan, "/rules/12").attr.conditions as Record<string, string>[];
    assert.match(condition?.address ?? "", /\/state\/lux$/);
    const homebridge = plan.report.keys.find(({ name }) => name.startsWith("homebridge"))?.publicName;
    assert.equal(recordIn(plan, "/rules/15").attr.owner, homebridge);
    assert.match(
      JSON.stringify(recordIn(plan, "/rules/15").attr.actions),
      new RegExp(`/api/${homebridge}/groups/2/action`),
    );
  });

  test("schedules run on the clock of the wall; one that is over is left out, a stranger's key switches off", () => {
    const { localtime, time, given, status, due } = recordIn(plan, "/schedules/1").attr;
    assert.deepEqual([localtime, time, given, status], ["W124/T06:30:00", "W124/T05:30:00", "localtime", "enabled"]);
    assert.equal(new Date(Number(due)).toISOString(), "2026-01-01T05:30:00.000Z");
    assert.equal(recordIn(plan, "/schedules/2").attr.status, "disabled");
    assert.equal(recordIn(plan, "/schedules/3").attr.status, "enabled");
    assert.ok(!hasRecord(plan, "/schedules/5"));
    assert.equal(recordIn(plan, "/schedules/9").attr.status, "disabled");
    assert.deepEqual(notesOf(plan, "schedule-past"), ["/schedules/5"]);
  });

  test("links and parameters come; an unknown owner is named so", () => {
    assert.equal(recordIn(plan, "/resourcelinks/4").attr.owner, "unknown-key");
    assert.equal(recordIn(plan, "/userparameter/app%2Fwith%20spaces").attr.value, "plain text");
  });

  test("no secret stands in any record, or in the report", () => {
    const text = JSON.stringify([plan.records, plan.report]);
    for (const secret of SECRETS) assert.ok(!text.includes(secret), secret);
  });

  test("keys: four programs go on, the one that Phoscon had does not unless it is wanted", async () => {
    assert.deepEqual(
      plan.report.keys.map(({ comes }) => comes),
      [true, true, true, false, true],
    );
    const all = await planFiles(house("deconz"), { allKeys: true });
    assert.deepEqual(all.report.totals.keys, [5, 5]);
  });
});

suite("keys that look alike", () => {
  test("each works by itself; signs that no address can have are left out; no name is a name", async () => {
    const plan = await planFiles(variant("keys-alike"), { allKeys: true });
    const left = plan.report.keys.filter(({ comes }) => !comes).map(({ name }) => name);
    assert.deepEqual(left.toSorted(), ["five signs", "odd signs", "too long"]);
    assert.equal(new Set(plan.report.keys.map(({ publicName }) => publicName)).size, plan.report.totals.keys[0] + 1);
    assert.ok(plan.report.keys.some(({ name, comes }) => name === "unnamed" && comes));
    assert.ok(plan.report.keys.every(({ name }) => name.length <= 200));
    const kept = plan.records.flatMap(({ address, json }) =>
      address.startsWith("/config/whitelist/") ? [JSON.parse(json ?? "").attr] : [],
    );
    const [{ salt = "" } = {}] = kept;
    const fitting = readFiles(variant("keys-alike")).keys.filter(({ key }) => /^[0-9A-Za-z._-]{10,200}$/.test(key));
    const digests = await Promise.all(fitting.map(({ key }) => stretchedDigest(key, salt)));
    assert.ok(digests.length >= 3 && new Set(digests).size === digests.length, "twins, and such in the other case");
    assert.deepEqual(kept.map(({ hash }) => hash).toSorted(), digests.toSorted(), "each opens its own");
  });

  test("a look at hundreds of keys makes no digest; keys beyond the limit are told", async () => {
    const given = readFiles(house("deconz"));
    const keys = Array.from({ length: 510 }, (_, at) => ({
      ...{ key: `KEY0000${String(at).padStart(3, "0")}`, name: "Phoscon", created: "2025-12-01T10:00:00" },
      lastUsed: "2025-12-31T10:00:00",
    }));
    const options = { now: NOW, stick: {}, folder: "", print: "", isLook: true };
    const { report, records } = await planImport({ ...given, keys }, new Map(), options);
    assert.deepEqual(report.totals.keys, [500, 510]);
    assert.equal(new Set(report.keys.map(({ publicName }) => publicName)).size, 501);
    assert.equal(report.notes.filter(({ code }) => code === "too-many").length, 10);
    const first = records.find(({ address }) => address.startsWith("/config/whitelist/"));
    assert.equal(JSON.parse(first?.json ?? "").attr.hash, "");
  });
});

suite("databases of all versions", () => {
  test("version 6 gives the same resources", async () => {
    const plan = await planFiles(variant("v6"));
    assert.equal(plan.report.totals.devices[0], 25);
    assert.equal(recordIn(plan, "/lights/1").attr.uniqueid, "00:17:88:01:08:a1:b2:c1-0b");
  });

  test("version 1, in capitals: from unique ids and fingerprints, interviewed when heard", async () => {
    const plan = await planFiles(variant("v1-upper-case"));
    assert.equal(plan.report.totals.devices[0], 25);
    assert.equal(recordIn(plan, "/lights/1").attr.uniqueid, "00:17:88:01:08:a1:b2:c1-0b");
    assert.ok(notesOf(plan, "device-interview").length > 20);
  });

  test("version 11 is read, and told", () => {
    assert.ok(readFiles(variant("v11")).notes.some(({ code }) => code === "version-new"));
  });

  test("without a network: everything comes but that", async () => {
    const plan = await planFiles(variant("without-network"));
    assert.deepEqual(
      [plan.report.stick.verdict, plan.report.stick.notes[0]?.code, plan.report.totals.devices[0]],
      ["refused", "no-network", 25],
    );
  });

  test("a row that stands only in the write-ahead log counts", () => {
    const named = house("deconz", {
      "zll.db": "deconz-variants/zll-wal.db",
      "zll.db-wal": "deconz-variants/zll-wal.db-wal",
    });
    assert.equal(
      readFiles(named).resources.find(({ family, id }) => family === "lights" && id === "1")?.name,
      "named in the log only",
    );
    const without = house("deconz", { "zll.db": "deconz-variants/zll-wal.db" });
    assert.equal(
      readFiles(without).resources.find(({ family, id }) => family === "lights" && id === "1")?.name,
      "Wohnzimmer/Decke",
    );
  });

  test("broken cells cost only their own rows", async () => {
    const plan = await planFiles(variant("broken-cells"));
    assert.ok(
      !hasRecord(plan, "/rules/3") && !hasRecord(plan, "/groups/1/scenes/2") && !hasRecord(plan, "/schedules/1"),
    );
    assert.ok(hasRecord(plan, "/sensors/100") && !hasRecord(plan, "/sensors/500"));
    assert.deepEqual(notesOf(plan, "sensor-double"), ["/sensors/500"]);
    assert.equal(notesOf(plan, "id-taken").length, 1);
    assert.equal(plan.report.totals.devices[0], 25);
  });

  for (const [name, code] of [
    ["cut", "file-cut"],
    ["no-database", "file-foreign"],
    ["empty", "file-empty"],
  ] as const)
    test(`${name}: refused with its own sentence`, () => {
      assert.equal(refusalOf(() => readFiles(variant(name))).code, code);
    });

  test("a write that was interrupted: the other program has to end it", () => {
    const files = house("deconz", {
      "zll.db": "deconz-variants/zll-interrupted.db",
      "zll.db-journal": "deconz-variants/zll-interrupted.db-journal",
    });
    assert.equal(refusalOf(() => readFiles(files)).code, "file-interrupted");
  });
});

suite("backups of Phoscon", () => {
  test("one that climbs out of its folder, and one that holds a link, are refused", () => {
    assert.equal(refusalOf(() => readFiles(archive("deconz-variants/backup-climbs-out.dat"))).code, "archive-climbs");
    assert.equal(refusalOf(() => readFiles(archive("deconz-variants/backup-with-link.dat"))).code, "archive-link");
  });

  test("without its settings the network has no counter: the same stick only", async () => {
    const plan = await planFiles(archive("deconz-variants/backup-without-conf.dat"), {
      stick: { adapter: "zstack", isSame: false },
    });
    assert.deepEqual([plan.report.stick.verdict, plan.report.stick.notes[0]?.code], ["refused", "counter-unknown"]);
    assert.equal(plan.report.network.channel, 15);
  });

  test("a network without encryption is refused", () => {
    assert.equal(refusalOf(() => readFiles(archive("deconz-variants/backup-security-none.dat"))).code, "security-off");
  });
});
