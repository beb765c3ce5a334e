/** P18: bytes that reach the disk for each change of a state, against the length of what changed; and while nothing happens. */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { answer, given } from "../inside.ts";
import { ask, gatewayIn, sensor } from "./parts.ts";

const { folder, idleMilliseconds } = given<{ folder: string; idleMilliseconds: number }>();
const CHANGES = 3_000;
const gateway = gatewayIn(folder);
for (let turn = 1; turn <= 20; turn += 1) await ask(gateway, "POST", "/sensors", sensor(turn));
const payload = JSON.stringify(await ask(gateway, "GET", "/sensors/1")).length;
const before = written();
for (let turn = 0; turn < CHANGES; turn += 1) {
  await ask(gateway, "PUT", `/sensors/${1 + (turn % 20)}/state`, { temperature: turn });
}
const perChange = (written() - before) / CHANGES;
await pause(7_000); // what was to be written behind is written
const still = written();
await pause(idleMilliseconds);
answer({ perChange, payload, idle: written() - still });
await gateway.stop();

/** What this process handed to write calls, whatever the file: files and their copies alike. */
function written(): number {
  return Number(/^wchar: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}
