/** A flood: a device in use gets the newest values next, deeds are all done, and no other device waits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CommandQueue } from "../../../src/edges/mqtt/command-queue.ts";
import type { Values } from "../../../src/model/resource.ts";
import { settle } from "../../support/fakes.ts";

/** Each deed ends when it is told to. */
function stage() {
  const told: [subject: string, values: Values][] = [];
  const ends: (() => void)[] = [];
  const failures: unknown[] = [];
  const queue = new CommandQueue((_, error) => failures.push(error));
  const take = (subject: string, values: Values) =>
    queue.take(subject, values, (own) => {
      told.push([subject, own]);
      return new Promise((resolve) => ends.push(resolve));
    });
  const end = async () => {
    ends.shift()?.();
    await settle();
  };
  return { queue, told, take, end, failures };
}

test("of ten thousand wishes two are carried out, the last one among them, and another lamp does not wait", async () => {
  const { told, take, end } = stage();
  for (let brightness = 1; brightness <= 10_000; brightness += 1) assert.ok(take("lamp", { brightness }));
  take("other", { state: "ON" });
  assert.deepEqual(told, [
    ["lamp", { brightness: 1 }],
    ["other", { state: "ON" }],
  ]);
  await end();
  await end();
  await end();
  assert.deepEqual(told.slice(2), [["lamp", { brightness: 10_000 }]]);
  take("lamp", { brightness: 5 });
  assert.deepEqual(told.at(-1), ["lamp", { brightness: 5 }], "nothing waits any more");
});

const floods: [what: string, wishes: Values[], carriedOut: Values[]][] = [
  [
    "what says less waits too",
    [{ state: "ON" }, { brightness: 3 }, { state: "OFF" }],
    [{ brightness: 3 }, { state: "OFF" }],
  ],
  ["how fast is no matter", [{ brightness: 1, transition: 9 }, { brightness: 2 }], [{ brightness: 2 }]],
  [
    "a step is a step",
    [{ brightness_step: 1 }, { brightness_step: 1 }],
    [{ brightness_step: 1 }, { brightness_step: 1 }],
  ],
  [
    "twice toggled is not toggled",
    [{ state: "TOGGLE" }, { state: "TOGGLE" }],
    [{ state: "TOGGLE" }, { state: "TOGGLE" }],
  ],
  [
    "what is before a deed stays before it",
    [{ brightness: 1 }, { brightness_step: 5 }, { brightness: 2 }, { brightness: 3 }],
    [{ brightness: 1 }, { brightness_step: 5 }, { brightness: 3 }],
  ],
];
for (const [what, wishes, carriedOut] of floods)
  test(`while a lamp is being told: ${what}`, async () => {
    const { told, take, end } = stage();
    for (const wish of [{ effect: "none" }, ...wishes]) take("lamp", wish);
    for (const _ of [...wishes, {}]) await end();
    assert.deepEqual(
      told.slice(1).map(([, values]) => values),
      carriedOut,
    );
  });

test("of steps there is an end, which is said; a deed that fails does not hold up the next", async () => {
  const { queue, take, failures } = stage();
  const taken = Array.from({ length: 200 }, () => take("lamp", { brightness_step: 1 }));
  assert.deepEqual([taken[100], taken[101], taken.at(-1)], [true, false, false]);
  const done: Values[] = [];
  queue.take("bad", { state: "ON" }, () => Promise.reject(new Error("no")));
  queue.take("bad", { state: "OFF" }, async (values) => void done.push(values));
  await settle();
  assert.deepEqual([done, failures.length], [[{ state: "OFF" }], 1]);
});
