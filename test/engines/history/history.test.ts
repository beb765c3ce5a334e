/** The history of a whole house: the kept values, when they are written, and the effects of a restart, a kill and a clock that is set. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { HISTORY } from "../../../src/model/history/ports.ts";
import type { Rollup, Step } from "../../../src/model/history/rollups.ts";
import type { Address, Cause, Values } from "../../../src/model/resource.ts";
import {
  clip,
  type FakeHouse,
  fakeClock,
  fakeDevices,
  fakeDisk,
  fakeHistoryDisk,
  fakeRadio,
  house,
  START,
  settle,
  TEST,
} from "../../support/fakes.ts";
import { light } from "../../support/lights.ts";

const RADIO: Cause = { by: "radio", depth: 0 };
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const settings = { timezone: "UTC" };

/** One disk, on which houses live one after the other. */
function world(zone = "UTC") {
  const [disk, historyDisk, clock] = [fakeDisk(), fakeHistoryDisk(), fakeClock(START)];
  return { disk, historyDisk, clock, settings: { timezone: zone } };
}

async function room(type = "CLIPTemperature", parts: object = { settings }): Promise<FakeHouse> {
  const home = await house(parts);
  if (!home.store.get("/sensors/1")) await home.ask("POST", "/sensors", clip(type, { uniqueid: "u" }));
  await settle();
  return home;
}

async function tell(home: FakeHouse, values: Values, address: Address = "/sensors/1"): Promise<void> {
  home.store.patch(address, "state", values, RADIO);
  await settle();
}

/** Lets time pass as it does: a timer that is due runs before the next one. */
async function pass(home: FakeHouse, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 600) {
    home.clock.advance(Math.min(600, left), 60);
    await settle();
  }
}

async function ask(home: FakeHouse, step: Step, more: { from?: number; to?: number; member?: string } = {}) {
  const { from = START, to = Number.POSITIVE_INFINITY, member = "temperature" } = more;
  const now = home.clock.now();
  return home.engines
    .get(HISTORY)
    .read({ address: "/sensors/1", section: "state", member, step, from, to: Math.min(to, now) });
}

const near = (one: number | undefined, other: number) =>
  assert.ok(Math.abs((one ?? Number.NaN) - other) < 0.01, `${one}, not ${other}`);
const short = (rollups: readonly Rollup[]) =>
  rollups.map(({ at, min, max, last, count }) => [(at - START) / MINUTE, min, max, last, count]);

test("minutes, hours and days: least, most, mean by time, last, and how often it came", async () => {
  const home = await room();
  await tell(home, { temperature: 2000 });
  home.clock.advance(30);
  await tell(home, { temperature: 2200 });
  home.clock.advance(90);
  assert.deepEqual(short(await ask(home, "minute")), [
    [0, 2000, 2200, 2200, 2],
    [1, 2200, 2200, 2200, 0],
  ]);
  near((await ask(home, "minute"))[0]?.mean, 2100);
  await pass(home, 58 * 60);
  const [hour] = await ask(home, "hour");
  assert.deepEqual(short(hour ? [hour] : []), [[0, 2000, 2200, 2200, 2]]);
  near(hour?.mean, 2198.33);
  const [day] = await ask(home, "day", { from: START - DAY / 2 });
  near(day?.known, 1 / 24);
  near(day?.mean, 2198.33);
  await home.stop();
});

test("of a value that is true or false the mean is the share of the time", async () => {
  const home = await room("CLIPOpenClose");
  await tell(home, { open: true });
  home.clock.advance(900);
  await tell(home, { open: false });
  await pass(home, 2_700);
  const [hour] = await ask(home, "hour", { member: "open" });
  near(hour?.mean, 0.25);
  assert.deepEqual([hour?.min, hour?.max, hour?.last, hour?.count], [0, 1, 0, 2]);
  await home.stop();
});

test("it is written each ten minutes while something happens, once more for the hour and for the day, and then nothing", async () => {
  const home = await room();
  await tell(home, { temperature: 2000 });
  const { appends } = home.historyDisk;
  home.clock.advance(599);
  await settle();
  assert.equal(appends.length, 0);
  home.clock.advance(2);
  await settle();
  assert.deepEqual(
    appends.map(({ tier }) => tier),
    ["minute"],
  );
  await pass(home, HOUR / SECOND);
  assert.deepEqual(
    appends.map(({ tier }) => tier),
    ["minute", "hour", "minute"],
  );
  await pass(home, DAY / SECOND);
  assert.deepEqual(appends.map(({ tier }) => tier).slice(3), ["day", "minute"]);
  await pass(home, 7_200);
  assert.equal(appends.length, 5);
  const pending = home.clock.pending;
  await tell(home, { temperature: 2100 });
  assert.equal(home.clock.pending, pending + 2, "one timer of the history, one of the write-behind");
  await home.stop();
});

test("ten values a minute are one minute", async () => {
  const home = await room();
  for (let turn = 0; turn < 100; turn += 1) {
    await tell(home, { temperature: 2000 + turn });
    home.clock.advance(6);
  }
  home.clock.advance(1);
  await settle();
  const [minutes] = home.historyDisk.appends;
  const own = minutes?.batch.find(({ series }) => series.includes("temperature"));
  assert.equal(own?.rollups.length, 10);
  assert.deepEqual(
    own?.rollups.map(({ count }) => count),
    Array.from({ length: 10 }, () => 10),
  );
  await home.stop();
});

test("a stop loses nothing, and the next run goes on with the same minute, hour and day", async () => {
  const parts = world();
  const first = await room("CLIPTemperature", parts);
  await tell(first, { temperature: 2000 });
  parts.clock.advance(20);
  await tell(first, { temperature: 3000 });
  parts.clock.advance(10);
  await first.stop();
  parts.clock.advance(10);
  const second = await room("CLIPTemperature", parts);
  parts.clock.advance(10);
  await settle();
  await tell(second, { temperature: 1000 });
  await pass(second, 3_600 - 60);
  const [minute] = await ask(second, "minute");
  assert.deepEqual([minute?.min, minute?.max, minute?.last, minute?.count], [1000, 3000, 1000, 3]);
  const [hour] = await ask(second, "hour");
  near(hour?.mean, (20 * 2000 + 20 * 3000 + 3540 * 1000) / 3580);
  near(hour?.known, 3580 / 3600);
  await second.stop();
});

test("the rest of a day counts also where nothing happens in it after a restart", async () => {
  const parts = world();
  const first = await room("CLIPOpenClose", parts);
  await tell(first, { open: false });
  await pass(first, 3 * 3_600);
  await tell(first, { open: true });
  await first.stop();
  const second = await room("CLIPOpenClose", parts);
  await pass(second, 10 * 3_600);
  const [day] = await ask(second, "day", { from: START, member: "open" });
  near(day?.known, 0.5);
  near(day?.mean, 9 / 12);
  await second.stop();
});

test("a kill loses ten minutes at most: the minutes on the disk become the hour and the day", async () => {
  const parts = world();
  const first = await room("CLIPTemperature", parts);
  await tell(first, { temperature: 2000 });
  await pass(first, 1_800);
  await tell(first, { temperature: 4000 });
  await pass(first, 601);
  await tell(first, { temperature: 9000 }); // the kill loses this value
  const left = { ...parts, disk: fakeDisk(parts.disk.records), historyDisk: copyOf(parts.historyDisk) };
  parts.clock.advance(3 * 3_600);
  const second = await room("CLIPTemperature", left);
  await pass(second, 601);
  const [hour, ...later] = await ask(second, "hour");
  assert.deepEqual([hour?.min, hour?.max, hour?.count], [2000, 4000, 2]);
  assert.ok(
    later.every(({ at }) => at >= START + 3 * HOUR),
    "between nobody looked",
  );
  await pass(second, DAY / SECOND);
  const [day] = await ask(second, "day", { from: START });
  assert.deepEqual([day?.min, day?.count], [2000, 2]);
  await first.stop();
  await second.stop();
});

test("killed and started again within the hour: nothing counts twice", async () => {
  const parts = world();
  const first = await room("CLIPTemperature", parts);
  await tell(first, { temperature: 2000 });
  await pass(first, 660);
  const left = { ...parts, disk: fakeDisk(parts.disk.records), historyDisk: copyOf(parts.historyDisk) };
  const second = await room("CLIPTemperature", left);
  await tell(second, { temperature: 4000 });
  await pass(second, 3_600);
  const [hour] = await ask(second, "hour");
  assert.deepEqual([hour?.count, hour?.min, hour?.max], [2, 2000, 4000]);
  await second.stop();
  const third = await room("CLIPTemperature", left);
  const [again] = await ask(third, "hour");
  assert.deepEqual(again, hour);
  await third.stop();
  await first.stop();
});

test("while the gateway was off no value is known", async () => {
  const parts = world();
  const first = await room("CLIPTemperature", parts);
  await tell(first, { temperature: 2000 });
  await pass(first, 3_600);
  await first.stop();
  parts.clock.advance(5 * 3_600);
  const second = await room("CLIPTemperature", parts);
  await pass(second, 3_600);
  const hours = await ask(second, "hour");
  assert.deepEqual(
    hours.map(({ at }) => (at - START) / HOUR),
    [0, 6],
  );
  await second.stop();
  parts.clock.advance(60);
  const third = await room("CLIPTemperature", parts);
  assert.deepEqual(
    (await ask(third, "hour")).map(({ at }) => (at - START) / HOUR),
    [0, 6, 7],
    "it is kept that nobody looked",
  );
  await third.stop();
});

test("a clock that is put forward leaves a gap, one that is put back counts no minute for two", async () => {
  const home = await room();
  await tell(home, { temperature: 2000 });
  await pass(home, 3_600);
  home.clock.set(START + 10 * HOUR);
  await tell(home, { temperature: 2500 });
  await pass(home, 3_600);
  assert.deepEqual(
    (await ask(home, "hour")).map(({ at }) => (at - START) / HOUR),
    [0, 10],
  );
  home.clock.set(START + 2 * HOUR);
  await tell(home, { temperature: 2600 });
  await pass(home, 3_600);
  const hours = await ask(home, "hour");
  assert.deepEqual(
    hours.map(({ last }) => last),
    [2000, 2600],
  );
  assert.ok(hours.every(({ known }) => known <= 1));
  await home.stop();
});

test("a day in spring has 23 hours, one in autumn 25", async () => {
  for (const [begin, hours] of [
    ["2026-03-28T23:00:00Z", 23],
    ["2026-10-24T22:00:00Z", 25],
  ] as const) {
    const clock = fakeClock(Date.parse(begin));
    const home = await room("CLIPOpenClose", { clock, settings: { timezone: "Europe/Berlin" } });
    await tell(home, { open: true });
    await pass(home, 6 * 3_600);
    await tell(home, { open: false });
    await pass(home, 24 * 3_600);
    const [day] = await ask(home, "day", { from: Date.parse(begin), member: "open" });
    near(day?.mean, 6 / hours);
    near(day?.known, 1);
    await home.stop();
  }
});

test("energy: the growth of a counter, also over a jump or a reset", async () => {
  const begin = Date.parse("2026-03-31T22:00:00Z");
  const home = await room("CLIPConsumption", { clock: fakeClock(begin), settings });
  for (const consumption of [1000, 1010, 99_999_999, 1020, 4, 10]) {
    await tell(home, { consumption });
    home.clock.advance(60);
  }
  const asked = { from: begin, member: "consumption" };
  const [day] = await ask(home, "day", asked);
  assert.equal(day?.grown, 1030); // it began at 0
  assert.deepEqual([day?.max, day?.last], [1020, 10]);
  await pass(home, 3 * 3_600);
  await tell(home, { consumption: 15 });
  const months = await ask(home, "month", asked);
  assert.deepEqual(
    months.map(({ grown }) => grown),
    [1030, 5],
  );
  await home.stop();
});

test("the history of a deleted sensor is gone, and the next sensor with its id does not have it", async () => {
  const home = await room();
  await tell(home, { temperature: 2000 });
  await pass(home, 700);
  await home.ask("DELETE", "/sensors/1");
  await settle();
  assert.ok([...home.historyDisk.rollups.minute.keys()].every((series) => !series.startsWith("/sensors/1")));
  home.store.put(
    { address: "/sensors/1", type: "CLIPTemperature", attr: { uniqueid: "other" }, config: {}, state: {}, action: {} },
    RADIO,
  );
  await settle();
  assert.deepEqual(await ask(home, "minute"), []);
  await home.stop();
});

test("a device that takes the place of a broken one goes on with its history", async () => {
  const home = await room();
  await tell(home, { temperature: 2000 });
  await pass(home, 700);
  const sensor = home.store.get("/sensors/1");
  assert.ok(sensor);
  const attr = { ...sensor.attr, uniqueid: "new", formerly: ["u"] };
  home.store.put({ ...sensor, attr }, RADIO);
  await tell(home, { temperature: 2500 });
  await pass(home, 700);
  const [hour] = await ask(home, "hour");
  assert.deepEqual([hour?.min, hour?.max, hour?.count], [2000, 2500, 2]);
  await home.stop();
});

test("the history of a sensor that went while the gateway was off goes at the start", async () => {
  const parts = world();
  const first = await room("CLIPTemperature", parts);
  await tell(first, { temperature: 2000 });
  await first.stop();
  parts.disk.records.delete("/sensors/1");
  const second = await house(parts);
  await settle();
  assert.ok([...parts.historyDisk.rollups.day.keys()].every((series) => !series.startsWith("/sensors/1")));
  await second.stop();
});

test("a stop while it is written waits for that, and writes nothing twice", async () => {
  const home = await room();
  const { append } = home.historyDisk;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slow = async (...given: Parameters<typeof append>) => {
    await gate;
    await append(...given);
  };
  Object.assign(home.historyDisk, { append: slow });
  for (const temperature of [2000, 2100, 2200]) {
    await tell(home, { temperature });
    await pass(home, 240);
  }
  assert.equal(home.historyDisk.appends.length, 0);
  const stopping = home.stop();
  await settle();
  open();
  await stopping;
  const told = ({ tier, batch }: (typeof home.historyDisk.appends)[number]) => {
    const own = batch.filter(({ series }) => series.endsWith("state/temperature"));
    return own.flatMap(({ rollups }) => rollups.map(({ at, last }) => [tier, (at - START) / MINUTE, last]));
  };
  assert.deepEqual(home.historyDisk.appends.flatMap(told), [
    ["hour", 0, 2200],
    ["minute", 0, 2000],
    ["minute", 4, 2100],
    ["minute", 8, 2200],
    ["day", -720, 2200],
  ]);
});

test("a disk that refuses: it is told once, tried again, and nothing is lost meanwhile", async () => {
  const home = await room();
  home.historyDisk.fails = new Error("the disk is full");
  await tell(home, { temperature: 2000 });
  await pass(home, 1_300);
  await tell(home, { temperature: 2100 });
  await pass(home, 1_300);
  assert.equal(home.log.lines.filter((line) => /the disk is full/.test(line)).length, 1);
  home.historyDisk.fails = undefined;
  await pass(home, 700);
  assert.ok(home.log.lines.some((line) => /takes it again/.test(line)));
  const minutes = home.historyDisk.appends.flatMap(({ tier, batch }) => (tier === "minute" ? batch : []));
  const own = minutes.filter(({ series }) => series.includes("temperature")).flatMap(({ rollups }) => rollups);
  assert.deepEqual(
    own.map(({ last }) => last),
    [2000, 2100],
  );
  await home.stop();
});

test("a history that cannot be opened does no harm, and is opened when it can be", async () => {
  const historyDisk = fakeHistoryDisk();
  historyDisk.fails = new Error("no folder");
  const home = await room("CLIPTemperature", { historyDisk, settings });
  await tell(home, { temperature: 2000 });
  await assert.rejects(ask(home, "minute"), /no folder/);
  historyDisk.fails = undefined;
  home.clock.advance(60);
  assert.equal((await ask(home, "minute")).length, 1);
  await home.stop();
});

test("presses, words and settings have no history", async () => {
  const home = await room("CLIPSwitch");
  await tell(home, { buttonevent: 1002 });
  home.store.patch("/sensors/1", "config", { offset: 5 }, RADIO);
  await pass(home, 700);
  const names = home.historyDisk.appends.flatMap(({ batch }) => batch.map(({ series }) => series));
  assert.deepEqual(
    names.filter((name) => name.startsWith("/sensors/1") && !name.includes("config/")),
    [],
  );
  assert.ok(names.every((name) => !/buttonevent|offset|lastupdated/.test(name)));
  await home.stop();
});

test("a value that was never told has no history; once told, it has", async () => {
  const parts = world();
  const first = await room("CLIPTemperature", parts);
  await first.ask("POST", "/sensors", clip("CLIPGenericFlag", { uniqueid: "flag" }));
  await pass(first, 700);
  assert.deepEqual(await ask(first, "minute"), []);
  await first.stop();
  const second = await room("CLIPTemperature", parts);
  await pass(second, 700);
  assert.deepEqual(await ask(second, "minute"), [], "nor after a start");
  await tell(second, { temperature: 2100 });
  await pass(second, 700);
  const minutes = await ask(second, "minute");
  assert.deepEqual([...new Set(minutes.flatMap(({ min, max }) => [min, max]))], [2100]);
  const flag = () =>
    second.engines.get(HISTORY).read({
      address: "/sensors/2",
      section: "state",
      member: "flag",
      step: "hour",
      from: START,
      to: second.clock.now(),
    });
  assert.deepEqual(await flag(), []);
  await tell(second, { flag: false }, "/sensors/2");
  await pass(second, 700);
  assert.deepEqual(
    (await flag()).map(({ last }) => last),
    [0],
  );
  await second.stop();
});

test("the days of a battery", async () => {
  const home = await room("CLIPTemperature");
  for (let day = 0; day < 3; day += 1) {
    home.store.patch("/sensors/1", "config", { battery: 90 - day }, RADIO);
    await pass(home, DAY / SECOND);
  }
  const days = await home.engines.get(HISTORY).daily("/sensors/1", "config/battery");
  assert.deepEqual(
    days.map(({ last }) => last),
    [90, 89, 88, 88],
  );
  assert.deepEqual(await home.engines.get(HISTORY).daily("/sensors/99", "config/battery"), []);
  await home.stop();
});

function copyOf({ rollups }: ReturnType<typeof fakeHistoryDisk>) {
  const copy = fakeHistoryDisk();
  for (const tier of ["minute", "hour", "day"] as const)
    for (const [series, all] of rollups[tier]) copy.rollups[tier].set(series, [...all]);
  return copy;
}

test("a state that a light never had is no history: a command that is taken back leaves nothing, nor in its room", async () => {
  const world = await house({ radio: fakeRadio(true), devices: fakeDevices(), settings });
  await light(world, "On/Off light", { state: { on: false } });
  await world.ask("POST", "/groups", { name: "G", lights: ["1"] });
  const history = world.engines.get(HISTORY);
  const read = async (address: Address, member: string) =>
    short(
      await history.read({ address, section: "state", member, step: "minute", from: START, to: world.clock.now() }),
    );
  await pass(world, 610); // the values before are on the disk
  await world.ask("PUT", "/lights/1/state", { on: true });
  await settle();
  world.clock.advance(70);
  world.store.patch("/lights/1", "state", { on: false }, { ...TEST, undo: true });
  world.clock.advance(20);
  await settle();
  assert.equal(world.store.get("/lights/1")?.state.on, false);
  for (const [address, member] of [
    ["/lights/1", "on"],
    ["/groups/1", "any_on"],
  ] as const)
    assert.deepEqual(
      (await read(address, member)).filter(([, , max]) => max !== 0),
      [],
      address,
    );
  await world.ask("PUT", "/lights/1/state", { on: true });
  world.store.patch("/lights/1", "state", { reachable: true }, RADIO);
  await settle();
  world.clock.advance(60);
  assert.equal((await read("/lights/1", "on")).at(-1)?.[2], 1, "one that nobody takes back stays");
  await world.stop();
});

test("a room that one lamp lit keeps its history when another one did not follow its command", async () => {
  const world = await house({ radio: fakeRadio(true), devices: fakeDevices(), settings });
  for (const _ of ["1", "2", "3"]) await light(world, "On/Off light", { state: { on: false } });
  await world.ask("POST", "/groups", { name: "G", lights: ["1", "2", "3"] });
  await pass(world, 610);
  const read = async (member: string) => {
    const about = {
      address: "/groups/1",
      section: "state",
      step: "minute",
      from: START,
      to: world.clock.now(),
    } as const;
    return (await world.engines.get(HISTORY).read({ ...about, member })).filter(({ max }) => max !== 0).length;
  };
  const tell = async (id: string, on: boolean, cause: Cause) => {
    world.store.patch(`/lights/${id}`, "state", { on }, cause);
    await settle();
  };
  await tell("1", true, TEST); // and it does so
  world.clock.advance(120);
  await tell("2", true, TEST);
  world.clock.advance(60);
  await tell("1", false, RADIO);
  world.clock.advance(60);
  await tell("2", false, { ...TEST, undo: true });
  assert.equal(world.store.get("/groups/1")?.state.any_on, false);
  const lit = await read("any_on");
  assert.ok(lit >= 3, `${lit} minutes`);
  await pass(world, 1200);
  await tell("1", true, TEST);
  world.clock.advance(60);
  await tell("2", true, TEST);
  world.clock.advance(60);
  await tell("1", false, { ...TEST, undo: true });
  world.clock.advance(60);
  await tell("2", false, { ...TEST, undo: true });
  assert.equal(await read("any_on"), lit, "two that failed one after the other have never lit it");
  await world.stop();
});

test("many values are rolled up in pieces: between them others have their turn, and none is left out", async () => {
  const home = await house({ settings });
  const count = 900;
  for (let n = 1; n <= count; n += 1)
    await home.ask("POST", "/sensors", clip("CLIPTemperature", { uniqueid: `u${n}` }));
  for (let n = 1; n <= count; n += 1) home.store.patch(`/sensors/${n}`, "state", { temperature: n }, RADIO);
  await settle();
  home.historyDisk.appends.length = 0;
  home.clock.advance(601);
  let turns = 0;
  for (; home.historyDisk.appends.length === 0; turns += 1) {
    assert.ok(turns < 1_000, "it is written");
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(turns > (2 * count) / 200 - 2, `${turns} turns`);
  await settle();
  const written = home.historyDisk.appends.filter(({ tier }) => tier === "minute").flatMap(({ batch }) => batch);
  const sensors = written.filter(({ series }) => series.includes("temperature"));
  assert.equal(sensors.length, count);
  await home.stop();
});
