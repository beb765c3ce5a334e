/** Events around the one frame that recalls a scene, which must not be undone or misjudged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Values } from "../../../src/model/resource.ts";
import { type FakeHouse, settle } from "../../support/fakes.ts";
import { endpoint, facts, lamp, MOTION, modelDefinition, motion } from "../home.ts";
import {
  honest,
  LAMPS,
  NO_SCENES,
  ONE,
  OTHER,
  pass,
  recall,
  said,
  sets,
  staying,
  turned,
  withGroup,
  withScene,
} from "./home.ts";

const bri = ({ store }: FakeHouse, light = 1) => store.get(`/lights/${light}`)?.state.bri;

test("a light that is told something else right after a recall keeps that", async () => {
  const home = await withScene();
  home.radio.answer = staying(home, ONE, { brightness: 7 });
  await recall(home);
  await home.ask("PUT", "/lights/1/state", { bri: 7 });
  home.radio.orders.length = 0;
  await pass(home, 5);
  assert.deepEqual(sets(home), []);
  assert.equal(bri(home), 7);
  assert.deepEqual(home.log.lines, []);
  await home.stop();
});

test("so does a group that is told something else, and one that a remote tells it", async () => {
  const home = await withScene([...LAMPS, motion()]);
  const ways: readonly (() => unknown)[] = [
    () => home.ask("PUT", "/groups/1/action", { bri: 7 }),
    () =>
      home.radio.tell({
        ...{ kind: "payload", ieee: MOTION, endpoint: 2, payload: {} },
        raw: { type: "commandStep", cluster: "genLevelCtrl", data: {}, group: 1, manufacturer: null },
      }),
  ];
  for (const way of ways) {
    home.radio.answer = staying(home, ONE, { brightness: 7 });
    await recall(home);
    await way();
    await settle();
    home.radio.orders.length = 0;
    await pass(home, 5);
    assert.deepEqual([sets(home), bri(home)], [[], 7]);
  }
  await home.stop();
});

test("of two recalls the second counts", async () => {
  const home = await withScene();
  await home.ask("POST", "/groups/1/scenes", { name: "B" });
  for (const light of [1, 2]) await home.ask("PUT", `/groups/1/scenes/2/lights/${light}/state`, { bri: 200 });
  await settle();
  home.radio.orders.length = 0;
  await recall(home);
  await recall(home, {}, 2);
  for (const ieee of [ONE, OTHER])
    home.radio.tell({ kind: "payload", ieee, endpoint: 1, payload: { brightness: 200 } });
  await pass(home, 5);
  assert.deepEqual(said(home), [
    [1, "recall"],
    [1, "recall"],
  ]);
  assert.deepEqual([sets(home), bri(home)], [[], 200]);
  await home.stop();
});

test("a light that takes longer is asked later", async () => {
  const home = await withScene();
  await home.ask("PUT", "/groups/1/scenes/1/lights/1/state", { transitiontime: 60 });
  await settle();
  await turned(home, ONE, { brightness: 5 });
  await recall(home);
  const asked = () =>
    home.radio.orders.flatMap((order) => (order.do === "get" && "ieee" in order.target ? order.target.ieee : []));
  await pass(home, 4);
  assert.deepEqual(asked(), [OTHER]);
  await pass(home, 5);
  assert.deepEqual(asked(), [OTHER, ONE]);
  await home.stop();
});

test("places that it only passes are not told, also of a light that goes out", async () => {
  const home = await withScene();
  await home.ask("PUT", "/groups/1/scenes/1/lights/1/state", { on: false, transitiontime: 20 });
  await settle();
  home.heard.length = 0;
  await recall(home);
  await pass(home, 1);
  home.radio.tell({ kind: "payload", ieee: ONE, endpoint: 1, payload: { brightness: 40 } });
  await settle();
  assert.equal(bri(home), 100);
  await home.stop();
});

test("a light that goes round the colors is stopped by itself, too", async () => {
  const home = await withScene();
  home.store.patch("/lights/1", "state", { effect: "colorloop", colormode: "hs" }, { by: "radio", depth: 0 });
  home.radio.orders.length = 0;
  await recall(home);
  await settle();
  assert.deepEqual(said(home), [[1, "recall"]]);
  const loops = home.radio.orders.filter((order) => order.do === "command" && order.command === "colorLoopSet");
  assert.deepEqual(
    loops.map(({ target }) => target),
    [{ ieee: ONE, endpoint: 1 }],
  );
  assert.equal(home.store.get("/lights/1")?.state.effect, "none");
  await home.stop();
});

test("another light in the group still has something in that place: the group hears no frame", async () => {
  const home = await withScene();
  home.radio.answer = (order) => {
    if (order.do === "command" && order.command === "remove") return new Promise(() => {}); // it takes its time
    return honest()(order);
  };
  await home.ask("DELETE", "/lights/2/scenes");
  await settle();
  await turned(home, ONE, { brightness: 5 });
  await recall(home);
  await settle();
  assert.deepEqual(said(home), []);
  assert.deepEqual(sets(home), [[ONE, { brightness: 100, transition: 1 }]]);
  await home.stop();
});

test("a light that still moves to the scene's state, or elsewhere, is told all of it; one that has arrived is left in peace", async () => {
  const home = await withScene([lamp(ONE), NO_SCENES]);
  const whole = [[OTHER, { state: "ON", brightness: 100, color_temp: 300, transition: 1 }]];
  const told = async () => {
    await settle();
    home.radio.orders.length = 0;
    home.heard.length = 0;
    await recall(home);
    await settle();
    const events = home.heard.filter(({ resource }) => resource.address === "/lights/2");
    return [sets(home), events];
  };
  const says = (payload: Values) => home.radio.tell({ kind: "payload", ieee: OTHER, endpoint: 1, payload });
  const moves = (body: Values) => home.ask("PUT", "/lights/2/state", { ...body, transitiontime: 600 });
  await moves({ bri: 5 });
  await moves({ bri: 100 });
  assert.deepEqual(await told(), [whole, []], "it shall be there in a second, not in a minute");
  says({ brightness: 100 });
  assert.deepEqual(await told(), [[], []]);

  await moves({ bri: 200 });
  await pass(home, 11);
  says({ brightness: 100 });
  await settle();
  assert.equal(bri(home, 2), 100, "it passes there");
  assert.deepEqual(await told(), [whole, []]);
  await home.stop();
});

test("so is a light that fades to nothing, also where the scene has it off", async () => {
  const home = await withScene([lamp(ONE), NO_SCENES]);
  const fades = () => home.ask("PUT", "/lights/2/state", { on: false, transitiontime: 600 });
  await fades();
  home.radio.orders.length = 0;
  await recall(home);
  await settle();
  const [[, values]] = sets(home) as [[string, Values]];
  assert.equal(values.brightness, 100, "it is dark by now, though it was that bright");
  home.radio.tell({ kind: "payload", ieee: OTHER, endpoint: 1, payload: { state: "ON", brightness: 100 } });
  await home.ask("PUT", "/groups/1/scenes/1/lights/2/state", { on: false });
  await fades();
  home.radio.orders.length = 0;
  await recall(home);
  await settle();
  assert.deepEqual(sets(home), [[OTHER, { state: "OFF" }]]);
  await home.stop();
});

const BLIND = "0x14b4570203bb0301";
const blind = (sleepy: boolean) =>
  facts(BLIND, {
    ...{ kind: sleepy ? "end-device" : "router", sleepy },
    endpoints: [endpoint(1, [0, 3, 4, 5, 0x0102], { device: 0x0202 })],
    definition: modelDefinition([
      {
        type: "cover",
        features: [
          { type: "enum", name: "state", property: "state", access: 3, values: ["OPEN", "CLOSE", "STOP"] },
          { type: "numeric", name: "position", property: "position", access: 7, value_min: 0, value_max: 100 },
        ],
      },
    ]),
  });

test("a blind is on its way for as long as it wants; one that sleeps hears no frame for a group", async () => {
  for (const sleepy of [false, true]) {
    const home = await withGroup([lamp(ONE), blind(sleepy)]);
    const lift = (position: number) =>
      home.radio.tell({ kind: "payload", ieee: BLIND, endpoint: 1, payload: { position, state: "OPEN" } });
    lift(70);
    await home.ask("POST", "/groups/1/scenes", { name: "A" });
    await settle();
    lift(10);
    await settle();
    home.radio.orders.length = 0;
    await recall(home);
    await pass(home, 1);
    assert.deepEqual(said(home), [[1, "recall"]]);
    assert.deepEqual(sets(home), sleepy ? [[BLIND, { position: 70 }]] : []);
    lift(15);
    home.radio.orders.length = 0;
    await pass(home, 5);
    assert.deepEqual([sets(home), said(home)], [[], []]);
    lift(70);
    await home.ask("PUT", "/lights/2/state", { lift: 10 });
    home.radio.orders.length = 0;
    await recall(home);
    await settle();
    assert.deepEqual(sets(home), sleepy ? [[BLIND, { position: 70 }]] : [], "it moves, though it has not said so yet");
    await home.stop();
  }
});

test("a light that is to be asked late is so, though it is asked early, too", async () => {
  const home = await withScene();
  await home.ask("PUT", "/groups/1/scenes/1/lights/1/state", { transitiontime: 60 });
  await settle();
  await turned(home, ONE, { brightness: 5 });
  const asked = () => home.radio.orders.filter((order) => order.do === "get" && "ieee" in order.target).length;
  const ways: readonly (() => unknown)[] = [
    () => recall(home),
    () =>
      home.radio.tell({
        ...{ kind: "payload", ieee: OTHER, endpoint: 1, payload: {} },
        raw: {
          type: "commandRecall",
          cluster: "genScenes",
          data: { groupid: 1, sceneid: 1 },
          group: 1,
          manufacturer: null,
        },
      }),
  ];
  for (const way of ways) {
    home.radio.answer = staying(home, ONE, { brightness: 50 }); // on its way
    await way();
    await settle();
    home.radio.orders.length = 0;
    home.radio.tell({ kind: "announced", ieee: ONE });
    await pass(home, 4);
    const early = asked();
    home.radio.answer = honest();
    await pass(home, 6);
    assert.deepEqual([early, asked(), sets(home)], [2, 3, []], String(way));
  }
  await home.stop();
});
