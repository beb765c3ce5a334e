/** Lights and switches go on and off: at once, for a while, and when they get power. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import { stand } from "../../support/virtual-device.ts";

const cluster = "genOnOff";
const SECOND = 1000;

test("on, off and toggle", () => {
  const { ask, get } = stand("switch");
  for (const [command, is] of [
    ["on", 1],
    ["on", 1],
    ["off", 0],
    ["toggle", 1],
    ["toggle", 0],
  ] as const) {
    ask({ cluster, command });
    assert.equal(get(cluster, "onOff"), is, command);
  }
});

test("a light is on for a while, then off, and does not let itself be turned on by time for a while", () => {
  const { ask, get, time } = stand("dimmable light");
  const timed = (ontime: number, offwaittime: number, ctrlbits = 0) =>
    ask({ cluster, command: "onWithTimedOff", payload: { ctrlbits, ontime, offwaittime } });
  timed(50, 20);
  assert.deepEqual([get(cluster, "onOff"), get(cluster, "onTime")], [1, 50]);
  time.advance(2 * SECOND);
  assert.equal(get(cluster, "onTime"), 30);
  timed(10, 20);
  time.advance(2 * SECOND);
  assert.equal(get(cluster, "onOff"), 1, "a shorter time does not cut a longer one");
  time.advance(SECOND);
  assert.deepEqual([get(cluster, "onOff"), get(cluster, "offWaitTime")], [0, 20]);
  time.advance(SECOND);
  assert.equal(get(cluster, "offWaitTime"), 10);
  timed(50, 5);
  assert.equal(get(cluster, "offWaitTime"), 5, "the shorter wait holds");
  timed(50, 20);
  assert.equal(get(cluster, "onOff"), 0);
  time.advance(2 * SECOND);
  timed(50, 0, 1);
  assert.equal(get(cluster, "onOff"), 0, "only when it is on already");
  timed(50, 0);
  assert.equal(get(cluster, "onOff"), 1);
  ask({ cluster, command: "off" });
  assert.deepEqual([get(cluster, "onTime"), get(cluster, "offWaitTime")], [0, 0]);
  ask({ cluster, command: "on" });
  time.advance(60 * SECOND);
  assert.equal(get(cluster, "onOff"), 1, "a plain command ends the time");
});

test("the time of a light goes on when its house comes back", () => {
  const lamp = stand("dimmable light");
  lamp.ask({ cluster, command: "onWithTimedOff", payload: { ctrlbits: 0, ontime: 100, offwaittime: 30 } });
  lamp.time.advance(4 * SECOND);
  const again = stand("dimmable light", { saved: JSON.parse(JSON.stringify(lamp.device.save())) });
  assert.equal(again.get(cluster, "onTime"), 60);
  again.time.advance(6 * SECOND);
  assert.deepEqual([again.get(cluster, "onOff"), again.get(cluster, "offWaitTime")], [0, 30]);
  const last = stand("dimmable light", { saved: JSON.parse(JSON.stringify(again.device.save())) });
  last.time.advance(3 * SECOND);
  assert.equal(last.get(cluster, "offWaitTime"), 0);
});

test("for ever is for ever", () => {
  const { ask, get, time } = stand("dimmable light");
  ask({ cluster, command: "onWithTimedOff", payload: { ctrlbits: 0, ontime: 0xffff, offwaittime: 0 } });
  time.advance(100_000 * SECOND);
  assert.deepEqual([get(cluster, "onOff"), get(cluster, "onTime")], [1, 0xffff]);
});

test("off with an effect keeps how it was, and the global scene brings it back", () => {
  const { ask, get } = stand("dimmable light");
  ask({ cluster: "genLevelCtrl", command: "moveToLevelWithOnOff", payload: { level: 77, transtime: 0 } });
  ask({ cluster, command: "offWithEffect", payload: { effectid: 0, effectvariant: 0 } });
  assert.deepEqual([get(cluster, "onOff"), get(cluster, "globalSceneCtrl")], [0, 0]);
  ask({ cluster, command: "onWithRecallGlobalScene" });
  assert.deepEqual(
    [get(cluster, "onOff"), get("genLevelCtrl", "currentLevel"), get(cluster, "globalSceneCtrl")],
    [1, 77, 1],
  );
});

test("commands that only plain switches do not know", () => {
  const { status } = stand("switch");
  const payload = { ctrlbits: 0, ontime: 1, offwaittime: 1 };
  assert.equal(status({ cluster, command: "onWithTimedOff", payload }), Zcl.Status.UNSUP_COMMAND);
  assert.equal(status({ cluster, command: "onWithRecallGlobalScene" }), Zcl.Status.UNSUP_COMMAND);
  assert.equal(
    status({ cluster, command: "offWithEffect", payload: { effectid: 0, effectvariant: 0 } }),
    Zcl.Status.SUCCESS,
  );
});

const starts: [startUpOnOff: number, was: number, is: number][] = [
  [0, 1, 0],
  [1, 0, 1],
  [2, 0, 1],
  [2, 1, 0],
  [255, 1, 1],
  [255, 0, 0],
];
for (const [startUpOnOff, was, is] of starts) {
  test(`with power again, ${startUpOnOff} makes ${is} of ${was}`, () => {
    const { device, get, time } = stand("dimmable light");
    const place = device.clusterEndpoints.get(1);
    place?.set(cluster, { startUpOnOff, onOff: was, onTime: 7, offWaitTime: 7 });
    place?.set("genLevelCtrl", { startUpCurrentLevel: 33, currentLevel: 200 });
    device.powerDown();
    device.powerUp();
    time.advance(SECOND);
    assert.deepEqual([get(cluster, "onOff"), get("genLevelCtrl", "currentLevel")], [is, 33]);
    assert.deepEqual([get(cluster, "onTime"), get(cluster, "offWaitTime")], [0, 0]);
  });
}
