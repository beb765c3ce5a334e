/** P25: the longest time in which nothing else could run: beside a rewrite of the data file, beside reports, and beside nothing. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { answer, given } from "../inside.ts";
import { ask, gatewayIn } from "./parts.ts";

const WRITERS = 16;
const REPORTS = 200; // a second
const RADIO = { by: "radio", depth: 0 };
const RESOLUTION = 1; // milliseconds
const MOST_WRITES = 200_000;

const { folder, count, rewrites, idle, reporting } = given<{
  folder: string;
  count: number;
  rewrites: number;
  idle: number; //      milliseconds
  reporting: number; // milliseconds
}>();
const gateway = gatewayIn(folder);
await gateway.ready;
await ask(gateway, "GET", "/sensors");
await pause(2_000);

const stalls: [rewriting: number, idle: number][] = [];
for (let round = 0; round < rewrites; round += 1)
  stalls.push([await longest(untilRewritten), await longest(() => pause(idle))]);
answer({ stalls, reporting: await longest(() => report(reporting)) });
await gateway.stop();

async function longest(during: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  await during();
  delay.disable();
  return delay.max / 1e6 - RESOLUTION;
}

/** Writes until the file has become shorter. */
async function untilRewritten(): Promise<void> {
  let isOver = false;
  let turn = 0;
  const write = async () => {
    while (!isOver) {
      turn += 1;
      if (turn > MOST_WRITES) throw new Error(`after ${MOST_WRITES} writes the file was not written anew`);
      await ask(gateway, "PUT", `/sensors/${1 + (turn % count)}`, { name: `Name ${turn}` });
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, write));
  for (let before = sizeOf(); !isOver; ) {
    await Promise.race([pause(5), writers]);
    const size = sizeOf();
    isOver = size < before;
    before = size;
  }
  await writers;
  await pause(200);
}

function sizeOf(): number {
  const file = readdirSync(folder).find((name) => name.endsWith(".db"));
  return statSync(join(folder, file ?? "")).size;
}

async function report(milliseconds: number): Promise<void> {
  const start = performance.now();
  for (let told = 0; performance.now() - start < milliseconds; ) {
    for (const due = ((performance.now() - start) / 1000) * REPORTS; told < due; told += 1) {
      gateway.store.patch(`/sensors/${1 + (told % count)}`, "state", { temperature: told % 3000 }, RADIO);
    }
    await pause(5);
  }
}
