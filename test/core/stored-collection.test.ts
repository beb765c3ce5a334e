/** The page of a collection: its resources, and the parts made anew after a change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Bus } from "../../src/core/bus.ts";
import { Store } from "../../src/core/store.ts";
import {
  joined,
  newCollection,
  nextPiece,
  type StoredCollection,
  type StoredResource,
} from "../../src/core/stored-collection.ts";
import type { Resource } from "../../src/model/resource.ts";
import { DEFINITIONS } from "../../src/resources/index.ts";
import { fakeClock, loudLog, TEST } from "../support/fakes.ts";

const LISTED = { unlisted: false } as unknown as StoredResource["definition"];
const UNLISTED = { unlisted: true } as unknown as StoredResource["definition"];

function collectionOf(ids: readonly string[], definition = LISTED): StoredCollection {
  const stored = newCollection(1);
  for (const id of ids) {
    const entry = {
      definition,
      resource: { address: `/x/${id}` },
      piece: nextPiece(stored),
    } as unknown as StoredResource;
    stored.entries.set(id, entry);
  }
  return stored;
}

const pages: [ids: string[], whole: string][] = [
  [[], "{}"],
  [["1"], '{"1":{}}'],
  [["1", "2"], '{"1":{},"2":{}}'],
  [['"'], '{"\\"":{}}'],
];
for (const [ids, whole] of pages) {
  test(`a page: ${whole}`, () => assert.equal(joined(collectionOf(ids), () => "{}").toString(), whole));
}

test("a resource that is not listed is not on the page", () => {
  assert.equal(joined(collectionOf(["1", "2"], UNLISTED), () => "{}").toString(), "{}");
});

test("after a change of one in ten thousand, a hundred are put together anew", () => {
  const stored = collectionOf(Array.from({ length: 10_000 }, (_, index) => String(index + 1)));
  let printed = 0;
  const print = ({ resource }: StoredResource) => {
    printed += 1;
    return JSON.stringify(resource);
  };
  const whole = joined(stored, print);
  assert.equal(printed, 10_000);
  printed = 0;
  const changed = stored.entries.get("4711") as StoredResource;
  changed.resource = { address: "/x/new" } as unknown as Resource;
  stored.pieces[changed.piece] = undefined;
  const next = joined(stored, print);
  assert.equal(printed, 100);
  assert.equal(next.toString(), whole.toString().replace("/x/4711", "/x/new"));
  printed = 0;
  assert.deepEqual(joined(stored, print), next);
  assert.equal(printed, 0);
});

test("coming and going without end leaves no more pieces than there are entries for", () => {
  const stored = collectionOf(["1"]);
  for (let id = 2; id < 20_000; id += 1) {
    const gone = stored.entries.get(String(id - 1)) as StoredResource;
    stored.entries.delete(String(id - 1));
    stored.pieces[gone.piece] = undefined;
    stored.entries.set(String(id), { ...gone, piece: nextPiece(stored) });
    stored.pieces[nextPiece(stored)] = undefined;
    if (id % 50 === 0) assert.equal(joined(stored, () => "{}").toString(), `{"${id}":{}}`);
  }
  assert.ok(stored.pieces.length < 20, `${stored.pieces.length} pieces`);
});

const id = fc.integer({ min: 1, max: 400 });
const step = fc.oneof(
  fc.record({ what: fc.constant("put"), id }),
  fc.record({ what: fc.constant("remove"), id }),
  fc.record({ what: fc.constant("patch"), id }),
  fc.record({ what: fc.constant("read"), id }),
);

test("after any changes the page has each resource as it is, in the order in which they came", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 300 }), (steps) => {
      const store = new Store({
        definitions: DEFINITIONS,
        clock: fakeClock(),
        bus: new Bus(loudLog()),
        salt: "0".repeat(32),
      });
      const put = (id: number) => {
        const attr = { name: `Küche ${id}`, uniqueid: `u${id}` };
        store.put(
          { address: `/sensors/${id}`, type: "CLIPGenericStatus", attr, config: {}, state: {}, action: {} },
          TEST,
        );
      };
      for (let id = 1; id <= 250; id += 1) put(id);
      for (const [turn, { what, id }] of steps.entries()) {
        if (what === "put") put(id);
        if (what === "remove") store.remove(`/sensors/${id}`, TEST);
        if (what === "patch") store.patch(`/sensors/${id}`, "state", { status: turn }, TEST);
        if (what === "read") store.collection("/sensors");
      }
      const expected = store
        .list("/sensors")
        .map(({ address }) => `"${address.slice(9)}":${store.page(address)?.json.toString()}`);
      assert.equal(store.collection("/sensors").json.toString(), `{${expected.join(",")}}`);
    }),
    { numRuns: 60 },
  );
});
