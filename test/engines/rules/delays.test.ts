/** Rules that wait: how long something has been as it is. The numbers are those of the table of cases. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address } from "../../../src/model/resource.ts";
import { fakeClock, fakeDisk, settle } from "../../support/fakes.ts";
import { BY_RADIO } from "../../support/lights.ts";
import { type RuleHouse, ruleHouse, type Words } from "../../support/rule-house.ts";

const P = "/sensors/1/state/presence";
const PRESS: readonly Words[] = [
  ["/sensors/2/state/buttonevent", "eq", "1002"],
  ["/sensors/2/state/lastupdated", "dx"],
];
const GONE: readonly Words[] = [
  [P, "ddx", "PT00:00:10"],
  [P, "eq", "false"],
];

/** A person is there, and a rule waits for that to end. */
async function hall(words: readonly Words[], wall?: string): Promise<[RuleHouse, Address]> {
  const home = await ruleHouse(wall);
  await home.sensor("Presence", { presence: true }, { config: { duration: 0 } });
  await home.sensor("Switch");
  return [home, await home.rule(words)];
}

const leaves = (home: RuleHouse) => home.see("1", { presence: false });
const isTakenBack = async ({ store }: RuleHouse) => {
  store.patch("/sensors/1", "state", { presence: false }, { ...BY_RADIO, undo: true });
  await settle();
};
const comes = (home: RuleHouse) => home.see("1", { presence: true });

test("case 35: at the first second at which it has stayed so long, once", async () => {
  const [home, rule] = await hall(GONE);
  home.clock.advance(0.4);
  await leaves(home);
  await home.pass(9.6);
  assert.equal(home.fires(rule), 0);
  await home.pass(1);
  assert.equal(home.fires(rule), 1);
  assert.equal(home.attr(rule).lasttriggered, "2026-03-02T11:00:11");
  await home.pass(60);
  assert.equal(home.fires(rule), 0);
  await home.stop();
});

test("case 36: a newer change starts the wait again", async () => {
  const [home, rule] = await hall(GONE);
  await leaves(home);
  await home.pass(5);
  await comes(home);
  await home.pass(3);
  await leaves(home);
  await home.pass(9);
  assert.equal(home.fires(rule), 0);
  await home.pass(1);
  assert.equal(home.fires(rule), 1);
  await home.pass(20);
  assert.equal(home.fires(rule), 0);
  await home.stop();
});

test("case 37: a value that came back meanwhile ends the delay", async () => {
  const [home, rule] = await hall(GONE);
  await leaves(home);
  await home.pass(5);
  await comes(home);
  await home.pass(60);
  assert.equal(home.fires(rule), 0);
  await home.stop();
});

test("the same press again is no change", async () => {
  const [home, rule] = await hall([["/sensors/2/state/buttonevent", "ddx", "PT00:00:10"]]);
  await home.see("2", { buttonevent: 1002 });
  await home.pass(5);
  await home.see("2", { buttonevent: 1002 });
  await home.pass(5);
  assert.equal(home.fires(rule), 1);
  await home.see("2", { buttonevent: 1002 });
  await home.pass(20);
  assert.equal(home.fires(rule), 0);
  await home.stop();
});

test("nothing but time wakes a rule that waits", async () => {
  const span: Words = ["/config/localtime", "in", "T12:00:05/T13:00:00"];
  const [home, rule] = await hall([...GONE, span]);
  await leaves(home);
  await comes(home);
  await leaves(home);
  await home.pass(9);
  assert.deepEqual(await home.trace(rule), []);
  await home.pass(1);
  assert.equal(home.fires(rule), 1);
  await home.stop();
});

test("the same told again is no change", async () => {
  const [home, rule] = await hall(GONE);
  await leaves(home);
  await home.pass(5);
  await leaves(home);
  await home.pass(5);
  assert.equal(home.fires(rule), 1);
  await home.stop();
});

const DAYS: readonly (readonly [says: string, wall: string, fires: number])[] = [
  ["case 39: within a part of the day, whose beginning need not be now", "2026-03-02T12:00:00", 1],
  ["case 40: not outside of it", "2026-03-02T22:55:00", 0],
];
for (const [says, wall, fires] of DAYS) {
  test(says, async () => {
    const span: Words = ["/config/localtime", "in", "T08:00:00/T23:00:00"];
    const [home, rule] = await hall([[P, "ddx", "PT00:09:15"], span], wall);
    await leaves(home);
    await home.pass(9 * 60 + 14);
    assert.equal(home.fires(rule), 0);
    await home.pass(1);
    assert.equal(home.fires(rule), fires);
    await home.stop();
  });
}

test("cases 43 and 44: stable while nothing changes, and from the start", async () => {
  const [home] = await hall([[P, "dx"]]);
  await home.stop();
  const again = await ruleHouse(undefined, { disk: fakeDisk(home.disk.records), clock: home.clock });
  const rule = await again.rule([...PRESS, [P, "stable", "PT00:05:00"]]);
  const restarted = await ruleHouse(undefined, { disk: fakeDisk(again.disk.records), clock: home.clock });
  await restarted.see("2", { buttonevent: 1002 });
  assert.equal(restarted.fires(rule), 1, "it has not changed since the start");
  await leaves(restarted);
  await restarted.pass(60);
  await restarted.see("2", { buttonevent: 1002 });
  assert.equal(restarted.fires(rule), 0);
  await restarted.pass(300);
  await restarted.see("2", { buttonevent: 1002 });
  assert.equal(restarted.fires(rule), 1);
  await again.stop();
  await restarted.stop();
});

test("a rule that is new takes an item for as old as it was last told", async () => {
  const [home] = await hall([[P, "dx"]]);
  await home.sensor("GenericFlag", { flag: true });
  await home.pass(240);
  const rule = await home.rule([...PRESS, ["/sensors/3/state/flag", "stable", "PT00:05:00"]]);
  await home.see("2", { buttonevent: 1002 });
  assert.equal(home.fires(rule), 0);
  await home.pass(60);
  await home.see("2", { buttonevent: 1002 });
  assert.equal(home.fires(rule), 1);
  await home.stop();
});

test("case 45: a value that has just changed is not stable", async () => {
  const [home, rule] = await hall([
    [P, "eq", "true"],
    [P, "stable", "PT00:30:00"],
  ]);
  await leaves(home);
  await home.pass(3_600);
  await comes(home);
  assert.equal(home.fires(rule), 0);
  await home.stop();
});

for (const [says, jump] of [
  ["forward", 7_200],
  ["back", -7_200],
] as const) {
  test(`the clock is put ${says}: a rule that waits does so as long as before, a stable value is as stable`, async () => {
    const [home, rule] = await hall(GONE);
    const steady = await home.rule([...PRESS, [P, "stable", "PT00:00:20"]]);
    await leaves(home);
    await home.pass(5);
    home.clock.set(home.clock.now() + jump * 1000);
    await home.pass(4);
    assert.equal(home.fires(rule), 0);
    await home.see("2", { buttonevent: 1002 });
    assert.equal(home.fires(steady), 0);
    await home.pass(1);
    assert.equal(home.fires(rule), 1);
    await home.pass(10);
    await home.see("2", { buttonevent: 1002 });
    assert.equal(home.fires(steady), 1);
    await home.stop();
  });
}

test("a rule that is disabled, rewritten or deleted waits no longer; one that is renamed does", async () => {
  const [home, disabled] = await hall(GONE);
  const rewritten = await home.rule(GONE);
  const deleted = await home.rule(GONE);
  const renamed = await home.rule(GONE);
  await leaves(home);
  await home.pass(5);
  await home.ask("PUT", disabled, { status: "disabled" });
  await home.ask("PUT", disabled, { status: "enabled" });
  const conditions = [{ address: P, operator: "ddx", value: "PT00:00:08" }];
  await home.ask("PUT", rewritten, { conditions });
  await home.ask("DELETE", deleted);
  await home.ask("PUT", renamed, { name: "x" });
  await home.pass(60);
  assert.deepEqual([disabled, rewritten, renamed].map(home.fires), [0, 0, 1]);
  await home.stop();
});

test("a chatty sensor: each change puts it off", async () => {
  const [home, rule] = await hall([["/sensors/1/state/lastupdated", "ddx", "PT00:00:05"]]);
  for (let turn = 0; turn < 20; turn += 1) {
    await home.see("1", { presence: turn % 2 === 0 });
    await home.pass(1);
  }
  assert.equal(home.fires(rule), 0);
  await home.pass(4);
  assert.equal(home.fires(rule), 1);
  await home.stop();
});

test("a change that was taken back puts it off, but starts no wait", async () => {
  const [home, rule] = await hall(GONE);
  await isTakenBack(home);
  await home.pass(20);
  assert.equal(home.fires(rule), 0);
  await comes(home);
  await home.pass(5);
  await isTakenBack(home);
  await home.pass(9);
  assert.equal(home.fires(rule), 0);
  await home.pass(1);
  assert.equal(home.fires(rule), 1);
  await home.stop();
});

test("a restart forgets the wait", async () => {
  const [home, rule] = await hall(GONE);
  await leaves(home);
  await home.stop();
  const clock = fakeClock(home.clock.now() + 1_000);
  const again = await ruleHouse(undefined, { disk: fakeDisk(home.disk.records), clock });
  await again.pass(60);
  assert.equal(again.fires(rule), 0);
  await again.stop();
});
