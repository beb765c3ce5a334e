/** The unmodified herdsman drives the simulated coordinator, each story in a process of its own. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import process from "node:process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const SCENARIOS = fileURLToPath(new URL("../support/virtual-scenarios.ts", import.meta.url));
const DEADLINE = 120_000;

const { stdout } = await run(process.execPath, [SCENARIOS]);
const names = stdout.trim().split("\n");

// Most of their time they wait: herdsman has many fixed pauses.
describe("on the simulated coordinator", { concurrency: 4 }, () => {
  test("there are stories", () => assert.ok(names.length > 5));
  for (const name of names) {
    test(name, async () => {
      await run(process.execPath, [SCENARIOS, name], { timeout: DEADLINE });
    });
  }
});
