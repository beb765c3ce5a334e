/** A stick that was thought to do touchlink, and cannot: the gateway asks it once, and the network never pays for it (fault 14). */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { obeys, until, withLamp } from "../support/radio-gateway.ts";
import { SKIPPED } from "../support/stick.ts";

const SCAN = "/touchlink/scan";

test("a stick whose firmware knows no touchlink: that is said, and it never costs the network", {
  skip: SKIPPED.touchlink,
}, async (t) => {
  const lamp = await withLamp(t);
  const { stage } = lamp;
  stage.house.stick.knowsInterPan(false);
  stage.forget();
  assert.equal((await stage.ask("POST", SCAN)).status, 200);
  await until(
    async () => (await stage.get(SCAN)).scanstate === "idle",
    () => "the scan is over",
  );
  const jobs = stage.facts.flatMap(({ values }) => (values.job as { readonly failure?: string } | undefined) ?? []);
  assert.equal(jobs.at(-1)?.failure, "unsupported");
  assert.equal(existsSync(join(stage.folder, "away")), false);
  assert.equal(stage.radio.up, true);
  await obeys(lamp);
  for (const address of [SCAN, "/touchlink/1/reset"]) {
    const { status, body } = await stage.ask("POST", address);
    assert.equal(status, 503);
    assert.match(JSON.stringify(body), /901.*touchlink not supported by adapter/);
  }
  assert.deepEqual(
    stage.events.filter(({ kind }) => kind === "down"),
    [],
  );
  assert.deepEqual(stage.errors, []);
});
