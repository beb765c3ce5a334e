/** A stick that is there and says nothing: the radio process says so, once, and ends. Mostly it waits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stage } from "../support/radio-stage.ts";

test("a stick that is silent", async (t) => {
  const { radio, stick } = await stage(t, { wait: false });
  stick.mute(true);
  assert.equal(await radio.ended, 0);
  const reasons = radio.news.flatMap((news) => (news.kind === "down" ? news.reason : []));
  assert.equal(reasons.length, 1, "told once");
  assert.match(reasons[0] ?? "", /does not answer as zstack: leave both empty/);
  assert.equal(radio.news.at(-1)?.kind, "down", "its last word");
});
