/** Dials: Hue's, which reports how far, and those that only report that they are turned. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RemoteState } from "../../../src/devices/buttons/button-events.ts";
import { readRotary } from "../../../src/devices/buttons/rotary.ts";
import type { RawMessage } from "../../../src/model/radio/device-facts.ts";
import type { Values } from "../../../src/model/resource.ts";

function hue(parts: Partial<RawMessage>): RawMessage {
  return {
    type: "commandHueNotification",
    cluster: "manuSpecificPhilips",
    data: {},
    group: 0,
    manufacturer: 0x100b,
    ...parts,
  };
}

/** Its parameters as they come: the button, its kind, the event, how far, how long. */
function turn(event: number, degrees: number, milliseconds: number): Uint8Array {
  const bytes = Buffer.alloc(23);
  bytes.set([20, 0, 1, 0x30, event, 0x29]);
  bytes.writeInt16LE(degrees, 12);
  bytes.writeUInt16LE(milliseconds, 21);
  return bytes;
}

test("Hue's dial reports how far and how long", () => {
  const read = (bytes: Uint8Array) => readRotary({ action: "dial_rotate_left_step" }, hue({ bytes }), {}, 0);
  assert.deepEqual(read(turn(1, 75, 400)), { rotaryevent: 1, expectedrotation: 75, expectedeventduration: 400 });
  assert.deepEqual(read(turn(2, -300, 40_000)), {
    rotaryevent: 2,
    expectedrotation: -300,
    expectedeventduration: 40_000,
  });
  assert.equal(read(turn(3, 75, 400)), undefined, "nothing else happens to a dial");
  const pressed = turn(1, 0, 0);
  pressed[2] = 0;
  assert.equal(read(pressed), undefined, "its buttons are no dial");
});

test("Hue's dial of which only the first bytes are left", () => {
  const read = (data: unknown) => readRotary({}, hue({ data, bytes: new Uint8Array(8) }), {}, 0);
  const data = { button: 20, type: 1, time: 75, unknown3: 0 };
  assert.deepEqual(read(data), { rotaryevent: 1, expectedrotation: 75, expectedeventduration: 400 });
  assert.equal(read({ ...data, time: 0xb5, unknown3: 0xff })?.expectedrotation, -75);
  for (const odd of [{ ...data, button: 1 }, { ...data, time: Number.NaN }, { ...data, type: 0 }, null, "x", undefined])
    assert.equal(read(odd), undefined);
});

const TURNS: readonly [about: string, payload: Values, after: number, event: number | undefined, degrees?: number][] = [
  ["it begins", { action: "brightness_move_up" }, 0, 1, 30],
  ["and goes on", { action: "brightness_move_up" }, 900, 2, 30],
  ["the other way begins anew", { action: "brightness_move_down" }, 100, 1, -30],
  ["after a while too", { action: "brightness_move_down" }, 1500, 1, -30],
  ["a stop is no turn", { action: "brightness_stop" }, 100, undefined],
  ["but ends one", { action: "brightness_move_down" }, 100, 1, -30],
  ["one says how far", { action: "rotate_right", action_rotation_angle: 12.4 }, 100, 1, 12],
  ["even with one word for both ways", { action: "rotation", action_rotation_angle: -15 }, 100, 1, -15],
  ["no distance", { action: "rotate_left", action_rotation_angle: Number.NaN }, 100, 2, -30],
  ["a wheel that says levels", { action: "brightness_move_to_level", action_level: 90 }, 5000, 1, 30],
  ["higher", { action: "brightness_move_to_level", action_level: 100 }, 100, 2, 30],
  ["lower", { action: "brightness_move_to_level", action_level: 80 }, 100, 1, -30],
  ["as high as it goes", { action: "brightness_move_to_level", action_level: 255 }, 100, 1, 30],
  ["and again", { action: "brightness_move_to_level", action_level: 255 }, 100, 2, 30],
  ["no level", { action: "brightness_move_to_level" }, 100, undefined],
  ["a press is no turn", { action: "toggle" }, 100, undefined],
  ["nothing at all", {}, 100, undefined],
];

test("other dials only report that they are turned", () => {
  const held: RemoteState = {};
  let now = 1_000_000;
  for (const [about, payload, after, event, degrees] of TURNS) {
    now += after;
    const read = readRotary(payload, undefined, held, now);
    assert.deepEqual([read?.rotaryevent, read?.expectedrotation], [event, degrees], about);
  }
});
