/** The house by rooms, as Home shows it: what stands where, in which order, and what is not worth a place. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { devicesIn } from "../../../panels/devices/house-devices.ts";
import { homeSections, inColumns, isSilent, scenesIn, wholeSection } from "../../../panels/home/sections.ts";
import { readHouse } from "../../../panels/house.ts";
import type { Values } from "../../../src/model/resource.ts";

const mac = (last: string) => `00:00:00:00:00:00:00:${last}`;
const light = (
  last: string,
  name: string,
  type = "Dimmable light",
  state: Values = { on: false, bri: 1 },
  end = "01",
) => ({
  ...{ name, type, uniqueid: `${mac(last)}-${end}` },
  ...{ state: { reachable: true, ...state }, config: {} },
});
const sensor = (last: string, name: string, type: string, state: Values = {}) => ({
  ...{ name, type, uniqueid: `${mac(last)}-02-0400`, state, config: { reachable: true } },
});
const DEVICES = ["01", "02", "03", "04", "05", "06", "07", "08"];
const HOUSE = readHouse({
  devices: Object.fromEntries(DEVICES.map((last) => [mac(last), { uniqueid: mac(last) }])),
  lights: {
    1: light("01", "Zeta"),
    2: light("02", "Double left", "On/Off plug-in unit", { on: true }, "01"),
    3: light("02", "Double right", "On/Off plug-in unit", { on: false }, "02"),
    4: light("03", "Blind", "Window covering device", { on: true, open: false }),
    5: light("04", "Alpha", "Extended color light", { on: true }),
  },
  sensors: {
    1: sensor("02", "Power", "ZHAPower", { power: 23 }),
    2: sensor("05", "Climate", "ZHATemperature", { temperature: 2140 }),
    3: sensor("06", "Door", "ZHAOpenClose", { open: true }),
    4: sensor("07", "Remote", "ZHASwitch"),
    5: sensor("08", "Radiator", "ZHAThermostat"),
    6: { name: "Guests", type: "CLIPGenericFlag", uniqueid: "guests", state: { flag: true }, config: {} },
  },
  groups: {
    1: { name: "Kitchen", type: "Room", lights: ["1", "2", "4"], scenes: [] },
    2: { name: "Downstairs", type: "LightGroup", lights: ["1", "5"], scenes: [{ id: "2", name: "Night" }] },
    3: { name: "Attic", type: "Room", lights: [], scenes: [] },
    4: { name: "Of a remote", type: "LightGroup", lights: [], devicemembership: ["4"], scenes: [] },
  },
  resourcelinks: {
    1: {
      ...{ classid: 27_110, description: "sensors of a room" },
      links: ["/groups/1", "/sensors/2", "/sensors/3", "/sensors/4"],
    },
  },
});
const devices = devicesIn(HOUSE);
const sections = homeSections(devices, HOUSE);
const named = (name: string | undefined) => {
  const found = sections.find(({ room }) => room?.name === name);
  assert.ok(found, name);
  return found;
};
const handled = (name: string | undefined) => named(name).handled.map(({ resource }) => resource.view.name);

test("rooms by their names, then groups with lights, then what is in none", () => {
  assert.deepEqual(
    sections.map(({ room }) => room?.name),
    ["Attic", "Kitchen", "Downstairs", undefined],
  );
});

test("each light of a double plug stands where it is; lights come before what moves", () => {
  assert.deepEqual(handled("Kitchen"), ["Zeta", "Double left", "Blind"]);
  assert.deepEqual(handled(undefined), ["Double right", "Radiator"]);
});

test("a lamp that is in a room is not shown in its groups again; one that is only in a group is there", () => {
  assert.deepEqual(handled("Downstairs"), ["Alpha"]);
});

test("the page of a group has also those that Home shows in their rooms", () => {
  const whole = wholeSection(named("Downstairs"), devices);
  assert.deepEqual(whole.handled.map(({ resource }) => resource.view.name).sort(), ["Alpha", "Zeta"]);
});

test("sensors are told in the room of their resourcelink, thermometers apart; a plug tells its power itself", () => {
  const { climate, readings } = named("Kitchen");
  assert.deepEqual(
    [climate, readings].map((all) => all.map(({ device }) => device.name)),
    [["Climate"], ["Door"]],
  );
});

test("remotes and virtual sensors have no place of their own", () => {
  const told = sections.flatMap(({ readings }) => readings.map(({ device }) => device.name));
  assert.deepEqual(told, ["Door"]);
  assert.deepEqual(
    devices.filter(isSilent).map(({ name }) => name),
    ["Remote"],
  );
});

test("a room is on while something is that its group switches: no blind", () => {
  assert.deepEqual([named("Kitchen").isAnyOn, named("Kitchen").canSwitch], [true, true]);
  const off = {
    ...HOUSE,
    lights: { ...HOUSE.lights, 2: light("02", "Double left", "On/Off plug-in unit", { on: false }) },
  };
  const kitchen = homeSections(devicesIn(off), off).find(({ room }) => room?.name === "Kitchen");
  assert.equal(kitchen?.isAnyOn, false);
  assert.equal(named("Attic").canSwitch, false);
});

test("rooms stand in columns of about one height, the first on top; in a narrow place below each other", () => {
  const names = (width: number) =>
    inColumns(sections, width).map((column) => column.map(({ room }) => room?.name ?? "none"));
  assert.deepEqual(names(280), [["Attic", "Kitchen", "Downstairs", "none"]]);
  assert.deepEqual(names(640), [["Attic", "Downstairs", "none"], ["Kitchen"]]);
  assert.equal(inColumns(sections, 4_000).length, 4);
  assert.deepEqual(inColumns([], 640), [[]]);
});

test("scenes by their names", () => {
  assert.deepEqual(named("Downstairs").scenes, [{ id: "2", name: "Night" }]);
  const scenes = [
    { id: "1", name: "B" },
    { id: "7", name: "a" },
  ];
  assert.deepEqual(
    scenesIn({ scenes }).map(({ id }) => id),
    ["7", "1"],
  );
  assert.deepEqual(scenesIn(undefined), []);
});
