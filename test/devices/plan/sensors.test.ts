/** Plans of sensors: their types, members and endpoints. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import type { Expose } from "../../../src/model/radio/device-facts.ts";
import { knownDevice } from "../../support/converter-device.ts";
import type { FactsGiven } from "../../support/definitions.ts";
import { binary, named, numeric, only, plan } from "../../support/planned.ts";

test("a member without a value is null; a member that the device lacks is absent", () => {
  const { state, config } = only(plan([binary("contact"), binary("tamper"), numeric("battery", "%")]), "ZHAOpenClose");
  assert.deepEqual(state, { open: null, tampered: null });
  assert.deepEqual(config, { on: true, battery: null });
});

test("members that clients expect are there, also without a report of the device", () => {
  assert.deepEqual(only(plan([numeric("voltage", "V")]), "ZHAPower").state, { voltage: null, power: null });
  const light = only(plan([numeric("illuminance", "lx")]), "ZHALightLevel");
  assert.deepEqual(Object.keys(light.state).toSorted(), ["dark", "daylight", "lightlevel", "lux"]);
  assert.deepEqual(light.config, { tholddark: 12_000, tholdoffset: 7_000, on: true });
});

test("a capability has the five members that clients need", () => {
  const { attr } = only(plan([numeric("pm25", "µg/m³")]), "ZHAParticulateMatter");
  assert.deepEqual(attr, {
    capabilities: { measured_value: { min: 0, max: 999, quantity: "density", substance: "PM2.5", unit: "ug/m^3" } },
  });
});

test("every sensor shows the battery; a device without sensors has a battery sensor", () => {
  const two = plan([numeric("temperature", "°C"), numeric("humidity", "%"), numeric("battery", "%")]);
  assert.deepEqual(named(two), ["ZHATemperature 01-0402", "ZHAHumidity 01-0405"]);
  assert.ok(two.resources.every(({ config }) => config.battery === null));
  const none = plan([{ type: "cover", features: [binary("state")] }, numeric("battery", "%"), binary("charging")]);
  assert.deepEqual(named(none), ["Window covering device 01", "ZHABattery 01-0001"]);
  assert.deepEqual(only(none, "ZHABattery").state, { battery: null, charging: null });
});

test("the voltage of a battery is no mains voltage", () => {
  const { coverage } = plan([numeric("voltage", "mV"), numeric("temperature", "°C")]);
  assert.deepEqual(coverage, { mapped: ["temperature"], ignored: ["voltage"], unmapped: [] });
});

test("phases are on virtual endpoints; beside their sum the first phase comes last", () => {
  const phases = ["power_phase_a", "power_phase_b", "power_phase_c"].map((name) => numeric(name, "W"));
  assert.deepEqual(named(plan(phases)), ["ZHAPower 01-0b04", "ZHAPower 02-0b04", "ZHAPower 03-0b04"]);
  const all = plan([numeric("power", "W"), ...phases]);
  assert.deepEqual(named(all), ["ZHAPower 01-0b04", "ZHAPower 04-0b04", "ZHAPower 02-0b04", "ZHAPower 03-0b04"]);
  assert.deepEqual(
    all.resources.map(({ source }) => source),
    [1, 1, 1, 1],
  );
  assert.deepEqual(
    all.resources.map(({ mappings }) => mappings[0]?.property),
    ["power", "power_phase_a", "power_phase_b", "power_phase_c"],
  );
});

test("a second probe is a second sensor; alone it is the first", () => {
  const both = plan([numeric("temperature", "°C"), numeric("external_temperature", "°C")]);
  assert.deepEqual(named(both), ["ZHATemperature 01-0402", "ZHATemperature 02-0402"]);
  assert.deepEqual(named(plan([numeric("external_temperature", "°C")])), ["ZHATemperature 01-0402"]);
});

test("endpoints: by name, by number, by cluster; names of the same endpoint get the next numbers", () => {
  const at = (endpoint: string) => numeric("temperature", "°C", { endpoint, property: `temperature_${endpoint}` });
  const endpoints = [{ id: 1 }, { id: 38, inputs: [0x402] }];
  const tail = (exposes: readonly Expose[], names = {}) => named(plan(exposes, { endpoints }, { endpoints: names }));
  assert.deepEqual(tail([at("probe")], { probe: 9 }), ["ZHATemperature 09-0402"]);
  assert.deepEqual(tail([at("38")]), ["ZHATemperature 26-0402"]);
  assert.deepEqual(tail([at("unheard")]), ["ZHATemperature 26-0402"]);
  assert.deepEqual(tail([at("l1"), at("l2")], { l1: 1, l2: 1 }), ["ZHATemperature 01-0402", "ZHATemperature 02-0402"]);
});

test("power that only the metering cluster reports is on the endpoint of the meter", () => {
  const endpoints = [
    { id: 1, inputs: [6] },
    { id: 3, inputs: [0x702] },
  ];
  const found = named(plan([numeric("power", "W"), numeric("energy", "kWh")], { endpoints }));
  assert.deepEqual(found, ["ZHAPower 03-0b04", "ZHAConsumption 03-0702"]);
});

test("no resource is on the endpoint of Green Power", () => {
  const endpoints = [{ id: 242, profile: 0xa1e0, inputs: [0x21] }, { id: 1 }];
  assert.deepEqual(named(plan([numeric("temperature", "°C")], { endpoints })), ["ZHATemperature 01-0402"]);
});

const LOCKS: readonly [on: unknown, off: unknown][] = [
  ["LOCK", "UNLOCK"],
  ["UNLOCK", "LOCK"], // some have it the wrong way round
  ["ON", "OFF"],
];
for (const [value_on, value_off] of LOCKS) {
  test(`a child lock of ${value_on} and ${value_off}`, () => {
    const lock = binary("child_lock", { value_on, value_off, access: 7 });
    const { mappings } = only(plan([numeric("temperature", "°C"), lock]), "ZHATemperature");
    const { valueOn, valueOff } = mappings.find(({ member }) => member === "locked") ?? {};
    assert.deepEqual([valueOn, valueOff], value_on === "UNLOCK" ? ["LOCK", "UNLOCK"] : [value_on, value_off]);
  });
}

test("a setting that is exposed as a switch is no switch", () => {
  const climate: Expose = { type: "climate", features: [numeric("local_temperature", "°C")] };
  const window: Expose = { type: "switch", features: [binary("state", { property: "window_detection", access: 7 })] };
  const { resources } = plan([climate, window]);
  assert.equal(resources.length, 1);
  assert.equal(resources[0]?.config.windowopen_set, null);
});

test("a device that applies its own offset is marked", () => {
  const own = only(
    plan([numeric("temperature", "°C"), numeric("temperature_calibration", "°C", { access: 7 })]),
    "ZHATemperature",
  );
  assert.deepEqual([own.attr.calibrates, own.config.offset], [true, 0]);
  const ours = only(plan([numeric("temperature", "°C")]), "ZHATemperature");
  assert.deepEqual([ours.attr.calibrates, ours.config.offset], [undefined, 0]);
});

test("the flags of an IAS zone are read even without an expose", () => {
  const { mappings, state } = only(plan([binary("contact")], { endpoints: [{ inputs: [0x500] }] }), "ZHAOpenClose");
  assert.deepEqual(
    mappings.map(({ property }) => property),
    ["contact", "battery_low", "tamper"],
  );
  assert.deepEqual(state, { open: null });
});

test("models of the catalog have its unique ids", async () => {
  const cases: readonly [maker: string, modelid: string, endpoints: FactsGiven["endpoints"], ids: readonly string[]][] =
    [
      ["LUMI", "lumi.sensor_natgas", [{ inputs: [0x500] }], ["ZHACarbonMonoxide 01-0500"]],
      ["LUMI", "lumi.sensor_cube.aqgl01", [{}, { id: 2 }, { id: 3 }], ["ZHASwitch 02-0012", "ZHASwitch 03-000c"]],
      [
        "IKEA of Sweden",
        "STARKVIND Air purifier",
        [{ inputs: [0xfc7d] }],
        ["ZHAAirPurifier 01-fc7d", "ZHAParticulateMatter 01-042a"],
      ],
      [
        "Samjin",
        "multi",
        [{ inputs: [0x500, 0x402, 0xfc02] }],
        ["ZHAOpenClose 01-0500", "ZHAVibration 01-fc02", "ZHATemperature 01-0402"],
      ],
      ["Third Reality, Inc", "3RSNL02043Z", [{}], ["Color light 01", "ZHAPresence 01-fc00", "ZHALightLevel 01-0400"]],
    ];
  for (const [manufacturername, modelid, endpoints, ids] of cases) {
    const { facts } = await knownDevice({ manufacturername, modelid, ...(endpoints ? { endpoints } : {}) });
    const found = named(planDevice(facts));
    for (const id of ids) assert.ok(found.includes(id), `${modelid}: ${id} not in ${found}`);
  }
});

test("a type that both have stays, also beside another on its cluster", () => {
  const samjin = { modelid: "multi", manufacturername: "Samjin", endpoints: [{ inputs: [0x500, 0xfc02] }] };
  const found = named(plan([binary("vibration"), binary("contact")], samjin));
  assert.deepEqual(found, ["ZHAVibration 01-fc02", "ZHAOpenClose 01-0500"]);
});

test("the catalog also knows a model by the name that deCONZ gives it", () => {
  const one = { modelid: "lumi.sensor_magnet.aq2", manufacturername: "", endpoints: [{ inputs: [0x500] }] };
  assert.deepEqual(named(plan([binary("contact")], one)), ["ZHAOpenClose 01-0006"]);
});

test("an option of the converters stands in for a setting that the device lacks", async () => {
  const { facts } = await knownDevice({ modelid: "lumi.sensor_motion.aq2", manufacturername: "LUMI" });
  const { mappings, config } = only(planDevice(facts), "ZHAPresence");
  assert.equal(mappings.find(({ member }) => member === "duration")?.option, true);
  assert.equal(config.duration, null);
});

test("a device with the setting needs no option", () => {
  const timeout = numeric("occupancy_timeout", "s", { access: 7 });
  const { mappings } = only(plan([binary("occupancy"), timeout], {}, { options: [timeout] }), "ZHAPresence");
  assert.deepEqual(
    mappings.map(({ member }) => member),
    ["presence", "delay"],
  );
});
