import assert from "node:assert/strict";
import { test } from "node:test";
import { buttonEventIn, isButtonMessage, pressFilter } from "../../../nodes/messages/button-words.ts";

test("a press is told with its kind and its button", () => {
  const release = { payload: "short_release", button: 2, label: "button 2", buttonevent: 2002 };
  assert.deepEqual(buttonEventIn({ buttonevent: 2002 }), release);
  assert.deepEqual(buttonEventIn({ buttonevent: 12_004 }), {
    ...{ payload: "double", button: 12, label: "button 12" },
    buttonevent: 12_004,
  });
  const rest: [number, string][] = [
    ...([
      [0, "press"],
      [1, "hold"],
      [3, "long_release"],
      [5, "triple"],
      [6, "quadruple"],
      [7, "shake"],
    ] as const),
    ...([
      [8, "drop"],
      [9, "tilt"],
      [10, "many"],
      [30, "rotate_right"],
      [31, "rotate_left"],
      [99, "other"],
    ] as const),
  ].map(([code, word]) => [1000 + code, word]);
  for (const [code, word] of rest) assert.equal(buttonEventIn({ buttonevent: code })?.payload, word);
});

test("a remote that is known says it better", () => {
  const dimmer = { 2001: { button: 2, action: "HOLD", name: "Brightness up" } };
  const held = { payload: "hold", button: 2, label: "brightness up", buttonevent: 2001 };
  assert.deepEqual(buttonEventIn({ buttonevent: 2001 }, { meanings: dimmer }), held);
  const tap = { 34: { button: 1, action: "INITIAL_PRESS" } };
  assert.deepEqual(buttonEventIn({ buttonevent: 34 }, { meanings: tap }), {
    payload: "press",
    button: 1,
    label: "button 1",
    buttonevent: 34,
  });
  const cube = { 1030: { button: 1, action: "UNKNOWN" } };
  assert.equal(buttonEventIn({ buttonevent: 1030 }, { meanings: cube })?.payload, "rotate_right");
});

test("a dial is turned, to the right or to the left", () => {
  const turned = { rotaryevent: 1, expectedeventduration: 400 };
  assert.deepEqual(buttonEventIn({ ...turned, expectedrotation: 30 }), {
    payload: "rotate_right",
    button: 1,
    label: "dial",
    does: "step_up",
    rotation: 30,
  });
  assert.equal(buttonEventIn({ ...turned, expectedrotation: -30 })?.payload, "rotate_left");
});

test("any other change is no event of a button", () => {
  for (const values of [{}, { lowbattery: true }, { buttonevent: null }, { eventduration: 8 }])
    assert.equal(buttonEventIn(values), undefined);
});

test("a press carries what its key says that a light is to do", () => {
  const deedOf = (code: number) => (code === 1002 ? ("on" as const) : undefined);
  assert.equal(buttonEventIn({ buttonevent: 1002 }, { deedOf })?.does, "on");
  assert.equal("does" in (buttonEventIn({ buttonevent: 1004 }, { deedOf }) ?? {}), false);
});

test("which message comes from a button as it was", () => {
  assert.equal(isButtonMessage({ payload: "short_release" }), false);
  assert.equal(isButtonMessage({ payload: "press", buttonevent: 1000 }), true);
  assert.equal(isButtonMessage({ payload: "rotate_left", rotation: -5 }), true);
  for (const payload of ["on", true, 50, { move: "up" }, undefined])
    assert.equal(isButtonMessage({ payload, buttonevent: 1002 }), false, "a flow has said something else");
});

test("of the messages of one press only the first is new", () => {
  const presses: [payload: string, isNew: boolean, button?: number, seconds?: number][] = [
    ["press", true],
    ["short_release", false],
    ["short_release", true], // a remote that says no more
    ["short_release", true],
    ["press", true],
    ["hold", false],
    ["hold", false],
    ["press", true, 2], // another key meanwhile
    ["long_release", false],
    ["short_release", false, 2],
    ["hold", true],
    ["hold", false],
    ["short_release", true], // the release of the hold was lost
    ["hold", true],
    ["long_release", false],
    ["double", true],
    ["double", true],
    ["press", true],
    ["press", true], // the release was lost
    ["short_release", true, 1, 60],
  ];
  const isNewPress = pressFilter();
  let now = 0;
  for (const [index, [payload, isNew, button = 1, seconds = 1]] of presses.entries()) {
    now += seconds * 1000;
    const message = { topic: "/sensors/1", button, buttonevent: 1000, payload };
    assert.equal(isNewPress(message, now), isNew, `${index}: ${payload}`);
  }
  for (const payload of [true, "Movie", "Movie"]) assert.equal(isNewPress({ payload }, now), true);
});
