/** Devices without a converter: their standard clusters, and the types of their IAS zones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import { deviceFacts } from "../../support/definitions.ts";
import { binary, named, only, plan } from "../../support/planned.ts";

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
    const { mappings, uniqueid } = only(planDevice(deviceFacts({ endpoints })), type);
    assert.match(uniqueid, /-01-0500$/);
    const alarms = mappings.filter((each) => each.member === member).map(({ property }) => property);
    assert.deepEqual(alarms, ["alarm_1", "alarm_2"]);
    const generated = plan([binary("alarm_1"), binary("alarm_2")], { endpoints }, { generated: true });
    assert.equal(only(generated, type).mappings.length >= 2, true);
  });
}

test("the zone type of a model with a converter does not count", () => {
  const endpoints = [{ inputs: [0, 0x500], zone: 0x0015 }];
  assert.deepEqual(named(plan([binary("alarm_1")], { endpoints })), ["ZHAAlarm 01-0500"]);
});

test("a cover with an on/off cluster is no light", () => {
  const facts = deviceFacts({ endpoints: [{ inputs: [6, 8, 0x102] }] });
  assert.deepEqual(named(planDevice(facts)), ["Window covering device 01"]);
});

test("a device without a converter is planned by its clusters", () => {
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
  assert.equal(second?.mappings[0]?.property, "temperature_2");
});

test("a router without clusters is a range extender; an end device without clusters is nothing", () => {
  assert.deepEqual(named(planDevice(deviceFacts({ kind: "router", endpoints: [{ id: 8 }] }))), ["Range extender 08"]);
  assert.deepEqual(named(planDevice(deviceFacts({ kind: "end-device" }))), []);
});
