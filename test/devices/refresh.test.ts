/** Lights are asked how they are where nobody would tell: gently, one after the other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RadioError } from "../../src/model/radio.ts";
import { type FakeHouse, house, settle } from "../support/fakes.ts";
import { LAMP, lamp, MOTION, motion } from "./home.ts";

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

test("a light that does not answer keeps nobody waiting, and is not called unreachable for that", async () => {
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

test("when the radio is down, nobody is asked any more", async () => {
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
  const { knowledge: _, ...stranger } = lamp();
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
