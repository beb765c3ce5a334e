/** The record of the network: the facts believed of a stick, those never forgotten, and the backup written for each family of sticks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fromUnifiedBackup, toUnifiedBackup } from "zigbee-herdsman/dist/utils/backup.js";
import { backupFor, extendedPanIdFor, familyOf, LEAP, networkIn } from "../../src/radio/coordinator-dialects.ts";
import {
  countedTo,
  learnedFrom,
  movePlan,
  type NetworkRecord,
  networkJson,
  newRecord,
  recordIn,
  STICK_FAMILIES,
  type StickFamily,
  type ToldNetwork,
  whyWorse,
  withInstallCode,
} from "../../src/radio/network-record.ts";

type Unified = Parameters<typeof fromUnifiedBackup>[0];
type Backup = Parameters<typeof toUnifiedBackup>[0];

const FAMILIES = Object.keys(STICK_FAMILIES) as StickFamily[];
const KEY = "00112233445566778899aabbccddeeff";
const ON_AIR = "0102030405060708";
const TURNED = "0807060504030201";
const LAMP = "0x001788010000aa02";
const AT = "2026-01-01T00:00:00.000Z";
const RANDOM = "ab".repeat(16);

const fresh = newRecord(Buffer.from(KEY, "hex"), 0x1a62, Buffer.from(ON_AIR, "hex"));
const told = (family: StickFamily, more: Partial<ToldNetwork> = {}): ToldNetwork => ({
  ...{ family, key: KEY, keynumber: 0, panid: 0x1a62, extendedpanid: ON_AIR, channel: 15, updateid: 2 },
  ...{ coordinator: "0x00124b0000000001", counter: 5000, stations: [], ...more },
});
const known = (family: StickFamily, more: Partial<ToldNetwork> = {}) => learnedFrom(fresh, told(family, more), AT);
const unified = (family: StickFamily, record: NetworkRecord) => backupFor(family, record, () => RANDOM) as Unified;

test("the text of a record is read as it was, and text that is none is refused", () => {
  const record = known("zstack", { seed: "11".repeat(16) });
  assert.deepEqual(recordIn(networkJson(record)), record);
  const json = JSON.parse(networkJson(record));
  const broken = [
    { ...json, key: "00" },
    { ...json, panid: 0xffff },
    { ...json, version: 3 },
    { ...json, former: [1] },
  ];
  for (const text of ["", "{", "[]", ...broken.map((one) => JSON.stringify(one))])
    assert.equal(recordIn(text), undefined, text);
});

test("a record of the first version is of the same network on air, whichever family formed it", () => {
  const written = (extendedpanid: string) => JSON.stringify({ key: KEY, panid: 0x1a62, extendedpanid });
  assert.equal(recordIn(written(ON_AIR))?.extendedpanid, ON_AIR);
  assert.equal(recordIn(written(ON_AIR), "zstack")?.extendedpanid, ON_AIR);
  assert.equal(recordIn(written(TURNED), "ember")?.extendedpanid, ON_AIR);
});

for (const from of FAMILIES)
  for (const to of FAMILIES)
    test(`${from} to ${to}: the restore has the same key, numbers and address, and counts on`, () => {
      const record = known(from, { seed: "11".repeat(16) });
      const { networkOptions, networkKeyInfo, coordinatorIeeeAddress, ...rest } = fromUnifiedBackup(
        unified(to, record),
      );
      assert.equal(networkOptions.networkKey.toString("hex"), KEY);
      assert.equal(networkOptions.extendedPanId.toString("hex"), to === "ember" ? TURNED : ON_AIR);
      assert.deepEqual(extendedPanIdFor(to, record), networkOptions.extendedPanId);
      assert.deepEqual([networkOptions.panId, networkOptions.channelList], [0x1a62, [15]]);
      assert.deepEqual([rest.logicalChannel, rest.networkUpdateId], [15, 2]);
      assert.equal(coordinatorIeeeAddress.toString("hex"), "00124b0000000001");
      const adds = { zstack: 2500, ember: 0, deconz: 1000 }[to];
      assert.equal(networkKeyInfo.frameCounter + adds, 5000 + LEAP);
      assert.equal(rest.ezsp?.hashed_tclk?.toString("hex"), to === "ember" ? RANDOM : undefined);
      assert.equal(rest.znp?.trustCenterLinkKeySeed?.toString("hex"), to === "zstack" ? "11".repeat(16) : undefined);
      assert.equal(familyOf(unified(to, record)), to);
      assert.deepEqual(networkIn(unified(to, record), to)?.extendedpanid, ON_AIR);
      assert.deepEqual(networkIn(unified(to, record), to)?.coordinator, "0x00124b0000000001");
    });

test("herdsman's backup of a stick is read in its dialect", () => {
  const of = (family: StickFamily, address: string, epid: string): Backup =>
    ({
      networkOptions: {
        ...{ panId: 0x1a62, extendedPanId: Buffer.from(epid, "hex"), channelList: [11, 15] },
        ...{ networkKey: Buffer.from(KEY, "hex"), networkKeyDistribute: false },
      },
      ...{ logicalChannel: 15, networkKeyInfo: { sequenceNumber: 1, frameCounter: 70 }, securityLevel: 5 },
      ...{ networkUpdateId: 3, coordinatorIeeeAddress: Buffer.from(address, "hex"), devices: [] },
      ...(family === "ember" && { ezsp: { version: 13, hashed_tclk: Buffer.alloc(16, 9) } }),
      ...(family === "zstack" && { znp: { version: 1, trustCenterLinkKeySeed: Buffer.alloc(16, 7) } }),
    }) as Backup;
  const right = "00124b0000000001";
  const rows = {
    zstack: [right, ON_AIR],
    deconz: [right, ON_AIR],
    ember: ["0100000000 4b1200".replace(" ", ""), TURNED],
  } as const;
  for (const family of FAMILIES) {
    const [address, epid] = rows[family];
    const file = JSON.parse(JSON.stringify(toUnifiedBackup(of(family, address, epid))));
    assert.equal(familyOf(file), family);
    const network = networkIn(file, family);
    assert.deepEqual(
      [network?.coordinator, network?.extendedpanid, network?.counter, network?.channel, network?.keynumber],
      [`0x${right}`, ON_AIR, 70, 15, 1],
    );
  }
  const lost = JSON.parse(JSON.stringify(toUnifiedBackup(of("ember", "ff".repeat(8), TURNED))));
  assert.equal(networkIn(lost, "ember")?.coordinator, null);
  for (const none of [undefined, [], {}, { network_key: {} }, "x"]) assert.equal(networkIn(none, "zstack"), undefined);
});

const WORSE: readonly (readonly [what: string, more: Partial<ToldNetwork>, why: RegExp])[] = [
  ["its counter went back", { counter: 4999 }, /frame counter is 4999, and was 5000/],
  ["it has another key", { key: "ff".repeat(16) }, /another network key/],
  ["its extended number is another one", { extendedpanid: TURNED }, /of another network/],
  ["its number is another one", { panid: 7 }, /of another network/],
  ["it forgot its address", { coordinator: null }, /did not say its address/],
];

for (const [what, more, why] of WORSE)
  test(`a stick is not believed: ${what}`, () => {
    assert.match(whyWorse(known("ember"), told("ember", more)) ?? "", why);
  });

test("a stick with another address counts anew, and that is believed; the former address is remembered", () => {
  const other = told("ember", { coordinator: "0x00124b0000000002", counter: 3 });
  assert.equal(whyWorse(known("zstack"), other), undefined);
  const record = learnedFrom(known("zstack"), other, AT);
  assert.deepEqual([record.coordinator, record.former], ["0x00124b0000000002", ["0x00124b0000000001"]]);
  assert.equal(record.counter, 5000, "what is known of the counter never goes back");
  const back = learnedFrom(record, told("zstack", { counter: 9000 }), AT);
  assert.deepEqual([back.coordinator, back.former, back.counter], ["0x00124b0000000001", ["0x00124b0000000002"], 9000]);
});

test("facts that a family cannot tell are not forgotten: link keys, seeds, the number of the key, the update", () => {
  const stations = [{ ieee: LAMP, address: 7, ischild: true, linkkey: { key: KEY, rx: 1, tx: 2 } }];
  const before = known("zstack", { stations, seed: "11".repeat(16), keynumber: 4, updateid: 9 });
  const { stations: kept, seed, keynumber, updateid } = learnedFrom(before, told("deconz", { updateid: 0 }), AT);
  assert.deepEqual([kept, seed, keynumber, updateid], [stations, "11".repeat(16), 4, 9]);
  assert.deepEqual(fromUnifiedBackup(unified("zstack", before)).devices[0]?.linkKey?.key.toString("hex"), KEY);
  assert.deepEqual(unified("ember", before).devices, [], "EmberZNet does not start when its table is too small");
});

test("a counter only rises; a restore never goes beyond 32 bits", () => {
  const record = known("zstack");
  assert.equal(countedTo(record, 4000, AT), record);
  assert.equal(countedTo(record, 6000, AT).counter, 6000);
  const last = countedTo(record, 0xffff_fff0, AT);
  assert.ok((unified("ember", last).network_key.frame_counter ?? 0) <= 0xffff_ffff);
});

test("nothing is written for a stick while none has told the counter that devices check", () => {
  for (const family of FAMILIES)
    assert.equal(
      backupFor(family, fresh, () => RANDOM),
      undefined,
    );
});

test("an install code takes the place of a former one for the same device", () => {
  const once = withInstallCode(withInstallCode(fresh, "0x001788010000aa02:aaaa"), "00:17:88:01:00:00:aa:03 bbbb");
  const again = withInstallCode(once, "0x001788010000AA02:cccc");
  assert.deepEqual(again.installcodes, ["00:17:88:01:00:00:aa:03 bbbb", "0x001788010000AA02:cccc"]);
});

test("before a move is told which devices may have to be paired again: how many, where the former stick tells that", () => {
  const linkkey = { key: RANDOM, rx: 0, tx: 0 };
  const stations = [
    { ieee: LAMP, address: 7, ischild: false, linkkey },
    { ieee: LAMP.replace("02", "03"), address: 8, ischild: true },
  ] as const;
  const plan = (from: StickFamily, to: string, more: Partial<ToldNetwork> = {}) =>
    movePlan(known(from, more), to, [{ sleepy: true }, { sleepy: false }]);
  const keyed = (from: StickFamily, more: Partial<ToldNetwork>) =>
    FAMILIES.map((to) => [to, plan(from, to, more)?.keyed]);
  const KEYED = [
    ["zstack", { stations }, { zstack: 0, ember: 1, deconz: 1 }],
    ["ember", {}, { zstack: null, ember: 0, deconz: null }],
    ["deconz", {}, { zstack: null, ember: null, deconz: 0 }],
  ] as const;
  for (const [from, more, wanted] of KEYED) assert.deepEqual(Object.fromEntries(keyed(from, more)), wanted, from);
  assert.deepEqual(plan("ember", "zboss"), {
    isRefused: true,
    devices: 2,
    sleepers: 1,
    keepsAddress: true,
    keyed: null,
  });
  assert.equal(plan("ember", "ember")?.keepsAddress, false);
  assert.equal(movePlan(fresh, "zstack", [{ sleepy: false }]), undefined, "no stick has told its network yet");
  assert.equal(movePlan(known("ember"), "zstack", []), undefined, "there is nobody to move");
});
