/** A write to a device that sleeps: it waits, over restarts too, and is not forgotten. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RadioError, type RadioFailure } from "../../../src/model/radio/orders.ts";
import type { Resource } from "../../../src/model/resource.ts";
import { type FakeDisk, type FakeHouse, fakeClock, house, settle } from "../../support/fakes.ts";
import { MOTION, motion } from "../home.ts";

const SENSOR = "/sensors/1";
const DEVICE = "/devices/00:17:88:01:02:03:aa:02";
const DAY = 86_400;

/** A sensor that was heard a minute ago, with the sensitivity "medium". */
async function asleep(disk?: FakeDisk): Promise<FakeHouse> {
  const home = await house(disk ? { disk } : {});
  home.radio.rise([motion()]);
  home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { motion_sensitivity: "medium" } });
  home.clock.advance(60);
  await settle();
  home.radio.orders.length = 0;
  return home;
}
const config = ({ store }: FakeHouse) => (store.get(SENSOR) as Resource).config;
const waiting = ({ store }: FakeHouse) => store.get(DEVICE)?.attr.waiting;
const speaks = ({ radio }: FakeHouse, payload = { temperature: 20 } as Record<string, unknown>) =>
  radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload });
const write = (home: FakeHouse, sensitivity: number) => home.ask("PUT", `${SENSOR}/config`, { sensitivity });
const sent = ({ radio }: FakeHouse) => radio.orders.flatMap((order) => (order.do === "set" ? order.values : []));
const fails = (code: RadioFailure) => () => {
  throw new RadioError(code, "it did not work");
};

test("it answers at once, stands in config.pending, and is sent when the device speaks", async () => {
  const home = await asleep();
  const reply = await write(home, 2);
  assert.deepEqual(reply.body, [{ success: { [`${SENSOR}/config/sensitivity`]: 2 } }]);
  assert.deepEqual(home.radio.orders, []);
  assert.equal(config(home).sensitivity, 2);
  assert.deepEqual(config(home).pending, ["sensitivity"]);
  speaks(home);
  await settle();
  assert.deepEqual(sent(home), [{ motion_sensitivity: "high" }]);
  assert.deepEqual(config(home).pending, []);
  assert.equal(config(home).sensitivity, 2);
  assert.equal(waiting(home), undefined);
  speaks(home);
  await settle();
  assert.equal(sent(home).length, 1);
  await home.stop();
});

test("a device that spoke just now still hears", async () => {
  const home = await asleep();
  speaks(home);
  await write(home, 2);
  await settle();
  assert.deepEqual(sent(home), [{ motion_sensitivity: "high" }]);
  await home.stop();
});

test("the newest wins", async () => {
  const home = await asleep();
  await write(home, 2);
  await write(home, 0);
  speaks(home);
  await settle();
  assert.deepEqual(sent(home), [{ motion_sensitivity: "low" }]);
  await home.stop();
});

test("also while the radio is down: it is told later in any case", async () => {
  const home = await asleep();
  home.radio.tell({ kind: "down", reason: "it was pulled out" });
  assert.equal((await write(home, 2)).status, 200);
  assert.deepEqual(config(home).pending, ["sensitivity"]);
  home.radio.rise([motion()]);
  speaks(home);
  await settle();
  assert.deepEqual(sent(home), [{ motion_sensitivity: "high" }]);
  await home.stop();
});

test("a clock that is put back wakes no device up", async () => {
  const home = await asleep();
  home.clock.set(home.clock.now() - 3_600_000);
  await write(home, 2);
  assert.deepEqual(sent(home), []);
  await home.stop();
});

test("given up, it goes back to the device's value, not to the one desired before", async () => {
  const home = await asleep();
  await write(home, 2);
  await write(home, 0);
  home.clock.advance(DAY + 60, 60);
  assert.equal(config(home).sensitivity, 1);
  await home.stop();
});

test("a value written while the older is on its way is sent when the device has answered that: it is awake then", async () => {
  const home = await asleep();
  await write(home, 2);
  let answer = () => {};
  home.radio.answer = () => new Promise((resolve) => (answer = () => resolve({})));
  speaks(home);
  home.clock.advance(10); // longer than it would still hear
  await write(home, 0);
  assert.deepEqual(config(home).pending, ["sensitivity"]);
  answer();
  await settle();
  assert.deepEqual(sent(home), [{ motion_sensitivity: "high" }, { motion_sensitivity: "low" }]);
  answer();
  await settle();
  assert.deepEqual(config(home).pending, []);
  await home.stop();
});

for (const code of ["asleep", "unreachable", "timeout", "busy", "radio-down"] as const) {
  test(`${code}: the config goes on waiting, and the device stays reachable`, async () => {
    const home = await asleep();
    await write(home, 2);
    home.radio.answer = fails(code);
    speaks(home);
    await settle();
    assert.deepEqual(config(home).pending, ["sensitivity"]);
    assert.equal(config(home).reachable, true);
    home.radio.answer = () => ({});
    speaks(home);
    await settle();
    assert.deepEqual(config(home).pending, []);
    await home.stop();
  });
}

test("a device that wakes up while the first attempt is on its way is told again when that fails", async () => {
  for (const way of ["told at once", "told when heard"]) {
    const home = await asleep();
    const failures: (() => void)[] = [];
    home.radio.answer = () =>
      new Promise((_, reject) => failures.push(() => reject(new RadioError("asleep", "it sleeps"))));
    if (way === "told at once") speaks(home);
    await write(home, 2);
    if (way === "told when heard") speaks(home);
    assert.equal(sent(home).length, 1);
    home.clock.advance(5);
    speaks(home);
    await settle();
    assert.equal(sent(home).length, 1, "one after the other");
    home.radio.answer = () => ({});
    failures[0]?.();
    await settle();
    assert.deepEqual(sent(home), [{ motion_sensitivity: "high" }, { motion_sensitivity: "high" }], way);
    assert.deepEqual(config(home).pending, []);
    assert.equal(waiting(home), undefined);
    await home.stop();
  }
});

test("one that did not wake up meanwhile is left in peace until it does", async () => {
  const home = await asleep();
  speaks(home);
  home.radio.answer = fails("asleep");
  await write(home, 2);
  await settle();
  home.clock.advance(60);
  await settle();
  assert.equal(sent(home).length, 1);
  assert.deepEqual(config(home).pending, ["sensitivity"]);
  await home.stop();
});

test("a value that the device refuses is given up at once, and taken back", async () => {
  const home = await asleep();
  await write(home, 2);
  home.radio.answer = fails("refused");
  speaks(home);
  await settle();
  assert.equal(config(home).sensitivity, 1);
  assert.deepEqual(config(home).pending, []);
  assert.equal(waiting(home), undefined);
  await home.stop();
});

test("the old value that the device tells when it wakes up is not shown, but gone back to", async () => {
  const home = await asleep();
  await write(home, 2);
  home.radio.answer = fails("asleep");
  speaks(home, { motion_sensitivity: "low" });
  await settle();
  assert.equal(config(home).sensitivity, 2);
  home.clock.advance(DAY, 60);
  await settle();
  assert.equal(config(home).sensitivity, 0);
  await home.stop();
});

test("after a day it is given up: a fact with undo, with the cause of the write", async () => {
  const home = await asleep();
  await write(home, 2);
  home.clock.advance(DAY - 120, 60);
  await settle();
  assert.equal(config(home).sensitivity, 2);
  home.heard.length = 0;
  home.clock.advance(180);
  await settle();
  assert.equal(config(home).sensitivity, 1);
  const facts = home.heard.filter(({ resource, section }) => resource.address === SENSOR && section === "config");
  assert.deepEqual(
    facts.map(({ values, cause }) => [values, cause]),
    [
      [
        { sensitivity: 1, pending: [] },
        { by: "rest:test", depth: 0, undo: true },
      ],
    ],
  );
  speaks(home);
  await settle();
  assert.deepEqual(sent(home), []);
  await home.stop();
});

test("it waits over a restart", async () => {
  const first = await asleep();
  await write(first, 2);
  await first.stop();
  const clock = fakeClock(first.clock.now() + 3_600_000);
  const home = await house({ disk: first.disk, clock });
  home.radio.rise([motion()]);
  assert.deepEqual(config(home).pending, ["sensitivity"]);
  assert.equal(config(home).sensitivity, 2);
  speaks(home);
  await settle();
  assert.deepEqual(sent(home), [{ motion_sensitivity: "high" }]);
  assert.deepEqual(config(home).pending, []);
  await home.stop();
});

test("a thermostat listens every few seconds: it is told at once, and waits only when that fails", async () => {
  const climate = {
    type: "climate",
    features: [
      { type: "numeric", name: "local_temperature", property: "local_temperature", unit: "°C", access: 5 },
      {
        ...{ type: "numeric", name: "occupied_heating_setpoint", property: "occupied_heating_setpoint", unit: "°C" },
        ...{ access: 7, value_min: 5, value_max: 30 },
      },
    ],
  };
  const device = motion();
  const known = device.definition ? { definition: { ...device.definition, exposes: [climate] } } : {};
  const home = await house();
  home.radio.rise([{ ...device, ...known }]);
  home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { occupied_heating_setpoint: 20 } });
  home.clock.advance(60);
  await settle();
  home.radio.answer = fails("asleep");
  await home.ask("PUT", `${SENSOR}/config`, { heatsetpoint: 2100 });
  assert.deepEqual(sent(home), [{ occupied_heating_setpoint: 21 }]);
  await settle();
  assert.deepEqual(config(home).pending, ["heatsetpoint"]);
  assert.equal(config(home).heatsetpoint, 2100);
  home.clock.advance(DAY + 60, 60);
  await settle();
  assert.equal(config(home).heatsetpoint, 2000);
  await home.stop();
});
