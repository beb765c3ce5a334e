/** The times that a schedule shows: the one that counts, and the other that follows from it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownTimes } from "../../../src/model/time/schedule-times.ts";

const WINTER = Date.parse("2026-03-01T12:00:00Z");
const SUMMER = Date.parse("2026-07-01T12:00:00Z");

const local: readonly (readonly [text: string, zone: string, now: number, time: string])[] = [
  ["W127/T12:00:00", "Europe/Berlin", WINTER, "W127/T11:00:00"],
  ["W127/T12:00:00", "Europe/Berlin", SUMMER, "W127/T10:00:00"],
  ["W064/T01:30:00", "Europe/Berlin", WINTER, "W064/T00:30:00"],
  ["W064/T01:30:00", "Europe/Berlin", SUMMER, "W001/T23:30:00"], // Sunday
  ["W65/T00:30:00", "Europe/Berlin", WINTER, "W003/T23:30:00"],
  ["W001/T23:30:00", "America/New_York", WINTER, "W064/T04:30:00"], // Monday
  ["W064/T23:30:00", "America/New_York", WINTER, "W032/T04:30:00"],
  ["W064/T08:00:00", "Pacific/Kiritimati", WINTER, "W001/T18:00:00"],
  ["W064/T22:00:00", "Pacific/Pago_Pago", WINTER, "W032/T09:00:00"],
  ["W127/T05:45:00A01:00:00", "Asia/Kathmandu", WINTER, "W127/T00:00:00A01:00:00"],
  ["W0/T00:30:00", "Europe/Berlin", WINTER, "W000/T23:30:00"],
  ["W127/T12:00:00", "UTC", WINTER, "W127/T12:00:00"],
  ["2026-07-01T12:00:00", "Europe/Berlin", WINTER, "2026-07-01T10:00:00"],
  ["2026-03-29T02:30:00A00:10:00", "Europe/Berlin", WINTER, "2026-03-29T01:00:00A00:10:00"], // the clock skips it
  ["PT00:10:00A00:01:00", "Europe/Berlin", WINTER, "PT00:10:00A00:01:00"],
  ["R5/PT00:10:00", "Europe/Berlin", WINTER, "R5/PT00:10:00"],
  ["W127/sunset-00:30:00", "Europe/Berlin", WINTER, "W127/sunset-00:30:00"],
];

for (const [text, zone, now, time] of local) {
  test(`local ${text} in ${zone}, ${now === WINTER ? "winter" : "summer"}, is ${time} in UTC`, () => {
    assert.deepEqual(shownTimes("localtime", text, zone, now), { given: "localtime", time, localtime: text });
  });
}

const utc: readonly (readonly [text: string, localtime: string | undefined])[] = [
  ["2026-07-01T10:00:00", "2026-07-01T12:00:00"],
  ["2026-01-01T23:30:00A00:10:00", "2026-01-02T00:30:00A00:10:00"],
  ["W127/T12:00:00", undefined],
  ["PT00:10:00", undefined],
  ["R/PT00:10:00", undefined],
];

for (const [text, localtime] of utc) {
  test(`UTC ${text} is ${localtime ?? "not told"} in Berlin`, () => {
    assert.deepEqual(shownTimes("time", text, "Europe/Berlin", WINTER), { given: "time", time: text, localtime });
  });
}
