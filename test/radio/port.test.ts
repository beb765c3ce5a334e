/** A radio in a process of its own, played by a script: it is asked, it fails, and the gateway goes on. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Order, Radio, RadioNews } from "../../src/model/radio.ts";
import { openRadio } from "../../src/radio/port.ts";
import { type FakeClock, fakeClock, loudLog, settle } from "../support/fakes.ts";
import type { Script } from "../support/radio-script.ts";

const ENTRY = join(import.meta.dirname, "../support/radio-script.ts");
const IEEE = "0x0000000000000001";
const SET: Order = { do: "set", target: { ieee: IEEE }, values: { state: "ON" } };

interface Stage {
  readonly radio: Radio;
  readonly clock: FakeClock;
  readonly news: RadioNews[];
  readonly lines: readonly string[];
  readonly folder: string;
  readonly asked: () => { readonly ask: string; readonly [name: string]: unknown }[];
}

test("it starts, obeys, tells, and stops", async (t) => {
  const { radio, news } = stage(t, {});
  assert.equal(radio.up, false);
  assert.equal(radio.hasRoom({ ieee: IEEE }), false);
  await radio.start();
  assert.equal(radio.up, true);
  assert.equal(radio.network?.version, "a script");
  assert.equal(radio.hasRoom({ ieee: IEEE }), true);
  assert.deepEqual(await radio.order(SET), { state: { state: "ON" } });
  await radio.permitJoin(60);
  assert.deepEqual(await radio.backup(), { files: { "network.json": "{}" } });
  assert.equal(await radio.describe(IEEE), undefined); // the script answers what is no device
  await radio.stop();
  assert.equal(radio.up, false);
  await radio.stop();
  assert.deepEqual(
    news.map(({ kind }) => kind),
    ["up", "payload", "down"],
  );
  await assert.rejects(radio.order(SET), { code: "radio-down" });
});

/** Every way to lose it: what it is told to do, and what listeners are told. */
const LOSSES: readonly [command: string, reason: RegExp][] = [
  ["crash", /^the radio process ended unexpectedly \(exit code 3\)$/],
  ["abort", /^the radio process ended unexpectedly \(SIGABRT\)$/],
  ["throw", /^the radio process ended unexpectedly \(exit code 1\)$/],
  ["down", /^the stick was pulled out: plug it in again$/],
];

for (const [command, reason] of LOSSES) {
  test(`what waits fails at once when it is lost (${command}), and another process follows`, async (t) => {
    const { radio, clock, news } = stage(t, { orders: "silent" });
    await radio.start();
    const pending = radio.order(SET);
    const waiting = radio.order(SET); // one in flight for each device
    await Promise.all([
      assert.rejects(radio.order(commandTo(command)), { code: "radio-down", message: reason }),
      assert.rejects(pending, { code: "radio-down" }),
      assert.rejects(waiting, { code: "radio-down" }),
    ]);
    assert.equal(radio.up, false);
    assert.equal(radio.network?.version, "a script", "of the last time");
    const down = news.at(-1);
    assert.match(down?.kind === "down" ? down.reason : "", reason);
    await back(radio, clock);
    assert.deepEqual(
      news.map(({ kind }) => kind),
      ["up", "down", "up", "payload"],
    );
  });
}

test("a process that closes its channel is replaced, even if it does not end", async (t) => {
  const { radio, clock } = stage(t, { stops: "never" });
  await radio.start();
  const lost = assert.rejects(radio.order(commandTo("deaf")), { code: "radio-down", message: /does not speak/ });
  await passing(clock, () => !radio.up);
  await lost;
  await back(radio, clock);
});

test("a process that hangs is killed after 20 seconds and replaced", async (t) => {
  const { radio, clock, news } = stage(t, {});
  await radio.start();
  await radio.order(SET);
  const hung = { code: "radio-down", message: "the radio process hung for 20 s and was ended" };
  const late = assert.rejects(radio.order(commandTo("hang")), { code: "timeout" });
  const failed = assert.rejects(radio.backup(), hung);
  clock.advance(24);
  assert.equal(radio.up, true, "asked at 5, 10, 15 and 20 s");
  clock.advance(1);
  await Promise.all([late, failed]);
  assert.equal(radio.up, false);
  assert.deepEqual(news.at(-1), { kind: "down", reason: hung.message });
  await back(radio, clock);
});

test("a process that answers is left alone, however long Node-RED itself was busy", async (t) => {
  const { radio, clock, asked } = stage(t, {});
  await radio.start();
  for (let minute = 0; minute < 10; minute += 1) {
    clock.advance(15);
    await radio.order(SET); // it has answered what came before, too
  }
  assert.equal(radio.up, true);
  assert.equal(asked().filter(({ ask }) => ask === "start").length, 1);
});

test("a silent process does not keep anybody waiting beyond the deadline", async (t) => {
  const { radio, clock } = stage(t, { orders: "silent" });
  await radio.start();
  let isSettled = false;
  const order = radio.order(SET).finally(() => {
    isSettled = true;
  });
  const failed = assert.rejects(order, { code: "timeout" });
  clock.advance(10);
  await settle();
  assert.equal(isSettled, false, "the process knows better why, and may say so in its last second");
  clock.advance(1);
  await failed;
});

test("a failure is handed on as it is", async (t) => {
  const { radio } = stage(t, {});
  await radio.start();
  await assert.rejects(radio.order(commandTo("refused")), {
    code: "refused",
    message: "the device refused",
    status: 0x86,
  });
});

function commandTo(command: string): Order {
  const target = { ieee: "0x00000000000000cc", endpoint: 1 };
  return { do: "command", target, cluster: 6, command, payload: {} };
}

/** Lets time pass until something is so; what a process does takes real time. */
async function passing(clock: FakeClock, isSo: () => boolean, seconds = 1): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, "it did not happen");
    clock.advance(seconds);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function back(radio: Radio, clock: FakeClock): Promise<void> {
  await passing(clock, () => radio.up);
  assert.deepEqual(await radio.order(commandTo("anything")), {});
}

function stage(t: TestContext, script: Script, errors?: RegExp): Stage {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-gateway-radio-"));
  const clock = fakeClock();
  const log = loudLog(errors);
  const journal = join(folder, "journal");
  writeFileSync(journal, "");
  const path = JSON.stringify({ journal, ...script });
  const radio = openRadio({ entry: ENTRY, settings: { path, channel: 11, folder }, clock, log });
  const news: RadioNews[] = [];
  radio.hear((one) => news.push(one));
  const alive = setInterval(() => {}, 1000); // the radio itself keeps no process alive
  t.after(async () => {
    let isStopped = false;
    const stopped = radio.stop().then(() => {
      isStopped = true;
    });
    await passing(clock, () => isStopped);
    await stopped;
    clearInterval(alive);
    rmSync(folder, { recursive: true, force: true });
  });
  const asked = () =>
    readFileSync(journal, "utf8")
      .split("\n")
      .filter((line) => line)
      .map((line) => JSON.parse(line));
  return { radio, clock, news, lines: log.lines, folder, asked };
}
