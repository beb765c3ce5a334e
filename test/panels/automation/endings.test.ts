/** "Off five minutes after the last motion": the one rule that the editor shows, and the two that the gateway has. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endingChanges, endingsIn, takenApart, withEndings } from "../../../panels/automation/editor/endings.ts";
import { picked, withDeed } from "../../../panels/automation/editor/picked-action.ts";
import { canEnd } from "../../../panels/automation/editor/subjects.ts";
import { eachUse } from "../../../panels/devices/uses/uses-in-words.ts";
import { readHouse } from "../../../panels/house.ts";
import {
  endingsOf,
  endingsSaid,
  ownEndings,
  partsOfRules,
  wholeRuleOf,
} from "../../../src/model/automation/endings.ts";
import type { Values } from "../../../src/model/resource.ts";

const HALL = { address: "/sensors/1", uniqueid: "m", resourceName: "Hall", house: "" };
const LAMP = { address: "/lights/3", uniqueid: "l", resourceName: "Lamp", house: "" };
const SEEN = { ...HALL, item: "state/presence", operator: "eq", value: "true" };
const SPAN = "PT00:05:00";
const LIT = { ...LAMP, does: "on", offAfter: SPAN, offFrom: "motion" };

const presence = "/sensors/1/state/presence";
const put = (on: boolean, more: Values = {}) => ({ address: "/lights/3/state", method: "PUT", body: { on, ...more } });
const main: Values = { conditions: [{ address: presence, operator: "eq", value: "true" }], actions: [put(true)] };
const ending = (span = SPAN, more: Values = {}): Values => ({
  conditions: [
    { address: presence, operator: "eq", value: "false" },
    { address: presence, operator: "ddx", value: span },
  ],
  actions: [put(false)],
  ...more,
});
const HOUSE = readHouse({
  lights: { 3: { name: "Lamp", uniqueid: "l", state: { on: false } } },
  rules: { 1: main, 2: ending() },
});

test("one rule switches on, and a second one off when no person was seen for so long", () => {
  const apart = takenApart({ conditions: [SEEN], actions: [LIT] });
  assert.deepEqual(apart.main, { conditions: [SEEN], actions: [{ ...LAMP, does: "on" }] });
  assert.deepEqual(apart.endings, [
    { conditions: [{ ...SEEN, value: "false", for: SPAN }], actions: [{ ...LAMP, does: "off" }] },
  ]);
});

test("before it is saved, it is said as it will be", () => {
  const rows = { conditions: [SEEN], actions: [LIT] };
  assert.deepEqual(endingsIn(HOUSE, rows), [{ address: "", span: SPAN, targets: ["/lights/3"] }]);
});

test("without motion in it, it counts from switching on", () => {
  const dark = { ...HALL, item: "state/dark", operator: "eq", value: "true" };
  const { main: only, endings } = takenApart({ conditions: [dark], actions: [LIT] });
  assert.deepEqual([only.actions, endings], [[{ ...LAMP, does: "on", offAfter: SPAN }], []]);
});

test("both are shown as one again, made by the editor or not", () => {
  const found = endingsOf(main, HOUSE.rules);
  assert.deepEqual(found, [{ address: "/rules/2", span: SPAN, targets: ["/lights/3"] }]);
  const rows = { conditions: [SEEN], actions: [{ ...LAMP, does: "on" }] };
  assert.deepEqual(withEndings(rows, found, HOUSE).actions, [LIT]);
});

test("a lamp that is gone has its ending still, and the lamp in its place gets it", () => {
  const house = { ...HOUSE, lights: { 4: { name: "New", uniqueid: "n", state: { on: false } } } };
  const lost = { address: "/lights/3", uniqueid: "", resourceName: "/lights/3", house: "", does: "on" };
  const { actions } = withEndings({ conditions: [SEEN], actions: [lost] }, endingsOf(main, house.rules), house);
  const [row = {}] = actions;
  assert.deepEqual(row, { ...lost, offAfter: SPAN, offFrom: "motion" });
  assert.equal(canEnd(house, "", row), true, "the form shows it");
  const exchanged = picked(house, "/lights/4", row);
  const { address, does, offAfter, offFrom } = exchanged;
  assert.deepEqual([address, does, offAfter, offFrom], ["/lights/4", "on", SPAN, "motion"]);
  assert.deepEqual(endingsIn(house, { conditions: [SEEN], actions: [exchanged] })[0]?.targets, ["/lights/4"]);
  const toldOff = withDeed(house, "", "off", row);
  assert.equal(toldOff.offAfter, undefined, "off is no light that goes out");
});

test("a rule of a flow, one about another light, and one that says more are none", () => {
  const other = { ...ending(), actions: [{ ...put(false), address: "/lights/4/state" }] };
  const more = { ...ending(), actions: [put(false, { transitiontime: 5 })] };
  const rules = { 2: ending(SPAN, { owner: "flow:n" }), 3: other, 4: more };
  assert.deepEqual(endingsOf(main, rules), []);
  assert.deepEqual(endingsOf({ ...main, actions: [put(true, { ontime: 600 })] }, HOUSE.rules), []);
});

test("saved again, an ending that is the same stays; another length changes it; without it, it goes", () => {
  const there = endingsOf(main, HOUSE.rules);
  const asked = (span: string) => [{ span, targets: ["/lights/3"] }];
  assert.deepEqual(endingChanges(asked(SPAN), there, there), { written: [], gone: [] });
  assert.deepEqual(endingChanges(asked("PT00:10:00"), there, there), {
    written: [{ index: 0, address: "/rules/2" }],
    gone: [],
  });
  assert.deepEqual(endingChanges([], there, there), { written: [], gone: ["/rules/2"] });
  assert.deepEqual(endingChanges(asked(SPAN), [], []), { written: [{ index: 0, address: undefined }], gone: [] });
});

test("an ending of another rule, too, is left alone", () => {
  assert.deepEqual(
    ownEndings("/rules/1", main, HOUSE.rules).map(({ address }) => address),
    ["/rules/2"],
  );
  assert.deepEqual(ownEndings("/rules/1", main, { ...HOUSE.rules, 5: main }), []);
});

test("it is shown as a part of its rule, unless another one needs it; that only one of both is enabled is said", () => {
  const parts = (rules: Record<string, Values>) =>
    [...partsOfRules(rules)].map(([address, own]) => [address, ...own.flatMap((each) => [each.address, each.apart])]);
  const both = { 1: main, 2: ending() };
  const one = ["/rules/1", "/rules/2", undefined];
  assert.deepEqual(parts(both), [one]);
  assert.deepEqual(parts({ ...both, 5: main }), []);
  const off = { status: "disabled" };
  assert.deepEqual(parts({ 1: main, 2: ending(SPAN, off) }), [["/rules/1", "/rules/2", "disabled"]]);
  assert.deepEqual(parts({ 1: { ...main, ...off }, 2: ending() }), [["/rules/1", "/rules/2", "enabled"]]);
  assert.deepEqual(parts({ 1: { ...main, ...off }, 2: ending(SPAN, off) }), [one]);
  assert.deepEqual(parts({ 1: { ...main, owner: "flow:n" }, 2: ending() }), []);
});

test("two rules that one ends both say so, as long as it is at work", () => {
  const said = (rules: Record<string, Values>) => [...endingsSaid(rules).keys()];
  const three = { 1: main, 2: ending(), 5: main };
  assert.deepEqual(said(three), ["/rules/1", "/rules/5"]);
  assert.deepEqual(said({ ...three, 5: { ...main, status: "disabled" } }), ["/rules/1"]);
  assert.deepEqual(said({ ...three, 2: ending(SPAN, { status: "disabled" }) }), []);
});

test("a user who asks for the second half is shown the whole, also among the uses of a device", () => {
  const rules = { 1: { ...main, name: "Hall" }, 2: ending(), 3: { name: "Other" } };
  assert.deepEqual(
    ["/rules/2", "/rules/1", "/rules/3", "/rules/9"].map((address) => wholeRuleOf(address, rules)),
    ["/rules/1", "/rules/1", "/rules/3", "/rules/9"],
  );
  const use = (address: string, name: string) => ({ by: "rule" as const, address, name });
  const all = { lamp: [use("/rules/1", "Hall"), use("/rules/2", "Hall, off again")], motion: [use("/rules/2", "x")] };
  assert.deepEqual(eachUse(all, rules), [use("/rules/1", "Hall")]);
});
