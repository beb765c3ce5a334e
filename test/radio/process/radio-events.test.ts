/** Frames and changes of devices, told as plain data: by the virtual house through the real herdsman and converters. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { EndpointWiring } from "../../../src/model/radio/orders.ts";
import type { RadioEvent } from "../../../src/model/radio/radio-port.ts";
import { openHouse, type RadioHouse } from "../../support/radio-house.ts";
import { CAN } from "../../support/stick.ts";

let house: RadioHouse;

before(async () => {
  house = await openHouse();
});
after(() => house.close());

type Told = Extract<RadioEvent, { readonly kind: "payload" }>;

const told = (ieee: string, fits: (told: Told) => boolean = () => true) =>
  house.radio.heard("payload", (event) => event.ieee === ieee && fits(event));

test("every device that has joined is known by its model, with all that it exposes", async () => {
  const profiles = ["extended color light", "motion sensor", "thermostat", "smoke sensor", "remote", "window covering"];
  const facts = await Promise.all(profiles.map((profile) => house.facts(house.of(profile))));
  assert.deepEqual(
    facts.map(({ kind, sleepy, interviewed, definition }) => [
      kind,
      sleepy,
      interviewed,
      definition?.model,
      definition?.generated,
    ]),
    [
      ["router", false, true, "9290012573A", false],
      ["end-device", true, true, "9290012607", false],
      ["end-device", true, true, "AV2010/32", false],
      ["end-device", true, true, "AV2010/24A", false],
      ["end-device", true, true, "E1524/E1810", false],
      ["end-device", true, true, "E1757", false],
    ],
  );
  assert.equal(facts[0]?.swversion, "1.88.1");
  assert.equal(facts[0]?.colorcapabilities, 31);
  assert.equal(facts[3]?.endpoints.find(({ zone }) => zone !== undefined)?.zone, 0x28);
  const light = facts[0]?.definition?.exposes.find(({ type }) => type === "light");
  assert.ok(light?.features?.some(({ property }) => property === "color_temp"));
  assert.ok(facts[1]?.definition?.options.some(({ name }) => name === "no_occupancy_since"));
  assert.equal(await house.radio.ask({ type: "describe", ieee: "0x00ffffffffffffff" }), undefined);
});

test("the clusters of a device are told with their bindings and reports, and all bindings of the house", async () => {
  const ieee = house.of("extended color light");
  const ask = async (of?: string) =>
    (await house.radio.ask({ type: "wiring", ...(of && { ieee: of }) })) as readonly EndpointWiring[];
  const onOff = async () => {
    const endpoint = (await ask(ieee)).find(({ endpoint: id }) => id === 11);
    return endpoint?.clusters.find(({ name, side }) => name === "genOnOff" && side === "input");
  };
  await until(async () => (await onOff())?.reported.some(({ attribute }) => attribute === "onOff") === true);
  const cluster = await onOff();
  assert.equal(cluster?.id, 6);
  assert.ok(cluster?.attributes.includes("startUpOnOff"));
  assert.ok(cluster?.bound.some((target) => "ieee" in target && target.endpoint === 1));
  assert.equal(cluster?.reported.filter(({ attribute }) => attribute === "onOff").length, 1);
  const all = await ask();
  assert.ok(all.some((each) => each.ieee === ieee && each.clusters.some(({ name }) => name === "genOnOff")));
  assert.ok(all.every(({ clusters }) => clusters.length > 0 && clusters.every(({ bound }) => bound.length > 0)));
  assert.deepEqual(await ask("0x00ffffffffffffff"), []);
});

test("a press is told with its meaning and its frame", async () => {
  const ieee = house.of("remote");
  house.radio.forget();
  await house.apply(ieee, { press: "toggle" });
  const { payload, raw, endpoint } = await told(ieee);
  assert.deepEqual(payload, { action: "toggle" });
  const { sequence, ...said } = raw ?? {};
  assert.equal(typeof sequence, "number");
  assert.deepEqual(said, { type: "commandToggle", cluster: "genOnOff", data: {}, group: 0, manufacturer: null });
  assert.equal(endpoint, 1);
});

test("of a command it is told whether any converter reads it", async () => {
  const ieee = house.of("remote");
  house.radio.forget();
  await house.apply(ieee, { press: "toggle" });
  assert.equal((await told(ieee)).unread, undefined);
  house.radio.forget();
  await house.apply(ieee, {
    press: { cluster: "genOnOff", command: "offWithEffect", payload: { effectid: 0, effectvariant: 0 } },
  });
  assert.equal((await told(ieee)).unread, true);
});

test("a maker's own cluster is understood: its converters were started before its first frame", async () => {
  const ieee = house.of("dimmer switch");
  house.radio.forget();
  const [press = ""] = ((await house.station(ieee)) as unknown as { presses: string[] }).presses;
  await house.apply(ieee, { press });
  const { payload } = await told(ieee, (one) => "action" in one.payload);
  assert.match(String(payload.action), /^(on|off|up|down)_/);
});

test("measurements come as the options say, and finely", async () => {
  const ieee = house.of("climate sensor");
  const measured = async (value: number) => {
    house.radio.forget();
    await house.apply(ieee, { set: { "msTemperatureMeasurement.measuredValue": value } });
    const target = { ieee, endpoint: 1 };
    await house.radio.order({ do: "read", target, cluster: "msTemperatureMeasurement", attributes: ["measuredValue"] });
    return (await told(ieee, (one) => "temperature" in one.payload)).payload.temperature;
  };
  assert.equal(await measured(2151), 21.51);
  house.radio.say({ type: "options", ieee, options: { temperature_calibration: -1.5, temperature_precision: 1 } });
  assert.equal(await measured(2351), 22);
});

test("the light level comes raw", async () => {
  const ieee = house.of("motion sensor");
  house.radio.forget();
  await house.apply(ieee, { set: { "msIlluminanceMeasurement.measuredValue": 20_001 } });
  const { payload } = await told(ieee, (one) => "illuminance" in one.payload);
  assert.deepEqual([payload.illuminance, payload.illuminance_raw], [100, 20_001]);
});

test("a value that a converter tells later comes without a frame", async () => {
  const ieee = house.of("motion sensor");
  house.radio.say({ type: "options", ieee, options: { no_occupancy_since: [1] } });
  house.radio.forget();
  const target = { ieee, endpoint: 2 };
  await house.radio.order({ do: "read", target, cluster: "msOccupancySensing", attributes: ["occupancy"] });
  const { raw } = await told(ieee, ({ payload }) => payload.occupancy === false);
  assert.equal(raw?.cluster, "msOccupancySensing");
  const late = await told(ieee, ({ payload }) => payload.no_occupancy_since === 1);
  assert.equal("raw" in late, false);
});

test("a device that asks for new firmware is told that there is none", async () => {
  const ieee = house.of("remote");
  const before = (await frames()).sent.unicast;
  const payload = { fieldControl: 0, manufacturerCode: 0x117c, imageType: 1, fileVersion: 1 };
  house.radio.forget();
  await house.apply(ieee, { awake: 30 });
  await house.apply(ieee, { press: { cluster: "genOta", command: "queryNextImageRequest", payload } });
  const { raw } = await told(ieee, ({ raw: said }) => said?.cluster === "genOta");
  assert.equal(raw?.type, "commandQueryNextImageRequest");
  await until(async () => (await frames()).sent.unicast > before);
});

test("many frames are many payloads, but one sign of life", async () => {
  const ieee = house.of("dimmable light");
  house.radio.forget();
  for (let level = 1; level <= 20; level += 1) {
    await house.radio.order({ do: "read", target: { ieee, endpoint: 1 }, cluster: 8, attributes: ["currentLevel"] });
  }
  const payloads = house.radio.events.filter((event) => event.kind === "payload" && event.ieee === ieee);
  const signs = house.radio.events.filter((event) => event.kind === "seen" && event.ieee === ieee);
  assert.ok(payloads.length >= 20);
  assert.ok(signs.length <= 3, `${signs.length} signs of life`);
});

test("a stranger comes in through one router, leaves, and comes again", async () => {
  const via = house.of("extended color light");
  house.radio.forget();
  await house.radio.ask({ type: "permit", seconds: 100, via });
  await house.radio.heard("permit", ({ seconds }) => seconds === 100);
  const { ieee } = await house.radio.heard("joined");
  const { device } = await house.radio.heard("device", (event) => event.device.ieee === ieee);
  assert.equal(device.interviewed, true);
  house.radio.forget();
  await house.apply(ieee, { leave: true });
  if (CAN.tellsLeaves) await house.radio.heard("left", (event) => event.ieee === ieee);
  assert.equal(house.radio.events.filter(({ kind }) => kind === "left").length, CAN.tellsLeaves ? 1 : 0);
  house.radio.forget();
  await house.apply(ieee, { join: true });
  await house.radio.heard("device", (event) => event.device.ieee === ieee);
  await house.radio.ask({ type: "permit", seconds: 0 });
  await house.radio.heard("permit", ({ seconds }) => seconds === 0);
  await assert.rejects(house.radio.ask({ type: "permit", seconds: 9, via: "0x00ffffffffffffff" }), { code: "unknown" });
});

test("an announcement is told", async () => {
  const ieee = house.of("switch");
  house.radio.forget();
  await house.apply(ieee, { announce: true });
  await house.radio.heard("announced", (event) => event.ieee === ieee);
});

test("a device that is removed leaves, once, and is unknown from then on", async () => {
  const ieee = house.of("metering plug");
  house.radio.forget();
  assert.deepEqual(await house.radio.order({ do: "remove", target: { ieee }, reset: false }), { left: true });
  await house.radio.heard("left", (event) => event.ieee === ieee);
  assert.equal((await house.station(ieee)).joined, false);
  assert.equal(await house.radio.ask({ type: "describe", ieee }), undefined);
  await assert.rejects(house.radio.order({ do: "ping", target: { ieee } }), { code: "unknown" });
  assert.equal(house.radio.events.filter(({ kind }) => kind === "left").length, 1);
});

test("a device that hears nothing is forgotten all the same", async () => {
  const ieee = house.of("color temperature light");
  await house.apply(ieee, { reach: "no-response" });
  const removed = await house.radio.order({ do: "remove", target: { ieee }, reset: true }, 3000);
  assert.deepEqual(removed, { left: false });
  assert.equal(await house.radio.ask({ type: "describe", ieee }), undefined);
});

test("one is interviewed anew", async () => {
  const ieee = house.of("switch");
  house.radio.forget();
  await house.radio.order({ do: "interview", target: { ieee } });
  await house.radio.heard("interviewing", (event) => event.ieee === ieee);
  assert.equal((await house.facts(ieee)).interviewed, true);
  await house.apply(ieee, { reach: "no-response" });
  await assert.rejects(house.radio.order({ do: "interview", target: { ieee } }, 2000), { code: "timeout" });
  if (!process.env.LONG) return;
  await house.radio.heard("failed", (event) => event.ieee === ieee);
  assert.equal((await house.facts(ieee)).interviewed, true, "it is as well known as before");
});

test("everything is in a backup, and known devices are known after a restart", async () => {
  const { files } = (await house.radio.ask({ type: "backup" })) as { files: Record<string, string> };
  assert.deepEqual(Object.keys(files).toSorted(), [
    "coordinator_backup.json",
    "database.db",
    "network.json",
    "states.json",
    "virtual.json",
  ]);
  const lamp = house.of("extended color light");
  assert.match(files["database.db"] ?? "", new RegExp(lamp));
  const { key } = JSON.parse(files["network.json"] ?? "{}");
  assert.equal(JSON.parse(files["coordinator_backup.json"] ?? "{}").network_key.key, key);

  await house.radio.order({ do: "set", target: { ieee: lamp, endpoint: 11 }, values: { brightness: 111 } });
  const before = await house.facts(lamp);
  await house.again();
  const { network, devices } = await house.radio.heard("up");
  assert.equal(network.formed, false);
  const { lastseen: _, linkquality: __, ...facts } = devices.find(({ ieee }) => ieee === lamp) ?? before;
  const { lastseen: ___, linkquality: ____, ...lasting } = before;
  assert.deepEqual(facts, lasting);
  assert.equal(
    house.radio.events.some(({ kind }) => kind === "device"),
    false,
    "nothing is told twice",
  );
});

async function frames(): Promise<{ sent: { unicast: number } }> {
  return ((await house.radio.ask({ type: "inspect" })) as { frames: { sent: { unicast: number } } }).frames;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, "it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
