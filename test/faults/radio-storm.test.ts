/** More frames than a house ever sends at once: announces, joins, and a sensor that never stops (fault 13). Other devices are served. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { obeys, until, withLamp } from "../support/radio-gateway.ts";
import { testStation } from "../support/virtual.ts";

const MANY = process.env.LONG ? 200 : 120;
const PER_SECOND = 500;
const SECONDS = process.env.LONG ? 6 : 3;
const CHATTER = "0x00158d00000000cc";
const MORE = 64 * 1024 * 1024; // bytes that the gateway may have more after the chatter than before

test(`${MANY} devices join at once, and all announce themselves within a second: all are there, a lamp obeys, also after a restart`, {
  timeout: 300_000,
}, async (t) => {
  const lamp = await withLamp(t);
  const { stage } = lamp;
  const all = await stage.move(...new Array<string>(MANY).fill("dimmable light"));
  assert.equal(all.length, MANY);
  assert.equal(Object.keys(await stage.get("/lights")).length, MANY + 1);
  stage.forget();
  for (const ieee of all) stage.house.apply(ieee, { announce: true });
  const heard = () => new Set(stage.events.flatMap((one) => (one.kind === "announced" ? [one.ieee] : [])));
  await until(
    () => heard().size === MANY,
    () => `${heard().size} announces`,
  );
  await obeys(lamp);
  assert.ok(stage.radio.up);

  await stage.radio.stop();
  stage.forget();
  await stage.radio.start();
  await stage.up();
  const pieces = stage.events.flatMap((one) => (one.kind === "devices" || one.kind === "up" ? [one.devices] : []));
  assert.ok(pieces.length > 5 && pieces.every(({ length }) => length <= 20), "they are told of piece by piece");
  assert.deepEqual(new Set(pieces.flat().map(({ ieee }) => ieee)), new Set([...all, lamp.ieee]));
  const lights = Object.values((await stage.get("/lights")) as Record<string, { state: { reachable: boolean } }>);
  assert.equal(lights.filter(({ state }) => state.reachable).length, MANY + 1);
  await obeys(lamp);
  assert.deepEqual(stage.errors, []);
});

test(`a sensor that says ${PER_SECOND} reports in each second: a lamp obeys, and nothing grows`, async (t) => {
  const lamp = await withLamp(t);
  const { stage } = lamp;
  const chatter = testStation({ ieee: CHATTER });
  await stage.letIn(chatter);
  let said = 0;
  const chat = setInterval(() => {
    for (let one = 0; one < PER_SECOND / 50; one += 1) {
      said += 1;
      const bytes = Buffer.of(0x18, said & 0xff, 0x0a, 0, 0, 0x10, said & 1);
      const frame = { to: { address: 0, endpoint: 1 }, endpoint: 1, profile: 0x0104, cluster: 6, bytes } as const;
      chatter.air?.send(frame);
    }
  }, 20);
  t.after(() => clearInterval(chat));
  await until(
    () => said >= PER_SECOND,
    () => "it chats",
  );
  stage.forget();
  const before = process.memoryUsage().heapUsed;
  const lines = stage.log.length;
  await until(
    async () => {
      await obeys(lamp);
      stage.forget();
      return said >= PER_SECOND * SECONDS;
    },
    () => "it has chatted",
  );
  clearInterval(chat);
  assert.ok(process.memoryUsage().heapUsed - before < MORE);
  assert.ok(stage.log.length - lines < 100, stage.log.slice(lines).join("\n").slice(0, 500));
  assert.deepEqual(stage.errors, []);
  await obeys(lamp);
});
