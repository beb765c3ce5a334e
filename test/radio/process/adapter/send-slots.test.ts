/** Who may use the air, and who waits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Line, NotWanted, openLines } from "../../../../src/radio/process/adapter/send-slots.ts";
import { settle } from "../../../support/fakes.ts";

interface Frame {
  readonly name: string;
  readonly done: Promise<unknown>;
  readonly answer: () => void;
}

test("one frame at a time for each device, in order; so many devices at once", async () => {
  const { send, flying } = lines(2);
  const one = send("a1", "a", "live");
  send("a2", "a", "live");
  send("b1", "b", "live");
  send("c1", "c", "live");
  assert.deepEqual(flying(), ["a1", "b1"]);
  one.answer();
  await one.done;
  await settle();
  assert.deepEqual(flying(), ["b1", "a2"]);
});

test("those that may be dead have places of their own, and no more than those", () => {
  const { send, flying } = lines(1);
  send("live", "a", "live");
  for (const name of ["d1", "d2", "d3", "d4", "d5"]) send(name, name, "brief");
  for (const name of ["s1", "s2", "s3", "s4", "s5"]) send(name, name, "search");
  assert.deepEqual(flying(), ["live", "d1", "d2", "d3", "d4", "s1", "s2", "s3", "s4"]);
});

test("who takes long gives its place to the next, once", async () => {
  const { send, flying } = lines(1);
  const slow = send("slow", "a", "live");
  const next = send("next", "b", "live");
  const third = send("third", "c", "live");
  assert.deepEqual(flying(), ["slow"]);
  while (!flying().includes("next")) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(flying(), ["slow", "next"]);
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.deepEqual(flying(), ["slow", "next"], "however many are slow, no more than twice the places are taken");
  slow.answer();
  await slow.done;
  await settle();
  next.answer();
  await next.done;
  await settle();
  assert.deepEqual(flying(), ["third"]);
  third.answer();
});

test("what is no longer wanted when its turn comes is not sent", async () => {
  const { send, flying, run } = lines(1);
  const first = send("first", "a", "live");
  const unwanted = assert.rejects(
    run(
      "a",
      () => undefined,
      () => assert.fail("sent"),
    ),
    NotWanted,
  );
  const last = send("last", "a", "live");
  first.answer();
  await unwanted;
  await first.done;
  await settle();
  assert.deepEqual(flying(), ["last"]);
  last.answer();
});

test("a failure is handed on, and frees the place", async () => {
  const { send, flying, run } = lines(1);
  await assert.rejects(
    run(
      "a",
      () => "live",
      () => Promise.reject(new Error("no")),
    ),
    /no/,
  );
  send("next", "a", "live").answer();
  assert.deepEqual(flying().length <= 1, true);
});

function lines(live: number) {
  const { run } = openLines(live);
  const inAir = new Set<string>();
  const send = (name: string, device: string, line: Line): Frame => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const done = run(
      device,
      () => line,
      async () => {
        inAir.add(name);
        await answered;
        inAir.delete(name);
      },
    );
    return { name, done, answer };
  };
  return { run, send, flying: () => [...inAir] };
}
