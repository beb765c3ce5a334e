/** The patches inside herdsman's adapter for EmberZNet. The object has the shape of its own. */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { type TestContext, test } from "node:test";
import { Device } from "zigbee-herdsman/dist/controller/model/index.js";
import { patchEmber } from "../../../../src/radio/process/adapter/ember-patches.ts";
import type { HerdsmanAdapter } from "../../../../src/radio/process/herdsman.ts";
import { settle } from "../../../support/fakes.ts";

const ONE = "0x00158d0000000001";
const BUSY = 0xc03;

function patched(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const [failures, told, statuses]: [number[], string[], number[]] = [[], [], []];
  const ezsp = Object.assign(new EventEmitter(), {
    ezspErrorHandler: (status: number) => void failures.push(status),
    send: async () => [statuses.shift() ?? 0, 7],
  });
  const adapter = Object.assign(new EventEmitter(), {
    ezsp,
    start: async () => {
      ezsp.emit("stackStatus", 0x16);
      return "resumed";
    },
    stop: async () => void ezsp.emit("stackStatus", 0x16),
    addInstallCode: async (ieee: string, key: string) => void told.push(`${ieee} ${key}`),
    permitJoin: async (seconds: number) => void told.push(`open ${seconds}`),
  });
  patchEmber(adapter as unknown as HerdsmanAdapter, () => told.push("off air"));
  return { adapter, ezsp, failures, told, statuses, tick: t.mock.timers.tick.bind(t.mock.timers) };
}

test("a stick that leaves its network while it is used is told; at its start and its end it may", async (t) => {
  const { adapter, ezsp, told } = patched(t);
  await adapter.start();
  assert.deepEqual(told, []);
  for (const status of [0x15, 0xc18, 0x16]) ezsp.emit("stackStatus", status);
  assert.deepEqual(told, ["off air"]);
  await adapter.stop();
  assert.equal(told.length, 1);
});

test("a command that the stick does not know costs no more than that; any other error is as before", (t) => {
  const { ezsp, failures } = patched(t);
  for (const status of [0x31, 0x30, 0x32]) ezsp.ezspErrorHandler(status);
  assert.deepEqual(failures, [0x30, 0x32]);
});

test("a busy stick is given time; one that stays busy, or fails otherwise, says so", async (t) => {
  const { ezsp, statuses, tick } = patched(t);
  const passed = async () => {
    for (let at = 0; at < 4; at += 1) {
      await settle();
      tick(800);
    }
  };
  statuses.push(BUSY, 0x04);
  const sent = ezsp.send();
  await passed();
  assert.deepEqual(await sent, [0, 7]);
  statuses.push(BUSY, BUSY, BUSY, BUSY);
  const refused = ezsp.send();
  await passed();
  assert.deepEqual(await refused, [BUSY, 7]);
  statuses.push(0x16);
  assert.deepEqual(await ezsp.send(), [0x16, 7], "at once");
});

test("an install code is given again at each opening, until its device has come", async (t) => {
  const { adapter, told } = patched(t);
  const again = () => told.splice(0);
  await adapter.addInstallCode(ONE, "code");
  await adapter.permitJoin(0);
  await adapter.permitJoin(60);
  assert.deepEqual(again(), [`${ONE} code`, "open 0", "open 60", `${ONE} code`]);
  adapter.emit("deviceJoined", { ieeeAddr: ONE });
  await adapter.permitJoin(60);
  assert.deepEqual(again(), ["open 60"]);
  for (let at = 0; at < 40; at += 1) await adapter.addInstallCode(`0x${at}`, "code");
  again();
  await adapter.permitJoin(60);
  assert.equal(again().length, 33, "no more than the stick has room for");
});

test("a device that comes back with its keys has not joined; one that was reset, left, is unknown or not interviewed is told", (t) => {
  const ezsp = Object.assign(new EventEmitter(), { ezspErrorHandler: () => {}, send: async () => [0, 7] });
  const heard: unknown[] = [];
  ezsp.on("trustCenterJoin", (address: number, _ieee: string, how: number) => heard.push([address, how]));
  const adapter = Object.assign(new EventEmitter(), { ezsp, start: async () => "resumed", stop: async () => {} });
  const rest = { addInstallCode: async () => {}, permitJoin: async () => {} };
  patchEmber(Object.assign(adapter, rest) as unknown as HerdsmanAdapter, () => {});
  const known = { interviewState: "SUCCESSFUL", networkAddress: 1 };
  let found: object | undefined = known;
  t.mock.method(Device, "byIeeeAddr", () => found);
  for (const how of [0, 3, 1, 2]) ezsp.emit("trustCenterJoin", 10 + how, ONE, how, 0, 0);
  assert.deepEqual(heard.splice(0), [
    [11, 1],
    [12, 2],
  ]);
  assert.equal(known.networkAddress, 13, "where it is now");
  for (found of [undefined, { interviewState: "PENDING" }]) ezsp.emit("trustCenterJoin", 10, ONE, 0, 0, 0);
  assert.equal(heard.length, 2);
});
