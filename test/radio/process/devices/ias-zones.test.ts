/** Alarm devices that join are asked for their status, so that it is known before the first alarm. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createSimulatedTime } from "../../../../src/virtual/air/simulated-time.ts";
import { VirtualDevice } from "../../../../src/virtual/devices/virtual-device.ts";
import { PROFILES } from "../../../../src/virtual/house/residents.ts";
import { until } from "../../../support/radio-gateway.ts";
import { openHouse, type RadioHouse } from "../../../support/radio-house.ts";
import { stage } from "../../../support/radio-stage.ts";

let house: RadioHouse;

before(async () => {
  house = await openHouse();
});
after(() => house.close());

for (const [profile, name] of [
  ["smoke sensor", "smoke"],
  ["contact sensor", "contact"],
  ["water sensor", "water_leak"],
] as const) {
  test(`${name} is known although the ${profile} has never said anything`, async () => {
    const ieee = house.of(profile);
    const { payload } = await house.radio.heard("payload", (event) => event.ieee === ieee && name in event.payload);
    assert.equal(payload[name], name === "contact"); // a contact that touches is a closed door
  });
}

test("a device that joins again with an alarm tells that alarm", async () => {
  const ieee = house.of("smoke sensor");
  await house.apply(ieee, { zone: { alarm1: true } });
  await house.radio.heard("payload", (event) => event.ieee === ieee && event.payload.smoke === true);
  house.radio.forget();
  await house.radio.order({ do: "interview", target: { ieee } }, 60_000);
  await house.radio.heard("payload", (event) => event.ieee === ieee && event.payload.smoke === true);
});

for (const name of ["smoke sensor", "water sensor"])
  test(`a ${name} that was reset and joins again is enrolled again: its alarms are heard`, async (t) => {
    const { radio, network } = await stage(t);
    const time = createSimulatedTime();
    t.after(() => time.stop());
    const profile = PROFILES[name];
    assert.ok(profile);
    const ieee = "0x000d6f0000000777";
    const sensor = new VirtualDevice({ profile, ieee, time });
    const zone = () => [...sensor.clusterEndpoints.values()].find((place) => place.has("ssIasZone"));
    network.add(sensor);
    await radio.ask({ type: "permit", seconds: 200 });
    network.join(sensor);
    await radio.heard("device", ({ device }) => device.ieee === ieee && device.interviewed);
    await radio.heard(
      "payload",
      (event) => event.ieee === ieee && ("smoke" in event.payload || "water_leak" in event.payload),
    );
    assert.equal(zone()?.get("ssIasZone", "zoneState"), 1);

    network.remove(sensor);
    assert.equal(zone()?.get("ssIasZone", "zoneState"), 0, "it has forgotten whom to tell");
    radio.forget();
    assert.equal(network.join(sensor), true);
    await radio.heard("joined");
    await until(
      () => zone()?.get("ssIasZone", "zoneState") === 1,
      () => "it is not enrolled",
    );
    assert.equal(zone()?.text("ssIasZone", "iasCieAddr"), "0x00124b0000000001");
    radio.forget();
    zone()?.set("ssIasZone", { zoneStatus: 1 });
    await radio.heard("payload", ({ payload }) => payload.smoke === true || payload.water_leak === true);
  });
