/** A value that changes by itself stays within its bounds, and changes only while that is wanted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { heldFor, hold, simulate, startLife } from "../../../src/virtual/house/life.ts";
import { daylight } from "../../../src/virtual/house/made-up-days.ts";
import { handTime, type Stand, stand } from "../../support/virtual-device.ts";

const TICKS = 5000;

/** The least and the most that it was in a long life. */
function bounds(
  device: Stand,
  cluster: string,
  attribute: string,
  endpoint = 1,
): { least: number; most: number; different: number } {
  const seen: number[] = [];
  for (let tick = 0; tick < TICKS; tick += 1) {
    simulate(device.device, 100);
    seen.push(device.get(cluster, attribute, endpoint));
    device.time.advance(10_000);
  }
  return { least: Math.min(...seen), most: Math.max(...seen), different: new Set(seen).size };
}

const lives: [model: string, cluster: string, attribute: string, endpoint: number, least: number, most: number][] = [
  ["climate sensor", "msTemperatureMeasurement", "measuredValue", 1, 1850, 2450],
  ["climate sensor", "msRelativeHumidity", "measuredValue", 1, 3300, 6300],
  ["motion sensor", "msOccupancySensing", "occupancy", 2, 0, 1],
  ["motion sensor", "msIlluminanceMeasurement", "measuredValue", 2, 1, 26_500],
  ["metering plug", "haElectricalMeasurement", "activePower", 1, 1, 2000],
  ["thermostat", "hvacThermostat", "localTemp", 1, 1600, 2800],
  ["thermostat", "hvacThermostat", "runningState", 1, 0, 1],
  ["remote", "genPowerCfg", "batteryPercentageRemaining", 1, 20, 200],
];
for (const [model, cluster, attribute, endpoint, least, most] of lives) {
  test(`${attribute} of a ${model} lives between ${least} and ${most}`, () => {
    const seen = bounds(stand(model), cluster, attribute, endpoint);
    assert.ok(seen.least >= least && seen.most <= most, `it was from ${seen.least} to ${seen.most}`);
    if (attribute !== "measuredValue" || model === "climate sensor")
      assert.ok(seen.different > 1, "and it does change");
  });
}

test("it is bright at noon, dark at night, and in between in the morning", () => {
  const at = (hour: number) => daylight(new Date(2026, 5, 1, hour));
  assert.ok(at(13) >= 350 && at(13) <= 400, `${at(13)}`);
  for (const hour of [0, 3, 22]) assert.equal(at(hour), 1);
  assert.ok(at(8) > 100 && at(8) < 250, `${at(8)}`);
  assert.ok(at(7) < at(9) && at(19) < at(17));
});

test("a plug that is on counts; one that is off does not", () => {
  const plug = stand("metering plug");
  const counted = () => plug.get("seMetering", "currentSummDelivered");
  bounds(plug, "seMetering", "currentSummDelivered");
  const after = counted();
  assert.ok(after > 1234);
  plug.ask({ cluster: "genOnOff", command: "off" });
  bounds(plug, "seMetering", "currentSummDelivered");
  assert.equal(counted(), after);
  assert.equal(plug.get("haElectricalMeasurement", "activePower"), 0);
});

test("it can be stopped and started, and those outside the network do not live", () => {
  const time = handTime();
  const [inside, outside] = [stand("thermostat"), stand("thermostat", { joins: false })];
  const warm = (device: Stand) => device.get("hvacThermostat", "localTemp");
  const life = startLife(time, () => [inside.device, outside.device], false);
  time.advance(60_000);
  assert.equal(warm(inside), 2010);
  life.on = true;
  time.advance(60_000);
  assert.notEqual(warm(inside), 2010);
  assert.equal(warm(outside), 2010);
  const now = warm(inside);
  life.on = false;
  time.advance(60_000);
  assert.equal(warm(inside), now);
});

test("a value set by hand stays for ten minutes, and changes by itself afterwards", () => {
  const held: [model: string, cluster: string, attribute: string, endpoint: number, value: number][] = [
    ["motion sensor", "msIlluminanceMeasurement", "measuredValue", 2, 7],
    ["metering plug", "haElectricalMeasurement", "activePower", 1, 2950],
    ["thermostat", "hvacThermostat", "localTemp", 1, 1750],
    ["climate sensor", "msTemperatureMeasurement", "measuredValue", 1, 4900],
  ];
  for (const [model, cluster, attribute, id, value] of held) {
    const one = stand(model);
    const endpoint = one.device.clusterEndpoints.get(id) ?? assert.fail(model);
    endpoint.set(cluster, { [attribute]: value });
    hold(endpoint, cluster, attribute);
    for (let second = 0; second < 600; second += 10) {
      simulate(one.device, 10);
      assert.equal(one.get(cluster, attribute, id), value, `${model} after ${second} s`);
      one.time.advance(10_000);
    }
    simulate(one.device, 10);
    assert.notEqual(one.get(cluster, attribute, id), value, `${model} lives again`);
  }
});

test("a power that was set by hand is drawn again when the plug was off meanwhile", () => {
  const plug = stand("metering plug");
  const endpoint = plug.device.clusterEndpoints.get(1) ?? assert.fail();
  const power = () => plug.get("haElectricalMeasurement", "activePower");
  endpoint.set("haElectricalMeasurement", { activePower: 2950 });
  hold(endpoint, "haElectricalMeasurement", "activePower");
  for (const [command, draws] of [
    ["off", 0],
    ["on", 2950],
  ] as const) {
    plug.ask({ cluster: "genOnOff", command });
    simulate(plug.device, 100);
    assert.equal(power(), draws, command);
  }
});

test("motion that was set by hand ends after the delay of its sensor, and nothing says that it stays; none of it stays", () => {
  const sensor = stand("motion sensor");
  const endpoint = sensor.device.clusterEndpoints.get(2) ?? assert.fail();
  const cluster = "msOccupancySensing";
  const turn = (occupancy: number) => {
    endpoint.set(cluster, { occupancy });
    hold(endpoint, cluster, "occupancy");
    return heldFor(endpoint, cluster, "occupancy");
  };
  assert.equal(turn(1), 0);
  sensor.time.advance(endpoint.get(cluster, "pirOToUDelay") * 1000);
  assert.equal(sensor.get(cluster, "occupancy", 2), 0);
  assert.equal(turn(0), 600_000);
});

test("a value that is held does not hold the others of its device", () => {
  const one = stand("climate sensor");
  const endpoint = one.device.clusterEndpoints.get(1) ?? assert.fail();
  hold(endpoint, "msTemperatureMeasurement", "measuredValue");
  const now = () => one.get("msRelativeHumidity", "measuredValue");
  const damp = now();
  for (let steps = 0; steps < 50 && now() === damp; steps += 1) simulate(one.device, 10); // a step may be none, or lead back
  assert.notEqual(now(), damp);
});
