/** The knobs of the virtual house: the effect of each, its refusals, and the state that can be seen. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Controls } from "../../../src/virtual/house/control-checks.ts";
import { applyToDevice, applyToHouse } from "../../../src/virtual/house/controls.ts";
import { inspectHouse, inspectResident, type PlainJson } from "../../../src/virtual/house/inspection.ts";
import { settle } from "../../support/fakes.ts";
import { type Home, home } from "../../support/virtual-home.ts";

interface Turning extends Home {
  readonly life: { on: boolean };
  resident(profile: string): ReturnType<Home["house"]["all"]>[number];
  turn(profile: string, knobs: Controls): unknown;
  look(profile: string): PlainJson;
}

function start(context: TestContext, ...joining: string[]): Turning {
  return startAt(0.01, context, ...joining);
}

function startAt(timeScale: number, context: TestContext, ...joining: string[]): Turning {
  const own = home({ timeScale });
  context.after(own.close);
  const resident = (profile: string) => own.house.all().find((one) => one.profile === profile) ?? assert.fail(profile);
  own.open();
  for (const profile of joining) assert.ok(own.house.network.join(resident(profile).device));
  return {
    ...own,
    life: { on: true },
    resident,
    turn: (profile, knobs) => applyToDevice(own.house, resident(profile), knobs, () => {}),
    look: (profile) => inspectResident(resident(profile)),
  };
}

const value = (own: Turning, profile: string, endpoint: string, cluster: string, attribute: string): unknown =>
  (own.look(profile).endpoints as Record<string, Record<string, Record<string, unknown>>>)[endpoint]?.[cluster]?.[
    attribute
  ];

test("a press goes to each bound target", async (context) => {
  const own = start(context, "remote");
  assert.deepEqual(own.turn("remote", { press: "toggle" }), { sent: 0 });
  const bind = (target: { ieee: string; endpoint: number } | { group: number }) =>
    own.resident("remote").device.bindings.push({ endpoint: 1, cluster: 6, target });
  bind({ ieee: "0x00124b0000000001", endpoint: 1 });
  bind({ group: 9 });
  assert.deepEqual(own.turn("remote", { press: "arrow_left_click" }), { sent: 2 });
  const press = { cluster: "genOnOff", command: "onWithTimedOff", payload: { ctrlbits: 0, ontime: 1, offwaittime: 0 } };
  assert.deepEqual(own.turn("remote", { press }), { sent: 2 });
  await settle();
  assert.deepEqual(
    own.world.heard.map(({ cluster, to }) => [cluster, to]),
    [5, 6].flatMap((cluster) => [
      [cluster, { address: 0, endpoint: 1 }],
      [cluster, { group: 9 }],
    ]),
  );
});

test("values are set as if they had changed by themselves", (context) => {
  const own = start(context);
  own.turn("climate sensor", {
    set: { "msTemperatureMeasurement.measuredValue": -500, "1/msRelativeHumidity.measuredValue": 7000 },
  });
  assert.equal(value(own, "climate sensor", "1", "msTemperatureMeasurement", "measuredValue"), -500);
  assert.equal(value(own, "climate sensor", "1", "msRelativeHumidity", "measuredValue"), 7000);
  own.turn("switch", { set: { "genOnOff.onOff": true } });
  assert.equal(value(own, "switch", "1", "genOnOff", "onOff"), 1);
  own.turn("motion sensor", { set: { "2/genBasic.swBuildId": "9.9" } });
  assert.equal(value(own, "motion sensor", "2", "genBasic", "swBuildId"), "9.9");
  assert.notEqual(value(own, "motion sensor", "1", "genBasic", "swBuildId"), "9.9");
});

test("a value set by hand is told as held, with the seconds that are left", (context) => {
  const own = start(context);
  assert.equal(own.look("climate sensor").held, undefined);
  own.turn("climate sensor", { set: { "msTemperatureMeasurement.measuredValue": 700 } });
  const { held } = own.look("climate sensor") as { readonly held: Record<string, number> };
  assert.deepEqual(Object.keys(held), ["1/msTemperatureMeasurement.measuredValue"]);
  const [seconds = 0] = Object.values(held);
  assert.ok(seconds > 590 && seconds <= 600, `${seconds}`);
  own.turn("metering plug", { set: { "haElectricalMeasurement.activePower": 90 } });
  assert.ok(own.look("metering plug").held);
  own.turn("metering plug", { toggle: true });
  assert.equal(own.look("metering plug").held, undefined, "it is off, and draws nothing");
});

test("zones, wall switches, reach and latency", (context) => {
  const own = start(context, "switch");
  own.turn("contact sensor", { zone: { alarm1: true, tamper: true } });
  own.turn("contact sensor", { zone: { alarm1: false } });
  assert.equal(value(own, "contact sensor", "1", "ssIasZone", "zoneStatus"), 4);
  own.turn("switch", { toggle: true });
  assert.equal(value(own, "switch", "1", "genOnOff", "onOff"), 1);
  own.turn("switch", { toggle: 1, reach: "no-route", latency: 12 });
  assert.equal(value(own, "switch", "1", "genOnOff", "onOff"), 0);
  assert.deepEqual([own.look("switch").reach, own.look("switch").latency], ["no-route", 12]);
});

test("a device comes, announces itself, and goes", async (context) => {
  const own = startAt(1, context); // in hurried time the open network lets it in again meanwhile
  own.turn("switch", { join: true });
  assert.equal(own.resident("switch").movedIn, true);
  assert.equal(own.look("switch").joined, true);
  own.turn("switch", { announce: true });
  own.turn("switch", { leave: true });
  await settle();
  assert.deepEqual(
    own.world.told.map((told) => (told as unknown[])[0]),
    ["joined", "announced", "announced", "left"],
  );
  assert.equal(own.look("switch").joined, false);
  own.open(0);
  assert.throws(() => own.turn("switch", { join: true }), /the network is not open/);
});

test("without power a light is not there; with it again it is as it starts, and says so", async (context) => {
  const own = start(context, "dimmable light");
  own
    .resident("dimmable light")
    .device.clusterEndpoints.get(1)
    ?.running.set("anything", () => {});
  own.turn("dimmable light", { set: { "genOnOff.onOff": 0 }, power: "off" });
  assert.equal(own.resident("dimmable light").device.clusterEndpoints.get(1)?.running.size, 0);
  assert.equal(own.look("dimmable light").reach, "no-ack");
  own.turn("dimmable light", { power: "on" });
  assert.equal(own.look("dimmable light").reach, "ok");
  assert.equal(value(own, "dimmable light", "1", "genOnOff", "onOff"), 1);
  own.turn("dimmable light", { power: "cycle" });
  await settle();
  assert.equal(own.world.told.filter((told) => (told as unknown[])[0] === "announced").length, 3);
});

test("how a sleeper is reached is as it was told, until it is told otherwise", async (context) => {
  const own = start(context, "remote");
  own.turn("remote", { reach: "ok" });
  await new Promise((resolve) => setTimeout(resolve, 1000)); // of its new minute are 0.6 s here
  assert.equal(own.look("remote").reach, "ok");
});

test("a sleeper is woken, put to sleep, and made to ask", (context) => {
  const own = start(context, "remote");
  own.turn("remote", { awake: 0 });
  assert.equal(own.look("remote").reach, "expired");
  own.turn("remote", { awake: 60 });
  assert.equal(own.look("remote").reach, "ok");
  own
    .resident("remote")
    .device.bindings.push({ endpoint: 1, cluster: 0x20, target: { ieee: "0x00124b0000000001", endpoint: 1 } });
  assert.deepEqual(own.turn("remote", { checkin: true }), { sent: 1 });
});

test("a command that a device refuses does nothing, and is answered so, until it is taken again", (context) => {
  const own = start(context, "dimmable light");
  own.turn("dimmable light", { refuse: { "genOnOff.on": 0x81, "genLevelCtrl.move": 1 } });
  assert.deepEqual(
    [...own.resident("dimmable light").device.refusals],
    [
      ["genOnOff.on", 0x81],
      ["genLevelCtrl.move", 1],
    ],
  );
  own.turn("dimmable light", { refuse: { "genOnOff.on": null } });
  assert.deepEqual([...own.resident("dimmable light").device.refusals.keys()], ["genLevelCtrl.move"]);
});

const refused: [profile: string, knobs: Controls, message: RegExp][] = [
  ["switch", { refuse: { on: 1 } }, /^refuse has no command on$/],
  ["switch", { refuse: { "genOnOff.on": 256 } }, /^refuse genOnOff.on has to be a whole number from 0 to 255$/],
  ["switch", { fly: true }, /^there is no control fly; there are press, set, /],
  ["switch", { toString: true }, /^there is no control toString/],
  ["switch", { press: "toggle" }, /^Cellar light has no press toggle$/],
  ["remote", { press: "toString" }, /^Living room remote has no press toString; it has toggle, /],
  ["remote", { press: "toggle" }, /^Living room remote is not in the network$/],
  ["remote", { press: 7 }, /^press has to be an object$/],
  ["remote", { press: { cluster: "genOnOff", command: "fly" } }, /^this cannot be said: /],
  ["remote", { press: { cluster: "genFly", command: "fly" } }, /^this cannot be said: /],
  [
    "remote",
    { press: { cluster: "genLevelCtrl", command: "step" } },
    /^this cannot be said: Parameter 'stepmode' is missing$/,
  ],
  ["remote", { press: { endpoint: 9, cluster: "genOnOff", command: "on" } }, /^Living room remote has no endpoint 9$/],
  ["remote", { press: { cluster: "genOnOff" } }, /^command has to be a text$/],
  ["climate sensor", { set: [] }, /^set has to be an object$/],
  ["climate sensor", { set: { "genFly.fly": 1 } }, /^Bathroom climate has no attribute genFly.fly$/],
  ["climate sensor", { set: { nonsense: 1 } }, /^Bathroom climate has no attribute nonsense$/],
  ["climate sensor", { set: { "9/msTemperatureMeasurement.measuredValue": 1 } }, /has no attribute 9\//],
  [
    "climate sensor",
    { set: { "msTemperatureMeasurement.measuredValue": 40_000 } },
    /^msTemperatureMeasurement.measuredValue of Bathroom climate cannot be 40000$/,
  ],
  ["climate sensor", { set: { "msTemperatureMeasurement.measuredValue": 1.5 } }, /cannot be 1.5$/],
  ["climate sensor", { set: { "msTemperatureMeasurement.measuredValue": "warm" } }, /cannot be "warm"$/],
  ["climate sensor", { set: { "genBasic.modelId": 5 } }, /cannot be 5$/],
  ["contact sensor", { set: { "ssIasZone.iasCieAddr": "me" } }, /cannot be "me"$/],
  ["climate sensor", { zone: { alarm1: true } }, /^Bathroom climate has no zone$/],
  ["contact sensor", { zone: { fire: true } }, /^zone has to be alarm1, alarm2, /],
  ["contact sensor", { zone: { alarm1: 1 } }, /^zone alarm1 has to be true or false$/],
  ["switch", { reach: "far" }, /^reach has to be ok, no-ack, /],
  ["switch", { latency: -1 }, /^latency has to be a whole number from 0 to 60000$/],
  ["switch", { leave: true }, /^Cellar light is not in the network$/],
  ["switch", { leave: "now" }, /^leave has to be true$/],
  ["switch", { announce: true }, /^Cellar light is not in the network$/],
  ["switch", { power: "maybe" }, /^power has to be off, on, cycle$/],
  ["switch", { toggle: 2 }, /^Cellar light has nothing to switch there$/],
  ["climate sensor", { toggle: true }, /^Bathroom climate has nothing to switch there$/],
  ["switch", { checkin: true }, /^Cellar light never checks in$/],
  ["switch", { join: "" }, /^join has to be a text$/],
  ["climate sensor", { scenes: { room: 1 } }, /^Bathroom climate keeps no scenes$/],
  ["switch", { scenes: { room: -1 } }, /^scenes room has to be a whole number from 0 to 255$/],
  ["switch", { scenes: { lie: "always" } }, /^scenes lie has to be none, forgets, ignores, strays$/],
];
for (const [profile, knobs, message] of refused) {
  test(`refused: ${JSON.stringify(knobs)}`, (context) => {
    const own = start(context);
    const before = JSON.stringify(own.house.save());
    // The good one is not turned either.
    assert.throws(
      () => own.turn(profile, { latency: 99, ...knobs }),
      (error: Error) => message.test(error.message),
    );
    assert.equal(JSON.stringify(own.house.save()), before);
    assert.equal(own.look(profile).latency, 0);
  });
}

test("the knobs of the whole house", (context) => {
  const own = start(context);
  const turn = (knobs: Controls) => applyToHouse(own.house, own.life, knobs, () => {});
  turn({ dropLink: true, powerCycle: true, mute: true, busy: 3 });
  assert.deepEqual(own.turned, ["dropLink", "powerCycle", "mute true", "busy 3"]);
  turn({ latency: 7, life: false, clear: true });
  assert.equal(own.life.on, false);
  assert.ok(own.house.all().every(({ device }) => device.latency === 7));
  const { added } = turn({ add: { profile: "remote", count: 2, name: "Spare" } }) as { added: string[] };
  assert.deepEqual(
    added.map((ieee) => own.house.of(ieee)?.name),
    ["Spare 23", "Spare 24"],
  );
  for (const [knobs, message] of [
    [{ mute: 1 }, /^mute has to be true or false$/],
    [{ add: { profile: "carpet" } }, /^profile has to be extended color light, /],
    [{ add: { profile: "remote", count: 0 } }, /^count has to be a whole number from 1 to 500$/],
    [{ add: { profile: "remote", name: 5 } }, /^name has to be a text$/],
    [{ add: { profile: "remote", touchlink: 10 } }, /^touchlink has to be a whole number from 11 to 26$/],
    [{ add: "remote" }, /^add has to be an object$/],
    [{ press: "toggle" }, /^there is no control press; there are dropLink, /],
    [{ dropLink: false }, /^dropLink has to be true$/],
    [{ busy: 1.5 }, /^busy has to be a whole number/],
  ] as const) {
    assert.throws(
      () => turn({ latency: 99, ...knobs }),
      (error: Error) => message.test(error.message),
    );
  }
  assert.ok(own.house.all().every(({ device }) => device.latency !== 99));
});

test("everything can be seen, as plain data", (context) => {
  const own = start(context, "extended color light");
  const { device } = own.resident("extended color light");
  device.groups.set(5, new Set([11]));
  device.bindings.push({ endpoint: 11, cluster: 6, target: { group: 5 } });
  device.clusterEndpoints.get(11)?.set("genIdentify", { identifyTime: 9 });
  Object.assign(device.clusterEndpoints.get(11)?.memory ?? {}, { effect: 0 });
  const all = inspectHouse(own.house, false, true);
  assert.deepEqual(JSON.parse(JSON.stringify(all)), all);
  const { complete, life, open, channel } = all;
  assert.deepEqual([complete, life, open, channel], [false, true, 60, 11]);
  const seen = own.look("extended color light");
  const { name, role, kind, model, joined, identify, effect, groups, bindings } = seen;
  assert.deepEqual(
    { name, role, kind, model, joined, identify, effect, groups, bindings },
    {
      name: "Living room lamp",
      role: "resident",
      kind: "router",
      model: "LCT015",
      joined: true,
      identify: 9,
      effect: "blink",
      groups: { 5: [11] },
      bindings: [{ endpoint: 11, cluster: "genOnOff", target: { group: 5 } }],
    },
  );
  assert.equal(value(own, "extended color light", "11", "lightingColorCtrl", "colorCapabilities"), 31);
  assert.ok((own.look("dimmer switch").presses as string[]).includes("up_hold_release"));
});
