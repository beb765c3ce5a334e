/** Keypads: their requests, and the frame of an answer on air. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { armModeOf, armRequest, armResponse, isPanelState, readKeypad } from "../../../src/devices/buttons/keypad.ts";
import type { KeypadAnswer } from "../../../src/model/sensors/keypads.ts";

const ROWS: readonly [action: unknown, asked: string | undefined, isAwaited: boolean][] = [
  ["arm_all_zones", "armed_away", true],
  ["arm_day_zones", "armed_stay", true],
  ["arm_partial_zones", "armed_stay", true],
  ["arm_night_zones", "armed_night", true],
  ["disarm", "disarmed", true],
  ["panic", "panic", false],
  ["emergency", "emergency", false],
  ["fire", "fire", false],
  ["invalid_code", "invalid_code", false],
  ["exit_delay", undefined, false],
  ["constructor", undefined, false],
  [3, undefined, false],
];
for (const [action, asked, isAwaited] of ROWS) {
  test(String(action), () => {
    assert.deepEqual(readKeypad({ action }), asked === undefined ? undefined : { action: asked });
    const request = armRequest({ action, action_transaction: 7, action_code: "1234" });
    assert.deepEqual(request, isAwaited ? { mode: asked, code: "1234" } : undefined);
  });
}

const ANSWERS: readonly [answer: KeypadAnswer, notification: string][] = [
  ["disarmed", "disarm"],
  ["armed_away", "arm_all_zones"],
  ["armed_stay", "arm_day_zones"],
  ["armed_night", "arm_night_zones"],
  ["invalid_code", "invalid_code"],
  ["not_ready", "not_ready"],
  ["already_disarmed", "already_disarmed"],
];
for (const [answer, mode] of ANSWERS) {
  test(`the arm response of ${answer}`, () => {
    for (const transaction of [0, 255]) {
      const payload = { action: "disarm", action_transaction: transaction };
      assert.deepEqual(armResponse(payload, answer), { arm_mode: { mode, transaction } });
    }
  });
}

test("a pad that awaits nothing is answered nothing; a fob without keys sends no code", () => {
  for (const action_transaction of [undefined, null, "7", -1, 256, 1.5, Number.NaN])
    assert.equal(armRequest({ action: "disarm", action_transaction }), undefined);
  assert.equal(armRequest({ action: "disarm", action_transaction: 0 })?.code, "");
});

test("the mode that a pad is told to show is its panel; the answer to a transaction is none", () => {
  assert.deepEqual(readKeypad({ arm_mode: { mode: "arm_all_zones" } }), { panel: "armed_away" });
  assert.deepEqual(readKeypad({ arm_mode: { mode: "exit_delay", delay: 30 } }), { panel: "exit_delay" });
  for (const value of [{ mode: "disarm", transaction: 3 }, { mode: "constructor" }, "disarm", null])
    assert.equal(isPanelState(value), false);
});

test("only a pad that awaits answers can be told a mode to show", () => {
  const named = (property: string) => [{ type: "numeric", name: property, property, access: 1 }];
  assert.equal(armModeOf(named("action_code")), undefined);
  assert.ok(armModeOf(named("action_transaction")));
});
