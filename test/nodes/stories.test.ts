/** The stories of the examples happen as the examples tell them, in the virtual house as it is. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { nextOccurrence, type WallClockPattern } from "../../src/model/time/occurrences.ts";
import { parsePattern } from "../../src/model/time/time-grammar.ts";
import { EXAMPLE_GATEWAY, EXAMPLES, exampleFlow } from "../support/examples.ts";
import {
  eventually,
  type FlowNode,
  type Message,
  type NodeRed,
  nodeRed,
  withNewestVersion,
} from "../support/node-red.ts";
import { MAC, type VirtualFlow, virtualFlow } from "../support/virtual-flow.ts";

const AT = {
  hallLamp: `/lights/${MAC.hallLamp}-01`,
  whiteLamp: `/lights/${MAC.whiteLamp}-01`,
  colourLamp: `/lights/${MAC.colourLamp}-0b`,
  cellarLight: `/lights/${MAC.cellarLight}-01`,
  plug: `/lights/${MAC.plug}-01`,
  blind: `/lights/${MAC.blind}-01`,
  brightness: `/sensors/${MAC.motion}-02-0400`,
  power: `/sensors/${MAC.plug}-01-0b04`,
  door: `/sensors/${MAC.door}-01-0500`,
  climate: `/sensors/${MAC.climate}-01-0402`,
} as const;
const VIRTUAL = {
  name: "Somebody there",
  type: "CLIPPresence",
  modelid: "Story",
  swversion: "1",
  manufacturername: "Test",
};
const SUNSET_IN = [15, 25] as const; // seconds: time enough to be told of it

withNewestVersion((version) => {
  let house: NodeRed;
  let home: VirtualFlow;
  before(async () => {
    house = await nodeRed({ version, movedIn: true, flow: exampleFlow("01 - Hear every change.json") });
    home = await virtualFlow(house, EXAMPLE_GATEWAY);
  });
  after(() => house.stop());

  /** Before that a rule cannot have seen a change. */
  const areDeclared = async (flow: readonly FlowNode[]) => {
    for (const { id } of flow.filter(({ declaredName }) => declaredName))
      await house.status(id, /^(waits|fired|next|disabled|unknown|\d|\w+: |no |yes)/);
  };
  /** By the number of the example; its nodes by their labels. */
  const deployed = async (number: number) => {
    const example = EXAMPLES.find((name) => Number(name.slice(0, 2)) === number) ?? "";
    const flow = exampleFlow(example);
    house.lines.length = 0;
    await house.deploy(flow);
    await areDeclared(flow);
    const id = (label: string) => {
      const node = flow.find(({ name, declaredName, resourceName }) =>
        [name, declaredName, resourceName].includes(label),
      );
      return node?.id ?? assert.fail(`${example} has no ${label}`);
    };
    return {
      press: (label: string) => house.send(id(label), {}),
      heard: async (label: string) => (await house.received(id(label)))[0],
      /** The payload of the next message there. */
      told: async (label: string) => (await house.received(id(label)))[0]?.payload,
      /** All messages there, up to one that fits. */
      until: async (label: string, fits: (message: Message) => boolean) => {
        const messages: Message[] = [];
        while (!messages.some(fits)) messages.push(...(await house.received(id(label))));
        return messages;
      },
      status: (label: string, fits: RegExp) => house.status(id(label), fits),
    };
  };
  const inside = async (mac: string, path: string, value: unknown) =>
    eventually(
      async () => (await home.attribute(mac, path)) === value,
      () => `${path} is ${value}`,
    );
  const isOn = (mac: string, on: boolean) => inside(mac, "1/genOnOff.onOff", Number(on));

  for (const name of EXAMPLES) {
    test(`${name} is deployed without a warning`, async () => {
      const flow = exampleFlow(name);
      house.lines.length = 0;
      await house.deploy(flow);
      for (const { id } of flow.filter(({ gateway }) => gateway))
        await eventually(
          async () => (await house.status(id, /^/)).fill !== "red",
          () => `${id}: what it names is there`,
        );
      await areDeclared(flow);
      assert.deepEqual(house.lines, []);
    });
  }

  if (version !== "node-red" && !process.env.LONG) return; // they take minutes, and are told by the same nodes

  test("hear every change: a change by a program arrives as it happens", async () => {
    const { until } = await deployed(1);
    await home.post("/sensors", { ...VIRTUAL, uniqueid: "story" });
    await until("added", ({ data }) => data.name === VIRTUAL.name);
    await home.put("/sensors/story/state", { presence: true });
    await until("fact", ({ payload, event }) => payload.presence === true && event.cause.by === "rest:test");
  });

  test("a motion light: the cellar light comes along only in the dark, and both go off together", async () => {
    const { press } = await deployed(6);
    const dark = (is: boolean) => eventually(async () => (await home.get(AT.brightness)).state.dark === is);
    for (const light of [AT.hallLamp, AT.cellarLight]) await home.put(`${light}/state`, { on: false });
    press("it gets light");
    await dark(false);
    press("somebody comes");
    await isOn(MAC.hallLamp, true);
    await isOn(MAC.cellarLight, false);
    press("they have gone");
    await isOn(MAC.hallLamp, false);
    press("it gets dark");
    await dark(true);
    press("somebody comes");
    await isOn(MAC.cellarLight, true);
    press("they have gone");
    await isOn(MAC.cellarLight, false);
    await isOn(MAC.hallLamp, false);
    press("it gets light");
  });

  test("a motion light from nodes: on at once, off some time after the last of them", async () => {
    const { press } = await deployed(10);
    await home.put(`${AT.hallLamp}/state`, { on: false });
    await isOn(MAC.hallLamp, false);
    press("somebody comes");
    await isOn(MAC.hallLamp, true);
    press("they have gone");
    const gone = Date.now();
    await isOn(MAC.hallLamp, false);
    assert.ok(Date.now() - gone > 4_000, "not at once");
  });

  test("lights at sunset: the sun goes by the place of the gateway", async () => {
    const { press, told, status } = await deployed(11);
    await home.put(`${AT.colourLamp}/state`, { on: false });
    press("when next?");
    assert.equal((await told("its next times")).next.length, 5);
    await status("Good night", /10:[345]\d(:\d\d)? PM/);
    const [daylight] =
      Object.entries<Message>(await home.get("/sensors")).find(([, { type }]) => type === "Daylight") ?? [];
    const { timezone } = await home.get("/config");
    const { latitude, longitude } = placeOfSunset(timezone);
    const moved = await home.put(`/sensors/${daylight}/config`, { lat: String(latitude), long: String(longitude) });
    assert.ok(moved[0].success, JSON.stringify(moved));
    await eventually(
      async () => (await home.attribute(MAC.colourLamp, "11/genLevelCtrl.currentLevel")) === 102,
      () => "40 %",
      60_000,
    );
    for (const [label, lift] of [
      ["as after sunset", 100],
      ["as at sunrise", 0],
    ] as const) {
      press(label);
      await eventually(async () => (await home.get(AT.blind)).state.lift === lift, undefined, 60_000);
    }
    press("as late in the evening");
    await inside(MAC.colourLamp, "11/genOnOff.onOff", 0);
  });

  test("presence at home: a flow says it, and so does a program; the lamps follow", async () => {
    const { press, told, heard } = await deployed(12);
    press("somebody comes home");
    await inside(MAC.hallLamp, "1/genLevelCtrl.currentLevel", 203);
    assert.equal(await told("somebody is at home"), true);
    assert.equal((await heard("why it did so"))?.trace.wokenBy.endsWith("/state/presence"), true);
    const byProgram = await home.put("/sensors/example-home/state", { presence: false });
    assert.ok(byProgram[0].success, JSON.stringify(byProgram));
    await isOn(MAC.hallLamp, false);
    assert.equal(await told("somebody is at home"), false);
  });

  test("a door left open: the hall lamp blinks, and a message says so", async () => {
    const { press, told } = await deployed(13);
    press("open the door");
    const opened = Date.now();
    assert.equal(await told("tell me"), "The front door has been left open.");
    assert.ok(Date.now() - opened > 4_000, "not at once");
    await eventually(async () => Number(await home.attribute(MAC.hallLamp, "1/genIdentify.identifyTime")) > 0);
    press("close the door");
    await eventually(async () => (await home.get(AT.door)).state.open === false);
  });

  test("when something is wrong: told once for each device, told when it is over, and listed", async () => {
    const { press, told, until } = await deployed(14);
    const [lamp, door] = [(await home.get(AT.hallLamp)).name, (await home.get(AT.door)).name];
    const weak = "Bedroom dimmer needs a new battery"; // since before: no message tells of that
    press("the hall lamp loses its power");
    assert.equal(await told("tell me"), `${lamp} cannot be reached.`);
    press("at eight, or now");
    assert.equal(await told("the list"), `${lamp} cannot be reached\n${weak}`);
    press("it has power again");
    assert.equal(await told("tell me"), `${lamp} is back.`);
    await home.turn(MAC.plug, { power: "off" }); // it is a light, and two sensors
    await home.put(`${AT.plug}/state`, { on: true });
    await eventually(async () => (await home.get(AT.power)).config.reachable === false);
    await home.turn(MAC.plug, { power: "on" });
    await eventually(async () => (await home.get(AT.power)).config.reachable === true);
    press("the door's battery is low");
    const news = await until("tell me", ({ payload }) => payload === `${door} needs a new battery.`);
    const texts = news.map(({ payload }) => payload);
    assert.equal(texts.length, 3, texts.join(" "));
    assert.match(texts.join(" "), /^.+ cannot be reached\. .+ is back\. .+ needs a new battery\.$/);
    press("it has a new one");
  });

  test("from outside: asked, told, refused, and heard", async () => {
    const { told } = await deployed(15);
    const lamp = "/example/hall-lamp";
    const dimmed = await house.ask("POST", lamp, { on: true, brightness: 40 });
    assert.deepEqual([dimmed.status, dimmed.body], [200, { on: true, brightness: 40 }]);
    await inside(MAC.hallLamp, "1/genLevelCtrl.currentLevel", 102);
    assert.equal((await house.ask("GET", lamp)).body.brightness, 40);
    const toggled = await house.ask("POST", lamp, "toggle", { "Content-Type": "text/plain" });
    assert.deepEqual([toggled.status, toggled.body], [200, "off"]);
    const refused = await house.ask("POST", lamp, { sing: "loudly" });
    assert.equal(refused.status, 400);
    assert.match(refused.body.error, /sing/);
    await home.put(`${AT.whiteLamp}/state`, { on: true });
    const { name } = await home.get(AT.whiteLamp);
    assert.equal(await told("who did what"), `rest:test has changed ${name}.`);
  });

  test("a page of temperatures: names are text, and its values move", async () => {
    const { press } = await deployed(16);
    await home.put(AT.climate, { name: "<b>Bathroom</b>" });
    const { status, body } = await house.ask("GET", "/example/temperatures");
    assert.equal(status, 200);
    const row = /<th scope="row">&lt;b&gt;Bathroom&lt;.*?<\/th><td id="sensor-(\d+)">\d+\.\d °C<\/td>/;
    const [, id] = row.exec(body) ?? assert.fail(body);
    assert.equal(body.match(/<td id="sensor-/g).length, 4, "the hall and the thermostats, too");
    const live = new WebSocket(`${house.url.replace("http", "ws")}/example/temperatures/live`);
    const news = new Promise<string>((resolve) => {
      live.onmessage = ({ data }) => resolve(data);
    });
    await new Promise((open) => {
      live.onopen = open;
    });
    press("a hot shower");
    assert.deepEqual(JSON.parse(await news), { id, celsius: "26.4" });
    live.close();
  });

  test("the washing machine is done: told once it has drawn nothing for a while", async () => {
    const { press, told } = await deployed(17);
    await home.put(`${AT.plug}/state`, { on: true });
    await eventually(async () => (await home.get(AT.power)).state.power > 10);
    press("it has finished");
    assert.equal(await told("tell me"), "The washing machine has finished.");
    press("it washes again");
    await eventually(async () => (await home.get(AT.power)).state.power > 10);
  });

  test("no heating out of the window: down while the door stands open, and back", async () => {
    const { press, told } = await deployed(18);
    for (const [label, celsius] of [
      ["open the door", 12],
      ["close the door", 21],
    ] as const) {
      press(label);
      assert.equal(await told("what it is set to"), celsius);
      await inside(MAC.thermostat, "1/hvacThermostat.occupiedHeatingSetpoint", celsius * 100);
    }
  });

  test("water and smoke: the machine is off, and every light shows the way out", async () => {
    const { press, told } = await deployed(19);
    await home.put(`${AT.plug}/state`, { on: true });
    await isOn(MAC.plug, true);
    press("water runs out");
    assert.equal(await told("tell me"), "There is water below the washing machine!");
    await isOn(MAC.plug, false);
    press("somebody mops it up");
    press("the toast burns");
    for (const mac of [MAC.whiteLamp, MAC.hallLamp]) await inside(mac, "1/genLevelCtrl.currentLevel", 254);
    await inside(MAC.colourLamp, "11/genLevelCtrl.currentLevel", 254);
    press("the windows are open");
  });
});

/** Where on the tenth parallel the sun sets in a moment. */
function placeOfSunset(zone: string) {
  const pattern = parsePattern("W127/sunset") as WallClockPattern;
  const [least, most] = SUNSET_IN;
  const now = Date.now();
  for (let longitude = -180; longitude < 180; longitude += 0.02) {
    const place = { latitude: 10, longitude: Math.round(longitude * 100) / 100 };
    const at = nextOccurrence(pattern, now, { zone, ...place });
    if (at !== undefined && at > now + least * 1000 && at < now + most * 1000) return place;
  }
  return assert.fail("somewhere the sun always sets");
}
