/** Which frames may go on air, and which wait. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SendSlots, type SlotKind } from "../../../../src/radio/process/adapter/send-slots.ts";
import { AbandonedError } from "../../../../src/radio/process/deadlines.ts";
import { settle } from "../../../support/fakes.ts";

interface Frame {
  readonly name: string;
  readonly done: Promise<unknown>;
  readonly answer: () => void;
}

test("one frame at a time for each device, in order; so many devices at once", async () => {
  const { send, onAir } = stage(2);
  const one = send("a1", "a", "answering");
  send("a2", "a", "answering");
  send("b1", "b", "answering");
  send("c1", "c", "answering");
  assert.deepEqual(onAir(), ["a1", "b1"]);
  one.answer();
  await one.done;
  await settle();
  assert.deepEqual(onAir().slice(0, 2), ["b1", "a2"]); // on a slow machine "b1" may have given its slot to "c1"
});

test("a frame that a person waits for goes before all others of the same device", async () => {
  const { send, onAir } = stage(1);
  const first = send("setup", "a", "answering");
  const others = ["more", "and more"].map((name) => send(name, "a", "answering"));
  const urgent = ["on", "bright"].map((name) => send(name, "a", "answering", true));
  const seen: string[] = [];
  for (const frame of [first, ...urgent, ...others]) {
    seen.push(...onAir());
    frame.answer();
    await frame.done;
    await settle();
  }
  assert.deepEqual(seen, ["setup", "on", "bright", "more", "and more"]);
});

test("devices that may be dead have slots of their own, and no more than those", () => {
  const { send, onAir } = stage(1);
  send("live", "a", "answering");
  for (const name of ["d1", "d2", "d3", "d4", "d5"]) send(name, name, "silent");
  for (const name of ["s1", "s2", "s3", "s4", "s5"]) send(name, name, "search");
  assert.deepEqual(onAir(), ["live", "d1", "d2", "d3", "d4", "s1", "s2", "s3", "s4"]);
});

test("a device that takes long gives its slot to the next one, once", async () => {
  const { send, onAir } = stage(1);
  const slow = send("slow", "a", "answering");
  const next = send("next", "b", "answering");
  const third = send("third", "c", "answering");
  assert.deepEqual(onAir(), ["slow"]);
  while (!onAir().includes("next")) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(onAir(), ["slow", "next"]);
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.deepEqual(onAir(), ["slow", "next"], "however many are slow, no more than twice the slots are taken");
  slow.answer();
  await slow.done;
  await settle();
  next.answer();
  await next.done;
  await settle();
  assert.deepEqual(onAir(), ["third"]);
  third.answer();
});

test("a frame that is no longer wanted when its turn comes is not sent", async () => {
  const { send, onAir, run } = stage(1);
  const first = send("first", "a", "answering");
  const unwanted = assert.rejects(
    run(
      "a",
      () => undefined,
      () => assert.fail("sent"),
    ),
    AbandonedError,
  );
  const last = send("last", "a", "answering");
  first.answer();
  await unwanted;
  await first.done;
  await settle();
  assert.deepEqual(onAir(), ["last"]);
  last.answer();
});

test("a failure is handed on, and frees the slot", async () => {
  const { send, onAir, run } = stage(1);
  await assert.rejects(
    run(
      "a",
      () => "answering",
      () => Promise.reject(new Error("no")),
    ),
    /no/,
  );
  send("next", "a", "answering").answer();
  assert.deepEqual(onAir().length <= 1, true);
});

function stage(most: number) {
  const slots = new SendSlots(most);
  const run: SendSlots["run"] = (...what) => slots.run(...what);
  const sending = new Set<string>();
  const send = (name: string, device: string, kind: SlotKind, isUrgent = false): Frame => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const done = run(
      device,
      () => kind,
      async () => {
        sending.add(name);
        await answered;
        sending.delete(name);
      },
      isUrgent,
    );
    return { name, done, answer };
  };
  return { run, send, onAir: () => [...sending] };
}
