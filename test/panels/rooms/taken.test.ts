/** Whether a name that a user types is taken already. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { takenName } from "../../../panels/rooms/taken.ts";

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
