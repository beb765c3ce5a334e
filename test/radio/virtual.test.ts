/** The whole way: the port, the queue, the real process with zigbee-herdsman and its converters, and the virtual house behind it. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openClock } from "../../src/edges/clock.ts";
import type { Radio, RadioEvent } from "../../src/model/radio/radio-port.ts";
import type { Values } from "../../src/model/resource.ts";
import { openRadio } from "../../src/radio/port.ts";
import { STICK } from "../support/stick.ts";

const ENTRY = join(import.meta.dirname, "../../src/radio-process.ts");
const COLOR_LIGHT = "0x0017880100000001";
const WHITE_LIGHT = "0x90fd9f0100000003";
const GROUP = {
  group: 7,
  members: [COLOR_LIGHT, WHITE_LIGHT].map((ieee) => ({ ieee, endpoint: ieee === COLOR_LIGHT ? 11 : 1 })),
};

interface Seen {
  readonly complete: boolean;
  readonly frames: { readonly sent: Readonly<Record<string, number>>; readonly to: Readonly<Record<string, Values>> };
  readonly stations: readonly {
    readonly ieee: string;
    readonly endpoints: Readonly<Record<string, Readonly<Record<string, Values>>>>;
  }[];
}

test("a house moves in, is lived in, and is there again after a restart", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "zigbee-gateway-virtual-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const first = open(t, folder);
  await first.radio.start();
  assert.equal(first.radio.up, true, JSON.stringify(first.events));
  await until(async () => (await look(first.radio)).complete);
  await until(() => first.events.filter((one) => one.kind === "device" && one.device.interviewed).length >= 18);

  await t.test("an order is a frame that changes the device, and its report is an event", async () => {
    const { radio, events } = first;
    const answer = await obeyed(radio, {
      do: "set",
      target: { ieee: COLOR_LIGHT },
      values: { state: "ON", brightness: 100, transition: 0 },
    });
    assert.equal((answer as { state: Values }).state.state, "ON");
    const level = () => attribute(radio, COLOR_LIGHT, "11", "genLevelCtrl", "currentLevel");
    await until(async () => (await level()) === 100);
    assert.equal(await attribute(radio, COLOR_LIGHT, "11", "genOnOff", "onOff"), 1);
    await until(() =>
      events.some((one) => one.kind === "payload" && one.ieee === COLOR_LIGHT && one.payload.brightness === 100),
    );
  });

  await t.test("1,000 dim commands in a second are at most 10 frames, and the last value wins", async () => {
    const { radio } = first;
    await radio.virtual?.apply(undefined, { clear: true });
    const began = performance.now();
    const answers: Promise<unknown>[] = [];
    for (let step = 0; step < 1000; step += 1) {
      const values = { brightness: 1 + (step % 250), transition: 0 };
      answers.push(radio.order({ do: "set", target: { ieee: COLOR_LIGHT }, values }));
      if (step % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 9));
    }
    await Promise.all(answers);
    const seconds = (performance.now() - began) / 1000;
    const frames = Number((await look(radio)).frames.to[COLOR_LIGHT]?.unicast);
    assert.ok(frames > 1 && frames <= 2 + seconds * 8, `${frames} frames in ${seconds} s`);
    await until(async () => (await attribute(radio, COLOR_LIGHT, "11", "genLevelCtrl", "currentLevel")) === 250);
  });

  await t.test("an order to a group is one frame", async () => {
    const { radio } = first;
    for (const { ieee, endpoint } of GROUP.members)
      await obeyed(radio, { do: "join", target: { ieee, endpoint }, group: 7 });
    await radio.virtual?.apply(undefined, { clear: true });
    await radio.order({ do: "set", target: GROUP, values: { state: "OFF" } });
    await until(async () => (await attribute(radio, WHITE_LIGHT, "1", "genOnOff", "onOff")) === 0);
    await until(async () => (await attribute(radio, COLOR_LIGHT, "11", "genOnOff", "onOff")) === 0);
    assert.equal((await look(radio)).frames.sent.group, 1);
  });

  await t.test("a device that does not answer fails, and others do not wait for it", async () => {
    const { radio } = first;
    await radio.virtual?.apply(WHITE_LIGHT, { reach: "no-ack" });
    const dead = assert.rejects(
      radio.order({ do: "set", target: { ieee: WHITE_LIGHT }, values: { state: "ON" } }),
      (error) => {
        return ["unreachable", "timeout"].includes((error as { code: string }).code);
      },
    );
    const began = performance.now();
    await radio.order({ do: "set", target: { ieee: COLOR_LIGHT }, values: { state: "ON" } });
    assert.ok(performance.now() - began < 5000, "it waited");
    await dead;
    await radio.virtual?.apply(WHITE_LIGHT, { reach: "ok" });
  });

  const backup = await first.radio.backup();
  for (const name of ["database.db", "network.json", "virtual.json"]) assert.ok(backup.files[name], name);
  assert.equal((await first.radio.describe(COLOR_LIGHT))?.modelid, "LCT015");
  await first.radio.stop();

  const second = open(t, folder);
  await second.radio.start();
  const up = second.events.find((one) => one.kind === "up");
  assert.ok(up?.kind === "up");
  assert.equal(up.network.formed, false);
  assert.equal(up.devices.filter(({ interviewed }) => interviewed).length >= 15, true);
  await until(async () => (await attribute(second.radio, COLOR_LIGHT, "11", "genOnOff", "onOff")) === 1);
});

function open(t: TestContext, folder: string): { readonly radio: Radio; readonly events: RadioEvent[] } {
  const log = { info: () => {}, warn: () => {}, error: (text: string) => assert.fail(text) };
  const clock = openClock(log);
  const radio = openRadio({
    entry: ENTRY,
    settings: { path: "virtual", stick: STICK, channel: 11, folder, life: false },
    clock,
    log,
  });
  const events: RadioEvent[] = [];
  radio.hear((one) => events.push(one));
  t.after(async () => {
    await radio.stop();
    clock.stop();
  });
  return { radio, events };
}

/** While it is being configured a device may take longer than an order may wait. */
async function obeyed(radio: Radio, order: Parameters<Radio["order"]>[0]): Promise<unknown> {
  for (let time = 0; ; time += 1) {
    try {
      return await radio.order(order);
    } catch (error) {
      if (time >= 5) throw error;
    }
  }
}

async function look(radio: Radio): Promise<Seen> {
  return (await radio.virtual?.inspect()) as unknown as Seen;
}

async function attribute(
  radio: Radio,
  ieee: string,
  endpoint: string,
  cluster: string,
  name: string,
): Promise<unknown> {
  const { stations } = await look(radio);
  return stations.find((one) => one.ieee === ieee)?.endpoints[endpoint]?.[cluster]?.[name];
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, "it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
