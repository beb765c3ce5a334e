/** Writes that may still be undone: what stands in a place when some of them are kept and others are not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OpenWrites } from "../../../src/devices/desired/open-writes.ts";

const PLACE = "/lights/1 bri";

test("the newest that is undone shows what is below it, even where that is nothing", () => {
  const writes = new OpenWrites<number | undefined>();
  const first = writes.open(PLACE, undefined, 7);
  const second = writes.open(PLACE, 3, undefined);
  assert.deepEqual(second.undo(), { below: undefined });
  assert.equal(second.undo(), undefined, "it is gone");
  assert.deepEqual(first.undo(), { below: 7 });
  assert.equal(writes.has(PLACE), false);
});

test("one that is kept is what those above it stand on, and ends those below it", () => {
  const writes = new OpenWrites<number>();
  const [first, second, third] = [1, 2, 3].map((value) => writes.open(PLACE, value, 0));
  second?.keep();
  assert.equal(first?.undo(), undefined);
  assert.deepEqual(third?.undo(), { below: 2 });
});

test("an older one that is undone is missed by nobody", () => {
  const writes = new OpenWrites<number>();
  const [first, second] = [1, 2].map((value) => writes.open(PLACE, value, 0));
  assert.equal(first?.undo(), undefined);
  assert.deepEqual(second?.undo(), { below: 0 });
});

test("what has become true meanwhile is gone back to, or ends them all", () => {
  const writes = new OpenWrites<number>();
  const write = writes.open(PLACE, 1, 0);
  writes.rebase(PLACE, (below) => below + 40);
  assert.deepEqual(write.undo(), { below: 40 });
  const other = writes.open(PLACE, 1, 0);
  writes.close(PLACE);
  assert.equal(other.undo(), undefined);
  const later = writes.open(PLACE, 2, 5);
  other.keep();
  assert.deepEqual(later.undo(), { below: 5 }, "whoever is closed says nothing of those that come after");
});
