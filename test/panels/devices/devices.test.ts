/** The list of devices: the resources of each device, its kind, its room, how it is found. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bars,
  deviceReach,
  isUnexplained,
  lastSeen,
  linkQuality,
  powerOf,
} from "../../../panels/devices/availability.ts";
import { batteryDevices, levelOf } from "../../../panels/devices/batteries/battery-rows.ts";
import { devicesIn, flat, type HouseDevice, renamings } from "../../../panels/devices/house-devices.ts";
import { kindOf } from "../../../panels/devices/kinds.ts";
import {
  isFound,
  isOutlived,
  type ListTexts,
  type ListView,
  listedDevice,
  listRows,
  WHOLE_LIST,
  wholeList,
} from "../../../panels/devices/list-rows.ts";
import { linkedRoom, memberCommands, type RoomOrGroup, roomFinder, roomsIn } from "../../../panels/devices/rooms.ts";
import { readHouse } from "../../../panels/house.ts";
import { sorted } from "../../../panels/widgets/rows.ts";
import type { Values } from "../../../src/model/resource.ts";
import { batteryLevel } from "../../../src/model/sensors/batteries.ts";
import type { KindOfDevice } from "../../../src/model/sensors/sensor-fields.ts";
import { speakEnglish } from "../../support/speak.ts";

const mac = (last: string) => `00:00:00:00:00:00:00:${last}`;
const light = (last: string, name: string, type = "Dimmable light", more: Values = {}) => ({
  ...{ name, type, uniqueid: `${mac(last)}-01` },
  ...{ state: { on: true, bri: 100, reachable: true }, config: { groups: ["0"], on: { startup: 1 } }, ...more },
});
const sensor = (last: string, name: string, type: string, more: Values = {}) => ({
  ...{ name, type, uniqueid: `${mac(last)}-02-0400` },
  ...{ state: {}, config: { reachable: true }, ...more },
});
const HOUSE = readHouse({
  devices: {
    [mac("01")]: { uniqueid: mac("01"), name: "Lamp", vendor: "IKEA", productname: "TRADFRI bulb", linkquality: 200 },
    [mac("02")]: { uniqueid: mac("02"), name: "Motion", sleepy: true, lastseen: "2026-03-01T12:00Z" },
    [mac("03")]: { uniqueid: mac("03"), productname: "Something new" },
    [mac("04")]: { uniqueid: mac("04"), name: "Remote", sleepy: true },
  },
  lights: { 1: light("01", "Lamp"), 2: light("09", "Left behind") },
  sensors: {
    1: sensor("01", "Power 1", "ZHAPower"),
    2: sensor("02", "Temperature 2", "ZHATemperature", { config: { reachable: true, battery: 60 } }),
    3: sensor("02", "Presence 3", "ZHAPresence", { config: { reachable: true, battery: 55 } }),
    4: sensor("04", "Switch 4", "ZHASwitch"),
    5: { name: "Guests", type: "CLIPPresence", uniqueid: "guests", state: { presence: false }, config: {} },
    6: { name: "Sky", type: "Daylight", uniqueid: `${mac("ff")}-01`, state: {}, config: {} },
  },
  groups: {
    1: { name: "Kitchen", type: "Room", lights: ["1"], devicemembership: [] },
    2: { name: "Ceiling", type: "LightGroup", lights: ["1", "2"], devicemembership: ["4"] },
    3: { name: "Secret", type: "LightGroup", lights: ["1"], hidden: true },
    4: { name: "Attic", type: "Room", lights: [] },
  },
  resourcelinks: {
    1: { classid: 27110, description: "sensors of a room", links: ["/groups/1", "/sensors/2", "/sensors/3"] },
    2: { classid: 27110, description: "of another program", links: ["/groups/4", "/sensors/2"] },
  },
});
const all = devicesIn(HOUSE);
const named = (name: string): HouseDevice => {
  const found = all.find((device) => device.name === name);
  assert.ok(found, name);
  return found;
};
const rooms = roomsIn(HOUSE.groups);
const roomsOf = roomFinder(HOUSE);
const NAMES: ListTexts = {
  kind: (kind) => ({ light: "Lampe" })[kind as string] ?? kind,
  noRoom: "nowhere",
  virtual: "air",
};

test("lights and sensors stand with their device, the lights first, then its main sensor; a sensor without one stands for itself", () => {
  const parts = (name: string) => named(name).resources.map(({ address }) => address);
  assert.deepEqual(parts("Lamp"), ["/lights/1", "/sensors/1"]);
  assert.deepEqual(parts("Presence 3"), ["/sensors/3", "/sensors/2"]);
  assert.deepEqual(parts("Something new"), []);
  assert.deepEqual([named("Left behind").key, named("Left behind").isVirtual], [mac("09"), false]);
  assert.deepEqual([named("Guests").key, named("Guests").isVirtual], ["/sensors/5", true]);
  assert.equal(named("Sky").isVirtual, true);
  assert.equal(all.length, 7);
});

test("members within members become one name", () => {
  assert.deepEqual(flat({ on: { startup: 1 }, color: { ct: { startup: null } }, groups: ["0"], empty: {} }), {
    "on/startup": 1,
    "color/ct/startup": null,
    groups: ["0"],
    empty: {},
  });
});

const kinds: [types: string[], kind: KindOfDevice][] = [
  [["Warning device", "ZHAFire"], "smoke"],
  [["Warning device"], "siren"],
  [["Smart plug", "ZHAPower"], "plug"],
  [["On/Off plug-in unit"], "plug"],
  [["Extended color light"], "light"],
  [["Window covering device", "ZHABattery"], "blind"],
  [["Door Lock", "ZHABattery"], "lock"],
  [["ZHATemperature", "ZHAPresence", "ZHALightLevel"], "motion"],
  [["ZHATemperature", "ZHAHumidity"], "temperature"],
  [["ZHAThermostat", "ZHATemperature"], "thermostat"],
  [["ZGPSwitch"], "remote"],
  [["CLIPGenericFlag"], "virtual"],
  [["Configuration tool"], "other"],
  [[], "other"],
];
for (const [types, kind] of kinds) {
  test(`${types.join(" with ") || "nothing"} is: ${kind}`, () => {
    const resources = types.map((type) => ({ type }) as HouseDevice["resources"][number]);
    assert.equal(kindOf({ resources }), kind);
  });
}

test("a device is there, asleep, or not reached as soon as one of its parts says so", () => {
  assert.equal(deviceReach(named("Lamp")), "there");
  assert.equal(deviceReach(named("Presence 3")), "asleep");
  assert.equal(deviceReach(named("Guests")), "virtual");
  const [away] = devicesIn({
    ...HOUSE,
    sensors: { 1: sensor("01", "x", "ZHAPower", { config: { reachable: false } }) },
  });
  assert.equal(away && deviceReach(away), "unreachable");
});

test("a device that is missed is unexplained until the doctor knows its trouble", () => {
  const resources = [
    { family: "lights", state: { reachable: false }, config: {} },
  ] as unknown as HouseDevice["resources"];
  const missed = (info: object) => isUnexplained({ isVirtual: false, info: { ...info }, resources });
  assert.equal(missed({}), true);
  assert.equal(
    missed({ trouble: { kind: "no-power", certainty: "likely", lost: true, since: "2026-11-23T08:00:00Z" } }),
    false,
  );
  assert.equal(missed({ disabled: true }), false);
  assert.equal(isUnexplained(named("Lamp")), false);
  assert.deepEqual([powerOf({ info: { sleepy: true } }), powerOf({ info: {} })], ["battery", "mains"]);
});

test("of several batteries the emptiest counts; a device without one shows none", () => {
  assert.deepEqual(batteryLevel(named("Presence 3").resources), { percent: 55, isLow: false });
  assert.equal(batteryLevel(named("Lamp").resources), undefined);
  const parts = devicesIn({ ...HOUSE, sensors: { 1: sensor("02", "x", "ZHAWater", { state: { lowbattery: true } }) } });
  assert.deepEqual(batteryLevel(parts.find(({ key }) => key === mac("02"))?.resources ?? []), {
    percent: undefined,
    isLow: true,
  });
});

test("link and last word, as far as they are known", () => {
  assert.equal(linkQuality(named("Lamp")), 200);
  assert.equal(linkQuality(named("Presence 3")), undefined);
  const noon = Date.UTC(2026, 2, 1, 12);
  assert.equal(lastSeen(named("Presence 3"), noon + 3_600_000), noon);
  assert.equal(lastSeen(named("Presence 3"), noon + 60_000), noon + 60_000, "within its minute it is now");
  assert.ok(Number.isNaN(lastSeen(named("Something new"), noon)));
  assert.deepEqual([0, 1, 39, 40, 90, 150, 255].map(bars), [0, 1, 1, 2, 3, 4, 4]);
});

const places: [device: string, rooms: string[]][] = [
  ["Lamp", ["Kitchen"]], //          a room goes before a group, and the hidden one is not shown
  ["Left behind", ["Ceiling"]], //   in no room, but in a group
  ["Presence 3", ["Kitchen"]], // by our own link
  ["Switch 4", ["Ceiling"]], //      it made that group
  ["Guests", []],
];
for (const [name, expected] of places)
  test(`${name} is in ${expected.join(", ") || "no room"}`, () =>
    assert.deepEqual(
      roomsOf(named(name)).map((room) => room.name),
      expected,
    ));

test("a sensor is put into a room, into another, and into none", () => {
  const motion = named("Presence 3");
  const links = { ...HOUSE, resourcelinks: {} };
  const first = { name: "Attic", classid: 27110, description: "sensors of a room" };
  assert.deepEqual(memberCommands("4", { put: [motion] }, links), [
    { method: "POST", address: "/resourcelinks", body: { ...first, links: ["/groups/4", "/sensors/3", "/sensors/2"] } },
  ]);
  assert.deepEqual(
    memberCommands("4", { put: [motion] }, HOUSE).map(({ method, address }) => `${method} ${address}`),
    ["DELETE /resourcelinks/1", "POST /resourcelinks"],
  );
  assert.deepEqual(memberCommands(undefined, { put: [motion] }, HOUSE), [
    { method: "DELETE", address: "/resourcelinks/1" },
  ]);
  assert.deepEqual(memberCommands("1", { put: [motion] }, HOUSE), [], "there it is already");
  assert.deepEqual(memberCommands("1", { put: [named("Switch 4")] }, HOUSE), [
    {
      method: "PUT",
      address: "/resourcelinks/1",
      body: { links: ["/groups/1", "/sensors/2", "/sensors/3", "/sensors/4"] },
    },
  ]);
  assert.equal(linkedRoom(motion, HOUSE.resourcelinks), "1");
});

test("deleted sensors and rooms are removed from resourcelinks on the way", () => {
  const { resourcelinks, ...rest } = HOUSE;
  const stale = {
    7: { ...resourcelinks[1], links: ["/groups/1", "/sensors/2", "/sensors/3", "/sensors/99"] },
    8: { ...resourcelinks[1], links: ["/groups/77", "/sensors/4"] },
  };
  assert.deepEqual(memberCommands(undefined, { put: [named("Presence 3")] }, { ...rest, resourcelinks: stale }), [
    { method: "DELETE", address: "/resourcelinks/7" },
    { method: "DELETE", address: "/resourcelinks/8" },
  ]);
});

const searches: [typed: string, found: string[]][] = [
  ["lamp", ["Lamp", "Left behind"]],
  ["LÀMPE", ["Lamp", "Left behind"]], // by its kind in the reader's language, with an accent by mistake
  ["tradfri ikea", ["Lamp"]],
  ["kitchen", ["Lamp", "Presence 3"]],
  ["presence", ["Guests", "Presence 3"]],
  ["00:04", ["Switch 4"]],
  ["kitchen presence", ["Presence 3"]],
  ["nothing of this", []],
];
for (const [typed, found] of searches) {
  test(`"${typed}" finds ${found.join(", ") || "nothing"}`, () => {
    const entries = all.map((device) => listedDevice(device, roomsOf(device), NAMES));
    const names = entries.filter((entry) => isFound(entry, typed)).map(({ device }) => device.name);
    assert.deepEqual(names.sort(), found);
  });
}

test("a thermostat is found by its measured values, not by members that accompany each report", () => {
  speakEnglish();
  const state = { temperature: 2140, on: true, lastupdated: "none" };
  const [heat] = devicesIn({
    ...HOUSE,
    lights: {},
    sensors: { 1: sensor("07", "Hall", "ZHAThermostat", { state }) },
  }).filter(({ name }) => name === "Hall");
  const entry = heat ? listedDevice(heat, [], NAMES) : assert.fail();
  assert.deepEqual(
    ["temperature", "hall temp", "told"].map((typed) => isFound(entry, typed)),
    [true, true, false],
  );
});

test("a search ends when its device is called otherwise now, or is gone", () => {
  const entries = all.map((device) => listedDevice(device, roomsOf(device), NAMES));
  const [entry] = entries;
  assert.ok(entry);
  const { device } = entry;
  const search = (typed: string): ListView => ({ ...WHOLE_LIST, typed, kind: "light", order: "heard" });
  const called = (name: string) => listedDevice({ ...device, name, resources: [] }, [], NAMES);
  assert.equal(isOutlived(search(device.name), device.key, entries), false, "it is as it was");
  assert.equal(isOutlived(search(device.name), device.key, [called(`${device.name} 2`)]), false);
  assert.equal(isOutlived(search(device.name), device.key, [called("Otherwise")]), true);
  assert.equal(isOutlived(search(device.name), device.key, entries.slice(1)), true);
  assert.equal(isOutlived(search("zebra"), undefined, entries), false, "it led to none: it is still being typed");
  assert.equal(isOutlived(search(" "), device.key, []), false);
  assert.deepEqual(wholeList(search("zebra")), { ...WHOLE_LIST, order: "heard" });
});

const shown = (view: string | Partial<ListView>, isOpen = (_: string) => true) =>
  listRows(
    all.map((device) => listedDevice(device, roomsOf(device), NAMES)),
    rooms,
    { ...WHOLE_LIST, ...(typeof view === "string" ? { typed: view } : view) },
    isOpen,
    NAMES,
  ).map((row) => (row.is === "heading" ? `[${row.name} ${row.devices.length}]` : row.entry.device.name));

test("rooms first, empty ones too, then groups, then those in no room, then sensors without a device", () => {
  assert.deepEqual(shown(""), [
    ...["[Attic 0]", "[Kitchen 2]", "Lamp", "Presence 3"],
    ...["[Ceiling 2]", "Left behind", "Switch 4"],
    ...["[nowhere 1]", "Something new", "[air 2]", "Guests", "Sky"],
  ]);
});

test("a folded room shows its heading; a search looks into it, and leaves out the other devices", () => {
  const isOpen = (heading: string) => heading !== "group:1";
  assert.deepEqual(shown("", isOpen).slice(0, 4), ["[Attic 0]", "[Kitchen 2]", "[Ceiling 2]", "Left behind"]);
  assert.deepEqual(shown("tradfri", isOpen), ["[Kitchen 1]", "Lamp"]);
});

test("of a search the room with the nearest name stands first, and in it the nearest", () => {
  assert.equal(shown("s")[1], "Switch 4");
  assert.ok(shown("s").indexOf("Presence 3") > 2, "which is in a room that stands first otherwise");
  assert.deepEqual(shown({ typed: "s", order: "name" }).slice(0, 3), ["Sky", "Something new", "Switch 4"]);
});

const views: [what: string, view: Partial<ListView>, shown: string[]][] = [
  ["by name", { order: "name" }, ["Guests", "Lamp", "Left behind", "Presence 3", "Sky", "Something new", "Switch 4"]],
  ["by battery", { order: "battery" }, ["Presence 3", "Guests", "Lamp"]],
  ["by link", { order: "link" }, ["Lamp", "Guests", "Left behind"]],
  ["who was silent for longest", { order: "heard" }, ["Presence 3", "Guests", "Lamp"]],
  ["of one room", { room: "1" }, ["[Kitchen 2]", "Lamp", "Presence 3"]],
  ["in no room", { room: "none" }, ["[nowhere 1]", "Something new", "[air 2]", "Guests", "Sky"]],
  ["of one kind", { kind: "remote" }, ["[Ceiling 1]", "Switch 4"]],
  ["of one kind and in one room", { kind: "remote", room: "1" }, []],
  ["what is not reached", { only: "offline", order: "name" }, []],
  ["with a weak link or none", { only: "weak", order: "name" }, ["Left behind", "Presence 3", "Something new"]],
  ["with a low battery", { only: "low" }, []],
];
for (const [what, view, first] of views) {
  test(`the list ${what}`, () => {
    const all = shown(view);
    assert.deepEqual(all.slice(0, Math.max(1, first.length)), first);
  });
}

const linked: [link: number | undefined, isWeakOrNone: boolean][] = [
  [undefined, true], // never heard
  [0, true],
  [39, true],
  [40, false],
  [255, false],
];
for (const [linkquality, isShown] of linked)
  test(`a device that is reached with a link of ${linkquality} is ${isShown ? "" : "not "}among those with a weak link or none`, () => {
    const lamp = { ...HOUSE.devices[mac("01")], linkquality };
    const device = devicesIn({ ...HOUSE, devices: { ...HOUSE.devices, [mac("01")]: lamp } }).find(
      ({ key }) => key === mac("01"),
    );
    assert.ok(device);
    assert.equal(deviceReach(device), "there");
    const view: ListView = { ...WHOLE_LIST, only: "weak", order: "name" };
    assert.equal(listRows([listedDevice(device, [], NAMES)], [], view, () => true, NAMES).length, isShown ? 1 : 0);
  });

test("a disabled device is neither reached nor unreachable, and can be found", () => {
  const devices = { ...HOUSE.devices, [mac("01")]: { ...HOUSE.devices[mac("01")], disabled: true } };
  const off = devicesIn({ ...HOUSE, devices }).find(({ key }) => key === mac("01"));
  assert.ok(off);
  assert.equal(deviceReach(off), "disabled");
  const rows = listRows([listedDevice(off, [], NAMES)], [], { ...WHOLE_LIST, only: "disabled" }, () => true, NAMES);
  assert.equal(rows.length, 2);
});

test("several devices are put into a room at once, each group written once", () => {
  const some = [named("Lamp"), named("Left behind"), named("Presence 3"), named("Switch 4")];
  assert.deepEqual(memberCommands("4", { put: some }, HOUSE), [
    { method: "PUT", address: "/groups/1", body: { lights: [] } },
    { method: "PUT", address: "/groups/4", body: { lights: ["1", "2"] } },
    { method: "DELETE", address: "/resourcelinks/1" },
    {
      method: "POST",
      address: "/resourcelinks",
      body: {
        ...{ name: "Attic", classid: 27_110, description: "sensors of a room" },
        links: ["/groups/4", "/sensors/3", "/sensors/2", "/sensors/4"],
      },
    },
  ]);
  assert.deepEqual(memberCommands("4", { put: [named("Something new")] }, HOUSE), []);
});

test("a device in two rooms stands in both, under keys of its own", () => {
  const two: readonly RoomOrGroup[] = [
    { id: "1", name: "A", isRoom: true, lights: ["1"] },
    { id: "2", name: "B", isRoom: true, lights: ["1"] },
  ];
  const rows = listRows([listedDevice(named("Lamp"), two, NAMES)], two, WHOLE_LIST, () => true, NAMES);
  assert.equal(new Set(rows.map(({ key }) => key)).size, 4);
});

const part = (address: string, name: string, type: string) =>
  ({ address, type, view: { name } }) as unknown as HouseDevice["resources"][number];
const renames: [what: string, parts: HouseDevice["resources"], name: string, renamed: Record<string, string>][] = [
  ["one part", [part("/lights/1", "Dimmable light 1", "Dimmable light")], " Hall ", { "/lights/1": "Hall" }],
  [
    "parts that never had a name of their own follow",
    [part("/sensors/4", "Temperature 4", "ZHATemperature"), part("/sensors/5", "Presence 5", "ZHAPresence")],
    "Hall",
    { "/sensors/4": "Hall", "/sensors/5": "Hall" },
  ],
  [
    "a part with a name of its own keeps it",
    [part("/lights/1", "Left", "On/Off light"), part("/lights/2", "Right", "On/Off light")],
    "Hall",
    { "/lights/1": "Hall" },
  ],
  [
    "two of one type are numbered, also when they are renamed again",
    [part("/lights/1", "Hall", "On/Off light"), part("/lights/2", "Hall 2", "On/Off light")],
    "Attic",
    { "/lights/1": "Attic", "/lights/2": "Attic 2" },
  ],
  [
    "a long name leaves room for the number",
    [part("/lights/1", "A", "On/Off light"), part("/lights/2", "On/Off light 2", "On/Off light")],
    "x".repeat(32),
    { "/lights/1": "x".repeat(32), "/lights/2": `${"x".repeat(30)} 2` },
  ],
  ["the same name changes nothing", [part("/lights/1", "Hall", "Dimmable light")], "Hall", {}],
];
for (const [what, resources, name, renamed] of renames)
  test(`renamed: ${what}`, () => {
    const found = renamings({ resources }, name).map((each) => [each.address, each.name]);
    assert.deepEqual(Object.fromEntries(found), renamed);
  });

test("a device with a battery stands among the batteries, the emptiest first; one with an unknown level stands last", () => {
  const silent = mac("0d");
  const devices = {
    [silent]: { uniqueid: silent, name: "Smoke", sleepy: true },
    [mac("02")]: { uniqueid: mac("02"), name: "Motion", sleepy: true },
    [mac("03")]: { uniqueid: mac("03"), name: "Plug" },
    [mac("04")]: { uniqueid: mac("04"), name: "Door", sleepy: true },
  };
  const sensors = {
    1: sensor("0d", "Smoke", "ZHAFire"),
    2: sensor("02", "Motion", "ZHAPresence", { config: { battery: 55 } }),
    3: sensor("03", "Plug", "ZHAPower"),
    4: sensor("04", "Door", "ZHAOpenClose", { state: { lowbattery: true } }),
    5: { name: "Flag", type: "CLIPGenericFlag", uniqueid: "flag", state: {}, config: { battery: 3 } },
  };
  const shown = batteryDevices(devicesIn({ devices, lights: {}, sensors }));
  assert.deepEqual(
    sorted(shown, levelOf).map((each) => [each.device.name, levelOf(each)]),
    [
      ["Door", 0],
      ["Motion", 55],
      ["Smoke", undefined],
    ],
  );
});
