/** Schedules and the clock (automation 2.7): late ones, restarts, clocks that are set, zones that change, summer time, the sun. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Values } from "../../../src/model/resource.ts";
import {
  type FakeDevices,
  type FakeHouse,
  fakeDevices,
  fakeDisk,
  fakeRadio,
  NETWORK,
  settle,
  TEST,
} from "../../support/fakes.ts";
import {
  command,
  cut,
  done,
  fired,
  pass,
  passTo,
  plan,
  put,
  restarted,
  setTo,
  statusOf,
  sunny,
  timed,
  utc,
} from "../../support/schedules.ts";

/** Made at 12:00:00, and due ten minutes later. */
const LATE: readonly (readonly [says: string, body: Values, late: number, fires: number, status: string])[] = [
  ["once", { time: "2026-03-02T12:10:00" }, 4, 1, "gone"],
  ["once", { time: "2026-03-02T12:10:00" }, 5, 0, "gone"],
  ["once, kept", { time: "2026-03-02T12:10:00", autodelete: false }, 5, 0, "disabled"],
  ["a timer", { time: "PT00:10:00" }, 4, 1, "gone"],
  ["a timer", { time: "PT00:10:00" }, 5, 0, "gone"],
  ["a timer, kept", { time: "PT00:10:00", autodelete: false }, 3_600, 0, "disabled"],
  ["weekly", { time: "W127/T12:10:00" }, 4, 1, "enabled"],
  ["weekly", { time: "W127/T12:10:00" }, 5, 0, "enabled"],
  ["a last repetition", { time: "R1/PT00:10:00" }, 4, 1, "gone"],
  ["a last repetition", { time: "R1/PT00:10:00" }, 60, 0, "gone"],
  ["three repetitions, one missed", { time: "R3/PT00:10:00" }, 60, 0, "enabled"],
  ["three repetitions, all missed", { time: "R3/PT00:10:00" }, 1_205, 0, "gone"],
  ["three repetitions, the last one just in time", { time: "R3/PT00:10:00" }, 1_204, 1, "gone"],
  ["endless repetitions, missed for a year", { time: "R/PT00:10:00" }, 365 * 86_400 + 60, 0, "enabled"],
];

for (const [says, body, late, fires, status] of LATE) {
  test(`the gateway was off until ${late} s after its time: ${says} (${JSON.stringify(body)})`, async () => {
    const home = await timed("2026-03-02T12:00:00");
    const schedule = await plan(home, body);
    const again = await restarted(home, utc(Date.parse("2026-03-02T12:10:00Z") + late * 1000));
    await pass(again, 1);
    assert.deepEqual([fired(again).length, done(again).length, statusOf(again, schedule)], [fires, fires, status]);
    await again.stop();
  });
}

test("up four seconds after its time: it has run before the next second", async () => {
  const home = await timed("2026-03-01T12:00:00");
  await plan(home, { localtime: "W127/T07:00:00" });
  const again = await restarted(home, "2026-03-02T06:00:04.900");
  await pass(again, 0.05);
  assert.deepEqual(
    [again.store.get("/sensors/1")?.state.status, again.store.get("/schedules/1")?.attr.status],
    [1, "enabled"],
  );
  await pass(again, 10);
  assert.equal(fired(again).length, 1, "and not once more");
  await again.stop();
});

test("its command waits for a radio that is still coming up; a minute, and no longer", async () => {
  for (const [up, asked] of [
    [30, 2],
    [90, 1],
  ] as const) {
    const home = await timed("2026-03-01T12:00:00");
    await plan(home, {
      localtime: "W127/T07:00:00",
      command: { ...command(home.key), address: `/api/${home.key}/lights/1/state`, body: { on: true } },
    });
    const again = await restarted({ ...home, disk: withLamp(home) }, "2026-03-02T06:00:02", {
      radio: fakeRadio(false),
      devices: downDevices(),
    });
    await pass(again, 1);
    const devices = again.devices as FakeDevices;
    assert.deepEqual(devices.sent, []);
    await pass(again, up);
    devices.obstacle = () => undefined;
    again.radio.tell({ kind: "up", network: NETWORK, devices: [] });
    await settle();
    assert.equal(devices.sent.length, asked - 1, `up after ${up} s`);
    assert.equal(
      again.log.lines.filter((line) => /PUT \/lights\/1\/state: Internal error, 951/.test(line)).length,
      2 - asked,
    );
    again.radio.tell({ kind: "up", network: NETWORK, devices: [] });
    await settle();
    assert.equal(devices.sent.length, asked - 1, "done once");
    await again.stop();
  }
});

/** Its disk, with a lamp. */
function withLamp({ disk }: Pick<FakeHouse, "disk">) {
  const lamp = {
    type: "Dimmable light",
    attr: { name: "Lamp", uniqueid: "00:11:22:33:44:55:66:77-01" },
    state: { on: false, bri: 1, reachable: true },
  };
  return fakeDisk([...disk.records, ["/lights/1", JSON.stringify(lamp)]]);
}

function downDevices(): FakeDevices {
  return { ...fakeDevices(), obstacle: () => "radio-down" };
}

test("91: a counted timer over a restart: the runs that are left, on the same grid", async () => {
  const home = await timed("2026-03-01T12:00:00");
  const schedule = await plan(home, { time: "R02/PT00:10:00" });
  await passTo(home, "2026-03-01T12:12:00");
  assert.equal(fired(home).length, 1);
  const again = await restarted(home, "2026-03-01T12:13:00");
  await passTo(again, "2026-03-01T12:19:59");
  assert.deepEqual(fired(again), []);
  await pass(again, 1);
  assert.deepEqual([fired(again), statusOf(again, schedule)], [["1 2026-03-01T12:20:00"], "gone"]);
  await again.stop();
});

test("91: missed repetitions count; the others come on the same grid", async () => {
  const home = await timed("2026-03-01T12:00:00");
  const schedule = await plan(home, { time: "R05/PT00:10:00" });
  await passTo(home, "2026-03-01T12:10:00");
  const again = await restarted(home, "2026-03-01T12:35:00"); // those of :20 and :30 are gone
  await passTo(again, "2026-03-01T13:00:00");
  assert.deepEqual(fired(again), ["1 2026-03-01T12:40:00", "1 2026-03-01T12:50:00"]);
  assert.equal(statusOf(again, schedule), "gone");
  await again.stop();
});

test("a timer goes on over a restart, however long that took", async () => {
  const home = await timed("2026-03-01T12:00:00");
  await plan(home, { time: "PT00:10:00" });
  await pass(home, 60);
  const again = await restarted(home, "2026-03-01T12:09:00");
  assert.equal(again.store.get("/schedules/1")?.attr.starttime, "2026-03-01T12:00:00");
  await pass(again, 59);
  assert.deepEqual(fired(again), []);
  await pass(again, 1);
  assert.deepEqual(fired(again), ["1 2026-03-01T12:10:00"]);
  await again.stop();
});

test("a random part that was drawn is kept over a restart", async () => {
  const home = await timed("2026-03-02T04:50:00");
  await plan(home, { localtime: "W127/T06:00:00A12:00:00" });
  const { due } = home.store.get("/schedules/1")?.attr ?? {};
  const again = await restarted(home, "2026-03-02T05:00:00"); // its time has come, its random part has not passed
  assert.equal(again.store.get("/schedules/1")?.attr.due, due);
  await again.stop();
});

test("weekly: a restart within the grace does not bring it twice", async () => {
  const home = await timed("2026-03-02T05:59:58");
  await plan(home, { localtime: "W127/T07:00:00" });
  await pass(home, 3);
  assert.equal(fired(home).length, 1);
  const again = await restarted(home, "2026-03-02T06:00:02");
  await pass(again, 10);
  assert.deepEqual(fired(again), []);
  await again.stop();
});

const SHORT: readonly (readonly [body: Values, later: number])[] = [
  [{ time: "2026-03-02T12:00:10" }, 0],
  [{ time: "2026-03-02T12:00:10", autodelete: false }, 0],
  [{ time: "PT00:00:10" }, 0],
  [{ time: "R2/PT00:00:10" }, 1],
  [{ time: "R/PT00:00:10" }, 1],
  [{ time: "W127/T12:00:10" }, 0],
];

for (const [body, later] of SHORT) {
  const says = JSON.stringify(body);
  const when = "2026-03-02T12:00:12";

  test(`${says}: killed when it was done, and back within the grace, it is not done again`, async () => {
    const home = await timed("2026-03-02T12:00:00");
    await plan(home, body);
    await pass(home, 10);
    assert.deepEqual([fired(home).length, done(home).length], [1, 1]);
    const again = await restarted({ ...home, stop: async () => {}, disk: cut(home).disk }, when);
    await home.stop();
    await pass(again, 2);
    assert.deepEqual([fired(again), done(again)], [[], []]);
    await pass(again, 7);
    assert.equal(done(again).length, later, "what is still to come does come");
    await again.stop();
  });

  test(`${says}: killed before the disk has that it happens, it is done once: when it is back`, async () => {
    const home = await timed("2026-03-02T12:00:00");
    await plan(home, body);
    let open = () => {};
    home.disk.gate = new Promise((resolve) => {
      open = resolve;
    });
    await pass(home, 10);
    const isWished = home.store.expected.get("/sensors/1")?.state.status === 1;
    assert.deepEqual([fired(home), isWished], [[], false], "neither is it told to a flow, nor is it done");
    const again = await restarted({ ...home, stop: async () => {}, disk: cut(home).disk }, when);
    await pass(again, 2);
    assert.deepEqual([fired(again).length, done(again).length], [1, 1]);
    await again.stop();
    open();
    await home.stop();
  });
}

test("a slow disk: it happens later but once, even if the zone changes meanwhile; one that refuses: it happens all the same", async () => {
  const home = await timed("2026-03-02T12:00:00", { errors: /the disk refused/ });
  await plan(home, { time: "2026-03-02T12:00:10" });
  await plan(home, { time: "W127/T12:00:20" });
  let open = () => {};
  home.disk.gate = new Promise((resolve) => {
    open = resolve;
  });
  await pass(home, 10);
  home.store.patch("/config", "attr", { timezone: "UTC" }, TEST);
  await pass(home, 2);
  open();
  await settle();
  await pass(home, 1);
  assert.deepEqual([fired(home), statusOf(home, "/schedules/1")], [["1 2026-03-02T12:00:10"], "gone"]);
  home.disk.fails = new Error("ENOSPC");
  await pass(home, 7);
  assert.equal(fired(home)[1], "2 2026-03-02T12:00:20", "told to flows; its command is asked, and refused by the disk");
  assert.match(home.log.lines.join(), /schedules\/2: PUT \/sensors\/1\/state: .*the disk refused/);
  home.disk.fails = undefined;
  await pass(home, 61); // write-behind tries again
  const kept = JSON.parse(home.disk.records.get("/schedules/2") ?? "{}");
  assert.equal(kept.attr.due, home.store.get("/schedules/2")?.attr.due);
  await home.stop();
});

test("99: weekly, with another time later that day, and a restart between: it runs again that day", async () => {
  const home = await timed("2026-03-02T05:59:58");
  const schedule = await plan(home, { localtime: "W127/T07:00:00" });
  await pass(home, 5);
  await put(home, schedule, { localtime: "W127/T08:00:00" });
  const again = await restarted(home, "2026-03-02T06:59:58");
  await pass(again, 5);
  assert.deepEqual([fired(home), fired(again)], [["1 2026-03-02T06:00:00"], ["1 2026-03-02T07:00:00"]]);
  await again.stop();
});

test("99: weekly, with another time later that day, and the zone changes between: it runs again that day", async () => {
  const home = await timed("2026-03-02T05:59:58");
  const schedule = await plan(home, { localtime: "W127/T07:00:00" });
  await pass(home, 5);
  await put(home, schedule, { localtime: "W127/T08:00:00" });
  await home.ask("PUT", "/config", { timezone: "Europe/London" });
  await settle();
  await passTo(home, "2026-03-02T08:00:00");
  assert.deepEqual(fired(home), ["1 2026-03-02T06:00:00", "1 2026-03-02T08:00:00"]);
  await home.stop();
});

test("weekly: down over many days and back within the grace of the newest: that one happens", async () => {
  const home = await timed("2026-03-02T05:00:00");
  await plan(home, { localtime: "W127/T07:00:00" });
  const again = await restarted(home, "2026-03-06T06:00:02");
  await pass(again, 1);
  assert.deepEqual(fired(again), ["1 2026-03-06T06:00:02"]);
  assert.match(again.log.lines.join(), /its time was 2026-03-02T06:00:00 UTC/);
  await again.stop();
});

const HOUR = 3_600_000;
for (const by of [HOUR, -HOUR, 365 * 24 * HOUR, -20 * 365 * 24 * HOUR, 4_000, -4_000]) {
  test(`the clock is set by ${by / 1000} s: timers run on as long as they would have`, async () => {
    const home = await timed("2026-03-01T12:00:00");
    await plan(home, { time: "PT00:10:00" });
    await plan(home, { time: "R3/PT00:04:00" });
    await pass(home, 300);
    home.clock.set(home.clock.now() + by);
    await pass(home, 299);
    assert.deepEqual(
      fired(home).map((each) => each[0]),
      ["2", "2"],
    );
    await pass(home, 1);
    assert.deepEqual(
      fired(home).map((each) => each[0]),
      ["2", "2", "1"],
    );
    await pass(home, 120);
    assert.equal(fired(home).length, 4);
    await home.stop();
  });
}

test("the clock is set, and then it is restarted: timers still know how much is left", async () => {
  const home = await timed("2026-03-01T12:00:00");
  await plan(home, { time: "PT00:10:00" });
  await setTo(home, "2030-01-01T00:00:00");
  await pass(home, 60);
  const again = await restarted(home, "2030-01-01T00:02:00");
  await passTo(again, "2030-01-01T00:09:59");
  assert.deepEqual(fired(again), []);
  await pass(again, 1);
  assert.deepEqual(fired(again), ["1 2030-01-01T00:10:00"]);
  await again.stop();
});

test("while nothing is due the clock does not go through all schedules, not even after the clock was set", async () => {
  const home = await timed("2026-03-01T12:00:00");
  await plan(home, { time: "PT10:00:00" });
  await setTo(home, "2026-03-01T13:00:00");
  await pass(home, 2);
  let looks = 0;
  const { list } = home.store;
  home.store.list = (collection) => {
    looks += collection === "/schedules" ? 1 : 0;
    return list.call(home.store, collection);
  };
  await pass(home, 60);
  assert.equal(looks, 0);
  await home.stop();
});

test("the clock is put forward over a schedule's time: missed, as if the gateway had been off", async () => {
  const home = await timed("2026-03-02T05:00:00");
  const once = await plan(home, { localtime: "2026-03-02T07:00:00", autodelete: false });
  await plan(home, { localtime: "W127/T07:00:00" });
  await setTo(home, "2026-03-02T06:30:00");
  await pass(home, 2);
  assert.deepEqual([fired(home), statusOf(home, once)], [[], "disabled"]);
  assert.equal(home.log.lines.length, 2);
  await setTo(home, "2026-03-03T05:59:59");
  await pass(home, 2);
  assert.deepEqual(fired(home), ["2 2026-03-03T06:00:00"]);
  await home.stop();
});

test("the clock is put forward by less than the grace: nothing is missed", async () => {
  const home = await timed("2026-03-02T05:59:58");
  await plan(home, { localtime: "2026-03-02T07:00:00" });
  await plan(home, { localtime: "W127/T07:00:00" });
  await setTo(home, "2026-03-02T06:00:02");
  await pass(home, 1);
  assert.equal(fired(home).length, 2);
  await home.stop();
});

test("the clock is put back: once waits again, weekly does not come twice on its day, and comes on the next", async () => {
  const home = await timed("2026-03-02T05:59:58");
  await plan(home, { localtime: "W127/T07:00:00" });
  await plan(home, { localtime: "2026-03-02T08:00:00" });
  await pass(home, 5);
  for (const back of ["2026-03-02T05:59:50", "2026-03-02T05:00:00"]) {
    await setTo(home, back);
    await passTo(home, "2026-03-02T06:00:10");
  }
  assert.deepEqual(fired(home), ["1 2026-03-02T06:00:00"]);
  await passTo(home, "2026-03-02T07:00:00");
  assert.deepEqual(fired(home).slice(1), ["2 2026-03-02T07:00:00"]);
  await setTo(home, "2026-03-03T05:59:59");
  await pass(home, 2);
  assert.deepEqual(fired(home).slice(2), ["1 2026-03-03T06:00:00"]);
  await home.stop();
});

test("the clock was wrong by years when weekly happened: it does not wait for these years to come", async () => {
  const home = await timed("2040-03-01T05:59:58");
  await plan(home, { localtime: "W127/T07:00:00" });
  await pass(home, 5);
  await setTo(home, "2026-03-02T05:59:58");
  await pass(home, 5);
  assert.deepEqual(fired(home), ["1 2040-03-01T06:00:00", "1 2026-03-02T06:00:00"]);
  await home.stop();
});

test("the clock is put back by two days: neither of them brings it again", async () => {
  const home = await timed("2026-03-02T05:59:58");
  await plan(home, { localtime: "W127/T07:00:00" });
  await pass(home, 5);
  await setTo(home, "2026-03-03T05:59:58");
  await pass(home, 5);
  assert.equal(fired(home).length, 2);
  for (const day of ["2026-03-02", "2026-03-03"]) {
    await setTo(home, `${day}T05:59:58`);
    await pass(home, 5);
  }
  assert.equal(fired(home).length, 2);
  await home.stop();
});

test("100: a local time that the wall clock skips: the first instant after the gap", async () => {
  const home = await timed("2026-03-29T00:59:58");
  await plan(home, { localtime: "W127/T02:30:00" });
  await pass(home, 3);
  assert.deepEqual(fired(home), ["1 2026-03-29T01:00:00"]); // 03:00 in summer
  await pass(home, 3600);
  assert.equal(fired(home).length, 1);
  await home.stop();
});

test("100: a local time that the wall clock shows twice: the first time", async () => {
  const home = await timed("2026-10-25T00:29:58");
  await plan(home, { localtime: "W127/T02:30:00" });
  await pass(home, 2 * 3600);
  assert.deepEqual(fired(home), ["1 2026-10-25T00:30:00"]);
  await home.stop();
});

test("102: `time` is UTC, before and after summer time begins", async () => {
  const home = await timed("2026-03-28T05:59:58");
  await plan(home, { time: "W127/T06:00:00" });
  await pass(home, 3);
  await setTo(home, "2026-03-30T05:59:58");
  await pass(home, 3);
  assert.deepEqual(fired(home), ["1 2026-03-28T06:00:00", "1 2026-03-30T06:00:00"]);
  await home.stop();
});

test("102: the `time` of a local one follows summer time", async () => {
  const home = await timed("2026-03-29T00:59:58");
  const schedule = await plan(home, { localtime: "W064/T00:30:00A00:10:00" });
  const shown = () => home.store.get(schedule)?.attr.time;
  assert.equal(shown(), "W001/T23:30:00A00:10:00");
  await pass(home, 3);
  assert.equal(shown(), "W001/T22:30:00A00:10:00");
  await home.stop();
});

test("the zone changes while it runs: local times move, those in UTC and timers stay", async () => {
  const home = await timed("2026-03-02T05:00:00");
  await plan(home, { localtime: "W127/T07:00:00" });
  await plan(home, { time: "W127/T06:00:00" });
  await plan(home, { time: "PT01:00:00" });
  await plan(home, { localtime: "2026-03-02T10:00:00" });
  await home.ask("PUT", "/config", { timezone: "Europe/Lisbon" });
  await settle();
  assert.equal(home.store.get("/schedules/4")?.attr.time, "2026-03-02T10:00:00");
  await passTo(home, "2026-03-02T07:00:01");
  assert.deepEqual(fired(home), ["2 2026-03-02T06:00:00", "3 2026-03-02T06:00:00", "1 2026-03-02T07:00:00"]);
  await home.ask("PUT", "/config", { timezone: "Asia/Tokyo" }); // there it was at ten, hours ago
  await settle();
  await pass(home, 1);
  assert.equal(statusOf(home, "/schedules/4"), "gone");
  await home.stop();
});

test("the zone changed while the gateway was off: local times are those of the new one", async () => {
  const home = await timed("2026-03-02T04:00:00");
  await plan(home, { localtime: "W127/T07:00:00" });
  const again = await restarted(home, "2026-03-02T04:10:00", { settings: { timezone: "Europe/Helsinki" } });
  await passTo(again, "2026-03-02T06:00:01");
  assert.deepEqual(fired(again), ["1 2026-03-02T05:00:00"]);
  await again.stop();
});

const DATES: readonly (readonly [says: string, at: string])[] = [
  ["2038", "2038-01-19T03:14:08"],
  ["a leap day", "2028-02-29T12:00:00"],
  ["the last second of a year", "2026-12-31T23:59:59"],
  ["2106", "2106-02-07T06:28:16"],
];
for (const [says, at] of DATES) {
  test(`${says}: once and a timer`, async () => {
    const home = await timed(utc(Date.parse(`${at}Z`) - 10_000));
    await plan(home, { time: at });
    await plan(home, { time: "PT00:00:10" });
    await pass(home, 10);
    assert.deepEqual(fired(home), [`1 ${at}`, `2 ${at}`]);
    await home.stop();
  });
}

test("29 February of a year that has none is no time", async () => {
  const home = await timed("2026-03-02T04:00:00");
  const { status } = await home.ask("POST", "/schedules", {
    command: { address: `/api/${home.key}/lights/1/state`, method: "PUT", body: {} },
    time: "2027-02-29T12:00:00",
  });
  assert.equal(status, 400);
  await home.stop();
});

test("a schedule that is far away waits, longer than any timer could", async () => {
  const home = await timed("2026-03-02T04:00:00");
  await plan(home, { time: "2036-03-02T04:00:00" });
  await pass(home, 5);
  await setTo(home, "2036-03-02T03:59:59");
  await pass(home, 1);
  assert.deepEqual(fired(home), ["1 2036-03-02T04:00:00"]);
  await home.stop();
});

test("the sun: sunset with an offset, on the days that are named, a little later each day", async () => {
  const home = await sunny("2026-03-02T12:00:00");
  const schedule = await plan(home, { localtime: "W096/sunset-00:30:00" }); // Monday and Tuesday
  const { body } = await home.ask("GET", `${schedule}/next`);
  const [first = "", second = "", third = ""] = (body as { utc: string }[]).map((each) => each.utc);
  assert.match(first, /^2026-03-02T16:1\d:\d\d$/); // in Berlin it set at 17:46
  assert.match(second, /^2026-03-03T16:1\d:\d\d$/);
  assert.match(third, /^2026-03-09T/);
  await setTo(home, "2026-03-02T16:09:59");
  await pass(home, 600);
  assert.deepEqual(fired(home), [`1 ${first}`]);
  await home.stop();
});

test("the sun: when the place moves, so does it; without one it waits until there is one again", async () => {
  const home = await sunny("2026-03-02T12:00:00");
  const schedule = await plan(home, { localtime: "sunset" });
  const due = () => home.store.get(schedule)?.attr.due;
  const berlin = due();
  home.store.patch("/config", "attr", { longitude: 3 }, TEST);
  await settle();
  assert.ok(Number(due()) - Number(berlin) > 30 * 60_000, "the sun sets later in the west");
  home.store.patch("/config", "attr", { latitude: undefined }, TEST);
  await settle();
  assert.deepEqual([due(), statusOf(home, schedule)], [undefined, "enabled"]);
  home.store.patch("/config", "attr", { latitude: 52.52, longitude: 13.405 }, TEST);
  await settle();
  assert.equal(due(), berlin);
  await home.stop();
});

test("the sun: where it does not set for weeks the next sunset is that after them", async () => {
  const home = await sunny("2026-06-10T12:00:00");
  home.store.patch("/config", "attr", { latitude: 69.65, longitude: 18.96 }, TEST); // Tromsø
  await settle();
  const schedule = await plan(home, { localtime: "sunset" });
  const { body } = await home.ask("GET", `${schedule}/next`);
  assert.match((body as { utc: string }[])[0]?.utc ?? "", /^2026-07-2\d/);
  await home.stop();
});

test("a schedule that is enabled later does not make up for a time earlier that day", async () => {
  const home = await timed("2026-03-02T05:59:50");
  const schedule = await plan(home, { localtime: "W127/T07:00:00", status: "disabled" });
  await pass(home, 12);
  await put(home, schedule, { status: "enabled" });
  await pass(home, 60);
  assert.deepEqual(fired(home), []);
  await setTo(home, "2026-03-03T05:59:59");
  await pass(home, 2);
  assert.equal(fired(home).length, 1);
  await home.stop();
});
