/**
 * Sticks that are in no hurry, or not well, when they are started: slow to boot, closing their line, starting anew in the middle of it, saying
 * nonsense. The radio comes up, or ends with one sentence in the time that a person waits; then the next start finds all as it was.
 * LONG=1, or STICK: each family, and all that can go wrong.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, type TestContext, test } from "node:test";
import { type EmberOptions, openEmber } from "../../../src/virtual/sticks/ember/ember-stick.ts";
import { openStick } from "../../../src/virtual/sticks/open-stick.ts";
import { STICK_FAMILIES, type VirtualStick } from "../../../src/virtual/sticks/virtual-stick.ts";
import { forkRadio } from "../../support/radio-process.ts";
import { type Stage, type StageOptions, stage } from "../../support/radio-stage.ts";
import { STICK } from "../../support/stick.ts";
import { testStation } from "../../support/virtual.ts";

const LAMP = "0x00158d0000000001";
const ON = { do: "set", target: { ieee: LAMP, endpoint: 1 }, values: { state: "ON" } } as const;
const WITHIN = 30_000; // milliseconds until it is up, or has said why not
const SLOW_MACHINE = 15_000;
const SENTENCE =
  /^tcp:\S+: (it does not answer as \w+: leave both empty|it closes the connection at once: another program|the connection was lost: check|the stick has left its network)/;
const MIDST = 5; // commands of the start
const OF_NO_FRAME = Buffer.from("0102030405aaab4b4c4d0000ffefeeed", "hex"); // no family begins or ends a frame with one of these bytes
const OF_FRAMES = Buffer.from("fe7ec0fefe00217e7ec0c0ff1a11137edbdcfe05448000", "hex");

/** The trouble of a stick: when its host says the first word, and with each command. */
interface Trouble {
  readonly begins?: (stick: VirtualStick) => void;
  readonly asked?: (stick: VirtualStick, count: number) => void;
  readonly ends?: (stick: VirtualStick) => void;
  readonly comesUp?: true | "or says why";
}

const boots = (takes: number): Trouble => ({
  begins: (stick) => {
    stick.powerCycle();
    stick.hang(true);
    setTimeout(() => stick.hang(false), takes);
  },
  comesUp: true,
});
const once = (harm: (stick: VirtualStick) => void): Trouble => ({
  asked: (stick, count) => {
    if (count === MIDST) harm(stick);
  },
  comesUp: "or says why",
});
const says = (noise: Buffer, comesUp: Trouble["comesUp"] = true): Trouble => ({
  asked: (stick) => stick.garbage(noise),
  ...(comesUp && { comesUp }),
});
const mumbles = new Map<VirtualStick, NodeJS.Timeout>();

const SOME: Readonly<Record<string, Trouble>> = {
  "boots for 6 s": boots(6_000),
  "closes each line": { begins: (stick) => stick.refuse(true), ends: (stick) => stick.refuse(false) },
};
const TROUBLES: Readonly<Record<string, Trouble>> =
  process.env.LONG || process.env.STICK
    ? {
        "boots for 4 s": boots(4_000),
        ...SOME,
        "loses its line in the midst": once((stick) => stick.dropLink()),
        "starts anew in the midst": once((stick) => stick.reboot()),
        "says nonsense between its answers": says(OF_NO_FRAME),
        "says halves of frames between its answers": says(OF_FRAMES, "or says why"),
        "says nothing but nonsense": {
          begins: (stick) => {
            stick.hang(true);
            mumbles.set(stick, setInterval(() => stick.garbage(OF_FRAMES), 100).unref());
          },
          ends: (stick) => {
            clearInterval(mumbles.get(stick));
            stick.hang(false);
          },
        },
      }
    : SOME;
const FAMILIES = process.env.LONG ? STICK_FAMILIES : [STICK];
/** Where it has to be cheap one house sees all of it. */
const STORIES = TROUBLES === SOME ? [Object.entries(SOME)] : Object.entries(TROUBLES).map((trouble) => [trouble]);

// Mostly they wait.
describe("at its start a stick", { concurrency: 4 }, () => {
  for (const family of FAMILIES)
    for (const troubles of STORIES)
      test(`${troubles.map(([what]) => what).join("; ")} (${family})`, async (t) => {
        const all = await withLamp(t, (options) => openStick(family, options));
        for (const [, trouble] of troubles) await befalls(t, all, trouble);
      });

  for (const takes of process.env.LONG || STICK === "ember" ? [4_000, 6_000] : [])
    test(`takes ${takes} ms until it says that it was reset (ember)`, async (t) => {
      const all = await withLamp(t, (options) => openEmber({ ...(options as EmberOptions), bootTakes: takes }));
      await befalls(t, all, { comesUp: true });
    });
});

async function withLamp(t: TestContext, open: StageOptions["open"] & {}): Promise<Stage> {
  const all = await stage(t, { open });
  const lamp = testStation({ ieee: LAMP });
  all.network.add(lamp);
  await all.radio.ask({ type: "permit", seconds: 60 });
  assert.equal(all.network.join(lamp), true);
  await all.radio.heard("device", ({ device }) => device.ieee === LAMP && device.interviewed);
  await all.radio.ask({ type: "permit", seconds: 0 });
  await all.radio.stop();
  return all;
}

async function befalls(t: TestContext, all: Stage, { begins, asked, ends, comesUp }: Trouble): Promise<void> {
  const { stick, settings, folder, again, network } = all;
  const before = stick.identity;
  let count = 0;
  stick.firmware.knows = () => {
    count += 1;
    asked?.(stick, count);
    return true;
  };
  begins?.(stick);
  const radio = forkRadio();
  t.after(() => radio.stop());
  const since = performance.now();
  const isUp = await radio.start(settings).then(
    () => true,
    () => false,
  );
  const took = Math.round(performance.now() - since);
  assert.ok(took < WITHIN + SLOW_MACHINE, `${took} ms`);
  if (isUp) assert.deepEqual(await radio.order(ON), { state: { state: "ON" } });
  const reason = isUp ? undefined : (await radio.heard("down")).reason;
  t.diagnostic(`${reason ?? "up"} after ${took} ms`);
  if (comesUp === true) assert.equal(reason, undefined);
  if (comesUp === undefined) assert.equal(isUp, false);
  if (reason !== undefined) {
    assert.match(reason, SENTENCE);
    assert.equal(radio.events.filter(({ kind }) => kind === "down").length, 1, "told once");
    assert.equal(await radio.ended, 0);
  } else await radio.stop();
  ends?.(stick);
  stick.firmware.knows = () => true;
  assert.match(readFileSync(join(folder, "database.db"), "utf8"), new RegExp(LAMP));
  assert.deepEqual(stick.identity, before);
  assert.equal(network.counters.replayed, 0);
  if (isUp) return;
  const next = await again();
  assert.deepEqual(await next.order(ON), { state: { state: "ON" } });
  await next.stop();
}
