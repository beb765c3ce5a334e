/** A radio in a process of its own, played by a script: it is asked, it fails, and the gateway goes on. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Order } from "../../src/model/radio/orders.ts";
import type { Radio, RadioEvent } from "../../src/model/radio/radio-port.ts";
import { openRadio } from "../../src/radio/port.ts";
import { type FakeClock, fakeClock, loudLog, settle } from "../support/fakes.ts";
import type { Script } from "../support/radio-script.ts";

const ENTRY = join(import.meta.dirname, "../support/radio-script.ts");
const IEEE = "0x0000000000000001";
const LIVES = process.env.LONG ? 100 : 20;
const SET: Order = { do: "set", target: { ieee: IEEE }, values: { state: "ON" } };

interface Stage {
  readonly radio: Radio;
  readonly clock: WatchedClock;
  readonly events: RadioEvent[];
  readonly lines: readonly string[];
  readonly fail: (reason: string) => void; // each start from now on; "": none
  readonly asked: () => { readonly type: string; readonly [name: string]: unknown }[];
}

test("it starts, obeys, tells, and stops", async (t) => {
  const { radio, events } = stage(t, {});
  assert.equal(radio.up, false);
  assert.equal(radio.hasRoom({ ieee: IEEE }), false);
  await radio.start();
  assert.equal(radio.up, true);
  assert.equal(radio.network?.version, "a script");
  assert.equal(radio.hasRoom({ ieee: IEEE }), true);
  assert.deepEqual(await radio.order(SET), { state: { state: "ON" } });
  await radio.permitJoin(60);
  assert.deepEqual(await radio.backup(), { files: { "network.json": "{}" } });
  assert.equal(await radio.describe(IEEE), undefined); // the script's answer is no device
  await assert.rejects(radio.wiring(IEEE), { code: "invalid" }); // nor are these clusters
  await radio.stop();
  assert.equal(radio.up, false);
  await radio.stop();
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ["up", "payload", "down"],
  );
  await assert.rejects(radio.order(SET), { code: "radio-down" });
});

/** Every way to lose it: the command for it, and the reason that listeners hear. */
const LOSSES: readonly [command: string, reason: RegExp][] = [
  ["crash", /^the radio process ended unexpectedly \(exit code 3\)$/],
  ["abort", /^the radio process ended unexpectedly \(SIGABRT\)$/],
  ["throw", /^the radio process ended unexpectedly \(exit code 1\)$/],
  ["down", /^the stick was pulled out: plug it in again$/],
];

for (const [command, reason] of LOSSES) {
  test(`an order that waits fails at once when the process is lost (${command}), and another process follows`, async (t) => {
    const { radio, clock, events } = stage(t, { orders: "silent" });
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
    const down = events.at(-1);
    assert.match(down?.kind === "down" ? down.reason : "", reason);
    await back(radio, clock);
    assert.deepEqual(
      events.map(({ kind }) => kind),
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
  const { radio, clock, events } = stage(t, {});
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
  assert.deepEqual(events.at(-1), { kind: "down", reason: hung.message });
  await back(radio, clock);
});

test("a process that answers is left alone, however long Node-RED itself was busy", async (t) => {
  const { radio, clock, asked } = stage(t, {});
  await radio.start();
  for (let minute = 0; minute < 10; minute += 1) {
    clock.advance(15);
    await radio.order(SET); // it has answered the orders before, too
  }
  assert.equal(radio.up, true);
  assert.equal(asked().filter(({ type }) => type === "start").length, 1);
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

test("a stick that is not there is waited for", async (t) => {
  const { radio, clock, events, fail } = stage(t, {});
  fail("/dev/stick: it is not there");
  await radio.start();
  assert.equal(radio.up, false);
  assert.deepEqual(events, [{ kind: "down", reason: "/dev/stick: it is not there" }]);
  fail("");
  await back(radio, clock);
});

test("the time zone is told at each start, and when it changes", async (t) => {
  const { radio, clock, asked } = stage(t, {});
  radio.setZone("Europe/Berlin");
  await radio.start();
  for (const zone of ["Europe/Berlin", "Asia/Tokyo"]) radio.setZone(zone);
  await assert.rejects(radio.order(commandTo("crash")));
  await back(radio, clock);
  assert.deepEqual(
    asked().flatMap(({ type, zone }) => (type === "start" || type === "zone" ? [`${type} ${zone}`] : [])),
    ["start Europe/Berlin", "zone Asia/Tokyo", "start Asia/Tokyo"],
  );
});

test("the options of devices are told at each start, and at once while it runs", async (t) => {
  const { radio, clock, asked } = stage(t, {});
  radio.setOptions(IEEE, { occupancy_timeout: 60 });
  await radio.start();
  radio.setOptions("0x0000000000000002", { invert: true });
  await assert.rejects(radio.order(commandTo("crash")));
  await back(radio, clock);
  assert.deepEqual(
    asked().flatMap(({ type, options }) => (type === "start" || type === "options" ? [options] : [])),
    [
      { [IEEE]: { occupancy_timeout: 60 } },
      { invert: true },
      { [IEEE]: { occupancy_timeout: 60 }, "0x0000000000000002": { invert: true } },
    ],
  );
});

test("it can be stopped while it starts, and started while it stops", async (t) => {
  const { radio, events, asked } = stage(t, { starts: "never" });
  const started = radio.start();
  await until(() => asked().length === 1);
  await radio.stop();
  await started;
  assert.deepEqual(events, [], "nobody has lost anything");

  const again = stage(t, {});
  const all = [again.radio.start(), again.radio.stop(), again.radio.start(), again.radio.stop(), again.radio.start()];
  await Promise.all(all);
  assert.equal(again.radio.up, true);
  assert.equal(again.asked().filter(({ type }) => type === "start").length, 1, "what was called off is not begun");
  const stopping = again.radio.stop();
  const restarted = again.radio.start();
  await Promise.all([stopping, restarted]);
  assert.equal(again.radio.up, true);
  await again.radio.order(SET);
});

test("a process that does not want to end is killed after 5 seconds", async (t) => {
  const { radio, clock, asked } = stage(t, { stops: "never" });
  await radio.start();
  let isStopped = false;
  const stopped = radio.stop().then(() => {
    isStopped = true;
  });
  await until(() => asked().some(({ type }) => type === "stop"));
  clock.advance(4.9);
  await settle();
  assert.equal(isStopped, false);
  clock.advance(0.1);
  await stopped;
  assert.equal(clock.pending, 0, "no timer is left");
});

test("a process that starts for ever is given up after three minutes", async (t) => {
  const { radio, clock, events, asked } = stage(t, { starts: "never" });
  const started = radio.start();
  await until(() => asked().some(({ type }) => type === "start")); // it lives
  await passing(clock, () => events.length > 0); // it answers whether it is alive
  await started;
  const [down] = events;
  assert.match(down?.kind === "down" ? down.reason : "", /^the radio did not start within 3 minutes/);
});

test("touchlink: one job at a time, orders wait until it is over, and a stick that cannot says so", async (t) => {
  const { radio, asked } = stage(t, { can: ["touchlink"] });
  await assert.rejects(radio.touchlink({ do: "scan" }), { code: "radio-down" });
  await radio.start();
  assert.equal(radio.away, false);
  const job = { do: "identify", ieee: IEEE, channel: 15 } as const;
  const doing = radio.touchlink(job);
  assert.equal(radio.away, true);
  await assert.rejects(radio.touchlink({ do: "scan" }), { code: "busy" });
  const order = radio.order(SET).then(() => assert.equal(radio.away, false));
  await Promise.all([doing, order]);
  const kinds = asked().map(({ type }) => type);
  assert.deepEqual(kinds, ["start", "touchlink", "order"]);
  assert.deepEqual(asked()[1]?.job, job);
  const { radio: other } = stage(t, {});
  await other.start();
  await assert.rejects(other.touchlink({ do: "scan" }), { code: "unsupported" });
});

test("a radio that is lost during touchlink is not away when it is back", async (t) => {
  const { radio, clock } = stage(t, { can: ["touchlink"] });
  await radio.start();
  const crash = radio.order(commandTo("crash"));
  const doing = radio.touchlink({ do: "scan" });
  await assert.rejects(crash, { code: "radio-down" });
  await doing.catch(({ code }) => assert.equal(code, "radio-down")); // it may have been quicker
  assert.equal(radio.away, false);
  await back(radio, clock);
  await radio.touchlink({ do: "scan" });
  await radio.order(SET);
});

test("nonsense is passed over, and a flood does not reach the log", async (t) => {
  const { radio, events, lines } = stage(t, {});
  await radio.start();
  const heard = events.length;
  await radio.order(commandTo("garbage"));
  assert.equal(events.length, heard);
  assert.ok(lines.includes("radio process: it said something that nobody understands"));
  await radio.order(commandTo("flood"));
  await until(() => lines.length > 60);
  await radio.order(SET);
  assert.ok(lines.length < 70 && lines.every((line) => line.length < 600), `${lines.length} lines`);
});

test("a listener that throws harms neither the radio nor the other listeners", async (t) => {
  const { radio, lines } = stage(t, {}, /failed: Error: a listener/);
  const stop = radio.hear(() => {
    throw new Error("a listener");
  });
  const heard: RadioEvent[] = [];
  radio.hear((events) => heard.push(events));
  await radio.start();
  assert.deepEqual(
    heard.map(({ kind }) => kind),
    ["up"],
  );
  assert.ok(lines.some((line) => line.startsWith('radio: whoever heard "up" failed: Error: a listener')));
  stop();
  await radio.order(SET);
});

test("the process's prints are in the log, and Node's options are not for it", async (t) => {
  process.env.NODE_OPTIONS = "--require ./no-such-file.cjs";
  t.after(() => delete process.env.NODE_OPTIONS);
  const { radio, lines } = stage(t, { prints: "hello" });
  await radio.start();
  assert.equal(radio.up, true);
  await until(() => lines.filter((line) => line === "radio process: hello").length === 2);
});

test("a process that cannot be started at all is said, and tried again", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-gateway-radio-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const clock = fakeClock();
  const settings = { path: "x", channel: 11, folder };
  const radio = openRadio({ entry: join(folder, "none.js"), settings, clock, log: loudLog() });
  const alive = setInterval(() => {}, 1000);
  t.after(() => clearInterval(alive));
  const events: RadioEvent[] = [];
  radio.hear((one) => events.push(one));
  await radio.start();
  assert.deepEqual(events, [{ kind: "down", reason: "the radio process ended unexpectedly (exit code 1)" }]);
  await radio.stop();
});

test(`${LIVES} lives leave nothing behind`, async (t) => {
  const { radio, clock } = stage(t, {});
  await radio.start();
  const before = { handles: process.getActiveResourcesInfo().length, exits: process.listenerCount("exit") };
  for (let life = 0; life < LIVES; life += 1) {
    await assert.rejects(radio.order(commandTo(life % 2 ? "crash" : "down")));
    await back(radio, clock, 5);
  }
  const isTidy = () => process.getActiveResourcesInfo().length <= before.handles + 1;
  await until(isTidy); // pipes of the last life close when they have been read
  assert.equal(process.listenerCount("exit"), before.exits);
  assert.ok(clock.pending < 5, `${clock.pending} timers`);
});

test("the radio keeps no process alive, and ends when its parent is gone", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-gateway-radio-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const journal = join(folder, "journal");
  const parent = `
    import { openRadio } from ${JSON.stringify(join(import.meta.dirname, "../../src/radio/port.ts"))};
    const clock = { now: Date.now, everySecond: () => () => {}, after: (ms, run) => { const timer = setTimeout(run, ms); timer.unref(); return () => clearTimeout(timer); } };
    const log = { info() {}, warn: console.log, error: console.log };
    const path = ${JSON.stringify(JSON.stringify({ journal }))};
    const radio = openRadio({ entry: ${JSON.stringify(ENTRY)}, settings: { path, channel: 11, folder: ${JSON.stringify(folder)} }, clock, log });
    const alive = setInterval(() => {}, 1000);
    radio.hear(({ kind }) => { if (kind === "up") { console.log(kind); clearInterval(alive); } });
    await radio.start();
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", parent], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (text) => {
    printed += text;
  });
  const [code] = await once(child, "exit");
  assert.equal(code, 0);
  assert.equal(printed.trim(), "up");
  const pid = Number(
    readFileSync(journal, "utf8")
      .split("\n")
      .map((line) => JSON.parse(line || "{}").pid)
      .find((one) => one),
  );
  await until(() => !isAlive(pid));
});

function commandTo(command: string): Order {
  const target = { ieee: "0x00000000000000cc", endpoint: 1 };
  return { do: "command", target, cluster: 6, command, payload: {} };
}

/** Lets time pass until something is so; a process takes real time. */
async function passing(clock: FakeClock, isSo: () => boolean, seconds = 1): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, "it did not happen");
    clock.advance(seconds);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, "it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Time passes only until the next process is there: it needs real time, and would be taken for dead. */
async function back(radio: Radio, clock: WatchedClock, seconds = 1): Promise<void> {
  await passing(clock, () => radio.up || clock.waits(MAY_START), seconds);
  await until(() => radio.up);
  assert.deepEqual(await radio.order(commandTo("anything")), {});
}

const MAY_START = 180_000; // milliseconds

interface WatchedClock extends FakeClock {
  /** Something waits for just so many milliseconds. */
  waits(milliseconds: number): boolean;
}

function watchedClock(): WatchedClock {
  const clock = fakeClock();
  const waiting = new Set<{ readonly milliseconds: number }>();
  return Object.assign(Object.create(clock), {
    after: (milliseconds: number, run: () => void) => {
      const own = { milliseconds };
      waiting.add(own);
      const stop = clock.after(milliseconds, () => {
        waiting.delete(own);
        run();
      });
      return () => {
        waiting.delete(own);
        stop();
      };
    },
    waits: (milliseconds: number) => [...waiting].some((one) => one.milliseconds === milliseconds),
  });
}

function stage(t: TestContext, script: Script, errors?: RegExp): Stage {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-gateway-radio-"));
  const clock = watchedClock();
  const log = loudLog(errors);
  const journal = join(folder, "journal");
  writeFileSync(journal, "");
  const failsFrom = join(folder, "reason");
  const path = JSON.stringify({ journal, failsFrom, ...script });
  const radio = openRadio({ entry: ENTRY, settings: { path, channel: 11, folder }, clock, log });
  const events: RadioEvent[] = [];
  radio.hear((one) => events.push(one));
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
  const fail = (reason: string) => writeFileSync(failsFrom, reason);
  return { radio, clock, events, lines: log.lines, fail, asked };
}
