/** A simulated EmberZNet stick behind the real radio process: the deeds of these sticks alone, and how they fail. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, type TestContext, test } from "node:test";
import { write } from "../../../src/virtual/devices/bytes.ts";
import { type EmberOptions, type EmberStick, openEmber } from "../../../src/virtual/sticks/ember/ember-stick.ts";
import { type Stage, stage } from "../../support/radio-stage.ts";
import { type TestStation, testStation } from "../../support/virtual.ts";

const LAMP = "0x00158d0000000001";
const SENSOR = "0x54ef440000000001"; // of Lumi
const CODED = "0x00158d0000000002";
const CODE = "00158D0000000002|83FED3407A939723A5C639B26916D505C3B5";
const KEY_OF_CODE = "66b6900981e1ee3ca4206b6b861c02bb";
const LUMI = 0x115f;
const SILICON_LABS = 0x1049;
const ON = { do: "set", target: { ieee: LAMP, endpoint: 1 }, values: { state: "ON" } } as const;
const OFF = { ...ON, values: { state: "OFF" } } as const;
const TO_GROUP = { do: "command", cluster: "genOnOff", command: "on", payload: {} } as const;
const ROUNDS = process.env.LONG ? 100 : 5;

interface LampStage extends Stage {
  readonly ember: EmberStick;
  readonly lamp: TestStation;
}

async function withLamp(t: TestContext, options: Partial<EmberOptions> = {}): Promise<LampStage> {
  let opened: EmberStick | undefined;
  const all = await stage(t, {
    open: async (given) => {
      opened = await openEmber({ ...(given as EmberOptions), ...options });
      return opened;
    },
  });
  const lamp = testStation({ ieee: LAMP });
  await letIn(all, lamp);
  await all.radio.ask({ type: "permit", seconds: 0 });
  return { ...all, ember: opened ?? assert.fail(), lamp };
}

async function letIn({ radio, network }: Pick<Stage, "radio" | "network">, station: TestStation): Promise<void> {
  await radio.ask({ type: "permit", seconds: 60 });
  network.add(station);
  assert.equal(network.join(station), true);
  await radio.heard("device", ({ device }) => device.ieee === station.ieee && device.interviewed);
}

const errorsOf = ({ radio }: Pick<Stage, "radio">) => radio.log.filter((line) => line.startsWith("error"));

// Mostly they wait.
describe("an EmberZNet stick", { concurrency: 3 }, () => {
  test("in use: codes, makers, groups, busy times, and its notices", async (t) => {
    const all = await withLamp(t, { sizes: { multicast: 5 } });
    const { radio, ember, network, lamp } = all;

    await t.test(
      "with an install code only the device comes that has it, also when the network was closed meanwhile",
      async () => {
        await radio.ask({ type: "installcode", code: CODE });
        await radio.ask({ type: "permit", seconds: 60 });
        await radio.ask({ type: "permit", seconds: 0 });
        await radio.ask({ type: "permit", seconds: 60 });
        assert.equal(network.join(testStation({ ieee: CODED, joinKey: "00".repeat(16) })), false);
        await letIn(all, testStation({ ieee: CODED, joinKey: KEY_OF_CODE }));
      },
    );

    await t.test("a device of Lumi is interviewed by one of its own maker, no other device is", async () => {
      const makers: number[] = [];
      const stop = ember.counters.follow(() => makers.push(ember.firmware.radio.manufacturer));
      await letIn(all, testStation({ ieee: SENSOR }));
      stop();
      assert.ok(makers.includes(LUMI));
      await radio.ask({ type: "permit", seconds: 0 });
      while (ember.firmware.radio.manufacturer !== SILICON_LABS) await new Promise((resolve) => setTimeout(resolve, 5));
    });

    await t.test("a remote is heard that speaks to a group that had no frame yet", async () => {
      await radio.order({ do: "bind", target: { ieee: LAMP, endpoint: 1 }, cluster: "genOnOff", to: { group: 50 } });
      const recalled = Buffer.of(0x11, 77, 0x02); // toggle
      const remote = network.counters.received.group;
      lamp.air?.send({ to: { group: 50 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes: recalled });
      await radio.heard("payload", ({ ieee, raw }) => ieee === LAMP && raw?.sequence === 77);
      assert.equal(network.counters.received.group, remote + 1);
    });

    await t.test("more groups than it has room for: each is told, and that is said once", async () => {
      ember.counters.clear();
      for (let group = 1; group <= 6; group += 1) {
        lamp.groups.set(group, new Set([1]));
        await radio.order({ ...TO_GROUP, target: { group, members: [{ ieee: LAMP, endpoint: 1 }] } });
      }
      assert.equal(ember.counters.sent.group, 6);
      assert.deepEqual(errorsOf(all), []);
      assert.equal(radio.log.filter((line) => /hears no more than 5 groups/.test(line)).length, 1);
    });

    await t.test("busy for a moment: the order succeeds", async () => {
      ember.busy(2);
      assert.deepEqual(await radio.order(ON), { state: { state: "ON" } });
    });

    await t.test("a frame that is too long is refused with a sentence, and the next one goes out", async () => {
      for (const length of [100, 250]) {
        const values = { 16: "x".repeat(length) };
        const long = { do: "write", target: { ieee: LAMP, endpoint: 1 }, cluster: 0, values } as const;
        await assert.rejects(radio.order(long), { code: "invalid" }, `${length} bytes`);
      }
      await radio.order(OFF);
    });

    await t.test("notices without a question do no harm", async () => {
      radio.forget();
      const told: readonly (readonly [id: number, parameters: Buffer])[] = [
        [0x23, write().u8(0, 1).u16(7).ieee(LAMP).u8(4).done()], // a child joined
        [0x7c, write().u16(7).done()], // two have one address
        [0x59, write().u16(7).ieee(LAMP).u8(200, 200, 1).u16(9).done()], // a route
        [0x80, write().u8(0xa9).u16(7).done()], // a route that broke
        [0xc4, write().u8(0x0c).u16(7).done()],
        [0x7d, write().u16(7).ieee(LAMP).u8(3).done()], // a concentrator gathers routes
        [0x9b, write().ieee(LAMP).u8(1).done()], // a key was agreed on
        [0x6e, Buffer.of(1)],
        [0xf2, Buffer.of(3)], // a counter began anew
        [0x48, Buffer.of(11, 0xa1)],
        [0x1c, Buffer.of(11, 0)],
      ];
      for (let round = 0; round < 100; round += 1)
        for (const [id, parameters] of told) ember.firmware.tell(id, parameters);
      assert.deepEqual(await radio.order(OFF), { state: { state: "OFF" } });
      assert.deepEqual(
        radio.events.map(({ kind }) => kind).filter((kind) => !["seen", "payload", "deliveries"].includes(kind)),
        [],
      );
    });

    await t.test("frames that are lost, doubled or refused on its line cost nothing", async () => {
      for (const fault of ["lostAcks", "doubledFrames", "refusals"] as const) {
        Object.assign(ember.firmware.line.faults, { lostAcks: 0, doubledFrames: 0, refusals: 0, [fault]: 3 });
        for (const order of [ON, OFF]) await radio.order(order);
      }
      ember.firmware.tell(0x19, Buffer.of(0x9c), 0x01); // it says that something was lost
      await radio.order(ON);
    });

    await t.test(`${ROUNDS} backups while the network closes are sound`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await radio.ask({ type: "permit", seconds: 5 });
        await Promise.all([radio.ask({ type: "permit", seconds: 0 }), radio.ask({ type: "backup" })]);
        const { coordinator_ieee: ieee } = JSON.parse(
          readFileSync(join(all.folder, "coordinator_backup.json"), "utf8"),
        );
        assert.ok(!/^(f|0){16}$/.test(ieee), ieee);
      }
    });
  });

  test("each way of failing is told in one sentence, and the next process finds it well", async (t) => {
    const all = await withLamp(t);
    const { ember } = all;
    const fails: readonly (readonly [what: string, fail: () => void, sentence: RegExp])[] = [
      ["its watchdog starts it anew", () => ember.reboot(), /the connection was lost/],
      ["it gives its line up", () => ember.firmware.fail(), /the connection was lost/],
      ["it leaves its network", () => ember.firmware.loseNetwork(), /has left its network/],
      ["an answer is cut off", () => ember.firmware.tell(0x19, Buffer.of(0x90), 0x02), /the connection was lost/],
    ];
    let { radio } = all;
    for (const [what, fail, sentence] of fails) {
      await radio.order(ON);
      fail();
      const { reason } = await radio.heard("down");
      assert.match(reason, sentence, what);
      assert.equal(await radio.ended, 0);
      radio = await all.again();
    }
    assert.deepEqual(await radio.order(OFF), { state: { state: "OFF" } });
  });

  test("it sends with the power that is set, and a stick that has it is left alone", async (t) => {
    const all = await withLamp(t);
    assert.equal(all.ember.firmware.power, 5);
    await all.radio.stop();
    const radio = await all.again({ power: 12 });
    assert.equal(all.ember.firmware.power, 12);
    await radio.order(ON);
  });

  test("touchlink after a change of the channel comes back to the new one", async (t) => {
    const all = await withLamp(t);
    await all.radio.stop();
    const radio = await all.again({ channel: 20 });
    assert.equal(all.ember.channel, 20);
    assert.deepEqual(await radio.order(ON), { state: { state: "ON" } });
    const scan = radio.ask({ type: "touchlink", job: { do: "scan" } });
    const waiting = radio.order(OFF, 30_000);
    await scan;
    assert.deepEqual(await waiting, { state: { state: "OFF" } });
  });
});
