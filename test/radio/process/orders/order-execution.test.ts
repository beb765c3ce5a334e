/** Every kind of order, obeyed by the devices of the virtual house through the real herdsman and converters. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Order } from "../../../../src/model/radio/orders.ts";
import { openHouse, type RadioHouse } from "../../../support/radio-house.ts";

let house: RadioHouse;
let lamp: { readonly ieee: string; readonly endpoint: number };
let dimmer: { readonly ieee: string; readonly endpoint: number };
let remote: { readonly ieee: string; readonly endpoint: number };

before(async () => {
  house = await openHouse();
  lamp = { ieee: house.of("extended color light"), endpoint: 11 };
  dimmer = { ieee: house.of("dimmable light"), endpoint: 1 };
  remote = { ieee: house.of("remote"), endpoint: 1 };
});
after(() => house.close());

const order = <O extends Order>(what: O) => house.radio.order(what);

test("several values are set by as many converters, each once, and believed", async () => {
  const { state } = await order({
    do: "set",
    target: lamp,
    values: { color_temp: 300, brightness: 100, state: "ON", transition: 0 },
  });
  assert.equal(state.state, "ON");
  assert.equal(state.brightness, 100);
  assert.equal(state.color_temp, 300);
  assert.equal(state.color_mode, "color_temp");
  await reported(lamp.ieee, "genLevelCtrl", { currentLevel: 100 });
  await reported(lamp.ieee, "lightingColorCtrl", { colorTemperature: 300 });
  await reported(lamp.ieee, "genOnOff", { onOff: 1 });
});

for (const what of ["neighbours", "routes", "bindings"] as const)
  test(`a device that tells its ${what} was heard`, async () => {
    house.radio.forget();
    await order({ do: what, target: { ieee: dimmer.ieee } });
    await house.radio.heard("seen", ({ ieee }) => ieee === dimmer.ieee);
  });

test("off wins over a brightness beside it", async () => {
  assert.deepEqual(await order({ do: "set", target: lamp, values: { brightness: 50, state: "OFF" } }), {
    state: { state: "OFF" },
  });
  await reported(lamp.ieee, "genOnOff", { onOff: 0 });
});

test("the values that it is asked for come as events, in the words of the converters", async () => {
  house.radio.forget();
  assert.deepEqual(await order({ do: "get", target: lamp, keys: ["state", "color", "color_temp", "nonsense"] }), {
    asked: ["state", "color", "color_temp"],
  });
  await house.radio.heard(
    "payload", // its own reports may come in between
    ({ ieee, payload, raw }) => ieee === lamp.ieee && payload.state === "OFF" && raw?.type === "readResponse",
  );
  const color = await house.radio.heard(
    "payload",
    ({ ieee, payload }) => ieee === lamp.ieee && "color_temp" in payload,
  );
  assert.equal(color.payload.color_mode, "color_temp");
});

for (const status of [0x01, 0x81, 0x87, 0x94])
  test(`a command that is answered with the status 0x${status.toString(16)} has failed, also one sent by a converter`, async () => {
    await order({ do: "set", target: lamp, values: { state: "ON" } });
    const name = { 1: "FAILURE", 129: "UNSUP_COMMAND", 135: "INVALID_VALUE", 148: "TIMEOUT" }[status];
    await house.apply(lamp.ieee, {
      refuse: { "genOnOff.on": status, "genLevelCtrl.moveToLevelWithOnOff": status },
    });
    const failure = { code: "refused", status, message: `it refused: ${name}` };
    const command = { do: "command", target: lamp, cluster: "genOnOff", command: "on", payload: {} } as const;
    await assert.rejects(order(command), failure);
    await assert.rejects(order({ do: "set", target: lamp, values: { state: "ON" } }), { ...failure, keys: ["state"] });
    await assert.rejects(
      order({ do: "set", target: lamp, values: { brightness: 33, color_temp: 320, transition: 0 } }),
      {
        ...failure,
        keys: ["brightness"],
      },
    );
    await reported(lamp.ieee, "lightingColorCtrl", { colorTemperature: 320 });
    await house.apply(lamp.ieee, { refuse: { "lightingColorCtrl.moveToColorTemp": status } });
    await assert.rejects(order({ do: "set", target: lamp, values: { color_temp: 330 } }), {
      ...failure,
      keys: ["color_temp"],
    });
    await house.apply(lamp.ieee, {
      refuse: {
        "genOnOff.on": null,
        "genLevelCtrl.moveToLevelWithOnOff": null,
        "lightingColorCtrl.moveToColorTemp": null,
      },
    });
    await order({ do: "set", target: lamp, values: { state: "OFF" } });
  });

test("attributes are read, those it does not have apart; numbers are as good as names", async () => {
  assert.deepEqual(await order({ do: "read", target: lamp, cluster: "genOnOff", attributes: ["onOff", 0x4fff] }), {
    values: { onOff: 0 },
    failed: { 20479: 0x86 },
  });
  const many = ["zclVersion", "appVersion", "stackVersion", "hwVersion", "manufacturerName", "modelId", "dateCode"];
  const { values } = await order({
    do: "read",
    target: lamp,
    cluster: 0,
    attributes: [...many, "powerSource", "swBuildId"],
  });
  assert.equal(Object.keys(values).length, 9);
  assert.equal(values.modelId, "LCT015");
});

test("attributes are written", async () => {
  assert.deepEqual(await order({ do: "write", target: lamp, cluster: "genOnOff", values: { startUpOnOff: 0 } }), {});
  const { values } = await order({ do: "read", target: lamp, cluster: "genOnOff", attributes: ["startUpOnOff"] });
  assert.equal(values.startUpOnOff, 0);
});

test("commands, with their answers and without any", async () => {
  assert.deepEqual(await order({ do: "command", target: lamp, cluster: "genOnOff", command: "on", payload: {} }), {});
  await reported(lamp.ieee, "genOnOff", { onOff: 1 });
  const quiet = { do: "command", target: lamp, cluster: 6, command: 0, payload: {}, noResponse: true } as const;
  assert.deepEqual(await order(quiet), {});
  await reported(lamp.ieee, "genOnOff", { onOff: 0 });
  const { response } = await order({
    do: "command",
    target: lamp,
    cluster: "genGroups",
    command: "getMembership",
    payload: { groupcount: 0, grouplist: [] },
  });
  assert.deepEqual(response?.grouplist, []);
});

test("groups: joined, told all at once, left", async () => {
  for (const target of [lamp, dimmer]) assert.deepEqual(await order({ do: "join", target, group: 7 }), {});
  assert.deepEqual(await order({ do: "join", target: lamp, group: 7 }), {}, "twice without harm");
  assert.deepEqual((await house.station(lamp.ieee)).groups, { 7: [11] });
  const members = [lamp, dimmer];
  assert.deepEqual(await order({ do: "set", target: { group: 7, members }, values: { state: "ON", brightness: 77 } }), {
    state: { state: "ON", brightness: 77 },
  });
  for (const { ieee } of members) await reported(ieee, "genLevelCtrl", { currentLevel: 77 });
  await order({ do: "command", target: { group: 7, members: [] }, cluster: "genOnOff", command: "off", payload: {} });
  for (const { ieee } of members) await reported(ieee, "genOnOff", { onOff: 0 });
  await order({ do: "leave", target: lamp, group: 7 });
  await order({ do: "leave", target: lamp, group: 7 });
  assert.deepEqual((await house.station(lamp.ieee)).groups, {});
});

test("the members of a group, if not named, are those that joined it", async () => {
  const target = { group: 7, members: [] };
  assert.deepEqual(await order({ do: "set", target, values: { state: "ON" } }), { state: { state: "ON" } });
  await reported(dimmer.ieee, "genOnOff", { onOff: 1 });
});

test("a remote that is bound to a group still tells us its commands to the group", async () => {
  house.radio.forget();
  await order({ do: "bind", target: remote, cluster: "genLevelCtrl", to: { group: 7 } });
  await house.radio.heard("bound", ({ ieee }) => ieee === remote.ieee);
  const { bindings } = await order({ do: "bindings", target: remote });
  const level = bindings.filter(({ cluster }) => cluster === "genLevelCtrl").map(({ target }) => target);
  assert.equal(level.length, 2);
  assert.deepEqual(
    level.find((target) => "group" in target),
    { group: 7 },
  );
  assert.ok(level.some((target) => "ieee" in target && target.endpoint === 1));
  await order({ do: "unbind", target: remote, cluster: 8, to: { group: 7 } });
  await house.radio.heard("unbound");
  const after = await order({ do: "bindings", target: remote });
  assert.equal(
    after.bindings.some(({ target }) => "group" in target),
    false,
  );
});

test("neighbours, routes, and whether it is there", async () => {
  const { neighbours } = await order({ do: "neighbours", target: lamp });
  assert.ok(neighbours.some(({ relation, depth }) => relation === "parent" && depth === 0));
  assert.ok(neighbours.every(({ linkquality }) => linkquality > 0));
  const { routes } = await order({ do: "routes", target: lamp });
  assert.equal(routes[0]?.status, "active");
  assert.ok(Number((await order({ do: "ping", target: lamp })).linkquality) > 0);
});

test("an install code is given to the stick, and text that is none is said to be so", async () => {
  const enter = (code: string) => house.radio.ask({ type: "installcode", code });
  assert.equal(await enter(`${lamp.ieee.slice(2)}|83FED3407A939723A5C639B26916D505C3B5`), undefined);
  const wrong = [
    "no code at all",
    `${lamp.ieee.slice(2)}|83FED3407A939723A5C639B26916D5O5C3B5`,
    "LAMP LAMP LAMP L|83FED",
  ];
  for (const code of wrong) await assert.rejects(enter(code), { code: "invalid", message: "this is no install code" });
});

const NOWHERE = "0x00ffffffffffffff";
const IMPOSSIBLE: readonly (readonly [what: string, order: () => Order, failure: { code: string; status?: number }])[] =
  [
    ["no such device", () => ({ do: "ping", target: { ieee: NOWHERE } }), { code: "unknown" }],
    ["no such endpoint", () => ({ do: "join", target: { ...lamp, endpoint: 99 }, group: 1 }), { code: "unknown" }],
    ["no such group", () => ({ do: "join", target: lamp, group: 0x10000 }), { code: "invalid" }],
    ["no such value", () => ({ do: "set", target: lamp, values: { nonsense: 1 } }), { code: "unsupported" }],
    [
      "a value that does not fit",
      () => ({ do: "set", target: lamp, values: { brightness: "x" } }),
      { code: "invalid" },
    ],
    ["nothing to ask for", () => ({ do: "get", target: lamp, keys: ["nonsense"] }), { code: "unsupported" }],
    ["no such cluster", () => read("nonsense", "onOff"), { code: "invalid" }],
    ["no such attribute", () => read("genOnOff", "nonsense"), { code: "invalid" }],
    ["a cluster that it does not have", () => read("hvacThermostat", "localTemp"), { code: "refused", status: 0xc3 }],
    ["no such command", () => command("genScenes", "nonsense", {}), { code: "invalid" }],
    ["too few parameters", () => command("genLevelCtrl", "moveToLevel", {}), { code: "invalid" }],
    [
      "a command that it answers with an error",
      () => command("genScenes", "view", { groupid: 99, sceneid: 1 }),
      { code: "refused", status: 0x85 },
    ],
    [
      "a command that it does not know",
      () => command("genLevelCtrl", "moveToClosestFrequency", { frequency: 1 }),
      { code: "refused", status: 0x81 },
    ],
    [
      "groups for one that has none",
      () => ({ do: "join", target: { ...lamp, endpoint: 242 }, group: 1 }),
      { code: "unsupported" },
    ],
    [
      "a command without an endpoint",
      () => ({ ...command("genOnOff", "on", {}), target: { ieee: lamp.ieee } }) as Order,
      { code: "invalid" },
    ],
    [
      "to ask a group",
      () => ({ ...read("genOnOff", "onOff"), target: { group: 7, members: [] } }) as Order,
      { code: "unsupported" },
    ],
    ["something else", () => ({ do: "constructor", target: lamp }) as never, { code: "invalid" }],
  ];

for (const [what, impossible, failure] of IMPOSSIBLE) {
  test(`impossible: ${what}`, async () => {
    await assert.rejects(order(impossible()), failure);
  });
}

test("a group table that is full is told by its status", async () => {
  const { ieee } = dimmer;
  const join = (group: number) => order({ do: "join", target: { ieee, endpoint: 1 }, group });
  const full = async () => {
    for (let group = 100; group < 200; group += 1) await join(group);
  };
  await assert.rejects(full(), { code: "refused", status: 0x89 });
  await order({
    do: "command",
    target: dimmer,
    cluster: "genGroups",
    command: "removeAll",
    payload: {},
    noResponse: true,
  });
});

function read(cluster: string, attribute: string): Order {
  return { do: "read", target: lamp, cluster, attributes: [attribute] };
}

function command(cluster: string, name: string, payload: Record<string, unknown>): Order {
  return { do: "command", target: lamp, cluster, command: name, payload };
}

/** Waits until the device has these values in the house itself. */
async function reported(ieee: string, cluster: string, values: Record<string, unknown>): Promise<void> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const { endpoints } = await house.station(ieee);
    const found = Object.values(endpoints).find((clusters) => cluster in clusters)?.[cluster] ?? {};
    if (Object.entries(values).every(([name, value]) => found[name] === value)) return;
    assert.ok(performance.now() < deadline, `${cluster}: ${JSON.stringify(found)} is not ${JSON.stringify(values)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
