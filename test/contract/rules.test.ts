/** Rules (interface 2.4, 4.3, 8; automation 1.1, 1.2): made, read, deleted, counted, asked why. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address, Resource } from "../../src/model/resource.ts";
import { fakeClock, fakeDisk, house, settle, TEST } from "../support/fakes.ts";
import { HOSTILE, IS_SET, rule, sensors, UNSET } from "../support/rules.ts";
import { contract, created, inShort, overHttp, type Seen, seen } from "../support/transports.ts";

contract("a rule: create, read, list", async ({ ask, key }) => {
  assert.deepEqual(await seen(ask, "/rules"), {});
  await sensors(ask);
  assert.deepEqual((await ask("POST", "/rules", rule())).body, [{ success: { id: "1" } }]);
  const { etag, ...shown } = await seen(ask, "/rules/1");
  assert.deepEqual(shown, {
    name: "r",
    actions: [UNSET],
    conditions: [IS_SET],
    status: "enabled",
    periodic: 0,
    created: "2026-03-01T12:00:00",
    lasttriggered: "none",
    timestriggered: 0,
    owner: key,
  });
  assert.match(etag, /^[0-9a-f]{32}$/);
  assert.deepEqual(await seen(ask, "/rules"), { "1": { ...shown, etag } });
  assert.deepEqual((await seen(ask, "/")).rules, { "1": { ...shown, etag } });
});

contract("others see only the public prefix of the owner's key", async ({ ask, as, pair, key }) => {
  await sensors(ask);
  await created(ask, "/rules", rule());
  const [{ success }] = (await pair({ devicetype: "other" }, true)).body as [Seen];
  assert.equal((await seen(as(success.username), "/rules/1")).owner, key.slice(0, 8));
  assert.equal((await seen(ask, "/rules/1")).owner, key);
});

contract("status and periodic may be given; members that nobody knows do not count", async ({ ask }) => {
  await sensors(ask);
  const more = {
    status: "disabled",
    periodic: -1,
    recycle: true,
    owner: "flow:x",
    uniqueid: "flow-x",
    created: "then",
  };
  await created(ask, "/rules", rule({ ...more, timestriggered: 7, id: "9" }));
  const shown = await seen(ask, "/rules/1");
  assert.deepEqual([shown.status, shown.periodic, shown.timestriggered], ["disabled", -1, 0]);
  for (const name of ["recycle", "uniqueid", "declared", "id"]) assert.ok(!(name in shown), name);
  assert.notEqual(shown.owner, "flow:x");
  assert.notEqual(shown.created, "then");
});

contract("1 to 8 of both, and names that are taken or full of spaces", async ({ ask }) => {
  await sensors(ask);
  const eight = rule({ conditions: Array(8).fill(IS_SET), actions: Array(8).fill(UNSET), name: " r ".repeat(20) });
  for (const id of ["1", "2"]) assert.equal(await created(ask, "/rules", eight), id);
  const shown = await seen(ask, "/rules/2");
  assert.deepEqual([shown.name, shown.conditions.length, shown.actions.length], [" r ".repeat(20), 8, 8]);
});

contract("what is not there", async ({ ask }) => {
  const description = "resource, /rules/7, not available";
  const nowhere = [{ error: { type: 3, address: "/rules/7", description } }];
  for (const [method, path] of [
    ["GET", ""],
    ["PUT", ""],
    ["PATCH", ""],
    ["DELETE", ""],
    ["GET", "/trace"],
    ["POST", "/try"],
    ["POST", "/trigger"],
  ] as const) {
    const { status, body } = await ask(method, `/rules/7${path}`, method === "GET" ? undefined : {});
    assert.deepEqual([status, body], [404, nowhere], `${method} ${path}`);
  }
  for (const name of ["__proto__", "constructor", "new"]) {
    assert.deepEqual(inShort(await ask("GET", `/rules/${name}`)), [404, [3, `/rules/${name}`]]);
  }
  assert.deepEqual(inShort(await ask("DELETE", "/rules", {})), [404, [4, "/rules"]]);
  assert.deepEqual(inShort(await ask("POST", "/rules/1", {})), [404, [4, "/rules/1"]]);
});

contract("DELETE answers the id, and only once", async ({ ask }) => {
  await sensors(ask);
  await created(ask, "/rules", rule());
  assert.deepEqual((await ask("DELETE", "/rules/1")).body, [{ success: "1" }]);
  assert.deepEqual(inShort(await ask("DELETE", "/rules/1")), [404, [3, "/rules/1"]]);
  assert.deepEqual(await seen(ask, "/rules"), {});
});

contract("slashes too many do not count", async ({ ask }) => {
  await sensors(ask);
  await created(ask, "/rules", rule());
  assert.deepEqual(inShort(await ask("PUT", "/rules/1/", { name: "x" })), [200, { "/rules/1/name": "x" }]);
  assert.deepEqual(inShort(await ask("PATCH", "//rules//1", { name: "y" })), [200, { "/rules/1/name": "y" }]);
});

test("ids: the lowest that is free; those of rules that were deleted come back after a start", async () => {
  const disk = fakeDisk();
  const first = await house({ disk });
  await sensors(first.ask);
  for (const id of ["1", "2", "3"]) assert.equal(await created(first.ask, "/rules", rule()), id);
  for (const id of [1, 3]) await first.ask("DELETE", `/rules/${id}`);
  assert.equal(await created(first.ask, "/rules", rule()), "4");
  await first.ask("DELETE", "/rules/4");
  assert.equal(await created(first.ask, "/rules", rule()), "5");
  await first.stop();
  const second = await house({ disk });
  for (const id of ["1", "3", "4", "6"]) assert.equal(await created(second.ask, "/rules", rule()), id);
  await second.stop();
});

test("a delete that the disk refuses keeps the rule", async () => {
  const home = await house({ errors: /the disk refused/ });
  await sensors(home.ask);
  await created(home.ask, "/rules", rule());
  home.disk.fails = new Error("full");
  assert.equal((await home.ask("DELETE", "/rules/1")).status, 503);
  assert.equal((await home.ask("POST", "/rules", rule())).status, 503);
  home.disk.fails = undefined;
  assert.equal((await home.ask("GET", "/rules/1")).status, 200);
  assert.equal(await created(home.ask, "/rules", rule()), "2");
  await home.stop();
});

test("a rule is on the disk when it is answered, and the same after a start", async () => {
  const disk = fakeDisk();
  const first = await house({ disk });
  await sensors(first.ask);
  const body = JSON.parse('{"text":"a b  c","deep":{"__proto__":[1,{"<b>":null}]}}');
  const parts = { actions: [{ address: "/groups/1/action", method: "POST", body }] };
  await created(first.ask, "/rules", rule({ ...parts, conditions: [{ ...IS_SET, value: 20.5 }], name: "💡" }));
  const before = first.store.get("/rules/1") as Resource;
  assert.ok(disk.records.has("/rules/1"));
  await first.stop();
  const second = await house({ disk });
  assert.deepEqual(second.store.get("/rules/1"), before);
  assert.equal(JSON.stringify((before.attr.actions as Seen)[0].body), JSON.stringify(body));
  await second.stop();
});

test("500 rules, and no more", async () => {
  const home = await house();
  await sensors(home.ask);
  for (let id = 1; id <= 500; id += 1) await created(home.ask, "/rules", rule());
  const { body, status } = await home.ask("POST", "/rules", rule());
  assert.equal(status, 400);
  assert.deepEqual(body, [{ error: { type: 601, address: "/rules/", description: "rule engine full" } }]);
  await home.ask("DELETE", "/rules/250");
  await created(home.ask, "/rules", rule());
  await home.stop();
});

contract("8.5: capabilities count rules and their parts", async ({ ask }) => {
  await sensors(ask);
  await created(ask, "/rules", rule({ actions: [UNSET, UNSET] }));
  await created(ask, "/rules", rule({ conditions: [IS_SET, IS_SET, IS_SET] }));
  assert.deepEqual((await seen(ask, "/capabilities")).rules, {
    available: 498,
    total: 500,
    conditions: { available: 996, total: 1000 },
    actions: { available: 997, total: 1000 },
  });
});

contract("a rule that nobody changed has the same etag, and a collection that nobody changed too", async ({ ask }) => {
  await sensors(ask);
  await created(ask, "/rules", rule());
  const [one, all] = [await ask("GET", "/rules/1"), await ask("GET", "/rules")];
  assert.equal(one.etag, (one.body as Seen).etag);
  await ask("PUT", "/sensors/1/state", { flag: false });
  assert.equal((await ask("GET", "/rules/1")).etag, one.etag);
  assert.equal((await ask("GET", "/rules")).etag, all.etag);
  await ask("PUT", "/rules/1", { name: "other" });
  assert.notEqual((await ask("GET", "/rules/1")).etag, one.etag);
  assert.notEqual((await ask("GET", "/rules")).etag, all.etag);
});

contract("why it did what it did, what it would do, and that it does it", async ({ ask, store }) => {
  await sensors(ask);
  await created(ask, "/rules", rule());
  assert.deepEqual(await seen(ask, "/rules/1/trace"), []);
  const tried = (await ask("POST", "/rules/1/try")).body as Seen;
  assert.deepEqual([tried.wokenBy, tried.fires, tried.actions], ["try", false, []]);
  assert.deepEqual(tried.conditions, [{ ...IS_SET, actual: false, ok: false }]);
  assert.deepEqual(await seen(ask, "/rules/1/trace"), [], "a try is not noted");
  await ask("PUT", "/sensors/1/state", { flag: true });
  await settle();
  const fired = (await seen(ask, "/rules/1/trace")).find(({ fires }: Seen) => fires);
  assert.equal(fired.wokenBy, "/sensors/1/state/flag");
  assert.deepEqual(fired.actions, [{ address: "/sensors/1/state", method: "PUT", status: 200 }]);
  const { status, body } = await ask("POST", "/rules/1/trigger", {});
  assert.equal(status, 200);
  assert.equal((body as Seen).fires, true);
  assert.equal((await seen(ask, "/rules/1")).timestriggered, 2);
  assert.equal(store.get("/rules/1")?.attr.lasttriggered, "2026-03-01T12:00:00");
});

overHttp("no events of rules, ever (interface 6.2); nobody without a key", async ({ ask, asStranger, store }) => {
  await sensors(ask);
  await created(ask, "/rules", rule());
  assert.equal(store.definition(store.get("/rules/1") as Resource).push, "nothing");
  const asked: ["GET" | "POST" | "PUT" | "DELETE", Address][] = [
    ["GET", "/rules"],
    ["GET", "/rules/1/trace"],
    ["POST", "/rules"],
    ["POST", "/rules/1/trigger"],
    ["PUT", "/rules/1"],
    ["DELETE", "/rules/1"],
  ];
  for (const [method, address] of asked) {
    assert.deepEqual(inShort(await asStranger(method, address)), [403, [1, address]], address);
  }
  assert.equal((await ask("GET", "/rules/1")).status, 200);
});

contract("hostile names are names", async ({ ask }) => {
  await sensors(ask);
  const names = HOSTILE.filter((name) => name.length <= 64);
  for (const name of names) {
    const id = await created(ask, "/rules", rule({ name }));
    assert.equal((await seen(ask, `/rules/${id}`)).name, name);
    assert.deepEqual(inShort(await ask("PUT", `/rules/${id}`, { name })), [200, { [`/rules/${id}/name`]: name }]);
  }
});

test("a rule made by a flow without a key names the flow as its owner", async () => {
  const home = await house({ clock: fakeClock(Date.parse("2026-12-31T23:59:59.900Z")) });
  await sensors(home.ask);
  await home.perform({ method: "POST", address: "/rules", body: rule() }, { by: "flow:request", depth: 0 });
  const { attr } = home.store.get("/rules/1") as Resource;
  assert.deepEqual([attr.owner, attr.created], ["flow:request", "2026-12-31T23:59:59"]);
  const removed = await home.perform({ method: "DELETE", address: "/rules/1" }, TEST);
  assert.equal(removed.status, 200, "it declares nothing, so it is anybody's");
  await home.stop();
});

contract("what a rule would do is seen before it is made; nothing is made, nothing done", async ({ ask, store }) => {
  await sensors(ask);
  const { name: _, ...body } = rule() as Seen;
  const { conditions, fires, wokenBy, actions } = (await ask("POST", "/rules/try", body)).body as Seen;
  assert.deepEqual([fires, wokenBy, actions], [false, "try", []]);
  assert.deepEqual(conditions, [{ ...IS_SET, actual: false, ok: false }]);
  await ask("PUT", "/sensors/1/state", { flag: true });
  assert.equal(((await ask("POST", "/rules/try", body)).body as Seen).fires, true);
  assert.equal(
    ((await ask("POST", "/rules/try", { conditions: [IS_SET] })).body as Seen).fires,
    true,
    "a wire does the rest",
  );
  await settle();
  assert.deepEqual(await seen(ask, "/rules"), {});
  assert.equal(store.get("/sensors/1")?.state.flag, true, "the action that clears it was not done");
});

contract("a rule that is tried is checked as a new one is", async ({ ask }) => {
  await sensors(ask);
  const wrong: [body: object | undefined, type: number][] = [
    [undefined, 5],
    [{ conditions: [] }, 5],
    [{ conditions: Array(9).fill(IS_SET) }, 11],
    [{ conditions: [{ ...IS_SET, address: "/sensors/99/state/flag" }] }, 607],
    [{ conditions: [IS_SET], actions: [{ ...UNSET, address: "/config" }] }, 608],
  ];
  for (const [body, type] of wrong) {
    const reply = await ask("POST", "/rules/try", body);
    assert.equal(reply.status, 400, JSON.stringify(body));
    assert.equal((reply.body as Seen)[0].error.type, type);
  }
  assert.equal((await ask("GET", "/rules/try")).status, 404);
});
