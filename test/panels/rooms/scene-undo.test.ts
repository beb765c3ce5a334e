/** The commands that bring a deleted scene back, and the scenes that they would not bring back as they were. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readHouse } from "../../../panels/house.ts";
import { restoringCommands, revertingCommands } from "../../../panels/rooms/scene-undo.ts";

const AT = "/groups/4/scenes/2";
const plain = { on: true, bri: 100, transitiontime: 4 };
const WHITE = { id: "1", ...plain, colormode: "ct", ct: 370 };
const RED = { id: "2", ...plain, on: false, colormode: "xy", x: 0.6, y: 0.3 };

interface World {
  readonly state?: object; //     of the second light
  readonly type?: string; //      of a third one in the group
  readonly links?: readonly string[];
}

const house = ({ state = {}, type, links = [] }: World = {}) =>
  readHouse({
    groups: { 4: { name: "Hall", lights: type === undefined ? ["1", "2"] : ["1", "2", "3"] } },
    lights: {
      1: { type: "Extended color light", state: { on: true, reachable: true } },
      2: { type: "Extended color light", state: { on: true, reachable: true, ...state } },
      3: { type, state: { on: true, reachable: true } },
    },
    resourcelinks: { 1: { links } },
  });
const scene = (light: object) => ({ name: "Night", transitiontime: 20, lights: [WHITE, light as typeof RED] });
const commands = (light: object = RED, world: World = {}) => restoringCommands(AT, scene(light), house(world));

test("a scene is made with its id, with its transition, and each light is told what it did", () => {
  assert.deepEqual(commands(), [
    { method: "POST", address: "/groups/4/scenes", body: { name: "Night", id: 2 } },
    { method: "PUT", address: `${AT}/store`, body: { transitiontime: 20 } },
    { method: "PUT", address: `${AT}/lights/1/state`, body: { ...plain, ct: 370 } },
    { method: "PUT", address: `${AT}/lights/2/state`, body: { ...plain, on: false, xy: [0.6, 0.3] } },
  ]);
  assert.equal(commands(RED, { type: "Door Lock" })?.length, 4, "a lock is in no scene");
});

const OTHERS: readonly [what: string, light: object, world?: World][] = [
  ["a light is out of reach", RED, { state: { reachable: false } }],
  ["a blind has a position", { ...RED, lift: 30 }],
  ["a fan has a speed, which is not told", RED, { state: { speed: 2 } }],
  ["something runs by itself", { ...RED, colormode: "effect", effect: "candle" }],
  ["a strip has a gradient", { ...RED, colormode: "gradient", gradient: {} }],
  ["a light has come into the group since", RED, { type: "Dimmable light" }],
  ["a program has linked it", RED, { links: [AT] }],
];
for (const [what, light, world] of OTHERS)
  test(`none are offered where ${what}`, () => assert.equal(commands(light, world), undefined));

test("a scene that was kept anew is told what it did, also where a program has linked it: it is still there", () => {
  const reverting = (world?: World) => revertingCommands(AT, scene(RED), house(world));
  assert.deepEqual(reverting(), commands()?.slice(1));
  assert.deepEqual(reverting({ links: [AT] }), reverting());
  assert.equal(reverting({ state: { reachable: false } }), undefined);
});
