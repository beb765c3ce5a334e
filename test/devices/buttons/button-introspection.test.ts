/** The events of buttons, for clients that ask. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { introspectButtons } from "../../../src/devices/buttons/button-introspection.ts";
import { buildButtonMap } from "../../../src/devices/buttons/button-maps.ts";

test("each code with its button and press", () => {
  const codes = {
    a: 1000,
    b: 1001,
    c: 1002,
    d: 1003,
    e: 2004,
    f: 2005,
    g: 2006,
    h: 7007,
    i: 7008,
    j: 3009,
    k: 3010,
    l: 3030,
  };
  const said = introspectButtons({ codes, hasWildcards: false });
  assert.deepEqual(
    Object.entries(said).map(([code, { button, action }]) => `${code} ${button} ${action}`),
    [
      ...["1000 1 INITIAL_PRESS", "1001 1 HOLD", "1002 1 SHORT_RELEASE", "1003 1 LONG_RELEASE", "2004 2 DOUBLE_PRESS"],
      ...["2005 2 TREBLE_PRESS", "2006 2 QUADRUPLE_PRESS", "3009 3 TILT", "3010 3 MANY_PRESS", "3030 3 UNKNOWN"],
      ...["7007 7 SHAKE", "7008 7 DROP"],
    ],
  );
});

test("a stop without a button is the end of each that can be held", () => {
  const codes = { on: 1002, up: 1001, down: 2001, stop: "release" } as const;
  assert.deepEqual(Object.keys(introspectButtons({ codes, hasWildcards: false })), [
    "1001",
    "1002",
    "1003",
    "2001",
    "2003",
  ]);
  const { stop, ...none } = codes;
  assert.deepEqual(Object.keys(introspectButtons({ codes: none, hasWildcards: false })), ["1001", "1002", "2001"]);
});

test("the Hue Tap has its own numbers", () => {
  const pressed = ["press_1", "press_2", "press_3", "press_4", "press_1_and_2", "press_3_and_4"];
  const actions = [...pressed, "release_1_and_2", "release_3_and_4"];
  const tap = introspectButtons(
    buildButtonMap(actions, { modelid: "GreenPower_2", manufacturername: "", model: "8718696743133" }),
  );
  const said = Object.entries(tap).map(([code, { button, action }]) => `${code} ${button} ${action}`);
  assert.deepEqual(said, [
    ...["16 2 INITIAL_PRESS", "17 3 INITIAL_PRESS", "18 4 INITIAL_PRESS", "34 1 INITIAL_PRESS"],
    ...["98 5 INITIAL_PRESS", "99 5 SHORT_RELEASE", "100 6 INITIAL_PRESS", "101 6 SHORT_RELEASE"],
  ]);
});

const named: readonly [model: string, actions: readonly string[], names: readonly (string | undefined)[]][] = [
  ["a dimmer", ["on_press", "on_press_release", "up_hold", "up_hold_release", "off_press"], ["On", "Up", "Off"]],
  [
    "commands",
    ["on", "off", "brightness_move_up", "brightness_step_up", "brightness_stop"],
    ["On", "Off", "Brightness up"],
  ],
  ["numbers are no names", ["1_single", "2_single", "button_3_hold"], [undefined, undefined, undefined]],
  ["nor is nothing", ["single", "double"], [undefined]],
];

for (const [what, actions, names] of named) {
  test(`the names of buttons: ${what}`, () => {
    const said = introspectButtons(buildButtonMap(actions, { modelid: "M", manufacturername: "", model: "M" }));
    const own = new Map(Object.values(said).map(({ button, name }) => [button, name]));
    assert.deepEqual([...own.values()], names);
  });
}

test("a name that two buttons share is the name of neither", () => {
  const said = introspectButtons({
    codes: { up_single: 1002, up_double: 2004, down_single: 3002 },
    hasWildcards: false,
  });
  assert.deepEqual(
    Object.values(said).map(({ name }) => name),
    [undefined, undefined, "Down"],
  );
});
