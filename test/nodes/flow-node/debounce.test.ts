import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { awaitWithin, debounce } from "../../../nodes/flow-node/debounce.ts";

/** A hold, the messages that it let through, and time. */
function holding(seconds: number, repeats: boolean) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const through: string[] = [];
  const held = debounce<string>(seconds, repeats, (message) => through.push(message));
  return { held, through, pass: (much: number) => mock.timers.tick(much * 1000), end: () => mock.timers.reset() };
}

test("without a time everything goes through at once", () => {
  const { held, through, end } = holding(0, false);
  for (const message of ["one", "two"]) held.put(message, true);
  assert.deepEqual(through, ["one", "two"]);
  end();
});

test("a value goes through when it has stayed, with its latest message", () => {
  const { held, through, pass, end } = holding(60, false);
  held.put("open", true);
  pass(30);
  held.put("still open", true);
  pass(29);
  assert.deepEqual(through, []);
  pass(1);
  assert.deepEqual(through, ["still open"], "the same value again does not begin its time anew");
  end();
});

test("a value that did not stay is not let through, and the value before it is no news", () => {
  const { held, through, pass, end } = holding(60, false);
  held.begin(false);
  held.put("open", true);
  pass(59);
  held.put("closed", false);
  pass(600);
  assert.deepEqual(through, []);
  held.put("open", true);
  pass(60);
  held.put("closed", false);
  pass(60);
  assert.deepEqual(through, ["open", "closed"]);
  end();
});

test("with repeats each report of a value that has stayed goes through", () => {
  const { held, through, pass, end } = holding(60, true);
  held.put("first", 20);
  pass(60);
  held.put("second", 20);
  held.put("other", 21);
  pass(10);
  held.put("third", 20);
  pass(600);
  assert.deepEqual(through, ["first", "second", "third"]);
  end();
});

test("a hold that has stopped lets nothing through", () => {
  const { held, through, pass, end } = holding(60, false);
  held.put("open", true);
  held.stop();
  pass(600);
  assert.deepEqual(through, []);
  end();
});

test("an expected value comes, or does not come in time", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let hear: (value: string) => void = () => {};
  const listeners = new Set<unknown>();
  const listen = (heard: (value: string) => void) => {
    hear = heard;
    listeners.add(heard);
    return () => listeners.delete(heard);
  };
  const first = awaitWithin(5, listen);
  hear("now");
  hear("later");
  assert.equal(await first.heard, "now");
  const second = awaitWithin(5, listen);
  mock.timers.tick(5000);
  assert.equal(await second.heard, undefined);
  const third = awaitWithin(5, listen);
  third.stop();
  assert.equal(await third.heard, undefined);
  assert.equal(listeners.size, 0);
  mock.timers.reset();
});
