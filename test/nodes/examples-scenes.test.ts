/** The examples of scenes and of touchlink do what they say. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { eventually, type FlowNode, type Message, type NodeRed, nodeRed } from "../support/node-red.ts";
import { MAC, type VirtualFlow, virtualFlow } from "../support/virtual-flow.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const GATEWAY = "5d0c7a1be2f30001";
const SCENES = flowOf("08 - Scenes on a remote.json");
const RESCUE = flowOf("09 - Rescue a light.json");
const LAMPS = ["1", "2", "3"];

let house: NodeRed;
let home: VirtualFlow;
before(async () => {
  house = await nodeRed({ flow: SCENES });
  home = await virtualFlow(house, GATEWAY);
});
after(() => house.stop());

function flowOf(example: string): readonly FlowNode[] {
  return JSON.parse(readFileSync(join(ROOT, "examples", example), "utf8"));
}

/** By its name; what an inject node says stands in it. */
function idIn(flow: readonly FlowNode[], name: string): string {
  return flow.find((node) => node.name === name)?.id ?? assert.fail(`there is no ${name}`);
}

test("the arrows of the remote go through the scenes of a group", async () => {
  const id = (name: string) => idIn(SCENES, name);
  const level = (mac: string) => home.attribute(mac, "1/genLevelCtrl.currentLevel");
  house.send(id("make the group"), {});
  assert.ok((await house.received(id("made")))[0]?.payload[0].success);
  for (const [inject, name] of [
    ['bright: "Work"', "Work"],
    ['dim, warm: "Evening"', "Evening"],
  ] as const) {
    house.send(id(inject), {});
    const { payload, lights } = (await house.received(id("scene")))[0] ?? {};
    assert.deepEqual([payload, lights.map(({ id }: Message) => id)], [name, LAMPS]);
  }
  const called = async () => (await house.received(id("called")))[0];
  await eventually(async () => (await level(MAC.hallLamp)) === 51);
  for (const [click, name, bri] of [
    ['click "right"', "Work", 254],
    ['click "right"', "Evening", 51],
    ['click "left"', "Work", 254],
  ] as const) {
    house.send(id(click), {});
    assert.equal((await called())?.payload, name);
    const [{ lights }] = (await house.received(id("what became of its lights"))) as [Message];
    assert.deepEqual(
      lights,
      LAMPS.map((light) => ({ id: light, ok: true })),
    );
    for (const mac of [MAC.hallLamp, MAC.whiteLamp]) await eventually(async () => (await level(mac)) === bri);
  }
  house.send(id('"Evening", in 5 seconds'), {});
  assert.equal((await house.received(id("done")))[0]?.warnings, undefined);
  assert.equal((await called())?.event.cause.by, `flow:${id("by its name")}`);
  await eventually(async () => (await level(MAC.hallLamp)) === 51);
});

test("a lamp of a network that is gone is found, blinks, forgets it, and comes in", async () => {
  await house.deploy(RESCUE);
  const id = (name: string) => idIn(RESCUE, name);
  house.send(id("scan"), {});
  const [found] = await house.received(id("what was found"));
  assert.equal(found?.payload.length, 2);
  const { address } = found?.payload[0] ?? {};
  const told = (await house.received(id("how it goes"), 4)).map(({ payload }) => payload);
  assert.deepEqual(told, ["started", "found", "found", "done"]);
  house.send(id("show yourself, 1"), {});
  const station = async (): Promise<Message> =>
    (await home.get("/virtual")).stations.find(({ ieee }: Message) => ieee === address);
  await eventually(async () => (await station()).identify > 0);
  await house.received(id("what was found"));
  house.send(id("reset, 1"), {});
  const devices: Message[] = []; // others who wait for an open network come in, too
  const lamp = () => devices.find(({ ieee }) => ieee === address);
  while (!lamp()) for (const { device } of await house.received(id("device"))) devices.push(device);
  assert.equal(lamp()?.resources.length, 1);
});
