/** Why a start failed in which the stick refused a command: the refusal, where herdsman heard nothing more; else herdsman's error. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { explainRefusals } from "../../../../src/radio/process/adapter/wrapping.ts";
import { ExplainedError, whyStartFailed } from "../../../../src/radio/process/end-reasons.ts";
import type { HerdsmanAdapter } from "../../../../src/radio/process/herdsman.ts";

const STICK = { path: "/dev/ttyUSB0" };
const TOO_OLD = /its firmware is too old or of another kind/;

async function reasonOf(thrown: Error, hasRefused = true): Promise<string> {
  const adapter = {
    start: async () => {
      throw thrown;
    },
  } as unknown as HerdsmanAdapter;
  explainRefusals(adapter, () => hasRefused);
  return await adapter.start().then(
    () => assert.fail("it started"),
    (error) => whyStartFailed(error, STICK, "/data/radio"),
  );
}

for (const words of [
  "SRSP - ZDO - startupFromApp after 6000ms",
  "Failed to connect to the adapter (Error: SRSP - SYS - ping after 6000ms)",
  "failed to start adapter connection to firmware",
  "Timeout for queued command FIRMWARE_VERSION, seq: 7",
])
  test(`a refused command is why herdsman says: ${words}`, async () => {
    assert.match(await reasonOf(new Error(words)), TOO_OLD);
    assert.match(await reasonOf(new Error(words), false), /no Zigbee adapter answers/);
  });

test("a refused command is why herdsman stumbles over the answer that it lacks", async () => {
  const stumbled = new TypeError("Cannot read properties of null (reading 'length')");
  assert.match(await reasonOf(stumbled), TOO_OLD);
  assert.match(await reasonOf(stumbled, false), /did not tell all that a start needs/);
});

for (const [thrown, says] of [
  [Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }), /^the disk is full/],
  [new Error("closed by the other side"), /it closes the connection at once/],
  [new Error("network commissioning timed out - most likely network with the same panId"), /the same number is near/],
  [new Error("Error: Input/output error, writing to port"), /unplug it and plug it in again/],
  [
    Object.assign(new Error("EACCES: permission denied, open"), { syscall: "open", path: "/data/radio/network.json" }),
    /may not use its own file/,
  ],
  [new ExplainedError("put it back"), /^put it back$/],
] as const)
  test(`after an earlier refusal, too, it is said that ${thrown.message}`, async () => {
    assert.match(await reasonOf(thrown), says);
  });
