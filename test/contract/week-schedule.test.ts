/** The week of a thermostat over REST: POST and DELETE …/config/schedule/W124, and as a member of the config. */
import assert from "node:assert/strict";
import { newIdOfFact } from "../../src/core/ids.ts";
import { RadioError } from "../../src/model/radio/orders.ts";
import type { Values } from "../../src/model/resource.ts";
import { settle } from "../support/fakes.ts";
import { BY_RADIO, type LitWorld, lit, told } from "../support/lights.ts";
import { inShort, seen } from "../support/transports.ts";

const AT = "/sensors/1/config/schedule";
const WORK = [
  { localtime: "T06:30", heatsetpoint: 2100 },
  { localtime: "T22:00", heatsetpoint: 1750 },
];
const FREE = [{ localtime: "T09:00", heatsetpoint: 2100 }];

async function thermostat({ store }: Pick<LitWorld, "store">, config: Values = { schedule: {} }): Promise<void> {
  const id = newIdOfFact(store, "sensors", BY_RADIO);
  const words = { name: `T ${id}`, manufacturername: "Me", modelid: "M1", swversion: "1" };
  const attr = { ...words, uniqueid: `00:17:88:01:00:00:00:0${id}-01-0201`, ep: 1 };
  store.put(
    {
      ...{ address: `/sensors/${id}`, type: "ZHAThermostat", attr, action: {} },
      config: { on: true, reachable: true, heatsetpoint: 2000, ...config },
      state: { temperature: 2000 },
    },
    BY_RADIO,
  );
  await settle();
}

lit("a day list is told, answered as the real gateway does, shown and pushed", async (world) => {
  const { ask, devices, heard } = world;
  await thermostat(world);
  assert.deepEqual((await seen(ask, "/sensors/1")).config.schedule, {});
  heard.length = 0;
  const reply = await ask("POST", `${AT}/W124`, WORK);
  assert.deepEqual(reply.body, [{ success: { "/config/schedule/W124": WORK } }]);
  const values = { schedule: { W124: WORK } };
  assert.deepEqual(told(devices), [{ of: "/sensors/1", values, optimistic: values }]);
  assert.deepEqual((await seen(ask, "/sensors/1")).config.schedule, { W124: WORK });
  await settle();
  assert.deepEqual(
    heard.map(({ section, values: news }) => [section, news]),
    [["config", values]],
  );
});

lit(
  "days leave other keys, and equal lists come together; a key that is not there is deleted all the same",
  async (world) => {
    const { ask, store } = world;
    await thermostat(world);
    const week = () => store.get("/sensors/1")?.config.schedule;
    await ask("POST", `${AT}/W124`, WORK);
    await ask("POST", `${AT}/W64`, FREE);
    assert.deepEqual(week(), { W64: FREE, W60: WORK });
    await ask("POST", `${AT}/W3`, WORK);
    assert.deepEqual(week(), { W64: FREE, W63: WORK });
    for (const _ of [1, 2]) {
      const { status, body } = await ask("DELETE", `${AT}/W63`);
      assert.deepEqual([status, body], [200, [{ success: "/sensors/1/config/schedule/W63 deleted." }]]);
      assert.deepEqual(week(), { W64: FREE });
    }
  },
);

lit("what there is not", async (world) => {
  const { ask } = world;
  await thermostat(world);
  await thermostat(world, {});
  for (const key of ["W0", "W128", "X1", "W"]) {
    assert.deepEqual(inShort(await ask("POST", `${AT}/${key}`, WORK)), [404, [3, `${AT}/${key}`]]);
    assert.deepEqual(inShort(await ask("DELETE", `${AT}/${key}`)), [404, [3, `${AT}/${key}`]]);
  }
  assert.deepEqual(inShort(await ask("POST", "/sensors/9/config/schedule/W1", WORK)), [404, [3, "/sensors/9"]]);
  const none = "/sensors/2/config/schedule";
  assert.deepEqual(inShort(await ask("POST", `${none}/W1`, WORK)), [404, [3, none]]);
  assert.deepEqual(inShort(await ask("DELETE", `${none}/W1`)), [404, [3, none]]);
});

lit("a list that does not fit is refused whole, and nothing is sent", async (world) => {
  const { ask, devices } = world;
  await thermostat(world);
  const at = (localtime: string, heatsetpoint: unknown) => [{ localtime, heatsetpoint }];
  const eleven = Array.from({ length: 11 }, (_, hour) => ({ localtime: `T${hour + 10}:00`, heatsetpoint: 2000 }));
  const extra = [{ ...FREE[0], on: true }];
  const same = [...FREE, ...FREE];
  const bad = [[], eleven, at("T24:00", 2000), at("6:30", 2000), at("T06:30", 499), at("T06:30", "x"), extra, same, {}];
  for (const body of bad) {
    const reply = await ask("POST", `${AT}/W1`, body);
    assert.deepEqual(inShort(reply), [400, [2, `${AT}/W1`]], JSON.stringify(body));
    assert.match(JSON.stringify(reply.body), /body contains invalid list of transitions/);
  }
  assert.match(JSON.stringify((await ask("POST", `${AT}/W1`, 5)).body), /body contains invalid JSON/);
  devices.setpointRange = () => [1000, 2500];
  assert.equal((await ask("POST", `${AT}/W1`, at("T06:30", 900))).status, 400);
  assert.equal((await ask("POST", `${AT}/W1`, at("T06:30", 2600))).status, 400);
  assert.deepEqual(told(devices), []);
});

lit("what the device refuses is not kept", async (world) => {
  const { ask, devices, store } = world;
  await thermostat(world, { schedule: { W1: FREE } });
  devices.sendAndWait = async () => {
    throw new RadioError("refused", "it refused", 0x87);
  };
  const reply = await ask("POST", `${AT}/W124`, WORK);
  assert.deepEqual(inShort(reply), [400, [7, `${AT}/W124`]]);
  assert.match(JSON.stringify(reply.body), /could not set schedule/);
  assert.equal((await ask("DELETE", `${AT}/W1`)).status, 400);
  assert.deepEqual(store.get("/sensors/1")?.config.schedule, { W1: FREE });
});

lit("for one that sleeps it is noted", async (world) => {
  const { ask, devices } = world;
  await thermostat(world);
  devices.sendAndWait = async () => "asleep";
  assert.equal((await ask("POST", `${AT}/W124`, WORK)).status, 200);
  const values = { schedule: { W124: WORK } };
  assert.deepEqual(told(devices), [{ of: "/sensors/1", values, optimistic: values }]);
});

lit("as a member of the config all its keys are replaced, beside other members", async (world) => {
  const { ask, devices, store } = world;
  await thermostat(world, { schedule: { W1: FREE } });
  devices.writable = () => ["schedule", "heatsetpoint"];
  const at = "/sensors/1/config";
  const reply = await ask("PUT", at, { schedule: { W124: WORK, W2: WORK }, heatsetpoint: 2200 });
  const schedule = { W126: WORK };
  assert.deepEqual(inShort(reply), [200, { [`${at}/schedule`]: schedule }, { [`${at}/heatsetpoint`]: 2200 }]);
  assert.deepEqual(store.get("/sensors/1")?.config.schedule, schedule);
  const inside = await ask("PUT", "/sensors/1", {
    name: "Hall",
    config: { schedule: { W1: FREE }, heatsetpoint: 2000 },
  });
  assert.deepEqual(inShort(inside), [
    200,
    { "/sensors/1/name": "Hall" },
    { [`${at}/schedule`]: { W1: FREE } },
    { [`${at}/heatsetpoint`]: 2000 },
  ]);
  assert.equal((await ask("PUT", at, { schedule })).status, 200);
  for (const wrong of [{ W0: WORK }, { W1: [] }, { W1: "x" }, [], 5])
    assert.deepEqual(
      inShort(await ask("PUT", at, { schedule: wrong })),
      [400, [7, `${at}/schedule`]],
      JSON.stringify(wrong),
    );
  assert.deepEqual(store.get("/sensors/1")?.config.schedule, schedule);
});
