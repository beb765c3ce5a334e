/** The run of a schedule when its time has come (automation 2.6); the numbers are those of automation 7.2. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeHost, settle } from "../../support/fakes.ts";
import { command, done, fired, pass, passTo, plan, put, setTo, statusOf, timed } from "../../support/schedules.ts";

test("79: once: the command runs at its instant, and the schedule goes", async () => {
  const home = await timed("2026-03-02T09:59:50");
  const schedule = await plan(home, { time: "2026-03-02T10:00:00" });
  await pass(home, 9);
  assert.deepEqual(fired(home), []);
  await pass(home, 1);
  assert.deepEqual(fired(home), ["1 2026-03-02T10:00:00"]);
  assert.deepEqual(done(home), [schedule]);
  assert.equal(home.store.get("/sensors/1")?.state.status, 1);
  assert.equal((await home.ask("GET", schedule)).status, 404);
  await home.stop();
});

test("79: without autodelete it stays, disabled", async () => {
  const home = await timed("2026-03-02T09:59:50");
  const schedule = await plan(home, { time: "2026-03-02T10:00:00", autodelete: false });
  await pass(home, 10);
  assert.deepEqual([done(home), statusOf(home, schedule)], [[schedule], "disabled"]);
  assert.deepEqual((await home.ask("GET", `${schedule}/next`)).body, []);
  await home.stop();
});

test("79: the local time of once is that of the zone then, not now", async () => {
  const home = await timed("2026-07-01T07:59:50");
  await plan(home, { localtime: "2026-07-01T10:00:00" });
  await pass(home, 10);
  assert.deepEqual(fired(home), ["1 2026-07-01T08:00:00"]);
  await home.stop();
});

for (const [autodelete, after] of [
  [true, "gone"],
  [false, "disabled"],
] as const) {
  test(`81: a time in the past, autodelete ${autodelete}: taken, and ${after} with the next pass, undone`, async () => {
    const home = await timed("2026-03-02T10:00:05");
    const schedule = await plan(home, { time: "2026-03-02T10:00:00", autodelete });
    assert.equal(statusOf(home, schedule), "enabled");
    await pass(home, 1);
    assert.deepEqual([fired(home), done(home), statusOf(home, schedule)], [[], [], after]);
    assert.deepEqual(home.log.lines, [
      "/schedules/1: its time was 2026-03-02T10:00:00 UTC, and nobody was there: nothing was done",
    ]);
    await home.stop();
  });

  test(`82: disabled while its instant passes, then enabled, autodelete ${autodelete}: ${after}, undone`, async () => {
    const home = await timed("2026-03-02T09:59:50");
    const schedule = await plan(home, { time: "2026-03-02T10:00:00", status: "disabled", autodelete });
    await pass(home, 20);
    assert.deepEqual([done(home), statusOf(home, schedule)], [[], "disabled"]);
    await put(home, schedule, { status: "enabled" });
    await pass(home, 1);
    assert.deepEqual([done(home), statusOf(home, schedule)], [[], after]);
    await home.stop();
  });
}

test("82: enabled before its instant it happens then", async () => {
  const home = await timed("2026-03-02T09:59:50");
  const schedule = await plan(home, { time: "2026-03-02T10:00:00", status: "disabled" });
  await pass(home, 5);
  await put(home, schedule, { status: "enabled" });
  await pass(home, 5);
  assert.deepEqual(done(home), [schedule]);
  await home.stop();
});

test("84: a timer runs from when it was made, and goes", async () => {
  const home = await timed("2026-03-01T12:00:00");
  const schedule = await plan(home, { time: "PT00:10:00" });
  assert.equal(home.store.get(schedule)?.attr.starttime, "2026-03-01T12:00:00");
  await pass(home, 599);
  assert.deepEqual(fired(home), []);
  await pass(home, 1);
  assert.deepEqual([fired(home), statusOf(home, schedule)], [["1 2026-03-01T12:10:00"], "gone"]);
  await home.stop();
});

test("85: a timer that was disabled runs its whole time when it is enabled", async () => {
  const home = await timed("2026-03-01T12:00:00");
  const schedule = await plan(home, { time: "PT00:10:00", autodelete: false });
  await passTo(home, "2026-03-01T12:05:00");
  await put(home, schedule, { status: "disabled" });
  assert.equal(home.store.get(schedule)?.attr.starttime, undefined);
  await passTo(home, "2026-03-01T12:20:00");
  assert.deepEqual(fired(home), []);
  await put(home, schedule, { status: "enabled" });
  assert.equal(home.store.get(schedule)?.attr.starttime, "2026-03-01T12:20:00");
  await passTo(home, "2026-03-01T12:29:59");
  assert.deepEqual(fired(home), []);
  await pass(home, 1);
  assert.deepEqual([fired(home), statusOf(home, schedule)], [["1 2026-03-01T12:30:00"], "disabled"]);
  await home.stop();
});

test("85: a schedule that is enabled already goes on when it is enabled", async () => {
  const home = await timed("2026-03-01T12:00:00");
  const schedule = await plan(home, { time: "PT00:00:30" });
  await pass(home, 20);
  await put(home, schedule, { status: "enabled", name: "x" });
  await pass(home, 10);
  assert.deepEqual(fired(home), ["1 2026-03-01T12:00:30"]);
  await home.stop();
});

test("85: a timer that was made disabled starts when it is enabled; a counted one with all its times, again and again", async () => {
  const home = await timed("2026-03-01T12:00:00");
  const schedule = await plan(home, { time: "R02/PT00:00:10", status: "disabled", autodelete: false });
  assert.equal(home.store.get(schedule)?.attr.starttime, undefined);
  await pass(home, 60);
  assert.deepEqual(fired(home), []);
  for (const runs of [2, 4]) {
    await put(home, schedule, { status: "enabled" });
    await pass(home, 60);
    assert.deepEqual([fired(home).length, statusOf(home, schedule)], [runs, "disabled"]);
  }
  await home.stop();
});

test("87: another time counts from when it is said, to the second", async () => {
  const home = await timed("2026-03-01T12:00:00");
  const schedule = await plan(home, { time: "PT01:00:00" });
  await pass(home, 15);
  await put(home, schedule, { localtime: "PT00:00:45" });
  await pass(home, 44);
  assert.deepEqual(fired(home), []);
  await pass(home, 1);
  assert.deepEqual(fired(home), ["1 2026-03-01T12:01:00"]);
  await home.stop();
});

test("87: the same time again starts it again", async () => {
  const home = await timed("2026-03-01T12:00:00");
  const schedule = await plan(home, { time: "PT00:00:30" });
  await pass(home, 20);
  await put(home, schedule, { time: "PT00:00:30" });
  assert.equal(home.store.get(schedule)?.attr.starttime, "2026-03-01T12:00:20");
  await pass(home, 29);
  assert.deepEqual(fired(home), []);
  await pass(home, 1);
  assert.deepEqual(fired(home), ["1 2026-03-01T12:00:50"]);
  await home.stop();
});

test("87: a schedule that is moved, stopped or deleted in its last moment does not happen any more", async () => {
  const home = await timed("2026-03-01T12:00:00");
  for (let made = 0; made < 4; made += 1) await plan(home, { time: made < 2 ? "PT00:00:10" : "2026-03-01T12:00:10" });
  await pass(home, 9);
  await home.ask("PUT", "/schedules/1", { time: "PT01:00:00" });
  await home.ask("PUT", "/schedules/2", { status: "disabled" });
  await home.ask("PUT", "/schedules/3", { time: "2026-03-01T12:30:00" });
  await home.ask("DELETE", "/schedules/4");
  home.clock.advance(1); // no listener has heard of it yet
  await settle();
  assert.deepEqual([fired(home), done(home)], [[], []]);
  await passTo(home, "2026-03-01T13:00:09");
  assert.deepEqual(fired(home), ["3 2026-03-01T12:30:00", "1 2026-03-01T13:00:09"]);
  await home.stop();
});

test("88: a counted timer runs so often, and goes", async () => {
  const home = await timed("2026-03-01T12:00:00");
  const schedule = await plan(home, { time: "R03/PT00:00:30" });
  await pass(home, 80);
  assert.deepEqual(
    [home.store.get(schedule)?.attr.starttime, statusOf(home, schedule)],
    ["2026-03-01T12:00:00", "enabled"],
  );
  await pass(home, 40);
  assert.deepEqual(fired(home), ["1 2026-03-01T12:00:30", "1 2026-03-01T12:01:00", "1 2026-03-01T12:01:30"]);
  assert.deepEqual([done(home).length, statusOf(home, schedule)], [3, "gone"]);
  await home.stop();
});

test("88: it does not drift, wherever in a second it began", async () => {
  const home = await timed("2026-03-01T12:00:00");
  await pass(home, 0.4);
  await plan(home, { time: "R/PT00:00:10" });
  await pass(home, 600);
  assert.equal(fired(home).length, 59);
  assert.equal(fired(home).at(-1), "1 2026-03-01T12:09:51");
  await home.stop();
});

test("90: an endless timer is never deleted", async () => {
  const home = await timed("2026-03-01T12:00:00");
  const schedule = await plan(home, { time: "R/PT01:00:00", autodelete: true });
  await pass(home, 3 * 3600);
  assert.deepEqual([fired(home).length, statusOf(home, schedule)], [3, "enabled"]);
  await home.stop();
});

test("93: weekly: on its days, and kept", async () => {
  const home = await timed("2026-03-02T05:59:58"); // Monday
  const schedule = await plan(home, { localtime: "W124/T07:00:00", autodelete: true });
  await pass(home, 5);
  assert.deepEqual([fired(home), statusOf(home, schedule)], [["1 2026-03-02T06:00:00"], "enabled"]);
  await setTo(home, "2026-03-07T05:59:58"); // Saturday
  await pass(home, 5);
  assert.equal(fired(home).length, 1);
  await setTo(home, "2026-03-09T05:59:58");
  await pass(home, 5);
  assert.deepEqual(fired(home).slice(1), ["1 2026-03-09T06:00:00"]);
  await home.stop();
});

test("94: the bits of the week: 1 is Sunday", async () => {
  const home = await timed("2026-03-01T07:59:58"); // Sunday
  await plan(home, { localtime: "W1/T09:00:00" });
  await pass(home, 5);
  await setTo(home, "2026-03-02T07:59:58");
  await pass(home, 5);
  assert.deepEqual(fired(home), ["1 2026-03-01T08:00:00"]);
  await home.stop();
});

test("96: W0 is taken, and never happens", async () => {
  const home = await timed("2026-03-02T08:59:58");
  for (const time of ["W0/T09:00:00", "W000/T09:00:00"]) {
    const schedule = await plan(home, { time });
    assert.deepEqual((await home.ask("GET", `${schedule}/next`)).body, []);
  }
  await pass(home, 10);
  assert.deepEqual([fired(home), home.store.count("/schedules")], [[], 2]);
  await home.stop();
});

test("99: weekly, with another time later that day: it runs again that day", async () => {
  const home = await timed("2026-03-02T05:59:50");
  const schedule = await plan(home, { localtime: "W127/T07:00:00" });
  await pass(home, 30 * 60);
  await put(home, schedule, { localtime: "W127/T08:00:00" });
  await pass(home, 31 * 60);
  assert.deepEqual(fired(home), ["1 2026-03-02T06:00:00", "1 2026-03-02T07:00:00"]);
  await home.stop();
});

test("103: the weekdays of `time` are those of UTC", async () => {
  const home = await timed("2026-03-01T23:29:58"); // Monday in Berlin, Sunday in UTC
  await plan(home, { time: "W064/T23:30:00" });
  await pass(home, 5);
  assert.deepEqual(fired(home), []);
  await setTo(home, "2026-03-02T23:29:58");
  await pass(home, 5);
  assert.deepEqual(fired(home), ["1 2026-03-02T23:30:00"]);
  await home.stop();
});

/** Random numbers that are all alike: so much of the whole range. */
function drawing(share: () => number) {
  const host = fakeHost();
  const digits = () =>
    Math.floor(share() * 2 ** 48)
      .toString(16)
      .padStart(12, "0");
  return { ...host, random: (bytes: number) => (bytes === 6 ? digits() : host.random(bytes)) };
}

test("105: a random part: later, never earlier, once a day, drawn anew for each day", async () => {
  let share = 0;
  const home = await timed("2026-03-02T04:59:58", { host: drawing(() => share) });
  await plan(home, { localtime: "W124/T06:00:00A00:30:00" });
  share = 0.999999;
  await pass(home, 1801);
  assert.deepEqual(fired(home), ["1 2026-03-02T05:00:01"]);
  await setTo(home, "2026-03-03T04:59:58");
  await pass(home, 1803);
  assert.deepEqual(fired(home).slice(1), ["1 2026-03-03T05:30:00"]);
  await home.stop();
});

test("105: two of the same pattern draw for themselves", async () => {
  const home = await timed("2026-03-02T04:59:58");
  const dues = new Set<unknown>();
  for (let made = 0; made < 10; made += 1)
    dues.add(home.store.get(await plan(home, { localtime: "W127/T06:00:00A12:00:00" }))?.attr.due);
  assert.ok(dues.size > 1);
  for (const due of dues) {
    const late = (Number(due) - Date.parse("2026-03-02T05:00:00Z")) / 1000;
    assert.ok(Number.isInteger(late) && late >= 1 && late <= 43_200, String(late));
  }
  await home.stop();
});

test("106: a random part over midnight: it belongs to the day that is named", async () => {
  const home = await timed("2026-03-02T22:49:58", { host: drawing(() => 1199.5 / 1800) });
  await plan(home, { localtime: "W064/T23:50:00A00:30:00" }); // Monday
  await pass(home, 3600);
  assert.deepEqual(fired(home), ["1 2026-03-02T23:10:00"]); // 00:10 on Tuesday
  await home.stop();
});

test("105: timers draw anew for each of their times, too", async () => {
  const shares = [0.05, 0.55, 0.95];
  const home = await timed("2026-03-01T12:00:00", { host: drawing(() => shares.shift() ?? 0) });
  await plan(home, { time: "R3/PT00:01:00A00:00:10" });
  await pass(home, 300);
  assert.deepEqual(fired(home), ["1 2026-03-01T12:01:01", "1 2026-03-01T12:02:07", "1 2026-03-01T12:03:17"]);
  await home.stop();
});

test("108: all that are due happen in the same pass, in the order of their ids", async () => {
  const home = await timed("2026-03-02T09:59:50");
  const ids = Array.from({ length: 10 }, (_, index) => index + 1);
  for (const id of ids) await plan(home, { time: "2026-03-02T10:00:00", command: command(home.key, id) });
  await pass(home, 10);
  assert.deepEqual(
    fired(home),
    ids.map((id) => `${id} 2026-03-02T10:00:00`),
  );
  assert.deepEqual(
    done(home),
    ids.map((id) => `/schedules/${id}`),
  );
  assert.equal(home.store.count("/schedules"), 0);
  await home.stop();
});

test("108: timers and others, too, in the order of their times", async () => {
  const home = await timed("2026-03-02T09:59:50");
  await plan(home, { time: "2026-03-02T10:00:00" });
  await pass(home, 0.5);
  await plan(home, { time: "PT00:00:09" });
  await plan(home, { localtime: "W127/T11:00:00" });
  await plan(home, { time: "PT00:00:09" });
  await pass(home, 9.5);
  assert.deepEqual(done(home), ["/schedules/1", "/schedules/2", "/schedules/3", "/schedules/4"]);
  await home.stop();
});

test("109: a command on a missing light: said in one line, and the schedule is kept", async () => {
  const home = await timed("2026-03-02T05:59:58");
  const gone = { ...command(home.key), address: `/api/${home.key}/lights/9/state` };
  const schedule = await plan(home, { localtime: "W127/T07:00:00", command: gone });
  await pass(home, 5);
  assert.deepEqual([fired(home).length, statusOf(home, schedule)], [1, "enabled"]);
  assert.deepEqual(home.log.lines, ["/schedules/1: PUT /lights/9/state: resource, /lights/9, not available"]);
  await home.stop();
});

test("109: a timer that fails each second says so once; when it works again and fails again, once more", async () => {
  const home = await timed("2026-03-02T05:59:58");
  await home.ask("DELETE", "/sensors/2");
  await plan(home, { time: "R/PT00:00:01", command: command(home.key, 1, 2) });
  await pass(home, 60);
  assert.equal(fired(home).length, 60);
  assert.equal(home.log.lines.length, 1);
  await put(home, "/schedules/1", { command: command(home.key, 1, 1) });
  await pass(home, 2);
  await put(home, "/schedules/1", { command: command(home.key, 1, 2) });
  await pass(home, 2);
  assert.equal(home.log.lines.length, 2);
  await home.stop();
});

test("a key that is revoked: its schedules do nothing, say so once, and go on", async () => {
  const home = await timed("2026-03-02T09:59:50");
  await plan(home, { time: "2026-03-02T10:00:00", autodelete: false });
  await plan(home, { time: "R/PT00:00:10" });
  await home.ask("DELETE", `/config/whitelist/${home.key}`);
  await pass(home, 30);
  assert.deepEqual(done(home), []);
  assert.equal(fired(home).length, 4);
  const why = `the key ${home.key.slice(0, 8)} in its command is revoked: nothing was done`;
  assert.deepEqual(home.log.lines, [`/schedules/1: ${why}`, `/schedules/2: ${why}`]);
  assert.deepEqual([statusOf(home, "/schedules/1"), statusOf(home, "/schedules/2")], ["disabled", "enabled"]);
  await home.stop();
});

test("before its command runs, clients know that it has happened", async () => {
  const home = await timed("2026-03-02T09:59:58");
  const schedule = await plan(home, { time: "2026-03-02T10:00:00" });
  const seen: unknown[] = [];
  home.bus.on(({ resource, event, cause }) => {
    if (resource.address === schedule || cause.by === schedule) seen.push([resource.address, event, cause.by]);
  });
  await pass(home, 2);
  assert.deepEqual(seen, [
    [schedule, "changed", "clock"],
    [schedule, "deleted", "clock"],
    ["/sensors/1", "changed", schedule],
  ]);
  await home.stop();
});

test("a schedule that was deleted does nothing any more", async () => {
  const home = await timed("2026-03-02T09:59:50");
  const schedule = await plan(home, { time: "2026-03-02T10:00:00" });
  await plan(home, { time: "PT00:00:10" });
  await home.ask("DELETE", schedule);
  await home.ask("DELETE", "/schedules/2");
  await pass(home, 20);
  assert.deepEqual([fired(home), done(home)], [[], []]);
  await settle();
  await home.stop();
});

test("when it stops, nothing of it is left", async () => {
  const home = await timed("2026-03-02T09:59:50");
  const { pending } = home.clock;
  for (let made = 0; made < 20; made += 1) await plan(home, { time: "R/PT00:00:05" });
  assert.equal(home.clock.pending, pending, "schedules wait without timers of their own");
  await home.stop();
  assert.equal(home.clock.pending, 0);
  home.clock.advance(60);
  await settle();
  assert.deepEqual(done(home), []);
});
