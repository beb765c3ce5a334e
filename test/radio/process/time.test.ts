/** The time that the radio process tells devices: that of its own zone, through summer and winter, on both halves of the earth. */
import assert from "node:assert/strict";
import process from "node:process";
import { mock, test } from "node:test";
import { getTimeClusterAttributes } from "zigbee-herdsman";
import { localSeconds } from "../../../src/model/time/times.ts";
import { setTimeZone } from "../../../src/radio/process/lifecycle.ts";

const EPOCH = 946_684_800; // the first second of 2000, from where Zigbee counts
const ZONES = [
  ...["Europe/Berlin", "Europe/Dublin", "America/New_York", "Australia/Sydney", "America/Santiago"],
  ...["Asia/Kolkata", "UTC"],
];
/** The hours around each change of clocks in Europe, America and Australia, noons in between, and New Year. */
const INSTANTS = [
  ...["2026-01-01T00:00", "2026-01-15T12:00", "2026-03-08T07:00", "2026-03-22T02:00", "2026-03-29T01:00"],
  ...["2026-04-04T16:00", "2026-04-05T03:00", "2026-07-15T12:00", "2026-09-06T04:00", "2026-10-03T16:00"],
  ...["2026-10-25T01:00", "2026-11-01T06:00", "2026-12-15T12:00", "2027-01-01T00:00", "2027-02-07T02:00"],
].flatMap((time) => [-1, 0, 1].map((second) => Date.parse(`${time}:00Z`) + second * 1000));

test("a device that asks for the time gets that of the zone", (t) => {
  const before = process.env.TZ;
  mock.timers.enable({ apis: ["Date"] });
  t.after(() => {
    mock.timers.reset();
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  for (const zone of ZONES) {
    mock.timers.setTime(Date.parse("2025-06-01T00:00Z"));
    setTimeZone(zone);
    for (const instant of INSTANTS) {
      mock.timers.setTime(instant);
      const { time, localTime, timeZone, standardTime } = getTimeClusterAttributes();
      const wall = Date.parse(`${localSeconds(instant, zone)}Z`) / 1000 - EPOCH;
      const where = `${zone} at ${new Date(instant).toISOString()}`;
      assert.deepEqual([time, localTime], [instant / 1000 - EPOCH, wall], where);
      assert.equal(standardTime, time + timeZone, where);
    }
  }
});

test("a new zone counts from the next question on", (t) => {
  const before = process.env.TZ;
  t.after(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  const offset = (zone: string) => {
    setTimeZone(zone);
    const { time, localTime } = getTimeClusterAttributes();
    return (localTime - time) / 3600;
  };
  assert.deepEqual([offset("Asia/Tokyo"), offset("Pacific/Honolulu"), offset("Asia/Kolkata")], [9, -10, 5.5]);
});
