/** Brightness: where it goes, how long that takes, and its effect on on and off. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Stand, stand } from "../../support/virtual-device.ts";

const cluster = "genLevelCtrl";

function light(level: number, onOff = 1): Stand & { now(): number[]; say(command: string, payload?: object): void } {
  const device = stand("dimmable light");
  device.device.clusterEndpoints.get(1)?.set(cluster, { currentLevel: level });
  device.device.clusterEndpoints.get(1)?.set("genOnOff", { onOff });
  return {
    ...device,
    now: () => [device.get(cluster, "currentLevel"), device.get("genOnOff", "onOff")],
    say: (command, payload = {}) => device.ask({ cluster, command, payload }),
  };
}

const moves: [what: string, start: [number, number], command: string, payload: object, after: [number, number][]][] = [
  ["to a level at once", [100, 1], "moveToLevel", { level: 10, transtime: 0 }, [[10, 1]]],
  [
    "to a level in its time",
    [100, 1],
    "moveToLevel",
    { level: 200, transtime: 10 },
    [
      [100, 1],
      [150, 1],
      [200, 1],
    ],
  ],
  ["to the end of its way", [100, 1], "moveToLevel", { level: 254, transtime: 0 }, [[254, 1]]],
  ["plain, down to nothing, it stays on", [100, 1], "moveToLevel", { level: 0, transtime: 0 }, [[1, 1]]],
  ["plain, when it is off", [100, 0], "moveToLevel", { level: 10, transtime: 0 }, [[100, 0]]],
  [
    "from off, with on",
    [100, 0],
    "moveToLevelWithOnOff",
    { level: 101, transtime: 10 },
    [
      [1, 1],
      [51, 1],
      [101, 1],
    ],
  ],
  [
    "to off",
    [100, 1],
    "moveToLevelWithOnOff",
    { level: 0, transtime: 10 },
    [
      [100, 1],
      [51, 1],
      [1, 0],
    ],
  ],
  [
    "to off, when it is off",
    [100, 0],
    "moveToLevelWithOnOff",
    { level: 0, transtime: 10 },
    [
      [100, 0],
      [100, 0],
    ],
  ],
  [
    "running up",
    [154, 1],
    "move",
    { movemode: 0, rate: 100 },
    [
      [154, 1],
      [204, 1],
      [254, 1],
      [254, 1],
    ],
  ],
  [
    "running down, plain",
    [101, 1],
    "move",
    { movemode: 1, rate: 100 },
    [
      [101, 1],
      [51, 1],
      [1, 1],
    ],
  ],
  [
    "running down, with off",
    [101, 1],
    "moveWithOnOff",
    { movemode: 1, rate: 100 },
    [
      [101, 1],
      [51, 1],
      [1, 0],
    ],
  ],
  [
    "running up from off",
    [101, 0],
    "moveWithOnOff",
    { movemode: 0, rate: 253 },
    [
      [1, 1],
      [128, 1],
      [254, 1],
    ],
  ],
  [
    "not running at all",
    [101, 1],
    "move",
    { movemode: 0, rate: 0 },
    [
      [101, 1],
      [101, 1],
    ],
  ],
  ["a step up", [100, 1], "step", { stepmode: 0, stepsize: 50, transtime: 0 }, [[150, 1]]],
  ["a step down over the edge", [10, 1], "step", { stepmode: 1, stepsize: 50, transtime: 0 }, [[1, 1]]],
  [
    "a step down over the edge, with off",
    [10, 1],
    "stepWithOnOff",
    { stepmode: 1, stepsize: 50, transtime: 0 },
    [[1, 0]],
  ],
  ["a step up from off", [10, 0], "stepWithOnOff", { stepmode: 0, stepsize: 50, transtime: 0 }, [[60, 1]]],
];
for (const [what, [level, onOff], command, payload, after] of moves) {
  test(`${what}: ${command}`, () => {
    const { say, now, time } = light(level, onOff);
    say(command, payload);
    for (const expected of after) {
      assert.deepEqual(now(), expected);
      time.advance(500);
    }
  });
}

for (const stop of ["stop", "stopWithOnOff"]) {
  test(`${stop}: it stays where it is`, () => {
    const { say, now, time, get } = light(100);
    say("moveToLevel", { level: 200, transtime: 10 });
    time.advance(500);
    assert.equal(get(cluster, "remainingTime"), 5);
    say(stop);
    assert.equal(get(cluster, "remainingTime"), 0);
    time.advance(5000);
    assert.deepEqual(now(), [150, 1]);
  });
}

test("a new command takes the place of the one under way", () => {
  const { say, now, time } = light(100);
  say("moveToLevel", { level: 200, transtime: 10 });
  time.advance(500);
  say("moveToLevel", { level: 100, transtime: 10 });
  time.advance(500);
  assert.deepEqual(now(), [125, 1]);
  time.advance(5000);
  assert.deepEqual(now(), [100, 1]);
});

test("faded off, it comes back as bright as it was, or as its on level says", () => {
  for (const [onLevel, expected] of [
    [255, 120],
    [40, 40],
  ] as const) {
    const { say, now, ask, device } = light(120);
    device.clusterEndpoints.get(1)?.set(cluster, { onLevel });
    say("moveToLevelWithOnOff", { level: 0, transtime: 0 });
    assert.deepEqual(now(), [1, 0]);
    ask({ cluster: "genOnOff", command: "on" });
    assert.deepEqual(now(), [expected, 1]);
  }
});

test("with power again it is as bright as before, if it is to be so", () => {
  const { device, now, say, time, get } = light(120);
  device.clusterEndpoints.get(1)?.set(cluster, { startUpCurrentLevel: 255 });
  say("moveToLevel", { level: 200, transtime: 10 });
  time.advance(500);
  device.powerDown();
  device.powerUp();
  time.advance(5000);
  assert.deepEqual([...now(), get(cluster, "remainingTime")], [160, 1, 0]);
});

test("off in the middle of a movement ends it", () => {
  const { say, now, ask, time } = light(100);
  say("moveToLevel", { level: 200, transtime: 10 });
  time.advance(500);
  ask({ cluster: "genOnOff", command: "off" });
  time.advance(5000);
  assert.deepEqual(now(), [150, 0]);
});

test("one that is off listens when its options or the command say so", () => {
  const { say, now, device } = light(100, 0);
  say("moveToLevel", { level: 50, transtime: 0, optionsMask: 1, optionsOverride: 1 });
  assert.deepEqual(now(), [50, 0]);
  device.clusterEndpoints.get(1)?.set(cluster, { options: 1 });
  say("moveToLevel", { level: 60, transtime: 0 });
  assert.deepEqual(now(), [60, 0]);
  say("moveToLevel", { level: 70, transtime: 0, optionsMask: 1, optionsOverride: 0 });
  assert.deepEqual(now(), [60, 0]);
});

test("no time said: the light's own", () => {
  const { say, now, device, time } = light(100);
  device.clusterEndpoints.get(1)?.set(cluster, { onOffTransitionTime: 10 });
  say("moveToLevel", { level: 200, transtime: 0xffff });
  time.advance(500);
  assert.deepEqual(now(), [150, 1]);
});
