import assert from "node:assert/strict";
import { test } from "node:test";
import { fired } from "../../../nodes/zigbee-gateway-rule.ts";
import type { Evaluation } from "../../../src/model/automation/rule-engine.ts";
import type { Change, Resource, Values } from "../../../src/model/resource.ts";
import { house } from "../../support/fakes.ts";

const NOTHING = { config: {}, state: {}, action: {} };
const look = (at: string, fires: boolean): Evaluation => ({ at, wokenBy: at, conditions: [], fires, actions: [] });

/** The newest first. */
const TRACE = [
  look("2026-03-02T10:00:09.000Z", true),
  look("2026-03-02T10:00:05.700Z", false),
  look("2026-03-02T10:00:05.200Z", true),
  look("2026-03-02T10:00:01.000Z", true),
];

async function told(lasttriggered: string, values: Values, change: Partial<Change> = {}) {
  const { store, stop } = await house();
  const attr = { name: "R", uniqueid: "flow-x", lasttriggered, ...values };
  const resource: Resource = { address: "/rules/1", type: "Rule", attr, ...NOTHING };
  const cause = { by: "/rules/1", depth: 1 };
  const fact = { event: "changed", section: "attr", resource, values, before: {}, cause, ...change } as Change;
  const running = { opened: { gateway: { store, traceOf: () => TRACE } } };
  await stop();
  return fired(running, { change: fact, at: "2026-03-02T10:00:10.000Z", n: 7 });
}

test("a firing that is told late has its own trace", async () => {
  for (const [last, at] of [
    ["2026-03-02T10:00:05", "2026-03-02T10:00:05.200Z"],
    ["2026-03-02T10:00:09", "2026-03-02T10:00:09.000Z"],
    ["2026-03-02T10:00:03", "2026-03-02T10:00:01.000Z"],
  ] as const) {
    assert.deepEqual((await told(last, { timestriggered: 3 }))?.trace, { wokenBy: at, conditions: [], actions: [] });
  }
  const early = await told("2026-03-02T09:00:00", { timestriggered: 3 });
  assert.deepEqual([early?.payload, early && "trace" in early], [true, false], "forgotten");
});

test("the message is of the rule, without its hidden members", async () => {
  const message = await told("2026-03-02T10:00:05", { timestriggered: 3 });
  const { topic, payload, data, event } = message as { topic: string; payload: boolean; data: Values; event: Values };
  assert.deepEqual([topic, payload, event.n], ["/rules/1", true, 7]);
  assert.deepEqual(data, { id: "1", name: "R", type: "Rule", state: {}, config: {} });
});

test("any other change of a rule is no firing", async () => {
  assert.equal(await told("none", { status: "disabled" }), undefined);
  assert.equal(await told("none", { timestriggered: 0 }, { event: "deleted" }), undefined);
});
