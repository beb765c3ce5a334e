/** The first nine examples do what they say, and the dialogs name texts, labels and icons that there are. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { EXAMPLE_GATEWAY, EXAMPLES, exampleFile, exampleFlow } from "../support/examples.ts";
import { eventually, type Message, type NodeRed, nodeRed } from "../support/node-red.ts";
import { MAC, type VirtualFlow, virtualFlow } from "../support/virtual-flow.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const NODES = [
  "",
  "-sensor",
  "-button",
  "-light",
  "-scene",
  "-rule",
  "-schedule",
  "-pairing",
  "-touchlink",
  "-event",
  "-request",
].map((name) => `zigbee-gateway${name}`);
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const LAMPS = ["1", "2", "3"];

let house: NodeRed;
let home: VirtualFlow;
before(async () => {
  house = await nodeRed({ movedIn: true, flow: exampleFlow("01 - Hear every change.json") });
  home = await virtualFlow(house, EXAMPLE_GATEWAY);
});
after(() => house.stop());

test("the virtual sensor of the example is made, moved and read", async () => {
  const id = await deployed("02 - A virtual sensor.json");
  const answers = id("answer");
  house.send(id("make it"), {});
  const [made] = await house.received(answers);
  const number = made?.payload[0].success.id as string;
  house.send(id("somebody is there"), {});
  assert.equal((await house.received(answers))[0]?.statusCode, 200);
  house.send(id("read"), {});
  assert.equal((await house.received(answers))[0]?.payload[number].state.presence, true);
});

test("the button of the example switches the kitchen lamp, and dims it while it is held", async () => {
  const id = await deployed("03 - A button switches a light.json");
  await home.put("/lights/2/state", { on: false });
  const lamp = (path: string) => home.attribute(MAC.whiteLamp, `1/${path}`);
  house.send(id("click"), {});
  assert.equal((await house.received(id("how it is now")))[0]?.payload, "on");
  await eventually(async () => (await lamp("genOnOff.onOff")) === 1);
  await home.put("/lights/2/state", { bri: 10, transitiontime: 0 });
  await eventually(async () => (await lamp("genLevelCtrl.currentLevel")) === 10);
  house.send(id('hold "brighter"'), {});
  await eventually(async () => Number(await lamp("genLevelCtrl.currentLevel")) > 20);
  house.send(id("let it go"), {});
  await eventually(async () => Number((await home.get("/lights/2")).state.bri) > 20);
  for (const wish of ["30 %", "warm, slowly", "tomato", "off"]) {
    house.send(id(wish), wishes[wish] ?? {});
    const [result] = await house.received(id("result"));
    assert.deepEqual([result?.topic, result?.warnings], ["/lights/1", undefined]);
  }
});

test("the sensors of the example are asked, made and moved", async () => {
  const id = await deployed("04 - What sensors measure.json");
  assert.equal(typeof (await house.received(id("°C")))[0]?.payload, "number", "the value at the start");
  for (const [action, text] of [
    ["read", /W/],
    ["refresh", /W/],
  ] as const) {
    house.send(id(action), { action });
    assert.match((await house.received(id("answer")))[0]?.unit, text);
  }
  house.send(id("21.5 °C"), { payload: 21.5 });
  const [kept] = await house.received(id("kept"));
  assert.deepEqual([kept?.payload, kept?.data.name], [21.5, "Greenhouse"]);
  house.send(id("open it"), {});
  await house.status(id("Front door"), /^open/);
});

/** Ids are given in the order in which devices come in. */
async function sensor(uniqueid: string): Promise<`/sensors/${string}`> {
  const all = Object.entries((await home.get("/sensors")) as Record<string, { uniqueid: string }>);
  const found = all.find(([, each]) => each.uniqueid === uniqueid);
  assert.ok(found, uniqueid);
  return `/sensors/${found[0]}`;
}

test("the devices of the example come in", async () => {
  const id = await deployed("05 - Let devices in.json");
  house.send(id("let devices in"), { payload: true });
  assert.equal((await house.received(id("open until")))[0]?.payload.open, true);
  const ready = await house.received(id("device"), 2);
  assert.equal(ready.length, 2);
  for (const { device } of ready) assert.ok(device.resources.length > 0);
});

test("the rules of the example light the hall, tell why, and can be asked", async () => {
  const id = await deployed("06 - A motion light.json");
  const lamp = (path: string) => home.attribute(MAC.hallLamp, `1/${path}`);
  await home.put("/lights/3/state", { on: false });
  await eventually(async () => (await home.get("/lights/3")).state.on === false);
  const motion = await sensor(`${MAC.motion}-02-0406`);
  await home.turn(MAC.motion, { set: { "msOccupancySensing.occupancy": 0 } });
  await eventually(async () => (await home.get(motion)).state.presence === false);
  await home.turn(MAC.motion, { set: { "msIlluminanceMeasurement.measuredValue": 30_000 } }); // at night it may be dark there already
  const light = await sensor(`${MAC.motion}-02-0400`);
  await eventually(async () => (await home.get(light)).state.lightlevel === 30_000);
  house.send(id("somebody comes"), {});
  const [on] = await house.received(id("why it went on"));
  assert.deepEqual(
    [on?.trace.wokenBy, on?.trace.actions.map(({ status }: Message) => status)],
    [`${motion}/state/presence`, [200]],
  );
  await eventually(async () => (await lamp("genLevelCtrl.currentLevel")) === 152);
  house.send(id("they have gone"), {});
  const [off] = await house.received(id("why it went off"));
  assert.deepEqual([off?.trace.wokenBy, off?.data.name], ["time", "Hall lamp: off"]);
  await eventually(async () => (await lamp("genOnOff.onOff")) === 0);
  house.send(id("what would it do?"), {});
  const [tried] = await house.received(id("answer"));
  assert.deepEqual([tried?.payload.fires, tried?.payload.conditions[0].actual], [false, false]);
  house.send(id("do it now"), {});
  assert.deepEqual((await house.received(id("answer")))[0]?.trace.fires, true);
  for (const [wish, status] of [
    ["not for now", "disabled"],
    ["as before", "enabled"],
  ] as const) {
    house.send(id(wish), {});
    assert.equal((await house.received(id("answer")))[0]?.payload.status, status);
  }
  const hour = Number((await home.get("/config")).localtime.slice(11, 13));
  const door = await sensor(`${MAC.door}-01-0500`);
  house.send(id("close the door"), {});
  await eventually(async () => (await home.get(door)).state.open === false);
  house.send(id("open the door"), {});
  if (hour >= 6 && hour < 21) assert.equal((await house.received(id("say hello")))[0]?.payload, true);
});

test("the schedules of the example say when they are next, move, and blink", async () => {
  const id = await deployed("07 - What happens by the clock.json");
  house.send(id("when next?"), {});
  const times = async () => (await house.received(id("its next times")))[0]?.payload.next;
  const clocks = (await times()).map(({ local, until }: Message) => [local.slice(11), until !== undefined]);
  assert.deepEqual(clocks, Array(5).fill(["06:30:00", true]));
  for (const [wish, clock] of [
    ["an hour later", "07:30:00"],
    ["as it was", "06:30:00"],
  ] as const) {
    house.send(id(wish), {});
    assert.equal((await times())[0].local.slice(11), clock);
  }
  house.send(id("blink"), {});
  const hall = async () => await home.attribute(MAC.hallLamp, "1/genOnOff.onOff");
  const before = await hall();
  await eventually(async () => (await hall()) !== before);
  await eventually(async () => (await hall()) === before);
  house.send(id("stop"), {});
  await eventually(async () => (await house.received(id("what it says"))).at(-1)?.payload.status === "disabled");
});

test("the arrows of the remote go through the scenes of a group", async () => {
  const id = await deployed("08 - Scenes on a remote.json");
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
  const id = await deployed("09 - Rescue a light.json");
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
  const devices: Message[] = []; // other devices that wait for an open network join, too
  const lamp = () => devices.find(({ ieee }) => ieee === address);
  while (!lamp()) for (const { device } of await house.received(id("device"))) devices.push(device);
  assert.equal(lamp()?.resources.length, 1);
});

/** The messages of the inject nodes of the third example. */
const wishes: Record<string, Message> = {
  "30 %": { payload: 30 },
  "warm, slowly": { payload: { brightness: 80, kelvin: 2700, transition: 3 } },
  tomato: { payload: { on: true, color: "tomato" } },
  off: { payload: "off" },
};

/** By the name of a node, or of its resource. */
async function deployed(example: string): Promise<(name: string) => string> {
  const flow = exampleFlow(example);
  await house.deploy(flow);
  return (name) => {
    const node = flow.find((each) => each.name === name || each.resourceName === name);
    if (!node) throw new Error(`${example} has no ${name}`);
    return node.id;
  };
}

test("each flow node is in an example", () => {
  const types = new Set(EXAMPLES.flatMap((name) => exampleFile(name).map(({ type }) => type)));
  for (const type of NODES) assert.ok(types.has(type) || type === "zigbee-gateway", type);
});

for (const node of NODES) {
  test(`${node}: each text that the dialog names exists`, () => {
    const html = read(`nodes/${node}.html`) + scriptOf(node);
    const known = new Set(leaves(JSON.parse(read(`locales/en-US/${node}.json`))));
    for (const [, key = ""] of html.matchAll(/data-i18n="(?:\[\w+\])?([\w.-]+)"/g)) assert.ok(known.has(key), key);
    for (const [, key = ""] of html.matchAll(/this\._\("([\w.-]+[\w])"\)/g)) assert.ok(known.has(key), key);
  });

  test(`${node}: each label of its dialog belongs to a field`, () => {
    const html = read(`nodes/${node}.html`);
    const ids = new Set([...html.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id));
    for (const [, id] of html.matchAll(/<label[^>]* for="([\w-]+)"/g)) assert.ok(ids.has(id), id);
    const colours = (html + scriptOf(node)).replace(/color: "#\w+"/g, "").replace(/this\.#\w+/g, "");
    assert.doesNotMatch(colours, /#[0-9a-f]{3,6}\b|rgb\(/i, "colours come from the theme");
  });
}

/** The dialog of a node, beside its template. */
function scriptOf(node: string): string {
  return read(`dialogs/${node.replace(/^zigbee-gateway-?/, "") || "gateway"}.ts`);
}

const isSource = (file: string) => file.endsWith(".ts");

test("texts of users are never markup", () => {
  for (const file of readdirSync(join(ROOT, "dialogs"), { recursive: true, encoding: "utf8" }).filter(isSource))
    assert.doesNotMatch(read(`dialogs/${file}`), /\.html\(|innerHTML/, file);
});

test("icons are there, two wide and three high", async () => {
  const { body } = await house.ask("GET", "/icons", undefined, { Accept: "application/json" });
  const icons = body["node-red-contrib-zigbee-gateway"];
  for (const node of NODES) {
    assert.ok(icons.includes(`${node}.svg`), node);
    assert.match(read(`icons/${node}.svg`), /width="40" height="60"/);
  }
});

function leaves(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, item]) => leaves(item, path === "" ? name : `${path}.${name}`));
}
