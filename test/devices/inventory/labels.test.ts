/** The label of a device: its first name, and ids that are kept for it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RESERVED_IDS } from "../../../src/core/ids.ts";
import { INHABITANTS } from "../../../src/virtual/house/residents.ts";
import { clip, type FakeHouse, fakeRadio, house, settle } from "../../support/fakes.ts";
import { LAMP, lamp, MOTION, motion } from "../home.ts";

const names = ({ store }: FakeHouse) =>
  (["/lights", "/sensors"] as const).flatMap((all) =>
    store.list(all).map(({ address, attr }) => `${address} ${attr.name}`),
  );

test("the label of a device is its first name, and only that: a new name from a client stays for good", async () => {
  const home = await house();
  home.radio.rise();
  const [sensor, light] = [
    motion(MOTION, { label: { name: "Hall motion" } }),
    lamp(LAMP, { label: { name: "Hall lamp" } }),
  ];
  home.radio.tell({ kind: "device", device: sensor });
  home.radio.tell({ kind: "device", device: light });
  await settle();
  assert.deepEqual(names(home), [
    "/lights/1 Hall lamp",
    "/sensors/1 Hall motion",
    "/sensors/2 Hall motion",
    "/sensors/3 Hall motion",
  ]);
  assert.equal(home.store.get("/devices/00:17:88:01:02:03:aa:02")?.attr.name, "Hall motion");
  const causes: string[] = [];
  home.bus.on(({ values, cause }) => "name" in values && causes.push(cause.by), {
    families: ["devices"],
    section: "attr",
  });
  await home.ask("PUT", "/sensors/1", { name: "Stairs" });
  await settle();
  assert.equal(causes.length, 1);
  assert.doesNotMatch(causes[0] ?? "", /radio/, "the device has it of who gave it");
  await home.ask("DELETE", "/lights/1");
  home.radio.tell({ kind: "joined", ieee: LAMP });
  home.radio.tell({ kind: "device", device: lamp(LAMP, { label: { name: "Another label" } }) });
  home.radio.tell({ kind: "device", device: sensor });
  await settle();
  assert.deepEqual(names(home).slice(0, 2), ["/lights/1 Hall lamp", "/sensors/1 Stairs"]);
  await home.stop();
  const again = await house({ disk: home.disk });
  again.radio.rise([sensor, light]);
  assert.equal(again.store.get("/sensors/1")?.attr.name, "Stairs");
  await again.stop();
});

test("a device that already had names before labels came keeps them", async () => {
  const home = await house();
  home.radio.rise();
  home.radio.tell({ kind: "device", device: motion() });
  home.radio.tell({ kind: "device", device: motion(MOTION, { label: { name: "Hall motion" } }) });
  await settle();
  assert.deepEqual(names(home), ["/sensors/1 Presence 1", "/sensors/2 LightLevel 2", "/sensors/3 Temperature 3"]);
  await home.stop();
});

const withVirtualHouse = () =>
  Object.assign(fakeRadio(), { virtual: { inspect: async () => ({}), apply: async () => ({}) } });

test("ids that are kept for a device are its own, after any other device, and in any order", async () => {
  const home = await house({ radio: withVirtualHouse() });
  home.radio.rise();
  await home.ask("POST", "/sensors", clip("CLIPSwitch", { name: "of a flow" }));
  home.radio.tell({ kind: "device", device: motion(MOTION, { label: { name: "Hall motion", sensors: 4 } }) });
  home.radio.tell({ kind: "device", device: lamp(LAMP, { label: { name: "Hall lamp", lights: 3 } }) });
  home.radio.tell({ kind: "device", device: motion("0x001788010203aa03", { label: { name: "Guest" } }) });
  await settle();
  const { lights, sensors } = RESERVED_IDS;
  assert.deepEqual(names(home), [
    "/lights/3 Hall lamp",
    `/sensors/${sensors + 1} of a flow`,
    ...[4, 5, 6].map((id) => `/sensors/${id} Hall motion`),
    ...[2, 3, 4].map((id) => `/sensors/${sensors + id} Guest`),
  ]);
  home.radio.tell({ kind: "device", device: lamp("0x001788010203aa04", { label: { name: "Twin", lights: 3 } }) });
  await settle();
  assert.equal(home.store.get(`/lights/${lights + 1}`)?.attr.name, "Twin", "what somebody has is not given twice");
  await home.stop();
});

test("a gateway without a furnished house keeps no ids, also for devices with a label", async () => {
  const home = await house();
  home.radio.rise();
  home.radio.tell({ kind: "device", device: lamp(LAMP, { label: { name: "Hall lamp", lights: 3 } }) });
  await settle();
  assert.deepEqual(names(home), ["/lights/1 Hall lamp"]);
  await home.stop();
});

test("the ids of the virtual house are among those that are kept", () => {
  for (const { name, lights = 1, sensors = 1 } of INHABITANTS) {
    assert.ok(lights <= RESERVED_IDS.lights, name);
    assert.ok(sensors + 4 <= RESERVED_IDS.sensors, name);
  }
});
