/** While a search goes on; its answers to clients stand in the contract of the search. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeRadio, house, settle, TEST } from "../support/fakes.ts";

test("the countdown of an open network is no change of an etag", async () => {
  const home = await house({ radio: fakeRadio(true) });
  await home.ask("POST", "/sensors");
  const { etag } = home.store;
  home.clock.advance(10);
  assert.equal(home.store.get("/config")?.attr.permitjoin, 50);
  assert.equal(home.store.etag, etag);
  await home.stop();
});

test("a find is a sensor or a light, and nothing else", async () => {
  const home = await house({ radio: fakeRadio(true) });
  await home.ask("POST", "/sensors");
  const piece = { type: "Link", attr: { name: "x" }, config: {}, state: {}, action: {} };
  home.store.put({ ...piece, address: "/resourcelinks/1" }, TEST);
  await settle();
  assert.deepEqual((await home.ask("GET", "/sensors/new")).body, { lastscan: "active" });
  await home.stop();
});
