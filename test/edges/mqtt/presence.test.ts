/** Whether the broker passes our messages on, and whether another gateway speaks below the same base topic. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Presence } from "../../../src/edges/mqtt/presence.ts";
import { fakeClock, loudLog } from "../../support/fakes.ts";

const STATE = "z/bridge/state";
const ONLINE = '{"state":"online"}';
const QUESTION = "z/bridge/request/health_check";
const ANSWER = "z/bridge/response/health_check";
const OURS = '{"transaction":"us"}';

function stage() {
  const clock = fakeClock();
  const log = loudLog();
  const said: (readonly [string, string, boolean])[] = [];
  const publish = (topic: string, payload: string, retain: boolean) => said.push([topic, payload, retain]);
  const presence = new Presence({ base: "z", id: "us", clock, log, isUp: () => true, publish });
  const hear = (topic: string, payload: string, retain = false) => presence.hears({ topic, payload, retain });
  return { clock, log: log.lines, said, presence, hear };
}

test("it says that it is there, and asks for other gateways", () => {
  const { presence, said, hear, clock, log } = stage();
  presence.up();
  assert.deepEqual(said, [
    [STATE, ONLINE, true],
    [QUESTION, OURS, false],
  ]);
  hear(STATE, ONLINE);
  hear(QUESTION, OURS);
  clock.advance(60);
  assert.deepEqual([presence.state, log, said.length], [{}, [], 2]);
});

test("a question that does not come back is asked once more; then the broker passes nothing on", () => {
  const { presence, said, hear, clock, log } = stage();
  presence.up();
  hear(STATE, ONLINE, true); // a kept message may be of an earlier run
  clock.advance(6);
  assert.deepEqual([presence.state, said.filter(([topic]) => topic === QUESTION).length], [{}, 2]);
  clock.advance(6);
  assert.deepEqual([presence.state, log.length], [{ isMute: true }, 1]);
  hear(QUESTION, OURS);
  assert.deepEqual(presence.state, {});
});

test("messages of our own that come back, and those of another gateway", () => {
  const { hear } = stage();
  assert.ok(hear(QUESTION, OURS), "what we ask we do not answer");
  assert.ok(!hear(QUESTION, '{"transaction":"them"}'), "others are answered");
  assert.ok(!hear(QUESTION, ""));
  assert.ok(hear(ANSWER, '{"transaction":"them"}'), "an answer to others is no matter of ours");
  assert.ok(!hear("z/lamp/set", ONLINE));
});

test("one that answers is told once, until it answers no more", () => {
  const { presence, hear, clock, log, said } = stage();
  presence.up();
  hear(STATE, ONLINE);
  hear(QUESTION, OURS);
  hear(ANSWER, '{"status":"ok","transaction":"other"}');
  assert.deepEqual(presence.state, {});
  hear(ANSWER, OURS);
  hear(ANSWER, OURS);
  assert.deepEqual([presence.state, log.length], [{ isShared: true }, 1]);
  clock.advance(5);
  said.length = 0;
  clock.advance(60);
  assert.deepEqual(said, [[QUESTION, OURS, false]], "it is asked again");
  hear(QUESTION, OURS);
  hear(ANSWER, OURS);
  clock.advance(65);
  hear(QUESTION, OURS);
  assert.deepEqual([presence.state, log.length], [{ isShared: true }, 1]);
  clock.advance(5);
  assert.deepEqual(presence.state, {}, "nobody answers any more");
});

test("one that comes later is found by its own state message", () => {
  const { presence, hear, said } = stage();
  presence.up();
  hear(STATE, ONLINE);
  said.length = 0;
  hear(STATE, ONLINE); // we said it once
  assert.deepEqual(said, [[QUESTION, OURS, false]]);
});

test("a goodbye that is not ours is set right", () => {
  const { presence, hear, said } = stage();
  presence.up();
  said.length = 0;
  hear(STATE, '{"state":"offline"}');
  assert.deepEqual(said[0], [STATE, ONLINE, true]);
});
