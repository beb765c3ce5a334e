/** The properties of a device: listed, set, read; its bindings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Order, RadioError } from "../../../src/model/radio/orders.ts";
import type { Values } from "../../../src/model/resource.ts";
import { type FakeHouse, house, settle } from "../../support/fakes.ts";
import { endpoint, facts, LAMP, LIGHT, lamp, MOTION, modelDefinition, motion } from "../home.ts";

const LAMP_AT = "/devices/00:17:88:01:02:03:aa:01";
const MOTION_AT = "/devices/00:17:88:01:02:03:aa:02";
const OPTION = { type: "numeric", name: "transition", property: "transition", access: 2, value_min: 0, value_max: 9 };

async function atHome(errors?: RegExp): Promise<FakeHouse> {
  const home = await house(errors && { errors });
  home.radio.rise([lamp(LAMP, { definition: modelDefinition([LIGHT], { options: [OPTION] }) }), motion()]);
  home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "ON" } });
  home.clock.advance(60);
  await settle();
  home.radio.orders.length = 0;
  return home;
}
const value = async (home: FakeHouse, at: string) =>
  ((await home.ask("GET", at as "/")).body as { value: unknown }).value;

test("all properties and options, with their last values", async () => {
  const home = await atHome();
  const { body } = await home.ask("GET", `${LAMP_AT}/exposes`);
  const shown = body as Record<string, { value: unknown; option: boolean }>;
  assert.deepEqual(
    Object.entries(shown).map(([name, { value, option }]) => [name, value, option]),
    [
      ["transition", null, true],
      ["state", "ON", false],
      ["brightness", null, false],
      ["color_temp", null, false],
      ["color", null, false],
    ],
  );
  await home.stop();
});

test("a property is set as the device wants it, and its resources show it", async () => {
  const home = await atHome();
  home.radio.answer = (order: Order) => (order.do === "set" ? { state: { brightness: 42 } } : {});
  const { body, status } = await home.ask("PUT", `${LAMP_AT}/exposes/brightness`, { value: 42 });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(home.radio.orders, [{ do: "set", target: { ieee: LAMP }, values: { brightness: 42 } }]);
  assert.equal(home.store.get("/lights/1")?.state.bri, 42);
  assert.equal(await value(home, `${LAMP_AT}/exposes/brightness`), 42);
  await home.stop();
});

const REFUSED: [property: string, value: unknown, sentence: RegExp][] = [
  ["brightness", 300, /invalid value, 300, for parameter, brightness: it takes a number from 0 to 254/],
  ["brightness", "very", /invalid value, very, for parameter, brightness: it takes a number from 0 to 254/],
  ["state", true, /invalid value, true, for parameter, state: it takes .*ON.* or .*OFF/],
  ["transition", 10, /invalid value, 10, for parameter, transition: it takes a number from 0 to 9/],
];
for (const [property, given, sentence] of REFUSED) {
  test(`${property} ${given}: refused in a sentence, and nothing is sent`, async () => {
    const home = await atHome();
    const { body, status } = await home.ask("PUT", `${LAMP_AT}/exposes/${property}`, { value: given });
    assert.equal(status, 400);
    assert.match(JSON.stringify(body).replaceAll("&quot;", ""), sentence);
    assert.match(JSON.stringify(body), /"type":7/);
    assert.deepEqual(home.radio.orders, []);
    await home.stop();
  });
}

test("a property that cannot be set or is not there is refused", async () => {
  const home = await atHome();
  const reading = await home.ask("PUT", `${MOTION_AT}/exposes/temperature`, { value: 20 });
  assert.match(JSON.stringify(reading.body), /"type":8.*parameter, temperature, not modifiable/);
  for (const name of ["nonsense", "__proto__", "constructor"]) {
    const { status } = await home.ask("PUT", `${LAMP_AT}/exposes/${name}`, { value: 1 });
    assert.equal(status, 404, name);
  }
  await home.stop();
});

test("an option is kept, and not sent to the device", async () => {
  const home = await atHome();
  await home.ask("PUT", `${LAMP_AT}/exposes/transition`, { value: 2 });
  assert.deepEqual(home.radio.orders, []);
  assert.deepEqual(home.radio.options.get(LAMP), { transition: 2 });
  assert.equal(await value(home, `${LAMP_AT}/exposes/transition`), 2);
  await home.stop();
});

test("an option with the name of a property has a name of its own, and neither hides the other", async () => {
  const own = { ...OPTION, access: 7, value_max: 99 };
  const home = await house();
  home.radio.rise([lamp(LAMP, { definition: modelDefinition([LIGHT, own], { options: [OPTION] }) })]);
  await settle();
  home.radio.orders.length = 0;
  assert.equal((await home.ask("PUT", `${LAMP_AT}/exposes/transition_option`, { value: 3 })).status, 200);
  assert.deepEqual([home.radio.options.get(LAMP), home.radio.orders], [{ transition: 3 }, []]);
  assert.equal(await value(home, `${LAMP_AT}/exposes/transition_option`), 3);
  assert.equal(await value(home, `${LAMP_AT}/exposes/transition`), null);
  assert.equal((await home.ask("PUT", `${LAMP_AT}/exposes/transition`, { value: 50 })).status, 200);
  assert.deepEqual(home.radio.orders.at(-1), { do: "set", target: { ieee: LAMP }, values: { transition: 50 } });
  await home.stop();
});

/** The attributes of the device on the disk. */
const onDisk = ({ disk }: FakeHouse, at: string) => JSON.parse(disk.records.get(at as "/") ?? "{}").attr ?? {};

for (const [what, at, property, given, noted] of [
  ["an option", LAMP_AT, "transition", 2, (attr: Values) => (attr.options as Values | undefined)?.transition],
  ["what a sleeper will be told", MOTION_AT, "motion_sensitivity", "high", waitingIn],
] as const) {
  test(`${what} is on the disk when the answer comes`, async () => {
    const home = await atHome();
    let open = () => {};
    home.disk.gate = new Promise((resolve) => (open = resolve));
    let isAnswered = false;
    const reply = home.ask("PUT", `${at}/exposes/${property}`, { value: given }).then((each) => {
      isAnswered = true;
      return each;
    });
    await settle();
    assert.equal(isAnswered, false);
    open();
    assert.equal((await reply).status, 200);
    assert.equal(noted(onDisk(home, at)), given);
    assert.ok(home.disk.writes.some(({ addresses, sync }) => sync && addresses.includes(at)));
    await home.stop();
  });

  test(`${what} that the disk refuses is as if it had never been said`, async () => {
    const home = await atHome(/the disk refused it/);
    const set = (value: unknown) => home.ask("PUT", `${at}/exposes/${property}`, { value });
    const first = property === "transition" ? 1 : "low";
    await set(first);
    home.disk.fails = new Error("full");
    const { status, body } = await set(given);
    assert.equal(status, 503);
    assert.match(JSON.stringify(body), /"type":901.*the disk refused the change/);
    assert.equal(noted(home.store.get(at)?.attr ?? {}), first);
    if (property === "transition") assert.deepEqual(home.radio.options.get(LAMP), { transition: 1 });
    home.disk.fails = undefined;
    home.clock.advance(120);
    await settle();
    assert.equal(noted(onDisk(home, at)), first);
    await home.stop();
  });
}

function waitingIn({ waiting }: Values): unknown {
  return (waiting as { properties: { value: unknown }[] } | undefined)?.properties[0]?.value;
}

test("a property of a sleeper is set when the sleeper is heard", async () => {
  const home = await atHome();
  const { body } = await home.ask("PUT", `${MOTION_AT}/exposes/motion_sensitivity`, { value: "high" });
  assert.match(JSON.stringify(body), /"pending":true/);
  assert.deepEqual(home.radio.orders, []);
  home.radio.tell({ kind: "seen", ieee: MOTION, linkquality: 1 });
  await settle();
  assert.deepEqual(home.radio.orders, [
    { do: "set", target: { ieee: MOTION }, values: { motion_sensitivity: "high" } },
  ]);
  home.radio.tell({ kind: "seen", ieee: MOTION, linkquality: 1 });
  await settle();
  assert.equal(home.radio.orders.length, 1);
  assert.equal(home.store.get(MOTION_AT)?.attr.waiting, undefined);
  await home.stop();
});

test("a property that waits for a sleeper is given up after a day", async () => {
  const home = await atHome();
  await home.ask("PUT", `${MOTION_AT}/exposes/motion_sensitivity`, { value: "high" });
  home.clock.advance(86_400 + 60, 60);
  assert.match(home.log.lines.join("\n"), /motion_sensitivity could not be set: it was not heard for a day/);
  home.radio.tell({ kind: "seen", ieee: MOTION, linkquality: 1 });
  await settle();
  assert.deepEqual(
    home.radio.orders.filter((order) => order.do === "set"),
    [],
  );
  await home.stop();
});

test("a property that is read is the device's answer, even a little later", async () => {
  const home = await atHome();
  const answer = (brightness: number) =>
    home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { brightness } });
  home.radio.answer = (order) => {
    if (order.do === "get") answer(77);
    return {};
  };
  const asked = await home.ask("POST", `${LAMP_AT}/exposes/brightness`);
  assert.match(JSON.stringify(asked.body), /77/);
  home.radio.answer = () => ({});
  const late = home.ask("POST", `${LAMP_AT}/exposes/brightness`);
  await settle();
  answer(78);
  assert.match(JSON.stringify((await late).body), /78/);
  const silent = home.ask("POST", `${LAMP_AT}/exposes/brightness`);
  await settle();
  home.clock.advance(1);
  assert.match(JSON.stringify((await silent).body), /78/, "what was last told");
  const { body } = await home.ask("POST", `${MOTION_AT}/exposes/temperature`);
  assert.match(JSON.stringify(body), /temperature cannot be asked for/);
  home.radio.answer = () => {
    throw new RadioError("unreachable", "it does not answer");
  };
  assert.ok((await home.ask("POST", `${LAMP_AT}/exposes/brightness`)).status >= 400);
  await home.stop();
});

test("a device may report more values than are kept", async () => {
  const home = await atHome();
  for (let at = 0; at < 2_000; at += 1)
    home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { [`made_up_${at}`]: at } });
  home.radio.tell({ kind: "payload", ieee: LAMP, endpoint: 1, payload: { state: "OFF" } });
  assert.equal(await value(home, `${LAMP_AT}/exposes/state`), "OFF");
  await home.stop();
});

test("the clusters, by endpoint", async () => {
  const home = await atHome();
  const { body } = await home.ask("GET", `${LAMP_AT}/clusters`);
  assert.deepEqual(Object.keys(body as object), ["1"]);
  assert.match(JSON.stringify(body), /On\/off/);
  await home.stop();
});

test("bindings go to the radio", async () => {
  const home = await atHome();
  const to = { group: 3 };
  home.radio.answer = (order) =>
    order.do === "bindings" ? { bindings: [{ endpoint: 1, cluster: "genOnOff", target: to }] } : {};
  const body = { endpoint: 1, cluster: "genOnOff", target: { group: "3" } };
  assert.equal((await home.ask("POST", `${LAMP_AT}/bindings`, body)).status, 200);
  assert.deepEqual((await home.ask("GET", `${LAMP_AT}/bindings`)).body, [body]);
  assert.equal((await home.ask("DELETE", `${LAMP_AT}/bindings`, body)).status, 200);
  const target = { ieee: LAMP, endpoint: 1 };
  assert.deepEqual(home.radio.orders, [
    { do: "bind", target, cluster: "genOnOff", to },
    { do: "bindings", target: { ieee: LAMP } },
    { do: "unbind", target, cluster: "genOnOff", to },
  ]);
  await home.stop();
});

test("a keypad is told a mode to show, and its sensor shows it too", async () => {
  const pad = "0x001788010203aa09";
  const home = await house();
  const exposes = ["action_code", "action_transaction"].map((name) => ({
    type: "numeric",
    name,
    property: name,
    access: 1,
  }));
  const action = { type: "enum", name: "action", property: "action", access: 1, values: ["disarm", "arm_all_zones"] };
  home.radio.rise([
    facts(pad, {
      endpoints: [endpoint(1, [0, 1, 0x0500], { outputs: [0x0501] })],
      definition: modelDefinition([...exposes, action]),
    }),
  ]);
  await settle();
  const at = "/devices/00:17:88:01:02:03:aa:09/exposes/arm_mode";
  const { body, status } = await home.ask("PUT", at, { value: { mode: "arm_all_zones" } });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(home.radio.orders.at(-1), {
    ...{ do: "set", target: { ieee: pad } },
    values: { arm_mode: { mode: "arm_all_zones" } },
  });
  const sensor = home.store.list("/sensors").find(({ type }) => type === "ZHAAncillaryControl");
  assert.equal(sensor?.state.panel, "armed_away");
  assert.deepEqual(await value(home, at), { mode: "arm_all_zones" });
  const { body: refused } = await home.ask("PUT", at, { value: { mode: "open" } });
  assert.match(JSON.stringify(refused), /arm_day_zones/);
  await home.stop();
});
