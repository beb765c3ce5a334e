/** Devices join, are planned, and leave; the resources that clients know stay. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceFacts, Expose } from "../../../src/model/radio/device-facts.ts";
import { clip, type FakeHouse, house, NETWORK, settle } from "../../support/fakes.ts";
import { facts, LAMP, LIGHT, lamp, MOTION, modelDefinition, motion } from "../home.ts";

const LAMP_DEVICE = "/devices/00:17:88:01:02:03:aa:01";
const MOTION_DEVICE = "/devices/00:17:88:01:02:03:aa:02";
const names = ({ store }: FakeHouse) =>
  ["/lights", "/sensors"].flatMap((all) =>
    store.list(all as "/lights").map(({ address, attr }) => `${address} ${attr.name}`),
  );
const removals = ({ radio }: FakeHouse) => radio.orders.filter(({ do: what }) => what === "remove");
const plug = (more: Partial<DeviceFacts> = {}) =>
  facts(LAMP, {
    definition: modelDefinition([{ type: "switch", features: LIGHT.features?.slice(0, 1) ?? [] }]),
    ...more,
  });

async function withMotion(): Promise<FakeHouse> {
  const home = await house();
  home.radio.rise();
  home.radio.tell({ kind: "joined", ieee: MOTION });
  home.radio.tell({ kind: "device", device: motion() });
  await settle();
  home.heard.length = 0;
  home.radio.orders.length = 0;
  return home;
}

test("at a start no resource is new, and no device has joined", async () => {
  const first = await withMotion();
  await first.ask("PUT", "/sensors/1", { name: "Hall" });
  await settle();
  await first.stop();
  const home = await house({ disk: first.disk });
  const before = names(home);
  home.radio.rise([motion()]);
  await settle();
  assert.deepEqual(names(home), before);
  assert.ok(before.includes("/sensors/1 Hall"));
  assert.deepEqual(
    home.heard.filter(({ event, values }) => event === "added" || "pairing" in values || "known" in values),
    [],
  );
  assert.equal(home.radio.orders.length, 0, "a sleeper is not asked how it is");
  await home.stop();
});

test("a device that joins is on the disk at once: a group that names it may be kept any moment", async () => {
  const home = await house();
  home.radio.rise();
  home.radio.tell({ kind: "joined", ieee: LAMP });
  home.radio.tell({ kind: "device", device: lamp() });
  await settle();
  const kept = [...home.disk.records.keys()];
  assert.ok(kept.includes("/lights/1"), kept.join());
  assert.ok(kept.some((address) => address.startsWith("/devices/")));
  await home.stop();
});

test("a device that only the radio has is in the store after the start", async () => {
  const home = await house();
  home.radio.rise([motion(), lamp()]);
  assert.deepEqual(names(home), [
    "/lights/1 Extended color light 1",
    "/sensors/1 Presence 1",
    "/sensors/2 LightLevel 2",
    "/sensors/3 Temperature 3",
  ]);
  assert.equal(home.store.get("/lights/1")?.state.reachable, false, "nobody has heard it");
  home.radio.tell({ kind: "seen", ieee: LAMP, linkquality: 80 });
  assert.equal(home.store.get("/lights/1")?.state.reachable, true);
  await home.stop();
});

test("the radio reports a large house in pieces: a device in none of them is gone, and one that a client deleted is removed", async () => {
  const [third, fourth, fifth] = [3, 4, 5].map((at) => lamp(`0x001788010203aa0${at}`)) as [
    DeviceFacts,
    ...DeviceFacts[],
  ];
  const first = await house();
  first.radio.rise([lamp(), motion(), third as DeviceFacts, fourth as DeviceFacts]);
  await settle();
  await first.ask("DELETE", "/devices/00:17:88:01:02:03:aa:03");
  await first.stop();
  const home = await house({ disk: first.disk });
  home.radio.tell({ kind: "devices", devices: [motion(), third] });
  assert.deepEqual(home.radio.orders, [], "nobody is asked before it is up");
  home.radio.tell({ kind: "up", network: NETWORK, devices: [fifth as DeviceFacts], told: [MOTION, third.ieee] });
  await settle();
  assert.deepEqual(removals(home), [{ do: "remove", target: { ieee: third.ieee }, reset: true }]);
  const reachable = (mac: string) => home.store.find("/lights", `${mac}-01`)?.state.reachable;
  home.radio.tell({ kind: "seen", ieee: LAMP, linkquality: 1 });
  home.radio.tell({ kind: "seen", ieee: String(fifth?.ieee), linkquality: 1 });
  assert.deepEqual(
    ["01", "03", "04", "05"].map((end) => reachable(`00:17:88:01:02:03:aa:${end}`)),
    [false, undefined, false, true],
  );
  home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { occupancy: true } });
  assert.equal(home.store.list("/sensors").find(({ type }) => type === "ZHAPresence")?.state.presence, true);
  await home.stop();
});

test("a device that left keeps its resources, and has them when it comes back", async () => {
  const home = await withMotion();
  await home.ask("PUT", "/sensors/1", { name: "Hall" });
  await home.ask("PUT", "/sensors/1/config", { on: false });
  home.radio.tell({ kind: "left", ieee: MOTION });
  await settle();
  assert.equal(home.store.get("/sensors/1")?.config.reachable, false);
  assert.equal(home.store.get(MOTION_DEVICE)?.state.pairing, "left");
  assert.equal(home.store.get(MOTION_DEVICE)?.attr.gone, true);
  assert.match(JSON.stringify((await home.ask("PUT", "/sensors/1/config", { sensitivity: 1 })).body), /951/);
  home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { occupancy: true } });
  assert.equal(home.store.get("/sensors/1")?.state.presence, null);
  home.radio.tell({ kind: "joined", ieee: MOTION });
  home.radio.tell({ kind: "device", device: motion() });
  assert.equal(home.store.get("/sensors/1")?.attr.name, "Hall");
  assert.equal(home.store.get("/sensors/1")?.config.on, false);
  assert.equal(home.store.get("/sensors/1")?.config.reachable, true);
  assert.equal(home.store.get(MOTION_DEVICE)?.attr.gone, undefined);
  assert.equal(home.store.count("/sensors"), 3);
  await home.stop();
});

test("a device that the radio has lost cannot be reached", async () => {
  const first = await withMotion();
  await first.stop();
  const home = await house({ disk: first.disk });
  home.radio.rise([lamp()]);
  for (const { config } of home.store.list("/sensors")) assert.equal(config.reachable, false);
  assert.equal(home.store.count("/sensors"), 3);
  await home.stop();
});

test("a deleted resource stays deleted until the device joins again; then it has its id and its name", async () => {
  const first = await withMotion();
  await first.ask("PUT", "/sensors/2", { name: "Brightness" });
  await settle();
  await first.ask("DELETE", "/sensors/2");
  await settle();
  assert.deepEqual(removals(first), [], "it has other sensors");
  first.radio.tell({ kind: "device", device: motion() });
  assert.equal(first.store.get("/sensors/2"), undefined);
  await first.stop();
  const home = await house({ disk: first.disk });
  home.radio.rise([motion()]);
  assert.equal(home.store.get("/sensors/2"), undefined);
  home.radio.tell({ kind: "joined", ieee: MOTION });
  home.radio.tell({ kind: "device", device: motion() });
  assert.equal(home.store.get("/sensors/2")?.attr.name, "Brightness");
  await home.stop();
});

test("while a search goes on, an announcement is enough", async () => {
  const home = await withMotion();
  await home.ask("DELETE", "/sensors/2");
  home.radio.tell({ kind: "announced", ieee: MOTION });
  await settle();
  assert.equal(home.store.get("/sensors/2"), undefined);
  await home.ask("POST", "/sensors");
  home.radio.tell({ kind: "announced", ieee: MOTION });
  await settle();
  assert.equal(home.store.get("/sensors/2")?.type, "ZHALightLevel");
  await home.stop();
});

test("with its last resource a device leaves; when it joins again, it is the same", async () => {
  const home = await withMotion();
  await home.ask("PUT", "/sensors/1", { name: "Hall" });
  await settle();
  await home.ask("DELETE", "/sensors/3");
  await home.ask("DELETE", "/sensors/2");
  await settle();
  assert.deepEqual(removals(home), []);
  await home.ask("DELETE", "/sensors/1", { reset: true });
  await settle();
  assert.deepEqual(removals(home), [{ do: "remove", target: { ieee: MOTION }, reset: true }]);
  assert.equal(home.store.get(MOTION_DEVICE)?.attr.gone, true);
  home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { occupancy: true } });
  assert.equal(home.store.count("/sensors"), 0);
  await home.ask("POST", "/sensors", clip("CLIPAlarm"));
  home.radio.tell({ kind: "joined", ieee: MOTION });
  home.radio.tell({ kind: "device", device: motion() });
  assert.deepEqual(names(home).sort(), [
    "/sensors/1 Hall",
    "/sensors/2 LightLevel 2",
    "/sensors/3 Temperature 3",
    "/sensors/4 CLIPAlarm",
  ]);
  await home.stop();
});

test("a device deleted while the radio was down is removed when it is up, and does not come back", async () => {
  const first = await withMotion();
  first.radio.tell({ kind: "down", reason: "it was pulled out" });
  for (const id of [1, 2, 3]) await first.ask("DELETE", `/sensors/${id}`);
  await settle();
  await first.stop();
  const home = await house({ disk: first.disk });
  home.radio.rise([motion()]);
  await settle();
  assert.equal(home.store.count("/sensors"), 0);
  assert.deepEqual(removals(home), [{ do: "remove", target: { ieee: MOTION }, reset: true }]);
  home.radio.tell({ kind: "device", device: motion() });
  assert.equal(home.store.count("/sensors"), 0, "its interview ends after it was deleted");
  await home.stop();
});

test("a restart between joining and the end of the interview costs nothing", async () => {
  const first = await withMotion();
  for (const id of [1, 2, 3]) await first.ask("DELETE", `/sensors/${id}`);
  await settle();
  first.radio.tell({ kind: "joined", ieee: MOTION });
  await settle();
  await first.stop();
  const home = await house({ disk: first.disk });
  home.radio.rise([motion()]);
  assert.equal(home.store.count("/sensors"), 3);
  await home.stop();
});

test("deleting a virtual sensor removes no device without resources", async () => {
  const home = await house();
  home.radio.rise();
  home.radio.tell({ kind: "joined", ieee: MOTION });
  await home.ask("POST", "/sensors", clip("CLIPPresence", { uniqueid: "00:17:88:01:02:03:aa:02-02-0406" }));
  await home.ask("DELETE", "/sensors/1");
  await settle();
  assert.deepEqual(removals(home), []);
  assert.equal(home.store.get(MOTION_DEVICE)?.attr.gone, undefined);
  await home.stop();
});

test("a virtual sensor with the unique id of a device stays its client's", async () => {
  const home = await house();
  const uniqueid = "00:17:88:01:02:03:aa:02-02-0406";
  await home.ask("POST", "/sensors", clip("CLIPPresence", { uniqueid }));
  home.radio.rise([motion()]);
  assert.equal(home.store.get("/sensors/1")?.type, "CLIPPresence");
  assert.equal(home.store.count("/sensors"), 4);
  await home.ask("DELETE", "/sensors/1");
  await settle();
  assert.deepEqual(removals(home), []);
  assert.equal(home.store.count("/sensors"), 3);
  await home.stop();
});

test("a device that is planned as another type of light keeps its id and its name", async () => {
  const home = await house();
  home.radio.rise([plug()]);
  assert.equal(home.store.get("/lights/1")?.type, "On/Off plug-in unit");
  home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "ON" } });
  await home.ask("PUT", "/lights/1", { name: "Kitchen" });
  home.radio.tell({ kind: "device", device: lamp() });
  const light = home.store.get("/lights/1");
  assert.equal(light?.type, "Extended color light");
  assert.equal(light?.attr.name, "Kitchen");
  assert.equal(light?.attr.ctmin, 153);
  assert.deepEqual([light?.state.on, light?.state.bri], [true, null]);
  assert.equal(home.store.count("/lights"), 1);
  await home.stop();
});

test("a resource that the plan no longer has goes if it was unused, and stays if it was used", async () => {
  const measuring = { type: "numeric", name: "power", property: "power", unit: "W", access: 1 };
  const counting = { type: "numeric", name: "energy", property: "energy", unit: "kWh", access: 1 };
  const device = (exposes: readonly (typeof measuring)[]) => plug({ definition: modelDefinition([LIGHT, ...exposes]) });
  const home = await house();
  home.radio.rise([device([measuring, counting])]);
  assert.equal(home.store.count("/sensors"), 2);
  home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { power: 5 } });
  home.radio.tell({ kind: "device", device: device([]) });
  assert.deepEqual(
    home.store.list("/sensors").map(({ type }) => type),
    ["ZHAPower"],
  );
  home.radio.tell({ kind: "left", ieee: LAMP });
  assert.equal(home.store.get("/sensors/1")?.config.reachable, false, "it is still its own");
  home.radio.tell({ kind: "device", device: device([measuring, counting]) });
  assert.deepEqual(
    home.store.list("/sensors").map(({ address, type }) => [address, type]),
    [
      ["/sensors/1", "ZHAPower"],
      ["/sensors/3", "ZHAConsumption"],
    ],
  );
  await home.stop();
});

test("steps of pairing are shown also of an unknown device", async () => {
  const home = await house();
  home.radio.rise();
  home.radio.tell({ kind: "joined", ieee: LAMP });
  home.radio.tell({ kind: "interviewing", ieee: LAMP });
  home.radio.tell({ kind: "failed", ieee: LAMP });
  assert.equal(home.store.get(LAMP_DEVICE)?.state.pairing, "failed");
  assert.equal(home.store.get(LAMP_DEVICE)?.attr.kind, "unknown");
  home.radio.tell({ kind: "device", device: lamp() });
  assert.equal(home.store.get(LAMP_DEVICE)?.state.pairing, "ready");
  home.radio.tell({ kind: "device", device: lamp() });
  await settle();
  const ready = home.heard.filter(({ values }) => values.pairing === "ready");
  assert.equal(ready.length, 1, "said once");
  await home.stop();
});

test("an interview that is repeated ends as ready, too", async () => {
  const home = await house();
  home.radio.rise([lamp()]);
  const steps = () => home.heard.flatMap(({ values }) => ("pairing" in values ? [values.pairing] : []));
  home.radio.tell({ kind: "device", device: lamp() });
  await settle();
  assert.deepEqual(steps(), [], "nobody asked it");
  home.radio.tell({ kind: "interviewing", ieee: LAMP });
  home.radio.tell({ kind: "device", device: lamp() });
  home.radio.tell({ kind: "device", device: lamp() });
  await settle();
  assert.deepEqual(steps(), ["interviewing", "ready"]);
  await home.stop();
});

test("a failed interview makes no resources, unless the model is known all the same", async () => {
  const home = await house();
  const { definition: _, ...unknown } = lamp(MOTION, { interviewed: false });
  home.radio.rise([unknown, lamp(LAMP, { interviewed: false })]);
  assert.deepEqual(names(home), ["/lights/1 Extended color light 1"]);
  await home.stop();
});

test("a device that cannot be planned keeps no other from its start", async () => {
  const home = await house({ errors: /what it is could not be understood/ });
  const odd = { ...lamp(), endpoints: null } as unknown as DeviceFacts;
  home.radio.rise([odd, motion()]);
  assert.equal(home.store.count("/sensors"), 3);
  assert.equal(home.log.lines.length, 1);
  assert.match(home.log.lines[0] ?? "", /^\/devices\/00:17:88:01:02:03:aa:01/);
  await home.stop();
});

test("members that a plan has later are added as null; a remote is not pressed by that", async () => {
  const humidity = { type: "numeric", name: "humidity", property: "humidity", unit: "%", access: 1 };
  const tamper = { type: "binary", name: "tamper", property: "tamper", access: 1, value_on: true, value_off: false };
  const first = motion();
  const home = await house();
  home.radio.rise([first]);
  const more = modelDefinition([...(first.definition?.exposes ?? []), humidity, tamper]);
  home.radio.tell({ kind: "device", device: { ...first, definition: more } });
  assert.deepEqual(
    home.store.list("/sensors").map(({ type }) => type),
    ["ZHAPresence", "ZHALightLevel", "ZHATemperature", "ZHAHumidity"],
  );
  assert.ok("tampered" in (home.store.get("/sensors/1")?.state ?? {}));
  const action = { type: "enum", name: "action", property: "action", access: 1, values: ["on", "off"] };
  const duration = { type: "numeric", name: "action_duration", property: "action_duration", unit: "s", access: 1 };
  const remote = (exposes: readonly Expose[]) => motion(LAMP, { definition: modelDefinition(exposes) });
  home.radio.tell({ kind: "device", device: remote([action]) });
  await settle();
  home.heard.length = 0;
  home.radio.tell({ kind: "device", device: remote([action, duration, tamper]) });
  await settle();
  assert.deepEqual(
    home.heard.filter(({ section, resource }) => section === "state" && resource.type === "ZHASwitch"),
    [],
  );
  await home.stop();
});

test("a thousand devices at once, and each once", async () => {
  const home = await house();
  const devices = Array.from({ length: 1000 }, (_, at) => motion(`0x0017880102${at.toString(16).padStart(6, "0")}`));
  home.radio.rise(devices);
  home.radio.rise(devices);
  assert.equal(home.store.count("/sensors"), 3000);
  assert.equal(new Set(home.store.list("/sensors").map(({ attr }) => attr.uniqueid)).size, 3000);
  await home.stop();
});
