/** The table of devices: its columns, their order, the export to a spreadsheet; and the devices that are not as they should be. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { devicesIn } from "../../../panels/devices/house-devices.ts";
import { type ListTexts, listedDevice, listRows, troublesIn, WHOLE_LIST } from "../../../panels/devices/list-rows.ts";
import { roomFinder } from "../../../panels/devices/rooms.ts";
import { COLUMNS, tableText, USUAL_COLUMNS } from "../../../panels/devices/table/table-columns.ts";
import { readHouse } from "../../../panels/house.ts";
import { sorted } from "../../../panels/widgets/rows.ts";
import { speakEnglish } from "../../support/speak.ts";

const NOON = Date.UTC(2026, 2, 1, 12);
const NAMES: ListTexts = { kind: String, noRoom: "nowhere", virtual: "air" };
const mac = (last: string) => `00:00:00:00:00:00:00:${last}`;
const lamp = (last: string, name: string, reachable = true) => ({
  ...{ name, type: "Dimmable light", uniqueid: `${mac(last)}-01`, swversion: "1.9", config: {} },
  state: { on: true, bri: 9, reachable },
});
const HOUSE = readHouse({
  devices: {
    [mac("01")]: {
      ...{ uniqueid: mac("01"), vendor: "IKEA", productname: "TRADFRI\tbulb", modelid: "E27", swversion: "2.3" },
      ...{ kind: "router", linkquality: 200, lastseen: "2026-03-01T11:00Z" },
    },
    [mac("02")]: { uniqueid: mac("02"), linkquality: 30 },
    [mac("03")]: { uniqueid: mac("03"), sleepy: true, lastseen: "2026-03-01T09:00Z" },
  },
  lights: { 1: lamp("01", "Lamp"), 2: lamp("02", "Gone", false) },
  sensors: {
    1: {
      ...{ name: "Door", type: "ZHAOpenClose", uniqueid: `${mac("03")}-01-0500`, state: {} },
      config: { reachable: true, battery: 4 },
    },
  },
  groups: { 1: { name: "Kitchen", type: "Room", lights: ["1"] } },
});
const roomsOf = roomFinder(HOUSE);
const entries = devicesIn(HOUSE).map((device) => listedDevice(device, roomsOf(device), NAMES));

beforeEach(speakEnglish);

const cells = (name: string) => {
  const entry = entries.find(({ device }) => device.name === name);
  assert.ok(entry, name);
  return Object.fromEntries(COLUMNS.map(({ id, text }) => [id, text(entry, NOON)]));
};

test("each column tells the device's own words, or those of its resource; nothing where both are missing", () => {
  assert.deepEqual(cells("Lamp"), {
    ...{ room: "Kitchen", product: "IKEA · TRADFRI\tbulb", model: "E27", software: "2.3", link: "200", battery: "" },
    ...{ reach: "yes", role: "router: passes messages on", heard: "1 hr. ago", address: mac("01") },
  });
  const { room, product, software, heard, role } = cells("Gone");
  assert.deepEqual([room, product, software, heard, role], ["", "", "1.9", "", ""]);
  assert.equal(cells("Door").battery, "4 %");
  assert.deepEqual([cells("Gone").reach, cells("Door").reach], ["unreachable", "yes"]);
});

test("link, battery and time sort as numbers, and an unknown value stands last", () => {
  const inOrder = (id: string) => {
    const column = COLUMNS.find((each) => each.id === id);
    assert.ok(column?.sortBy, id);
    return sorted(entries, column.sortBy).map(({ device }) => device.name);
  };
  assert.equal(inOrder("reach")[0], "Gone", "what is not reached is looked for");
  assert.deepEqual(inOrder("link"), ["Gone", "Lamp", "Door"]);
  assert.deepEqual(inOrder("battery")[0], "Door");
  assert.deepEqual(inOrder("heard"), ["Door", "Lamp", "Gone"]);
});

test("the list, too, has the device that was silent for longest on top", () => {
  const rows = listRows(entries, [], { ...WHOLE_LIST, order: "heard" }, () => true, NAMES);
  assert.deepEqual(
    rows.map((row) => row.is === "device" && row.entry.device.name),
    ["Door", "Lamp", "Gone"],
  );
});

test("a spreadsheet gets a line for each device, and a tab within a word makes no cell", () => {
  const columns = COLUMNS.filter(({ id }) => id === "product" || id === "link");
  assert.equal(
    tableText(entries.slice(0, 2), columns, "Name", NOON),
    "Name\tProduct\tLink\nLamp\tIKEA · TRADFRI bulb\t200\nGone\t\t30",
  );
});

test("the usual columns are columns", () => {
  const all = COLUMNS.map(({ id }) => id);
  assert.deepEqual(
    USUAL_COLUMNS.filter((id) => !all.includes(id)),
    [],
  );
});

test("above the list stands how many are not reached, and how many batteries are nearly empty", () => {
  assert.deepEqual(troublesIn(entries), [
    { only: "offline", count: 1 },
    { only: "low", count: 1 },
  ]);
});
