/** One message of a remote → one button event; and the memory for the next one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { buttonEvent, type RemoteState } from "../../../src/devices/buttons/button-events.ts";
import type { ButtonMap } from "../../../src/devices/plan/device-plan.ts";
import type { Values } from "../../../src/model/resource.ts";

const BUTTONS: ButtonMap = {
  codes: {
    on: 1002,
    "on@2": 3002,
    off_3: 5002,
    hold: 1001,
    press: 2000,
    other_hold: 4001,
    stop: "release",
    "recall_*": 7002,
    "recall_*_e2": 23_002,
    "recall_*_row_*": 39_002,
    "store_*": 7003,
    level: 8002,
    "level=0": 9002,
  },
  hasWildcards: true,
};
const press = (action: unknown, more: Values = {}, endpoint = 1, held: RemoteState = {}) =>
  buttonEvent(BUTTONS, { action, ...more }, endpoint, held)?.state;

const ROWS: readonly [about: string, action: unknown, endpoint: number, code: number | undefined][] = [
  ["a word", "on", 1, 1002],
  ["a word that counts by its endpoint", "on", 2, 3002],
  ["a word that is only known with its endpoint", "off", 3, 5002],
  ["which is another button at another", "off", 1, 42_002],
  ["a scene that no list names", "recall_5", 1, 12_002],
  ["the first scene", "recall_0", 1, 7002],
  ["scenes are kept apart by places", "recall_1_e2", 1, 24_002],
  ["in rows too", "recall_2_row_4", 1, 41_002],
  ["what is done with a scene", "store_5", 1, 12_003],
  ["more scenes than buttons", "recall_17", 1, 8002],
  ["nothing", "", 1, undefined],
  ["a word that nobody knows", "dance", 1, undefined],
  ["a name that objects have anyway", "__proto__", 1, undefined],
  ["another", "constructor", 1, undefined],
  ["no word", 7, 1, undefined],
  ["a long one", "on".repeat(1000), 1, undefined],
];
for (const [about, action, endpoint, code] of ROWS) {
  test(about, () => assert.equal(press(action, {}, endpoint)?.buttonevent, code));
}

test("an unlisted action is an event of a button that no other action has", () => {
  const codes = { on: 1002, off: 2002, hold_left: 3001 };
  const said = (action: string, endpoint = 1) =>
    buttonEvent({ codes, hasWildcards: false }, { action }, endpoint, {})?.state;
  assert.deepEqual(said("toggle"), { buttonevent: 1002 }, "what toggles switches on");
  assert.deepEqual(said("release_left"), { buttonevent: 3003 }, "another gesture of the same button");
  const others = ["recall_5", "recall_6", "brightness_step_up", "single_right", "on_3", "on_backlight"];
  const buttons = [...Object.values(codes), ...others.map((word) => Number(said(word, 2)?.buttonevent))].map(buttonOf);
  assert.equal(new Set(buttons).size, buttons.length, `${buttons}`);
  assert.equal(
    buttonEvent({ codes, hasWildcards: false, ignored: ["toggle"] }, { action: "toggle" }, 1, {}),
    undefined,
  );
});
const buttonOf = (code: number) => Math.floor(code / 1000);

test("a cover moves until it is stopped", () => {
  const held: RemoteState = {};
  const codes = { open: 1002, close: 2002, stop: "release" } as const;
  const said = (action: string) => buttonEvent({ codes, hasWildcards: false }, { action }, 1, held)?.state.buttonevent;
  assert.deepEqual(["open", "stop", "close", "stop"].map(said), [1002, 1003, 2002, 2003]);
});

test("a knob that only reports its level: in which direction it was turned", () => {
  const held: RemoteState = {};
  const codes = { "level=0": 1002, "level=up": 2002, "level=down": 3002 };
  const said = (action_level: number) =>
    buttonEvent({ codes, hasWildcards: false }, { action: "level", action_level }, 1, held)?.state.buttonevent;
  assert.deepEqual([140, 120, 130, 254, 254, 2, 2, 0].map(said), [2002, 3002, 2002, 2002, 2002, 3002, 3002, 1002]);
});

test("a level can be a button of its own", () => {
  assert.equal(press("level", { action_level: 0 })?.buttonevent, 9002);
  assert.equal(press("level", { action_level: 255 })?.buttonevent, 8002);
});

test("a stop releases the button held last, once", () => {
  const held: RemoteState = {};
  const events = ["stop", "hold", "stop", "stop", "hold", "other_hold", "stop", "press", "stop", "hold", "on", "stop"];
  const told = events.map((action) => press(action, {}, 1, held)?.buttonevent);
  const none = undefined;
  assert.deepEqual(told, [none, 1001, 1003, none, 1001, 4001, 4003, 2000, 2002, 1001, 1002, none]);
});

test("duration, color and angle", () => {
  assert.deepEqual(press("on", { action_duration: 1.26 }), { buttonevent: 1002, eventduration: 13 });
  const wheel = { action_color: { x: 0.3, y: 0.4 }, action_enhanced_hue: 1, action_hue: 90.4 };
  assert.deepEqual(press("on", wheel), { buttonevent: 1002, xy: [0.3, 0.4], angle: 90 });
});

test("the largest duration, color and angle", () => {
  assert.equal(press("on", { action_duration: 6553.5 })?.eventduration, 65_535);
  assert.deepEqual(press("on", { action_color: { x: 1, y: 0 } })?.xy, [1, 0]);
});

const ODD: readonly Values[] = [
  { action_duration: Number.NaN },
  { action_duration: null },
  { action_duration: -1 },
  { action_duration: 6553.6 },
  { action_color: { x: 2, y: 0 } },
  { action_color: { x: "0.1", y: 0 } },
  { action_color: null },
  { action_hue: 200 },
  { action_enhanced_hue: 1, action_hue: 361 },
];
for (const more of ODD)
  test(`no event comes of ${JSON.stringify(more)}`, () => assert.deepEqual(press("on", more), { buttonevent: 1002 }));

test("any payload gives a sane event or none", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything()), fc.anything(), fc.integer(), (payload, action, endpoint) => {
      const state = buttonEvent(BUTTONS, { ...payload, action }, endpoint, {})?.state;
      assert.ok(state === undefined || Number.isSafeInteger(state.buttonevent));
    }),
  );
});
