/** The simulated ConBee answers as a real one would: its parameters, its network, its slots, the frames from the air. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { factoryNew } from "../../../../src/virtual/sticks/deconz/memory.ts";
import {
  CONFIRM,
  INDICATION,
  NETWORK,
  OFF_AIR,
  ON_AIR,
  ONE,
  OWN,
  openConBee,
  SENDS,
  until,
  withLamp,
} from "../../../support/virtual-conbee.ts";

const [READ, WRITE, STATUS, SWITCH] = [0x0a, 0x0b, 0x07, 0x08] as const;
const [BUSY, UNSUPPORTED, NO_NETWORK, INVALID] = [2, 4, 6, 7] as const;
const FREE = 0x20;
const KEY = "07".repeat(16);
const OWN_BYTES = "010000ffff2e2100";

test("its parameters are those of its network", async () => {
  const { counted, onAir, ask } = openConBee();
  const expected: readonly (readonly [asked: string, answer: string])[] = [
    ["01", OWN_BYTES],
    ["0e", OWN_BYTES],
    ["05", "621a"],
    ["0b", "0807060504030201"],
    ["0a", "00800000"],
    ["1c", "0f"],
    ["1800", `00${KEY}`],
    ["24", "00"],
    ["27", "00000000"],
    ["1301", "01f2e0a16400010001" + "2100"],
  ];
  for (const [asked, answer] of expected)
    assert.deepEqual(counted(READ, asked), [0, asked.slice(0, 2) + answer], `parameter ${asked}`);
  assert.deepEqual(counted(READ, "ee"), [UNSUPPORTED, "ee"]);
  assert.deepEqual(counted(READ, "18"), [INVALID, "18"]);
  assert.deepEqual(ask(0x0d, "00000000"), { result: 0, data: "00077826" });
  await onAir();
  assert.deepEqual(ask(STATUS, "000000"), { result: 0, data: `${(FREE | ON_AIR).toString(16)}0000` });
});

test("a parameter that is written counts when the network is switched on, and is kept then", async () => {
  const { counted, ask, stick, told, onAir } = openConBee({ memory: factoryNew(OWN) });
  await until(() => told.length === 0 || told.at(-1) === (FREE | OFF_AIR));
  const writes = ["05621a", "0b0807060504030201", `1800${KEY}`, "0a00001000", "2405", "27a0860100", "1502"];
  for (const write of writes) assert.deepEqual(counted(WRITE, write), [0, write.slice(0, 2)]);
  assert.deepEqual(counted(READ, "05"), [0, "05621a"]);
  stick.powerCycle();
  assert.deepEqual(counted(READ, "05"), [0, "050000"], "it was not kept");
  for (const write of writes) counted(WRITE, write);
  assert.equal(stick.identity, undefined);
  assert.deepEqual(ask(SWITCH, "02"), { result: 0, data: "02" });
  await onAir();
  assert.deepEqual(stick.identity, {
    panid: 0x1a62,
    extendedpanid: "0x0102030405060708",
    channel: 20,
    key: KEY,
    keyNumber: 0,
  });
  stick.powerCycle();
  await onAir();
  assert.equal(stick.memory.counter >= 100_000, true);
  assert.equal(stick.memory.updateId, 5);
  await until(() => told.at(-1) === (FREE | ON_AIR));
});

test("a stick that is switched off goes back to its network when it gets power", async () => {
  const { ask, counted, stick, onAir } = openConBee();
  await onAir();
  ask(SWITCH, "00");
  await until(() => (stick.status & 3) === OFF_AIR);
  counted(WRITE, "05ffff");
  stick.powerCycle();
  await onAir();
  assert.equal(stick.identity?.panid, NETWORK.panid);
  assert.deepEqual(ask(SWITCH, "05")?.result, INVALID);
});

test("a device joins: its announcement comes in, and it is told things and asked about itself", async () => {
  const { announcement, station, at, counted, stick, ask } = await withLamp();
  assert.equal(announcement?.result, 0);
  assert.match(announcement?.data ?? "", new RegExp(`02fdff0002${at}00000013000c00..${at}`));
  const request = `010002${at}0104010600010300010a02041e`;
  assert.deepEqual(counted(SENDS, request), [0, `${(FREE | ON_AIR).toString(16)}01`]);
  await until(() => stick.transmission.hasConfirms && stick.transmission.hasIndications);
  assert.equal(station.heard.at(-1)?.frame.bytes.toString("hex"), "010a02");
  assert.equal(counted(CONFIRM, "")[1].slice(2), `0102${at}01010000000000`);
  assert.equal(counted(INDICATION, "01")[1].includes("180a0b0200"), true, "its answer");
  assert.equal(ask(CONFIRM, "0000")?.result, 1, "there is none more");
  counted(SENDS, `020002${at}000000050000030077${at}001e`);
  await until(() => stick.transmission.hasIndications);
  assert.equal(counted(INDICATION, "01")[1].includes(`058006007700${at}0101`), true);
});

test("asked about itself it answers, or says nothing", async () => {
  for (const listsOwnEndpoints of [true, false]) {
    const { counted, onAir, stick } = openConBee({ firmware: { listsOwnEndpoints } });
    await onAir();
    counted(SENDS, `01000200000000000500000300770000001e`);
    await until(() => stick.transmission.hasConfirms);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(stick.transmission.hasIndications, listsOwnEndpoints);
    if (listsOwnEndpoints) assert.equal(counted(INDICATION, "01")[1].includes("7700000002" + "01f2"), true);
  }
});

test("each way of being out of reach has a word of its own", async () => {
  const { station, at, counted, stick } = await withLamp();
  const confirmed = async (options: string) => {
    counted(SENDS, `010002${at}0104010600010300010a02${options}1e`);
    await until(() => stick.transmission.hasConfirms);
    return counted(CONFIRM, "")[1].slice(14, 16);
  };
  for (const [reach, plain, acknowledged] of [
    ["ok", "00", "00"],
    ["no-ack", "e9", "a7"],
    ["no-route", "d0", "d0"],
    ["expired", "f0", "f0"],
    ["no-response", "00", "00"],
  ] as const) {
    station.reach = reach;
    assert.deepEqual([await confirmed("00"), await confirmed("04")], [plain, acknowledged], reach);
  }
});

test("its slots are few: a full stick refuses, and one that is off, too", async () => {
  const { station, at, counted, stick, ask } = await withLamp();
  const request = `010002${at}0104010600010300010a02041e`;
  station.reach = "no-confirm";
  for (let taken = 0; taken < 8; taken += 1) assert.equal(counted(SENDS, request)[0], 0);
  assert.equal(stick.status & FREE, 0);
  assert.equal(counted(SENDS, request)[0], BUSY);
  await until(() => (stick.status & FREE) !== 0); // they are given up
  station.reach = "ok";
  stick.transmission.fill(true);
  assert.equal(counted(SENDS, request)[0], BUSY);
  stick.transmission.fill(false);
  stick.radio.busy(1, "buffer-full");
  assert.equal(counted(SENDS, request)[0], BUSY);
  stick.transmission.loseConfirms(1);
  assert.equal(counted(SENDS, request)[0], 0);
  await until(() => (stick.status & FREE) !== 0);
  assert.equal(stick.transmission.hasConfirms, false);
  assert.equal(counted(SENDS, "0100021234")[0], INVALID);
  ask(SWITCH, "00");
  assert.equal(counted(SENDS, request)[0], NO_NETWORK);
});

test("an install code is kept as its hash, over a loss of power, too", async () => {
  const { counted, stick, onAir } = openConBee();
  await onAir();
  assert.equal(counted(WRITE, `1901000000008d1500${"ab".repeat(16)}`)[0], 0);
  stick.powerCycle();
  assert.equal(stick.memory.linkKeys[ONE], "ab".repeat(16));
});

test("a host that says nothing is given up by the watchdog, where there is one", async () => {
  const { counted, restarts, onAir } = openConBee();
  await onAir();
  assert.equal(counted(WRITE, "2600000000")[0], 0);
  await until(() => restarts() === 1);
  assert.equal(openConBee({ firmware: { hasWatchdog: false } }).counted(WRITE, "2658020000")[0], UNSUPPORTED);
  assert.equal(openConBee({ firmware: { hasCounter: false } }).counted(READ, "27")[0], UNSUPPORTED);
});

test("some say nothing for a while when their network is switched", async () => {
  const { ask, stick } = openConBee({ firmware: { resetsOnStateChange: true } });
  assert.notEqual(ask(STATUS, "000000"), undefined);
  ask(SWITCH, "00");
  assert.equal(ask(STATUS, "000000"), undefined);
  await until(() => !stick.isResetting);
  assert.notEqual(ask(STATUS, "000000"), undefined);
});

test("the channel changes when all are told so, and the devices follow", async () => {
  const { counted, stick, network, station } = await withLamp();
  counted(SENDS, `010002fdff00000038000007007700000002fe04001e`);
  await until(() => stick.memory.channel === 25);
  assert.deepEqual([stick.memory.updateId, stick.memory.channels], [4, 2 ** 25]);
  assert.notEqual(network.addressOf(station.ieee), undefined);
});
