/** Dead devices do not hold up those that live: ratios, so that a slow machine is as good as a fast one. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openHouse, type RadioHouse } from "../../../support/radio-house.ts";

const DEAD = 20;
const MOST_MORE = 400; // milliseconds; without all this it is more than 15,000

let house: RadioHouse;
let dead: readonly string[];
let living: string;

before(async () => {
  house = await openHouse();
  living = house.of("extended color light");
  await house.radio.ask({ type: "permit", seconds: 250 });
  const { added } = await house.apply(undefined, { add: { profile: "dimmable hue light", count: DEAD } });
  dead = added as string[];
  for (const ieee of dead) await house.radio.heard("device", ({ device }) => device.ieee === ieee);
  await house.radio.ask({ type: "permit", seconds: 0 });
  for (const ieee of dead) await house.radio.order({ do: "configure", target: { ieee } }).catch(() => {}); // it is over then
});
after(() => house.close());

for (const reach of process.env.LONG ? ["no-ack", "no-response"] : ["no-response"]) {
  test(`a lamp beside ${DEAD} that are dead (${reach})`, async (t) => {
    for (const ieee of dead) await house.apply(ieee, { reach });
    t.after(async () => {
      for (const ieee of dead) await house.apply(ieee, { reach: "ok" });
      for (const ieee of dead) await set(ieee, 60_000);
    });
    const failures = dead.map((ieee) =>
      set(ieee, 3000).then(
        () => "ok",
        ({ code }) => code,
      ),
    );
    const took: number[] = [];
    for (let time = 0; time < 20; time += 1) {
      const asked = performance.now();
      await set(living, 60_000);
      took.push(performance.now() - asked);
    }
    const codes = await Promise.all(failures);
    const [, most = 0] = took.toSorted((one, other) => other - one);
    assert.ok(most < MOST_MORE, `95 of 100 are in time: ${took.map(Math.round)} ms`);
    assert.deepEqual([...new Set(codes)], ["timeout"]);

    // From now on they are asked only briefly, and not looked for.
    const again = await Promise.all(
      dead.map((ieee) =>
        set(ieee, 4000).then(
          () => "ok",
          ({ code }) => code,
        ),
      ),
    );
    assert.ok(
      again.every((code) => code === "unreachable" || code === "timeout"),
      String(again),
    );
    const asked = performance.now();
    await assert.rejects(set(dead.at(-1) ?? "", 60_000));
    assert.ok(performance.now() - asked < 9000, "herdsman alone would wait for 10 s and more");
  });
}

test("a lost answer is asked for once more, and the order succeeds; a step is not made twice", async () => {
  const ieee = house.of("dimmable light");
  const { endpoints } = await house.station(ieee);
  const endpoint = Number(Object.keys(endpoints)[0]);
  const target = { ieee, endpoint };
  const order = { do: "set", target, values: { state: "OFF" } } as const;
  await house.radio.order(order);
  await house.apply(ieee, { reach: "no-response" });
  const asked = house.radio.order({ ...order, values: { state: "ON" } }, 10_000);
  await pause(1000);
  await house.apply(ieee, { reach: "ok" });
  await asked;
  assert.equal((await house.station(ieee)).endpoints[endpoint]?.genOnOff?.onOff, 1);

  await house.apply(ieee, { reach: "no-response" });
  const toggle = { do: "command", target, cluster: "genOnOff", command: "toggle", payload: {} } as const;
  const refused = assert.rejects(house.radio.order(toggle, 7000), { code: "timeout" });
  await pause(1000);
  await house.apply(ieee, { reach: "ok" });
  await refused;
  assert.equal((await house.station(ieee)).endpoints[endpoint]?.genOnOff?.onOff, 1, "it was heard never, not twice");
});

test("an order that waited for its turn until it failed is not done later", async () => {
  const [ieee = ""] = dead;
  await set(ieee, 60_000, "OFF");
  await house.apply(ieee, { reach: "no-response" });
  const first = house.radio.order({ do: "ping", target: { ieee } }, 60_000).catch(({ code }) => code);
  await assert.rejects(set(ieee, 300), { code: "timeout" });
  await house.apply(ieee, { reach: "ok" });
  await first;
  await house.radio.order({ do: "ping", target: { ieee } }, 60_000);
  const { endpoints } = await house.station(ieee);
  assert.equal(endpoints[11]?.genOnOff?.onOff, 0);
});

test("a device that sleeps is said to sleep", async () => {
  const ieee = house.of("motion sensor");
  const target = { ieee, endpoint: 2 };
  const order = { do: "read", target, cluster: "msOccupancySensing", attributes: ["occupancy"] } as const;
  assert.equal((await house.radio.order(order)).values.occupancy, 0);
  await house.apply(ieee, { awake: 0 });
  await pause(1500); // it listens for a moment after it has spoken
  await assert.rejects(house.radio.order(order, 2000), { code: "asleep" });
});

test("a frame that herdsman keeps for a sleeper is not sent when it wakes up, if the order has failed", {
  skip: !process.env.LONG, // it looks for the device for a long time before it keeps it
}, async () => {
  const ieee = house.of("water sensor");
  const interval = async () => (await house.station(ieee)).endpoints[1]?.genPollCtrl?.checkinInterval;
  const before = await interval();
  await house.apply(ieee, { awake: 0 });
  await pause(1500);
  const target = { ieee, endpoint: 1 };
  const order = { do: "write", target, cluster: "genPollCtrl", values: { checkinInterval: 4000 } } as const;
  await assert.rejects(house.radio.order(order, 25_000), { code: "asleep" });
  house.radio.forget();
  await house.apply(ieee, { awake: 20 });
  await house.apply(ieee, { checkin: true });
  await house.radio.heard("payload", ({ raw }) => raw?.type === "commandCheckin");
  await pause(1500);
  assert.equal(await interval(), before);
});

function set(ieee: string, deadline: number, state = "ON") {
  return house.radio.order({ do: "set", target: { ieee, endpoint: 11 }, values: { state } }, deadline);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
