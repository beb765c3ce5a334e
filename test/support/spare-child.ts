/** A gateway's radio with two sticks, in a process that can be killed: started with its settings, asked over the channel. */
import { join } from "node:path";
import process from "node:process";
import { openClock } from "../../src/edges/clock.ts";
import type { Log } from "../../src/model/ports.ts";
import type { Ieee } from "../../src/model/radio/device-facts.ts";
import { openRadio } from "../../src/radio/port.ts";
import type { StickChoice } from "../../src/radio/spare-stick.ts";

export interface SpareSettings {
  readonly folder: string;
  readonly channel: number;
  readonly sticks: readonly [StickChoice, StickChoice];
}

export type SpareQuestion =
  | { readonly do: "permit" }
  | { readonly do: "up" }
  | { readonly do: "takeover" }
  | { readonly do: "met" | "toggle"; readonly ieee: Ieee };

const ENTRY = join(import.meta.dirname, "../../src/radio-process.ts");
const { folder, channel, sticks } = JSON.parse(process.argv[2] ?? "{}") as SpareSettings;
const note = (text: string) => void process.send?.({ log: text });
const log: Log = { info: note, warn: note, error: note };
const clock = openClock(log);
const [first, spare] = sticks;
const radio = openRadio({
  ...{ entry: ENTRY, clock, log, settings: { ...first, channel, folder } },
  spare: { ...spare, isForced: false },
});
const met = new Set<Ieee>();
radio.hear((event) => {
  if (event.kind === "device" && event.device.interviewed) met.add(event.device.ieee);
});

async function answer(question: SpareQuestion): Promise<void> {
  if (question.do === "permit") return await radio.permitJoin(60);
  if (question.do === "takeover") return await radio.spare?.takeOver();
  if (question.do === "up") return await until(() => radio.up);
  const { ieee } = question;
  if (question.do === "met") return await until(() => met.has(ieee));
  const target = { ieee, endpoint: 1 };
  await radio.order({ do: "command", target, cluster: "genOnOff", command: "toggle", payload: {} });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

process.on("message", ({ id, ...question }: SpareQuestion & { readonly id: number }) => {
  answer(question as SpareQuestion).then(
    () => process.send?.({ id }),
    (error: Error) => process.send?.({ id, failure: error.message }),
  );
});
void radio.start();
