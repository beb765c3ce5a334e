/** The weeks of thermostats on their way: the frames, when a sleeper is told, and answers in pieces. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceFacts } from "../../../src/model/radio/device-facts.ts";
import { type Order, RadioError } from "../../../src/model/radio/orders.ts";
import type { Resource, Values } from "../../../src/model/resource.ts";
import { type FakeHouse, house, settle } from "../../support/fakes.ts";
import { endpoint, facts, modelDefinition } from "../home.ts";

const IEEE = "0x001e5e0102030401";
const AT = "/sensors/1/config/schedule";
const SETPOINT = {
  ...{ type: "numeric", name: "occupied_heating_setpoint", property: "occupied_heating_setpoint", access: 7 },
  ...{ value_min: 5, value_max: 30 },
} as const;
const COOLING = { ...SETPOINT, name: "occupied_cooling_setpoint", property: "occupied_cooling_setpoint" } as const;
const WORK = [
  { localtime: "T06:30", heatsetpoint: 2100 },
  { localtime: "T22:00", heatsetpoint: 1750 },
];
const FREE = [{ localtime: "T09:00", heatsetpoint: 2100 }];
const TARGET = { ieee: IEEE, endpoint: 5 };

function thermostat(
  week: number | undefined = 5,
  more: Partial<DeviceFacts> = {},
  features = [SETPOINT] as object[],
): DeviceFacts {
  return facts(IEEE, {
    endpoints: [endpoint(5, [0, 3, 0x0201], week === undefined ? {} : { week })],
    definition: modelDefinition([{ type: "climate", features: features as never }]),
    ...more,
  });
}

async function withThermostat(...args: Parameters<typeof thermostat>): Promise<FakeHouse> {
  const home = await house();
  home.radio.rise([thermostat(...args)]);
  await pass(home, 2);
  forget(home);
  return home;
}

async function pass(home: FakeHouse, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await settle();
    home.clock.advance(1);
  }
  await settle();
}

function forget({ radio, heard }: FakeHouse): void {
  radio.orders.length = 0;
  heard.length = 0;
}

const config = ({ store }: FakeHouse) => (store.get("/sensors/1") as Resource).config;
const said = ({ radio }: FakeHouse, command: string) =>
  radio.orders.flatMap((order: Order) => (order.do === "command" && order.command === command ? [order.payload] : []));
const speaks = (home: FakeHouse) =>
  home.radio.tell({ kind: "payload", ieee: IEEE, endpoint: 5, payload: { local_temperature: 20 } });

function answers(home: FakeHouse, dayofweek: number, transitions: readonly Values[], mode = 1): void {
  const data = { numoftrans: transitions.length, dayofweek, mode, transitions };
  const raw = { type: "commandGetWeeklyScheduleRsp", cluster: "hvacThermostat", data, group: 0, manufacturer: null };
  home.radio.tell({ kind: "payload", ieee: IEEE, endpoint: 5, payload: { weekly_schedule: {} }, raw });
}

test("Monday to Friday: one frame, and it is kept when the device has it; then it is read", async () => {
  const home = await withThermostat();
  assert.deepEqual(config(home).schedule, {});
  const reply = await home.ask("POST", `${AT}/W124`, WORK);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const transitions = [
    { transitionTime: 390, heatSetpoint: 2100 },
    { transitionTime: 1320, heatSetpoint: 1750 },
  ];
  assert.deepEqual(said(home, "setWeeklySchedule"), [{ numoftrans: 2, dayofweek: 0x3e, mode: 1, transitions }]);
  await pass(home, 1);
  assert.deepEqual(said(home, "getWeeklySchedule"), [{ daystoreturn: 0x7f, modetoreturn: 1 }]);
  forget(home);
  await home.ask("POST", `${AT}/W64`, FREE);
  assert.deepEqual(
    said(home, "setWeeklySchedule").map(({ dayofweek }) => dayofweek),
    [2],
    "the other days it has",
  );
  await home.ask("DELETE", `${AT}/W60`);
  assert.deepEqual(said(home, "setWeeklySchedule")[1], { numoftrans: 0, dayofweek: 0x3c, mode: 1, transitions: [] });
  assert.deepEqual(config(home).schedule, { W64: FREE });
  await home.stop();
});

test("a week that it should have already it is told again: it may have lost it", async () => {
  const home = await withThermostat();
  await home.ask("POST", `${AT}/W124`, WORK);
  await home.ask("POST", `${AT}/W3`, FREE);
  forget(home);
  assert.equal((await home.ask("POST", `${AT}/W124`, WORK)).status, 200);
  assert.deepEqual(
    said(home, "setWeeklySchedule").map(({ dayofweek, numoftrans }) => [dayofweek, numoftrans]),
    [
      [0x3e, 2],
      [0x41, 1],
    ],
  );
  home.radio.answer = () => {
    throw new RadioError("timeout", "it did not answer");
  };
  assert.equal((await home.ask("POST", `${AT}/W124`, WORK)).status, 400, "nobody is told that it has it");
  await home.stop();
});

test("two commands at once: both are kept", async () => {
  const home = await withThermostat();
  await Promise.all([home.ask("POST", `${AT}/W124`, WORK), home.ask("POST", `${AT}/W3`, FREE)]);
  assert.deepEqual(config(home).schedule, { W124: WORK, W3: FREE });
  await home.stop();
});

test("one that cools is told both, never closer than two degrees", async () => {
  const home = await withThermostat(-1, {}, [SETPOINT, COOLING]);
  home.radio.tell({ kind: "payload", ieee: IEEE, endpoint: 5, payload: { occupied_cooling_setpoint: 26 } });
  await home.ask("POST", `${AT}/W1`, [...FREE, { localtime: "T10:00", heatsetpoint: 2500 }]);
  const [payload] = said(home, "setWeeklySchedule");
  const cool = ((payload?.transitions ?? []) as Values[]).map(({ coolSetpoint }) => coolSetpoint);
  assert.deepEqual([payload?.mode, cool], [3, [2600, 2700]]);
  await home.stop();
});

test("refused, unreachable, the radio down: it says so, and keeps the former week", async () => {
  const home = await withThermostat();
  for (const code of ["refused", "timeout", "radio-down"] as const) {
    home.radio.answer = () => {
      throw new RadioError(code, "it did not work", 0x87);
    };
    const { status, body } = await home.ask("POST", `${AT}/W124`, WORK);
    assert.deepEqual([status, (body as [{ error: Values }])[0].error.description], [400, "could not set schedule"]);
  }
  assert.deepEqual(config(home).schedule, {});
  await home.stop();
});

test("one that sleeps is told when it is heard; until then it is pending", async () => {
  const home = await withThermostat(5, { kind: "end-device", sleepy: true });
  home.radio.answer = () => {
    throw new RadioError("asleep", "it sleeps");
  };
  home.clock.advance(600);
  for (const [key, day] of [
    ["W124", WORK],
    ["W3", FREE],
  ] as const) {
    const { status } = await home.ask("POST", `${AT}/${key}`, day);
    assert.equal(status, 200);
  }
  await settle();
  assert.deepEqual([config(home).schedule, config(home).pending], [{ W124: WORK, W3: FREE }, ["schedule"]]);
  home.radio.answer = () => ({});
  forget(home);
  speaks(home);
  await pass(home, 2);
  assert.deepEqual(
    said(home, "setWeeklySchedule").map(({ dayofweek }) => dayofweek),
    [0x3e, 0x41],
  );
  assert.deepEqual([config(home).schedule, config(home).pending], [{ W124: WORK, W3: FREE }, []]);
  await home.stop();
});

test("an answer in three frames is one fact; a day without mention stays, and holidays are no day", async () => {
  const home = await withThermostat();
  answers(home, 0x3e, [
    { transitionTime: 1320, heatSetpoint: 1750 },
    { transitionTime: 390, heatSetpoint: 2100 },
  ]);
  answers(home, 0x40, [{ transitionTime: 540, heatSetpoint: 2100 }]);
  answers(home, 0x01, [{ transitionTime: 540, heatSetpoint: 2100 }]);
  answers(home, 0x80, [{ transitionTime: 0, heatSetpoint: 500 }]);
  await pass(home, 2);
  assert.deepEqual(config(home).schedule, { W124: WORK, W3: FREE });
  assert.equal(home.heard.filter(({ values }) => "schedule" in values).length, 1);
  forget(home);
  answers(home, 0x7f, [{ transitionTime: 540, coolSetpoint: 2600 }], 2);
  answers(home, 0x41, []);
  await pass(home, 2);
  assert.deepEqual(config(home).schedule, { W124: WORK });
  await home.stop();
});

test("it is asked when it comes in, and once a day; one that sleeps when it speaks", async () => {
  const home = await house();
  home.radio.rise([thermostat()]);
  await settle();
  assert.equal(said(home, "getWeeklySchedule").length, 1);
  assert.ok(
    home.radio.orders.some((order) => order.do === "read"),
    "and by what it goes",
  );
  home.clock.advance(23 * 3600, 60);
  await settle();
  assert.equal(said(home, "getWeeklySchedule").length, 1);
  home.clock.advance(2 * 3600, 60);
  await settle();
  assert.equal(said(home, "getWeeklySchedule").length, 2);
  await home.stop();
  const asleep = await house();
  asleep.radio.rise([thermostat(-1, { kind: "end-device", sleepy: true })]);
  await settle();
  forget(asleep);
  speaks(asleep);
  speaks(asleep);
  await settle();
  assert.deepEqual(
    asleep.radio.orders.filter((order) => order.do === "read"),
    [],
  );
  assert.ok(said(asleep, "getWeeklySchedule").length <= 1);
  await asleep.stop();
});

test("whether it goes by its week is one bit; the others stay", async () => {
  const home = await withThermostat(5);
  assert.equal(config(home).schedule_on, true);
  const set = async (schedule_on: unknown) => (await home.ask("PUT", "/sensors/1/config", { schedule_on })).status;
  assert.equal(await set("x"), 400);
  assert.equal(await set(false), 200);
  assert.equal(await set(true), 200);
  await settle();
  assert.deepEqual(
    home.radio.orders.map((order) => order.do === "write" && order.values),
    [{ programingOperMode: 4 }, { programingOperMode: 5 }],
  );
  const raw = {
    type: "attributeReport",
    cluster: "hvacThermostat",
    data: { programingOperMode: 6 },
    group: 0,
    manufacturer: null,
  };
  forget(home);
  home.radio.tell({ kind: "payload", ieee: IEEE, endpoint: 5, payload: { programming_operation_mode: "eco" }, raw });
  await settle();
  assert.equal(config(home).schedule_on, false);
  const { config: shown } = (await home.ask("GET", "/sensors/1")).body as { config: Values };
  assert.equal("programming" in shown, false);
  await set(true);
  await settle();
  assert.deepEqual(home.radio.orders.at(-1), {
    do: "write",
    target: TARGET,
    cluster: "hvacThermostat",
    values: { programingOperMode: 7 },
  });
  await home.stop();
});

test("eCozy's thermostat goes by its week where the bit is not set", async () => {
  const home = await withThermostat(4, { modelid: "Thermostat" });
  assert.equal(config(home).schedule_on, true);
  for (const schedule_on of [false, true])
    assert.equal((await home.ask("PUT", "/sensors/1/config", { schedule_on })).status, 200);
  await settle();
  assert.deepEqual(
    home.radio.orders.map((order) => order.do === "write" && order.values),
    [{ programingOperMode: 5 }, { programingOperMode: 4 }],
  );
  const data = { programingOperMode: 1 };
  const raw = { type: "readResponse", cluster: "hvacThermostat", data, group: 0, manufacturer: null };
  home.radio.tell({ kind: "payload", ieee: IEEE, endpoint: 5, payload: {}, raw });
  await settle();
  assert.equal(config(home).schedule_on, false);
  await home.stop();
});

test("days of which nothing is known are taken away, too", async () => {
  const home = await withThermostat();
  for (const time of ["at first", "once more"]) {
    assert.equal((await home.ask("DELETE", `${AT}/W63`)).status, 200);
    const [payload] = said(home, "setWeeklySchedule");
    assert.deepEqual(payload, { numoftrans: 0, dayofweek: 0x7d, mode: 1, transitions: [] }, time);
    assert.deepEqual(config(home).schedule, {});
    forget(home);
  }
  await home.stop();
});

test("one that sleeps forgets deleted days when it is heard, also after another command", async () => {
  const home = await withThermostat(5, { kind: "end-device", sleepy: true });
  home.radio.answer = () => {
    throw new RadioError("asleep", "it sleeps");
  };
  home.clock.advance(600);
  assert.equal((await home.ask("DELETE", `${AT}/W3`)).status, 200);
  assert.equal((await home.ask("POST", `${AT}/W124`, WORK)).status, 200);
  await settle();
  assert.deepEqual([config(home).schedule, config(home).pending], [{ W124: WORK, W3: [] }, ["schedule"]]);
  home.radio.answer = () => ({});
  forget(home);
  speaks(home);
  await pass(home, 2);
  assert.deepEqual(
    said(home, "setWeeklySchedule").map(({ dayofweek, numoftrans }) => [dayofweek, numoftrans]),
    [
      [0x3e, 2],
      [0x41, 0],
    ],
  );
  answers(home, 0x3e, [
    { transitionTime: 390, heatSetpoint: 2100 },
    { transitionTime: 1320, heatSetpoint: 1750 },
  ]);
  answers(home, 0x41, []);
  await pass(home, 2);
  assert.deepEqual(config(home).schedule, { W124: WORK });
  await home.stop();
});

test("one that keeps no weeks has none, and one that does not tell its mode of operation does not show that", async () => {
  const none = await withThermostat(undefined as never, { endpoints: [endpoint(5, [0, 3, 0x0201])] });
  assert.equal("schedule" in config(none), false);
  assert.equal((await none.ask("POST", `${AT}/W1`, FREE)).status, 404);
  await none.stop();
  const silent = await withThermostat(-1);
  assert.deepEqual([config(silent).schedule, "schedule_on" in config(silent)], [{}, false]);
  await silent.stop();
});

test("a setpoint beyond the range of the device is refused", async () => {
  const home = await withThermostat();
  const day = (heatsetpoint: number) => home.ask("POST", `${AT}/W1`, [{ localtime: "T06:30", heatsetpoint }]);
  assert.deepEqual([(await day(3000)).status, (await day(3001)).status, (await day(499)).status], [200, 400, 400]);
  await home.stop();
});
