/** What herdsman throws while it hears its adapter is lost alone, unless it is the disk's fault. */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import type { Adapter } from "../../../../src/radio/process/herdsman.ts";
import { guardAdapter } from "../../../../src/radio/process/orders/guard.ts";
import { settle } from "../../../support/fakes.ts";

test("listeners go on hearing, whatever they throw", async () => {
  const adapter = new EventEmitter();
  const heard: unknown[] = [];
  const warnings: string[] = [];
  const breaks: unknown[] = [];
  adapter.on("zclPayload", async (frame) => {
    heard.push(frame);
    if (frame === "bad") throw new TypeError("frame.payload is not iterable");
    if (frame === "full") throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "write" });
  });
  adapter.on("deviceLeave", () => {
    throw new Error("synchronous");
  });
  adapter.on("disconnected", () => heard.push("disconnected"));
  guardAdapter(
    adapter as unknown as Adapter,
    (text) => warnings.push(text),
    (error) => breaks.push(error),
  );
  for (const frame of ["good", "bad", "full", "good"]) adapter.emit("zclPayload", frame);
  adapter.emit("deviceLeave", {});
  adapter.emit("disconnected");
  await settle();
  assert.deepEqual(heard, ["good", "bad", "full", "good", "disconnected"]);
  assert.deepEqual(warnings.toSorted(), [
    "a frame could not be understood: frame.payload is not iterable",
    "a frame could not be understood: synchronous",
  ]);
  assert.equal(breaks.length, 1);
});
