/** A value that a device cannot be told is refused by name, with those that its converters list; a listed one is told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "../../../src/model/radio/orders.ts";
import type { Address, Values } from "../../../src/model/resource.ts";
import { knownDevice } from "../../support/converter-device.ts";
import type { FactsGiven } from "../../support/definitions.ts";
import { type FakeHouse, house, settle } from "../../support/fakes.ts";

const IEEE = "0x00158d0001020304";
const thermostat = (modelid: string, manufacturername: string): FactsGiven => ({
  ...{ ieee: IEEE, modelid, manufacturername, kind: "router" },
  endpoints: [{ device: 0x301, inputs: [0, 1, 3, 0x201, 0x204], outputs: [0xa, 0x19] }],
});

async function homeOf(given: FactsGiven) {
  const { facts, hear } = await knownDevice(given);
  const home = await house({});
  home.radio.rise([facts]);
  home.radio.tell({ kind: "seen", ieee: IEEE, linkquality: null });
  await settle();
  home.radio.orders.length = 0;
  const address = home.store.list("/sensors").find(({ type }) => type === "ZHAThermostat")?.address ?? "/sensors/0";
  const report = async (cluster: string, data: Values) => {
    const payload = await hear(1, cluster, "attributeReport", data);
    home.radio.tell({ kind: "payload", ieee: IEEE, endpoint: 1, payload });
    await settle();
  };
  return { home, address, report, config: () => home.store.get(address)?.config ?? {} };
}

async function put({ ask, radio }: FakeHouse, address: Address, body: Values) {
  radio.orders.length = 0;
  const reply = await ask("PUT", `${address}/config`, body);
  await settle();
  const told = radio.orders.flatMap((order: Order) => (order.do === "set" ? [order.values] : []));
  return { reply: reply.body as readonly { error?: { type: number; description: string } }[], told };
}

test("a valve without off says so, and is told nothing", async () => {
  const { home, address, config } = await homeOf(thermostat("eTRV0100", "Danfoss"));
  const { reply, told } = await put(home, address, { mode: "off" });
  assert.deepEqual(
    reply.map(({ error }) => [error?.type, error?.description]),
    [[7, "invalid value, off, for parameter, mode"]],
  );
  assert.deepEqual([told, config().mode], [[], null]);
  const both = await put(home, address, { mode: "off", heatsetpoint: 2100 });
  assert.deepEqual(both.told, [{ occupied_heating_setpoint: 21 }], "what it can be told, it is");
  await home.stop();
});

const BOSCH: readonly [mode: string, told: Values][] = [
  ["off", { operating_mode: "pause" }],
  ["auto", { operating_mode: "schedule" }],
  ["heat", { operating_mode: "manual" }],
];

test("Bosch's valve is off, on its schedule, or heats", async () => {
  const { home, address, report, config } = await homeOf(thermostat("RBSH-TRV0-ZB-EU", "BOSCH"));
  for (const [mode, values] of BOSCH) assert.deepEqual((await put(home, address, { mode })).told, [values]);
  assert.equal((await put(home, address, { mode: "cool" })).reply[0]?.error?.type, 7);
  for (const [operatingMode, mode] of [
    [0, "auto"],
    [1, "heat"],
    [5, "off"],
  ] as const) {
    await report("hvacThermostat", { operatingMode });
    assert.equal(config().mode, mode);
  }
  await home.stop();
});

test("Bosch's room thermostat cools, too", async () => {
  const { home, address, report, config } = await homeOf(thermostat("RBSH-RTH0-ZB-EU", "Bosch"));
  const told = async (mode: string) => (await put(home, address, { mode })).told;
  assert.deepEqual(await told("off"), [{ operating_mode: "pause" }]);
  assert.deepEqual(await told("heat"), [{ operating_mode: "manual", system_mode: "heat" }]);
  assert.deepEqual(await told("cool"), [{ operating_mode: "manual", system_mode: "cool" }]);
  await report("hvacThermostat", { systemMode: 3 });
  assert.equal(config().mode, "cool");
  await report("hvacThermostat", { operatingMode: 5 });
  assert.equal(config().mode, "off");
  await home.stop();
});

const SIRENS: readonly [about: string, given: FactsGiven, alert: string, told: readonly string[]][] = [
  [
    "a detector whose converters only listen can be made to sound",
    {
      modelid: "Alarm_SD_Device",
      manufacturername: "Fireangel",
      endpoints: [{ device: 0x403, inputs: [0, 1, 0x500] }],
    },
    ...(["lselect", ["squawk"]] as const),
  ],
  [
    "a siren that nobody knows sounds, and is quiet again",
    { modelid: "FooBar-3", manufacturername: "FooBar", endpoints: [{ device: 0x403, inputs: [0, 3, 0x500, 0x502] }] },
    ...(["lselect", ["startWarning"]] as const),
  ],
];

for (const [about, given, alert, told] of SIRENS) {
  test(about, async () => {
    const { facts } = await knownDevice({ ieee: IEEE, ...given });
    const { definition: _, ...bare } = facts;
    const home = await house({});
    home.radio.rise([given.modelid === "FooBar-3" ? bare : facts]);
    home.radio.tell({ kind: "seen", ieee: IEEE, linkquality: null });
    await settle();
    home.radio.orders.length = 0;
    const reply = await home.ask("PUT", "/lights/1/state", { alert });
    await settle();
    assert.deepEqual(reply.body, [{ success: { "/lights/1/state/alert": alert } }]);
    const commands = home.radio.orders.flatMap((order) => (order.do === "command" ? [order.command] : []));
    assert.deepEqual(commands, told);
    assert.equal(home.store.get("/lights/1")?.state.alert, alert);
    await home.stop();
  });
}

test("a lock of keys that has several levels is on or off", async () => {
  const { home, address, report, config } = await homeOf(thermostat("eTRV0100", "Danfoss"));
  await report("hvacUserInterfaceCfg", { keypadLockout: 1 });
  assert.equal(config().locked, true);
  await report("hvacUserInterfaceCfg", { keypadLockout: 0 });
  assert.equal(config().locked, false);
  assert.deepEqual((await put(home, address, { locked: true })).told, [{ keypad_lockout: "lock" }]);
  await home.stop();
});
