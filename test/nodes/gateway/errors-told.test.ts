/** Errors are told in the log as before, and counted: the last one by its first line, without keys. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { countingErrors } from "../../../nodes/gateway/errors-told.ts";

test("each line goes on to the log; only errors are counted", () => {
  const lines: string[] = [];
  const tell = (text: string) => void lines.push(text);
  const key = "0123456789ABCDEF0123456789ABCDEF01234567";
  let now = 1_000;
  const { log, told } = countingErrors({ info: tell, warn: tell, error: tell }, () => now);
  log.info("i");
  log.warn("w");
  assert.deepEqual(told(), { count: 0, last: "", at: 0 });
  log.error("first");
  now = 2_000;
  log.error(`/schedules/1: it failed: /api/${key}/lights\n    at stack`);
  assert.deepEqual(lines.slice(0, 3), ["i", "w", "first"]);
  assert.equal(told().count, 2);
  assert.equal(told().at, 2_000);
  assert.match(told().last, /^\/schedules\/1: it failed: \/api\/[^/]+\/lights$/);
  assert.ok(!told().last.includes(key));
});
