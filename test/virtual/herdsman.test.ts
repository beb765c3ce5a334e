/** The unmodified herdsman drives the simulated sticks, each story in a process of its own. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import process from "node:process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { SKIPPED } from "../support/stick.ts";

const run = promisify(execFile);
const SCENARIOS = fileURLToPath(new URL("../support/virtual-scenarios.ts", import.meta.url));
const DEADLINE = 120_000;
/** Which stories are told on a family where none is chosen: each has its own way of being out of reach, and of coming and going. */
const CHOSEN: Readonly<Record<string, RegExp>> = {
  zstack: /./,
  ember: /^(a blank stick|each way|devices come|touchlink)/,
};

const { STICK } = process.env;
const families = SKIPPED.bareHerdsman ? [] : STICK ? [STICK] : Object.keys(CHOSEN).toReversed(); // those that wait longest first
const { stdout } = SKIPPED.bareHerdsman ? { stdout: "" } : await run(process.execPath, [SCENARIOS]);
const names = stdout.trim().split("\n");

test("herdsman alone", { skip: SKIPPED.bareHerdsman }, () => assert.ok(families.length > 0));

// Most of their time they wait: herdsman has many fixed pauses.
describe("on the simulated sticks", { concurrency: 5 }, () => {
  for (const family of families) {
    const told = names.filter((name) => STICK || CHOSEN[family]?.test(name));
    test(`there are stories of ${family}`, () => assert.ok(told.length > 3));
    for (const name of told) {
      test(`${name} (${family})`, async () => {
        const env = { ...process.env, STICK: family };
        await run(process.execPath, [SCENARIOS, name], { timeout: DEADLINE, env });
      });
    }
  }
});
