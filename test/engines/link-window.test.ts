/** The link window closes by itself; who gets a key meanwhile stands in the contract of the keys. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { house, settle } from "../support/fakes.ts";

test("the link window is one timer, however often it is opened", async () => {
  const home = await house();
  home.clock.advance(0); // what a start has due at once
  const others = home.clock.pending;
  for (const unlock of [10, 20, 30]) {
    await home.ask("PUT", "/config", { unlock });
    await settle();
  }
  assert.equal(home.clock.pending, others + 1);
  home.clock.advance(30);
  assert.equal(home.store.get("/config")?.attr.linkbutton, false);
  assert.equal(home.clock.pending, others);
  await home.stop();
});
