/** "Light at sunset until 23:00": the second schedule, which switches off again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endsBefore, offAt } from "../../../panels/automation/editor/until.ts";
import { besideEachOther, partnersOf } from "../../../panels/automation/pairs.ts";
import { readHouse } from "../../../panels/house.ts";

const HOUSE = readHouse({
  lights: {
    3: { name: "Lamp", uniqueid: "l", state: { on: false, bri: 1 } },
    4: { name: "Blind", uniqueid: "b", state: { on: false, open: true } },
  },
  groups: { 1: { name: "Hall", type: "Room", lights: ["3"], scenes: [{ id: "2", name: "Cosy" }] } },
});
const LAMP = { address: "/lights/3", uniqueid: "l", resourceName: "Lamp", house: "" };
const HALL = { address: "/groups/1", uniqueid: "", resourceName: "Hall", house: "" };
const ON = { ...LAMP, does: "on" };
const [WORK, NEXT, SUNDAY, MONDAY] = ["W124", "W062", "W001", "W064"];

const cases: [time: string, clock: string, off: string | undefined][] = [
  [`${WORK}/sunset`, "23:00:00", `${WORK}/T23:00:00`],
  [`${WORK}/dusk+00:30:00`, "00:30:00", `${NEXT}/T00:30:00`], // after midnight
  [`${WORK}/sunrise`, "09:00:00", `${WORK}/T09:00:00`],
  [`${WORK}/T18:00:00A00:10:00`, "23:00:00", `${WORK}/T23:00:00`],
  [`${SUNDAY}/T22:00:00`, "01:00:00", `${MONDAY}/T01:00:00`],
  ["sunset", "23:00:00", "W127/T23:00:00"],
  ["PT00:10:00", "23:00:00", undefined], // it comes on no day
  ["nonsense", "23:00:00", undefined],
];
for (const [time, clock, off] of cases)
  test(`${time} until ${clock} ends at ${off}`, () => assert.equal(offAt(HOUSE, ON, time, clock)?.time, off));

test("a light that was lit goes off, also all that a scene has lit; nothing else does", () => {
  const off = (row: object) => offAt(HOUSE, row, "sunset", "23:00:00")?.row;
  assert.deepEqual(off(ON), { ...LAMP, does: "off" });
  assert.deepEqual(off({ ...HALL, does: "scene", value: "2", valueName: "Cosy" }), { ...HALL, does: "off" });
  assert.equal(off({ ...LAMP, does: "off" }), undefined);
  assert.equal(off({ ...ON, offAfter: "PT00:05:00" }), undefined);
  assert.equal(off({ ...LAMP, address: "/lights/4", uniqueid: "b", does: "on" }), undefined);
});

test("a schedule that switches off again knows the one that switched on, and stands right behind it", () => {
  const schedule = (id: string, localtime: string, body: object, more = {}) => ({
    name: id,
    localtime,
    created: "2026-01-01T00:00:00",
    command: { address: "/api/k/lights/3/state", method: "PUT", body },
    ...more,
  });
  const schedules = {
    1: schedule("off", "W124/T23:00:00", { on: false }),
    2: schedule("on", "W124/sunset", { on: true, bri: 9 }),
    3: schedule("older", "W124/T07:00:00", { on: true }, { created: "2025-01-01T00:00:00" }),
    4: schedule("weekend", "W003/T23:00:00", { on: false }),
    5: schedule("of a flow", "W003/sunset", { on: true }, { owner: "flow:n1" }),
    6: schedule("Cosy", "W127/dusk", {}, { command: { address: "/api/k/groups/1/scenes/2/recall", method: "PUT" } }),
    7: schedule(
      "dark",
      "W127/T00:30:00",
      {},
      {
        command: { address: "/api/k/groups/1/action", method: "PUT", body: { on: false } },
      },
    ),
  };
  const partners = partnersOf(schedules);
  assert.deepEqual(Object.fromEntries([...partners].map(([address, { name, does }]) => [address, [name, does]])), {
    "/schedules/1": ["on", "on"],
    "/schedules/2": ["off", "off"],
    "/schedules/6": ["dark", "off"],
    "/schedules/7": ["Cosy", "on"],
  });
  const rows = Object.keys(schedules).map((id) => ({ address: `/schedules/${id}` }));
  const order = besideEachOther(rows, partners).map(({ address }) => address.replace("/schedules/", ""));
  assert.equal(order.join(""), "2134567");
});

const ends: [time: string, end: number, begin: string, isBefore: boolean][] = [
  ["W127/sunrise", 5 * 3_600, "07:40:00", true],
  ["W127/sunrise", 9 * 3_600, "07:40:00", false],
  ["W127/sunset", 15 * 3_600, "16:10:00", true],
  ["W127/sunset", 23 * 3_600, "16:10:00", false],
  ["W127/sunset", 1_800, "16:10:00", false], // half past midnight
  ["W127/T20:00:00", 5 * 3_600, "20:00:00", false], // on the next day
];
for (const [time, end, begin, isBefore] of ends)
  test(`${time}, which begins at ${begin}, ${isBefore ? "cannot end" : "ends"} at ${end / 3_600}`, () =>
    assert.equal(endsBefore(time, end, begin), isBefore));
