/** P32 and P33: a house whose lamps report, with MQTT or without; tells on request the cost of a report, and how late others were. */
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { openClock } from "../../src/edges/clock.ts";
import { lamp } from "../../test/devices/home.ts";
import { fakeRadio, house, loudLog } from "../../test/support/fakes.ts";
import { edgeOf } from "../../test/support/mqtt-house.ts";
import { until } from "../../test/support/virtual-home.ts";
import { given } from "../inside.ts";
import { at } from "../load.ts";

export interface FactsCost {
  readonly milliseconds: number; // of the processor, for one report
  readonly late: number; // milliseconds, p99: a beat of the same process
}

const DEVICES = 30;
const BEAT = 10; // milliseconds

const { url, perSecond, seconds } = given<{ url?: string; perSecond: number; seconds: number }>();
const radio = fakeRadio();
const home = await house({ radio });
const log = loudLog();
const clock = openClock(log);
const ieees = Array.from({ length: DEVICES }, (_, index) => `0x00158d${index.toString(16).padStart(10, "0")}`);
const settings = { broker: { url: url ?? "" }, discovery: "homeassistant" };
const edge = url === undefined ? undefined : edgeOf(home, { radio, clock, log }, settings);
radio.rise(ieees.map((ieee) => lamp(ieee, { values: { state: "ON", brightness: 1 } })));
await until(() => edge === undefined || edge.state.isUp, "a connection");
await pause(2_000); // everything is told

process.on("message", async () => {
  const told = edge?.state.published ?? 0;
  const late: number[] = [];
  let beat = performance.now();
  const timer = setInterval(() => {
    late.push(performance.now() - beat - BEAT);
    beat = performance.now();
  }, BEAT);
  const before = process.cpuUsage();
  const count = await report();
  const { user, system } = process.cpuUsage(before);
  clearInterval(timer);
  if (edge && edge.state.published - told < count) throw new Error("not all was told");
  const cost: FactsCost = {
    milliseconds: (user + system) / 1_000 / count,
    late: at(
      late.sort((one, other) => one - other),
      0.99,
    ),
  };
  process.send?.(cost);
});
process.send?.("ready");

let turn = 0;

async function report(): Promise<number> {
  const start = performance.now();
  let told = 0;
  while (performance.now() - start < seconds * 1_000) {
    for (const due = ((performance.now() - start) / 1_000) * perSecond; told < due; told += 1) {
      turn += 1;
      const payload = { state: "ON", brightness: 1 + (turn % 250) };
      radio.tell({ kind: "payload", ieee: ieees[turn % DEVICES] ?? "", endpoint: 1, payload });
      await pause(1); // each report has a turn of its own
    }
    await pause(1);
  }
  return told;
}
