/** The smaller clusters: identify, coverings, thermostats, plugs, motion, poll control, touchlink. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import { count, draw } from "../../../src/virtual/clusters/metering.ts";
import type { HomeNetwork } from "../../../src/virtual/clusters/touchlink-commissioning.ts";
import { readFrame, writeFrame } from "../../../src/virtual/devices/zcl.ts";
import { type Stand, stand } from "../../support/virtual-device.ts";

const { Status, DataType } = Zcl;
const endpointOf = ({ device }: Stand, id = 1) => device.clusterEndpoints.get(id) ?? assert.fail();

test("it identifies itself for some seconds, which count down", () => {
  const light = stand("dimmable light");
  const left = () => light.get("genIdentify", "identifyTime");
  light.ask({ cluster: "genIdentify", command: "identify", payload: { identifytime: 10 } });
  assert.equal(left(), 10);
  assert.deepEqual(light.ask({ cluster: "genIdentify", command: "identifyQuery" })?.payload, { timeout: 10 });
  light.time.advance(4000);
  assert.equal(left(), 6);
  light.time.advance(5900);
  assert.equal(left(), 1);
  light.time.advance(100);
  assert.equal(left(), 0);
  light.ask({
    cluster: "genIdentify",
    command: "write",
    payload: [{ attrId: 0, dataType: DataType.UINT16, attrData: 2 }],
    isGlobal: true,
  });
  light.time.advance(2000);
  assert.equal(left(), 0);
  assert.equal(light.status({ cluster: "genIdentify", command: "identifyQuery" }), Status.SUCCESS);
  light.ask({ cluster: "genIdentify", command: "triggerEffect", payload: { effectid: 1, effectvariant: 0 } });
  assert.equal(endpointOf(light).memory.effect, 1);
});

test("as from the factory again, but still in the network and its groups", () => {
  const light = stand("dimmable light");
  endpointOf(light).set("genOnOff", { startUpOnOff: 0 });
  light.device.groups.set(5, new Set([1]));
  light.ask({ cluster: "genBasic", command: "resetFactDefault" });
  assert.equal(light.get("genOnOff", "startUpOnOff"), 1);
  assert.deepEqual([light.device.isMember, light.device.groups.size], [true, 1]);
});

test("a blind takes its time, and stops on its way", () => {
  const blind = stand("window covering");
  const at = () => blind.get("closuresWindowCovering", "currentPositionLiftPercentage");
  const say = (command: string, payload = {}) => blind.status({ cluster: "closuresWindowCovering", command, payload });
  say("downClose");
  blind.time.advance(5000);
  assert.equal(at(), 50);
  say("stop");
  blind.time.advance(5000);
  assert.equal(at(), 50);
  say("goToLiftPercentage", { percentageliftvalue: 20 });
  blind.time.advance(3000);
  assert.equal(at(), 20);
  say("upOpen");
  blind.time.advance(9000);
  assert.equal(at(), 0);
  assert.equal(say("goToTiltPercentage", { percentagetiltvalue: 20 }), Status.UNSUP_COMMAND);
  for (const [percent, status] of [
    [101, Status.INVALID_FIELD],
    [255, Status.INVALID_VALUE],
  ] as const) {
    assert.deepEqual(blind.hear(0x0102, Buffer.of(1, 77, 5, percent))?.payload, { cmdId: 5, statusCode: status });
  }
});

test("a thermostat heats when it is colder than wanted, and takes only values within its range", () => {
  const thermostat = stand("thermostat");
  const state = () => thermostat.read("hvacThermostat", "runningState", "pIHeatingDemand");
  const write = (attrId: number, dataType: number, attrData: number) => {
    const payload = [{ attrId, dataType, attrData }];
    const answer = thermostat.ask({ cluster: "hvacThermostat", command: "write", payload, isGlobal: true });
    return (answer?.payload as { status: number }[] | undefined)?.[0]?.status;
  };
  const SETPOINT = [0x12, DataType.INT16] as const;
  const MODE = [0x1c, DataType.ENUM8] as const;
  assert.equal(write(...SETPOINT, 2110), Status.SUCCESS);
  assert.deepEqual(state(), [1, 40]);
  endpointOf(thermostat).set("hvacThermostat", { localTemp: 2110 });
  assert.deepEqual(state(), [0, 0]);
  assert.equal(write(...SETPOINT, 3100), Status.INVALID_VALUE);
  assert.equal(write(...SETPOINT, 600), Status.INVALID_VALUE);
  assert.equal(write(...MODE, 3), Status.INVALID_VALUE, "it cannot cool");
  const raise = (amount: number) =>
    thermostat.ask({ cluster: "hvacThermostat", command: "setpointRaiseLower", payload: { mode: 0, amount } });
  raise(5);
  assert.equal(thermostat.get("hvacThermostat", "occupiedHeatingSetpoint"), 2160);
  raise(-128);
  raise(-128);
  assert.equal(thermostat.get("hvacThermostat", "occupiedHeatingSetpoint"), 700);
  write(...SETPOINT, 3000);
  assert.deepEqual(state(), [1, 100]);
  assert.equal(write(...MODE, 0), Status.SUCCESS);
  assert.deepEqual(state(), [0, 0]);
});

test("one that can cool does so in the heat, and both when it may choose", () => {
  const thermostat = stand("thermostat");
  const endpoint = endpointOf(thermostat);
  const state = () => thermostat.read("hvacThermostat", "runningState")[0];
  endpoint.set("hvacThermostat", { ctrlSeqeOfOper: 4, systemMode: 3, localTemp: 2700 });
  assert.equal(state(), 2);
  endpoint.set("hvacThermostat", { localTemp: 2500 });
  assert.equal(state(), 0);
  endpoint.set("hvacThermostat", { localTemp: 1500 });
  assert.equal(state(), 0, "it does not heat when it is to cool");
  endpoint.set("hvacThermostat", { systemMode: 1 });
  assert.equal(state(), 1);
  endpoint.set("hvacThermostat", { localTemp: 2700 });
  assert.equal(state(), 2);
  const raise = (mode: number) =>
    thermostat.ask({ cluster: "hvacThermostat", command: "setpointRaiseLower", payload: { mode, amount: 10 } });
  const setpoints = () => thermostat.read("hvacThermostat", "occupiedHeatingSetpoint", "occupiedCoolingSetpoint");
  raise(1);
  assert.deepEqual(setpoints(), [2100, 2700]);
  raise(0);
  assert.deepEqual(setpoints(), [2200, 2700]);
  raise(2);
  assert.deepEqual(setpoints(), [2300, 2800]);
});

test("a plug measures its power, and counts it", () => {
  const plug = stand("metering plug");
  const endpoint = endpointOf(plug);
  const now = () => plug.read("haElectricalMeasurement", "activePower", "rmsCurrent");
  draw(endpoint, 115);
  assert.deepEqual(now(), [115, 500]);
  plug.ask({ cluster: "genOnOff", command: "off" });
  assert.deepEqual(now(), [0, 0]);
  draw(endpoint, 230);
  assert.deepEqual(now(), [0, 0], "off is off");
  plug.ask({ cluster: "genOnOff", command: "on" });
  assert.deepEqual(now(), [230, 1000]);
  endpoint.set("genOnOff", { startUpOnOff: 0 });
  endpoint.set("seMetering", { status: 1 });
  endpoint.set("haElectricalMeasurement", { rmsVoltage: 0 });
  draw(endpoint, 230);
  assert.deepEqual(now(), [230, 0]);
  const before = plug.get("seMetering", "currentSummDelivered");
  for (let minute = 0; minute < 60; minute += 1) count(endpoint, 60);
  assert.equal(plug.get("seMetering", "currentSummDelivered"), before + 23, "small pieces add up");
});

test("a motion sensor sees no person any more when the house comes back", () => {
  const motion = stand("motion sensor");
  endpointOf(motion, 2).set("msOccupancySensing", { occupancy: 1 });
  const again = stand("motion sensor", { saved: JSON.parse(JSON.stringify(motion.device.save())) });
  assert.equal(endpointOf(again, 2).get("msOccupancySensing", "occupancy"), 0);
});

test("a person is there for a while, and longer when seen again", () => {
  const motion = stand("motion sensor");
  const endpoint = endpointOf(motion, 2);
  const seen = () => motion.get("msOccupancySensing", "occupancy");
  endpoint.set("msOccupancySensing", { occupancy: 1 });
  motion.time.advance(9000);
  assert.equal(seen(), 1);
  motion.time.advance(1000);
  assert.equal(seen(), 0);
  endpoint.set("msOccupancySensing", { occupancy: 1 });
  motion.time.advance(5000);
  endpoint.set("msOccupancySensing", { occupancy: 0 });
  endpoint.set("msOccupancySensing", { occupancy: 1 });
  motion.time.advance(9000);
  assert.equal(seen(), 1, "it counts anew");
  motion.time.advance(1000);
  assert.equal(seen(), 0);
  endpoint.set("msOccupancySensing", { pirOToUDelay: 0 });
  endpoint.set("msOccupancySensing", { occupancy: 1 });
  motion.time.advance(100_000);
  assert.equal(seen(), 1, "without a delay it stays until it is told otherwise");
});

test("it checks in at its interval, and is awake as long as that is wanted", () => {
  const remote = stand("remote");
  remote.bind("genPollCtrl");
  const interval = 13_200 * 250;
  remote.time.advance(interval - 1);
  assert.deepEqual([remote.said.length, remote.device.reach], [0, "expired"]);
  remote.time.advance(1);
  assert.deepEqual(
    remote.said.map(({ command }) => command),
    ["checkin"],
  );
  remote.ask({
    cluster: "genPollCtrl",
    command: "checkinRsp",
    payload: { startFastPolling: 1, fastPollTimeout: 8 },
    quiet: true,
  });
  assert.equal(remote.device.reach, "ok");
  remote.time.advance(1999);
  assert.equal(remote.device.reach, "ok");
  remote.time.advance(1);
  assert.equal(remote.device.reach, "expired");
  remote.ask({
    cluster: "genPollCtrl",
    command: "checkinRsp",
    payload: { startFastPolling: 1, fastPollTimeout: 0 },
    quiet: true,
  });
  remote.ask({ cluster: "genPollCtrl", command: "fastPollStop", quiet: true });
  assert.equal(remote.device.reach, "expired");
  remote.ask({
    cluster: "genPollCtrl",
    command: "write",
    payload: [{ attrId: 0, dataType: DataType.UINT32, attrData: 40 }],
    isGlobal: true,
  });
  remote.time.advance(10_000);
  assert.equal(remote.said.filter(({ command }) => command === "checkin").length, 2, "a new interval holds at once");
  remote.ask({
    cluster: "genPollCtrl",
    command: "write",
    payload: [{ attrId: 0, dataType: DataType.UINT32, attrData: 0 }],
    isGlobal: true,
  });
  remote.time.advance(interval * 2);
  assert.equal(remote.said.filter(({ command }) => command === "checkin").length, 2, "0 is never");
  const poll = (command: string, payload: object) => remote.status({ cluster: "genPollCtrl", command, payload });
  assert.equal(poll("setLongPollInterval", { newLongPollInterval: 3 }), Status.INVALID_VALUE);
  assert.equal(poll("setLongPollInterval", { newLongPollInterval: 30 }), Status.SUCCESS);
  assert.equal(poll("setShortPollInterval", { newShortPollInterval: 0 }), Status.INVALID_VALUE);
  assert.equal(poll("setShortPollInterval", { newShortPollInterval: 4 }), Status.SUCCESS);
  assert.deepEqual(remote.read("genPollCtrl", "longPollInterval", "shortPollInterval"), [30, 4]);
});

const HOME = { channel: 15, panid: 0x1a62, extendedpanid: "0x0102030405060708", address: 0x1234 };

function touch({ device }: Stand, command: string, more: object = {}, reset = () => {}, home: HomeNetwork = HOME) {
  const payload = { transactionID: 0x1234, ...more };
  const answer = device.touch(writeFrame({ cluster: "touchlink", command, payload, sequence: 1 }, {}), home, reset);
  return answer && (readFrame(0x1000, answer, {})?.payload as Readonly<Record<string, unknown>>);
}

test("touched, a light says its identity, and whether it is new", () => {
  const scan = { zigbeeInformation: 4, touchlinkInformation: 18 };
  const home = touch(stand("extended color light"), "scanRequest", scan);
  assert.deepEqual(
    [
      home?.transactionID,
      home?.touchlinkInformation,
      home?.networkAddress,
      home?.panID,
      home?.logicalChannel,
      home?.deviceID,
    ],
    [0x1234, 0, 0x1234, 0x1a62, 15, 0x0210],
  );
  const nowhere = { ...HOME, address: undefined };
  const fresh = touch(stand("extended color light", { joins: false }), "scanRequest", scan, () => {}, nowhere);
  assert.equal(fresh?.touchlinkInformation, 1);
});

test("touched, it identifies itself or forgets everything; other things it does not understand", () => {
  const light = stand("extended color light");
  assert.equal(touch(light, "identifyRequest", { duration: 7 }), undefined);
  assert.equal(light.get("genIdentify", "identifyTime"), 7);
  touch(light, "identifyRequest", { duration: 0xffff });
  assert.equal(light.get("genIdentify", "identifyTime"), 3);
  touch(light, "identifyRequest", { duration: 0 });
  assert.equal(light.get("genIdentify", "identifyTime"), 0);
  let resets = 0;
  const reset = () => {
    resets += 1;
  };
  touch(light, "resetToFactoryNew", {}, reset);
  assert.equal(resets, 1);
  assert.equal(touch(light, "deviceInformation", { startIndex: 0 }, reset), undefined);
  assert.equal(light.device.touch(Buffer.of(1, 2), HOME, reset), undefined);
  assert.equal(resets, 1);
});
