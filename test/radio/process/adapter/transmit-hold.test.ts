/** While the stick is away from its network, what is to be sent waits; what nobody waits for any more is never sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openAir } from "../../../../src/radio/process/adapter/transmit-hold.ts";
import { doWithin } from "../../../../src/radio/process/deadlines.ts";
import type { Adapter } from "../../../../src/radio/process/herdsman.ts";

const WAYS = ["sendZclFrameToEndpoint", "sendZclFrameToGroup", "sendZclFrameToAll", "sendZdo"] as const;

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
  const adapter = Object.fromEntries(WAYS.map((way) => [way, send(way)]));
  const air = openAir(adapter as unknown as Adapter);
  const say = (way: string, what: string) =>
    (adapter as Record<string, (what: string) => Promise<string>>)[way]?.(what);
  return { air, frames, say };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("whatever is sent passes, is answered, and waits while it is held", async () => {
  const { air, frames, say } = stage();
  const first = WAYS.map((way) => say(way, "now"));
  assert.equal(frames.length, WAYS.length);
  for (const frame of frames.splice(0)) frame.answer();
  assert.deepEqual(
    await Promise.all(first),
    WAYS.map((way) => `${way} now`),
  );
  await air.hold();
  assert.equal(air.isHeld, true);
  const later = WAYS.map((way) => say(way, "later"));
  await settle();
  assert.equal(frames.length, 0);
  air.release();
  assert.equal(air.isHeld, false);
  await settle();
  for (const frame of frames) frame.answer();
  assert.deepEqual(
    await Promise.all(later),
    WAYS.map((way) => `${way} later`),
  );
});

test("it is quiet when what is on its way has ended, or takes too long", async () => {
  const { air, frames, say } = stage();
  const answered = say("sendZdo", "answered");
  let isQuiet = false;
  const quiet = air.hold().then(() => {
    isQuiet = true;
  });
  await settle();
  assert.equal(isQuiet, false);
  frames[0]?.answer();
  await answered;
  await quiet;
  air.release();
  const began = performance.now();
  say("sendZdo", "never answered")?.catch(() => {});
  await air.hold();
  assert.ok(performance.now() - began > 1000, "it was given some time");
});

test("who is held twice passes at the end only; what nobody waits for any more is not sent", async () => {
  const { air, frames, say } = stage();
  await air.hold();
  const given = doWithin(
    20,
    async () => say("sendZclFrameToGroup", "too late"),
    () => new Error("no time"),
  );
  await assert.rejects(given, /no time/);
  const later = say("sendZdo", "later");
  air.release();
  await air.hold();
  await settle();
  assert.equal(frames.length, 0);
  air.release();
  await settle();
  assert.deepEqual(
    frames.map(({ what }) => what),
    ["later"],
  );
  frames[0]?.answer();
  await later;
});
