/** While the stick is away from its network, frames wait; a frame whose order has been given up is never sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { TransmitHold } from "../../../../src/radio/process/adapter/transmit-hold.ts";
import { runOrder } from "../../../../src/radio/process/deadlines.ts";
import type { HerdsmanAdapter } from "../../../../src/radio/process/herdsman.ts";

const METHODS = ["sendZclFrameToEndpoint", "sendZclFrameToGroup", "sendZclFrameToAll", "sendZdo"] as const;

interface Frame {
  readonly way: string;
  readonly what: unknown;
  answer(): void;
}

function stage() {
  const frames: Frame[] = [];
  const send = (way: string) => (what: unknown) =>
    new Promise<string>((resolve) => {
      frames.push({ way, what, answer: () => resolve(`${way} ${what}`) });
    });
  const adapter = Object.fromEntries(METHODS.map((way) => [way, send(way)]));
  const hold = new TransmitHold(adapter as unknown as HerdsmanAdapter);
  const say = (way: string, what: string) =>
    (adapter as Record<string, (what: string) => Promise<string>>)[way]?.(what);
  return { hold, frames, say };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("each way of sending passes, is answered, and waits while it is held", async () => {
  const { hold, frames, say } = stage();
  const first = METHODS.map((way) => say(way, "now"));
  assert.equal(frames.length, METHODS.length);
  for (const frame of frames.splice(0)) frame.answer();
  assert.deepEqual(
    await Promise.all(first),
    METHODS.map((way) => `${way} now`),
  );
  await hold.hold();
  assert.equal(hold.isHeld, true);
  const later = METHODS.map((way) => say(way, "later"));
  await settle();
  assert.equal(frames.length, 0);
  hold.release();
  assert.equal(hold.isHeld, false);
  await settle();
  for (const frame of frames) frame.answer();
  assert.deepEqual(
    await Promise.all(later),
    METHODS.map((way) => `${way} later`),
  );
});

test("the air is quiet when the frames sent have ended, or take too long", async () => {
  const { hold, frames, say } = stage();
  const answered = say("sendZdo", "answered");
  let isQuiet = false;
  const quiet = hold.hold().then(() => {
    isQuiet = true;
  });
  await settle();
  assert.equal(isQuiet, false);
  frames[0]?.answer();
  await answered;
  await quiet;
  hold.release();
  const began = performance.now();
  say("sendZdo", "never answered")?.catch(() => {});
  await hold.hold();
  assert.ok(performance.now() - began > 1000, "it was given some time");
});

test("a frame that is held twice passes at the end only; one of an order that has been given up is not sent", async () => {
  const { hold, frames, say } = stage();
  await hold.hold();
  const given = runOrder(
    { deadline: 20 },
    async () => say("sendZclFrameToGroup", "too late"),
    () => new Error("no time"),
  );
  await assert.rejects(given, /no time/);
  const later = say("sendZdo", "later");
  hold.release();
  await hold.hold();
  await settle();
  assert.equal(frames.length, 0);
  hold.release();
  await settle();
  assert.deepEqual(
    frames.map(({ what }) => what),
    ["later"],
  );
  frames[0]?.answer();
  await later;
});
