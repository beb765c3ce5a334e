/** Colors: three ways to name one, moved, stepped, run, looped, and kept within the abilities of the light. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import { xyOfHue, xyOfTemperature } from "../../../src/virtual/clusters/colors.ts";
import { type Stand, stand } from "../../support/virtual-device.ts";

const cluster = "lightingColorCtrl";
const CAPABLE = "extended color light";

function lamp(
  start: Readonly<Record<string, number>> = {},
  model = CAPABLE,
): Stand & { say(command: string, payload?: object): number | undefined } {
  const device = stand(model);
  const place = [...device.device.clusterEndpoints.values()][0];
  place?.set("genOnOff", { onOff: 1 });
  place?.set(cluster, start);
  return { ...device, say: (command, payload = {}) => device.status({ cluster, command, payload }) };
}

type Values = Readonly<Record<string, number>>;
const HALF = { enhancedCurrentHue: 32_768, currentHue: 128, currentSaturation: 100 };
const moves: [what: string, start: Values, command: string, payload: Values, half: Values, end: Values][] = [
  [
    "a hue, the short way",
    HALF,
    "moveToHue",
    { hue: 178, direction: 0, transtime: 10 },
    { currentHue: 153 },
    { currentHue: 178, colorMode: 0, enhancedColorMode: 3 },
  ],
  [
    "a hue, the long way",
    HALF,
    "moveToHue",
    { hue: 138, direction: 1, transtime: 10 },
    { currentHue: 5 },
    { currentHue: 138 },
  ],
  [
    "a hue, upwards over the end",
    HALF,
    "moveToHue",
    { hue: 0, direction: 2, transtime: 10 },
    { currentHue: 192 },
    { currentHue: 0 },
  ],
  [
    "a hue, downwards",
    HALF,
    "moveToHue",
    { hue: 0, direction: 3, transtime: 10 },
    { currentHue: 64 },
    { currentHue: 0 },
  ],
  [
    "a saturation",
    HALF,
    "moveToSaturation",
    { saturation: 200, transtime: 10 },
    { currentSaturation: 150 },
    { currentSaturation: 200, currentHue: 128 },
  ],
  [
    "both",
    HALF,
    "moveToHueAndSaturation",
    { hue: 148, saturation: 200, transtime: 10 },
    { currentHue: 138, currentSaturation: 150 },
    { currentHue: 148, currentSaturation: 200 },
  ],
  [
    "an enhanced hue",
    HALF,
    "enhancedMoveToHue",
    { enhancehue: 33_768, direction: 0, transtime: 10 },
    { enhancedCurrentHue: 33_268 },
    { enhancedCurrentHue: 33_768 },
  ],
  [
    "both, enhanced",
    HALF,
    "enhancedMoveToHueAndSaturation",
    { enhancehue: 31_768, saturation: 0, transtime: 10 },
    { enhancedCurrentHue: 32_268, currentSaturation: 50 },
    { enhancedCurrentHue: 31_768, currentSaturation: 0 },
  ],
  [
    "a step of the hue",
    HALF,
    "stepHue",
    { stepmode: 3, stepsize: 20, transtime: 10 },
    { currentHue: 118 },
    { currentHue: 108 },
  ],
  [
    "a step of the enhanced hue",
    HALF,
    "enhancedStepHue",
    { stepmode: 1, stepsize: 1000, transtime: 10 },
    { enhancedCurrentHue: 33_268 },
    { enhancedCurrentHue: 33_768 },
  ],
  [
    "a step of the saturation, to its end",
    HALF,
    "stepSaturation",
    { stepmode: 1, stepsize: 250, transtime: 10 },
    { currentSaturation: 177 },
    { currentSaturation: 254 },
  ],
  [
    "xy",
    { currentX: 10_000, currentY: 20_000 },
    "moveToColor",
    { colorx: 20_000, colory: 10_000, transtime: 10 },
    { currentX: 15_000, currentY: 15_000 },
    { currentX: 20_000, currentY: 10_000, colorMode: 1, enhancedColorMode: 1 },
  ],
  [
    "a step of xy",
    { currentX: 10_000, currentY: 20_000 },
    "stepColor",
    { stepx: 100, stepy: -100, transtime: 10 },
    { currentX: 10_050, currentY: 19_950 },
    { currentX: 10_100, currentY: 19_900 },
  ],
  [
    "a temperature",
    { colorTemperature: 200 },
    "moveToColorTemp",
    { colortemp: 300, transtime: 10 },
    { colorTemperature: 250 },
    { colorTemperature: 300, colorMode: 2, enhancedColorMode: 2 },
  ],
  [
    "a temperature beyond what it can",
    { colorTemperature: 400 },
    "moveToColorTemp",
    { colortemp: 900, transtime: 10 },
    { colorTemperature: 450 },
    { colorTemperature: 500 },
  ],
  [
    "a step of the temperature",
    { colorTemperature: 200 },
    "stepColorTemp",
    { stepmode: 1, stepsize: 100, transtime: 10, minimum: 0, maximum: 0 },
    { colorTemperature: 250 },
    { colorTemperature: 300 },
  ],
  [
    "a step of the temperature to a limit",
    { colorTemperature: 200 },
    "stepColorTemp",
    { stepmode: 3, stepsize: 100, transtime: 10, minimum: 180, maximum: 400 },
    { colorTemperature: 190 },
    { colorTemperature: 180 },
  ],
];
for (const [what, start, command, payload, half, end] of moves) {
  test(`${what}: ${command}`, () => {
    const light = lamp(start);
    const now = (values: Values) =>
      Object.fromEntries(Object.keys(values).map((name) => [name, light.get(cluster, name)]));
    assert.equal(light.say(command, payload), 0);
    light.time.advance(500);
    assert.deepEqual(now(half), half);
    assert.equal(light.get(cluster, "remainingTime"), 5);
    light.time.advance(500);
    assert.deepEqual(now(end), end);
  });
}

test("a hue, a saturation and a temperature run until they are stopped, or at their end", () => {
  const light = lamp(HALF);
  light.say("moveHue", { movemode: 1, rate: 10 });
  light.time.advance(20_000);
  assert.equal(light.get(cluster, "currentHue"), (128 + 200) % 256);
  light.say("stopMoveStep");
  light.time.advance(20_000);
  assert.equal(light.get(cluster, "currentHue"), (128 + 200) % 256);
  light.say("moveSaturation", { movemode: 3, rate: 50 });
  light.time.advance(20_000);
  assert.equal(light.get(cluster, "currentSaturation"), 0);
  light.say("moveColorTemp", { movemode: 1, rate: 10, minimum: 0, maximum: 0 });
  light.time.advance(1000);
  assert.equal(light.get(cluster, "colorTemperature"), 376);
  light.say("moveColorTemp", { movemode: 0, rate: 1, minimum: 0, maximum: 600 });
  light.time.advance(1000);
  assert.equal(light.get(cluster, "colorTemperature"), 376);
  light.say("moveColor", { ratex: 100, ratey: 0 });
  const x = light.get(cluster, "currentX");
  light.time.advance(1000);
  assert.equal(light.get(cluster, "currentX"), x + 100);
});

test("a step stays below the highest temperature that it is told", () => {
  const light = lamp({ colorTemperature: 200 });
  light.say("stepColorTemp", { stepmode: 1, stepsize: 100, transtime: 0, minimum: 0, maximum: 250 });
  assert.equal(light.get(cluster, "colorTemperature"), 250);
  light.say("moveSaturation", { movemode: 1, rate: 10 });
  light.time.advance(1000);
  const saturation = light.get(cluster, "currentSaturation");
  light.say("moveSaturation", { movemode: 0, rate: 10 });
  light.time.advance(1000);
  assert.equal(light.get(cluster, "currentSaturation"), saturation, "mode 0 is stop");
});

test("a color loop goes round in its time, and the old hue comes back when it ends", () => {
  const light = lamp(HALF);
  const loop = { updateflags: 15, action: 2, direction: 1, time: 8, starthue: 0 };
  light.say("colorLoopSet", loop);
  light.time.advance(2000);
  assert.deepEqual([light.get(cluster, "enhancedCurrentHue"), light.get(cluster, "colorLoopActive")], [49_152, 1]);
  light.time.advance(4000);
  assert.equal(light.get(cluster, "enhancedCurrentHue"), 16_384);
  light.time.advance(16_000);
  assert.equal(light.get(cluster, "enhancedCurrentHue"), 16_384, "round and round");
  light.say("stopMoveStep");
  light.say("colorLoopSet", { ...loop, updateflags: 2, direction: 0 });
  light.time.advance(2000);
  assert.equal(light.get(cluster, "enhancedCurrentHue"), 0, "backwards from where it was");
  light.say("colorLoopSet", { ...loop, updateflags: 1, action: 0 });
  assert.deepEqual([light.get(cluster, "enhancedCurrentHue"), light.get(cluster, "colorLoopActive")], [32_768, 0]);
  light.say("colorLoopSet", { ...loop, action: 1 });
  assert.equal(light.get(cluster, "enhancedCurrentHue"), 0, "from its start hue");
  light.say("moveToColorTemp", { colortemp: 250, transtime: 0 });
  light.time.advance(8000);
  assert.deepEqual([light.get(cluster, "colorLoopActive"), light.get(cluster, "colorMode")], [0, 2]);
});

test("the other ways to name a color follow", () => {
  const light = lamp();
  light.say("moveToHueAndSaturation", { hue: 0, saturation: 254, transtime: 0 });
  const red = xyOfHue(0, 254);
  assert.deepEqual([light.get(cluster, "currentX"), light.get(cluster, "currentY")], [red.x, red.y]);
  light.say("moveToColorTemp", { colortemp: 370, transtime: 0 });
  const warm = xyOfTemperature(370);
  assert.deepEqual([light.get(cluster, "currentX"), light.get(cluster, "currentY")], [warm.x, warm.y]);
});

test("colors in xy", () => {
  const near = ({ x, y }: { x: number; y: number }, [wantedX, wantedY]: readonly [number, number]) =>
    assert.ok(
      Math.abs(x / 65_536 - wantedX) < 0.01 && Math.abs(y / 65_536 - wantedY) < 0.01,
      `${x / 65_536} ${y / 65_536}`,
    );
  near(xyOfHue(0, 254), [0.64, 0.33]);
  near(xyOfHue(65_536 / 3, 254), [0.3, 0.6]);
  near(xyOfHue((2 * 65_536) / 3, 254), [0.15, 0.06]);
  near(xyOfHue(12_345, 0), [0.3127, 0.329]);
  near(xyOfTemperature(153), [0.3123, 0.3229]);
  near(xyOfTemperature(370), [0.4584, 0.4103]);
  near(xyOfTemperature(500), [0.5267, 0.4133]);
});

test("a light refuses a command that it does not know, and ignores one when it is off", () => {
  const white = lamp({}, "color temperature light");
  const { UNSUP_COMMAND } = Zcl.Status;
  assert.equal(white.say("moveToColor", { colorx: 1, colory: 1, transtime: 0 }), UNSUP_COMMAND);
  assert.equal(white.say("moveToHue", { hue: 1, direction: 0, transtime: 0 }), UNSUP_COMMAND);
  assert.equal(
    white.say("colorLoopSet", { updateflags: 1, action: 1, direction: 0, time: 1, starthue: 0 }),
    UNSUP_COMMAND,
  );
  assert.equal(
    lamp({}, "color light").say("enhancedMoveToHue", { enhancehue: 1, direction: 0, transtime: 0 }),
    UNSUP_COMMAND,
  );
  white.ask({ cluster: "genOnOff", command: "off" });
  assert.equal(white.say("moveToColorTemp", { colortemp: 300, transtime: 0 }), 0);
  assert.equal(white.get(cluster, "colorTemperature"), 366);
  white.say("moveToColorTemp", { colortemp: 300, transtime: 0, optionsMask: 1, optionsOverride: 1 });
  assert.equal(white.get(cluster, "colorTemperature"), 300);
});

test("with power again it has the temperature that it starts with, or the one before", () => {
  for (const [startUpColorTemperature, expected] of [
    [200, 200],
    [0xffff, 300],
  ] as const) {
    const light = lamp({ startUpColorTemperature, colorTemperature: 300 });
    light.say("colorLoopSet", { updateflags: 7, action: 2, direction: 1, time: 10, starthue: 0 });
    light.device.clusterEndpoints.get(11)?.set(cluster, { colorTemperature: 300 });
    light.device.powerDown();
    light.device.powerUp();
    light.time.advance(10_000);
    assert.equal(light.get(cluster, "colorLoopActive"), 0);
    assert.equal(light.get(cluster, "colorTemperature"), expected);
  }
});
