/** The agenda: which key is due when. */
import assert from "node:assert/strict";
import test from "node:test";
import { Agenda } from "../../../src/model/time/agenda.ts";

test("a key that is due comes out by its instant, then in the order in which it was set", () => {
  const agenda = new Agenda<string>();
  for (const [key, due] of [
    ["late", 30],
    ["b", 20],
    ["early", 10],
    ["a", 20],
  ] as const)
    agenda.set(key, due);
  assert.equal(agenda.next, 10);
  assert.equal(agenda.size, 4);
  assert.deepEqual(agenda.takeDue(9), []);
  assert.deepEqual(agenda.takeDue(20), ["early", "b", "a"]);
  assert.deepEqual([agenda.next, agenda.size], [30, 1]);
  assert.deepEqual(agenda.takeDue(Number.POSITIVE_INFINITY), ["late"]);
  assert.deepEqual([agenda.next, agenda.size], [undefined, 0]);
});

test("a key stands in it once: setting it again moves it, and behind those of the same instant", () => {
  const agenda = new Agenda<string>();
  agenda.set("a", 10);
  agenda.set("b", 20);
  agenda.set("a", 20);
  assert.equal(agenda.due("a"), 20);
  assert.deepEqual(agenda.takeDue(10), []);
  assert.deepEqual(agenda.takeDue(20), ["b", "a"]);
});

test("a key that is deleted does not come, and may be set again", () => {
  const agenda = new Agenda<string>();
  agenda.set("a", 10);
  agenda.set("b", 11);
  agenda.delete("a");
  agenda.delete("nobody");
  assert.deepEqual([agenda.next, agenda.size, agenda.due("a")], [11, 1, undefined]);
  agenda.set("a", 12);
  assert.deepEqual(agenda.takeDue(20), ["b", "a"]);
});

test("no instant is refused", () => {
  assert.throws(() => new Agenda<string>().set("a", Number.NaN), RangeError);
});

test("it agrees with a plain sorted list after any calls", () => {
  const agenda = new Agenda<number>();
  const plain = new Map<number, { due: number; turn: number }>();
  let seed = 1;
  const draw = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  let now = 0;
  for (let turn = 0; turn < 50_000; turn += 1) {
    const key = draw(200);
    if (draw(3) > 0) {
      const due = now + draw(50);
      agenda.set(key, due);
      plain.set(key, { due, turn });
    } else if (draw(2) > 0) {
      agenda.delete(key);
      plain.delete(key);
    } else {
      now += draw(5);
      const due = [...plain].filter(([, entry]) => entry.due <= now);
      due.sort(([, one], [, other]) => one.due - other.due || one.turn - other.turn);
      for (const [taken] of due) plain.delete(taken);
      assert.deepEqual(
        agenda.takeDue(now),
        due.map(([taken]) => taken),
      );
    }
    assert.equal(agenda.size, plain.size);
  }
});
