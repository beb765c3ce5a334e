/** The white of a command to a group: which lamps one frame tells it, and in which words the others are told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ownValues, sharedBy } from "../../../src/devices/commands/group-whites.ts";
import type { Device } from "../../../src/devices/inventory/device-registry.ts";
import { planDevice } from "../../../src/devices/plan/planner.ts";
import { xyOfMired } from "../../../src/model/lights/color.ts";
import type { DeviceFacts } from "../../../src/model/radio/device-facts.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";
import { facts, LAMP, LIGHT, lamp, modelDefinition, whiteByColor } from "../home.ts";

const only = (...names: readonly string[]): DeviceFacts => {
  const features = LIGHT.features?.filter(({ name }) => names.includes(String(name))) ?? [];
  return facts(LAMP, { definition: modelDefinition([{ ...LIGHT, features }]) });
};

function member(of: DeviceFacts, optimistic: Values = {}) {
  const [planned] = planDevice(of).resources;
  assert.ok(planned);
  const resource = { address: "/lights/1", state: {} } as unknown as Resource;
  const device = { ieee: of.ieee, facts: of } as unknown as Device;
  return { device, deviceResource: { address: resource.address, planned }, resource, optimistic };
}

const KNOWING = member(lamp(), { ct: 300 });
const BULB = member(whiteByColor(), { ct: 300 });
const NARROW = member(whiteByColor(), { ct: 250 });
const COLORED = member(only("state", "brightness", "color_xy"));
const DIMMED = member(only("state", "brightness"));
const SPOT = xyOfMired(300);

type Member = typeof KNOWING;
const CASES: readonly [
  about: string,
  members: readonly Member[],
  told: Values,
  hears: readonly Member[],
  said: Values,
][] = [
  ["lamps that know whites, whatever is first", [BULB, KNOWING, COLORED], { ct: 300 }, [KNOWING], { ct: 300 }],
  [
    "a lamp that takes no white is told the rest",
    [DIMMED, BULB, KNOWING],
    { bri: 9, ct: 300 },
    [DIMMED, KNOWING],
    { bri: 9, ct: 300 },
  ],
  ["bulbs alike", [BULB, BULB], { ct: 300 }, [BULB, BULB], { ct: 300 }],
  ["the rest, where bulbs have other ends", [BULB, NARROW, DIMMED], { ct: 300 }, [DIMMED], { ct: 300 }],
  ["the rest, where some are told as bulbs and some as colors", [BULB, COLORED], { ct: 300 }, [], { ct: 300 }],
  ["lamps that know colors alone", [COLORED, DIMMED], { ct: 300 }, [COLORED, DIMMED], { xy: SPOT }],
  ["a step, which no bulb knows", [BULB, KNOWING], { ct_inc: 20 }, [KNOWING], { ct_inc: 20 }],
  ["a step for bulbs alone", [BULB, BULB], { ct_inc: 20 }, [BULB, BULB], { ct: 300 }],
  ["no white at all", [BULB, KNOWING, COLORED], { on: true }, [BULB, KNOWING, COLORED], { on: true }],
  ["none for anybody", [DIMMED], { ct: 300 }, [DIMMED], { ct: 300 }],
];

for (const [about, members, told, hears, said] of CASES) {
  test(`one frame for ${about}`, () => {
    const { hearers, values } = sharedBy(members, told);
    assert.equal(hearers.length, hears.length);
    assert.ok(hears.every((each) => hearers.includes(each)));
    assert.deepEqual(values, said);
  });
}

test("by itself each is told what it knows", () => {
  const told = { ct: 300, transitiontime: 4 };
  assert.deepEqual(ownValues(KNOWING, told), told);
  assert.deepEqual(ownValues(NARROW, told), { ct: 250, transitiontime: 4 });
  assert.deepEqual(ownValues(BULB, { ct_inc: 20 }), { ct: 300 });
  assert.deepEqual(ownValues(COLORED, told), { xy: SPOT, transitiontime: 4 });
  assert.deepEqual(ownValues(DIMMED, told), { transitiontime: 4 });
});
