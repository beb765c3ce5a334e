import assert from "node:assert/strict";
import { test } from "node:test";
import { follow, messages } from "../../panels/stream.ts";

const cases: [what: string, pieces: string[], heard: string[]][] = [
  ["one message", ['data: {"a":1}\n\n'], ['{"a":1}']],
  ["two at once", ["data: 1\n\ndata: 2\n\n"], ["1", "2"]],
  ["one in pieces", ["da", "ta: [1,", "2]\n", "\n"], ["[1,2]"]],
  ["a comment is only a sign of life", [": still here\n\n", "data: 1\n\n"], ["1"]],
  ["of several lines", ["data: a\ndata: b\n\n"], ["a\nb"]],
  ["an end that never comes", ["data: 1"], []],
];
for (const [what, pieces, heard] of cases) {
  test(what, () => {
    const take = messages();
    assert.deepEqual(
      pieces.flatMap((piece) => take(piece)),
      heard,
    );
  });
}

const response = (text: string) => new Response(text);
const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn++) await new Promise((next) => setImmediate(next));
};

test("a line that breaks is opened anew, ever more patiently, until it speaks again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const opened: number[] = [];
  let now = 0;
  let answers = "";
  const heard: unknown[] = [];
  const stop = follow({
    open: async () => {
      opened.push(now);
      if (answers === "") throw new Error("no");
      return response(answers);
    },
    hear: (message) => heard.push(message),
    broke: () => {},
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      await turns();
      now += 1;
      context.mock.timers.tick(1_000);
    }
    await turns();
  };
  await pass(100);
  assert.deepEqual(opened, [0, 1, 3, 7, 15, 31, 61, 91]);
  answers = "data: 5\n\n";
  await pass(30);
  const [last = 0, before = 0] = opened.toReversed();
  assert.ok(heard.includes(5) && last - before === 1, "after a word it begins with a second again");
  const count = opened.length;
  stop();
  await pass(100);
  assert.equal(opened.length, count);
});

test("a silent line is given up, and a stopped one is let go at once", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const signals: AbortSignal[] = [];
  const stop = follow({
    open: (signal) => {
      signals.push(signal);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    },
    hear: () => {},
    broke: () => {},
  });
  await turns();
  context.mock.timers.tick(49_000);
  assert.equal(signals[0]?.aborted, false);
  context.mock.timers.tick(2_000);
  assert.equal(signals[0]?.aborted, true);
  await turns();
  context.mock.timers.tick(1_000);
  await turns();
  assert.equal(signals.length, 2);
  stop();
  assert.equal(signals[1]?.aborted, true);
});
