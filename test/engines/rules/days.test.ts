/** Rules and the time of day: where a part of the day begins and ends, and its conditions. The numbers are those of the table of cases. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address } from "../../../src/model/resource.ts";
import { settle } from "../../support/fakes.ts";
import { type RuleHouse, ruleHouse, type Words } from "../../support/rule-house.ts";

const span = (value: string, operator = "in"): Words => ["/config/localtime", operator, value];
const FLAG: Words = ["/sensors/1/state/flag", "eq", "true"];

async function house(wall: string, words: readonly Words[], flag = false): Promise<[RuleHouse, Address]> {
  const home = await ruleHouse(wall);
  await home.sensor("GenericFlag", { flag });
  return [home, await home.rule(words)];
}

test("case 47: at its beginning all else must hold", async () => {
  for (const flag of [true, false]) {
    const [home, rule] = await house("2026-03-02T07:00:00", [span("T08:00:00/T16:00:00"), FLAG], flag);
    await home.until("2026-03-02T08:00:00");
    assert.equal(home.fires(rule), flag ? 1 : 0);
    await home.stop();
  }
});

test("case 48: within it, another condition may be the last", async () => {
  const [home, rule] = await house("2026-03-02T12:00:00", [span("T08:00:00/T16:00:00"), FLAG]);
  await home.see("1", { flag: true });
  assert.equal(home.fires(rule), 1);
  await home.until("2026-03-02T17:00:00");
  await home.see("1", { flag: false });
  await home.see("1", { flag: true });
  assert.equal(home.fires(rule), 0);
  await home.stop();
});

test("case 49: within a part over midnight, its end left out", async () => {
  const [home, rule] = await house("2026-03-02T12:00:00", [span("T22:00:00/T06:00:00"), FLAG]);
  for (const [wall, times] of [
    ["2026-03-02T21:59:00", 0],
    ["2026-03-02T23:30:00", 1],
    ["2026-03-03T05:59:00", 1],
    ["2026-03-03T06:00:00", 0],
    ["2026-03-03T06:01:00", 0],
  ] as const) {
    await home.until(wall);
    await home.see("1", { flag: true });
    assert.equal(home.fires(rule), times, wall);
    await home.see("1", { flag: false });
  }
  await home.stop();
});

test("case 60: every second is a change; `periodic` says how often that counts", async () => {
  const home = await ruleHouse();
  await home.sensor("GenericFlag");
  const dx: Words = ["/config/localtime", "dx"];
  const each = await home.rule([dx]);
  const minute = await home.rule([dx], undefined, { periodic: 60_000 });
  const never = await home.rule([dx], undefined, { periodic: -1 });
  await home.pass(185);
  assert.deepEqual([each, minute, never].map(home.fires), [185, 4, 0]);
  await home.stop();
});

test("case 61: with a negative `periodic`, never", async () => {
  const home = await ruleHouse();
  await home.sensor("GenericFlag", { flag: false });
  const rule = await home.rule([FLAG], undefined, { periodic: -1 });
  await home.see("1", { flag: true });
  assert.equal(home.fires(rule), 0);
  assert.equal((await home.trace(rule))[0]?.held, "periodic");
  await home.stop();
});

test("`periodic` throttles, also over a clock that is put back", async () => {
  const home = await ruleHouse();
  await home.sensor("GenericFlag", { flag: false });
  const rule = await home.rule([["/sensors/1/state/lastupdated", "dx"]], undefined, { periodic: 5_000 });
  const tell = async () => {
    await home.see("1", { flag: true });
    return home.fires(rule);
  };
  assert.equal(await tell(), 1);
  await home.pass(4);
  assert.equal(await tell(), 0);
  await home.pass(1);
  assert.equal(await tell(), 1);
  home.clock.set(home.clock.now() - 3_600_000);
  assert.equal(await tell(), 1);
  await home.stop();
});

for (const [says, operator, sign] of [
  ["case 75: gt: the time of day is later than the item's", "gt", [0, 1]],
  ["lt: it is earlier", "lt", [1, 0]],
] as const) {
  test(says, async () => {
    const home = await ruleHouse("2026-03-02T18:00:00");
    await home.sensor("GenericFlag", { flag: false });
    await home.sensor("DaylightOffset", { localtime: "2026-03-02T18:04:00" });
    const rule = await home.rule([["/sensors/2/state/localtime", operator, "/config/localtime"], FLAG]);
    await home.see("1", { flag: true });
    const early = home.fires(rule);
    await home.see("1", { flag: false });
    await home.until("2026-03-02T18:10:00");
    await home.see("1", { flag: true });
    assert.deepEqual([early, home.fires(rule)], sign);
    await home.stop();
  });
}

test("a clock that is put back strikes no second time, one that is put forward over it strikes once", async () => {
  const [home, rule] = await house("2026-03-02T07:00:00", [span("T08:00:00/T16:00:00")]);
  await home.until("2026-03-02T08:00:30");
  assert.equal(home.fires(rule), 1);
  home.clock.set(home.clock.now() - 3_600_000);
  await home.until("2026-03-02T09:00:00");
  assert.equal(home.fires(rule), 0);
  home.clock.set(home.clock.now() + 24 * 3_600_000);
  await home.pass(1);
  assert.equal(home.fires(rule), 1);
  home.clock.set(home.clock.now() + 13 * 3_600_000);
  await home.pass(1);
  assert.equal(home.fires(rule), 0, "22:00");
  home.clock.set(home.clock.now() + 22 * 3_600_000);
  await home.pass(1);
  assert.equal(home.fires(rule), 0, "over all of it");
  await home.stop();
});

test("a clock that is put forward over its end, into the next: that is no end", async () => {
  const [home, rule] = await house("2026-03-02T07:00:00", [span("T08:00:00/T16:00:00", "not in")]);
  home.clock.set(home.clock.now() + 26 * 3_600_000);
  await home.pass(1);
  assert.equal(home.fires(rule), 0, "09:00");
  home.clock.set(home.clock.now() + 10 * 3_600_000);
  await home.pass(1);
  assert.equal(home.fires(rule), 1, "19:00");
  await home.stop();
});

test("a clock that was years ahead: the next change is found anew", async () => {
  const [home, rule] = await house("2031-03-02T07:00:00", [span("T08:00:00/T16:00:00")]);
  home.clock.set(Date.parse("2026-03-02T06:30:00Z"));
  await home.pass(1);
  await home.until("2026-03-02T09:00:00");
  assert.equal(home.fires(rule), 1);
  assert.equal(home.attr(rule).lasttriggered, "2026-03-02T07:00:00");
  await home.stop();
});

test("another zone: the next change is found anew", async () => {
  const [home, rule] = await house("2026-03-02T07:00:00", [span("T08:00:00/T16:00:00")]);
  await home.ask("PUT", "/config", { timezone: "Europe/London" });
  await settle();
  await home.until("2026-03-02T08:30:00");
  assert.equal(home.fires(rule), 0);
  await home.until("2026-03-02T09:00:00");
  assert.equal(home.fires(rule), 1);
  await home.stop();
});

test("a rule that is deleted or disabled hears no clock", async () => {
  const [home, gone] = await house("2026-03-02T07:00:00", [span("T08:00:00/T16:00:00")]);
  const off = await home.rule([span("T08:00:00/T16:00:00")]);
  await home.ask("DELETE", gone);
  await home.ask("PUT", off, { status: "disabled" });
  await home.until("2026-03-02T08:30:00");
  assert.equal(home.fires(off), 0);
  await home.ask("PUT", off, { status: "enabled" });
  await home.pass(1);
  home.clock.set(Date.parse("2026-03-03T06:59:00Z"));
  await home.pass(120);
  assert.equal(home.fires(off), 1);
  await home.stop();
});

test("case 76: it becomes dark", async () => {
  const settings = { timezone: "Europe/Berlin", latitude: 52.52, longitude: 13.405 };
  const home = await ruleHouse("2026-03-02T17:00:00", { settings });
  const daylight = home.store.list("/sensors").find(({ type }) => type === "Daylight");
  await home.sensor("GenericFlag");
  const rule = await home.rule(
    [[`${daylight?.address}/state/dark`, "eq", "true"]],
    [{ method: "PUT", address: "/sensors/2", body: { name: "x" } }],
  );
  await home.until("2026-03-02T17:30:00");
  assert.equal(home.fires(rule), 0);
  await home.until("2026-03-02T20:00:00");
  assert.equal(home.fires(rule), 1);
  await home.stop();
});
