/** Schedules that a flow declares: over REST they can be renamed, enabled and disabled, and everything else is that flow's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cause, Reply, Values } from "../../../src/model/resource.ts";
import { settle } from "../../support/fakes.ts";
import { command, fired, pass, type TimedHouse, timed } from "../../support/schedules.ts";

const FLOW: Cause = { by: "flow:node", depth: 0 };
const OTHER: Cause = { by: "flow:other", depth: 0 };

const declare = async ({ perform }: TimedHouse, body: Values, cause = FLOW): Promise<Reply> =>
  perform({ method: "POST", address: "/schedules", body: { owner: FLOW.by, uniqueid: "flow-node", ...body } }, cause);
const say = async ({ perform }: TimedHouse, body: Values, cause = FLOW): Promise<Reply> =>
  perform({ method: "PUT", address: "/schedules/1", body }, cause);
const attr = ({ store }: TimedHouse) => store.get("/schedules/1")?.attr ?? {};

async function withDeclared(more: Values = {}): Promise<TimedHouse> {
  const home = await timed("2026-03-02T05:59:50");
  const reply = await declare(home, { name: "Made", localtime: "W127/T07:00:00", autodelete: false, ...more });
  assert.deepEqual(reply.body, [{ success: { id: "1" } }]);
  await settle();
  return home;
}

test("it needs no command: it happens, and its flow hears of it", async () => {
  const home = await withDeclared();
  await pass(home, 10);
  assert.deepEqual(fired(home), ["1 2026-03-02T06:00:00"]);
  assert.deepEqual(home.log.lines, []);
  const change = home.heard.find(({ values }) => values.lastfired !== undefined);
  const due = Date.parse("2026-03-02T06:00:00Z");
  assert.deepEqual(change?.values.lastfired, { planned: due, at: due });
  await home.stop();
});

test("it may have a command, by a key, as any other", async () => {
  const home = await timed("2026-03-02T05:59:50");
  assert.equal((await declare(home, { time: "PT00:00:10", command: command("0".repeat(40)) })).status, 400);
  assert.equal((await declare(home, { time: "PT00:00:10", command: command(home.key) })).status, 200);
  await settle();
  await pass(home, 10);
  assert.equal(home.store.get("/sensors/1")?.state.status, 1);
  await home.stop();
});

test("the key in its command is kept nowhere", async () => {
  const home = await withDeclared();
  assert.equal((await say(home, { owner: FLOW.by, command: command(home.key), name: "New" })).status, 200);
  assert.equal((await say(home, { owner: FLOW.by, time: "PT00:10:00" })).status, 200);
  assert.deepEqual(attr(home).declared, { name: "New", time: "PT00:10:00", autodelete: false });
  assert.deepEqual(attr(home).command, command(home.key.slice(0, 8)));
  await home.stop();
  assert.ok(![...home.disk.records.values()].join().includes(home.key));
});

test("it shows its owner, and nothing else of the declaration; its flow finds it", async () => {
  const home = await withDeclared();
  const { body } = await home.ask("GET", "/schedules/1");
  const { owner, uniqueid, declared } = body as Values;
  assert.deepEqual([owner, uniqueid, declared], ["flow:node", undefined, undefined]);
  assert.equal(home.store.find("/schedules", "flow-node")?.address, "/schedules/1");
  assert.deepEqual(attr(home).declared, { name: "Made", localtime: "W127/T07:00:00", autodelete: false });
  await home.stop();
});

const REFUSED: readonly Values[] = [
  { time: "PT00:10:00" },
  { localtime: "PT00:10:00" },
  { autodelete: true },
  { description: "x" },
  { command: {} },
  { name: "x", time: "PT00:10:00" },
  { unicorns: 1 },
];
for (const body of REFUSED) {
  test(`no other client may say ${JSON.stringify(body)}`, async () => {
    const home = await withDeclared();
    const before = home.store.get("/schedules/1");
    for (const cause of [OTHER, { by: "rest:phone", depth: 0 }, { by: "/rules/1", depth: 1 }]) {
      const description = "/schedules/1 belongs to flow:node, and only that may change it";
      const refusal = [{ error: { type: 8, address: "/schedules/1", description } }];
      assert.deepEqual((await say(home, body, cause)).body, refusal);
      assert.deepEqual((await home.perform({ method: "DELETE", address: "/schedules/1" }, cause)).body, refusal);
    }
    assert.deepEqual(home.store.get("/schedules/1"), before);
    await home.stop();
  });
}

test("anybody may rename it, disable it and enable it; the declaration stays as it was said", async () => {
  const home = await withDeclared();
  const { declared } = attr(home);
  assert.equal((await home.ask("PUT", "/schedules/1", { name: "Mine", status: "disabled" })).status, 200);
  assert.deepEqual([attr(home).name, attr(home).status, attr(home).declared], ["Mine", "disabled", declared]);
  assert.equal((await home.ask("PUT", "/schedules/1", { status: "enabled" })).status, 200);
  await home.stop();
});

test("its flow says something else of it: that is changed, and noted", async () => {
  const home = await withDeclared();
  await home.ask("PUT", "/schedules/1", { name: "Mine" });
  assert.equal((await say(home, { owner: FLOW.by, localtime: "W127/T08:00:00" })).status, 200);
  assert.deepEqual([attr(home).name, attr(home).localtime], ["Mine", "W127/T08:00:00"]);
  assert.deepEqual(attr(home).declared, { name: "Made", localtime: "W127/T08:00:00", autodelete: false });
  await home.stop();
});

test("a declaration is taken as a whole, or not", async () => {
  const home = await withDeclared();
  const before = home.store.get("/schedules/1");
  const reply = await say(home, { owner: FLOW.by, name: "New", localtime: "nonsense" });
  assert.equal(reply.status, 400);
  assert.deepEqual(home.store.get("/schedules/1"), before);
  await home.stop();
});

test("a change by its flow without an owner is no declaration", async () => {
  const home = await withDeclared();
  const { declared } = attr(home);
  assert.equal((await say(home, { localtime: "PT00:10:00", status: "enabled" })).status, 200);
  assert.deepEqual([attr(home).localtime, attr(home).declared], ["PT00:10:00", declared]);
  await home.stop();
});

test("only the flow itself can declare one as its own, and only one", async () => {
  const home = await withDeclared();
  for (const cause of [OTHER, { by: "rest:phone", depth: 0 }])
    assert.equal((await declare(home, { time: "PT00:10:00" }, cause)).status, 400);
  const { body } = await declare(home, { time: "PT00:10:00" });
  assert.match(JSON.stringify(body), /"type":100/);
  assert.equal((await home.ask("PUT", "/schedules/1", { owner: "rest:test" })).status, 400);
  const { status } = await home.ask("POST", "/schedules", { time: "PT00:10:00", owner: "flow:node" });
  assert.equal(status, 400);
  await home.stop();
});

test("its flow deletes it", async () => {
  const home = await withDeclared();
  assert.equal((await home.perform({ method: "DELETE", address: "/schedules/1" }, FLOW)).status, 200);
  assert.equal(home.store.get("/schedules/1"), undefined);
  await home.stop();
});
