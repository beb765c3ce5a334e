import assert from "node:assert/strict";
import { test } from "node:test";
import { Bus } from "../../src/core/bus.ts";
import { openHistory } from "../../src/engines/history.ts";
import type { Address, Cause, Resource, Values } from "../../src/model/resource.ts";
import { clip, type FakeHouse, house, settle } from "../support/fakes.ts";

const RADIO: Cause = { by: "radio", depth: 0 };
const MEMBER: Address = "/sensors/1/state/temperature";

async function room(type = "CLIPTemperature", count = 1): Promise<FakeHouse> {
  const home = await house();
  for (let index = 0; index < count; index++) await home.ask("POST", "/sensors", clip(type, { uniqueid: `u${index}` }));
  await settle();
  return home;
}

async function tell(
  home: FakeHouse,
  values: Values,
  address: Address = "/sensors/1",
  section: "state" | "config" = "state",
) {
  home.store.patch(address, section, values, RADIO);
  await settle();
}

const valuesOf = (home: FakeHouse, member = MEMBER) => home.historyOf(member).map(([, value]) => value);

test("a value is kept with its time; what comes within half a minute takes its place", async () => {
  const home = await room();
  const begin = home.clock.now();
  await tell(home, { temperature: 2000 });
  home.clock.advance(29);
  await tell(home, { temperature: 2010 });
  home.clock.advance(1);
  await tell(home, { temperature: 2020 });
  assert.deepEqual(home.historyOf(MEMBER), [
    [begin, 2010],
    [begin + 30_000, 2020],
  ]);
  await home.stop();
});

test("of a value that moves for long only the last 120 points are kept", async () => {
  const home = await room();
  for (let turn = 0; turn < 130; turn++) {
    await tell(home, { temperature: 2000 + turn });
    home.clock.advance(30);
  }
  assert.equal(valuesOf(home).length, 120);
  assert.deepEqual([valuesOf(home)[0], valuesOf(home).at(-1)], [2010, 2129]);
  await home.stop();
});

test("a clock that was put back begins a new point", async () => {
  const home = await room();
  await tell(home, { temperature: 2000 });
  home.clock.set(home.clock.now() - 3_600_000);
  await tell(home, { temperature: 2010 });
  assert.deepEqual(valuesOf(home), [2000, 2010]);
  await home.stop();
});

test("of more than 2,000 series those go that were silent the longest", async () => {
  const home = await room("CLIPConsumption");
  const sensor = home.store.get("/sensors/1") as Resource;
  const bus = new Bus(home.log);
  const history = openHistory({ bus, store: home.store, clock: home.clock });
  const move = async (id: number) => {
    const resource: Resource = { ...sensor, address: `/sensors/${id}` };
    const values = { consumption: 1, power: 2 };
    bus.post([{ event: "changed", resource, section: "state", values, before: {}, cause: RADIO }]);
    await settle();
  };
  const isKept = (id: number, member: string) => history.of(`/sensors/${id}/state/${member}`).length > 0;
  for (let id = 1; id <= 1_000; id++) await move(id);
  await move(1);
  assert.ok(isKept(1, "power") && isKept(2, "consumption"));
  await move(1_001);
  assert.deepEqual([isKept(2, "consumption"), isKept(2, "power"), isKept(3, "power")], [false, false, true]);
  assert.ok(isKept(1, "consumption") && isKept(1_001, "power"));
  history.stop();
  assert.equal(bus.listeners, 0);
  await home.stop();
});

test("presses, words, truths and settings have no course; a deleted sensor takes its own along, and only that", async () => {
  const home = await room("CLIPSwitch", 11);
  await home.ask("POST", "/sensors", clip("CLIPTemperature", { uniqueid: "t" }));
  await settle();
  await tell(home, { buttonevent: 1002 });
  await tell(home, { offset: 5 }, "/sensors/12", "config");
  await tell(home, { temperature: 2000 }, "/sensors/12");
  for (const member of ["state/buttonevent", "state/lastupdated", "config/on"])
    assert.deepEqual(valuesOf(home, `/sensors/1/${member}`), []);
  assert.deepEqual(valuesOf(home, "/sensors/12/config/offset"), []);
  await home.ask("DELETE", "/sensors/1");
  await settle();
  assert.deepEqual(valuesOf(home, "/sensors/12/state/temperature"), [2005]);
  await home.ask("DELETE", "/sensors/12");
  await settle();
  assert.deepEqual(valuesOf(home, "/sensors/12/state/temperature"), []);
  await home.stop();
});

test("nothing is known of what never was", async () => {
  const home = await room();
  for (const member of ["/sensors/9/state/temperature", "/", "/constructor", "/sensors/1"] as const)
    assert.deepEqual(home.historyOf(member), []);
  await home.stop();
});
