/** Lights on their way: reports of levels that they only pass do not replace the desired one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Order, RadioError } from "../../../src/model/radio/orders.ts";
import type { Values } from "../../../src/model/resource.ts";
import { type FakeHouse, fakeClock, house, settle } from "../../support/fakes.ts";
import { LAMP, lamp, whiteByColor } from "../home.ts";

const ADDRESS = "/lights/1";

/** A house with a lamp that is at 100 and well. */
async function withLamp(first: Values = { state: "ON" }, clock = fakeClock(), facts = lamp()): Promise<FakeHouse> {
  const home = await house({ clock });
  home.radio.rise([facts]);
  says(home, { brightness: 100, color_temp: 300, color_mode: "color_temp", ...first });
  for (let round = 0; round < 3; round += 1) await passes(home, 1);
  home.radio.orders.length = 0;
  home.heard.length = 0;
  return home;
}

function says({ radio }: FakeHouse, payload: Values): void {
  radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload });
}

async function passes({ clock }: FakeHouse, seconds: number): Promise<void> {
  clock.advance(seconds);
  await settle();
}

const stateOf = ({ store }: FakeHouse): Values => store.get(ADDRESS)?.state ?? {};
const asked = ({ radio }: FakeHouse) => radio.orders.filter((order) => order.do === "get").length;
/** All levels that anybody heard of, in their order. */
const levels = ({ heard }: FakeHouse) =>
  heard
    .filter(({ resource, values }) => resource.address === ADDRESS && "bri" in values)
    .map(({ values }) => values.bri);

async function told(home: FakeHouse, body: Values): Promise<void> {
  await home.ask("PUT", `${ADDRESS}/state`, body);
  await settle();
}

test("the levels that a light passes are not told, and where it arrives is", async () => {
  const home = await withLamp();
  await told(home, { bri: 200, transitiontime: 20 });
  for (const brightness of [100, 140, 190]) {
    says(home, { brightness });
    assert.equal(stateOf(home).bri, 200);
    await passes(home, 0.6);
  }
  says(home, { brightness: 200 });
  await passes(home, 10);
  assert.deepEqual(levels(home), [200]);
  assert.equal(asked(home), 0, "it has told by itself that it is there");
  await home.stop();
});

test("a timer may be early by a part of a millisecond", async () => {
  const clock = fakeClock();
  const home = await withLamp(undefined, { ...clock, uptime: () => clock.uptime() * 0.9999 });
  await told(home, { bri: 200, transitiontime: 10 });
  says(home, { brightness: 140 });
  for (let round = 0; round < 4; round += 1) await passes(home, 0.5);
  says(home, { brightness: 200 });
  await passes(home, 10);
  assert.deepEqual(levels(home), [200]);
  await home.stop();
});

test("a light that stays silent at the end is asked; its answer counts", async () => {
  const home = await withLamp();
  await told(home, { bri: 200, transitiontime: 20 });
  says(home, { brightness: 140 });
  await passes(home, 2.5);
  assert.equal(asked(home), 0);
  await passes(home, 0.5);
  assert.equal(asked(home), 1);
  assert.equal(stateOf(home).bri, 200);
  says(home, { brightness: 198 });
  assert.equal(stateOf(home).bri, 198);
  await passes(home, 10);
  assert.deepEqual(levels(home), [200, 198]);
  await home.stop();
});

for (const [how, answer] of [
  ["cannot be asked", () => Promise.reject(new RadioError("unreachable", "no answer"))],
  ["answers nothing", () => ({})],
] as const) {
  test(`where it ${how}, its last report is the truth`, async () => {
    const home = await withLamp();
    await told(home, { bri: 200 });
    says(home, { brightness: 140 });
    says(home, { brightness: 150 });
    home.radio.answer = answer;
    await passes(home, 1.4);
    assert.equal(stateOf(home).bri, 200);
    await passes(home, 1);
    assert.equal(stateOf(home).bri, 150);
    await home.stop();
  });
}

test("a light that is turned down once it has arrived is heard at once", async () => {
  const home = await withLamp();
  await told(home, { bri: 200, transitiontime: 4 });
  await passes(home, 0.9);
  says(home, { brightness: 20 });
  assert.equal(stateOf(home).bri, 20);
  await home.stop();
});

test("switched off at the wall while it goes on: that is never held back, nor its later reports", async () => {
  const home = await withLamp({ state: "OFF" });
  await told(home, { on: true, bri: 200, transitiontime: 50 });
  says(home, { brightness: 30 });
  assert.deepEqual([stateOf(home).on, stateOf(home).bri], [true, 200]);
  says(home, { state: "OFF" });
  assert.deepEqual([stateOf(home).on, stateOf(home).bri], [false, 30]);
  says(home, { brightness: 31 });
  assert.equal(stateOf(home).bri, 31);
  await home.stop();
});

test("while it does not have the word yet, that it is still off is no news", async () => {
  const home = await withLamp({ state: "OFF" });
  let answer = () => {};
  home.radio.answer = (order: Order) =>
    order.do === "set" ? new Promise((resolve) => (answer = () => resolve({}))) : {};
  await told(home, { on: true });
  says(home, { state: "OFF", brightness: 1 });
  assert.deepEqual([stateOf(home).on, stateOf(home).bri], [true, 100]);
  answer();
  await settle();
  says(home, { state: "ON", brightness: 100 });
  await passes(home, 10);
  assert.deepEqual([stateOf(home).on, stateOf(home).bri], [true, 100]);
  assert.equal(asked(home), 0);
  await home.stop();
});

test("it fades out: that it is still on, and ever darker, is no news; that it is on again is, soon", async () => {
  const home = await withLamp();
  await told(home, { on: false, transitiontime: 10 });
  for (const brightness of [70, 30, 1]) says(home, { state: "ON", brightness });
  assert.deepEqual([stateOf(home).on, stateOf(home).bri], [false, 100]);
  await passes(home, 1.5);
  says(home, { state: "ON" });
  assert.equal(stateOf(home).on, true);
  await home.stop();
});

test("a light that takes minutes is followed after ten seconds, and asked at the end", async () => {
  const home = await withLamp();
  await told(home, { bri: 200, transitiontime: 600 });
  says(home, { brightness: 105 });
  await passes(home, 9.9);
  assert.equal(stateOf(home).bri, 200);
  await passes(home, 0.1);
  assert.equal(stateOf(home).bri, 105);
  says(home, { brightness: 110 });
  assert.equal(stateOf(home).bri, 110);
  assert.equal(asked(home), 0);
  await passes(home, 51);
  assert.equal(asked(home), 1);
  await home.stop();
});

test("told anew while it takes minutes, it is asked when it must be there, not when it would have been", async () => {
  const home = await withLamp();
  await told(home, { bri: 200, transitiontime: 6000 });
  await passes(home, 1);
  await told(home, { bri: 50, transitiontime: 20 });
  says(home, { brightness: 80 });
  await passes(home, 3.1);
  assert.equal(asked(home), 1);
  says(home, { brightness: 50 });
  await passes(home, 600);
  assert.equal(asked(home), 1, "and no more: it goes nowhere");
  await told(home, { bri: 200, transitiontime: 6000 });
  await told(home, { ct: 200, transitiontime: 20 });
  await passes(home, 20);
  assert.equal(asked(home), 1, "a color does not end the way to a level");
  await passes(home, 600);
  assert.equal(asked(home), 2);
  await home.stop();
});

test("a command that is refused ends at once, and the light's report meanwhile counts", async () => {
  const home = await withLamp();
  let fail = () => {};
  home.radio.answer = () => new Promise((_, reject) => (fail = () => reject(new RadioError("refused", "no"))));
  await told(home, { bri: 200 });
  says(home, { brightness: 55 });
  assert.equal(stateOf(home).bri, 200);
  fail();
  await settle();
  assert.equal(stateOf(home).bri, 55);
  await home.stop();
});

test("a slider that is moved: only the last place counts, however often it was passed", async () => {
  const home = await withLamp();
  for (const bri of [20, 60, 120]) {
    await told(home, { bri });
    says(home, { brightness: bri - 5 });
    await passes(home, 0.3);
  }
  says(home, { brightness: 120 });
  await passes(home, 10);
  assert.deepEqual(levels(home), [20, 60, 120]);
  assert.equal(asked(home), 0);
  await home.stop();
});

test("a light that counts in steps of its own has arrived where it is as near as it can be", async () => {
  const home = await withLamp();
  await told(home, { bri: 200, transitiontime: 20 });
  says(home, { brightness: 198 });
  assert.equal(stateOf(home).bri, 200);
  says(home, { brightness: 199 });
  assert.equal(stateOf(home).bri, 199);
  await passes(home, 10);
  await told(home, { xy: [0.2, 0.2], transitiontime: 20 });
  says(home, { color: { x: 0.2, y: 0.21 } });
  assert.deepEqual(stateOf(home).xy, [0.2, 0.2]);
  says(home, { color: { x: 0.2003, y: 0.1998 } });
  assert.deepEqual(stateOf(home).xy, [0.2003, 0.1998]);
  await passes(home, 10);
  assert.equal(asked(home), 0);
  await home.stop();
});

test("a color on its way is told in other words, too, and those are held back with it", async () => {
  const home = await withLamp();
  await told(home, { xy: [0.2, 0.2], transitiontime: 20 });
  says(home, { color: { x: 0.4, y: 0.4 }, color_temp: 280 });
  assert.deepEqual([stateOf(home).xy, stateOf(home).ct], [[0.2, 0.2], 300]);
  says(home, { color: { x: 0.2, y: 0.2 }, color_temp: 160 });
  assert.deepEqual([stateOf(home).xy, stateOf(home).ct], [[0.2, 0.2], 160]);
  await passes(home, 10);
  assert.equal(asked(home), 0);
  await home.stop();
});

test("members of a group on their way are no different", async () => {
  const home = await withLamp();
  await home.ask("POST", "/groups", { name: "All" });
  await home.ask("PUT", "/groups/1", { lights: ["1"] });
  await passes(home, 5);
  home.heard.length = 0;
  await home.ask("PUT", "/groups/1/action", { bri: 200, transitiontime: 10 });
  await settle();
  says(home, { brightness: 140 });
  assert.equal(stateOf(home).bri, 200);
  await passes(home, 2.5);
  says(home, { brightness: 200 });
  await passes(home, 5);
  assert.deepEqual(levels(home), [200]);
  await home.stop();
});

test("other members are told at once, and nothing is left waiting at the end", async () => {
  const home = await withLamp();
  await told(home, { bri: 200, transitiontime: 50 });
  says(home, { brightness: 140, color_temp: 250 });
  assert.deepEqual([stateOf(home).bri, stateOf(home).ct], [200, 250]);
  await home.stop();
  assert.equal(home.clock.pending, 0);
});

const colored = (x: number, y: number, ct: number) => ({
  ...{ color: { x, y }, color_mode: "xy", color_temp: ct }, // the nearest white, as the converters reckon it
});
const whites = ({ heard }: FakeHouse) =>
  heard.flatMap(({ resource, values }) =>
    resource.address === ADDRESS && ("colormode" in values || "ct" in values) ? [[values.colormode, values.ct]] : [],
  );

for (const [how, body] of [
  ["at once", { ct: 455 }],
  ["in two seconds", { ct: 455, transitiontime: 20 }],
] as const) {
  test(`a lamp that shows the color of a white has that white, and no color: ${how}`, async () => {
    const home = await withLamp(undefined, undefined, whiteByColor());
    await told(home, body);
    says(home, colored(0.46, 0.41, 370));
    says(home, colored(0.4901, 0.4158, 420));
    await passes(home, 0.3);
    says(home, colored(0.5066, 0.4152, 457));
    for (let round = 0; round < 5; round += 1) await passes(home, 1);
    says(home, colored(0.5066, 0.4152, 457));
    assert.deepEqual([stateOf(home).colormode, stateOf(home).ct, stateOf(home).xy], ["ct", 455, [0.5066, 0.4152]]);
    assert.deepEqual(whites(home), [[undefined, 455]], "it was a white before");
    await home.stop();
  });
}

test("such a lamp that shows another color has that color, and one that knows whites has the color that it reports", async () => {
  for (const [facts, spot] of [
    [whiteByColor(), [0.2, 0.3]],
    [lamp(), [0.5066, 0.4152]],
  ] as const) {
    const home = await withLamp(undefined, undefined, facts);
    await told(home, { ct: 455, transitiontime: 0 });
    await passes(home, 5);
    says(home, colored(spot[0], spot[1], 457));
    await passes(home, 5);
    assert.deepEqual([stateOf(home).colormode, stateOf(home).xy], ["xy", spot]);
    await home.stop();
  }
});
