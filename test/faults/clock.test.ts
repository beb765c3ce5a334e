/** Fault 6: the clock is put forward and back, summer time begins and ends, the zone changes, years and leap days go by. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import process from "node:process";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { clip, type FakeHouse, fakeClock, fakeDisk, fakeRadio, house, START, settle, TEST } from "../support/fakes.ts";

const HOUR = 3_600_000;
const JUMPS: readonly (readonly [says: string, by: number])[] = [
  ["put forward by an hour", HOUR],
  ["put back by an hour", -HOUR],
  ["put forward by a year", 365 * 24 * HOUR],
  ["put back to 1970", -START],
];

const config = ({ store }: FakeHouse) => store.get("/config")?.attr ?? {};
const put = ({ clock }: FakeHouse, by: number) => clock.set(clock.now() + by);

async function pass(home: FakeHouse, seconds: number): Promise<void> {
  home.clock.advance(seconds);
  await settle();
}

for (const [says, by] of JUMPS) {
  test(`${says}: /config tells the new time with the next second`, async () => {
    const home = await house({ settings: { timezone: "UTC" } });
    put(home, by);
    await pass(home, 1);
    const expected = new Date(START + by + 1000).toISOString().slice(0, 19);
    assert.deepEqual([config(home).UTC, config(home).localtime], [expected, expected]);
    await home.stop();
  });

  test(`${says}: the link window is open for as long as was said, and not longer`, async () => {
    const home = await house();
    await home.ask("PUT", "/config", { unlock: 60 });
    await settle();
    put(home, by);
    await pass(home, 59);
    assert.equal(config(home).linkbutton, true);
    await pass(home, 1);
    assert.equal(config(home).linkbutton, false);
    await home.stop();
  });

  test(`${says}: presence lasts as long as was said, also when it is told again`, async () => {
    const home = await house();
    await home.ask("POST", "/sensors", clip("CLIPPresence", { config: { duration: 60 }, state: { presence: true } }));
    await settle();
    const presence = () => home.store.get("/sensors/1")?.state.presence;
    put(home, by);
    await pass(home, 30);
    assert.equal(presence(), true);
    await home.ask("PUT", "/sensors/1/state", { presence: true });
    await settle();
    await pass(home, 59);
    assert.equal(presence(), true);
    await pass(home, 1);
    assert.equal(presence(), false);
    await home.stop();
  });

  test(`${says}: a search ends when the network closes, at the latest`, async () => {
    const home = await house({ radio: fakeRadio(true) });
    await home.ask("POST", "/sensors");
    await pass(home, 10);
    put(home, by);
    await pass(home, 49);
    const { permitjoin, permitjoinfull } = config(home);
    assert.ok(Number(permitjoin) <= 50 && Number(permitjoinfull) <= 50, `${permitjoin} s are left`);
    await pass(home, 1);
    assert.equal(config(home).permitjoin, 0);
    const { body } = await home.ask("GET", "/sensors/new");
    assert.deepEqual(body, { lastscan: "2026-03-01T12:00:00" });
    await home.stop();
  });

  test(`${says}: the last use of a key is told within seconds`, async () => {
    const home = await house();
    const wish = { method: "POST", address: "/config/whitelist", body: { devicetype: "x" } } as const;
    const { body } = await home.perform({ ...wish, isAnonymous: true, hasPassword: true }, TEST);
    const key = (body as [{ success: { username: string } }])[0].success.username;
    home.callerOf(key);
    put(home, by);
    await pass(home, 5);
    home.callerOf(key);
    const expected = new Date(START + by + 5_000).toISOString().slice(0, 19);
    assert.equal(home.store.get(`/config/whitelist/${key.slice(0, 8)}`)?.attr.lastused, expected);
    await home.stop();
  });
}

/** On the wall: the moment, and the time on the clock then. */
const WALLS: readonly (readonly [says: string, zone: string, utc: string, local: string, next: string])[] = [
  ["summer time begins", "Europe/Berlin", "2026-03-29T00:59:59", "2026-03-29T01:59:59", "2026-03-29T03:00:00"],
  ["summer time ends", "Europe/Berlin", "2026-10-25T00:59:59", "2026-10-25T02:59:59", "2026-10-25T02:00:00"],
  [
    "summer time in the south",
    "Australia/Lord_Howe",
    "2026-10-03T15:29:59",
    "2026-10-04T01:59:59",
    "2026-10-04T02:30:00",
  ],
  ["a leap day", "UTC", "2028-02-28T23:59:59", "2028-02-28T23:59:59", "2028-02-29T00:00:00"],
  ["the day after a leap day", "UTC", "2028-02-29T23:59:59", "2028-02-29T23:59:59", "2028-03-01T00:00:00"],
  ["no leap day", "UTC", "2027-02-28T23:59:59", "2027-02-28T23:59:59", "2027-03-01T00:00:00"],
  ["2038", "UTC", "2038-01-19T03:14:07", "2038-01-19T03:14:07", "2038-01-19T03:14:08"],
  ["2106", "Asia/Tokyo", "2106-02-07T06:28:15", "2106-02-07T15:28:15", "2106-02-07T15:28:16"],
];

for (const [says, timezone, utc, local, next] of WALLS) {
  test(`${says} (${timezone}): the wall clock follows, and a timer that waits is not moved`, async () => {
    const clock = fakeClock(Date.parse(`${utc}Z`));
    const home = await house({ clock, settings: { timezone } });
    assert.equal(config(home).localtime, local);
    await home.ask("POST", "/sensors", clip("CLIPPresence", { config: { duration: 60 }, state: { presence: true } }));
    await home.ask("PUT", "/config", { unlock: 60 });
    await settle();
    await pass(home, 1);
    assert.equal(config(home).localtime, next);
    await pass(home, 58);
    assert.deepEqual([config(home).linkbutton, home.store.get("/sensors/1")?.state.presence], [true, true]);
    await pass(home, 1);
    assert.deepEqual([config(home).linkbutton, home.store.get("/sensors/1")?.state.presence], [false, false]);
    const { lastupdated } = home.store.get("/sensors/1")?.state ?? {};
    assert.equal(lastupdated, new Date(clock.now()).toISOString().slice(0, 23));
    await home.stop();
  });
}

test("after 2038 a stored house is read again as it was", async () => {
  const clock = fakeClock(Date.parse("2038-01-19T03:14:00Z"));
  const home = await house({ clock });
  await home.ask("POST", "/sensors", clip("CLIPPresence", { config: { duration: 60 }, state: { presence: true } }));
  await settle();
  await pass(home, 30);
  await home.stop();
  const again = await house({ disk: fakeDisk(home.disk.records), clock: fakeClock(clock.now()) });
  await pass(again, 29);
  assert.equal(again.store.get("/sensors/1")?.state.presence, true);
  await pass(again, 1);
  assert.equal(again.store.get("/sensors/1")?.state.presence, false);
  await again.stop();
});

test("the zone changes while it runs: the wall clock follows, spans of time do not care", async () => {
  const home = await house({ settings: { timezone: "Europe/Berlin" } });
  await home.ask("PUT", "/config", { unlock: 60 });
  await settle();
  for (const [zone, local] of [
    ["Pacific/Kiritimati", "2026-03-02T02:00:01"],
    ["Pacific/Pago_Pago", "2026-03-01T01:00:02"],
    ["Asia/Kathmandu", "2026-03-01T17:45:03"],
  ]) {
    await home.ask("PUT", "/config", { timezone: zone });
    await pass(home, 1);
    assert.equal(config(home).localtime, local);
  }
  await pass(home, 56);
  assert.equal(config(home).linkbutton, true);
  await pass(home, 1);
  assert.equal(config(home).linkbutton, false);
  await home.stop();
});

/** The real clock, in a process whose Date can be set. Ticks are counted, so that it may be as slow as it likes. */
const SETTABLE = `
  const Real = Date;
  let ahead = 0;
  globalThis.Date = class extends Real {
    constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ahead); }
    static now() { return Real.now() + ahead; }
  };
  const { openClock } = await import(process.argv[1]);
  const clock = openClock({ info() {}, warn: console.error, error: console.error });
  const jumps = [0, ${HOUR}, -${HOUR}, ${365 * 24 * HOUR}, 0];
  let ticks = 0;
  let lastTick = 0;
  clock.everySecond((now) => {
    if (Math.abs(now - lastTick) < 500) return;
    lastTick = now;
    ticks += 1;
    if (ticks % 2 > 0) return;
    console.log(Math.abs(now - (Real.now() + ahead)) < 1000);
    if (jumps.length === 0) clock.stop();
    else ahead = jumps.shift();
  });
`;

test("the real clock beats on after each jump, and says nothing of seconds that never were", async () => {
  const file = fileURLToPath(new URL("../../src/edges/clock.ts", import.meta.url));
  const child = spawn(process.execPath, ["--input-type=module", "-e", SETTABLE, file], { stdio: "pipe" });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.deepEqual(output.trim().split("\n"), Array(6).fill("true"));
  assert.equal(errors, "");
});
