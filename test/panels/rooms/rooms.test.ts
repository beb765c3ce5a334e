/** Several devices at once put into a room and taken out of it, which devices may come, and which picture a room has. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { devicesIn, type HouseDevice } from "../../../panels/devices/house-devices.ts";
import {
  candidatesFor,
  foundCandidates,
  memberCommands,
  type RoomOrGroup,
  returnCommands,
  roomFinder,
  roomsIn,
} from "../../../panels/devices/rooms.ts";
import { readHouse } from "../../../panels/house.ts";
import { roomIcon } from "../../../panels/rooms/look.ts";
import { speak, speakEnglish } from "../../support/speak.ts";

beforeEach(speakEnglish);

const mac = (last: string) => `00:00:00:00:00:00:00:${last}`;
const light = (last: string, name: string) => ({
  ...{ name, type: "Dimmable light", uniqueid: `${mac(last)}-01`, state: { on: true }, config: {} },
});
const sensor = (last: string, name: string) => ({
  ...{ name, type: "ZHAPresence", uniqueid: `${mac(last)}-02-0406`, state: {}, config: {} },
});
const HOUSE = readHouse({
  devices: Object.fromEntries(["01", "02", "03", "04", "05"].map((last) => [mac(last), { uniqueid: mac(last) }])),
  lights: { 1: light("01", "One"), 2: light("02", "Two"), 3: light("03", "Three") },
  sensors: { 1: sensor("04", "Motion"), 2: sensor("05", "Other") },
  groups: {
    1: { name: "Kitchen", type: "Room", lights: ["1"] },
    2: { name: "Hall", type: "Room", lights: ["2"] },
    3: { name: "All", type: "LightGroup", lights: ["1", "2"] },
  },
  resourcelinks: {
    1: { classid: 27_110, description: "sensors of a room", links: ["/groups/1", "/sensors/1"] },
    2: { classid: 27_110, description: "sensors of a room", links: ["/groups/2", "/sensors/2"] },
  },
});
const devices = devicesIn(HOUSE);
const some = (...names: readonly string[]): readonly HouseDevice[] =>
  devices.filter(({ name }) => names.includes(name));
const room = (id: string): RoomOrGroup => {
  const found = roomsIn(HOUSE.groups).find((each) => each.id === id);
  assert.ok(found, id);
  return found;
};

test("lights and sensors come and go at once: out of their other rooms, but not out of groups", () => {
  const members = { put: some("Two", "Three", "Other"), taken: some("One", "Motion") };
  assert.deepEqual(memberCommands("1", members, HOUSE), [
    { method: "PUT", address: "/groups/2", body: { lights: [] } },
    { method: "PUT", address: "/groups/1", body: { lights: ["2", "3"] } },
    { method: "PUT", address: "/resourcelinks/1", body: { links: ["/groups/1", "/sensors/2"] } },
    { method: "DELETE", address: "/resourcelinks/2" },
  ]);
});

test("a device that was moved goes back to its room, or to none; later changes of others stay", () => {
  const devices = some("One", "Two", "Three", "Motion", "Other");
  const now = readHouse({
    ...HOUSE,
    lights: { ...HOUSE.lights, 4: light("06", "Four") },
    groups: {
      ...HOUSE.groups,
      1: { name: "Kitchen", type: "Room", lights: ["2", "3", "4"] },
      2: { name: "Hall", type: "Room", lights: [] },
    },
    resourcelinks: { 1: { classid: 27_110, description: "sensors of a room", links: ["/groups/1", "/sensors/2"] } },
  });
  const link = { classid: 27_110, description: "sensors of a room" };
  assert.deepEqual(returnCommands(devices, HOUSE, now), [
    { method: "PUT", address: "/groups/1", body: { lights: ["4", "1"] } },
    { method: "PUT", address: "/groups/2", body: { lights: ["2"] } },
    { method: "PUT", address: "/resourcelinks/1", body: { links: ["/groups/1", "/sensors/1"] } },
    { method: "POST", address: "/resourcelinks", body: { name: "Hall", ...link, links: ["/groups/2", "/sensors/2"] } },
  ]);
  assert.deepEqual(returnCommands(devices, HOUSE, HOUSE), []);
});

test("a group takes lights alone, and from no room", () => {
  assert.deepEqual(memberCommands("3", { put: some("Three", "Motion"), taken: some("One") }, HOUSE), [
    { method: "PUT", address: "/groups/3", body: { lights: ["2", "3"] } },
  ]);
});

test("nothing changed is nothing to do", () => {
  assert.deepEqual(memberCommands("1", { put: [], taken: [] }, HOUSE), []);
  assert.deepEqual(memberCommands("1", { put: some("One"), taken: [] }, HOUSE), []);
});

test("members first, then devices without a room, then those of other rooms; a group asks for lights only", () => {
  const roomsOf = roomFinder(HOUSE);
  const told = (id: string | undefined) =>
    candidatesFor(id === undefined ? undefined : room(id), devices, roomsOf).map(
      ({ device, isMember, elsewhere }) => `${device.name}${isMember ? "!" : ""} ${elsewhere.map(({ name }) => name)}`,
    );
  assert.deepEqual(told("1"), ["One! ", "Motion! ", "Three ", "Two Hall", "Other Hall"]);
  assert.deepEqual(told(undefined), ["Three ", "One Kitchen", "Two Hall", "Motion Kitchen", "Other Hall"]);
  assert.deepEqual(told("3"), ["One! Kitchen", "Two! Hall", "Three "]);
});

const searches: [typed: string, is: string[]][] = [
  ["", ["One", "Motion", "Three", "Two", "Other"]],
  ["hall", ["Other", "Two"]],
  ["o", ["One", "Other", "Motion", "Two"]],
  ["lamp", ["One", "Three", "Two"]],
];
for (const [typed, is] of searches)
  test(`a search for "${typed}" among them`, () => {
    const candidates = candidatesFor(room("1"), devices, roomFinder(HOUSE));
    assert.deepEqual(
      foundCandidates(candidates, typed).map(({ device }) => device.name),
      is,
    );
  });

for (const [language, names] of [
  ["en-US", { "Living room": "sofa", KITCHEN: "pot", "Guest toilet": "bath", Bedroom: "bed", Somewhere: "room" }],
  ["de", { Wohnzimmer: "sofa", Küche: "pot", "Gäste-WC": "bath", Schlafzimmer: "bed", Irgendwo: "room" }],
] as const)
  test(`the picture of a room follows its name, ${language}`, () => {
    speak(language);
    for (const [name, icon] of Object.entries(names)) assert.equal(roomIcon({ name, isRoom: true }), icon, name);
    assert.equal(roomIcon({ name: "?", isRoom: false }), "group");
  });
