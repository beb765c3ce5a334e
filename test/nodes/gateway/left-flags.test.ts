/** Flags that were made for a rule, and that no rule waits for any more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { NamedNode } from "../../../nodes/admin/uses.ts";
import type { Store } from "../../../nodes/flow-node/resource-reference.ts";
import { leftFlags, leftForLong } from "../../../nodes/gateway/left-flags.ts";
import { HELD_FLAG, HELD_ID } from "../../../src/model/automation/rule-rows.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";

const NOW = Date.UTC(2026, 2, 15, 12);
const DAY = 86_400_000; // milliseconds
const ID = `${HELD_ID}${NOW - DAY}`;
const FLAG = "/sensors/9";

const resource = (address: string, attr: Values): Resource =>
  ({ address, type: "x", attr, config: {}, state: {}, action: {} }) as unknown as Resource;
const moves = (id: string, flag: boolean) =>
  resource(`/rules/${id}`, {
    conditions: [
      { address: "/sensors/1/state/temperature", operator: flag ? "gt" : "lt", value: "2300" },
      { address: `${FLAG}/state/flag`, operator: "eq", value: String(!flag) },
    ],
    actions: [{ address: `${FLAG}/state`, method: "PUT", body: { flag } }],
  });
const flag = (attr: Values = {}) => resource(FLAG, { modelid: HELD_FLAG, uniqueid: ID, ...attr });
const waits = resource("/rules/5", {
  conditions: [{ address: `${FLAG}/state/flag`, operator: "stable", value: "PT00:10:00" }],
  actions: [{ address: "/lights/1/state", method: "PUT", body: { on: true } }],
});
const node = (saved: Values): NamedNode => [
  { id: "n", ...saved },
  { name: "n", kind: "zigbee-gateway-rule", flow: "Flow 1" },
];

const cases: [says: string, resources: readonly Resource[], nodes: readonly NamedNode[], left: string][] = [
  ["its editor was closed with the browser", [flag()], [], "/rules/1 /rules/2 /sensors/9"],
  ["it was made within the last day", [flag({ uniqueid: `${HELD_ID}${NOW - DAY + 1}` })], [], ""],
  ["a rule waits for it", [flag(), waits], [], ""],
  ["a flow names it", [flag()], [node({ conditions: [{ address: FLAG, uniqueid: ID }] })], ""],
  [
    "a flow names another one",
    [flag()],
    [node({ conditions: [{ address: FLAG, uniqueid: "held-1" }] })],
    "/rules/1 /rules/2 /sensors/9",
  ],
  ["somebody gave it an id of their own", [flag({ uniqueid: "guests" })], [], ""],
  ["its id has no time", [flag({ uniqueid: `${HELD_ID}never` })], [], ""],
  ["it is a flag of another kind", [flag({ modelid: "Flag" })], [], ""],
];
for (const [says, more, nodes, left] of cases)
  test(`${says}: ${left || "nothing"} goes`, () => {
    const all = [...more, moves("1", true), moves("2", false)];
    const store = {
      get: (address: string) => all.find((each) => each.address === address),
      list: (place: string) => all.filter(({ address }) => address.slice(0, address.lastIndexOf("/")) === place),
    } as unknown as Store;
    assert.equal(leftFlags(store, nodes, NOW).join(" "), left);
  });

test("a flag goes when it has been left for a day, however old it is; one that is wanted again in between begins anew", () => {
  const since = new Map();
  assert.deepEqual(leftForLong([FLAG], since, NOW), []);
  assert.deepEqual(leftForLong([FLAG], since, NOW + DAY - 1), []);
  assert.deepEqual(leftForLong([FLAG], since, NOW + DAY), [FLAG]);
  assert.deepEqual(leftForLong([], since, NOW + DAY), []);
  assert.deepEqual(leftForLong([FLAG], since, NOW + DAY), []);
});
