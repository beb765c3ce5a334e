/** Keys of remotes in the dialog of the button node: the presses, the keys meant by them, and where the wires go. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { outputsFor, RemoteKeys } from "../../dialogs/remote-keys.ts";

const HUE = new RemoteKeys(false, {
  values: {
    1000: { button: "1", action: "INITIAL_PRESS" },
    1001: { button: "1", action: "HOLD" },
    1002: { button: "1", action: "SHORT_RELEASE" },
    2000: { button: "2", action: "INITIAL_PRESS" },
  },
  buttons: { 1: { name: "On" }, 2: { name: "Up" } },
  messages: {
    1000: { payload: "press", button: 1 },
    1001: { payload: "hold", button: 1 },
    1002: { payload: "short_release", button: 1 },
    2000: { payload: "press", button: 2 },
  },
});
const DIAL = new RemoteKeys(true);
const UNKNOWN = new RemoteKeys(false);

const deeds: [what: string, remote: RemoteKeys, press: object, key: string, gesture: string, meant: string][] = [
  ["a short press begins as a press", HUE, { buttonevent: 1000 }, "1", "press", "short_release"],
  ["a hold is a hold", HUE, { buttonevent: 1001 }, "1", "hold", "hold"],
  ["a key without a short press", HUE, { buttonevent: 2000 }, "2", "press", "press"],
  ["of a remote that nobody knows", UNKNOWN, { buttonevent: 3004 }, "3", "double", "double"],
  ["a dial to the left", DIAL, { rotation: -30 }, "", "rotate_left", "rotate_left"],
  ["a dial to the right", DIAL, { rotation: 30 }, "", "rotate_right", "rotate_right"],
];
for (const [what, remote, press, key, gesture, meant] of deeds)
  test(what, () => {
    const deed = remote.deedOf({ address: "/sensors/1", ...press });
    assert.deepEqual(deed, { key, gesture });
    assert.equal(remote.meant(deed), meant);
  });

test("the gestures of a remote are its own, else those that most have", () => {
  assert.deepEqual(HUE.gestures, ["press", "hold", "short_release"]);
  assert.deepEqual(
    HUE.keys.map((key) => HUE.nameOf(key)),
    ["On", "Up"],
  );
  assert.deepEqual(UNKNOWN.gestures, ["press", "hold", "short_release", "long_release", "double"]);
  assert.deepEqual(DIAL.gestures, ["rotate_left", "rotate_right"]);
});

const examples: [what: string, remote: RemoteKeys, key: string, gestures: string[], payloads: string[]][] = [
  ["a short press of a remote that tells both ends of it", HUE, "1", [], ["press", "short_release"]],
  ["only what is let through", HUE, "1", ["short_release"], ["short_release"]],
  ["another gesture, where no short press is let through", HUE, "1", ["hold"], ["hold"]],
  ["a key that says one thing", HUE, "2", [], ["press"]],
  ["a dial", DIAL, "", ["rotate_left"], ["rotate_left"]],
  ["nothing of what nobody knows", UNKNOWN, "", [], []],
];
for (const [what, remote, key, gestures, payloads] of examples)
  test(`an example of the messages: ${what}`, () =>
    assert.deepEqual(
      remote.examplesOf(key, gestures).map(({ payload }) => payload),
      payloads,
    ));

test("a press is told as the gateway words it, else by its number alone", () => {
  assert.deepEqual(HUE.messageOf({ address: "", buttonevent: 1002 }), { payload: "short_release", button: 1 });
  const told = UNKNOWN.messageOf({ address: "", buttonevent: 3004 });
  assert.deepEqual(told, { payload: "double", button: 3, buttonevent: 3004 });
});

const wires: [before: string[], after: string[], moved: object][] = [
  [[], [], { 0: 0 }],
  [["hold"], ["hold"], { 0: 0 }],
  [["short_release", "hold"], ["hold", "press"], { 0: -1, 1: 0, "new-1": 1 }],
  [[], ["press", "hold"], { 0: 0, "new-1": 1 }],
  [["hold", "press"], [], { 0: 0, 1: -1 }],
];
for (const [before, after, moved] of wires)
  test(`the wires of ${before.join(", ") || "all"} go to ${after.join(", ") || "all"}`, () =>
    assert.deepEqual(outputsFor(before, after), moved));
