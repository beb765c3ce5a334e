/** Scenes on air: the lights' own tables follow ours, and one frame recalls them all where that is safe. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type DeviceFacts, type Order, RadioError, type RadioFailure } from "../../src/model/radio.ts";
import type { Values } from "../../src/model/resource.ts";
import { type FakeHouse, house, settle } from "../support/fakes.ts";
import { endpoint, lamp } from "./home.ts";

const ONE = "0x001788010203bb01";
const OTHER = "0x001788010203bb02";
const LAMPS = [lamp(ONE), lamp(OTHER)];
const NO_SCENES = lamp(OTHER, { endpoints: [endpoint(1, [0, 3, 4, 6, 8, 0x0300])] });
const ON = { state: "ON", brightness: 100, color_temp: 300, color_mode: "color_temp" };
const FULL = 0x89;
const NOT_FOUND = 0x8b;
const INVALID_FIELD = 0x85;

type Said = Order & { readonly do: "command" };
const isScene = (order: Order): order is Said => order.do === "command" && order.cluster === "genScenes";
const said = ({ radio }: FakeHouse) =>
  radio.orders.filter(isScene).map(({ target, command }) => ["ieee" in target ? target.ieee : target.group, command]);
const sets = ({ radio }: FakeHouse) =>
  radio.orders.flatMap((order) => (order.do === "set" ? [[order.target, order.values]] : []));

async function pass(home: FakeHouse, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    home.clock.advance(1);
    await settle();
  }
}

/** A group of two lamps that are on, in bri 100 and ct 300. */
async function withGroup(devices: readonly DeviceFacts[] = LAMPS): Promise<FakeHouse> {
  const home = await house();
  home.radio.rise(devices);
  for (const { ieee } of devices) home.radio.tell({ kind: "payload", ieee, endpoint: 1, payload: ON });
  await pass(home, 3);
  await home.ask("POST", "/groups", { name: "Kitchen", lights: ["1", "2"] });
  await settle();
  home.radio.orders.length = 0;
  return home;
}

async function withScene(devices?: readonly DeviceFacts[]): Promise<FakeHouse> {
  const home = await withGroup(devices);
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  return home;
}

const recall = (home: FakeHouse, body: unknown = {}) => home.ask("PUT", "/groups/1/scenes/1/recall", body);
const refusing = (commands: Readonly<Record<string, number>>, ieee?: string) => (order: Order) => {
  const status = isScene(order) ? commands[String(order.command)] : undefined;
  const isMeant = "target" in order && (ieee === undefined || ("ieee" in order.target && order.target.ieee === ieee));
  if (status !== undefined && isMeant) throw new RadioError("refused", "it refused", status);
  return {};
};
const failing = (code: RadioFailure) => (order: Order) => {
  if (isScene(order)) throw new RadioError(code, "it did not work");
  return {};
};
/** Somebody turns a lamp. */
async function turned(home: FakeHouse, ieee: string, payload: Values): Promise<void> {
  home.radio.tell({ kind: "payload", ieee, endpoint: 1, payload });
  await settle();
  home.radio.orders.length = 0;
}

test("a new scene is written into each light, and looked at", async () => {
  const home = await withScene();
  const each = (ieee: string) => [
    [ieee, "add"],
    [ieee, "view"],
  ];
  assert.deepEqual(said(home).sort(), [...each(ONE), ...each(OTHER)].sort());
  const [first] = home.radio.orders.filter(isScene);
  const { extensionfieldsets, ...rest } = first?.payload ?? {};
  assert.deepEqual(rest, { groupid: 1, sceneid: 1, transtime: 1, scenename: "A" });
  const sets = extensionfieldsets as { clstId: number; extField: number[] }[];
  assert.deepEqual(
    sets.map(({ clstId, extField }) => [clstId, extField[0], extField[7]]),
    [
      [6, 1, undefined],
      [8, 100, undefined],
      [0x0300, sets[2]?.extField[0], 300],
    ],
  );
  await home.stop();
});

test("tenths of a second are kept by those who know them", async () => {
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

test("one has not confirmed it: each is told what differs", async () => {
  const home = await withGroup();
  home.radio.answer = failing("timeout");
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  home.radio.answer = () => ({});
  await turned(home, ONE, { brightness: 5 });
  await recall(home);
  await settle();
  assert.deepEqual(said(home), []);
  assert.deepEqual(sets(home), [
    [
      { ieee: ONE, endpoint: 1 },
      { brightness: 100, transition: 1 },
    ],
  ]);
  await home.stop();
});

test("who did not answer is told again when it is heard, but not each time", async () => {
  const home = await withGroup();
  home.radio.answer = failing("timeout");
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  assert.equal(said(home).length, 2);
  await turned(home, ONE, { brightness: 5 });
  assert.deepEqual(said(home), []);
  home.radio.answer = () => ({});
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
  home.radio.answer = refusing({ add: FULL }, OTHER);
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  assert.equal(home.log.lines.filter((line) => line.includes("full")).length, 1);
  await turned(home, ONE, { brightness: 5 });
  await turned(home, OTHER, { brightness: 6 });
  await recall(home);
  await settle();
  assert.deepEqual(said(home), [[1, "recall"]]);
  assert.deepEqual(sets(home), [
    [
      { ieee: OTHER, endpoint: 1 },
      { brightness: 100, transition: 1 },
    ],
  ]);
  await home.stop();
});

test("a light that knows no scenes", async () => {
  const home = await withScene([lamp(ONE), NO_SCENES]);
  assert.deepEqual([...new Set(said(home).map(([who]) => who))], [ONE]);
  await turned(home, OTHER, { brightness: 6 });
  await recall(home);
  await settle();
  assert.deepEqual(said(home), [[1, "recall"]]);
  assert.deepEqual(sets(home), [
    [
      { ieee: OTHER, endpoint: 1 },
      { brightness: 100, transition: 1 },
    ],
  ]);
  await home.stop();
});

test("it says yes, but has it not", async () => {
  const home = await withGroup();
  home.radio.answer = refusing({ view: NOT_FOUND }, ONE);
  await home.ask("POST", "/groups/1/scenes", { name: "A" });
  await settle();
  await turned(home, ONE, { brightness: 5 });
  await recall(home);
  await settle();
  assert.deepEqual(sets(home), [
    [
      { ieee: ONE, endpoint: 1 },
      { brightness: 100, transition: 1 },
    ],
  ]);
  await home.stop();
});

test("a light that lies is told so by itself, and not relied upon again", async () => {
  const home = await withScene();
  await turned(home, ONE, { brightness: 5 });
  home.radio.answer = (order) => {
    const isAsked = order.do === "get" && "ieee" in order.target && order.target.ieee === ONE;
    if (isAsked) home.radio.tell({ kind: "payload", ieee: ONE, endpoint: 1, payload: { ...ON, brightness: 5 } });
    return {};
  };
  await recall(home);
  await pass(home, 4);
  assert.deepEqual(
    sets(home).map(([target]) => target),
    [{ ieee: ONE, endpoint: 1 }],
  );
  assert.ok(said(home).some(([who, command]) => who === ONE && command === "remove"));
  await turned(home, ONE, { brightness: 5 });
  await recall(home);
  await settle();
  assert.deepEqual(
    [said(home), sets(home).map(([target]) => target)],
    [[[1, "recall"]], [{ ieee: ONE, endpoint: 1 }]],
    "the others are still recalled together",
  );
  await home.stop();
});

test("it has forgotten its groups: it is told of them, and then of the scene", async () => {
  const home = await withGroup();
  let isMember = false;
  home.radio.answer = (order) => {
    if (order.do === "join") isMember = true;
    return isMember ? {} : refusing({ add: INVALID_FIELD }, ONE)(order);
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

test("what is gone is forgotten: a scene that is deleted, a light that leaves", async () => {
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

test("over a restart: who has it is not told again, who has it not is", async () => {
  const home = await withScene();
  await home.stop();
  const again = await house({ disk: home.disk });
  again.radio.rise(LAMPS);
  await pass(again, 2);
  assert.deepEqual(said(again), []);
  await again.ask("PUT", "/groups/1/scenes/1/lights/1/state", { bri: 9 });
  const [address = "", json = ""] = [...again.disk.records].find(([at]) => at === "/groups/1/scenes/1") ?? [];
  assert.match(json, /"bri":9/, "what was answered is on the disk");
  const cut = await house({ disk: { ...again.disk, records: new Map(again.disk.records) } });
  cut.radio.rise(LAMPS);
  await pass(cut, 2);
  assert.deepEqual(said(cut), [
    [ONE, "add"],
    [ONE, "view"],
  ]);
  assert.equal(address, "/groups/1/scenes/1");
  for (const each of [again, cut]) await each.stop();
});

test("who joins the network anew has forgotten everything", async () => {
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
  assert.deepEqual(sets(home), [
    [
      { ieee: ONE, endpoint: 1 },
      { brightness: 100, transition: 3 },
    ],
  ]);
  await home.stop();
});

test("a remote recalls a scene: it is called, and one that nobody knew is known then", async () => {
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
