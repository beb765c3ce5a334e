/** Fault 34: a handler that throws harms only itself: it is logged once, with an address, and all others go on. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openGateway } from "../../src/gateway.ts";
import {
  clip,
  fakeClock,
  fakeDisk,
  fakeHistoryDisk,
  fakeHost,
  fakeRadio,
  fakeWeb,
  house,
  loudLog,
  settle,
  TEST,
} from "../support/fakes.ts";

const uncaught: unknown[] = [];
const keep = (error: unknown) => uncaught.push(error);
before(() => process.on("unhandledRejection", keep));
after(() => {
  process.off("unhandledRejection", keep);
  assert.deepEqual(uncaught, []);
});

function boom(): never {
  throw new Error("boom");
}

const THROWN: readonly (readonly [says: string, thrown: unknown])[] = [
  ["an error", new Error("boom")],
  ["a text", "boom"],
  ["nothing", undefined],
  ["an object", { boom: true }],
];

for (const [says, thrown] of THROWN) {
  test(`a listener of the bus throws ${says}: one line, and the next one hears it`, async () => {
    const home = await house({ errors: /a listener failed/ });
    const heard: string[] = [];
    home.bus.on(() => {
      throw thrown;
    });
    home.bus.on(({ resource }) => heard.push(resource.address));
    const { status } = await home.ask("POST", "/sensors", clip("CLIPAlarm"));
    await settle();
    assert.equal(status, 200);
    assert.equal(heard.at(-1), "/sensors/1");
    assert.equal(home.log.lines.filter((line) => line.startsWith("/sensors/1: a listener failed")).length, 1);
    await home.stop();
  });
}

test("a handler throws, or its work afterwards does: one line, nothing is half written, and the next wish is served", async () => {
  for (const where of ["handler", "after it", "late"]) {
    const log = loudLog(/it failed/);
    const disk = fakeDisk();
    const radio = fakeRadio(true);
    if (where === "handler") Object.defineProperty(radio, "up", { get: boom });
    else radio.permitJoin = where === "late" ? async () => boom() : boom;
    const gateway = openGateway({
      clock: fakeClock(),
      log,
      disk,
      historyDisk: fakeHistoryDisk(),
      host: fakeHost(),
      web: fakeWeb(),
      radio,
      settings: {},
    });
    await gateway.ready;
    await settle();
    const { etag } = gateway.store;
    const { status } = await gateway.perform({ method: "POST", address: "/sensors" }, TEST);
    await settle();
    assert.equal(status, where === "handler" ? 500 : 200);
    assert.equal(log.lines.filter((line) => line.includes("boom")).length, 1, log.lines.join("\n"));
    if (where === "handler") assert.equal(gateway.store.etag, etag, "what it had begun is dropped");
    const next = await gateway.perform({ method: "POST", address: "/sensors", body: clip("CLIPAlarm") }, TEST);
    assert.equal(next.status, 200);
    await gateway.stop();
  }
});

test("the radio throws at its start and at its end: the gateway lives and ends", async () => {
  const log = loudLog();
  const radio = { ...fakeRadio(), start: async () => boom(), stop: async () => boom() };
  const gateway = openGateway({
    clock: fakeClock(),
    log,
    disk: fakeDisk(),
    historyDisk: fakeHistoryDisk(),
    host: fakeHost(),
    web: fakeWeb(),
    radio,
    settings: {},
  });
  await gateway.ready;
  assert.equal((await gateway.perform({ method: "GET", address: "/sensors" }, TEST)).status, 200);
  await gateway.stop();
  assert.equal(log.lines.filter((line) => line === "/config/rfconnected: boom").length, 2);
});

const CLOCK = `
  const { openClock } = await import(process.argv[1]);
  const errors = [];
  const clock = openClock({ info() {}, warn() {}, error: (text) => errors.push(text.split("\\n")[0]) });
  let ticks = 0;
  const stop = clock.everySecond(() => { stop(); throw new Error("tick"); });
  clock.after(1, () => { throw new Error("timer"); });
  clock.after(1, () => { throw "text"; });
  clock.everySecond(() => {
    ticks += 1;
    if (ticks < 3) return;
    clock.stop();
    console.log(JSON.stringify(errors.sort()));
  });
`;

test("the real clock: a timer or a tick that throws is one line, and the clock goes on", () => {
  const file = fileURLToPath(new URL("../../src/edges/clock.ts", import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", CLOCK, file], {
    encoding: "utf8",
  });
  assert.deepEqual([status, stderr], [0, ""]);
  assert.deepEqual(JSON.parse(stdout), [
    "clock: a timer failed: Error: tick",
    "clock: a timer failed: Error: timer",
    "clock: a timer failed: text",
  ]);
});
