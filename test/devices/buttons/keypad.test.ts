/** Keypads: what is asked for, and the answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { padReply, readPad } from "../../../src/devices/buttons/keypad.ts";

const ROWS: readonly [action: unknown, asked: string | undefined, answered: string | undefined][] = [
  ["arm_all_zones", "armed_away", "arm_all_zones"],
  ["arm_day_zones", "armed_stay", "arm_day_zones"],
  ["arm_partial_zones", "armed_stay", "arm_day_zones"],
  ["arm_night_zones", "armed_night", "arm_night_zones"],
  ["disarm", "disarmed", "disarm"],
  ["panic", "panic", undefined],
  ["emergency", "emergency", undefined],
  ["fire", "fire", undefined],
  ["exit_delay", undefined, undefined],
  ["constructor", undefined, undefined],
  [3, undefined, undefined],
];
for (const [action, asked, answered] of ROWS) {
  test(String(action), () => {
    assert.deepEqual(readPad({ action }), asked === undefined ? undefined : { action: asked });
    const reply = padReply({ action, action_transaction: 7, action_code: "1234" });
    assert.deepEqual(reply, answered === undefined ? undefined : { arm_mode: { mode: answered, transaction: 7 } });
  });
}

test("another decision than what was asked for", () => {
  const payload = { action: "disarm", action_transaction: 0 };
  assert.deepEqual(padReply(payload, "invalid_code"), { arm_mode: { mode: "invalid_code", transaction: 0 } });
  const last = { action: "disarm", action_transaction: 255 };
  assert.deepEqual(padReply(last, "not_ready"), { arm_mode: { mode: "not_ready", transaction: 255 } });
  assert.equal(padReply(payload, "constructor"), undefined);
});

test("a pad that awaits nothing is told nothing", () => {
  for (const action_transaction of [undefined, null, "7", -1, 256, 1.5, Number.NaN])
    assert.equal(padReply({ action: "disarm", action_transaction }), undefined);
});
