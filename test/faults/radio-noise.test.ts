/** Noise on the serial line and in the air: the gateway lives in any of it, says no error, and the next good frame counts (fault 10). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SUBSYSTEM, TYPE, toBytes } from "../../src/virtual/sticks/zstack/unpi.ts";
import { obeys, openRadioGateway, type RadioGateway, radioPid, until } from "../support/radio-gateway.ts";
import { type TestStation, testStation } from "../support/virtual.ts";

const BULB = "0x00158d0000000001";
const AMOUNT = process.env.LONG ? 1_000_000 : 8_000;
const AT_ONCE = 200; // frames until it must have caught up
const CLUSTERS = [
  0, 1, 3, 4, 5, 6, 8, 0x19, 0x20, 0x21, 0x0300, 0x0400, 0x0402, 0x0500, 0x0702, 0x0b04, 0x1000, 0xef00, 0xfc00, 0xfcc0,
];
const INCOMING = 0x81; // of AF

test("one house hears all of the noise", { timeout: process.env.LONG ? 3_600_000 : 300_000 }, async (t) => {
  const stage = await openRadioGateway(t);
  const bulb = await withBulb(stage);

  await t.test(
    "garbage, oversize, wrong checksums and cut frames on the line: the good frame behind them is heard",
    async () => {
      const { stick } = stage.house;
      const random = randomFrom(1);
      const good = toBytes({ type: TYPE.AREQ, subsystem: SUBSYSTEM.AF, command: INCOMING, data: Buffer.alloc(20) });
      const wrong = Buffer.from(good);
      wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 0x55;
      const noises = [
        Buffer.from("nobody speaks like this on a serial line\r\n"),
        Buffer.of(0xfe, 0xff, ...new Array<number>(300).fill(0xfe)), // longer than any frame
        Buffer.alloc(100_000, 0xaa),
        wrong,
        good.subarray(0, 9),
        ...Array.from({ length: 200 }, () => random.bytes(120)),
        ...Array.from({ length: 200 }, () => toBytes(randomMt(random))), // whole, and without sense
      ];
      for (const noise of noises) stick.garbage(noise);
      await hearsNow(stage, bulb);
      await survived(stage);
    },
  );

  await t.test("replayed and reordered frames change nothing that is newer, and the radio survives them", async () => {
    const reports = Array.from({ length: 40 }, (_, at) => Buffer.of(0x18, 100 + at, 0x0a, 0, 0, 0x10, at % 2));
    for (const report of [...reports, ...reports.toReversed(), ...reports]) say(bulb, 6, report);
    await hearsNow(stage, bulb);
    await survived(stage);
  });

  await t.test(
    `${AMOUNT} random frames from the air`,
    { timeout: process.env.LONG ? 3_600_000 : 300_000 },
    async () => {
      const random = randomFrom(20_261_121);
      for (let sent = 0; sent < AMOUNT; sent += AT_ONCE) {
        for (let at = 0; at < AT_ONCE; at += 1) {
          const cluster = random.of(8) === 0 ? random.of(0x10000) : (CLUSTERS[random.of(CLUSTERS.length)] ?? 0);
          say(bulb, cluster, likeZcl(random));
        }
        await hearsNow(stage, bulb);
        if (sent % 4000 !== 0) continue;
        await stage.get("/lights");
        stage.forget();
      }
      await survived(stage);
      await obeysStill(stage);
    },
  );
});

async function withBulb(stage: RadioGateway): Promise<TestStation> {
  const bulb = testStation({ ieee: BULB });
  await stage.letIn(bulb);
  return bulb;
}

let lastAsked = 0;

/** All that was said before it has been read, too: frames keep their order. */
async function hearsNow({ radio, events }: RadioGateway, bulb: TestStation): Promise<void> {
  lastAsked = (lastAsked + 1) % 60_000;
  const marker = lastAsked;
  const from = events.length;
  const report = Buffer.of(0x18, 99, 0x0a, 0x55, 0x0f, 0x21, marker & 0xff, marker >> 8); // an attribute that no device has
  say(bulb, 6, report);
  await until(
    () => {
      if (!radio.up) assert.fail("the radio went down");
      return events.slice(from).some((event) => JSON.stringify(event).includes(`"3925":${marker}`));
    },
    () => `${marker} is heard: ${JSON.stringify(events.at(-1))}`,
  );
}

async function survived(stage: RadioGateway): Promise<void> {
  assert.deepEqual(stage.errors, []);
  assert.equal(stage.events.filter(({ kind }) => kind === "down").length, 0, stage.log.join("\n"));
  assert.ok(radioPid());
  assert.ok(stage.log.length < 2000, `${stage.log.length} lines of log`);
  await stage.get("/lights");
}

async function obeysStill(stage: RadioGateway): Promise<void> {
  const [ieee = ""] = await stage.move("dimmable light");
  await obeys({ stage, ieee, address: stage.addressOf(ieee) ?? "" });
}

function say({ air }: TestStation, cluster: number, bytes: Buffer): void {
  air?.send({ to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster, bytes });
}

interface Random {
  of(most: number): number;
  bytes(most: number): Buffer;
}

/** The same numbers each time for the same seed. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const of = (most: number) => next() % most;
  return { of, bytes: (most) => Buffer.from(Array.from({ length: of(most + 1) }, () => of(256))) };
}

/** Mostly with a header that can be read, so that the rest is looked at. Its own leave is not among them. */
function likeZcl(random: Random): Buffer {
  if (random.of(10) === 0) return random.bytes(80);
  const control = [0x00, 0x01, 0x08, 0x09, 0x18, 0x19, 0x04, 0x05, 0x0d, 0x1c][random.of(10)] ?? 0;
  const maker = control & 4 ? [random.of(256), random.of(256)] : [];
  const command = random.of(3) === 0 ? random.of(256) : ([0x0a, 0x01, 0x00, 0x02, 0x40][random.of(5)] ?? 0);
  return Buffer.concat([Buffer.of(control, ...maker, random.of(256), command), random.bytes(70)]);
}

/** A notice of the stick; not that it was reset, or that a device has left. */
function randomMt(random: Random) {
  const subsystem = [SUBSYSTEM.AF, SUBSYSTEM.UTIL, SUBSYSTEM.APP_CNF, 12, 29][random.of(5)] ?? 0;
  return { type: TYPE.AREQ, subsystem, command: 0x80 + random.of(0x60), data: random.bytes(100) };
}
