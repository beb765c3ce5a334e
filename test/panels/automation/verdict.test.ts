/** The editor's verdict on a rule that would be tried now: a press is never there, and never missing. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sayVerdict } from "../../../panels/automation/editor/verdict.ts";
import { readHouse } from "../../../panels/house.ts";
import { withoutEmphasis } from "../../../panels/widgets/emphasis.ts";
import type { ConditionResult } from "../../../src/model/automation/rule-engine.ts";
import { speakEnglish } from "../../support/speak.ts";

beforeEach(speakEnglish);

const HOUSE = readHouse({
  lights: { 3: { name: "Lamp", type: "Dimmable light", state: { on: false } } },
  sensors: { 4: { name: "Remote", type: "ZHASwitch", state: { buttonevent: 1002 } } },
});
const press = (ok: boolean): readonly ConditionResult[] => [
  { address: "/sensors/4/state/buttonevent", operator: "eq", value: "1002", actual: ok ? 1002 : 2002, ok },
  { address: "/sensors/4/state/lastupdated", operator: "dx", ok: true },
];
const lamp = (ok: boolean): ConditionResult => ({
  ...{ address: "/lights/3/state/on", operator: "eq", value: "true", actual: ok, ok },
});
const said = (...conditions: readonly ConditionResult[]) =>
  withoutEmphasis(sayVerdict(HOUSE, { fires: conditions.every(({ ok }) => ok), conditions }));

test("a rule with a press fires when the button is pressed, whether or not it was the last that was", () => {
  for (const was of [true, false])
    assert.equal(said(...press(was), lamp(true)), "It fires when the button is pressed.");
});

test("another missing condition is said; without a press the rule would fire now, or not", () => {
  assert.match(said(...press(true), lamp(false)), /^It would not fire now: .*Lamp/);
  assert.doesNotMatch(said(...press(false), lamp(false)), /Remote/);
  assert.equal(said(lamp(true)), "It would fire now.");
  assert.match(said(lamp(false)), /^It would not fire now: .*Lamp/);
});
