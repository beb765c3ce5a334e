/** A siren or a lock that sleeps: a command is pending until the device has it, and not for long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { macOf } from "../../../src/model/addresses.ts";
import type { DeviceFacts } from "../../../src/model/radio/device-facts.ts";
import { type Order, RadioError } from "../../../src/model/radio/orders.ts";
import type { Resource } from "../../../src/model/resource.ts";
import { type FakeHouse, fakeClock, fakeDisk, house, settle } from "../../support/fakes.ts";
import { endpoint, facts, modelDefinition } from "../home.ts";

const LOCK = "0x001788010203aa0d";
const lock: DeviceFacts = facts(LOCK, {
  ...{
    kind: "end-device",
    sleepy: true,
    modelid: "LOCK9",
    endpoints: [endpoint(1, [0, 1, 0x0101], { device: 0x000a })],
  },
  definition: modelDefinition([
    {
      type: "lock",
      features: [
        { type: "binary", name: "state", property: "state", access: 7, value_on: "LOCK", value_off: "UNLOCK" },
      ],
    },
  ]),
});

const VOLUME = {
  ...{ type: "enum", name: "sound_volume", property: "sound_volume", access: 7 },
  values: ["silent_mode", "low_volume"],
} as const;

async function withLock(device = lock): Promise<FakeHouse> {
  const home = await house();
  home.radio.rise([device]);
  home.radio.tell({ kind: "payload", ieee: LOCK, endpoint: 1, payload: { state: "UNLOCK" } });
  await settle();
  home.clock.advance(20);
  await settle();
  home.radio.orders.length = 0;
  return home;
}

const at = ({ store }: Pick<FakeHouse, "store">) => store.list("/lights").find(({ type }) => type === "Door Lock");
const pending = (home: Pick<FakeHouse, "store">) => at(home)?.config.pending;
const sets = ({ radio }: FakeHouse) => radio.orders.filter((order) => order.do === "set").length;
const asleep = (order: Order) => {
  if (order.do === "set") throw new RadioError("asleep", "it sleeps, and hears only when it speaks");
  return {};
};

test("it is named as pending until the lock has it, which is told again when it is heard", async () => {
  const home = await withLock();
  home.radio.answer = asleep;
  assert.equal((await home.ask("PUT", `${at(home)?.address as "/lights/1"}/state`, { on: true })).status, 200);
  assert.deepEqual(pending(home), ["on"]);
  await settle();
  assert.deepEqual(pending(home), ["on"]);
  home.radio.tell({ kind: "seen", ieee: LOCK, linkquality: 90 });
  await settle();
  assert.deepEqual([pending(home), sets(home)], [["on"], 2], "it fell asleep again");
  home.radio.answer = () => ({});
  home.radio.tell({ kind: "seen", ieee: LOCK, linkquality: 90 });
  await settle();
  assert.deepEqual([pending(home), sets(home)], [[], 3]);
  home.radio.tell({ kind: "seen", ieee: LOCK, linkquality: 90 });
  await settle();
  assert.equal(sets(home), 3, "once");
  await home.stop();
});

test("so is a warning for a siren that sleeps", async () => {
  const warning = { type: "composite", name: "warning", property: "warning", access: 2, features: [] } as const;
  const { definition: _, ...bare } = lock;
  const siren = {
    ...{ ...bare, modelid: "SIREN9", endpoints: [endpoint(1, [0, 1, 0x0502], { device: 0x0403 })] },
    definition: modelDefinition([warning]),
  };
  const home = await withLock(siren);
  const own = () => home.store.list("/lights").find(({ type }) => type === "Warning device");
  home.radio.answer = asleep;
  assert.equal((await home.ask("PUT", `${own()?.address as "/lights/1"}/state`, { alert: "lselect" })).status, 200);
  await settle();
  assert.deepEqual(own()?.config.pending, ["alert"]);
  home.radio.answer = () => ({});
  home.radio.tell({ kind: "seen", ieee: LOCK, linkquality: 90 });
  await settle();
  assert.deepEqual([own()?.config.pending, sets(home)], [[], 2]);
  await home.stop();
});

test("after a minute it is given up: no door is opened long after that was desired, nor after a restart", async () => {
  const home = await withLock();
  home.radio.answer = asleep;
  const address = at(home)?.address as "/lights/1";
  await home.ask("PUT", `${address}/state`, { on: false });
  await settle();
  home.clock.advance(61);
  await settle();
  assert.deepEqual(pending(home), []);
  assert.match(home.log.lines.join("\n"), /on: it was not heard for a minute/);
  home.radio.answer = () => ({});
  home.radio.orders.length = 0;
  home.radio.tell({ kind: "seen", ieee: LOCK, linkquality: 90 });
  await settle();
  assert.equal(sets(home), 0);
  home.radio.answer = asleep;
  await home.ask("PUT", `${address}/state`, { on: false });
  await settle();
  await home.stop();
  const again = await house({ disk: fakeDisk(home.disk.records) });
  again.radio.rise([lock]);
  await settle();
  again.radio.tell({ kind: "seen", ieee: LOCK, linkquality: 90 });
  await settle();
  assert.deepEqual([pending(again), sets(again)], [[], 0]);
  await again.stop();
});

test("the newest command counts; one that the lock refuses is not pending any more", async () => {
  const home = await withLock();
  home.radio.answer = asleep;
  const address = at(home)?.address as "/lights/1";
  await home.ask("PUT", `${address}/state`, { on: true });
  await home.ask("PUT", `${address}/state`, { on: false });
  await settle();
  home.radio.orders.length = 0;
  home.radio.answer = () => {
    throw new RadioError("refused", "it refused: FAILURE", 1);
  };
  home.radio.tell({ kind: "seen", ieee: LOCK, linkquality: 90 });
  await settle();
  assert.deepEqual(
    home.radio.orders.flatMap((order) => (order.do === "set" ? [order.values] : [])),
    [{ state: "UNLOCK" }],
  );
  assert.deepEqual(pending(home), []);
  await home.stop();
});

test("settings that wait and commands that wait stand beside each other, also after a restart", async () => {
  const childLock = { type: "binary", name: "child_lock", property: "child_lock", access: 7 } as const;
  const facts = {
    ...lock,
    definition: modelDefinition([
      ...(lock.definition?.exposes ?? []),
      { ...childLock, value_on: "LOCK", value_off: "UNLOCK" },
    ]),
  };
  const home = await withLock(facts);
  home.radio.answer = asleep;
  const address = at(home)?.address as "/lights/1";
  assert.equal((await home.ask("PUT", `${address}/config`, { locked: true })).status, 200);
  await settle();
  assert.deepEqual(pending(home), ["locked"]);
  await home.ask("PUT", `${address}/state`, { on: true });
  await settle();
  assert.deepEqual(pending(home), ["locked", "on"]);
  const records = new Map(home.disk.records);
  home.clock.advance(61);
  await settle();
  assert.deepEqual(pending(home), ["locked"]);
  await home.stop();
  const again = await house({ disk: fakeDisk(records) });
  again.radio.rise([facts]);
  await settle();
  assert.deepEqual(pending(again), ["locked"], "only what lasts");
  await again.stop();
});

test("it waits also while the radio starts anew", async () => {
  const home = await withLock();
  home.radio.answer = (order) => {
    if (order.do === "set") throw new RadioError("radio-down", "the radio is gone");
    return {};
  };
  await home.ask("PUT", `${at(home)?.address as "/lights/1"}/state`, { on: true });
  await settle();
  assert.deepEqual(pending(home), ["on"]);
  home.radio.answer = () => ({});
  home.radio.tell({ kind: "seen", ieee: LOCK, linkquality: 90 });
  await settle();
  assert.deepEqual([pending(home), sets(home)], [[], 2]);
  await home.stop();
});

test("a door that was unlocked without an answer is not unlocked again when it was locked since", async () => {
  const home = await withLock();
  home.radio.tell({ kind: "payload", ieee: LOCK, endpoint: 1, payload: { state: "LOCK" } });
  home.radio.answer = (order) => {
    if (order.do !== "set") return {};
    home.radio.tell({ kind: "payload", ieee: LOCK, endpoint: 1, payload: { state: "UNLOCK" } });
    throw new RadioError("asleep", "it sleeps, and hears only when it speaks");
  };
  await home.ask("PUT", `${at(home)?.address as "/lights/1"}/state`, { on: false });
  await settle();
  assert.deepEqual([pending(home), sets(home)], [[], 1]);
  home.radio.tell({ kind: "payload", ieee: LOCK, endpoint: 1, payload: { state: "LOCK" } });
  await settle();
  assert.deepEqual([at(home)?.state.on, sets(home)], [true, 1]);
  await home.stop();
});

test("a door that is opened by the config of its sensor is not opened later either, nor after a restart", async () => {
  for (const isRestarted of [false, true]) {
    const home = await withLock();
    home.radio.answer = asleep;
    const sensor = home.store.list("/sensors").find(({ type }) => type === "ZHADoorLock") as Resource;
    assert.equal((await home.ask("PUT", `${sensor.address}/config`, { lock: false })).status, 200);
    await settle();
    assert.deepEqual(home.store.get(sensor.address)?.config.pending, ["lock"]);
    if (!isRestarted) home.clock.advance(120);
    await settle();
    const records = new Map(home.disk.records);
    await home.stop();
    const again = await house({ disk: fakeDisk(records), clock: fakeClock(home.clock.now() + 120_000) });
    again.radio.rise([lock]);
    await settle();
    again.radio.tell({ kind: "seen", ieee: LOCK, linkquality: 90 });
    await settle();
    assert.deepEqual([again.store.get(sensor.address)?.config.pending, sets(again)], [[], 0], `${isRestarted}`);
    const lines = [...home.log.lines, ...again.log.lines].join("\n");
    assert.match(lines, /lock could not be written: it was not heard for a minute/);
    await again.stop();
  }
});

test("nor by a value of its own, while its settings wait for a day", async () => {
  const home = await withLock({
    ...lock,
    definition: modelDefinition([...(lock.definition?.exposes ?? []), VOLUME]),
  });
  home.radio.answer = asleep;
  for (const [property, value] of [
    ["state", "UNLOCK"],
    ["sound_volume", "silent_mode"],
  ]) {
    const reply = await home.ask("PUT", `/devices/${macOf(LOCK)}/exposes/${property}`, { value });
    assert.match(JSON.stringify(reply.body), /pending/, property);
  }
  home.clock.advance(120);
  await settle();
  assert.match(home.log.lines.join("\n"), /state could not be set: it was not heard for a minute/);
  home.radio.answer = () => ({});
  home.radio.orders.length = 0;
  home.radio.tell({ kind: "seen", ieee: LOCK, linkquality: 90 });
  await settle();
  const told = home.radio.orders.flatMap((order) => (order.do === "set" ? [order.values] : []));
  assert.deepEqual(told, [{ sound_volume: "silent_mode" }]);
  await home.stop();
});
