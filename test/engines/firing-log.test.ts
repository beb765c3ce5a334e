/** The deeds of rules and schedules are kept apart from looks without a deed: folded, bounded, over a restart, and cheap on the disk. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FiringLog } from "../../src/engines/firing-log.ts";
import type { Evaluation } from "../../src/model/automation/rule-engine.ts";
import type { Address } from "../../src/model/resource.ts";
import { fakeDisk, START, settle } from "../support/fakes.ts";
import { type RuleHouse, ruleHouse } from "../support/rule-house.ts";
import { command, passTo, plan, restarted, timed } from "../support/schedules.ts";

const TOLD = "/sensors/1/state/lastupdated";
const HOUR = 3_600;

/** A rule that fires each time the flag is written; a second sensor that it writes to. */
async function house(): Promise<readonly [RuleHouse, Address]> {
  const home = await ruleHouse();
  await home.sensor("GenericFlag", { flag: false });
  await home.sensor("GenericStatus", { status: 0 });
  const say = { method: "PUT", address: "/sensors/2/state", body: { status: 9 } };
  return [home, await home.rule([[TOLD, "dx"]], [say])];
}

const firings = (all: readonly Evaluation[]) => all.filter(({ fires }) => fires);
const again = (home: RuleHouse, more: object = {}) =>
  ruleHouse("2026-03-02T12:00:00", { disk: fakeDisk(home.disk.records), clock: home.clock, ...more });

test("a number that changes all the time pushes no firing out", async () => {
  const [home] = await house();
  const rule = await home.rule([["/sensors/2/state/status", "gt", "1000"]]);
  await home.see("2", { status: 2000 });
  await home.see("2", { status: 1 });
  for (let turn = 0; turn < 100; turn += 1) await home.see("2", { status: turn });
  const trace = await home.trace(rule);
  assert.equal(firings(trace).length, 1);
  assert.equal(firings(trace)[0]?.conditions[0]?.actual, 2000);
  assert.equal(trace.length - 1, 20, "looks, the last of them");
  await home.stop();
});

test("how light it was when it became dark is kept over a restart", async () => {
  const home = await ruleHouse();
  await home.sensor("LightLevel", { lightlevel: 20_000 });
  const rule = await home.rule([["/sensors/1/state/dark", "eq", "true"]]);
  await home.see("1", { lightlevel: 1 });
  await home.stop();
  const next = await again(home);
  assert.equal(firings(await next.trace(rule))[0]?.conditions[0]?.lux, 1);
  await next.stop();
});

test("repeats within an hour are one, with their count; another outcome is another", async () => {
  const [home, rule] = await house();
  for (let turn = 0; turn < 3; turn += 1) {
    await home.see("1", { flag: true });
    await home.pass(60);
  }
  await home.ask("DELETE", "/sensors/2");
  await home.see("1", { flag: true });
  const [failed, done, ...rest] = await home.trace(rule);
  assert.deepEqual(rest, []);
  assert.equal(done?.count, 3);
  assert.deepEqual([done?.since, done?.at], ["2026-03-02T11:00:00.000Z", "2026-03-02T11:02:00.000Z"]);
  assert.equal(failed?.count, undefined);
  assert.match(String(failed?.actions[0]?.error), /not available/);
  await home.stop();
});

test("a long body is not kept; another body is another firing", async () => {
  const [home, rule] = await house();
  const asked = async () => {
    await home.see("1", { flag: true });
    const { body } = await home.perform({ method: "GET", address: `${rule}/trace` }, { by: "editor", depth: 0 });
    return firings(body as readonly Evaluation[]).map(({ actions }) => actions[0]?.body);
  };
  const rewrite = (body: object) =>
    home.ask("PUT", rule, { actions: [{ method: "PUT", address: "/sensors/2/state", body }] });
  await asked();
  await rewrite({ status: 8 });
  assert.deepEqual(await asked(), [{ status: 8 }, { status: 9 }]);
  await rewrite({ status: 8, ["x".repeat(1_000)]: 1 });
  assert.deepEqual(await asked(), [undefined, { status: 8 }, { status: 9 }]);
  await home.stop();
});

test("a hundred firings at least, however old; of a week all", async () => {
  const [home, rule] = await house();
  const log = new FiringLog(home, "/rules");
  let now = START;
  const fire = (times: number, apart: number) => {
    for (let turn = 0; turn < times; turn += 1) {
      log.note(rule, { at: now, by: TOLD, conditions: [], actual: [], ok: 0, actions: [] });
      now += apart * 1_000;
    }
    return log.of(rule);
  };
  assert.equal(fire(130, 2 * HOUR).length, 100, "eleven days");
  const all = fire(120, HOUR + 1);
  assert.ok(all.length > 140 && all.length < 150, `${all.length}: five days by the hour, and two before them`);
  assert.ok(all.every(({ count }) => count === 1));
  const folded = fire(600, HOUR / 4);
  assert.ok(folded.length > 130 && folded.length < 150, `${folded.length}: five of an hour are one`);
  assert.equal(folded[0]?.count, 5);
  assert.ok(fire(5_000, HOUR + 1).length <= 400);
  log.stop();
  await home.stop();
});

test("over a restart: the values seen, the actions done, how often", async () => {
  const [home, rule] = await house();
  for (let turn = 0; turn < 2; turn += 1) await home.see("1", { flag: true });
  await home.ask("DELETE", "/sensors/2");
  await home.see("1", { flag: false });
  const before = firings(await home.trace(rule));
  const asEditor = async (at: RuleHouse) => {
    const { body } = await at.perform({ method: "GET", address: `${rule}/trace` }, { by: "editor", depth: 0 });
    return firings(body as readonly Evaluation[]);
  };
  const inEditor = await asEditor(home);
  assert.deepEqual(inEditor[1]?.actions[0]?.body, { status: 9 }, "what was asked, for its words");
  assert.equal(before[1]?.actions[0]?.body, undefined, "clients have the rule");
  await home.stop();
  const later = await again(home);
  assert.deepEqual(firings(await later.trace(rule)), before);
  assert.deepEqual(await asEditor(later), inEditor);
  await later.see("1", { flag: true });
  assert.equal(firings(await later.trace(rule))[0]?.count, 2, "the same again, within the hour");
  await later.ask("DELETE", rule);
  await settle();
  assert.deepEqual(later.store.list("/firings"), []);
  await later.stop();
});

test("written at most each ten minutes, however often it fires; idle: nothing", async () => {
  const [home] = await house();
  const written = () => [...home.disk.records.keys()].filter((address) => address.startsWith("/firings/")).length;
  for (let turn = 0; turn < 50; turn += 1) {
    await home.see("1", { flag: true });
    await home.pass(1);
  }
  assert.equal(written(), 0);
  home.clock.advance(600);
  await home.pass(30);
  assert.equal(written(), 1);
  const [place = "/"] = [...home.disk.records.keys()].filter((address) => address.startsWith("/firings/"));
  const text = home.disk.records.get(place as Address);
  assert.ok(String(text).length < 600, "fifty of them are one line");
  home.clock.advance(4 * HOUR, 60);
  await settle();
  assert.equal(home.disk.records.get(place as Address), text);
  await home.stop();
});

test("no client sees the record itself: no GET, no list", async () => {
  const [home] = await house();
  await home.see("1", { flag: true });
  home.clock.advance(600);
  await settle();
  assert.equal((await home.ask("GET", "/firings")).status, 404);
  assert.ok(!JSON.stringify((await home.ask("GET", "/")).body).includes("firings"));
  await home.stop();
});

test("a schedule has a log, too: the result of each run, over a restart", async () => {
  const home = await timed("2026-03-01T12:00:00");
  const good = await plan(home, { localtime: "W127/T14:00:00" });
  const bad = await plan(home, { localtime: "W127/T14:00:00", command: command(home.key, 1, 99) });
  const trace = async (of: typeof home, address: Address) => (await of.ask("GET", `${address}/trace`)).body;
  assert.deepEqual(await trace(home, good), []);
  await passTo(home, "2026-03-01T13:00:00");
  const done = [{ address: "/sensors/1/state", method: "PUT", status: 200 }];
  assert.deepEqual(await trace(home, good), [{ at: "2026-03-01T13:00:00.000Z", actions: done }]);
  const [failed] = (await trace(home, bad)) as [{ actions: [{ error: string }] }];
  assert.match(failed.actions[0].error, /not available/);
  const later = await restarted(home, "2026-03-01T14:00:00");
  assert.deepEqual(await trace(later, good), [{ at: "2026-03-01T13:00:00.000Z", actions: done }]);
  await later.ask("DELETE", good);
  await settle();
  assert.equal((await later.ask("GET", `${good}/trace`)).status, 404);
  assert.equal(later.store.list("/firings").length, 1);
  await later.stop();
});
