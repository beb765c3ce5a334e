/** Every version of the protocol that herdsman speaks is spoken by the simulated stick; others are refused with one sentence. */
import { execFile } from "node:child_process";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const STORY = fileURLToPath(new URL("../../../support/ember-versions.ts", import.meta.url));

test("herdsman on each version of EZSP", async () => {
  await promisify(execFile)(process.execPath, [STORY], { timeout: 120_000 });
});
