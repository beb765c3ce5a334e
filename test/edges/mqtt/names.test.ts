/** Names as topics: each its own, and none that means something else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fitting, friendlyNames, nameFault } from "../../../src/edges/mqtt/names.ts";
import { askedBy, requestIn } from "../../../src/edges/mqtt/topics.ts";

test("of two with one name the second has its address behind it, and a group its number", () => {
  const names = friendlyNames([
    { key: "0xa", name: "Lamp", unique: "0xa" },
    { key: "0xb", name: "Lamp", unique: "0xb" },
    { key: "groups/3", name: "Lamp", unique: "3" },
  ]);
  assert.deepEqual([...names.values()], ["Lamp", "Lamp_0xb", "Lamp_3"]);
});

const names: [name: string, shown: string, canBeGiven: boolean][] = [
  ["Küche/Lampe 灯", "Küche/Lampe 灯", true],
  ["a+b#c", "a_b_c", false],
  ["/a//b/", "a/b", false],
  ["lamp/set", "lamp/_set", false],
  ["lamp/3", "lamp/_3", false],
  ["bridge/x", "_bridge/x", false],
  ["bridgehead", "bridgehead", true],
];
for (const [name, shown, canBeGiven] of names)
  test(`${name} is ${shown}`, () => {
    assert.equal(fitting(name), shown);
    assert.equal(nameFault(name) === undefined, canBeGiven);
  });

test("the device and the deed that a topic asks for", () => {
  assert.deepEqual(askedBy("z/a/b/left/set", "z"), { name: "a/b/left", does: "set", attribute: undefined });
  assert.deepEqual(askedBy("z/a/get/state", "z"), { name: "a", does: "get", attribute: "state" });
  for (const topic of ["z/set", "z/a", "y/a/set", "z/a/set/x/y"]) assert.equal(askedBy(topic, "z"), undefined, topic);
  assert.equal(requestIn("z/bridge/request/device/rename", "z"), "device/rename");
});
