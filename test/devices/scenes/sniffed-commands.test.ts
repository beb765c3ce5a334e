/** A remote tells a group of lights something without us. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDevices } from "../../../src/devices/devices.ts";
import type { RawMessage } from "../../../src/model/radio/device-facts.ts";
import { type FakeHouse, house, settle } from "../../support/fakes.ts";
import { LAMP, lamp, MOTION, motion } from "../home.ts";

const raw = (more: Partial<RawMessage>): RawMessage => ({
  ...{ type: "commandToggle", cluster: "genOnOff", data: {}, group: 1, manufacturer: null },
  ...more,
});
const RECALL = raw({ type: "commandRecall", cluster: "genScenes", data: { groupid: 1, sceneid: 4 } });
const say = ({ radio }: FakeHouse, message: RawMessage) =>
  radio.tell({ kind: "payload", ieee: MOTION, endpoint: 1, payload: {}, raw: message });

async function withGroup(): Promise<FakeHouse> {
  const home = await house();
  home.radio.rise([lamp(), motion()]);
  home.radio.tell({ kind: "seen", ieee: LAMP, linkquality: 1 });
  await home.ask("POST", "/groups", { name: "Kitchen", lights: ["1"] });
  await pass(home, 3);
  home.radio.orders.length = 0;
  return home;
}

async function pass({ clock }: FakeHouse, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1);
    await settle();
  }
}

test("the lights of the group are asked how they are, once, however long a person plays", async () => {
  const home = await withGroup();
  for (let turn = 0; turn < 5; turn += 1) {
    say(home, raw({ type: "commandMove", cluster: "genLevelCtrl" }));
    await pass(home, 1);
  }
  await pass(home, 3);
  assert.deepEqual(
    home.radio.orders.map((order) => order.do === "get" && order.target),
    [{ ieee: LAMP, endpoint: 1 }],
  );
  await home.stop();
});

const OTHERS: Partial<RawMessage>[] = [
  { group: 0 },
  { group: 7 },
  { type: "attributeReport" },
  { cluster: "genBasic" },
  { cluster: 0xfc00 },
];
for (const other of OTHERS) {
  test(`${JSON.stringify(other)} concerns no light`, async () => {
    const home = await withGroup();
    say(home, raw(other));
    await pass(home, 3);
    assert.deepEqual(home.radio.orders, []);
    await home.stop();
  });
}

test("a scene that is recalled or stored is told, with its group", async () => {
  const home = await withGroup();
  const { onScene, start } = openDevices({ ...home, keep: async () => {} });
  const heard: unknown[] = [];
  const stopHearing = onScene((word) => heard.push(word));
  const stop = start();
  home.radio.rise([motion()]);
  say(home, RECALL);
  say(home, raw({ ...RECALL, data: null }));
  say(home, raw({ ...RECALL, data: { groupid: 1, sceneid: null } })); // so herdsman says 255
  say(home, raw({ ...RECALL, type: "commandStore", data: { groupid: 1, sceneid: 0 } }));
  say(home, raw({ ...RECALL, type: "commandRemove", data: { groupid: 1, sceneid: 1 } }));
  say(home, raw({ ...RECALL, group: 0 }));
  stopHearing();
  say(home, RECALL);
  const word = { remote: MOTION, group: 1 };
  assert.deepEqual(heard, [
    { ...word, does: "recall", scene: 4 },
    { ...word, does: "recall", scene: 255 },
    { ...word, does: "store", scene: 0 },
  ]);
  stop();
  await home.stop();
});
