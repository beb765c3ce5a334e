/** The status of a node: an error until something goes well or there is news, a warning beside its value, at a pace for an editor. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Node, NodeStatus } from "node-red";
import { statusLine } from "../../../nodes/flow-node/status-line.ts";

const PAUSE = 500; // milliseconds
const GREEN = { fill: "green", shape: "dot" } as const;
const RED = { fill: "red", shape: "dot" } as const;
const YELLOW = { fill: "yellow", shape: "dot" } as const;

/** A node whose statuses are all kept, with its errors. */
function line(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const shown: NodeStatus[] = [];
  const errors: unknown[] = [];
  const node = {
    status: (status: NodeStatus) => shown.push(status),
    error: (error: unknown) => errors.push(error),
  } as unknown as Node;
  const wait = () => t.mock.timers.tick(PAUSE);
  /** The status in the editor once it may be told. */
  const now = () => {
    wait();
    return shown.at(-1);
  };
  return { ...statusLine(node), shown, errors, wait, now };
}

test("an error stays, whatever value is shown, until something goes well", (t) => {
  const { show, failed, wentWell, now } = line(t);
  show({ ...GREEN, text: "on" });
  failed("it does not answer");
  assert.deepEqual(now(), { ...RED, text: "it does not answer" });
  show({ ...GREEN, text: "off" });
  assert.deepEqual(now(), { ...RED, text: "it does not answer" });
  wentWell();
  assert.deepEqual(now(), { ...GREEN, text: "off" }, "what was shown beneath it meanwhile");
});

test("an error stays for a while: then the present state is worth more", (t) => {
  const { show, failed, now } = line(t);
  show({ ...GREEN, text: "next: today" });
  failed("one");
  t.mock.timers.tick(20_000);
  failed("two");
  t.mock.timers.tick(20_000);
  assert.deepEqual(now(), { ...RED, text: "two" });
  t.mock.timers.tick(10_000);
  assert.deepEqual(now(), { ...GREEN, text: "next: today" });
});

test("another trouble takes the place of the first one", (t) => {
  const { failed, now } = line(t);
  failed("one");
  failed("two");
  assert.deepEqual(now(), { ...RED, text: "two" });
});

test("news takes the place of a trouble", (t) => {
  const { show, hearing, failed, now } = line(t);
  failed("it does not answer");
  hearing(() => show({ ...GREEN, text: "off" }));
  assert.deepEqual(now(), { ...GREEN, text: "off" });
  failed("again");
  show({ ...GREEN, text: "on" });
  assert.deepEqual(now(), { ...RED, text: "again" }, "what is no news any more does not");
});

test("a listener may fail: the next status does not end its error", (t) => {
  const { show, hearing, failed, now } = line(t);
  assert.throws(() =>
    hearing(() => {
      throw new Error("mine");
    }),
  );
  failed("it does not answer");
  show({ ...GREEN, text: "on" });
  assert.deepEqual(now(), { ...RED, text: "it does not answer" });
});

test("a new try takes the place of the trouble of the one before, and its own trouble stays", (t) => {
  const { show, began, failed, now } = line(t);
  failed("it does not answer");
  began();
  assert.deepEqual(now(), { ...RED, text: "it does not answer" }, "it has brought nothing yet");
  show({ ...GREEN, text: "on" });
  assert.deepEqual(now(), { ...GREEN, text: "on" });
  failed("once more");
  show({ ...GREEN, text: "off" });
  assert.deepEqual(now(), { ...RED, text: "once more" });
});

test("a warning stands beside the value that it is about, and goes with it", (t) => {
  const { show, hearing, wentWell, now } = line(t);
  show({ ...GREEN, text: "on" });
  wentWell("brightness: 100 instead of 300");
  assert.deepEqual(now(), { ...YELLOW, text: "on · brightness: 100 instead of 300" });
  hearing(() => show({ ...GREEN, text: "on" }));
  assert.equal(now()?.text, "on · brightness: 100 instead of 300", "it is the same value");
  hearing(() => show({ ...GREEN, text: "off" }));
  assert.deepEqual(now(), { ...GREEN, text: "off" });
});

test("a warning goes when the next message has none, and when that fails", (t) => {
  const { show, hearing, wentWell, failed, now } = line(t);
  show({ ...GREEN, text: "on" });
  wentWell("too much");
  wentWell();
  assert.deepEqual(now(), { ...GREEN, text: "on" });
  wentWell("too much");
  failed("it does not answer");
  hearing(() => show({ ...GREEN, text: "on" }));
  assert.deepEqual(now(), { ...GREEN, text: "on" });
});

test("a node that shows nothing, not even a name, has a warning alone", (t) => {
  const { wentWell, now } = line(t);
  wentWell("too much");
  assert.deepEqual(now(), { fill: "yellow", text: "too much" });
});

test("the status shows no key, and a long text is cut", (t) => {
  const { failed, wentWell, now } = line(t);
  const key = "0123456789ABCDEF0123456789ABCDEF01234567";
  failed(`${key} may not`);
  assert.equal(now()?.text, "01234567 may not");
  wentWell(`${key}: ${"x".repeat(200)}`);
  const { text = "" } = now() ?? {};
  assert.match(text, /^01234567: x+…$/);
  assert.equal(text.length, 60);
});

test("the editor is told at most twice a second, of the first status at once, and of the last one always", (t) => {
  const { show, shown, wait } = line(t);
  for (const text of ["1", "2", "3"]) show({ text });
  assert.deepEqual(shown, [{ text: "1" }]);
  wait();
  assert.deepEqual(shown, [{ text: "1" }, { text: "3" }]);
  wait();
  show({ text: "4" });
  assert.equal(shown.length, 3, "it was quiet: nothing has to wait");
});

test("of what is shown together the editor is told the last one alone, and at once", (t) => {
  const { show, together, shown } = line(t);
  together(() => {
    show({ ...GREEN, text: "ready" });
    show({ ...RED, text: "none is chosen" });
  });
  assert.deepEqual(shown, [{ ...RED, text: "none is chosen" }]);
});

test("the words are found when they are shown, in the language of then", (t) => {
  const { show, now } = line(t);
  const words = { en: "on", de: "an" };
  let language: keyof typeof words = "en";
  let asked = 0;
  const told = () => {
    asked += 1;
    return { ...GREEN, text: words[language] };
  };
  show({ text: "" });
  for (let n = 0; n < 10; n += 1) show(told);
  language = "de";
  assert.deepEqual([now(), asked], [{ ...GREEN, text: "an" }, 1]);
});

test("words that cannot be found are an error of the node, and the next status is shown", (t) => {
  const { show, errors, now } = line(t);
  show(() => {
    throw new Error("mine");
  });
  show({ text: "on" });
  assert.deepEqual(now(), { text: "on" });
  assert.match(String(errors), /mine/);
});

test("a node that is gone tells nothing more, however often it ends", (t) => {
  const { show, stop, shown, wait } = line(t);
  show({ text: "1" });
  show({ text: "2" });
  stop();
  stop();
  wait();
  assert.deepEqual(shown, [{ text: "1" }]);
});
