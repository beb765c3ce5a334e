/** Messages of devices become changes: one for each resource and section. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceFacts } from "../../../src/model/radio/device-facts.ts";
import type { Values } from "../../../src/model/resource.ts";
import { type FakeHouse, type HouseOptions, house, settle } from "../../support/fakes.ts";
import { endpoint, facts, LAMP, lamp, MOTION, modelDefinition, motion } from "../home.ts";

const CONTACT = "0x001788010203aa08";
/** The kind that tells of its battery without having said so. */
const contact = facts(CONTACT, {
  ...{ kind: "end-device", sleepy: true, endpoints: [endpoint(1, [0, 1, 0x0500])] },
  definition: modelDefinition([
    { type: "binary", name: "contact", property: "contact", access: 1, value_on: false, value_off: true },
  ]),
});

const ours = ({ heard }: FakeHouse) => heard.filter(({ resource }) => !resource.address.startsWith("/groups/"));

async function withDevices(devices: readonly DeviceFacts[], options: HouseOptions = {}): Promise<FakeHouse> {
  const home = await house(options);
  home.radio.rise(devices);
  for (const { ieee } of devices) home.radio.tell({ kind: "seen", ieee, linkquality: null });
  home.clock.advance(1);
  await settle();
  home.heard.length = 0;
  return home;
}
const tell = ({ radio }: FakeHouse, ieee: string, payload: Values) =>
  radio.tell({ kind: "payload", ieee, endpoint: 1, payload });
const state = ({ store }: FakeHouse, id: number) => store.get(`/sensors/${id}`)?.state;
const config = ({ store }: FakeHouse, id: number) => store.get(`/sensors/${id}`)?.config;

test("one change for each resource and section of a frame", async () => {
  const home = await withDevices([lamp(), motion()]);
  tell(home, LAMP, { state: "ON", brightness: 5, color: { x: 0.1, y: 0.2 }, color_mode: "xy", linkquality: 90 });
  tell(home, MOTION, { temperature: 21, occupancy: true, battery: 55 });
  await settle();
  assert.deepEqual(
    ours(home).map(({ resource, section, values }) => [resource.address, section, Object.keys(values).sort()]),
    [
      ["/lights/1", "state", ["bri", "colormode", "on", "xy"]],
      ["/sensors/1", "config", ["battery"]],
      ["/sensors/1", "state", ["lastupdated", "presence"]],
      ["/sensors/2", "config", ["battery"]],
      ["/sensors/3", "config", ["battery"]],
      ["/sensors/3", "state", ["lastupdated", "temperature"]],
    ],
  );
  await home.stop();
});

test("the same value again is a change of a sensor, and none of a light", async () => {
  const home = await withDevices([lamp(), motion()]);
  for (let time = 0; time < 2; time += 1) {
    tell(home, LAMP, { state: "ON" });
    tell(home, MOTION, { temperature: 21 });
  }
  await settle();
  assert.deepEqual(
    ours(home).map(({ resource, values }) => [resource.address, Object.keys(values)]),
    [
      ["/lights/1", ["on"]],
      ["/sensors/3", ["temperature", "lastupdated"]],
      ["/sensors/3", ["lastupdated"]],
    ],
  );
  await home.stop();
});

test("a sensor that is off keeps its state, but its battery changes", async () => {
  const home = await withDevices([motion()]);
  await home.ask("PUT", "/sensors/3/config", { on: false });
  tell(home, MOTION, { temperature: 21, battery: 20 });
  assert.equal(state(home, 3)?.temperature, null);
  assert.equal(config(home, 3)?.battery, 20);
  await home.stop();
});

test("an offset is added to the measured value", async () => {
  const home = await withDevices([motion()]);
  await home.ask("PUT", "/sensors/3/config", { offset: -50 });
  tell(home, MOTION, { temperature: 21 });
  assert.equal(state(home, 3)?.temperature, 2050);
  await home.stop();
});

test("a value without an expose becomes a member", async () => {
  const home = await withDevices([contact]);
  tell(home, CONTACT, { contact: false, battery_low: true, tamper: false, battery: 12.4, test: true });
  assert.deepEqual(state(home, 1), {
    ...{ open: true, lowbattery: true, tampered: false },
    lastupdated: "2026-03-01T12:00:01.000",
  });
  assert.equal(config(home, 1)?.battery, 12);
  tell(home, CONTACT, { battery_low: "yes", battery: 300 });
  assert.equal(state(home, 1)?.lowbattery, true);
  assert.equal(config(home, 1)?.battery, 12);
  await home.stop();
});

test("a value with an expose is read by its expose", async () => {
  const tamper = { type: "binary", name: "tamper", property: "tamper", access: 1, value_on: false, value_off: true };
  const known = modelDefinition([...(contact.definition?.exposes ?? []), tamper]);
  const home = await withDevices([{ ...contact, definition: known }]);
  tell(home, CONTACT, { tamper: false });
  assert.equal(state(home, 1)?.tampered, true);
  await home.stop();
});

test("hostile names and values change nothing", async () => {
  const home = await withDevices([lamp(), motion()]);
  const before = JSON.stringify(home.store.list("/sensors").map(({ state }) => state));
  const hostile = JSON.parse(
    '{"__proto__": {"temperature": 1}, "constructor": {"name": 1}, "toString": 1, "hasOwnProperty": 1, "": null}',
  ) as Values;
  tell(home, MOTION, hostile);
  tell(home, LAMP, hostile);
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1e300, "21", null, {}, [], true])
    tell(home, MOTION, {
      temperature: value === "21" ? "hot" : value,
      illuminance: {},
      battery: value === true ? 500 : {},
    });
  assert.equal(JSON.stringify(home.store.list("/sensors").map(({ state }) => state)), before);
  assert.equal(({} as Values).temperature, undefined);
  await home.stop();
});

test("messages of an unknown device are ignored", async () => {
  const home = await withDevices([motion()]);
  tell(home, LAMP, { state: "ON" });
  home.radio.tell({ kind: "announced", ieee: LAMP });
  home.radio.tell({ kind: "seen", ieee: LAMP, linkquality: 4 });
  home.radio.tell({ kind: "permit", seconds: 60 });
  home.radio.tell({ kind: "bound", ieee: LAMP });
  await settle();
  assert.deepEqual(home.heard, []);
  await home.stop();
});

test("an event that fails breaks nothing else", async () => {
  const home = await withDevices([motion()], { errors: /could not be understood/ });
  home.radio.tell({ kind: "device", device: { ieee: LAMP } as DeviceFacts });
  home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 1, payload: null as unknown as Values });
  tell(home, MOTION, { temperature: 19 });
  assert.equal(state(home, 3)?.temperature, 1900);
  assert.equal(home.log.lines.length, 2);
  assert.match(home.log.lines[0] ?? "", /^\/devices.*\(device\) could not be understood/);
  assert.match(home.log.lines[1] ?? "", /^\/devices\/00:17:88:01:02:03:aa:02.*\(payload\) could not be understood/);
  await home.stop();
});

test("many messages at once end with the last values", async () => {
  const home = await withDevices([motion()]);
  for (let second = 0; second < 30; second += 1) {
    for (let report = 0; report < 500; report += 1) tell(home, MOTION, { temperature: report % 30 });
    home.clock.advance(1);
    await settle();
  }
  assert.equal(home.heard.length, 30 * 500, "no other facts");
  await home.stop();
});
