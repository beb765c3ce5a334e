/** The focus goes to the row that was awaited, once, and only if the user did nothing else meanwhile. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FocusClaim } from "../../panels/kept-focus.ts";

function start() {
  const page = new EventTarget();
  const claim = new FocusClaim(page);
  const there: string[] = [];
  return { page, claim, there, take: () => claim.take((id) => there.find((each) => each === id)) };
}

test("a row that is awaited gets the focus when it is there, and only once", () => {
  const { claim, there, take } = start();
  claim.await("7");
  assert.equal(take(), undefined);
  there.push("7");
  assert.deepEqual([take(), take()], ["7", undefined]);
});

for (const act of ["pointerdown", "keydown"])
  test(`a user who does something else meanwhile (${act}) stays where they are`, () => {
    const { page, claim, there, take } = start();
    claim.await("7");
    page.dispatchEvent(new Event(act));
    there.push("7");
    assert.equal(take(), undefined);
    claim.await("7");
    assert.equal(take(), "7", "the next one is awaited as ever");
  });
