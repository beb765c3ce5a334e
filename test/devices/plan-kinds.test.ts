/** What makes which resource, kind by kind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { planDevice, planSwitch } from "../../src/devices/plan.ts";
import type { Plan, PlannedResource } from "../../src/devices/plan-types.ts";
import type { Expose, Knowledge } from "../../src/model/radio.ts";
import { knownDevice } from "../support/converter-device.ts";
import { deviceFacts, type FactsGiven } from "../support/definitions.ts";

const numeric = (name: string, unit: string, more: Partial<Expose> = {}): Expose => ({
  ...{ type: "numeric", name, property: name, unit, access: 1 },
  ...more,
});
const binary = (name: string, more: Partial<Expose> = {}): Expose => ({
  ...{ type: "binary", name, property: name, access: 1, value_on: true, value_off: false },
  ...more,
});
const action = (...values: readonly string[]): Expose => ({
  type: "enum",
  name: "action",
  property: "action",
  access: 1,
  values,
});

function known(exposes: readonly Expose[], more: Partial<Knowledge> = {}): Knowledge {
  return { vendor: "V", model: "M", description: "", generated: false, options: [], endpoints: {}, exposes, ...more };
}

function plan(exposes: readonly Expose[], given: FactsGiven = {}, more: Partial<Knowledge> = {}): Plan {
  return planDevice(deviceFacts({ ...given, knowledge: known(exposes, more) }));
}

function named({ resources }: Plan): readonly string[] {
  return resources.map(({ type, uniqueid }) => `${type} ${uniqueid.slice(24)}`);
}

function only({ resources }: Plan, type: string): PlannedResource {
  const found = resources.filter((each) => each.type === type);
  assert.equal(found.length, 1, `${found.length} ${type}`);
  return found[0] as PlannedResource;
}

test("what a device has and never told is null; what it has not is not there", () => {
  const { state, config } = only(plan([binary("contact"), binary("tamper"), numeric("battery", "%")]), "ZHAOpenClose");
  assert.deepEqual(state, { open: null, tampered: null });
  assert.deepEqual(config, { on: true, battery: null });
});

test("members that clients expect are there, whatever the device tells", () => {
  assert.deepEqual(only(plan([numeric("voltage", "V")]), "ZHAPower").state, { voltage: null, power: null });
  const light = only(plan([numeric("illuminance", "lx")]), "ZHALightLevel");
  assert.deepEqual(Object.keys(light.state).toSorted(), ["dark", "daylight", "lightlevel", "lux"]);
  assert.deepEqual(light.config, { tholddark: 12_000, tholdoffset: 7_000, on: true });
});

test("a capability has the five members that clients take", () => {
  const { attr } = only(plan([numeric("pm25", "µg/m³")]), "ZHAParticulateMatter");
  assert.deepEqual(attr, {
    capabilities: { measured_value: { min: 0, max: 999, quantity: "density", substance: "PM2.5", unit: "ug/m^3" } },
  });
});

test("a battery is shown by every sensor, and is one itself where there is none", () => {
  const two = plan([numeric("temperature", "°C"), numeric("humidity", "%"), numeric("battery", "%")]);
  assert.deepEqual(named(two), ["ZHATemperature 01-0402", "ZHAHumidity 01-0405"]);
  assert.ok(two.resources.every(({ config }) => config.battery === null));
  const none = plan([{ type: "cover", features: [binary("state")] }, numeric("battery", "%"), binary("charging")]);
  assert.deepEqual(named(none), ["Window covering device 01", "ZHABattery 01-0001"]);
  assert.deepEqual(only(none, "ZHABattery").state, { battery: null, charging: null });
});

test("the millivolts of a battery are no mains", () => {
  const { coverage } = plan([numeric("voltage", "mV"), numeric("temperature", "°C")]);
  assert.deepEqual(coverage, { mapped: ["temperature"], ignored: ["voltage"], unmapped: [] });
});

test("phases live on endpoints that are not there; beside their sum the first comes last", () => {
  const phases = ["power_phase_a", "power_phase_b", "power_phase_c"].map((name) => numeric(name, "W"));
  assert.deepEqual(named(plan(phases)), ["ZHAPower 01-0b04", "ZHAPower 02-0b04", "ZHAPower 03-0b04"]);
  const all = plan([numeric("power", "W"), ...phases]);
  assert.deepEqual(named(all), ["ZHAPower 01-0b04", "ZHAPower 04-0b04", "ZHAPower 02-0b04", "ZHAPower 03-0b04"]);
  assert.deepEqual(
    all.resources.map(({ source }) => source),
    [1, 1, 1, 1],
  );
  assert.deepEqual(
    all.resources.map(({ links }) => links[0]?.property),
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

test("what only metering tells lives where the meter is, under the name of a power", () => {
  const endpoints = [
    { id: 1, inputs: [6] },
    { id: 3, inputs: [0x702] },
  ];
  const found = named(plan([numeric("power", "W"), numeric("energy", "kWh")], { endpoints }));
  assert.deepEqual(found, ["ZHAPower 03-0b04", "ZHAConsumption 03-0702"]);
});

test("the endpoint of Green Power is nobody's", () => {
  const endpoints = [{ id: 242, profile: 0xa1e0, inputs: [0x21] }, { id: 1 }];
  assert.deepEqual(named(plan([numeric("temperature", "°C")], { endpoints })), ["ZHATemperature 01-0402"]);
});

test("a switch is what its endpoint says, else what it can do", () => {
  const gang = (endpoint?: string): Expose => ({
    type: "switch",
    ...(endpoint ? { endpoint } : {}),
    features: [
      binary("state", {
        value_on: "ON",
        value_off: "OFF",
        access: 7,
        property: endpoint ? `state_${endpoint}` : "state",
      }),
    ],
  });
  const type = (exposes: readonly Expose[], device = 0) =>
    plan(exposes, { endpoints: [{ device }] }).resources[0]?.type;
  assert.equal(type([gang()]), "On/Off plug-in unit");
  assert.equal(type([gang(), numeric("power", "W")]), "Smart plug");
  assert.equal(type([gang("l1"), gang("l2")]), "On/Off output");
  assert.equal(type([gang()], 0x0100), "On/Off light");
  assert.equal(type([gang()], 0x0051), "Smart plug");
  assert.equal(type([gang("l1"), gang("l2")], 0x0051), "On/Off output");
  assert.equal(type([binary("state", { access: 3, value_on: "OPEN", value_off: "CLOSE" })]), "On/Off output");
});

test("a plug that dims is one", () => {
  const light: Expose = { type: "light", features: [binary("state"), numeric("brightness", "")] };
  const type = (device: number) => plan([light], { endpoints: [{ device }] }).resources[0]?.type;
  assert.deepEqual([type(0x0101), type(0x010b)], ["Dimmable light", "Dimmable plug-in unit"]);
});

test("a setting of one endpoint goes to what is there", () => {
  const gang = (endpoint: string): Expose => ({
    type: "switch",
    endpoint,
    features: [binary("state", { property: `state_${endpoint}` })],
  });
  const startup = (endpoint: string): Expose => ({
    ...{ type: "enum", name: "power_on_behavior", endpoint, property: `power_on_behavior_${endpoint}` },
    ...{ access: 7, values: ["on", "off"] },
  });
  const { resources } = plan([gang("l1"), gang("l2"), startup("l1"), startup("l2")]);
  assert.deepEqual(
    resources.map(({ links }) => links.map(({ property }) => property)),
    [
      ["state_l1", "power_on_behavior_l1"],
      ["state_l2", "power_on_behavior_l2"],
    ],
  );
});

test("how open a cover is, its position says best", () => {
  const position = numeric("position", "%", { access: 7 });
  const state: Expose = {
    type: "enum",
    name: "state",
    property: "state",
    access: 3,
    values: ["OPEN", "CLOSE", "STOP"],
  };
  const open = (features: readonly Expose[]) =>
    only(plan([{ type: "cover", features }]), "Window covering device")
      .links.filter(({ member }) => member === "open")
      .map(({ op, property }) => [op, property]);
  assert.deepEqual(open([state, position]), [
    ["openAbove0", "position"],
    ["opens", "state"],
  ]);
  assert.deepEqual(open([state]), [["is", "state"]]);
});

const LOCKS: readonly [on: unknown, off: unknown][] = [
  ["LOCK", "UNLOCK"],
  ["UNLOCK", "LOCK"], // some have it the wrong way round
  ["ON", "OFF"],
];
for (const [value_on, value_off] of LOCKS) {
  test(`a child lock of ${value_on} and ${value_off}`, () => {
    const lock = binary("child_lock", { value_on, value_off, access: 7 });
    const { links } = only(plan([numeric("temperature", "°C"), lock]), "ZHATemperature");
    const { on, off } = links.find(({ member }) => member === "locked") ?? {};
    assert.deepEqual([on, off], value_on === "UNLOCK" ? ["LOCK", "UNLOCK"] : [value_on, value_off]);
  });
}

test("a setting that is shown as a switch is none", () => {
  const climate: Expose = { type: "climate", features: [numeric("local_temperature", "°C")] };
  const window: Expose = { type: "switch", features: [binary("state", { property: "window_detection", access: 7 })] };
  const { resources } = plan([climate, window]);
  assert.equal(resources.length, 1);
  assert.equal(resources[0]?.config.windowopen_set, null);
});

test("what a colored light can", async () => {
  const { facts } = await knownDevice({ modelid: "LCT015", manufacturername: "Philips", colorcapabilities: 31 });
  const { attr, state } = only(planDevice(facts), "Extended color light");
  const { capabilities, ...rest } = attr as {
    capabilities: { alerts: string[]; color: { effects: string[]; modes: string[] } };
  };
  assert.deepEqual(rest, { hascolor: true, colorcapabilities: 31, ctmin: 153, ctmax: 500 });
  assert.deepEqual(capabilities.color.modes, ["ct", "effect", "hs", "xy"]);
  assert.deepEqual(capabilities.color.effects.slice(0, 3), ["none", "colorloop", "candle"]);
  assert.deepEqual(capabilities.alerts.slice(0, 5), ["none", "select", "lselect", "blink", "breathe"]);
  const told = { on: null, bri: null, ct: null, xy: null, hue: null, sat: null, colormode: null };
  assert.deepEqual(state, { ...told, alert: "none", effect: "none" });
});

test("a light that only dims has no colors", () => {
  const light: Expose = { type: "light", features: [binary("state"), numeric("brightness", "")] };
  const { attr, state } = only(plan([light]), "Dimmable light");
  assert.deepEqual(attr, { hascolor: false, capabilities: { alerts: ["none", "select", "lselect"] } });
  assert.deepEqual(state, { alert: "none", on: null, bri: null });
});

test("a device that counts its own offset says so", () => {
  const own = only(
    plan([numeric("temperature", "°C"), numeric("temperature_calibration", "°C", { access: 7 })]),
    "ZHATemperature",
  );
  assert.deepEqual([own.attr.calibrates, own.config.offset], [true, 0]);
  const ours = only(plan([numeric("temperature", "°C")]), "ZHATemperature");
  assert.deepEqual([ours.attr.calibrates, ours.config.offset], [undefined, 0]);
});

test("what an IAS zone says besides is read even when nobody announced it", () => {
  const { links, state } = only(plan([binary("contact")], { endpoints: [{ inputs: [0x500] }] }), "ZHAOpenClose");
  assert.deepEqual(
    links.map(({ property }) => property),
    ["contact", "battery_low", "tamper"],
  );
  assert.deepEqual(state, { open: null });
});

const ZONES: readonly [zone: number | undefined, type: string, member: string][] = [
  [0x000d, "ZHAPresence", "presence"],
  [0x0015, "ZHAOpenClose", "open"],
  [0x0028, "ZHAFire", "fire"],
  [0x002a, "ZHAWater", "water"],
  [0x002b, "ZHACarbonMonoxide", "carbonmonoxide"],
  [0x002d, "ZHAVibration", "vibration"],
  [0x0225, "ZHAAlarm", "alarm"],
  [undefined, "ZHAAlarm", "alarm"],
];
for (const [zone, type, member] of ZONES) {
  test(`an unknown zone of type ${zone}: ${type}`, () => {
    const endpoints = [{ inputs: [0, 0x500], ...(zone === undefined ? {} : { zone }) }];
    const { links, uniqueid } = only(planDevice(deviceFacts({ endpoints })), type);
    assert.match(uniqueid, /-01-0500$/);
    const alarms = links.filter((each) => each.member === member).map(({ property }) => property);
    assert.deepEqual(alarms, ["alarm_1", "alarm_2"]);
    const generated = plan([binary("alarm_1"), binary("alarm_2")], { endpoints }, { generated: true });
    assert.equal(only(generated, type).links.length >= 2, true);
  });
}

test("of a model that is known, the zone's type says nothing", () => {
  const endpoints = [{ inputs: [0, 0x500], zone: 0x0015 }];
  assert.deepEqual(named(plan([binary("alarm_1")], { endpoints })), ["ZHAAlarm 01-0500"]);
});

test("a blind's motor that can be switched is no light", () => {
  const facts = deviceFacts({ endpoints: [{ inputs: [6, 8, 0x102] }] });
  assert.deepEqual(named(planDevice(facts)), ["Window covering device 01"]);
});

test("a device that nobody knows is what its clusters are", () => {
  const facts = deviceFacts({
    endpoints: [
      { id: 1, device: 0x010d, inputs: [0, 3, 4, 5, 6, 8, 0x300, 0x402] },
      { id: 2, inputs: [0x402, 0x405, 0x400, 0x406, 0x403] },
      { id: 3, inputs: [0x201, 0x0b04, 0x0702] },
      { id: 4, inputs: [0x102], outputs: [6, 8] },
      { id: 242, profile: 0xa1e0, outputs: [0x21] },
    ],
    colorcapabilities: 31,
  });
  assert.deepEqual(named(planDevice(facts)).toSorted(), [
    ...["Extended color light 01", "Window covering device 04", "ZHAConsumption 03-0702"],
    ...[
      "ZHAHumidity 02-0405",
      "ZHALightLevel 02-0400",
      "ZHAPower 03-0b04",
      "ZHAPresence 02-0406",
      "ZHAPressure 02-0403",
    ],
    ...["ZHASwitch 04-0006", "ZHATemperature 01-0402", "ZHATemperature 02-0402", "ZHAThermostat 03-0201"],
  ]);
  const second = planDevice(facts).resources.find(({ uniqueid }) => uniqueid.endsWith("02-0402"));
  assert.equal(second?.links[0]?.property, "temperature_2");
});

test("a router with nothing else repeats; an end device with nothing is nothing", () => {
  assert.deepEqual(named(planDevice(deviceFacts({ kind: "router", endpoints: [{ id: 8 }] }))), ["Range extender 08"]);
  assert.deepEqual(named(planDevice(deviceFacts({ kind: "end-device" }))), []);
});

const REMOTES: readonly [about: string, given: FactsGiven, actions: readonly string[], resources: readonly string[]][] =
  [
    ["touchlink before on/off", { endpoints: [{ inputs: [0x1000], outputs: [6] }] }, ["on"], ["ZHASwitch 01-1000"]],
    [
      "on/off on the second endpoint",
      {
        endpoints: [
          { id: 1, inputs: [0] },
          { id: 2, outputs: [6] },
        ],
      },
      ["on"],
      ["ZHASwitch 02-0006"],
    ],
    [
      "Hue's own cluster",
      { manufacturername: "Philips", endpoints: [{ id: 2, inputs: [0xfc00], outputs: [6] }] },
      ["on_press"],
      ["ZHASwitch 02-fc00"],
    ],
    [
      "others have that cluster too",
      { manufacturername: "X", endpoints: [{ inputs: [0xfc00], outputs: [6] }] },
      ["on"],
      ["ZHASwitch 01-0006"],
    ],
    ["Green Power", { kind: "green-power", endpoints: [{ id: 242 }] }, ["press_1"], ["ZGPSwitch f2"]],
    [
      "a cube",
      { modelid: "lumi.sensor_cube", manufacturername: "LUMI" },
      ["shake", "rotate_left"],
      ["ZHASwitch 02-0012", "ZHASwitch 03-000c"],
    ],
    [
      "a dial",
      { endpoints: [{ outputs: [8] }] },
      ["rotate_left", "rotate_right"],
      ["ZHASwitch 01-0006", "ZHARelativeRotary 01-0008"],
    ],
    [
      "a model of which it is known that it is no dial",
      { modelid: "lumi.remote.b1acn01", manufacturername: "LUMI" },
      ["rotate_left"],
      ["ZHASwitch 01-0012"],
    ],
    [
      "Hue's dial",
      {
        modelid: "RDM002",
        manufacturername: "Signify Netherlands B.V.",
        endpoints: [{ inputs: [0xfc00] }, { id: 20 }],
      },
      ["dial_rotate_left_step"],
      ["ZHASwitch 01-fc00", "ZHARelativeRotary 14-fc00"],
    ],
  ];
for (const [about, given, actions, resources] of REMOTES) {
  test(`a remote: ${about}`, () => {
    const found = plan([action(...actions)], given);
    assert.deepEqual(named(found), resources);
    assert.ok(found.resources[0]?.buttons);
    assert.equal(found.resources[0]?.attr.mode, 1);
    assert.equal(found.resources[0]?.state.buttonevent, null);
  });
}

test("a keypad is no remote, and a lock's keys are no buttons", () => {
  const pad = plan([
    action("disarm", "arm_all_zones"),
    { type: "text", name: "action_code", property: "action_code", access: 1 },
  ]);
  assert.deepEqual(named(pad), ["ZHAAncillaryControl 01-0501"]);
  assert.deepEqual(pad.resources[0]?.state, { action: null, panel: null, seconds_remaining: 0 });
  const lock: Expose = {
    type: "lock",
    features: [
      binary("state"),
      { type: "enum", name: "lock_state", property: "lock_state", access: 1, values: ["locked"] },
    ],
  };
  assert.deepEqual(named(plan([lock, action("lock", "unlock")])), ["Door Lock 01", "ZHADoorLock 01-0101"]);
});

test("a remote that shows itself only when it speaks", () => {
  const facts = deviceFacts({ endpoints: [{ id: 1 }, { id: 3, outputs: [6] }], knowledge: known([]) });
  const { type, uniqueid, source } = planSwitch(facts);
  assert.deepEqual([type, uniqueid.slice(24), source], ["ZHASwitch", "03-0006", 3]);
});

test("known models keep their ids, also where nothing else would give them", async () => {
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

test("what both call the same stays so, whatever else is on that cluster", () => {
  const samjin = { modelid: "multi", manufacturername: "Samjin", endpoints: [{ inputs: [0x500, 0xfc02] }] };
  const found = named(plan([binary("vibration"), binary("contact")], samjin));
  assert.deepEqual(found, ["ZHAVibration 01-fc02", "ZHAOpenClose 01-0500"]);
});

test("a model is known also by the name that it was given", () => {
  const one = { modelid: "lumi.sensor_magnet.aq2", manufacturername: "", endpoints: [{ inputs: [0x500] }] };
  assert.deepEqual(named(plan([binary("contact")], one)), ["ZHAOpenClose 01-0006"]);
});

test("an option of the converters stands in for a member that the device has not", async () => {
  const { facts } = await knownDevice({ modelid: "lumi.sensor_motion.aq2", manufacturername: "LUMI" });
  const { links, config } = only(planDevice(facts), "ZHAPresence");
  assert.equal(links.find(({ member }) => member === "duration")?.option, true);
  assert.equal(config.duration, null);
});

test("a device that has it itself needs no option", () => {
  const timeout = numeric("occupancy_timeout", "s", { access: 7 });
  const { links } = only(plan([binary("occupancy"), timeout], {}, { options: [timeout] }), "ZHAPresence");
  assert.deepEqual(
    links.map(({ member }) => member),
    ["presence", "delay"],
  );
});
