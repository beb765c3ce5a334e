/** A slider that is dragged makes a few commands, and the last value is always told. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { pacer } from "../../../panels/colors/paced.ts";

function paced() {
  mock.timers.enable({ apis: ["setTimeout"] });
  const told: number[] = [];
  const ahead: (number | undefined)[] = [];
  const pace = pacer<number>(
    (value) => told.push(value),
    (value) => ahead.push(value),
    300,
  );
  return { told, ahead, ...pace, [Symbol.dispose]: () => mock.timers.reset() };
}

test("the first value is told at once, then the newest of each pause", () => {
  using it = paced();
  for (const value of [1, 2, 3]) it.move(value);
  assert.deepEqual(it.told, [1]);
  assert.equal(it.ahead.at(-1), 3, "the slider does not wait");
  mock.timers.tick(300);
  assert.deepEqual(it.told, [1, 3]);
  assert.equal(it.ahead.at(-1), undefined);
  mock.timers.tick(300);
  it.move(4);
  assert.deepEqual(it.told, [1, 3, 4], "after a pause nobody waits");
});

test("a slider that is let go tells nothing twice, and a value that comes again later is told again", () => {
  using it = paced();
  it.move(1);
  it.move(1);
  mock.timers.tick(300);
  assert.deepEqual(it.told, [1]);
  mock.timers.tick(300);
  it.move(1);
  assert.deepEqual(it.told, [1, 1]);
});

test("a move back to a told value is not forgotten", () => {
  using it = paced();
  for (const value of [1, 2, 1]) it.move(value);
  mock.timers.tick(300);
  assert.deepEqual(it.told, [1, 1]);
});

test("a slider that goes away has told the last value", () => {
  using it = paced();
  it.move(1);
  it.move(2);
  it.end();
  assert.deepEqual(it.told, [1, 2]);
  mock.timers.tick(900);
  assert.deepEqual(it.told, [1, 2]);
});
