/** The counts of the stick are added up for a day, and no longer; another stick begins anew. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { StickTally } from "../../../src/engines/doctor/ledgers.ts";
import { HOUR } from "../../../src/model/history/rollups.ts";

const START = 1_000_000 * HOUR;

test("counts of a day, hour by hour", () => {
  const tally = new StickTally();
  assert.equal(tally.totals(START), undefined);
  for (let hour = 0; hour < 30; hour += 1) tally.note({ sent: 10, failed: hour === 0 ? 5 : 1 }, START + hour * HOUR);
  const { since, sent, failed, replayed } = tally.totals(START + 29 * HOUR) ?? assert.fail();
  assert.deepEqual([since, sent, failed, replayed], [START + 5 * HOUR, 240, 24, 0]);
  assert.equal(tally.totals(START + 60 * HOUR)?.sent, 0, "what is old is not of this day");
  tally.clear();
  assert.equal(tally.totals(START + 60 * HOUR), undefined);
});

test("counts of one hour are added", () => {
  const tally = new StickTally();
  tally.note({ sent: 3, retried: 1 }, START);
  tally.note({ sent: 4, channel: 2 }, START + 60_000);
  const totals = tally.totals(START + 60_000);
  assert.deepEqual([totals?.since, totals?.sent, totals?.retried, totals?.channel], [START, 7, 1, 2]);
});
