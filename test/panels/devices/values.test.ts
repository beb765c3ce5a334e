/** Values of devices for people: units, words, colors, courses, the controls of exposes, bindings. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { clusterName, type keyOf, sourcesIn, targetName, targetsIn } from "../../../panels/devices/binding-targets.ts";
import type { HouseDevice, HouseResource } from "../../../panels/devices/house-devices.ts";
import {
  type ControlKind,
  canBeAsked,
  controlFor,
  type ExposedProperty,
  inOrder,
  labelOf,
  readList,
  valueText,
} from "../../../panels/devices/values/expose-types.ts";
import { displayUnitOf } from "../../../panels/devices/values/units.ts";
import { isTold, moodOf, sayMember, sayState, sayType, sayValue } from "../../../panels/devices/values/words.ts";
import { readNumber } from "../../../panels/texts.ts";
import {
  hexOfState,
  hexOfTurn,
  hexOfXy,
  hueOfRgb,
  rgbOfHex,
  turnOfRgb,
  xyOfHex,
} from "../../../src/model/lights/color.ts";
import type { Values } from "../../../src/model/resource.ts";
import { briOf, kelvinOf, miredOf, percentOf } from "../../../src/model/units.ts";
import { speakEnglish } from "../../support/speak.ts";

beforeEach(speakEnglish);

const part = (type: string, state: Values = {}, view: Values = {}): HouseResource => ({
  ...{ address: "/x/1", id: "1", type, view, state, config: {} },
  family: type.startsWith("ZHA") ? "sensors" : "lights",
});
const device = (...resources: HouseResource[]): HouseDevice => ({
  key: "k",
  name: "n",
  isVirtual: false,
  info: {},
  resources,
});

const values: [type: string, member: string, value: unknown, says: string][] = [
  ["ZHATemperature", "temperature", 2150, "21.5 °C"],
  ["ZHATemperature", "offset", -50, "-0.5 °C"],
  ["ZHAHumidity", "offset", 250, "2.5 %"],
  ["ZHAHumidity", "humidity", 4760, "47.6 %"],
  ["ZHAPower", "current", 261, "0.261 A"],
  ["ZHAConsumption", "consumption", 12_340, "12.34 kWh"],
  ["ZHALightLevel", "lightlevel", 20_001, "100 lx"],
  ["ZHALightLevel", "lightlevel", 65_535, "0 lx"],
  ["ZHAPresence", "presence", true, "motion"],
  ["ZHAOpenClose", "open", false, "closed"],
  ["ZHAWater", "tampered", true, "yes"],
  ["ZHASwitch", "buttonevent", null, "not known yet"],
  ["ZHASwitch", "lastupdated", "none", "never"],
  ["ZHADoorLock", "lockstate", "not fully locked", "not fully locked"],
  ["ZHAAirQuality", "airquality", "no such word", "no such word"],
  ["ZHAAncillaryControl", "panel", "armed_away", "armed away"],
  ["ZHAThermostat", "pending", ["heatsetpoint", "offset"], "Heat to and Offset"],
  ["Dimmable light", "bri", 1, "1 %"],
  ["Color temperature light", "ct", 366, "2,750 K"],
  ["Color light", "hue", 32_768, "180°"],
  ["Color light", "xy", [0.3, 0.4], "0.3 · 0.4"],
];
for (const [type, member, value, says] of values)
  test(`${type} ${member} ${JSON.stringify(value)} is "${says}"`, () =>
    assert.equal(sayValue(part(type), member, value), says));

test("the unit of a measured value comes from its sensor", () => {
  const view = { capabilities: { measured_value: { unit: "ppm" } } };
  assert.equal(sayValue(part("ZHACarbonDioxide", {}, view), "measured_value", 612), "612 ppm");
  assert.equal(sayValue(part("ZHACarbonDioxide"), "measured_value", 612), "612");
});

test("a typed value becomes the value that the API takes", () => {
  const api = (type: string, member: string, value: number) => displayUnitOf(part(type), member).toApi(value);
  assert.deepEqual(
    [api("ZHAThermostat", "heatsetpoint", 21.5), api("ZHATemperature", "offset", -0.3), api("x", "duration", 90)],
    [2150, -30, 90],
  );
  assert.deepEqual([api("ZHALightLevel", "tholddark", 100), api("ZHALightLevel", "tholddark", 0)], [20_001, 0]);
});

test("brightness and white there and back; a light that is on is never 0 %", () => {
  assert.deepEqual(
    [percentOf(0), percentOf(1), percentOf(254), briOf(0), briOf(1), briOf(100)],
    [0, 1, 100, 0, 3, 254],
  );
  for (let percent = 0; percent <= 100; percent++) assert.equal(percentOf(briOf(percent)), percent);
  assert.deepEqual([kelvinOf(153), miredOf(6536), kelvinOf(0), miredOf(0)], [6536, 153, 0, 0]);
});

test("members and types have names, and unknown ones their own", () => {
  assert.deepEqual(
    [sayMember("on/startup"), sayMember("lowbattery"), sayMember("brand_new"), sayMember("a/b")],
    ["When power comes back", "Battery low", "brand new", "a · b"],
  );
  assert.deepEqual([sayMember("on", "state"), sayMember("on", "config")], ["On", "Sensor in use"]);
  assert.deepEqual(
    [sayType("ZHATemperature"), sayType("On/Off light"), sayType("CLIPGenericFlag"), sayType("ZHANew")],
    ["Temperature", "Lamp", "Virtual flag", "New"],
  );
});

const states: [parts: HouseResource[], says: string][] = [
  [[part("Dimmable light", { on: true, bri: 127 })], "50 %"],
  [[part("Dimmable light", { on: false, bri: 127 })], "off"],
  [[part("Smart plug", { on: true }), part("ZHAPower", { power: 60 })], "on"],
  [[part("Window covering device", { lift: 30, open: true })], "30 % closed"],
  [[part("Window covering device", { lift: 100, open: false })], "closed"],
  [[part("Door Lock", { on: true })], "locked"],
  [[part("Warning device", { alert: "none" }), part("ZHAFire", { fire: true })], "fire!"],
  [[part("ZHATemperature", { temperature: 2080 }), part("ZHAHumidity", { humidity: 5120 })], "20.8 °C · 51 %"],
  [[part("ZHATemperature", { temperature: 2100 })], "21.0 °C"],
  [[part("ZHATemperature", { temperature: 2080 }), part("ZHAPresence", { presence: false })], "no motion"],
  [[part("ZHASwitch", { buttonevent: 1002 })], ""],
  [[part("Dimmable light", { on: null })], ""],
  [[], ""],
];
for (const [parts, says] of states)
  test(`${parts.map(({ type, state }) => `${type} ${JSON.stringify(state)}`).join(" and ")}: "${says}"`, () =>
    assert.equal(sayState(device(...parts)), says));

test("a value that a virtual sensor was not told yet is not said as if it were so", () => {
  const told = (lastupdated: string) => {
    const sensor: HouseResource = { ...part("CLIPTemperature", { temperature: 0, lastupdated }), family: "sensors" };
    return sayState({ ...device(sensor), isVirtual: true });
  };
  assert.equal(told("none"), "no value yet");
  assert.equal(told("2026-03-01T12:00:00.000"), "0.0 °C");
  assert.equal(sayState(device(part("ZHASwitch", { lastupdated: "none" }))), "");
  const state = { temperature: 0, lastupdated: "none" };
  assert.deepEqual([isTold({ state }, "temperature"), isTold({ state }, "lastupdated")], [false, true]);
  assert.equal(isTold({ state: { ...state, lastupdated: "2026-03-01T12:00:00.000" } }, "temperature"), true);
});

test("a light that is on is lit, an alarm is alarmed; a locked door is neither", () => {
  assert.equal(moodOf(device(part("Dimmable light", { on: true }))), "lit");
  assert.equal(moodOf(device(part("Dimmable light", { on: true }), part("ZHAWater", { water: true }))), "alarmed");
  assert.equal(moodOf(device(part("Door Lock", { on: true }))), "calm");
  assert.equal(moodOf(device(part("Window covering device", { on: true }))), "calm");
});

for (const hex of ["#ff0000", "#00ff00", "#0000ff", "#ff8800", "#ffffff", "#80ffcc"]) {
  test(`${hex} comes back from the coordinates of lamps, and from the color wheel`, () => {
    const near = (other: string) =>
      [1, 3, 5].every((at) => {
        const [one, two] = [hex, other].map((text) => Number.parseInt(text.slice(at, at + 2), 16));
        return Math.abs((one ?? 0) - (two ?? 0)) <= 3;
      });
    assert.ok(near(hexOfXy(xyOfHex(hex))), hexOfXy(xyOfHex(hex)));
    const { turn, saturation } = turnOfRgb(rgbOfHex(hex));
    assert.ok(near(hexOfTurn(turn, saturation)), hexOfTurn(turn, saturation));
  });
}

test("a lamp's color, however it tells it", () => {
  assert.equal(hexOfState({ xy: [0.64, 0.33], hue: 30_000, sat: 254 }), hexOfXy([0.64, 0.33]));
  assert.equal(hexOfState({ hue: 0, sat: 254 }), "#ff0000");
  assert.equal(hexOfState({ xy: [null, null] }), "#ffffff");
  assert.deepEqual(hueOfRgb(rgbOfHex("#00ff00")), { hue: 21_845, sat: 254 });
  assert.deepEqual(xyOfHex("#000000"), [0.3127, 0.329]);
  assert.match(hexOfXy([0, 0]), /^#[0-9a-f]{6}$/);
});

const controls: [what: string, expose: ExposedProperty, control: ControlKind][] = [
  ["only shown", { type: "numeric", access: 1 }, "none"],
  ["a switch", { type: "binary", access: 7, value_on: "ON", value_off: "OFF" }, "switch"],
  ["with ends", { type: "numeric", access: 7, value_min: 0, value_max: 254 }, "slider"],
  ["with fine steps", { type: "numeric", access: 7, value_min: 5, value_max: 30, value_step: 0.5 }, "slider"],
  ["with ends too far apart", { type: "numeric", access: 7, value_min: 0, value_max: 65_535 }, "number"],
  ["with one end", { type: "numeric", access: 2, value_min: 0 }, "number"],
  ["words", { type: "enum", access: 7, values: ["off", "on"] }, "choice"],
  ["actions", { type: "enum", access: 2, values: ["blink", "okay"] }, "actions"],
  ["many deeds", { type: "enum", access: 2, values: [..."abcdefgh"] }, "choice"],
  ["words of an option", { type: "enum", access: 2, values: ["a", "b"], option: true }, "choice"],
  ["a text", { type: "text", access: 3 }, "text"],
  ["a list", { type: "list", access: 2 }, "list"],
  ["a color", { type: "composite", name: "color_xy", access: 7, features: [{ type: "numeric" }] }, "color"],
  ["composite", { type: "composite", name: "warning", access: 2, features: [{ type: "enum" }] }, "composite"],
  ["nothing known", { type: "climate", access: 7 }, "none"],
];
for (const [what, expose, control] of controls)
  test(`${what}: ${control}`, () => assert.equal(controlFor(expose), control));

test("labels, values, and the properties that can be asked", () => {
  assert.equal(labelOf({ type: "x", property: "color_temp" }), "Color temp");
  assert.equal(labelOf({ type: "x", label: "State", endpoint: "left" }), "State (left)");
  assert.equal(labelOf({ type: "x", label: "State left", endpoint: "left" }), "State left");
  assert.deepEqual(
    [valueText(21.5, "°C"), valueText(null, "°C"), valueText({ x: 1 }, "°C")],
    ["21.5 °C", "", '{"x":1}'],
  );
  assert.equal(canBeAsked({ type: "numeric", access: 5 }), true);
  assert.equal(canBeAsked({ type: "numeric", access: 5, option: true }), false);
});

test("lists as people type them", () => {
  const number = { type: "numeric" };
  assert.deepEqual(readList("10, 60", number), [10, 60]);
  assert.deepEqual(readList("[10, 60]", number), [10, 60]);
  assert.deepEqual(readList("a; b", { type: "text" }), ["a", "b"]);
  assert.deepEqual(readList(" ", number), []);
  assert.deepEqual(
    [readList("10,,60", number), readList("ten", number), readList("[10", number)],
    [undefined, undefined, undefined],
  );
  assert.deepEqual(
    [readNumber("1,5"), readNumber(""), readNumber("x"), readNumber("-2")],
    [1.5, undefined, undefined, -2],
  );
});

test("the properties of the device stand apart from its reading options, those for daily use before those for setup", () => {
  const { own, options } = inOrder({
    precision: { type: "numeric", option: true },
    battery: { type: "numeric", category: "diagnostic" },
    state: { type: "binary" },
  });
  assert.deepEqual([own.map(([name]) => name), options.map(([name]) => name)], [["state", "battery"], ["precision"]]);
});

test("clusters to bind: those that send first, those without use not at all", () => {
  const sources = sourcesIn({
    1: {
      inputs: ["Basic", "Power configuration", "On/off", "Scenes", "0xfc03"],
      outputs: ["Groups", "On/off", "OTA upgrade"],
    },
    2: { inputs: ["Temperature measurement"], outputs: [] },
  });
  assert.deepEqual(
    sources.map(({ endpoint, cluster, sends }) => [endpoint, cluster, sends]),
    [
      [1, "genOnOff", true],
      [1, "genPowerCfg", false],
      [1, "0xfc03", false],
      [2, "msTemperatureMeasurement", false],
    ],
  );
  assert.deepEqual(sourcesIn({}), []);
  assert.deepEqual([clusterName("genOnOff"), clusterName("manuSpecificX")], ["On/off", "manuSpecificX"]);
});

test("a device or group that it can be bound to has a name, and an unknown one an address", () => {
  const mac = "00:00:00:00:00:00:00:01";
  const house = {
    devices: { [mac]: { name: "Lamp device" } },
    lights: { 1: { name: "Lamp", uniqueid: `${mac}-0b` } },
    sensors: {},
    groups: { 3: { name: "Hall" } },
  };
  const places = targetsIn(house, "00:00:00:00:00:00:00:ff", "the gateway");
  assert.deepEqual(
    places.map(({ name, key }) => [name, key]),
    [
      ["the gateway", "00:00:00:00:00:00:00:ff/1"],
      ["Hall", "group 3"],
      ["Lamp", `${mac}/11`],
    ],
  );
  const name = (target: Parameters<typeof keyOf>[0]) => targetName(target, places, house.devices);
  assert.deepEqual(
    [
      name({ group: "3" }),
      name({ uniqueid: mac, endpoint: 11 }),
      name({ uniqueid: mac, endpoint: 242 }),
      name({ group: "9" }),
    ],
    ["Hall", "Lamp", "Lamp device", "9"],
  );
  assert.equal(targetsIn(house, "", "the gateway").length, 2, "while the stick is not up nobody knows its address");
});
