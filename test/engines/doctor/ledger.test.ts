/** The delivery ledger of one device: its counts, their fading, and that it is small. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger } from "../../../src/engines/doctor/ledger.ts";
import type { DeviceDeliveries } from "../../../src/model/doctor/deliveries.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse("2026-03-01T12:00:00Z");

const counts = (more: Partial<DeviceDeliveries> = {}) => ({
  ...{ sent: 0, retried: 0, lost: {}, heard: 0, told: 0, link: null, moved: 0 },
  ...more,
});

test("hours, totals and causes are counted; older ones fade", () => {
  const ledger = Ledger.begin(START);
  ledger.note(START, counts({ sent: 4, retried: 1, lost: { "no-ack": 2 }, heard: 3, told: 1, link: 100 }));
  ledger.note(START + MINUTE, counts({ heard: 1, link: 60 }));
  ledger.note(START + HOUR, counts({ sent: 2, lost: { silent: 1 } }));
  const [before, now] = ledger.hours(START + HOUR).slice(-2);
  assert.deepEqual(before, { sent: 4, lost: 2, told: 1, link: 90 });
  assert.deepEqual(now, { sent: 2, lost: 1, told: 0, link: 0 });
  assert.deepEqual(ledger.totals, { sent: 6, retried: 1, lost: 3 });
  assert.equal(ledger.cause("silent"), 1);
  assert.equal(ledger.cause("no-ack"), 1.6);
  assert.equal(
    ledger.hours(START + 30 * HOUR).every(({ sent }) => sent === 0),
    true,
  );
  assert.ok(ledger.cause("no-ack") < 0.01);
});

test("how long it is usually silent is learnt from its reports; one long absence does not make that usual", () => {
  const ledger = Ledger.begin(START);
  for (let hour = 0; hour < 10; hour += 1) ledger.note(START + hour * 40 * MINUTE, counts({ heard: 1, told: 1 }));
  assert.equal(Math.round(ledger.gap), 40);
  ledger.note(START + 100 * HOUR, counts({ heard: 1, told: 1 }));
  assert.ok(ledger.gap < 100, `${ledger.gap} minutes`);
});

test("it comes back: several signs within seconds are one coming, and it has not left", () => {
  const ledger = Ledger.begin(START);
  ledger.left(START);
  ledger.came(START + MINUTE);
  ledger.came(START + MINUTE + 2000);
  assert.deepEqual([ledger.comings, ledger.at.left], [1, 0]);
});

test("packed it takes less than 250 bytes, and is the same when it is read again", () => {
  const ledger = Ledger.begin(START);
  for (let hour = 0; hour < 24; hour += 1)
    ledger.note(
      START + hour * HOUR,
      counts({
        sent: 9_000,
        retried: 2_000,
        lost: { "no-route": 4_000, busy: 30 },
        heard: 60_000,
        told: 50_000,
        link: 254,
      }),
    );
  ledger.came(START + 24 * HOUR);
  ledger.goesBy("00:12:4b:00:0a:0b:0c:0d", START + 24 * HOUR);
  const packed = ledger.pack();
  assert.ok(JSON.stringify({ packed }).length <= 250, `${JSON.stringify({ packed }).length} bytes`);
  const again = Ledger.unpack(packed) ?? assert.fail();
  assert.deepEqual(again.at, ledger.at);
  assert.deepEqual([again.via, again.totals], [ledger.via, ledger.totals]);
  assert.equal(again.comings, ledger.comings);
  const [hour] = again.hours(START + 24 * HOUR);
  assert.ok(
    hour && Math.abs(hour.sent / 9_000 - 1) < 0.5 && Math.abs(hour.told / 50_000 - 1) < 0.05,
    JSON.stringify(hour),
  );
  assert.equal(again.pack(), packed);
});

test("text that is no ledger is none", () => {
  for (const packed of ["", "undefined", "AAAA", Buffer.alloc(149).toString("base64")])
    assert.equal(Ledger.unpack(packed), undefined);
});

test("a clock that is put back begins no hour, and forgets nothing", () => {
  const ledger = Ledger.begin(START);
  ledger.note(START, counts({ sent: 3 }));
  ledger.note(START - 5 * HOUR, counts({ sent: 1 }));
  assert.equal(ledger.hours(START).at(-1)?.sent, 4);
});
