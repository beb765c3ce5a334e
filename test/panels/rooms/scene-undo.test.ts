/** The commands that bring a deleted scene back, or what it did before, and the scenes that they would not bring back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readHouse } from "../../../panels/house.ts";
import { regainingCommands } from "../../../panels/rooms/lost-scenes.ts";
import { restoringCommands, revertingCommands } from "../../../panels/rooms/scene-undo.ts";

const AT = "/groups/4/scenes/2";
const plain = { on: true, bri: 100, transitiontime: 4 };
const WHITE = { id: "1", ...plain, colormode: "ct", ct: 370 };
const RED = { id: "2", ...plain, on: false, colormode: "xy", x: 0.6, y: 0.3 };

const house = (lights: readonly string[] = ["1", "2"], links: readonly string[] = []) =>
  readHouse({ groups: { 4: { name: "Hall", lights } }, resourcelinks: { 1: { links } } });
const SCENE = { name: "Night", transitiontime: 20, lights: [WHITE, RED] };
const STORE = { method: "PUT", address: `${AT}/store`, body: { transitiontime: 20 } };
const CONTENTS = { method: "PUT", address: AT, body: { lights: [WHITE, RED] } };
const MAKE = { method: "POST", address: "/groups/4/scenes", body: { name: "Night", id: 2 } };

test("a scene is made with its id and its transition, and is told its lights", () => {
  assert.deepEqual(restoringCommands(AT, SCENE, house()), [MAKE, STORE, CONTENTS]);
  assert.deepEqual(restoringCommands(AT, { ...SCENE, transitiontime: 10 }, house()), [MAKE, CONTENTS]);
});

test("a light that has come into the group since stays out of it", () =>
  assert.deepEqual(restoringCommands(AT, SCENE, house(["1", "2", "3"])), [MAKE, STORE, CONTENTS]));

test("none are offered where a light has left the group, or a program has linked the scene", () => {
  assert.equal(restoringCommands(AT, SCENE, house(["1"])), undefined);
  assert.equal(restoringCommands(AT, SCENE, house(["1", "2"], [AT])), undefined);
});

test("a scene that was kept anew is told its lights, also where a program has linked it: it is still there", () => {
  assert.deepEqual(revertingCommands(AT, SCENE, house(["1", "2"], [AT])), [STORE, CONTENTS]);
  assert.equal(revertingCommands(AT, SCENE, house(["1"])), undefined);
});

test("a scene that lost a light gets it back, and one that went with its last light is made again", () => {
  const lost = [{ address: AT, scene: { ...SCENE, transitiontime: 10 } }];
  const there = readHouse({ groups: { 4: { scenes: [{ id: "2", name: "Night" }] } } });
  assert.deepEqual(regainingCommands(lost, there), [CONTENTS]);
  assert.deepEqual(regainingCommands(lost, house()), [MAKE, CONTENTS]);
});
