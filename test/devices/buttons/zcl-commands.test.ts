/** ZCL commands of remotes → actions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { buildButtonMap } from "../../../src/devices/buttons/button-maps.ts";
import { actionIn, greenPowerCommand, isClientCommand } from "../../../src/devices/buttons/zcl-commands.ts";
import { actionsOf } from "../../../src/devices/plan/standard-exposes.ts";
import type { RawMessage } from "../../../src/model/radio/device-facts.ts";
import { deviceFacts } from "../../support/definitions.ts";

function raw(cluster: string | number, type: string, data: unknown = {}): RawMessage {
  return { cluster, type, data, group: 0, manufacturer: null };
}

const ROWS: readonly [cluster: string | number, command: string, data: unknown, word: string | undefined][] = [
  ["genOnOff", "commandOn", {}, "on"],
  ["genOnOff", "commandOff", {}, "off"],
  ["genOnOff", "commandOffWithEffect", { effectid: 0 }, "off"],
  ["genOnOff", "commandToggle", {}, "toggle"],
  ["genOnOff", "commandOnWithTimedOff", { ontime: 1800 }, undefined],
  [6, "commandToggle", {}, "toggle"],
  [8, "commandStop", {}, "brightness_stop"],
  [5, "commandRecall", { sceneid: 0 }, "recall_0"],
  [768, "commandStopMoveStep", {}, "stop_move_step"],
  [258, "commandDownClose", {}, "close"],
  [1281, "commandArm", { armmode: 0 }, "disarm"],
  [7, "commandToggle", {}, undefined],
  ["genLevelCtrl", "commandMove", { movemode: 0, rate: 50 }, "brightness_move_up"],
  ["genLevelCtrl", "commandMoveWithOnOff", { movemode: 1 }, "brightness_move_down"],
  ["genLevelCtrl", "commandStep", { stepmode: 1 }, "brightness_step_down"],
  ["genLevelCtrl", "commandStepWithOnOff", { stepmode: 0 }, "brightness_step_up"],
  ["genLevelCtrl", "commandStop", {}, "brightness_stop"],
  ["genLevelCtrl", "commandMove", { movemode: 2 }, undefined],
  ["genLevelCtrl", "commandMove", null, undefined],
  ["genScenes", "commandRecall", { groupid: 1, sceneid: 3 }, "recall_3"],
  ["genScenes", "commandStore", { sceneid: 255 }, "store_255"],
  ["genScenes", "commandRecall", { sceneid: 256 }, undefined],
  ["genScenes", "commandRecall", { sceneid: "3" }, undefined],
  ["genScenes", "commandAddRsp", { status: 0 }, undefined],
  ["lightingColorCtrl", "commandStepColorTemp", { stepmode: 1 }, "color_temperature_step_up"],
  ["lightingColorCtrl", "commandStepColorTemp", { stepmode: 3 }, "color_temperature_step_down"],
  ["lightingColorCtrl", "commandMoveColorTemp", { movemode: 1 }, "color_temperature_move_up"],
  ["lightingColorCtrl", "commandMoveColorTemp", { movemode: 3 }, "color_temperature_move_down"],
  ["lightingColorCtrl", "commandMoveColorTemp", { movemode: 0 }, "color_temperature_move_stop"],
  ["lightingColorCtrl", "commandMoveToColor", { colorx: 1, colory: 2 }, "color_move"],
  ["closuresWindowCovering", "commandUpOpen", {}, "open"],
  ["closuresWindowCovering", "commandStop", {}, "stop"],
  ["ssIasAce", "commandArm", { armmode: 3 }, "arm_all_zones"],
  ["ssIasAce", "commandArm", { armmode: 1 }, "arm_day_zones"],
  ["ssIasAce", "commandArm", { armmode: 2 }, "arm_night_zones"],
  ["ssIasAce", "commandEmergency", {}, "emergency"],
  ["ssIasAce", "commandArm", { armmode: 9 }, undefined],
  ["ssIasAce", "commandPanic", {}, "panic"],
  ["genOnOff", "attributeReport", { onOff: 1 }, undefined],
  ["genOnOff", "constructor", {}, undefined],
  ["constructor", "commandOn", {}, undefined],
  ["genBasic", "commandResetFactDefault", {}, undefined],
];
for (const [cluster, command, data, word] of ROWS) {
  test(`${cluster} ${command} ${JSON.stringify(data)}`, () =>
    assert.equal(actionIn(raw(cluster, command, data)), word));
}

test("each action of an unknown remote has a button", () => {
  const facts = deviceFacts({ endpoints: [{ id: 1, outputs: [5, 6, 8, 0x300, 0x102, 0x501] }] });
  const said = ROWS.map(([cluster, command, data]) => actionIn(raw(cluster, command, data)));
  const words = new Set(said.map((word) => word?.replace(/^recall_\d+$/, "recall_*")));
  const { codes } = buildButtonMap(actionsOf(facts), { modelid: "", manufacturername: "", model: "" });
  for (const word of actionsOf(facts)) {
    assert.ok(words.has(word), word);
    assert.notEqual(codes[word], undefined, word);
  }
});

test("an endpoint commands others only in clusters of which it is the client", () => {
  const facts = deviceFacts({
    endpoints: [
      { id: 1, inputs: [6] },
      { id: 2, outputs: [6] },
    ],
  });
  assert.equal(isClientCommand(facts, 2, raw("genOnOff", "commandOn")), true);
  assert.equal(isClientCommand(facts, 1, raw("genOnOff", "commandOn")), false);
  assert.equal(isClientCommand(facts, 2, raw("genLevelCtrl", "commandStop")), false);
  assert.equal(isClientCommand(facts, 2, raw("genBasic", "commandOn")), false);
});

test("Green Power switches", () => {
  const command = (commandID: unknown) => greenPowerCommand(raw("greenPower", "commandNotification", { commandID }));
  assert.deepEqual([34, 0, 101].map(command), [34, 0, 101]);
  assert.deepEqual([0xa0, 0xe0, -1, 1.5, "34", undefined].map(command), Array(6).fill(undefined));
  assert.equal(greenPowerCommand(raw("genOnOff", "commandOn", { commandID: 34 })), undefined);
});

test("no data breaks the reading of commands", () => {
  const commands = [...new Set(ROWS.map(([cluster, command]) => `${cluster} ${command}`))];
  fc.assert(
    fc.property(fc.constantFrom(...commands), fc.anything(), (command, data) => {
      const [cluster = "", type = ""] = command.split(" ");
      const word = actionIn(raw(cluster, type, data));
      assert.ok(word === undefined || typeof word === "string");
    }),
  );
});
