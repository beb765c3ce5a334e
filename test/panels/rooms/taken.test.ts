/** Whether a name that a user types is taken already, and which scene it means. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { namesake, takenName } from "../../../panels/rooms/taken.ts";

const ROOMS = [
  { id: "1", name: "Kitchen" },
  { id: "2", name: "Hall " },
];

test("a name is taken by one that only differs in large letters or in spaces around it, as that one writes it", () => {
  assert.equal(takenName(ROOMS, { typed: " kitchen" }), "Kitchen");
  assert.equal(takenName(ROOMS, { typed: "HALL" }), "Hall ");
  assert.equal(takenName(ROOMS, { typed: "Kitchen 2" }), undefined);
});

test("no name takes itself, and nothing is taken before a user types", () => {
  assert.equal(takenName(ROOMS, { typed: "kitchen", own: "1" }), undefined);
  assert.equal(takenName([...ROOMS, { id: "3", name: " " }], { typed: "" }), undefined);
});

test("a name that a program has given to two is kept by either of them, and taken once it is written otherwise", () => {
  const all = [...ROOMS, { id: "3", name: "Kitchen" }];
  assert.equal(takenName(all, { typed: "Kitchen ", own: "3" }), undefined);
  assert.equal(takenName(all, { typed: "kitchen", own: "3" }), "Kitchen");
  assert.equal(takenName(all, { typed: "Kitchen" }), "Kitchen");
});

test("a name means the one that is written just so, else one that is written much like it", () => {
  const all = [...ROOMS, { id: "3", name: "hall" }];
  assert.equal(namesake(all, "hall")?.id, "3");
  assert.equal(namesake(all, "HALL ")?.id, "2");
  assert.equal(namesake(all, " "), undefined);
});
