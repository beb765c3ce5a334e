/** P18: bytes that reach the disk for each change of a state, against the length of the changed members; and while nothing happens. */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { WRITTEN_BEHIND } from "../goals.ts";
import { answer, given } from "../inside.ts";
import { ask, gatewayIn, sensor } from "./parts.ts";

const { folder, idleMilliseconds } = given<{ folder: string; idleMilliseconds: number }>();
const CHANGES = 3_000;
const MINUTE = 60_000; // milliseconds
const gateway = gatewayIn(folder);
for (let turn = 1; turn <= 20; turn += 1) await ask(gateway, "POST", "/sensors", sensor(turn));
const payload = JSON.stringify(await ask(gateway, "GET", "/sensors/1")).length;
const before = written("wchar");
for (let turn = 0; turn < CHANGES; turn += 1) {
  await ask(gateway, "PUT", `/sensors/${1 + (turn % 20)}/state`, { temperature: turn });
}
const perChange = (written("wchar") - before) / CHANGES;
await pause(WRITTEN_BEHIND);
if (idleMilliseconds > MINUTE) await pause(untilHistoryIsWritten(Date.now()));
const still = written("write_bytes");
await pause(idleMilliseconds);
answer({ perChange, payload, idle: written("write_bytes") - still });
await gateway.stop();

/** The history writes its values at the next tenth minute, and once more when its hour ends. */
function untilHistoryIsWritten(now: number): number {
  const next = (length: number) => (Math.floor(now / length) + 1) * length;
  const [mark, hour] = [next(10 * MINUTE), next(60 * MINUTE)];
  return (mark + idleMilliseconds + MINUTE < hour ? mark : hour) - now + 2_000;
}

/** `wchar`: bytes of write calls, to any file; `write_bytes`: bytes that the kernel brought to a medium for it. */
function written(counter: "wchar" | "write_bytes"): number {
  return Number(new RegExp(`^${counter}: (\\d+)$`, "m").exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}
