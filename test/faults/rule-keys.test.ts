/** Fault 24, for rules: a key in an action is no more kept or shown to others than elsewhere, and the action is done all the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cause, Resource, Values } from "../../src/model/resource.ts";
import { clip, settle, TEST } from "../support/fakes.ts";
import { command, newKey, plan, type TimedHouse, timed } from "../support/schedules.ts";

const FLAG = { address: "/sensors/3/state/flag", operator: "eq", value: "true" };
const FLOW: Cause = { by: "flow:node", depth: 0 };

/** With a flag that wakes the rule, and a schedule by another client's key that the rule rewrites. */
async function ruled(): Promise<TimedHouse> {
  const home = await timed("2026-03-02T12:00:00");
  await home.ask("POST", "/sensors", clip("CLIPGenericFlag"));
  await plan(home, { time: "R/PT00:10:00", command: command(await newKey(home)) });
  return home;
}

const rewrites = (key: string) => ({
  address: "/schedules/1",
  method: "PUT",
  body: { command: command(key, 7), description: `for ${key}` },
});
const rule = (...actions: readonly Values[]) => ({ name: "r", conditions: [FLAG], actions });
const errorsOf = ({ body }: { body: unknown }) =>
  (body as { error?: Values }[]).flatMap(({ error }) => (error ? [[error.type, error.address]] : []));
const kept = (home: TimedHouse) => JSON.stringify([...home.disk.records]);
const seenBy = async ({ perform }: TimedHouse, key: string) =>
  JSON.stringify((await perform({ method: "GET", address: "/rules/1", key }, TEST)).body);

test("in an action on this gateway: kept by its prefix, shown whole to its holder alone, and done", async () => {
  const home = await ruled();
  const other = await newKey(home);
  assert.equal((await home.ask("POST", "/rules", rule(rewrites(home.key)))).status, 200);
  assert.ok(!kept(home).includes(home.key));
  assert.ok((await seenBy(home, home.key)).includes(`/api/${home.key}/sensors/1/state`));
  const others = await seenBy(home, other);
  assert.ok(!others.includes(home.key) && others.includes(`/api/${home.key.slice(0, 8)}/sensors/1/state`), others);
  await home.ask("PUT", "/sensors/3/state", { flag: true });
  await settle();
  assert.equal(home.store.get("/rules/1")?.attr.timestriggered, 1);
  const { attr } = home.store.get("/schedules/1") as Resource;
  const command = { ...rewrites(home.key.slice(0, 8)).body.command };
  assert.deepEqual([attr.command, attr.description], [command, `for ${home.key.slice(0, 8)}`]);
  const trace = JSON.stringify((await home.ask("GET", "/rules/1/trace")).body);
  assert.ok(!trace.includes(home.key));
  assert.ok(!home.log.lines.join().includes(home.key));
  await home.stop();
});

test("a client that reads a rule and writes it back need not know the key; no client may take another's by its prefix", async () => {
  const home = await ruled();
  const other = await newKey(home);
  const borrowed = rewrites(other.slice(0, 8));
  assert.deepEqual(errorsOf(await home.ask("POST", "/rules", rule(borrowed))), [[7, "rules/body"]]);
  await home.ask("POST", "/rules", rule(rewrites(home.key)));
  assert.deepEqual(errorsOf(await home.ask("PUT", "/rules/1", { actions: [borrowed] })), [[7, "rules/body"]]);
  const { actions } = JSON.parse(await seenBy(home, other)) as { actions: readonly Values[] };
  assert.deepEqual(errorsOf(await home.ask("PUT", "/rules/1", { actions })), []);
  await home.ask("DELETE", `/config/whitelist/${home.key}`);
  await home.ask("PUT", "/sensors/3/state", { flag: true });
  await settle();
  const { command: now } = (home.store.get("/schedules/1") as Resource).attr;
  assert.deepEqual((now as Values).body, { status: 1 }, "revoked: nobody can act by it");
  await home.stop();
});

for (const [where, actionOf] of [
  ["address", (key: string) => ({ address: `http://192.0.2.1/api/${key}/lights/1/state`, method: "PUT", body: {} })],
  [
    "body",
    (key: string) => ({ address: "https://example.org/x", method: "POST", body: { a: [{ [key]: `Bearer ${key}` }] } }),
  ],
] as const) {
  test(`in the ${where} of a web request: refused, and not told; a key of another program may go there`, async () => {
    const home = await ruled();
    for (const wish of [
      () => home.ask("POST", "/rules", rule(actionOf(home.key))),
      () =>
        home.perform(
          { method: "POST", address: "/rules", body: { ...rule(actionOf(home.key)), owner: FLOW.by } },
          FLOW,
        ),
    ]) {
      const reply = await wish();
      assert.equal(reply.status, 400);
      assert.deepEqual(errorsOf(reply)[0]?.[0], 608);
      assert.ok(!JSON.stringify(reply.body).includes(home.key));
    }
    assert.ok(!kept(home).includes(home.key));
    const strange = actionOf("0123456789ABCDEF0123456789ABCDEF01234567");
    assert.equal((await home.ask("POST", "/rules", rule(strange))).status, 200);
    await home.ask("PUT", "/sensors/3/state", { flag: true });
    await settle();
    assert.deepEqual(home.web.sent, [{ method: strange.method, url: strange.address, body: strange.body }]);
    await home.stop();
  });
}

test("a rule that a flow declares holds no key either, nor does the body of a schedule's command", async () => {
  const home = await ruled();
  const body = { ...rule(rewrites(home.key)), owner: FLOW.by };
  assert.equal((await home.perform({ method: "POST", address: "/rules", body }, FLOW)).status, 200);
  await plan(home, { time: "PT00:10:00", command: { ...command(home.key), body: { status: 1, text: home.key } } });
  assert.ok(!kept(home).includes(home.key));
  await home.stop();
});
