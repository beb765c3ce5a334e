/** Which rules and schedules are listed, and counted by the panel of the gateway. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownRules, shownSchedules } from "../../../panels/automation/shown.ts";
import type { Values } from "../../../src/model/resource.ts";

const presence = "/sensors/1/state/presence";
const put = (on: boolean) => ({ address: "/lights/3/state", method: "PUT", body: { on } });
const lit: Values = { conditions: [{ address: presence, operator: "eq", value: "true" }], actions: [put(true)] };
const offAgain: Values = {
  conditions: [
    { address: presence, operator: "eq", value: "false" },
    { address: presence, operator: "ddx", value: "PT00:05:00" },
  ],
  actions: [put(false)],
};
const ids = (all: readonly (readonly [string, Values])[]) => all.map(([id]) => id);

test("a rule that only switches off again is a part of the one that switches on", () => {
  assert.deepEqual(ids(shownRules({ 1: lit, 2: offAgain })), ["1"]);
  assert.deepEqual(ids(shownRules({ 2: offAgain })), ["2"], "alone it is one");
  assert.deepEqual(ids(shownRules({ 1: lit, 2: offAgain, 5: lit })), ["1", "2", "5"], "it ends two of them");
  assert.deepEqual(ids(shownRules({ 1: { ...lit, owner: "flow:n" }, 2: offAgain })), ["1", "2"]);
});

test("each schedule has its row", () => {
  const on = { localtime: "W127/T20:00:00", command: put(true) };
  assert.deepEqual(ids(shownSchedules({ 1: on, 2: { localtime: "W127/T23:00:00", command: put(false) } })), ["1", "2"]);
});
