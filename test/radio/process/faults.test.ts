/** How the radio process fails: each time with one sentence that helps, and never with a network that was not asked for. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { type TestContext, test } from "node:test";
import { forkRadio, type RadioProcess, temporaryFolder } from "../../support/radio-process.ts";
import { type Stage, stage } from "../../support/radio-stage.ts";
import { plugIn } from "../../support/stick.ts";
import { type TestStation, testStation } from "../../support/virtual.ts";

const IEEE = "0x00124b0000001234";
const TARGET = { ieee: IEEE, endpoint: 1 };

const PLACES: readonly (readonly [what: string, path: string, sentence: RegExp])[] = [
  ["nobody listens", "tcp://127.0.0.1:1", /nobody listens there: check the port number/],
  ["nobody knows that machine", "tcp://no-such-machine.invalid:6638", /no machine of this name is known/],
  ["no such port", "/dev/serial/by-id/usb-nothing-if00", /it is not there: plug the stick in/],
  ["no port at all", "/etc/hostname", /no serial port|opens, but|does not answer/],
];

for (const [what, path, sentence] of PLACES) {
  test(`${what}: said, and ended`, async (t) => {
    const { path: folder, remove } = temporaryFolder();
    t.after(remove);
    const radio = forkRadio();
    t.after(() => radio.stop());
    await assert.rejects(radio.start({ path, adapter: "zstack", channel: 11, folder }));
    assert.match(reasonOf(radio), sentence);
    assert.equal(await radio.ended, 0);
    assert.deepEqual(
      radio.log.filter((line) => line.startsWith("error")),
      [],
    );
  });
}

test("a connection that breaks ends it, and its knowledge is saved", async (t) => {
  const { radio, stick, folder, again } = await withLamp(t);
  await radio.order({ do: "set", target: TARGET, values: { state: "ON" } });
  const pending = radio.order({ do: "ping", target: { ieee: IEEE } }).catch(({ code }) => code);
  stick.dropLink();
  assert.equal(await radio.ended, 0);
  assert.match(reasonOf(radio), /the connection was lost/);
  await pending;
  assert.equal(JSON.parse(readFileSync(join(folder, "states.json"), "utf8"))[IEEE].state, "ON");
  const next = await again();
  assert.deepEqual(await next.order({ do: "set", target: TARGET, values: { state: "OFF" } }), {
    state: { state: "OFF" },
  });
});

test("a stick that starts anew by itself is noticed, and is in its network again at the next start", async (t) => {
  const { radio, stick, again } = await withLamp(t);
  await radio.order({ do: "set", target: TARGET, values: { state: "ON" } });
  stick.reboot();
  assert.equal(await radio.ended, 0);
  assert.match(reasonOf(radio), /the connection was lost|has left its network/);
  const next = await again();
  assert.deepEqual(await next.order({ do: "set", target: TARGET, values: { state: "OFF" } }), {
    state: { state: "OFF" },
  });
});

test("a new stick is given the network of the former one, and all its devices", async (t) => {
  const { radio, network, again } = await withLamp(t);
  const before = (await radio.heard("up")).network;
  await radio.stop();
  const blank = await plugIn({ network, ieee: "0x00124b00000000ff" });
  t.after(() => blank.close());
  const next = await again({ path: `tcp://127.0.0.1:${blank.port}` });
  const { network: now, devices } = await next.heard("up");
  assert.equal(now.formed, false);
  assert.deepEqual([now.panid, now.extendedpanid, now.channel], [before.panid, before.extendedpanid, before.channel]);
  assert.deepEqual(
    devices.map(({ ieee }) => ieee),
    [IEEE],
  );
  assert.ok(next.log.some((line) => /was given the network/.test(line)));
});

test("where nothing is known of its stick none is touched, and no device is lost", async (t) => {
  const { radio, folder, settings } = await withLamp(t);
  await radio.stop();
  rmSync(join(folder, "coordinator_backup.json"));
  const { key, panid, extendedpanid } = JSON.parse(readFileSync(join(folder, "network.json"), "utf8"));
  writeFileSync(join(folder, "network.json"), JSON.stringify({ key, panid, extendedpanid })); // of a former version
  const next = forkRadio();
  t.after(() => next.stop());
  await assert.rejects(next.start(settings));
  assert.match(reasonOf(next), /coordinator_backup\.json is missing/);
  assert.match(readFileSync(join(folder, "database.db"), "utf8"), new RegExp(IEEE));
});

test("another channel is the same network elsewhere", async (t) => {
  const { radio, stick, folder, again } = await withLamp(t);
  const before = (await radio.heard("up")).network;
  await radio.stop();
  const next = await again({ channel: 20 });
  const { network: now, devices } = await next.heard("up");
  assert.deepEqual(
    [now.channel, now.panid, now.extendedpanid, now.formed],
    [20, before.panid, before.extendedpanid, false],
  );
  assert.equal(stick.channel, 20);
  assert.deepEqual(
    devices.map(({ ieee }) => ieee),
    [IEEE],
  );
  assert.equal(JSON.parse(readFileSync(join(folder, "coordinator_backup.json"), "utf8")).channel, 20);
});

/** Both lose their power amid it: the stick, and the process that moves it. */
const CUT_AFTER = [300, 900, 2_000, 5_000]; // milliseconds

test("a change of the channel that a power cut ends anywhere is one network all the same, with all its devices", {
  skip: process.env.LONG || process.env.STICK ? false : "LONG=1 runs it",
}, async (t) => {
  const { radio, stick, settings, again, network } = await withLamp(t);
  const { panid, extendedpanid } = (await radio.heard("up")).network;
  await radio.stop();
  let channel = settings.channel;
  for (const after of CUT_AFTER) {
    channel = channel === 20 ? 15 : 20;
    const victim = forkRadio();
    victim.start({ ...settings, channel }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, after));
    victim.child.kill("SIGKILL");
    await victim.ended;
    stick.powerCycle();
    const next = await again({ channel });
    const { network: now } = await next.heard("up");
    assert.deepEqual([now.panid, now.extendedpanid, now.channel, now.formed], [panid, extendedpanid, channel, false]);
    await next.order({ do: "set", target: TARGET, values: { state: "TOGGLE" } });
    assert.equal(network.counters.replayed, 0);
    await next.stop();
  }
});

test("a device that was reset and joins again is configured again", async (t) => {
  const { radio, network, lamp } = await withLamp(t);
  await radio.ask({ type: "permit", seconds: 60 });
  radio.forget();
  lamp.heard.length = 0;
  network.remove(lamp);
  assert.equal(network.join(lamp), true);
  await radio.heard("joined");
  await radio.heard("device");
  await until(() => lamp.heard.some(({ frame: { cluster, bytes } }) => cluster === 6 && bytes[2] === 6)); // configure reporting
  assert.equal(
    radio.events.some(({ kind }) => kind === "left" || kind === "failed"),
    false,
  );
});

test("a folder that is gone is said", async (t) => {
  const { radio, folder } = await withLamp(t);
  rmSync(folder, { recursive: true, maxRetries: 10 }); // it may write there just now
  await radio.order({ do: "join", target: TARGET, group: 5 }).catch(() => {}); // has to be written down
  assert.equal(await radio.ended, 0);
  assert.match(reasonOf(radio), /the radio may not use its own file \(ENOENT\)/);
});

const FRAMES: readonly (readonly [what: string, cluster: number, bytes: readonly number[]])[] = [
  ["nothing", 6, []],
  ["half a header", 6, [0x18]],
  ["a report that ends early", 6, [0x18, 1, 0x0a, 0, 0, 0x42, 200, 65]],
  ["a report of an unknown type", 6, [0x18, 1, 0x0a, 0, 0, 0xee, 1, 2, 3]],
  ["an unknown command", 6, [0x01, 2, 0xee, 1, 2, 3]],
  ["an unknown cluster", 0xfeee, [0x18, 1, 0x0a, 0, 0, 0x20, 7]],
  ["a name of a thousand letters", 0, [0x18, 1, 0x0a, 5, 0, 0x44, 0xe8, 3, ...new Array(200).fill(65)]],
  ["a number that is none", 0x0402, [0x18, 1, 0x0a, 0, 0, 0x39, 0, 0, 0xc0, 0x7f]],
  ["an array of arrays", 6, [0x18, 1, 0x0a, 0, 0, 0x48, 0x48, 2, 0, 0x20, 1, 0, 7, 0x20, 0, 0]],
  ["a touchlink answer out of nowhere", 0x1000, [0x09, 1, 1, 0, 0, 0, 0]],
  ["green power nonsense", 0x0021, [0x01, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
];

test("frames that make no sense do no harm", async (t) => {
  const { radio, lamp, stick } = await withLamp(t);
  for (const [, cluster, bytes] of FRAMES) say(lamp, cluster, Buffer.from(bytes));
  for (let seed = 1; seed <= 2000; seed += 1) say(lamp, seed % 3 === 0 ? 6 : (seed * 37) % 0x1010, noise(seed));
  stick.garbage(noise(77));
  stick.garbage(Buffer.of(0xfe, 0xff, 0xff, 0xff));
  say(lamp, 6, Buffer.of(0x18, 99, 0x0a, 0, 0, 0x10, 1));
  await radio.heard("payload", ({ payload, raw }) => payload.state === "ON" && raw?.sequence === 99);
  const errors = radio.log.filter((line) => line.startsWith("error"));
  assert.deepEqual(errors, []);
});

test("Ctrl-C is left to the parent; a request to end is heard", async (t) => {
  const { radio, folder } = await withLamp(t);
  radio.child.kill("SIGINT");
  await radio.order({ do: "ping", target: { ieee: IEEE } });
  radio.child.kill("SIGTERM");
  assert.equal(await radio.ended, 0);
  assert.ok(statSync(join(folder, "states.json")).size > 2);
});

test("requests before the radio is up, and unknown ones, are answered", async (t) => {
  const radio = forkRadio();
  t.after(() => radio.stop());
  await assert.rejects(radio.order({ do: "ping", target: { ieee: IEEE } }), { code: "radio-down" });
  await assert.rejects(radio.ask({ type: "inspect" }), { code: "radio-down" });
  radio.say({ type: "alive" });
});

test("a port that takes connections and says nothing is no stick", async (t) => {
  const server = createServer((socket) => socket.on("error", () => {}));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { path: folder, remove } = temporaryFolder();
  t.after(remove);
  const radio = forkRadio();
  t.after(() => radio.stop());
  const { port } = server.address() as { port: number };
  await assert.rejects(radio.start({ path: `tcp://127.0.0.1:${port}`, channel: 11, folder }));
  assert.match(reasonOf(radio), /no Zigbee adapter answers/);
});

async function withLamp(t: TestContext): Promise<Stage & { readonly lamp: TestStation }> {
  const all = await stage(t);
  const lamp = testStation({ ieee: IEEE });
  all.network.add(lamp);
  await all.radio.ask({ type: "permit", seconds: 60 });
  all.network.join(lamp);
  await all.radio.heard("device");
  await all.radio.ask({ type: "permit", seconds: 0 });
  return { ...all, lamp };
}

function say({ air }: TestStation, cluster: number, bytes: Buffer): void {
  air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster, bytes });
}

/** The same bytes each time for the same seed. */
function noise(seed: number): Buffer {
  let state = seed;
  return Buffer.from(
    Array.from({ length: (seed * 13) % 70 }, () => {
      state = (state * 1103515245 + 12345) & 0x7fffffff;
      return (state >> 8) & 0xff;
    }),
  );
}

function reasonOf({ events }: RadioProcess): string {
  const downs = events.filter(({ kind }) => kind === "down");
  assert.equal(downs.length, 1, "told once");
  assert.equal(events.at(-1)?.kind, "down", "its last word");
  const [down] = downs;
  return down?.kind === "down" ? down.reason : "";
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!isSo()) {
    assert.ok(performance.now() < deadline, "it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
