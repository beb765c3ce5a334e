/** Lights are asked how they are where no report would come: gently, one after the other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RadioError } from "../../../src/model/radio/orders.ts";
import { type FakeHouse, house, settle } from "../../support/fakes.ts";
import { LAMP, lamp, MOTION, motion } from "../home.ts";

const lamps = Array.from({ length: 6 }, (_, at) => lamp(`0x001788010203cc0${at}`));
const step = async ({ clock }: FakeHouse, milliseconds: number) => {
  clock.advance(milliseconds / 1000);
  await settle();
};

test("when the radio is up, each light is asked once, a quarter of a second apart; sleepers are not", async () => {
  const home = await house();
  home.radio.rise([...lamps, motion(MOTION), lamp(LAMP, { sleepy: true })]);
  await settle();
  assert.equal(home.radio.orders.length, 1);
  await step(home, 200);
  assert.equal(home.radio.orders.length, 1);
  for (let round = 0; round < 20; round += 1) await step(home, 250);
  assert.deepEqual(
    home.radio.orders.map((order) => order.do === "get" && "ieee" in order.target && order.target.ieee),
    lamps.map(({ ieee }) => ieee),
  );
  await home.stop();
});

test("a light that does not answer keeps no other waiting, and is not called unreachable for that", async () => {
  const home = await house();
  home.radio.rise(lamps.slice(0, 2));
  for (const { ieee } of lamps.slice(0, 2)) home.radio.tell({ kind: "seen", ieee, linkquality: 1 });
  home.radio.answer = () => {
    throw new RadioError("unreachable", "no answer");
  };
  for (let round = 0; round < 8; round += 1) await step(home, 250);
  assert.equal(home.radio.orders.length, 2);
  assert.deepEqual(
    home.store.list("/lights").map(({ state }) => state.reachable),
    [true, true],
  );
  await home.stop();
});

test("when the radio is down, no light is asked any more", async () => {
  const home = await house();
  home.radio.rise(lamps);
  await settle();
  home.radio.tell({ kind: "down", reason: "it was pulled out" });
  for (let round = 0; round < 20; round += 1) await step(home, 250);
  assert.equal(home.radio.orders.length, 1);
  await home.stop();
});

test("a light that left meanwhile is not asked, and after the end nothing is left waiting", async () => {
  const home = await house();
  home.radio.rise(lamps);
  for (const { ieee } of lamps) home.radio.tell({ kind: "left", ieee });
  for (let round = 0; round < 20; round += 1) await step(home, 250);
  assert.equal(home.radio.orders.length, 1);
  home.radio.rise(lamps);
  for (const { ieee } of lamps) home.radio.tell({ kind: "announced", ieee });
  await settle();
  await home.stop();
  assert.equal(home.clock.pending, 0);
});

test("a light that the converters do not know is asked in the words of the standard", async () => {
  const { definition: _, ...stranger } = lamp();
  const home = await house();
  home.radio.rise([{ ...stranger, colorcapabilities: 8 }]);
  await settle();
  const target = { ieee: LAMP, endpoint: 1 };
  assert.deepEqual(home.radio.orders, [
    { do: "read", target, cluster: "genOnOff", attributes: ["onOff"] },
    { do: "read", target, cluster: "genLevelCtrl", attributes: ["currentLevel"] },
    { do: "read", target, cluster: "lightingColorCtrl", attributes: ["currentX", "currentY", "colorMode"] },
  ]);
  await home.stop();
});

test("of several lamps that come together each is read, though more becomes known of them while they wait", async () => {
  const home = await house();
  home.radio.rise();
  for (const { ieee } of lamps) home.radio.tell({ kind: "joined", ieee });
  for (const each of lamps) home.radio.tell({ kind: "device", device: each });
  for (const each of lamps) home.radio.tell({ kind: "device", device: { ...each, swversion: "2.0" } }); // once it is set up
  for (let round = 0; round < 20; round += 1) await step(home, 250);
  assert.deepEqual(
    home.radio.orders.flatMap((order) => (order.do === "get" && "ieee" in order.target ? order.target.ieee : [])),
    lamps.map(({ ieee }) => ieee),
  );
  await home.stop();
});

test("a lamp that gets its power back while the network is open is read, though it is told of anew meanwhile", async () => {
  const home = await house();
  home.radio.rise([lamp()]);
  await step(home, 250);
  await home.ask("PUT", "/config", { permitjoin: 60 });
  home.radio.orders.length = 0;
  home.radio.tell({ kind: "announced", ieee: LAMP });
  await settle(); // the network is opened: the lamp is described anew
  home.radio.tell({ kind: "device", device: lamp(LAMP, { swversion: "2.0" }) });
  for (let round = 0; round < 16; round += 1) await step(home, 250);
  assert.deepEqual(
    home.radio.orders.map((order) => order.do),
    ["get"],
  );
  await home.stop();
});

test("a lamp that has not told how it is is asked again when the first answer is lost, but not for ever", async () => {
  const home = await house();
  home.radio.answer = () => {
    throw new RadioError("timeout", "no answer");
  };
  home.radio.rise([lamp()]);
  for (let round = 0; round < 240; round += 1) await step(home, 250);
  assert.equal(home.radio.orders.filter((order) => order.do === "get").length, 3);
  await home.stop();
});

test("a lamp that lets us wait keeps the others waiting no longer than a second", async () => {
  const home = await house();
  home.radio.answer = () => new Promise(() => {});
  home.radio.rise(lamps);
  for (let round = 0; round < 32; round += 1) await step(home, 250);
  assert.equal(home.radio.orders.length, lamps.length);
  await home.stop();
});

test("50 lights that join within a minute are all read within 30 s, the last as soon as the first", async () => {
  const home = await house();
  const many = Array.from({ length: 50 }, (_, at) => lamp(`0x00178801020400${at.toString(16).padStart(2, "0")}`));
  const joined = new Map<string, number>();
  const took: number[] = [];
  let answered = 0;
  home.radio.answer = (order) =>
    new Promise((resolve, reject) => {
      if (order.do !== "get" || !("ieee" in order.target)) return resolve({});
      const { ieee } = order.target;
      answered += 1;
      const isLost = answered % 7 === 0;
      home.clock.after(isLost ? 7_000 : 300, () => {
        if (isLost) return reject(new RadioError("timeout", "no answer"));
        took.push(home.clock.uptime() - (joined.get(ieee) ?? 0));
        home.radio.tell({ kind: "payload", ieee, endpoint: 1, payload: { state: "ON", brightness: 9 } });
        resolve({});
      });
    });
  home.radio.rise();
  for (const device of many) {
    const { ieee } = device;
    joined.set(ieee, home.clock.uptime());
    home.radio.tell({ kind: "joined", ieee });
    home.radio.tell({ kind: "device", device });
    home.clock.after(2_000, () => home.radio.tell({ kind: "device", device: { ...device, swversion: "2.0" } }));
    for (let quarter = 0; quarter < 12; quarter += 1) await step(home, 100);
  }
  for (let round = 0; round < 120; round += 1) await step(home, 250);
  const unread = home.store.list("/lights").filter(({ state }) => state.on !== true || typeof state.bri !== "number");
  assert.deepEqual(unread, []);
  assert.ok(Math.max(...took) <= 30_000, `${Math.max(...took)} ms`);
  await home.stop();
});
