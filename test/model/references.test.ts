/** References: a definition says which members refer to which resources, and no other code has to know. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Definition, plain } from "../../src/model/definitions.ts";
import { list, object } from "../../src/model/fields.ts";
import { dropReferences, type ResourceWriter } from "../../src/model/references.ts";
import type { Address, Resource, Values } from "../../src/model/resource.ts";

const SCHEDULE_OF_ROOMS = plain("plans", {
  rooms: list({ refersTo: { to: "/rooms" } }),
  doors: object({ refersTo: { to: "/doors", withoutAny: "gone" } }),
});

function drop(attr: Values, gone: Address, definition: Definition = SCHEDULE_OF_ROOMS) {
  const plan: Resource = { address: "/plans/1", type: "Plan", attr, config: {}, state: {}, action: {} };
  const done: unknown[] = [];
  const writer: ResourceWriter = {
    get: () => plan,
    list: () => [plan],
    definition: () => definition,
    patch: (address, section, values) => done.push([address, section, values]),
    remove: (address) => done.push([address, "gone"]),
  };
  const changed = dropReferences(writer, plan, (collection, id) => `${collection}/${id}` === gone);
  return [changed, ...done];
}

const CASES: readonly [says: string, attr: Values, gone: Address, does: readonly unknown[]][] = [
  ["an id in a list", { rooms: ["1", "2"] }, "/rooms/1", [true, ["/plans/1", "attr", { rooms: ["2"] }]]],
  ["the last id in a list", { rooms: ["1"] }, "/rooms/1", [true, ["/plans/1", "attr", { rooms: [] }]]],
  ["a member by id", { doors: { 1: "x", 2: "y" } }, "/doors/1", [true, ["/plans/1", "attr", { doors: { 2: "y" } }]]],
  ["the last member: it goes with it", { doors: { 1: "x" } }, "/doors/1", [true, ["/plans/1", "gone"]]],
  ["the same id of another collection", { rooms: ["1"], doors: { 1: "x" } }, "/windows/1", [false]],
  ["nothing of it", {}, "/rooms/1", [false]],
];
for (const [says, attr, gone, does] of CASES) test(says, () => assert.deepEqual(drop(attr, gone), does));
