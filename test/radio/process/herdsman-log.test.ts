/** Herdsman's messages go to the log, but never a key. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { herdsmanLogger, masked } from "../../../src/radio/process/herdsman-log.ts";

const KEY = "000102030405060708090a0b0c0d0e0f";

test("keys are masked, in either writing", () => {
  const list = [...Buffer.from(KEY, "hex")].join(",");
  for (const text of [
    `Network Key: configured=${KEY}, adapter:active=${KEY}`,
    `key [${list}] (${list.replaceAll(",", ", ")})`,
  ]) {
    assert.doesNotMatch(masked(text), /0a0b0c|10,\s?11,\s?12/);
  }
  assert.equal(masked("0x00124b0000000001 at 0x1a62"), "0x00124b0000000001 at 0x1a62");
  assert.ok(masked("x".repeat(5000)).length <= 500);
});

test("only warnings and errors, and both as warnings", () => {
  const lines: string[] = [];
  const logger = herdsmanLogger((level, text) => lines.push(`${level}: ${text}`));
  logger.debug();
  logger.info();
  logger.warning("a");
  logger.error(() => `b ${KEY}`);
  assert.deepEqual(lines, ["warn: a", "warn: b …"]);
});
