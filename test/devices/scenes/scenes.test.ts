/** Scenes on air: the lights' own tables follow ours, and one frame recalls them all where that is safe. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeDisk, house, settle } from "../../support/fakes.ts";
import { lamp } from "../home.ts";
import {
  failing,
  honest,
  isScene,
  LAMPS,
  NO_SCENES,
  ONE,
  OTHER,
  pass,
  recall,
  refusing,
  STATUS,
  said,
  sets,
  staying,
  turned,
  withGroup,
  withScene,
} from "./home.ts";

const COLOR_OF_300 = [27_190, 25_919]; // mired, as x and y on air

test("a new scene is written into each light, and looked at", async () => {
  const home = await withScene();
  const each = (ieee: string) => [
    [ieee, "add"],
    [ieee, "view"],
  ];
  assert.deepEqual(said(home).sort(), [...each(ONE), ...each(OTHER)].sort());
  const [first] = home.radio.orders.filter(isScene);
  const { extensionfieldsets, ...rest } = first?.payload ?? {};
  assert.deepEqual(rest, { groupid: 1, sceneid: 1, transtime: 1, scenename: "" });
  assert.deepEqual(extensionfieldsets, [
    { clstId: 6, len: 1, extField: [1] },
    { clstId: 8, len: 1, extField: [100] },
    { clstId: 0x0300, len: 13, extField: [...COLOR_OF_300, 0, 0, 0, 0, 0, 300] },
  ]);
  await home.stop();
});

test("tenths of a second are kept by lights that know them", async () => {
  const home = await withScene();
  home.radio.orders.length = 0;
  await home.ask("PUT", "/groups/1/scenes/1/lights/1/state", { transitiontime: 4 });
  await settle();
  assert.deepEqual(said(home), [
    [ONE, "enhancedAdd"],
    [ONE, "view"],
  ]);
  assert.equal(home.radio.orders.find(isScene)?.payload.transtime, 4);
  await home.stop();
});

test("all have confirmed it: a recall is one frame, and each is asked how it is then", async () => {
  const home = await withScene();
  await turned(home, ONE, { brightness: 5 });
  await recall(home);
  await settle();
  assert.deepEqual(said(home), [[1, "recall"]]);
  assert.deepEqual(sets(home), []);
  await pass(home, 4);
  const asked = home.radio.orders.flatMap((order) =>
    order.do === "get" && "ieee" in order.target ? order.target.ieee : [],
  );
  assert.deepEqual(asked, [ONE, OTHER]);
  await home.stop();
});

test("a scene that is changed while a recall is on its way moves no light", async () => {
  const home = await withScene();
  await turned(home, ONE, { brightness: 5 });
  await recall(home);
  await settle();
  await home.ask("PUT", "/groups/1/scenes/1/lights/1/state", { bri: 200 });
  await pass(home, 4);
  assert.deepEqual(sets(home), []);
  await home.stop();
});

test("one has not confirmed it: each is told the values that differ", async () => {
  const home = await withGroup();
  home.radio.answer = failing("timeout");
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  home.radio.answer = honest();
  await turned(home, ONE, { brightness: 5 });
  await recall(home);
  await settle();
  assert.deepEqual(said(home), []);
  assert.deepEqual(sets(home), [[ONE, { brightness: 100, transition: 1 }]]);
  await home.stop();
});

test("a light that did not answer is told again when it is heard, but not each time", async () => {
  const home = await withGroup();
  home.radio.answer = failing("timeout");
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  assert.equal(said(home).length, 2);
  await turned(home, ONE, { brightness: 5 });
  assert.deepEqual(said(home), []);
  home.radio.answer = honest();
  await pass(home, 61);
  home.radio.tell({ kind: "seen", ieee: ONE, linkquality: 9 });
  await settle();
  assert.deepEqual(said(home), [
    [ONE, "add"],
    [ONE, "view"],
  ]);
  await home.stop();
});

test("a table that is full: it is told by itself, the others by one frame; it is said once", async () => {
  const home = await withGroup();
  home.radio.answer = refusing({ add: STATUS.full }, OTHER);
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  assert.equal(home.log.lines.filter((line) => line.includes("full")).length, 1);
  await turned(home, ONE, { brightness: 5 });
  await turned(home, OTHER, { brightness: 6 });
  await recall(home);
  await settle();
  assert.deepEqual(said(home), [[1, "recall"]]);
  assert.deepEqual(sets(home), [[OTHER, { brightness: 100, transition: 1 }]]);
  await home.stop();
});

test("a light that knows no scenes", async () => {
  const home = await withScene([lamp(ONE), NO_SCENES]);
  assert.deepEqual([...new Set(said(home).map(([who]) => who))], [ONE]);
  await turned(home, OTHER, { brightness: 6 });
  await recall(home);
  await settle();
  assert.deepEqual(said(home), [[1, "recall"]]);
  assert.deepEqual(sets(home), [[OTHER, { brightness: 100, transition: 1 }]]);
  await home.stop();
});

test("it says yes, but has it not", async () => {
  const home = await withGroup();
  home.radio.answer = refusing({ view: STATUS.notFound }, ONE);
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  await turned(home, ONE, { brightness: 5 });
  await recall(home);
  await settle();
  assert.deepEqual(sets(home), [[ONE, { brightness: 100, transition: 1 }]]);
  await home.stop();
});

test("a light that lies is told so by itself, and not relied upon when it does so again", async () => {
  const home = await withScene();
  for (const time of ["first", "second", "third"]) {
    await turned(home, ONE, { brightness: 5 });
    home.radio.answer = staying(home, ONE, { brightness: 5 });
    await recall(home);
    await settle();
    const trusted = time !== "third";
    assert.deepEqual(said(home), [[1, "recall"]], "the others are recalled together");
    assert.deepEqual(sets(home).length, trusted ? 0 : 1, time);
    await pass(home, 4);
    assert.deepEqual(
      sets(home).map(([who]) => who),
      [ONE],
      time,
    );
    const told = said(home).flatMap(([who, command]) => (who === ONE ? command : []));
    const rest = { first: ["add", "view"], second: ["remove"], third: [] }[time];
    assert.deepEqual(told, rest, `${time}: a frame may get lost once`);
  }
  assert.equal(home.log.lines.filter((line) => line.includes("does not do what")).length, 1);
  await home.stop();
});

test("it has forgotten its groups: it is told of them, and then of the scene", async () => {
  const home = await withGroup();
  let isMember = false;
  const [refused, kept] = [refusing({ add: STATUS.invalidField }, ONE), honest()];
  home.radio.answer = (order) => {
    if (order.do === "join") isMember = true;
    return isMember ? kept(order) : refused(order);
  };
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  home.radio.tell({ kind: "seen", ieee: ONE, linkquality: 9 });
  await settle();
  assert.deepEqual(
    said(home).filter(([who]) => who === ONE),
    [
      [ONE, "add"],
      [ONE, "add"],
      [ONE, "view"],
    ],
  );
  await home.stop();
});

test("scenes are forgotten: one that is deleted, those of a light that leaves", async () => {
  const home = await withScene();
  await home.ask("POST", "/groups/1/scenes", { name: "B" });
  await settle();
  home.radio.orders.length = 0;
  await home.ask("DELETE", "/groups/1/scenes/1");
  await settle();
  assert.deepEqual(said(home).sort(), [
    [ONE, "remove"],
    [OTHER, "remove"],
  ]);
  home.radio.orders.length = 0;
  await home.ask("PUT", "/groups/1", { lights: ["1"] });
  await settle();
  assert.deepEqual(said(home), [[OTHER, "remove"]]);
  await home.stop();
});

test("over a restart: a light with the scene is not told again, one without it is", async () => {
  const home = await withScene();
  await home.stop();
  const again = await house({ disk: home.disk });
  again.radio.rise(LAMPS);
  await pass(again, 2);
  assert.deepEqual(said(again), []);
  await again.ask("PUT", "/groups/1/scenes/1/lights/1/state", { bri: 9 });
  const [address = "", json = ""] = [...again.disk.records].find(([at]) => at === "/groups/1/scenes/1") ?? [];
  assert.match(json, /"bri":9/, "what was answered is on the disk");
  const cut = await house({ disk: fakeDisk(again.disk.records) });
  cut.radio.rise(LAMPS);
  await pass(cut, 2);
  assert.deepEqual(said(cut), [
    [ONE, "add"],
    [ONE, "view"],
  ]);
  assert.equal(address, "/groups/1/scenes/1");
  for (const each of [again, cut]) await each.stop();
});

test("a light that joins the network anew has forgotten everything", async () => {
  const home = await withScene();
  home.radio.orders.length = 0;
  home.radio.tell({ kind: "left", ieee: ONE });
  await settle();
  home.radio.tell({ kind: "device", device: lamp(ONE) });
  await pass(home, 2);
  assert.ok(said(home).some(([who, command]) => who === ONE && command === "add"));
  await home.stop();
});

test("with a transition of its own, which no light keeps, each is told", async () => {
  const home = await withScene();
  await turned(home, ONE, { brightness: 5 });
  await recall(home, { transitiontime: 30 });
  await settle();
  assert.deepEqual(said(home), []);
  assert.deepEqual(sets(home), [[ONE, { brightness: 100, transition: 3 }]]);
  await home.stop();
});

test("a remote recalls a scene: it is called, and a scene that was unknown is known then", async () => {
  const home = await withScene();
  const raw = (sceneid: number) => ({
    ...{ type: "commandRecall", cluster: "genScenes", data: { groupid: 1, sceneid }, group: 1, manufacturer: null },
  });
  home.heard.length = 0;
  for (const sceneid of [1, 7])
    home.radio.tell({ kind: "payload", ieee: ONE, endpoint: 1, payload: {}, raw: raw(sceneid) });
  await settle();
  const called = home.heard.filter(({ values }) => "called" in values).map(({ resource }) => resource.address);
  assert.deepEqual(called, ["/groups/1/scenes/1", "/groups/1/scenes/7"]);
  const { body } = await home.ask("GET", "/groups/1/scenes/7");
  assert.deepEqual(body, { name: "Scene 7", lights: [], state: 0, transitiontime: 10 });
  assert.equal(home.store.get("/groups/1")?.action.scene, "7");
  await home.stop();
});
