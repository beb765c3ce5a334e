/** Where the devices of a room or a group are once it is removed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { devicesIn } from "../../../panels/devices/house-devices.ts";
import { roomFinder } from "../../../panels/devices/rooms.ts";
import { homeSections, isSilent, wholeSection } from "../../../panels/home/sections.ts";
import { readHouse } from "../../../panels/house.ts";
import { placesLeft } from "../../../panels/rooms/places-left.ts";

const mac = (last: string) => `00:00:00:00:00:00:00:${last}`;
const light = (last: string, name: string, end = "01") => ({
  ...{ name, type: "Dimmable light", uniqueid: `${mac(last)}-${end}`, state: { on: true }, config: {} },
});
const sensor = (last: string, name: string, type: string) => ({
  ...{ name, type, uniqueid: `${mac(last)}-02-0400`, state: {}, config: {} },
});
const HOUSE = readHouse({
  devices: Object.fromEntries(["01", "02", "03", "04", "05", "06"].map((last) => [mac(last), { uniqueid: mac(last) }])),
  lights: {
    1: light("01", "Ceiling"),
    2: light("02", "Strip"),
    3: light("03", "Left"),
    4: light("03", "Right", "02"),
  },
  sensors: {
    1: sensor("04", "Climate", "ZHATemperature"),
    2: sensor("05", "Remote", "ZHASwitch"),
    3: sensor("06", "Radiator", "ZHAThermostat"),
  },
  groups: {
    1: { name: "Kitchen", type: "Room", lights: ["1", "2", "3"] },
    2: { name: "Hall", type: "Room", lights: ["4"] },
    3: { name: "Downstairs", type: "LightGroup", lights: ["1", "4"] },
    4: { name: "Of the remote", type: "LightGroup", lights: [], devicemembership: ["2"] },
    5: { name: "Shine", type: "LightGroup", lights: ["1"] },
    6: { name: "Attic", type: "Room", lights: [] },
  },
  resourcelinks: {
    1: {
      ...{ classid: 27_110, description: "sensors of a room" },
      links: ["/groups/1", "/sensors/1", "/sensors/2", "/sensors/3"],
    },
  },
});
const devices = devicesIn(HOUSE);

/** As the page of the room lists its devices. */
function listedIn(id: string) {
  const section = homeSections(devices, HOUSE).find(({ key }) => key === id);
  assert.ok(section);
  const { handled, climate, readings } = wholeSection(section, devices);
  const roomsOf = roomFinder(HOUSE);
  const silent = devices.filter((device) => isSilent(device) && roomsOf(device).some((room) => room.id === id));
  return { handled, told: [...climate, ...readings, ...silent.map((device) => ({ device }))] };
}

const told = (id: string) =>
  placesLeft(id, listedIn(id), HOUSE).map(
    ({ rooms, names }) => `${names.join(", ")}: ${rooms.map(({ name }) => name).join(" & ") || "none"}`,
  );

const places: [what: string, room: string, left: string[]][] = [
  [
    "devices of a room are then in none, or in the groups that have them; each light of a device counts alone",
    "1",
    ["Ceiling: Downstairs & Shine", "Left, Strip, Radiator, Climate: none", "Remote: Of the remote"],
  ],
  [
    "a light of a group is where it was: in its room, which goes before other groups",
    "3",
    ["Ceiling: Kitchen", "Right: Hall"],
  ],
  ["a room without devices leaves nothing", "6", []],
];
for (const [what, room, left] of places) test(what, () => assert.deepEqual(told(room), left));

test("Home shows the lights then where it was said", () => {
  const { 1: _, ...groups } = HOUSE.groups;
  const sections = homeSections(devices, { ...HOUSE, groups });
  const shown = (address: string) =>
    sections.flatMap(({ room, handled }) =>
      handled.some(({ resource }) => resource.address === address) ? [room?.name ?? "none"] : [],
    );
  assert.deepEqual(shown("/lights/1"), ["Downstairs", "Shine"]);
  assert.deepEqual(shown("/lights/3"), ["none"]);
  assert.deepEqual(shown("/sensors/3"), ["none"]);
});
