/**
 * A stick in the place of another one, with the easy losses on the way: a backup that is a day old, keys that the new stick has no room for, and
 * devices that were promised a place. Beside it the same without the leap of the counter, so that the first means something.
 */
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { aes128MmoHash } from "zigbee-herdsman/dist/zspec/utils.js";
import { LEAP } from "../../src/radio/coordinator-dialects.ts";
import { movePlan, type NetworkRecord, networkJson, recordIn } from "../../src/radio/network-record.ts";
import type { EmberOptions } from "../../src/virtual/sticks/ember/ember-stick.ts";
import { openStick } from "../../src/virtual/sticks/open-stick.ts";
import { STICK_FAMILIES, type StickFamily, type VirtualStick } from "../../src/virtual/sticks/virtual-stick.ts";
import { type RadioProcess, temporaryFolder } from "../support/radio-process.ts";
import { CHANNEL, NUMBERS, type Stage, stage } from "../support/radio-stage.ts";
import { STICK } from "../support/stick.ts";
import { testStation } from "../support/virtual.ts";

const LAMP = "0x00158d0000000001";
const CODED = "0x00158d0000000002";
const OWN = "0x00124b0000000001"; // of the first stick
const NEW = "0x00124b0000000009"; // of the one that takes its place
const CODE = "83fed3407a939723a5c639b26916d505c3b5";
const ON = { do: "set", target: { ieee: LAMP, endpoint: 1 }, values: { state: "ON" } } as const;
const COUNTED = 600_000; // frames of the first stick
const IN_26_HOURS = 7_800; // of an idle one: link statuses, and routes to it
const KEYED = 40; // devices with keys of their own

const TARGETS: readonly StickFamily[] = process.env.STICK || process.env.LONG ? STICK_FAMILIES : [];

for (const to of TARGETS)
  test(`from ${STICK} to ${to}: a backup of yesterday, more keys than there is room for, and a code that waits`, async (t) => {
    const all = await stage(t, { frameCounter: COUNTED });
    const { radio, network, folder } = all;
    const lamp = testStation({ ieee: LAMP });
    network.add(lamp);
    const onAir = all.stick.identity?.extendedpanid;
    assert.ok(onAir);
    await radio.ask({ type: "permit", seconds: 60 });
    assert.equal(network.join(lamp), true);
    await radio.heard("device", ({ device }) => device.ieee === LAMP && device.interviewed);
    await radio.ask({ type: "installcode", code: `${CODED.slice(2)}|${CODE}` });
    await radio.ask({ type: "permit", seconds: 0 });
    await radio.ask({ type: "backup" });
    await radio.stop();
    await all.stick.close();
    changeRecord(folder, (record) => ({ ...record, stations: [...record.stations, ...keyedStations()] }));
    await runsOn(t, all);

    const cheated = temporaryFolder();
    t.after(() => cheated.remove());
    cpSync(folder, cheated.path, { recursive: true });
    changeRecord(cheated.path, (record) => ({ ...record, counter: (record.counter ?? 0) - LEAP - IN_26_HOURS }));
    const low = await exchanged(t, all, to, cheated.path);
    assert.equal(low.stick.ieee, OWN);
    await assert.rejects(low.radio.order(ON), "devices drop what does not count on");
    assert.ok(network.counters.replayed > 0);
    await low.radio.stop();
    await low.stick.close();

    const before = network.counters.replayed;
    const next = await exchanged(t, all, to, folder);
    assert.equal(next.stick.identity?.extendedpanid, onAir, "by it a device finds its network again");
    assert.deepEqual(await next.radio.order(ON), { state: { state: "ON" } });
    assert.equal(network.counters.replayed, before);
    const known = recordOf(folder).stations.filter(({ linkkey }) => linkkey).length;
    assert.ok(known >= KEYED, "they are kept");
    const keyed = movePlan(recordOf(folder), "deconz", [{ sleepy: false }])?.keyed;
    assert.equal(keyed, to === "ember" ? null : known, "and told before: an EmberZNet does not say who else has one");
    const isKept = to === STICK;
    assert.equal(network.rejoin(lamp, { hasLostKey: true }), isKept, "its own key is only known to the same family");
    const newcomer = (joinKey: string) => testStation({ ieee: CODED, joinKey });
    await next.radio.ask({ type: "permit", seconds: 60 });
    assert.equal(network.join(newcomer("00".repeat(16))), false);
    const coded = newcomer(aes128MmoHash(Buffer.from(CODE, "hex")).toString("hex"));
    network.add(coded);
    assert.equal(network.join(coded), true, "the new stick knows the code");
    await next.radio.heard("device", ({ device }) => device.ieee === CODED && device.interviewed);
  });

/** For another day, of which the folder knows nothing. */
async function runsOn(t: TestContext, { network, folder, again }: Stage): Promise<void> {
  const later = temporaryFolder();
  t.after(() => later.remove());
  cpSync(folder, later.path, { recursive: true });
  const frameCounter = (recordOf(folder).counter ?? 0) + IN_26_HOURS;
  const preformed = { ...NUMBERS, channel: CHANNEL, ieee: OWN, frameCounter };
  const stick = await openStick(STICK, { network, preformed });
  const radio = await again({ path: `tcp://127.0.0.1:${stick.port}`, folder: later.path });
  await radio.order(ON);
  await radio.stop();
  await stick.close();
}

async function exchanged(
  t: TestContext,
  { network, again }: Stage,
  family: StickFamily,
  folder: string,
): Promise<{ readonly stick: VirtualStick; readonly radio: RadioProcess }> {
  const options: EmberOptions = { network, ieee: NEW, rewritable: "yes" }; // it takes the address over, as current firmware can
  const stick = await openStick(family, options);
  t.after(() => stick.close());
  const radio = await again({ path: `tcp://127.0.0.1:${stick.port}`, adapter: family, folder });
  return { stick, radio };
}

function keyedStations(): NetworkRecord["stations"] {
  return Array.from({ length: KEYED }, (_, at) => ({
    ieee: `0x00158d00000001${at.toString(16).padStart(2, "0")}`,
    address: 0x2000 + at,
    ischild: false,
    linkkey: { key: at.toString(16).padStart(2, "0").repeat(16), rx: 0, tx: 0 },
  }));
}

function recordOf(folder: string): NetworkRecord {
  return recordIn(readFileSync(join(folder, "network.json"), "utf8")) ?? assert.fail();
}

function changeRecord(folder: string, change: (record: NetworkRecord) => NetworkRecord): void {
  writeFileSync(join(folder, "network.json"), networkJson(change(recordOf(folder))));
}
