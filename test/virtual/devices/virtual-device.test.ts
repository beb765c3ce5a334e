/** A virtual device as a whole: its kind, its sleep, the values that it remembers, and those that it forgets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PROFILES } from "../../../src/virtual/house/residents.ts";
import { COORDINATOR, reportsOf, stand } from "../../support/virtual-device.ts";

const SECOND = 1000;

test("it shows its kind and its endpoints", () => {
  const { device } = stand("extended color light");
  assert.deepEqual([device.router, device.listens, device.mains, device.manufacturer], [true, true, true, 0x100b]);
  assert.deepEqual(device.endpoints, [
    {
      id: 11,
      profile: 0xc05e,
      device: 0x0210,
      inputs: [0, 3, 4, 5, 6, 8, 0x0300, 0x1000],
      outputs: [0x0019],
    },
    { id: 242, profile: 0xa1e0, device: 0x0061, inputs: [], outputs: [0x0021] },
  ]);
  const remote = stand("remote").device;
  assert.deepEqual([remote.router, remote.listens, remote.mains], [false, false, false]);
});

test("a new sleeper stays awake for a minute, then it hears only after it has spoken", () => {
  const { device, time } = stand("remote");
  assert.equal(device.reach, "ok");
  time.advance(59 * SECOND);
  assert.equal(device.reach, "ok");
  time.advance(SECOND);
  assert.equal(device.reach, "expired");
  device.awake(5 * SECOND);
  assert.equal(device.reach, "ok");
  time.advance(5 * SECOND);
  assert.equal(device.reach, "expired");
});

test("one that cannot be reached at all stays so, awake or not; mains and pollers never sleep", () => {
  const remote = stand("remote");
  remote.device.reach = "no-ack";
  remote.device.awake(SECOND);
  assert.equal(remote.device.reach, "no-ack");
  remote.time.advance(600 * SECOND);
  assert.equal(remote.device.reach, "no-ack");
  for (const model of ["window covering", "dimmable light"]) {
    const { device, time } = stand(model);
    time.advance(600 * SECOND);
    assert.equal(device.reach, "ok");
  }
});

test("everything that matters outlives a restart", () => {
  const lamp = stand("extended color light");
  lamp.ask({ cluster: "genGroups", command: "add", payload: { groupid: 5, groupname: "" } });
  lamp.ask({ cluster: "genLevelCtrl", command: "moveToLevelWithOnOff", payload: { level: 99, transtime: 0 } });
  lamp.ask({ cluster: "genScenes", command: "store", payload: { groupid: 5, sceneid: 2 } });
  lamp.bind("genOnOff");
  const saved = JSON.parse(JSON.stringify(lamp.device.save()));
  assert.equal(saved.member, true);
  const again = stand("extended color light", { saved });
  assert.equal(again.get("genLevelCtrl", "currentLevel"), 99);
  assert.deepEqual([...(again.device.groups.get(5) ?? [])], [11]);
  assert.deepEqual(again.device.bindings, [{ endpoint: 11, cluster: 6, target: { ieee: COORDINATOR, endpoint: 1 } }]);
  again.ask({ cluster: "genOnOff", command: "off" });
  again.ask({ cluster: "genScenes", command: "recall", payload: { groupid: 5, sceneid: 2 } });
  assert.equal(again.get("genOnOff", "onOff"), 1);
  assert.deepEqual(JSON.parse(JSON.stringify(again.device.save())).scenes, saved.scenes);
});

test("closed, it is silent, but its open report is still saved and reported after the restart", () => {
  const sensor = stand("climate sensor");
  sensor.bind("msTemperatureMeasurement");
  const payload = [{ direction: 0, attrId: 0, dataType: 0x29, minRepIntval: 0, maxRepIntval: 0, repChange: 10 }];
  sensor.ask({ cluster: "msTemperatureMeasurement", command: "configReport", payload, isGlobal: true });
  sensor.device.close();
  assert.equal(sensor.time.waiting, 0);
  const saved = JSON.parse(JSON.stringify(sensor.device.save()));
  assert.deepEqual(saved.reporting, [
    { endpoint: 1, cluster: "msTemperatureMeasurement", attribute: "measuredValue", min: 0, max: 0, change: 10 },
  ]);
  const again = stand("climate sensor", { saved });
  again.device.clusterEndpoints.get(1)?.set("msTemperatureMeasurement", { measuredValue: 2500 });
  again.time.advance(SECOND);
  assert.deepEqual(reportsOf(again), [{ 0: 2500 }]);
});

test("a sleeper that is a member again after a restart is not woken by that", () => {
  const saved = stand("remote").device.save();
  assert.equal(stand("remote", { saved }).device.reach, "expired");
  assert.equal(stand("remote", { saved: { ...saved, member: false } }).device.reach, "ok");
});

test("a value that changes all the time is no reason to keep everything, a setting is", () => {
  for (const [model, cluster, values, isReason] of [
    ["climate sensor", "msTemperatureMeasurement", { measuredValue: 1 }, false],
    ["metering plug", "haElectricalMeasurement", { activePower: 1 }, false],
    ["thermostat", "hvacThermostat", { localTemp: 1 }, false],
    ["thermostat", "hvacThermostat", { occupiedHeatingSetpoint: 1000 }, true],
    ["dimmable light", "genIdentify", { identifyTime: 1 }, false],
    ["dimmable light", "genOnOff", { onOff: 1 }, true],
  ] as const) {
    const { device, changes } = stand(model);
    const before = changes.count;
    device.clusterEndpoints.get(1)?.set(cluster, { ...values });
    assert.equal(changes.count > before, isReason, `${model} ${Object.keys(values)}`);
    assert.equal(device.save().values[`1/${cluster}/${Object.keys(values)[0]}`], Object.values(values)[0]);
  }
});

test("a device that leaves is as new: no groups, scenes, bindings, and its written attributes are undone", () => {
  const lamp = stand("extended color light");
  lamp.ask({ cluster: "genGroups", command: "add", payload: { groupid: 5, groupname: "" } });
  lamp.ask({ cluster: "genScenes", command: "store", payload: { groupid: 5, sceneid: 2 } });
  lamp.ask({
    cluster: "genOnOff",
    command: "write",
    payload: [{ attrId: 0x4003, dataType: 0x30, attrData: 0 }],
    isGlobal: true,
  });
  lamp.ask({ cluster: "genIdentify", command: "identify", payload: { identifytime: 60 } });
  lamp.bind("genOnOff");
  const before = lamp.changes.count;
  lamp.device.left();
  const { groups, scenes, bindings, member, values } = lamp.device.save();
  assert.deepEqual([groups, scenes, bindings, member], [[], [], [], false]);
  assert.equal(values["11/genOnOff/startUpOnOff"], 1);
  assert.equal(lamp.device.isMember, false);
  assert.equal(lamp.time.waiting, 0);
  assert.ok(lamp.changes.count > before);
});

test("outside of any network it says nothing, and nothing breaks", () => {
  const { device, time, said } = stand("remote", { joins: false });
  assert.equal(device.press({ cluster: "genOnOff", command: "toggle" }), 0);
  time.advance(100_000 * SECOND);
  assert.deepEqual(said, []);
});

test("its commands go to each target bound to that cluster, each time under a new number", () => {
  const switcher = stand("dimmer switch");
  switcher.bind("genOnOff", COORDINATOR, 1);
  switcher.bind("manuSpecificPhilips", COORDINATOR, 2);
  const presses = PROFILES["dimmer switch"]?.presses?.on_press ?? [];
  assert.deepEqual(
    presses.map((said) => switcher.device.press(said)),
    [1, 1],
  );
  assert.deepEqual(
    switcher.said.map(({ command, endpoint, manufacturer }) => [command, endpoint, manufacturer]),
    [
      ["on", 1, undefined],
      ["hueNotification", 2, 0x100b],
    ],
  );
  assert.notEqual(switcher.said[0]?.sequence, switcher.said[1]?.sequence);
  assert.equal(switcher.device.press({ endpoint: 1, cluster: "genLevelCtrl", command: "stop", payload: {} }), 0);
});

test("a remote with one binding for all its commands", () => {
  const remote = stand("remote");
  remote.bind("genOnOff");
  for (const said of Object.values(PROFILES.remote?.presses ?? {}).flat()) assert.equal(remote.device.press(said), 1);
  assert.deepEqual([...new Set(remote.said.map(({ cluster }) => cluster))].sort(), [5, 6, 8]);
});

test("closed, nothing waits any more", () => {
  const remote = stand("remote");
  assert.ok(remote.time.waiting > 0);
  remote.device.close();
  assert.equal(remote.time.waiting, 0);
});
