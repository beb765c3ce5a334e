/** The items that rules watch: each one once, and nothing of a rule that is gone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RuleIndex } from "../../../src/engines/rules/watched-items.ts";
import type { Address, Change, Resource } from "../../../src/model/resource.ts";
import { clip, type FakeHouse, house, settle, TEST } from "../../support/fakes.ts";

const FLAG = { address: "/sensors/1/state/flag", operator: "eq", value: "true" };
const WAIT = { ...FLAG, operator: "ddx", value: "PT00:00:10" };
const TOLD = { address: "/sensors/1/state/lastupdated", operator: "dx" };

const rule = (id: number, ...conditions: unknown[]): Resource => ({
  ...{ address: `/rules/${id}` as Address, type: "Rule", attr: { status: "enabled", conditions } },
  ...{ config: {}, state: {}, action: {} },
});

async function watched(...rules: Resource[]): Promise<[FakeHouse, RuleIndex, () => Promise<Change>]> {
  const home = await house();
  for (const uniqueid of ["flag-1", "1"]) await home.ask("POST", "/sensors", clip("CLIPGenericFlag", { uniqueid }));
  await settle();
  const index = new RuleIndex(home);
  for (const each of rules) assert.ok(index.add(each, true));
  let flag = false;
  const change = async () => {
    flag = !flag;
    home.heard.length = 0;
    home.store.patch("/sensors/1", "state", { flag }, TEST);
    await settle();
    assert.ok(home.heard[0]);
    return home.heard[0];
  };
  return [home, index, change];
}

test("an item is watched once, however many rules look at it, and however often", async () => {
  const [home, index, change] = await watched(rule(1, FLAG, { ...FLAG, operator: "ne" }), rule(2, FLAG), rule(3, WAIT));
  const moves = index.changesIn(await change());
  assert.deepEqual(
    moves.map(({ watched, before, value }) => [
      watched.item.member,
      before,
      value,
      watched.rulesToWake.size,
      watched.rulesWithDelay.size,
    ]),
    [["flag", false, true, 2, 1]],
  );
  await home.stop();
});

test("a rule that is gone leaves nothing behind", async () => {
  const [home, index, change] = await watched(rule(1, FLAG), rule(2, WAIT, TOLD), rule(3, FLAG));
  index.drop("/rules/1");
  index.drop("/rules/2");
  const moves = index.changesIn(await change());
  assert.deepEqual(
    moves.map(({ watched }) => [watched.item.member, watched.rulesToWake.size, watched.rulesWithDelay.size]),
    [["flag", 1, 0]],
  );
  index.drop("/rules/3");
  index.drop("/rules/3");
  assert.deepEqual(index.changesIn(await change()), []);
  assert.equal(index.get("/rules/3"), undefined);
  await home.stop();
});

test("an id that is another's uniqueid means the sensor with the id", async () => {
  const [home, index] = await watched(rule(1, FLAG));
  home.heard.length = 0;
  home.store.patch("/sensors/2", "state", { flag: true }, TEST);
  await settle();
  assert.ok(home.heard[0]);
  assert.deepEqual(index.changesIn(home.heard[0]), []);
  await home.stop();
});

test("an item that was told in a time to come is as old as nothing", async () => {
  const [home, index] = await watched();
  home.store.patch("/sensors/1", "state", { flag: true }, TEST);
  home.clock.advance(60);
  const age = () => home.clock.uptime() - (index.read(rule(1, FLAG))?.conditions[0]?.watched?.changed ?? 0);
  assert.equal(age(), 60_000);
  home.clock.set(home.clock.now() - 3_600_000);
  assert.equal(age(), 0);
  await home.stop();
});

test("beside a dx only that wakes, beside a ddx only time; a part of the day wakes where neither is", async () => {
  const day = { address: "/config/localtime", operator: "in", value: "T08:00:00/T09:00:00" };
  const home = await house();
  const index = new RuleIndex(home);
  const wakes = (...conditions: unknown[]) => {
    const known = index.read(rule(1, ...conditions));
    return [known?.conditions.map((look) => look.wakes), known?.waitsForSpan];
  };
  assert.deepEqual(wakes(FLAG, day), [[true, false], true]);
  assert.deepEqual(wakes(FLAG, TOLD, day), [[false, true, false], false]);
  assert.deepEqual(wakes(FLAG, WAIT, day), [[false, false, false], false]);
  assert.deepEqual(wakes({ ...FLAG, operator: "stable", value: "PT00:00:01" }), [[false], false]);
  await home.stop();
});
