/** Weeks of thermostats on the real zigbee-herdsman: a week over HTTP stands in the virtual thermostat, and the thermostat's own is read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Values } from "../../src/model/resource.ts";
import { followWeek } from "../../src/virtual/clusters/week.ts";
import { writeFrame } from "../../src/virtual/devices/zcl.ts";
import { openRadioGateway, until } from "../support/radio-gateway.ts";
import { stand } from "../support/virtual-device.ts";

const WORK = [
  { localtime: "T06:30", heatsetpoint: 2100 },
  { localtime: "T22:00", heatsetpoint: 1750 },
];
const TIME = 0x000a;
const LOCAL_TIME = 7;
const EPOCH = 946_684_800;
const FREE = [{ localtime: "T09:00", heatsetpoint: 2100 }];

test("the week of a thermostat", { timeout: 400_000 }, async (t) => {
  const stage = await openRadioGateway(t);
  const [ieee = ""] = await stage.move("weekly thermostat");
  const address = stage.addressOf(ieee) as `/sensors/${string}`;
  const config = () => stage.gateway.store.get(address)?.config ?? {};
  const mode = () => {
    const all = stage.house.inspect().stations as { ieee: string; endpoints: Record<string, Record<string, Values>> }[];
    return all.find((one) => one.ieee === ieee)?.endpoints[5]?.hvacThermostat?.programingOperMode;
  };
  const forgotten = (schedule: Values) =>
    stage.gateway.store.patch(address, "config", { schedule }, { by: "test", depth: 0 });
  await until(
    () => config().schedule_on === true && config().schedule !== undefined,
    () => `what it can do is known: ${JSON.stringify(config())}`,
  );

  await t.test("it takes it, and tells it in several frames", async () => {
    for (const [days, transitions] of [
      ["W124", WORK],
      ["W2", FREE],
    ] as const) {
      const { status, body } = await stage.ask("POST", `${address}/config/schedule/${days}`, transitions);
      assert.equal(status, 200, JSON.stringify(body));
    }
    forgotten({});
    await until(
      () => Object.keys(config().schedule as Values).length === 2,
      () => `it is read: ${JSON.stringify(config().schedule)}`,
    );
    assert.deepEqual(config().schedule, { W124: WORK, W2: FREE });
  });

  await t.test("a day is taken away; a week that it refuses is not kept", async () => {
    assert.equal((await stage.ask("DELETE", `${address}/config/schedule/W2`)).status, 200);
    const many = Array.from({ length: 7 }, (_, hour) => ({ localtime: `T1${hour}:00`, heatsetpoint: 2000 }));
    const { status, body } = await stage.ask("POST", `${address}/config/schedule/W1`, many);
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /could not set schedule/);
    forgotten({ W2: FREE });
    await until(
      () => !("W2" in (config().schedule as Values)),
      () => `it is read: ${JSON.stringify(config().schedule)}`,
    );
    assert.deepEqual(config().schedule, { W124: WORK });
  });

  await t.test("it goes by its week, or not", async () => {
    for (const schedule_on of [false, true]) {
      assert.equal((await stage.ask("PUT", `${address}/config`, { schedule_on })).status, 200);
      await until(
        () => mode() === Number(schedule_on),
        () => `its mode: ${mode()}`,
      );
    }
  });

  await t.test("it goes by the clock of the gateway's time zone", async () => {
    const ahead = () =>
      stage.house.save().residents.find(({ station }) => station.ieee === ieee)?.station.memory[5]?.clock;
    for (const [timezone, hours] of [
      ["Asia/Kolkata", 5.5],
      ["Pacific/Honolulu", -10],
    ] as const) {
      assert.equal((await stage.ask("PUT", "/config", { timezone })).status, 200);
      stage.house.apply(ieee, { power: "cycle" });
      await until(
        () => Math.abs((ahead() ?? 0) - hours * 3600) < 10,
        () => `it is ${hours} hours ahead of UTC: ${ahead()} s`,
      );
    }
  });
  assert.deepEqual(stage.errors, []);
});

test("the virtual one goes by its clock", () => {
  const { device, get, hear, time, status, said } = stand("weekly thermostat");
  const place = device.clusterEndpoints.get(5) ?? assert.fail();
  const set = (dayofweek: number, ...transitions: object[]) =>
    status({
      ...{ cluster: "hvacThermostat", command: "setWeeklySchedule", endpoint: 5 },
      payload: { numoftrans: transitions.length, dayofweek, mode: 1, transitions },
    });
  const setpoint = () => get("hvacThermostat", "occupiedHeatingSetpoint", 5);
  set(0x7f, { transitionTime: 390, heatSetpoint: 2100 }, { transitionTime: 1320, heatSetpoint: 1750 });
  const at = (time: string) => {
    followWeek(place, new Date(`2026-03-02T${time}+02:00`));
    return setpoint();
  };
  assert.equal(at("06:30:00"), 2000, "it does not know yet what time it is");
  time.advance(10_000);
  const [question] = said.filter(({ cluster }) => cluster === TIME);
  assert.deepEqual([question?.command, question?.payload], ["read", [{ attrId: LOCAL_TIME }]]);
  const localTime = Math.round(Date.now() / 1000) - EPOCH + 2 * 3600;
  const answer = {
    cluster: TIME,
    command: "readRsp",
    isGlobal: true,
    fromServer: true,
    sequence: 1,
    quiet: true,
  } as const;
  const payload = [{ attrId: LOCAL_TIME, status: 0, dataType: 0x23, attrData: localTime }];
  hear(TIME, writeFrame({ ...answer, payload }, {}), { address: 0x1234, endpoint: 5 });
  assert.deepEqual([at("06:29:50"), at("06:30:00"), at("21:59:00")], [1750, 2100, 2100]);
  place.set("hvacThermostat", { occupiedHeatingSetpoint: 2300 });
  assert.deepEqual([at("21:59:30"), at("22:00:00"), at("23:59:00")], [2300, 1750, 1750], "by hand until the next");
  place.set("hvacThermostat", { programingOperMode: 0, occupiedHeatingSetpoint: 2200 });
  assert.equal(at("06:45:00"), 2200, "switched off");
});
