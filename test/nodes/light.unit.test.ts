/** The light node: its input, its answers and facts, its status, and the keys of a remote at its wire. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { DeliveryResult, KeyDeed } from "../../src/model/devices.ts";
import type { Address, Values } from "../../src/model/resource.ts";
import { BY_RADIO, light, told } from "../support/lights.ts";
import { type FlowNode, flowNode, gatewayNode, type Message, sink, TAB } from "../support/node-red.ts";
import { type UnitFlow, unitFlow } from "../support/unit-flow.ts";

const OTHER_TAB: FlowNode = { id: "tab2", type: "tab", label: "Other" };
const macOf = (id: number) => `00:17:88:01:00:00:00:0${id}-0b`;
const picked = (id: number, resourceName: string) => ({ address: `/lights/${id}`, uniqueid: macOf(id), resourceName });
const LAMP = picked(1, "Lamp");
const PLUG = picked(2, "Plug");
const ROOM = { address: "/groups/1", uniqueid: "", resourceName: "Kitchen" };

const node = (id: string, pick: object, more: object = {}) =>
  flowNode(id, "zigbee-gateway-light", { gateway: "gw", ...pick, wires: [["out"], [`${id}Facts`]], ...more });
const REMOTE = { gateway: "gw", address: "/sensors/1", uniqueid: "remote-1", resourceName: "Remote" };
const FLOW = [
  TAB,
  OTHER_TAB,
  gatewayNode(),
  node("lamp", LAMP, { facts: true }),
  node("own", LAMP, { facts: true, own: true, z: "tab2" }),
  node("named", {}, { target: "message" }),
  node("raw", LAMP, { units: "api", target: "message" }),
  node("slow", LAMP, { transition: "2", confirm: true, deadline: "3" }),
  node("switch", PLUG, { does: "toggle" }),
  node("plug", PLUG),
  node("fixed", LAMP, { does: "preset", preset: '{"bri":76,"ct":370}' }),
  node("room", ROOM, { arrows: "scene" }),
  node("hall", { address: "/groups/2", uniqueid: "", resourceName: "Hall" }),
  node("plugs", { address: "/groups/3", uniqueid: "", resourceName: "Plugs" }),
  node("cellar", { address: "/groups/4", uniqueid: "", resourceName: "Cellar" }),
  node("scenic", LAMP, { arrows: "scene" }),
  flowNode("next", "zigbee-gateway-scene", { gateway: "gw", ...ROOM, scene: "next", wires: [["out"], []] }),
  node("gone", { address: "/lights/9", uniqueid: "gone", resourceName: "Attic lamp" }),
  node("none", {}),
  node("lost", LAMP, { gateway: "" }),
  flowNode("remote", "zigbee-gateway-button", { ...REMOTE, wires: [["lamp", "plug", "room", "scenic"]] }),
  ...["out", "lampFacts", "ownFacts", "caught"].map(sink),
  flowNode("catch", "catch", { scope: null, uncaught: false, wires: [["caught"]] }),
];

describe("light node", () => {
  let house: UnitFlow;
  const sent = () => told(house.home().devices as never).map((each) => each as Message);
  const commands = (): readonly Message[] =>
    (house.home().devices?.sent ?? []).splice(0).map(({ resource: { address }, cause }) => ({ of: address, cause }));
  const asked = async (id: string, message: Message): Promise<Message> => {
    house.send(id, { _msgid: "m", ...message });
    const [answer] = await house.received("out");
    assert.equal(answer?._msgid, "m");
    return answer as Message;
  };
  const refused = async (id: string, message: Message): Promise<Message> => {
    house.send(id, { _msgid: "m", ...message });
    const [caught] = await house.received("caught");
    assert.deepEqual([caught?._msgid, caught?.error.source.id, caught?.payload], ["m", id, message.payload]);
    assert.deepEqual(sent(), [], "nothing was told");
    return caught?.error;
  };
  const open = new Set<Address>(); // a command wants it otherwise
  const listeners = new Set<(result: DeliveryResult) => void>();
  /** The end of the last commands, as the devices tell it. */
  const conclude = async (commands: readonly Message[], failure?: DeliveryResult["failure"]) => {
    open.clear();
    for (const { of, cause } of commands)
      for (const listener of listeners) listener({ address: of, cause, ...(failure && { failure }) });
    await house.pass(1);
  };
  const report = async (id: number, values: Values) => {
    const { store } = house.home();
    store.patch(`/lights/${id}`, "state", values, BY_RADIO);
    await house.pass(1);
  };

  before(async () => {
    house = await unitFlow({ flow: [TAB, gatewayNode()] });
    await light(house.home(), "Extended color light", { attr: { name: "Lamp" } });
    await light(house.home(), "On/Off plug-in unit", { attr: { name: "Plug" } });
    const words = { modelid: "M", swversion: "1", manufacturername: "Me" };
    await house.ask("POST", "/sensors", { ...words, name: "Remote", type: "CLIPSwitch", uniqueid: "remote-1" });
    await house.ask("POST", "/groups", { name: "Kitchen", lights: ["1"] });
    await house.ask("POST", "/groups", { name: "Hall", lights: ["1", "2"] });
    await house.ask("POST", "/groups", { name: "Plugs", lights: ["2"] });
    for (const name of ["Cellar", "Twice", "twice "]) await house.ask("POST", "/groups", { name, lights: [] });
    Object.assign(house.home(), {
      isDesired: (address: Address) => open.has(address),
      onDelivery: (listener: (result: DeliveryResult) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    });
    await house.deploy(FLOW);
  });
  after(() => house.stop());
  beforeEach(async () => {
    await report(1, { on: true, bri: 100, ct: 300, colormode: "ct", effect: "none", reachable: true });
    await report(2, { on: true, reachable: true });
    sent();
    for (const id of ["out", "lampFacts", "ownFacts", "caught"]) await house.received(id, 0);
  });

  // ---- in

  const wishes: readonly [payload: unknown, body: Values, answer: unknown][] = [
    [false, { on: false }, false],
    ["toggle", { on: false }, "off"],
    ["ON", { on: true }, "on"],
    [40, { on: true, bri: 102, transitiontime: 4 }, 40],
    ["40", { on: true, bri: 102, transitiontime: 4 }, 40],
    ["40 %", { on: true, bri: 102, transitiontime: 4 }, 40],
    ["red", { on: true, xy: [0.6401, 0.33], transitiontime: 4 }, "#ff0000"],
    [{ colour: "#0000ff" }, { xy: [0.15, 0.06], transitiontime: 4 }, { colour: "#0000ff" }],
    [{ kelvin: "2700", transition: 3 }, { ct: 370, transitiontime: 30 }, { kelvin: 2703 }],
  ];
  for (const [payload, body, answer] of wishes) {
    test(`${JSON.stringify(payload)} is told the light, and answered in its own words`, async () => {
      const message = await asked("lamp", { payload, mine: 1 });
      assert.deepEqual([message.payload, message.topic, message.mine], [answer, "/lights/1", 1]);
      assert.deepEqual([message.data.uniqueid, "event" in message, "warnings" in message], [macOf(1), false, false]);
      assert.deepEqual(
        sent().map(({ of, values }) => [of, values]),
        [["/lights/1", body]],
      );
    });
  }

  const fixed: readonly [payload: unknown, body: Values, answer: unknown][] = [
    [1_784_900_000_000, { on: true, bri: 76, ct: 370, transitiontime: 4 }, { on: true, brightness: 30, kelvin: 2703 }],
    ["toggle", { on: false }, "off"],
    [80, { on: true, bri: 203, ct: 370, transitiontime: 4 }, 80],
  ];
  for (const [payload, body, answer] of fixed)
    test(`${payload} is told a light whose brightness and color are fixed in the dialog`, async () => {
      assert.deepEqual((await asked("fixed", { payload })).payload, answer);
      assert.deepEqual(
        sent().map(({ values }) => values),
        [body],
      );
    });

  test("at a node with fixed values keys of a remote keep their meanings, and a key without one switches on as fixed", async () => {
    const key = { payload: "short_release", buttonevent: 1002, button: 1, topic: "/sensors/1" };
    const steps = [{ does: "step_down" }, { does: "on" }, {}];
    for (const more of steps) await asked("fixed", { ...key, ...more });
    const FIXED = { on: true, bri: 76, ct: 370, transitiontime: 4 };
    assert.deepEqual(
      sent().map(({ values }) => values),
      [{ bri: 70, transitiontime: 4 }, FIXED, FIXED],
    );
  });

  test("at a node with fixed values a press that is not over yet, a hold and its end mean nothing: Off only switches off", async () => {
    const key = { button: 4, topic: "/sensors/1" };
    const begun: readonly Message[] = [
      { payload: "press", buttonevent: 4000 },
      { payload: "hold", buttonevent: 4001 },
      { payload: "long_release", buttonevent: 4003 },
    ];
    for (const each of begun) house.send("fixed", { ...key, ...each });
    await asked("fixed", { ...key, payload: "short_release", buttonevent: 4002, does: "off" });
    assert.deepEqual(
      sent().map(({ values }) => values),
      [{ on: false }],
    );
  });

  test("an error names a node without a name as its label on the canvas does", async () => {
    const error = await refused("lamp", { payload: "maybe" });
    assert.deepEqual([error.source.name, error.source.type], ["Lamp", "zigbee-gateway-light"]);
  });

  const nonsense: readonly [what: string, id: string, message: Message, code: string, text: RegExp][] = [
    ["an unknown member", "lamp", { payload: { volume: 5 } }, "invalid", /^a light has no volume; it has on, /],
    ["a slip of the pen", "lamp", { payload: { brightnes: 5 } }, "invalid", /no brightnes: did you mean brightness\?$/],
    ["the time of a fresh inject node", "lamp", { payload: 1_795_494_290_172 }, "invalid", /^the payload is a time/],
    ["a word", "lamp", { payload: "maybe" }, "invalid", /^“maybe” is not understood: try on, off, 40, red$/],
    ["the time of a schedule", "lamp", { payload: "2026-07-01T20:00:00.000Z" }, "invalid", /^“2026-.+understood/],
    ["a whole message", "lamp", { payload: { payload: "on" } }, "invalid", /^this is a whole message/],
    ["nothing at all", "lamp", {}, "invalid", /^the payload has to be/],
    ["a brightness that is no number", "lamp", { payload: { bri: "much" } }, "invalid", /bri takes a number.*“much”/],
    ["a colour for a plug", "plug", { payload: "red" }, "invalid", /^Plug has no color$/],
    ["an effect for a plug", "plug", { payload: { effect: "colorloop" } }, "invalid", /^Plug has no effect$/],
    ["a colour that is none", "lamp", { payload: { color: "plaid" } }, "invalid", /“plaid” is not a color/],
    [
      "an unknown action",
      "lamp",
      { action: "explode", payload: true },
      "invalid",
      /^“explode” is not understood: msg.action can be read$/,
    ],
    ["a light that is not there", "gone", { payload: true }, "not-found", /^not found: Attic lamp$/],
    ["no light at all", "none", { payload: true }, "not-found", /chosen/],
    ["another that is not there", "raw", { topic: "/lights/99", payload: true }, "not-found", /: \/lights\/99$/],
    [
      "a topic that is no name",
      "raw",
      { topic: "attic", payload: true },
      "not-found",
      /^topic “attic” names no light$/,
    ],
    ["a name of two", "raw", { topic: "twice", payload: true }, "invalid", /^topic “twice” names several lights$/],
    ["a room without lamps", "raw", { topic: "Cellar", payload: true }, "not-found", /^there is no lamp in Cellar$/],
    ["no gateway", "lost", { payload: true }, "not-found", /^no gateway$/],
  ];
  for (const [what, id, message, code, text] of nonsense) {
    test(`${what} is one clear error, and red until something goes well`, async () => {
      const error = await refused(id, message);
      assert.equal(error.code, code);
      assert.match(error.message, text);
      assert.equal((await house.status(id, text)).fill, "red");
    });
  }

  test("the error of a command that the light refuses has the API's answer", async () => {
    await report(1, { on: false });
    const { code, cause } = await refused("lamp", { payload: { bri: 7 } });
    assert.deepEqual([code, cause.status], ["invalid", 200]);
  });

  test("out of range is clamped, and told; the warnings of another node are not", async () => {
    assert.deepEqual((await asked("lamp", { payload: 150 })).warnings, ["brightness 150 → 100"]);
    assert.equal(
      (await house.status("lamp", /^on · 100 % · neutral · brightness: 100 instead of 150$/)).fill,
      "yellow",
    );
    await report(1, { bri: 254 }); // as it was told
    await report(1, { bri: 127 }); // by another client
    assert.equal((await house.status("lamp", /^on · 50 % · neutral$/)).fill, "green");
    await asked("lamp", { payload: 150 });
    await house.status("lamp", /instead of 150$/);
    assert.equal("warnings" in (await asked("lamp", { payload: 50, warnings: ["of another"] })), false);
    assert.equal((await house.status("lamp", /^on · 50 % · neutral$/)).fill, "green");
  });

  test("a command is sent until the lamp has confirmed it", async () => {
    open.add("/lights/1");
    await asked("lamp", { payload: 60 });
    const shown = await house.status("lamp", /sent$/);
    assert.deepEqual(shown, { fill: "green", shape: "ring", text: "on · 60 % · neutral · sent" });
    await conclude(commands());
    assert.equal((await house.status("lamp", /^on · 60 % · neutral$/)).shape, "dot");
    assert.deepEqual(await house.received("caught", 0), []);
  });

  test("a lamp that does not take it after all is an error, told once, of the latest command", async () => {
    open.add("/lights/1");
    await asked("lamp", { payload: 60 });
    await asked("lamp", { payload: 70, mine: 1 });
    await conclude(commands(), "unreachable");
    const [caught, ...more] = await house.received("caught");
    assert.deepEqual(more, []);
    assert.deepEqual([caught?._msgid, caught?.payload, caught?.error.code], ["m", 70, "unreachable"]);
    assert.equal(caught?.error.message, "Lamp does not answer: does it have power?");
    assert.equal((await house.status("lamp", /power\?$/)).fill, "red");
    await house.pass(31);
    await house.status("lamp", /^on · /);
  });

  test("a sleeper takes it later: that is no error; a group of which one lamp does not take it has a warning", async () => {
    await asked("lamp", { payload: 60 });
    await conclude(commands(), "asleep");
    open.add("/lights/1");
    await asked("room", { payload: 60 });
    await house.status("room", /sent$/);
    const [command] = commands();
    await conclude([{ ...command, of: "/lights/1" }], "timeout");
    await conclude([command ?? {}]);
    await house.status("room", /Lamp does not answer: does it have power\?$/);
    assert.deepEqual(await house.received("caught", 0), []);
  });

  test("a room says how many of its lamps did not answer, stays red when none did, and that it has none", async () => {
    open.add("/lights/1");
    await asked("hall", { payload: 60 });
    const [command = {}] = commands();
    const lost = ["/lights/1", "/lights/2"].map((of) => ({ ...command, of }));
    await conclude(lost, "timeout");
    await conclude([command]);
    assert.equal((await house.status("hall", /^on · 60 % · 2 of 2 did not answer$/)).fill, "yellow");
    await asked("hall", { payload: 60 });
    await conclude(commands(), "timeout");
    const [caught] = await house.received("caught");
    assert.deepEqual([caught?.error.code, caught?.error.message], ["unreachable", "Hall did not answer"]);
    for (const id of [1, 2]) await report(id, { reachable: false });
    await house.status("hall", /^(Hall did not answer|unreachable)$/);
    await house.pass(31);
    assert.deepEqual(await house.status("hall", /./), { fill: "red", shape: "ring", text: "unreachable" });
    assert.deepEqual(await house.status("cellar", /./), { fill: "grey", shape: "ring", text: "no lamp in it" });
  });

  test("a color or a white that no lamp of a room has is a warning", async () => {
    const { warnings } = await asked("plugs", { payload: "red" });
    assert.deepEqual(warnings, ["no lamp in Plugs has colors"]);
    assert.equal((await house.status("plugs", /no lamp in Plugs has colors$/)).fill, "yellow");
    const {
      warnings: [white],
    } = await asked("plugs", { payload: "warm white" });
    assert.equal(white, "no lamp in Plugs can be warmer or colder");
    assert.equal("warnings" in (await asked("hall", { payload: "red" })), false, "one has");
  });

  test("a topic may be a name, in large letters or small; the status names the light that it moved last", async () => {
    const topicOf = async (topic: string) => (await asked("raw", { topic, payload: true })).topic;
    assert.deepEqual(
      [await topicOf("plug"), await topicOf("HALL"), await topicOf("/lights/2")],
      ["/lights/2", "/groups/2", "/lights/2"],
    );
    await house.status("raw", /^Plug · on/);
    for (const topic of ["", "/sensors/1"]) assert.equal(await topicOf(topic), "/lights/1", topic);
    await house.status("raw", /^on · /);
  });

  test("a node whose light is named by messages shows which one that was", async () => {
    await house.status("named", /^waits for a message$/);
    await asked("named", { topic: "/lights/1", payload: 60 });
    assert.match((await house.status("named", /^Lamp/)).text ?? "", /^Lamp · on · 60 % · neutral · \d+:\d\d/);
    await report(1, { on: false });
    await house.status("named", /^Lamp · off/);
  });

  test("read answers how it is; the message may name another, in units of the API", async () => {
    const { payload } = await asked("lamp", { action: "read", payload: "whatever" });
    assert.deepEqual(payload, { on: true, brightness: 39, kelvin: 3333, effect: "none", reachable: true });
    const { topic, payload: raw } = await asked("raw", { topic: "/groups/Kitchen", payload: 200 });
    assert.deepEqual([topic, raw], ["/groups/1", 200]);
    sent();
    assert.equal((await asked("lamp", { topic: "/lights/2", payload: true })).topic, "/lights/1", "only where it may");
  });

  test("the action in the dialog is done for every message; a fade of the dialog goes along", async () => {
    assert.equal((await asked("switch", { payload: 1764000000000 })).payload, "off");
    sent();
    house.send("slow", { payload: 50 });
    await house.pass(1);
    assert.equal(sent()[0]?.values.transitiontime, 20);
    await house.received("caught");
  });

  test("a command to be confirmed that is never answered is an error at its deadline", async () => {
    house.send("slow", { _msgid: "late", payload: true });
    assert.deepEqual(await house.received("caught", 0), []);
    await house.pass(4);
    const [caught] = await house.received("caught");
    assert.deepEqual([caught?.error.code, caught?.error.message], ["timeout", "Lamp did not confirm it in time"]);
    await house.status("slow", /^Lamp did not confirm it in time$/);
    sent();
  });

  // ---- out

  test("changes are told, but not those of this flow, unless that is wanted", async () => {
    await asked("lamp", { payload: false });
    assert.deepEqual(await house.received("lampFacts", 0), []);
    const [own] = await house.received("ownFacts");
    assert.deepEqual([own?.topic, own?.payload], ["/lights/1", { on: false, brightness: 0 }]);
    assert.deepEqual([own?.event.cause.by, own?.event.before], ["flow:lamp", { on: true }]);
    await report(1, { on: true });
    const [fact] = await house.received("lampFacts");
    assert.deepEqual([fact?.payload, fact?.event.cause.by], [{ on: true, brightness: 39 }, "radio"]);
  });

  // ---- how it looks

  test("the status: on and how bright, off, out of reach; and after an error the next change", async () => {
    assert.deepEqual(await house.status("lamp", /^on/), { fill: "green", shape: "dot", text: "on · 39 % · neutral" });
    await report(1, { on: false });
    assert.deepEqual(await house.status("lamp", /^off$/), { fill: "grey", shape: "ring", text: "off" });
    await refused("lamp", { payload: "maybe" });
    await house.status("lamp", /“maybe”/);
    await report(1, { on: true });
    await house.status("lamp", /^on · 39 % · neutral$/);
    await refused("lamp", { payload: "maybe" });
    await house.status("lamp", /“maybe”/);
    await asked("lamp", { payload: true });
    await house.status("lamp", /^on · 39 % · neutral$/);
    await report(1, { reachable: false });
    assert.deepEqual(await house.status("lamp", /un/), { fill: "red", shape: "ring", text: "unreachable" });
    assert.equal((await house.status("plug", /^on$/)).fill, "green");
  });

  test("the status of a group: how bright its lights are, whatever it was told last, and the answers say the same", async () => {
    await house.status("room", /^on · 39 %$/);
    await report(1, { bri: 254 });
    await house.status("room", /^on · 100 %$/);
    const { payload } = await asked("room", { action: "read" });
    assert.deepEqual(payload, { on: true, any: true, all: true, brightness: 100 });
    await asked("room", { payload: 30 });
    await house.status("room", /^on · 30 %$/);
    await report(1, { on: false });
    await house.status("room", /^off$/);
    sent();
  });

  test("in the language of the editor that was opened last", async () => {
    house.speak("de");
    await house.status("lamp", /^an · 39 % · neutral$/);
    assert.match(
      (await refused("lamp", { payload: "maybe" })).message,
      /^„maybe“ ist nicht zu verstehen: etwa on, off/,
    );
    house.speak("en-US");
    await house.status("lamp", /^on · 39 % · neutral$/);
  });

  test("a new name is told to editors, with the saved one, until the light has that again", async () => {
    const told = () => house.told.filter(({ topic }) => topic.startsWith("zigbee-gateway/names")).at(-1);
    await house.ask("PUT", "/lights/1", { name: "Ceiling" });
    await house.pass(1);
    const { topic, data, retain } = told() ?? {};
    assert.deepEqual([topic, retain], ["zigbee-gateway/names/gw", true]);
    const names = data as Readonly<Record<string, unknown>>;
    assert.deepEqual(Object.keys(names).sort(), ["fixed", "lamp", "own", "raw", "scenic", "slow"]);
    assert.deepEqual(names.lamp, { resourceName: ["Lamp", "Ceiling"] });
    await house.ask("PUT", "/groups/1", { name: "Dining" });
    await house.pass(1);
    assert.deepEqual(
      { ...(told()?.data as object) },
      { ...names, room: { resourceName: ["Kitchen", "Dining"] }, next: { resourceName: ["Kitchen", "Dining"] } },
    );
    await house.ask("PUT", "/groups/1", { name: "Kitchen" });
    await house.ask("PUT", "/lights/1", { name: "Lamp" });
    await house.pass(1);
    assert.deepEqual(told()?.data, {});
  });

  // ---- a remote at its wire

  const press = async (code: number, does?: KeyDeed) => {
    const { devices } = house.home();
    devices?.keys.clear();
    if (does) devices?.keys.set(code, does);
    await house.ask("PUT", "/sensors/1/state", { buttonevent: code });
    await house.pass(1);
  };

  test("a key does its meaning, to all lights that are wired to it; a key without a meaning for one is no error", async () => {
    await press(2002, "off");
    assert.deepEqual(
      sent()
        .map(({ of, values }) => [of, values])
        .sort(),
      [
        ["/groups/1", { on: false }],
        ["/lights/1", { on: false }],
        ["/lights/1", { on: false }],
        ["/lights/2", { on: false }],
      ],
    );
    await house.received("out", 4);
    await report(1, { on: true, bri: 100 });
    await press(3002, "step_up");
    const steps = sent().filter(({ of }) => of === "/lights/1");
    assert.equal(steps[0]?.values.bri, 130);
    assert.deepEqual(await house.received("caught", 0), []);
    await press(1004);
    assert.deepEqual(sent(), []);
  });

  test("a hold moves until it is let go", async () => {
    await press(3001, "move_up");
    const move = sent().find(({ of }) => of === "/lights/1");
    assert.equal(move?.values.bri, 254);
    assert.ok(move?.values.transitiontime > 20);
    await press(3003, "stop");
    assert.equal(sent().find(({ of }) => of === "/lights/1")?.values.bri_inc, 0);
  });

  test("arrow keys do nothing, or the choice in the dialog; without a scene they say so", async () => {
    await press(5002, "next");
    const errors = (await house.received("caught", 2)).map(({ error }) => [error.source.id, error.message]).sort();
    assert.deepEqual(errors, [
      ["room", "this group has no scene yet"],
      ["scenic", "only rooms and groups have scenes: choose one, or let the arrow keys change the color"],
    ]);
    assert.deepEqual(sent(), []);
    for (const name of ["Work", "Rest"]) await house.ask("POST", "/groups/1/scenes", { name });
    sent();
    await press(5002, "next");
    const { action } = house.home().store.get("/groups/1") ?? {};
    assert.equal(action?.scene, "1");
    await press(4002, "previous");
    assert.equal(house.home().store.get("/groups/1")?.action.scene, "2");
    await house.received("caught");
  });

  test("a press of several messages toggles once, and calls the next scene once", async () => {
    const pressAll = (id: string, ...payloads: string[]) => {
      for (const payload of payloads)
        house.send(id, { _msgid: "m", topic: "/sensors/1", button: 1, buttonevent: 1000, payload });
    };
    await report(2, { on: false });
    pressAll("switch", "press", "short_release");
    await house.received("out");
    assert.deepEqual(
      sent().map(({ values }) => values),
      [{ on: true }],
    );
    for (const name of ["Work", "Rest"]) await house.ask("POST", "/groups/1/scenes", { name });
    pressAll("next", "press", "short_release");
    const [first] = await house.received("out");
    pressAll("next", "press", "hold", "hold", "long_release");
    const [second] = await house.received("out");
    assert.notEqual(first?.payload, second?.payload);
    assert.deepEqual(await house.received("caught", 0), []);
  });

  test("a fresh node without a light says so at once", async () => {
    await house.deploy([...FLOW, node("fresh", {})], "nodes");
    assert.equal((await house.status("fresh")).text, "no light is chosen");
  });

  test("a node that is gone hears and shows nothing any more", async () => {
    await house.deploy(
      FLOW.filter(({ id }) => id !== "own"),
      "nodes",
    );
    await report(1, { on: false });
    assert.deepEqual(await house.received("ownFacts", 0), []);
    assert.equal((await house.received("lampFacts")).length, 1);
  });
});
