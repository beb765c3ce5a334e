/** A week as people see it: days, the transitions of one, and one transition more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandForDay, dayDragged, daysIn, dragOf, withOneMore } from "../../../panels/devices/controls/week-days.ts";

const WORK = [
  { localtime: "T06:30", heatsetpoint: 2100 },
  { localtime: "T22:00", heatsetpoint: 1750 },
];
const DAY = [
  { time: "06:30", degrees: 21 },
  { time: "22:00", degrees: 17.5 },
];

test("seven days from Monday on", () => {
  const free = [{ localtime: "T09:00", heatsetpoint: 2100 }];
  const days = daysIn({ W124: WORK, W1: free });
  assert.equal(days.length, 7);
  assert.deepEqual([days[0], days[4], days[5], days[6]], [DAY, DAY, [], [{ time: "09:00", degrees: 21 }]]);
  assert.deepEqual(daysIn(undefined), [[], [], [], [], [], [], []]);
});

test("a day is written by its key, in the order of its times; an empty one is deleted", () => {
  const address = "/sensors/3/config/schedule";
  assert.deepEqual(commandForDay("/sensors/3", 0, [...DAY].reverse()), {
    method: "POST",
    address: `${address}/W64`,
    body: WORK,
  });
  assert.deepEqual(commandForDay("/sensors/3", 6, []), { method: "DELETE", address: `${address}/W1` });
});

test("one more comes an hour after the last", () => {
  assert.deepEqual(withOneMore([]), [{ time: "06:00", degrees: 20 }]);
  assert.deepEqual(withOneMore(DAY).at(-1), { time: "23:00", degrees: 17.5 });
  assert.deepEqual(withOneMore(withOneMore(DAY)).at(-1), { time: "23:59", degrees: 17.5 });
});

test("only a day of the same thermostat can be dropped onto a day: no text, and no other week", () => {
  assert.equal(dayDragged("/sensors/3", dragOf("/sensors/3", 4)), 4);
  for (const text of [undefined, "", "4", "abc", dragOf("/sensors/33", 4), dragOf("/sensors/3", 7)])
    assert.equal(dayDragged("/sensors/3", text), undefined, text);
});
