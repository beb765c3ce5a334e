/** The house as a whole: how it opens, the settings of the dialog, and how it closes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openGateway } from "../src/gateway.ts";
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
} from "./support/fakes.ts";
import { inShort } from "./support/transports.ts";

function parts() {
  return {
    clock: fakeClock(),
    log: loudLog(),
    disk: fakeDisk(),
    historyDisk: fakeHistoryDisk(),
    host: fakeHost(),
    web: fakeWeb(),
    radio: fakeRadio(),
    settings: {},
  };
}

test("it exists at once: a client that asks early is served when it is ready", async () => {
  const home = parts();
  const gateway = openGateway(home);
  const heard: string[] = [];
  gateway.bus.on(({ resource }) => heard.push(resource.address));
  const early = gateway.perform({ method: "POST", address: "/sensors", body: clip("CLIPAlarm") }, TEST);
  assert.ok(early instanceof Promise);
  assert.deepEqual(inShort(await early), [200, { id: "1" }]);
  await settle();
  assert.equal(heard.at(-1), "/sensors/1");
  await gateway.stop();
});

test("a disk that cannot be opened: one plain sentence, and every wish is refused", async () => {
  const home = parts();
  home.disk.open = async () => {
    throw new Error("another process has it");
  };
  const gateway = openGateway(home);
  const early = gateway.perform({ method: "GET", address: "/sensors" }, TEST);
  await assert.rejects(gateway.ready, /another process has it/);
  assert.deepEqual(inShort(await early), [503, [901, "/sensors"]]);
  assert.deepEqual(inShort(await gateway.perform({ method: "GET", address: "/config" }, TEST)), [
    503,
    [901, "/config"],
  ]);
  await gateway.stop();
});

test("after the stop: nothing listens, nothing waits, wishes are refused; stopping twice does no harm", async () => {
  const home = parts();
  const gateway = openGateway(home);
  await gateway.ready;
  const body = clip("CLIPPresence", { state: { presence: true } });
  await gateway.perform({ method: "POST", address: "/sensors", body }, TEST);
  await gateway.perform({ method: "PUT", address: "/config", body: { unlock: 60 } }, TEST);
  await settle();
  await Promise.all([gateway.stop(), gateway.stop()]);
  await gateway.stop();
  assert.equal(gateway.bus.listeners, 0);
  assert.equal(home.clock.pending, 0);
  assert.deepEqual(inShort(await gateway.perform({ method: "GET", address: "/sensors" }, TEST)), [
    503,
    [901, "/sensors"],
  ]);
  const writes = home.disk.writes.length;
  home.clock.advance(100);
  await settle();
  assert.equal(home.disk.writes.length, writes);
});

test("its identity is fixed from the first moment on: it is kept before a client is served", async () => {
  const { disk, store, stop } = await house();
  const { bridgeid, uuid } = store.get("/config")?.attr ?? {};
  const again = await house({ disk: fakeDisk(disk.records) });
  const { attr } = again.store.get("/config") ?? {};
  assert.deepEqual([attr?.bridgeid, attr?.uuid], [bridgeid, uuid]);
  await Promise.all([stop(), again.stop()]);
  const writes = again.disk.writes.length;
  assert.equal(writes, 0, "a start that changes nothing writes nothing");
});

test("a full disk does not keep it from opening", async () => {
  const disk = fakeDisk();
  disk.fails = new Error("full");
  const home = await house({ disk, errors: /the disk refused it/ });
  assert.equal((await home.ask("GET", "/config")).status, 200);
  assert.equal((await home.ask("POST", "/sensors", clip("CLIPAlarm"))).status, 503);
  disk.fails = undefined;
  assert.equal((await home.ask("POST", "/sensors", clip("CLIPAlarm"))).status, 200);
  await home.stop();
  assert.ok(disk.records.has("/config"));
});

test("a setting of the dialog counts when it is new; else the value that REST wrote stays", async () => {
  const name = async (disk: ReturnType<typeof fakeDisk>, said: string, written?: string) => {
    const home = await house({ disk: fakeDisk(disk.records), settings: { name: said, timezone: "" } });
    const found = home.store.get("/config")?.attr.name;
    if (written) await home.ask("PUT", "/config", { name: written });
    await home.stop();
    return [found, home.disk] as const;
  };
  const [one, first] = await name(fakeDisk(), "Dialog", "REST");
  const [two, second] = await name(first, "Dialog");
  const [three, third] = await name(second, "Dialog 2");
  const [four] = await name(third, "Dialog 2");
  assert.deepEqual([one, two, three, four], ["Dialog", "REST", "Dialog 2", "Dialog 2"]);
});

test("a setting that cannot be is left as it was, and said", async () => {
  const home = await house({
    settings: { timezone: "Mars/Base", zigbeechannel: 99, name: "x".repeat(99), latitude: 52 },
  });
  const { timezone, zigbeechannel, name, latitude } = home.store.get("/config")?.attr ?? {};
  assert.notEqual(timezone, "Mars/Base");
  assert.deepEqual([zigbeechannel, name, latitude], [11, "Zigbee gateway", 52]);
  assert.equal(home.log.lines.filter((line) => line.startsWith("/config/")).length, 3);
  await home.stop();
});

test("records of a later version are left on the disk", async () => {
  const disk = fakeDisk([["/future/1", '{"type":"Future"}']]);
  const home = await house({ disk });
  assert.match(home.log.lines[0] ?? "", /^\/future\/1: 1 records are unknown/);
  await home.stop();
  assert.equal(disk.records.get("/future/1"), '{"type":"Future"}');
});

test("two houses do not know each other", async () => {
  const [one, other] = [await house(), await house()];
  await one.ask("POST", "/sensors", clip("CLIPAlarm"));
  assert.equal(other.store.count("/sensors"), 0);
  assert.notEqual(one.store.get("/config")?.attr.bridgeid, other.store.get("/config")?.attr.bridgeid);
  await Promise.all([one.stop(), other.stop()]);
});

test("news of the radio are facts", async () => {
  const home = await house();
  home.radio.rise();
  home.radio.tell({ kind: "full" });
  home.radio.tell({ kind: "full" });
  home.radio.tell({ kind: "down", reason: "it is gone" });
  await settle();
  assert.deepEqual(
    home.heard.map(({ resource, values }) => [resource.address, values]),
    [
      ["/gateway", { event: "radio-up", reason: "" }],
      ["/gateway", { event: "queue-full" }],
      ["/gateway", { event: "queue-full" }],
      ["/gateway", { event: "radio-down", reason: "it is gone" }],
    ],
  );
  await home.stop();
});

test("that it runs again is news: a flow may look at the changes that it missed", async () => {
  const home = parts();
  const gateway = openGateway(home);
  const words: unknown[] = [];
  gateway.bus.on(({ resource, values }) => {
    if (resource.address === "/gateway") words.push(values.event);
  });
  await gateway.ready;
  await settle();
  home.radio.tell({ kind: "down", reason: "it is gone" });
  await settle();
  assert.deepEqual(
    words.filter((word) => word !== undefined),
    ["restarted", "radio-down"],
  );
  await gateway.stop();
});
