/** How engines stop. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stopAll } from "../../src/engines/engine.ts";

test("all stop, each twice without harm", () => {
  const stopped: string[] = [];
  const stop = stopAll([() => stopped.push("a"), () => stopped.push("b")]);
  stop();
  stop();
  assert.deepEqual(stopped, ["a", "b", "a", "b"]);
});
