/** Flows made for a user: of which choices, with which nodes, and where they go. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { placed } from "../../../panels/flow/canvas.ts";
import {
  buttonNames,
  choicesIn,
  darknessAt,
  type FlowChoice,
  meantButtons,
  startWith,
  usualButtons,
} from "../../../panels/flow/choices.ts";
import { type FlowRequest, flowOf, type PickedResource } from "../../../panels/flow/flow-nodes.ts";
import { readHouse } from "../../../panels/house.ts";
import { isWholeAction, isWholeCondition, type RuleRows } from "../../../src/model/automation/rule-rows.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const picked = (address: string, resourceName: string): PickedResource => ({
  address,
  uniqueid: "u",
  resourceName,
  house: "B",
});
const [REMOTE, MOTION, LAMP] = [
  picked("/sensors/1", "Remote"),
  picked("/sensors/2", "Motion"),
  picked("/lights/3", "Lamp"),
];
const words = {
  says: "Motion: Lamp on; off 5 minutes after the last motion",
  moves: "somebody moves",
  later: "5 minutes later",
  on: "Lamp: on",
  off: "Lamp: off",
};

const flows: [what: string, wanted: FlowRequest, is: [type: string, wires: string[]][]][] = [
  [
    "a button and a light",
    { is: "button", from: REMOTE, buttons: ["1", "4"], to: LAMP },
    [
      ["zigbee-gateway-button", ["light"]],
      ["zigbee-gateway-light", []],
    ],
  ],
  [
    "motion and a light",
    { is: "motion", from: MOTION, minutes: 0, to: LAMP, words },
    [
      ["zigbee-gateway-sensor", ["light"]],
      ["zigbee-gateway-light", []],
    ],
  ],
  [
    "motion, a while, and a light",
    { is: "motion", from: MOTION, minutes: 5, to: LAMP, words },
    [
      ["comment", []],
      ["zigbee-gateway-sensor", ["moves", "later"]],
      ["switch", ["light"]],
      ["trigger", ["light"]],
      ["zigbee-gateway-light", []],
    ],
  ],
  [
    "motion when it is dark, a while, and a light",
    { is: "motion", from: MOTION, minutes: 5, dark: REMOTE, to: LAMP, words },
    [
      ["comment", []],
      ["zigbee-gateway-rule", []],
      ["zigbee-gateway-rule", []],
    ],
  ],
  [
    "a sensor and what it says",
    { is: "sensor", from: MOTION, measures: "Temperature", members: ["temperature"], debugName: "Motion" },
    [
      ["zigbee-gateway-sensor", ["debug"]],
      ["debug", []],
    ],
  ],
  [
    "the sun and a light",
    { is: "sun", event: "sunset", isOn: true, to: LAMP, name: "Sunset" },
    [
      ["zigbee-gateway-schedule", ["light"]],
      ["zigbee-gateway-light", []],
    ],
  ],
];
for (const [what, wanted, is] of flows) {
  test(what, () => {
    const nodes = flowOf(wanted, "gw");
    assert.deepEqual(
      nodes.map(({ type, wires }) => [type, [...(wires[0] ?? [])]]),
      is,
    );
    const ids = nodes.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(nodes.every(({ wires }) => wires.flat().every((id) => ids.includes(id))));
    assert.ok(nodes.every(({ type, gateway }) => !type.startsWith("zigbee") || gateway === "gw"));
  });
}

test("they keep the choices: which one, which buttons, which member, how long", () => {
  const [button, light] = flowOf({ is: "button", from: REMOTE, buttons: ["1", "4"], to: LAMP }, "gw");
  assert.deepEqual(
    [button?.address, button?.uniqueid, button?.resourceName, button?.house, button?.buttons],
    ["/sensors/1", "u", "Remote", "B", "1,4"],
  );
  assert.equal(light?.address, "/lights/3");
  const [, sensor, , later] = flowOf({ is: "motion", from: MOTION, minutes: 5, to: LAMP, words }, "gw");
  assert.deepEqual(
    [sensor?.members, later?.duration, later?.units, later?.name],
    ["presence", "5", "min", words.later],
  );
});

type Defaults = Readonly<Record<string, { readonly value: unknown }>>;

/** The settings that the editor would save of a node, as its dialog registers it. */
async function defaultsOf(type: string): Promise<Defaults> {
  const html = readFileSync(join(ROOT, "nodes", `${type}.html`), "utf8");
  const [, textContent = ""] = /<script type="text\/html"[^>]*>([\s\S]*?)<\/script>/.exec(html) ?? [];
  let defaults: Defaults = {};
  const registerType = (_: string, node: { readonly defaults: Defaults }) => {
    defaults = node.defaults;
  };
  const editor = { nodes: { registerType }, comms: { subscribe: () => {} }, events: { on: () => {} } };
  const page = Object.assign(() => [{ textContent }], { ajax: () => {} });
  Object.assign(globalThis, { window: globalThis, localStorage: { getItem: () => "en-US" }, RED: editor, $: page });
  await import(join(ROOT, "dialogs/kit.ts"));
  await import(join(ROOT, "dialogs", `${type.replace("zigbee-gateway-", "")}.ts`));
  return defaults;
}

test("nodes of ours have every property that their dialogs know, and no other", async () => {
  const nodes = [
    ...flowOf({ is: "button", from: REMOTE, buttons: [], to: LAMP }, "gw"),
    ...flowOf({ is: "sensor", from: MOTION, measures: "", members: [], debugName: "" }, "gw"),
    ...flowOf({ is: "sun", event: "sunset", isOn: true, to: LAMP, name: "" }, "gw").slice(0, 1),
    ...flowOf({ is: "motion", from: MOTION, minutes: 5, dark: REMOTE, to: LAMP, words }, "gw").slice(0, 2),
  ];
  const ours = nodes.filter(({ type }) => type.startsWith("zigbee-gateway-"));
  assert.equal(ours.length, 5);
  for (const { id: _, type, x: __, y: ___, wires: ____, ...own } of ours) {
    const known = await defaultsOf(type);
    assert.deepEqual(Object.keys(own).sort(), Object.keys(known).sort(), type);
    assert.equal((own as { version?: unknown }).version, known.version?.value, type);
  }
});

const HOUSE = {
  bridge: "B",
  ...readHouse({
    devices: {
      "00:00:00:00:00:00:00:01": {},
      "00:00:00:00:00:00:00:02": {},
      "00:00:00:00:00:00:00:03": {},
      "00:00:00:00:00:00:00:04": {},
    },
    lights: {
      1: { name: "Lamp", type: "Dimmable light", uniqueid: "00:00:00:00:00:00:00:01-01", state: { on: true } },
      2: { name: "Siren", type: "Warning device", uniqueid: "00:00:00:00:00:00:00:05-01", state: { on: true } },
      3: { name: "Lamp", type: "On/Off plug-in unit", uniqueid: "00:00:00:00:00:00:00:04-01", state: { on: true } },
      4: { name: "Blind", type: "Window covering device", uniqueid: "00:00:00:00:00:00:00:06-01", state: { on: true } },
    },
    sensors: {
      1: {
        name: "Remote",
        type: "ZHASwitch",
        uniqueid: "00:00:00:00:00:00:00:02-01-1000",
        state: { buttonevent: null, lastupdated: "none" },
      },
      2: {
        name: "Motion",
        type: "ZHAPresence",
        uniqueid: "00:00:00:00:00:00:00:03-01-0406",
        state: { presence: false, lastupdated: "none" },
      },
      3: { name: "Daylight", type: "Daylight", uniqueid: "d", state: { dark: true } },
      5: {
        name: "Warm",
        type: "ZHATemperature",
        uniqueid: "00:00:00:00:00:00:00:03-01-0402",
        state: { temperature: 1 },
      },
      4: { name: "Made", type: "CLIPPresence", uniqueid: "c", state: { presence: true } },
    },
    groups: { 1: { name: "Hall", type: "Room", lights: ["1"] }, 2: { name: "Empty", type: "Room", lights: [] } },
  }),
};

test("the source of darkness: the sensor's own device, or else the sky", () => {
  const own = { device: "a", address: "/sensors/9" } as FlowChoice;
  const sky = { device: "", address: "/sensors/1", isSky: true } as FlowChoice;
  const at = (device: string, darks: readonly FlowChoice[]) => darknessAt({ device } as FlowChoice, darks)?.address;
  assert.deepEqual([at("a", [own, sky]), at("b", [own, sky]), at("b", [own])], ["/sensors/9", "/sensors/1", undefined]);
});

test("each wire leads to the right", () => {
  for (const [what, wanted] of flows) {
    const nodes = flowOf(wanted, "gw");
    for (const { id, x, wires } of nodes)
      for (const to of wires.flat())
        assert.ok((nodes.find((node) => node.id === to)?.x ?? 0) > x, `${what}: ${id} → ${to}`);
  }
});

test("when it is dark two rules do it: one for its beginning, one for its end", () => {
  const rowsOf = (minutes: number) => {
    const [, on, off] = flowOf({ is: "motion", from: MOTION, minutes, dark: REMOTE, to: LAMP, words }, "gw");
    return [on, off].map((node) => ({ ...(node as unknown as RuleRows) }));
  };
  const [on, off] = rowsOf(5);
  assert.ok(on && off);
  assert.ok([...on.conditions, ...off.conditions].every(isWholeCondition));
  assert.ok(on.actions.every(isWholeAction) && off.actions.every(isWholeAction));
  assert.deepEqual(
    on.conditions.map(({ address, item, value }) => [address, item, value]),
    [
      ["/sensors/2", "state/presence", "true"],
      ["/sensors/1", "state/dark", "true"],
    ],
  );
  assert.deepEqual(
    [off, rowsOf(0)[1]].map((rows) => [rows?.conditions[0]?.value, rows?.conditions[0]?.for, rows?.actions[0]?.does]),
    [
      ["false", "PT00:05:00", "off"],
      ["false", undefined, "off"],
    ],
  );
});

test("a comment stands above, from the left edge on, and makes no column wider", () => {
  const nodes = flowOf({ is: "motion", from: MOTION, minutes: 5, dark: REMOTE, to: LAMP, words }, "gw");
  const [comment, on, off] = placed(nodes, { left: 0, top: 0, taken: [] });
  assert.ok(comment && on && off);
  assert.deepEqual([on.x, on.y - comment.y, off.y - on.y], [100, 60, 60]);
  assert.equal(comment.x, on.x);
});

test("flows can be made of remotes, motion sensors, sensors and lights", () => {
  const { buttons, motions, sensors, lights, groups } = choicesIn(HOUSE);
  const addresses = (all: readonly { address: string }[]) => all.map(({ address }) => address);
  assert.deepEqual(addresses(buttons), ["/sensors/1"]);
  assert.deepEqual(addresses(motions), ["/sensors/2", "/sensors/4"]);
  assert.deepEqual(
    sensors.map(({ address, oneOf }) => [address, oneOf]),
    [
      ["/sensors/2", undefined],
      ["/sensors/5", "ZHATemperature"],
      ["/sensors/4", undefined],
    ],
  );
  assert.deepEqual(addresses(lights), ["/lights/1", "/lights/3"]);
  assert.deepEqual(addresses(groups), ["/groups/1"]);
  assert.deepEqual(motions[0]?.members, ["presence"]);
  assert.deepEqual(lights[0]?.picked, {
    address: "/lights/1",
    uniqueid: "00:00:00:00:00:00:00:01-01",
    resourceName: "Lamp",
    house: "B",
  });
  assert.deepEqual(groups[0]?.picked, { address: "/groups/1", uniqueid: "", resourceName: "Hall", house: "B" });
});

const device = (number: number) => `00:00:00:00:00:00:00:0${number}`;
const starts: [what: string, devices: string[], kind: string, from: string, to: string][] = [
  ["nobody new", [], "button", "/sensors/1", ""],
  ["a motion sensor", [device(3)], "motion", "/sensors/2", ""],
  ["a motion sensor and then a lamp", [device(4), device(3)], "motion", "/sensors/2", "/lights/3"],
  ["a remote after a motion sensor", [device(2), device(3)], "button", "/sensors/1", ""],
];
for (const [what, devices, kind, from, to] of starts) {
  test(`just paired: ${what}`, () => {
    const start = startWith(choicesIn(HOUSE), devices);
    assert.deepEqual([start.kind, start.from[start.kind], start.to], [kind, from, to]);
  });
}

test("a house without lights, or without anything", () => {
  const start = startWith(choicesIn({ ...HOUSE, lights: {}, groups: {} }), []);
  assert.deepEqual([start.kind, start.to], ["sensor", ""]);
  const nothing = startWith(choicesIn({ bridge: "", ...readHouse({}) }), []);
  assert.deepEqual(nothing, { kind: "button", from: { button: "", motion: "", sensor: "" }, to: "" });
});

const remotes: [answer: unknown, usual: string[]][] = [
  [{ buttons: { 1: { name: "On" }, 2: { name: "Up" }, 4: { name: "Off" } } }, ["1", "4"]],
  [{ buttons: { 1: { name: "Toggle" }, 2: { name: "Brightness up" } } }, ["1"]],
  [{ buttons: { 1: { name: "On" }, 2: { name: "Up" } } }, ["1"]],
  [{ buttons: {} }, []],
  [[{ error: {} }], []],
  [undefined, []],
];
for (const [answer, usual] of remotes)
  test(`of ${JSON.stringify(answer)} one takes ${usual}`, () =>
    assert.deepEqual(usualButtons(buttonNames(answer)), usual));

test("at sunset each day, with the command for the light", () => {
  const [schedule] = flowOf({ is: "sun", event: "sunrise", isOn: false, to: LAMP, name: "Sunrise" }, "gw");
  assert.deepEqual(
    [schedule?.time, schedule?.payload, schedule?.payloadType, schedule?.declaredName],
    ["W127/sunrise", "false", "bool", "Sunrise"],
  );
});

test("the only light is meant; of several none is guessed", () => {
  const { 1: lamp } = HOUSE.lights;
  const start = startWith(choicesIn({ ...HOUSE, lights: lamp ? { 1: lamp } : {}, groups: {} }), []);
  assert.equal(start.to, "/lights/1");
});

const presses: [pressed: string | undefined, meant: string[]][] = [
  [undefined, ["1", "4"]],
  ["4", ["1", "4"]],
  ["2", ["2"]],
  ["9", ["1", "4"]],
];
for (const [pressed, meant] of presses)
  test(`a user who presses key ${pressed} means ${meant}`, () => {
    const names = buttonNames({ buttons: { 1: { name: "On" }, 2: { name: "Up" }, 4: { name: "Off" } } });
    assert.deepEqual(meantButtons(names, pressed), meant);
  });

const pair = [
  { id: "a", x: 0, y: 0 },
  { id: "b", x: 1, y: 0 },
];
test("on an empty canvas they go to where one looks", () => {
  const [first, second] = placed(pair, { left: 0, top: 0, taken: [] });
  assert.deepEqual(
    [first, second],
    [
      { id: "a", x: 80, y: 40 },
      { id: "b", x: 260, y: 40 },
    ],
  );
  const [there] = placed(pair, { left: 1000, top: 500, taken: [] });
  assert.deepEqual(there, { id: "a", x: 1080, y: 540 });
});

test("between nodes with long names there is as much wire as between short ones", () => {
  const named = [
    { x: 0, y: 0, resourceName: "Living room remote" },
    { x: 1, y: 0, resourceName: "リビングの天井のライト" },
    { x: 2, y: 0, name: "on" },
  ];
  const [first, second, third] = placed(named, { left: 0, top: 0, taken: [] }).map(({ x }) => x);
  assert.deepEqual([first, second, third], [120, 400, 640]);
});

test("the quantity of a sensor stands behind its name, and has room there", () => {
  const named = [
    { x: 0, y: 0, resourceName: "Bathroom climate", measures: "Temperature" },
    { x: 1, y: 0, name: "on" },
  ];
  const [sensor, next] = placed(named, { left: 0, top: 0, taken: [] }).map(({ x }) => x);
  assert.deepEqual([sensor, next], [180, 460]);
});

test("no node is covered: new ones go below, and one that is far away hinders none", () => {
  const taken = [
    { x: 100, y: 40, w: 160, h: 30 },
    { x: 340, y: 80, w: 100, h: 30 },
    { x: 2_000, y: 120, w: 100, h: 30 },
  ];
  const [first, second] = placed(pair, { left: 0, top: 0, taken });
  assert.deepEqual([first?.y, second?.y], [160, 160]);
});

test("they stay together, and squeeze into no gap of another flow", () => {
  const taken = [
    { x: 120, y: 40, w: 160, h: 30 },
    { x: 120, y: 140, w: 160, h: 30 },
    { x: 340, y: 240, w: 160, h: 30 },
  ];
  const [first, second] = placed(pair, { left: 0, top: 0, taken });
  assert.deepEqual([first?.y, second?.y], [320, 320]);
});
