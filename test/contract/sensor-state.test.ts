/** Writes to a sensor (wire 3.5 and 3.6): mixed answers, members that follow from a value, and the clock. */
import assert from "node:assert/strict";
import { clip, fakeClock, fakeDisk, house, settle } from "../support/fakes.ts";
import { contract, created, inShort, seen } from "../support/transports.ts";

contract("B8: config, every member stands for itself", async ({ ask }) => {
  await created(ask, "/sensors", clip("CLIPPresence"));
  const reply = await ask("PUT", "/sensors/1/config", { on: false, foo: 1, battery: 101, url: "/x" });
  assert.equal(reply.status, 200);
  const [status, ...items] = inShort(reply);
  assert.equal(status, 200);
  assert.deepEqual(items, [
    [6, "/sensors/1/config/foo"],
    [7, "/sensors/1/config/battery"],
    { "/sensors/1/config/on": false },
    { "/sensors/1/config/url": "/x" },
  ]);
  assert.deepEqual(inShort(await ask("PATCH", "/sensors/1/config", { reachable: false })), [
    200,
    { "/sensors/1/config/reachable": false },
  ]);
  const nothingGood = await ask("PUT", "/sensors/1/config", { foo: 1, battery: -1 });
  assert.deepEqual(inShort(nothingGood), [400, [6, "/sensors/1/config/foo"], [7, "/sensors/1/config/battery"]]);
  assert.deepEqual(inShort(await ask("PUT", "/sensors/1/config", {})), [200]);
  const { config } = await seen(ask, "/sensors/1");
  assert.deepEqual(config, { on: false, reachable: false, url: "/x", duration: 60 });
});

contract("state, all or nothing", async ({ ask }) => {
  await created(ask, "/sensors", clip("CLIPPower"));
  const good = await ask("PUT", "/sensors/1/state", { power: 5, voltage: 230, current: "20" });
  assert.deepEqual(inShort(good), [
    200,
    { "/sensors/1/state/power": 5 },
    { "/sensors/1/state/voltage": 230 },
    { "/sensors/1/state/current": 20 },
  ]);
  const bad = await ask("PUT", "/sensors/1/state", { power: 6, voltage: -1 });
  assert.deepEqual(inShort(bad), [400, [7, "/sensors/1/state/voltage"]]);
  assert.equal((await seen(ask, "/sensors/1")).state.power, 5);
  assert.deepEqual(inShort(await ask("PUT", "/sensors/1/state", {})), [200]);
  assert.deepEqual(inShort(await ask("PATCH", "/sensors/1/state", { power: 7 })), [
    200,
    { "/sensors/1/state/power": 7 },
  ]);
});

contract("derived members are not written", async ({ ask }) => {
  await created(ask, "/sensors", clip("CLIPLightLevel"));
  for (const member of ["lux", "dark", "daylight", "lastupdated"]) {
    const reply = await ask("PUT", "/sensors/1/state", { lightlevel: 5, [member]: true });
    assert.deepEqual(inShort(reply), [400, [8, `/sensors/1/state/${member}`]]);
  }
});

contract("B5: a button pressed twice is two facts, each strictly later, without a zone", async ({ ask, heard }) => {
  await created(ask, "/sensors", clip("CLIPSwitch"));
  await settle();
  heard.length = 0;
  for (let press = 0; press < 3; press += 1) await ask("PUT", "/sensors/1/state", { buttonevent: 1002 });
  await settle();
  assert.deepEqual(
    heard.map(({ section, values }) => [section, values]),
    [0, 1, 2].map((n) => ["state", { buttonevent: 1002, lastupdated: `2026-03-01T12:00:00.00${n}` }]),
  );
});

contract("other values are facts when they differ; lastupdated always is one", async ({ ask, heard, clock }) => {
  await created(ask, "/sensors", clip("CLIPOpenClose"));
  await ask("PUT", "/sensors/1/state", { open: true });
  clock.advance(1);
  await settle();
  heard.length = 0;
  await ask("PUT", "/sensors/1/state", { open: true });
  await settle();
  const ofSensor = heard.filter(({ resource }) => resource.address === "/sensors/1"); // the key is used, too
  assert.deepEqual(
    ofSensor.map(({ values }) => values),
    [{ lastupdated: "2026-03-01T12:00:01.000" }],
  );
});

contract("B6: a light level says how dark it is, in one fact", async ({ ask, heard }) => {
  await created(ask, "/sensors", clip("CLIPLightLevel"));
  await settle();
  heard.length = 0;
  await ask("PUT", "/sensors/1/state", { lightlevel: 20_000 });
  await settle();
  const lastupdated = "2026-03-01T12:00:00.000";
  assert.deepEqual(
    heard.map(({ values }) => values),
    [{ lightlevel: 20_000, lux: 100, dark: false, daylight: true, lastupdated }],
  );
  const levels: [number, lux: number, dark: boolean, daylight: boolean][] = [
    [12_000, 16, true, false],
    [12_001, 16, false, false],
    [18_999, 79, false, false],
    [19_000, 79, false, true],
    [65_534, 3_575_197, false, true],
    [0, 0, true, false],
  ];
  for (const [lightlevel, lux, dark, daylight] of levels) {
    await ask("PUT", "/sensors/1/state", { lightlevel });
    const { state } = await seen(ask, "/sensors/1");
    assert.deepEqual([state.lux, state.dark, state.daylight], [lux, dark, daylight], String(lightlevel));
  }
});

contract("new thresholds: a fact of the config, then one of the state", async ({ ask, heard }) => {
  await created(ask, "/sensors", clip("CLIPLightLevel", { state: { lightlevel: 20_000 } }));
  await settle();
  heard.length = 0;
  await ask("PUT", "/sensors/1/config", { tholddark: 30_000 });
  await ask("PUT", "/sensors/1/config", { tholddark: 30_001 });
  await settle();
  const lastupdated = "2026-03-01T12:00:00.001";
  assert.deepEqual(
    heard.map(({ section, values }) => [section, values]),
    [
      ["config", { tholddark: 30_000 }],
      ["state", { dark: true, daylight: false, lastupdated }],
      ["config", { tholddark: 30_001 }],
    ],
  );
});

const MOVED: [type: string, member: string, put: number, offset: number, kept: number][] = [
  ["CLIPTemperature", "temperature", 2_000, -150, 1_850],
  ["CLIPTemperature", "temperature", 32_767, 100, 32_767],
  ["CLIPHumidity", "humidity", 9_990, 100, 10_000],
  ["CLIPHumidity", "humidity", 10, -100, 0],
];
contract("an offset is added to what is written, and moves what stands there", async ({ ask }) => {
  for (const [type, member, put, offset, kept] of MOVED) {
    const id = await created(ask, "/sensors", clip(type, { config: { offset } }));
    const reply = await ask("PUT", `/sensors/${id}/state`, { [member]: put });
    assert.deepEqual(inShort(reply), [200, { [`/sensors/${id}/state/${member}`]: kept }]);
    const other = await created(ask, "/sensors", clip(type, { state: { [member]: put } }));
    await ask("PUT", `/sensors/${other}/config`, { offset });
    assert.equal((await seen(ask, `/sensors/${other}`)).state[member], kept);
  }
});

contract("config.on false: writes answer as ever and change nothing", async ({ ask, heard, store, disk }) => {
  await created(ask, "/sensors", clip("CLIPPresence", { state: { presence: false } }));
  await ask("PUT", "/sensors/1/config", { on: false });
  await settle();
  const before = await seen(ask, "/sensors/1");
  heard.length = 0;
  const writes = disk.writes.length;
  assert.deepEqual(inShort(await ask("PUT", "/sensors/1/state", { presence: true })), [
    200,
    { "/sensors/1/state/presence": true },
  ]);
  assert.deepEqual(inShort(await ask("PUT", "/sensors/1/state", { presence: 5 })), [
    400,
    [7, "/sensors/1/state/presence"],
  ]);
  store.patch("/sensors/1", "state", { presence: true }, { by: "radio", depth: 0 });
  await settle();
  assert.deepEqual(heard, []);
  assert.equal(disk.writes.length, writes);
  assert.deepEqual(await seen(ask, "/sensors/1"), before);
  await ask("PUT", "/sensors/1/config", { on: true, battery: 50 });
  await ask("PUT", "/sensors/1/state", { presence: true });
  const { state, config } = await seen(ask, "/sensors/1");
  assert.deepEqual([state.presence, config.battery], [true, 50]);
});

contract("B7: presence ends by itself, and each new one starts the wait again", async ({ ask, clock, heard }) => {
  await created(ask, "/sensors", clip("CLIPPresence", { config: { duration: 10 } }));
  const presence = async () => (await seen(ask, "/sensors/1")).state.presence;
  await ask("PUT", "/sensors/1/state", { presence: true });
  await settle();
  clock.advance(9);
  await settle();
  assert.equal(await presence(), true);
  await ask("PUT", "/sensors/1/state", { presence: true });
  await settle();
  clock.advance(9);
  await settle();
  assert.equal(await presence(), true);
  heard.length = 0;
  clock.advance(1);
  await settle();
  assert.equal(await presence(), false);
  assert.deepEqual(
    heard.map(({ values }) => values),
    [{ presence: false, lastupdated: "2026-03-01T12:00:19.000" }],
  );
});

contract("duration 0: presence stays; a new duration counts from the next presence on", async ({ ask, clock }) => {
  await created(ask, "/sensors", clip("CLIPPresence", { config: { duration: 0 }, state: { presence: true } }));
  const presence = async () => (await seen(ask, "/sensors/1")).state.presence;
  await settle();
  clock.advance(100_000, 60);
  await ask("PUT", "/sensors/1/config", { duration: 5 });
  await settle();
  clock.advance(100);
  await settle();
  assert.equal(await presence(), true);
  await ask("PUT", "/sensors/1/state", { presence: true });
  await settle();
  clock.advance(5);
  await settle();
  assert.equal(await presence(), false);
});

contract("a presence that ran out while the sensor was off ends when it is on again", async ({ ask, clock }) => {
  await created(ask, "/sensors", clip("CLIPPresence", { state: { presence: true } }));
  await ask("PUT", "/sensors/1/config", { on: false });
  await settle();
  clock.advance(61);
  await settle();
  assert.equal((await seen(ask, "/sensors/1")).state.presence, true);
  await ask("PUT", "/sensors/1/config", { on: true });
  await settle();
  clock.advance(0);
  await settle();
  assert.equal((await seen(ask, "/sensors/1")).state.presence, false);
});

contract("a restart keeps the sensors, their ids, and the end of a presence", async ({ ask, disk, clock, stop }) => {
  await created(ask, "/sensors", clip("CLIPPresence", { config: { duration: 30 } }));
  await created(ask, "/sensors", clip("CLIPAlarm"));
  await ask("DELETE", "/sensors/2");
  clock.advance(0.5);
  await ask("PUT", "/sensors/1/state", { presence: true });
  await stop();
  const before = await house({ disk: fakeDisk(disk.records) });
  const sensor = before.store.get("/sensors/1");
  assert.equal(sensor?.state.lastupdated, "2026-03-01T12:00:00.500");
  await before.stop();

  clock.advance(20);
  const after = await house({ disk: fakeDisk(disk.records), clock: fakeClock(clock.now()) });
  assert.deepEqual(after.store.get("/sensors/1"), sensor);
  assert.equal(await created(after.ask, "/sensors", clip("CLIPAlarm")), "3");
  after.clock.advance(9.9);
  await settle();
  assert.equal(after.store.get("/sensors/1")?.state.presence, true);
  after.clock.advance(0.1);
  await settle();
  assert.equal(after.store.get("/sensors/1")?.state.presence, false);
  await after.stop();
});
