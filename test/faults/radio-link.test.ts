/** The link to the stick breaks, stays away, and comes back as another one: the gateway answers, and the house goes on (fault 9). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hasPorts } from "../support/pty.ts";
import {
  ended,
  type Lamp,
  obeys,
  type RadioGateway,
  radioPid,
  until,
  type Way,
  withLamp,
} from "../support/radio-gateway.ts";
import { plugIn, STICK } from "../support/stick.ts";

const NOT_CONNECTED = 901; // an error's type
const HALF_A_FRAME = Buffer.from("fe054480", "hex");
const OTHER = { panid: 0x2b3c, extendedpanid: [8, 7, 6, 5, 4, 3, 2, 1], networkKey: new Array<number>(16).fill(7) };

const dropped = async (lamp: Lamp, way: Way) => {
  const { stage, address } = lamp;
  const { house, errors } = stage;
  const wishes = Array.from({ length: 20 }, (_, at) => stage.ask("PUT", `${address}/state`, { bri: 10 + at }));
  const orders = Array.from({ length: 20 }, () => ended(lamp));
  house.stick.garbage(HALF_A_FRAME);
  if (way === "tcp") house.stick.dropLink();
  else await stage.unplug();
  for (const { status } of await Promise.all(wishes)) assert.ok([200, 503].includes(status), `${status}`);
  await Promise.all(orders);
  await isDown(stage);
  await refuses(stage, address);
  if (way === "serial") await stage.plug();
  await stage.up();
  await obeys(lamp);
  assert.deepEqual(errors, []);
};
const DROPPED = "dropped amid a frame and amid orders: each order ends, and the link is made again";

test("over serial", { skip: !hasPorts && "only Linux has these ports" }, async (t) => {
  const lamp = await withLamp(t, { way: "serial" });
  await t.test(DROPPED, () => dropped(lamp, "serial"));
});

test("over tcp", async (t) => {
  const lamp = await withLamp(t);
  const { stage, address } = lamp;
  const { house } = stage;
  await t.test(DROPPED, () => dropped(lamp, "tcp"));

  await t.test("gone for long: it is tried again and again, said once, and all is well when it is back", async () => {
    const log = from(stage.log);
    stage.hurry(4);
    house.stick.refuse(true);
    await isDown(stage);
    const tried = new Set<number>();
    await until(
      () => tried.add(radioPid() ?? 0).size > 3, // also the time between two attempts
      () => `tried again and again: ${tried.size}`,
    );
    const losses = log().filter((line) => /connection/.test(line) && line.startsWith("radio:"));
    assert.ok(losses.length <= 2, losses.join("\n")); // lost, and why it cannot be had again
    await refuses(stage, address);
    house.stick.refuse(false);
    await stage.up();
    await obeys(lamp);
  });

  await t.test("a silent stick is said to be one; the house comes back when it speaks", async () => {
    const log = from(stage.log);
    stage.hurry(4);
    house.stick.mute(true);
    const order = ended(lamp);
    house.stick.dropLink();
    await order;
    await until(
      () => log().some((line) => line.includes(`does not answer as ${STICK}`)),
      () => log().join("\n"),
    );
    await refuses(stage, address);
    house.stick.mute(false);
    await stage.up();
    await obeys(lamp);
  });
});

const STICKS = {
  "a blank stick": { ieee: "0x00124b00000000ff" },
  "a stick of another network": { preformed: { ...OTHER, channel: 20, ieee: "0x00124b00000000ee" } },
} as const;

for (const [what, stick] of Object.entries(STICKS)) {
  test(`${what} in its place: it is given the network and its devices`, async (t) => {
    const lamp = await withLamp(t);
    const { stage, address } = lamp;
    const { port, air } = stage.house;
    const { panid, extendedpanid, channel } = stage.radio.network ?? assert.fail();
    await stage.radio.backup();
    stage.hurry(4);
    await stage.house.stick.close();
    await isDown(stage);
    await refuses(stage, address);
    const other = await plugIn({ network: air, port, ...stick });
    t.after(() => other.close());
    await stage.up();
    const now = stage.radio.network;
    assert.deepEqual([now?.panid, now?.extendedpanid, now?.channel], [panid, extendedpanid, channel]);
    assert.ok(stage.log.some((line) => /was given the network/.test(line)));
    await obeys(lamp);
  });
}

test("the stick comes back on another channel: it is brought home", async (t) => {
  const lamp = await withLamp(t);
  const { stage } = lamp;
  const { port, air, network, stick } = stage.house;
  const home = stick.channel;
  stage.hurry(4);
  await stick.close();
  await isDown(stage);
  const names = { panid: network.panID, extendedpanid: network.extendedPanID, networkKey: network.networkKey };
  const { ieee, frameCounter } = stick;
  const moved = await plugIn({ network: air, preformed: { ...names, channel: 25, ieee, frameCounter }, port });
  t.after(() => moved.close());
  await stage.up();
  assert.equal(stage.radio.network?.channel, home);
  assert.equal(moved.channel, home);
  await obeys(lamp);
});

/** The lines of the log from now on. */
function from(log: readonly string[]): () => readonly string[] {
  const { length } = log;
  return () => log.slice(length);
}

async function isDown({ radio, get, events }: RadioGateway): Promise<void> {
  await until(
    () => !radio.up && events.at(-1)?.kind === "down",
    () => "the loss is told",
  );
  const { rfconnected } = await get("/config");
  assert.equal(rfconnected, radio.up);
}

/** While the radio is away: reads are answered, writes are refused with an error. */
async function refuses({ ask, get }: RadioGateway, address: string): Promise<void> {
  const { body } = await ask("PUT", `${address}/state`, { on: true });
  const [outcome, ...more] = body as readonly Record<string, { readonly type: number }>[];
  assert.equal(outcome?.error?.type, NOT_CONNECTED, JSON.stringify(body));
  assert.equal(more.length, 0);
  await get(address);
}
