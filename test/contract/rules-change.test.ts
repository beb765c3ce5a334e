/** Changing a rule (automation 1.4): all of it or nothing, and the facts told. */
import assert from "node:assert/strict";
import { NOT_JSON } from "../../src/model/resource.ts";
import { FLAG, HOSTILE, IS_SET, PRESENCE, rule, sensors, UNSET } from "../support/rules.ts";
import { contract, created, inShort, type Seen, seen, type World } from "../support/transports.ts";

/** There is a rule 1. */
function changing(says: string, run: (world: World) => Promise<void>): void {
  contract(says, async (world) => {
    await sensors(world.ask);
    await created(world.ask, "/rules", rule());
    await run(world);
  });
}

changing("each member, in its order, as it was sent", async ({ ask }) => {
  const actions = [UNSET, { ...UNSET, body: '{"flag":true}', more: 5 }];
  const conditions = [{ address: PRESENCE, operator: "eq", value: true, more: 5 }];
  const change = { conditions, periodic: 5, actions, status: "disabled", name: "n" };
  assert.deepEqual((await ask("PUT", "/rules/1", change)).body, [
    { success: { "/rules/1/name": "n" } },
    { success: { "/rules/1/status": "disabled" } },
    { success: { "/rules/1/periodic": 5 } },
    { success: { "/rules/1/actions": actions } },
    { success: { "/rules/1/conditions": conditions } },
  ]);
  const { etag, created: _, owner, ...shown } = await seen(ask, "/rules/1");
  assert.deepEqual(shown, {
    name: "n",
    status: "disabled",
    periodic: 5,
    actions: [UNSET, { ...UNSET, body: { flag: true } }],
    conditions: [{ address: PRESENCE, operator: "eq", value: "true" }],
    lasttriggered: "none",
    timestriggered: 0,
  });
});

changing("nothing changes nothing, and what is the same keeps the etag", async ({ ask }) => {
  const before = await seen(ask, "/rules/1");
  assert.deepEqual(inShort(await ask("PUT", "/rules/1", {})), [200]);
  const same = { name: "r", status: "enabled", periodic: 0, actions: [UNSET], conditions: [IS_SET] };
  const { status, body } = await ask("PUT", "/rules/1", same);
  assert.equal(status, 200);
  assert.equal((body as Seen[]).length, 5);
  assert.deepEqual(await seen(ask, "/rules/1"), before);
  await ask("PUT", "/rules/1", { name: "other" });
  assert.notEqual((await seen(ask, "/rules/1")).etag, before.etag);
});

changing("PATCH does the same as PUT", async ({ ask }) => {
  assert.deepEqual(inShort(await ask("PATCH", "/rules/1", { name: "p" })), [200, { "/rules/1/name": "p" }]);
});

changing(
  "case 69: a rule that is disabled is renamed, and stays so; new parts are meant to run (C18)",
  async ({ ask }) => {
    const status = async () => (await seen(ask, "/rules/1")).status;
    for (const change of [{ name: "x" }, { periodic: 5 }, { name: "y", periodic: 6 }]) {
      await ask("PUT", "/rules/1", { status: "disabled" });
      assert.equal((await ask("PUT", "/rules/1", change)).status, 200);
      assert.equal(await status(), "disabled");
    }
    for (const change of [{ actions: [UNSET, UNSET] }, { conditions: [IS_SET, IS_SET] }, { actions: [UNSET, UNSET] }]) {
      await ask("PUT", "/rules/1", { status: "disabled" });
      const reply = await ask("PUT", "/rules/1", change);
      assert.equal((reply.body as Seen[]).length, 1, "what nobody sent is not told");
      assert.equal(await status(), "enabled");
    }
    await ask("PUT", "/rules/1", { actions: [UNSET], status: "disabled" });
    assert.equal(await status(), "disabled");
  },
);

const WRONG: [body: unknown, told: [number, string][]][] = [
  [NOT_JSON, [[2, "/rules/1"]]],
  [[], [[2, "/rules/1"]]],
  [{ foo: 1, name: 5 }, [[6, "/rules/1/foo"]]],
  [{ name: "n", etag: "x" }, [[6, "/rules/1/etag"]]],
  ...["owner", "created", "lasttriggered", "timestriggered", "uniqueid", "declared", "constructor"].map(
    (name): [unknown, [number, string][]] => [{ name: "n", [name]: "flow:x" }, [[6, `/rules/1/${name}`]]],
  ),
  [JSON.parse('{"name":"n","__proto__":{}}'), [[6, "/rules/1/__proto__"]]],
  [{ name: "" }, [[7, "/rules/1/name"]]],
  [{ name: 5 }, [[7, "/rules/1/name"]]],
  [{ name: null }, [[7, "/rules/1/name"]]],
  [{ name: "x".repeat(65) }, [[7, "/rules/1/name"]]],
  [{ name: "n", status: "on" }, [[7, "/rules/status"]]],
  [{ name: "n", periodic: "5" }, [[7, "/rules/periodic"]]],
  [{ name: "n", actions: [] }, [[5, "/rules/actions"]]],
  [{ name: "n", actions: {} }, [[5, "/rules/actions"]]],
  [{ name: "n", conditions: [] }, [[5, "/rules/conditions"]]],
  [{ name: "n", conditions: null }, [[5, "/rules/conditions"]]],
  [{ name: "n", conditions: Array(9).fill(IS_SET) }, [[11, "/rules/conditions"]]],
  [{ name: "n", actions: [UNSET, { ...UNSET, address: "/config" }] }, [[608, "/config"]]],
  [{ name: "n", actions: [{ ...UNSET, method: "BIND" }] }, [[7, "rules/method"]]],
  [{ name: "n", actions: [{ ...UNSET, body: 5 }] }, [[7, "rules/body"]]],
  [{ status: "disabled", conditions: [IS_SET, { address: FLAG, operator: "xx" }] }, [[607, FLAG]]],
  [{ actions: [UNSET, UNSET], conditions: [{ address: "/config/utc", operator: "dx" }] }, [[607, "/config/utc"]]],
];

changing("what does not fit leaves the rule as it was, all of it", async ({ ask }) => {
  const before = await seen(ask, "/rules/1");
  for (const [body, told] of WRONG) {
    const reply = await ask("PUT", "/rules/1", body);
    assert.deepEqual(inShort(reply), [400, ...told], JSON.stringify(body));
    assert.deepEqual(await seen(ask, "/rules/1"), before);
  }
});

changing("case 70: nine actions are too many, and the rule stays enabled and as it was", async ({ ask }) => {
  const before = await seen(ask, "/rules/1");
  const reply = await ask("PUT", "/rules/1", { name: "n", status: "disabled", actions: Array(9).fill(UNSET) });
  const description = "too many items in list";
  assert.deepEqual(reply.body, [{ error: { type: 11, address: "/rules/actions", description } }]);
  assert.equal(reply.status, 400);
  assert.deepEqual(await seen(ask, "/rules/1"), before);
});

changing("the words of its own errors", async ({ ask }) => {
  const words = async (body: unknown) => ((await ask("PUT", "/rules/1", body)).body as Seen[])[0].error.description;
  assert.equal(await words({ foo: 1 }), "parameter, foo, not available");
  assert.equal(await words({ name: 5 }), "invalid value, 5, for parameter, /rules/1/name");
  assert.equal(await words({ status: "on" }), "invalid value, on, for parameter, status");
  assert.equal(await words({ periodic: "x" }), "invalid value, x, for parameter, periodic");
  assert.equal(await words({ actions: [] }), "invalid/missing parameters in body");
  assert.equal(await words({ conditions: [{}] }), "Condition error");
});

changing("hostile members are refused by their name", async ({ ask }) => {
  const before = await seen(ask, "/rules/1");
  for (const text of HOSTILE) {
    const reply = await ask("PUT", "/rules/1", JSON.parse(`{${JSON.stringify(text)}:1}`));
    const [{ error }] = reply.body as [Seen];
    assert.deepEqual([reply.status, error.type], [400, 6]);
    assert.ok(!/[<>"]/.test(error.address + error.description));
  }
  assert.deepEqual(await seen(ask, "/rules/1"), before);
});
