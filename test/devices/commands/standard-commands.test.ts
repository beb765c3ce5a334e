/** The converters' words in commands of the standard clusters, which zigbee-herdsman knows by these names and parameters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import { readsFor, standardOrders } from "../../../src/devices/commands/standard-commands.ts";
import type { Order } from "../../../src/model/radio/orders.ts";
import type { Values } from "../../../src/model/resource.ts";

const TARGET = { ieee: "0x001788010203aa01", endpoint: 1 };
const told = (values: Values) =>
  standardOrders(TARGET, values).orders.map((order) =>
    order.do === "command" ? [order.command, order.payload] : order.do === "write" ? order.values : order,
  );

const CASES: [values: Values, orders: readonly unknown[]][] = [
  [{ state: "ON" }, [["on", {}]]],
  [{ state: "OFF" }, [["off", {}]]],
  [{ state: "TOGGLE" }, [["toggle", {}]]],
  [{ state: "OPEN" }, [["upOpen", {}]]],
  [{ state: "CLOSE" }, [["downClose", {}]]],
  [{ state: "STOP" }, [["stop", {}]]],
  [{ state: "LOCK" }, [["lockDoor", { pincodevalue: [] }]]],
  [{ state: "UNLOCK" }, [["unlockDoor", { pincodevalue: [] }]]],
  [{ brightness: 100, transition: 2 }, [["moveToLevelWithOnOff", { level: 100, transtime: 20 }]]],
  [{ brightness: 0 }, [["moveToLevelWithOnOff", { level: 1, transtime: 0 }]]],
  [{ brightness: 9, state: null }, [["moveToLevel", { level: 9, transtime: 0 }]]],
  [{ brightness_step: -30, transition: 0.4 }, [["stepWithOnOff", { stepmode: 1, stepsize: 30, transtime: 4 }]]],
  [{ brightness_step: 300 }, [["stepWithOnOff", { stepmode: 0, stepsize: 254, transtime: 0 }]]],
  [{ brightness_move: "stop" }, [["stop", {}]]],
  [{ color: { x: 0.5, y: 1 } }, [["moveToColor", { colorx: 32768, colory: 65535, transtime: 0 }]]],
  [{ color: { hue: 360, saturation: 50 } }, [["moveToHueAndSaturation", { hue: 254, saturation: 127, transtime: 0 }]]],
  [{ color_temp: 300, transition: 1 }, [["moveToColorTemp", { colortemp: 300, transtime: 10 }]]],
  [{ color_temp_step: -20 }, [["stepColorTemp", { stepmode: 3, stepsize: 20, transtime: 0, minimum: 0, maximum: 0 }]]],
  [{ color_temp_move: "stop" }, [["stopMoveStep", {}]]],
  [{ position: 30 }, [["goToLiftPercentage", { percentageliftvalue: 70 }]]],
  [{ tilt: 100 }, [["goToTiltPercentage", { percentagetiltvalue: 0 }]]],
  [
    { warning: { mode: "burglar", level: "very_high", strobe: true, duration: 300 } },
    [["startWarning", { startwarninginfo: 0x17, warningduration: 300, strobedutycycle: 50, strobelevel: 1 }]],
  ],
  [{ squawk: { mode: "burglar" } }, [["squawk", { squawkinfo: 1 }]]],
  [
    { squawk: { mode: "stop" } },
    [["startWarning", { startwarninginfo: 0, warningduration: 0, strobedutycycle: 50, strobelevel: 1 }]],
  ],
  [{ occupied_heating_setpoint: 21.5 }, [{ occupiedHeatingSetpoint: 2150 }]],
  [{ system_mode: "auto" }, [{ systemMode: 1 }]],
  [{ local_temperature_calibration: -1.5 }, [{ localTemperatureCalibration: -15 }]],
  [
    { brightness: 50, state: "ON" },
    [
      ["on", {}],
      ["moveToLevelWithOnOff", { level: 50, transtime: 0 }],
    ],
  ],
  [
    { state: "OFF", color_temp: 200 },
    [
      ["moveToColorTemp", { colortemp: 200, transtime: 0 }],
      ["off", {}],
    ],
  ],
];
for (const [values, orders] of CASES) {
  test(`${JSON.stringify(values)} is told so, and herdsman knows the words`, () => {
    assert.deepEqual(told(values), orders);
    for (const order of standardOrders(TARGET, values).orders) known(order);
  });
}

test("a value without a word in the standard is not taken", () => {
  const words = { state: "SPARKLE", effect: "candle", color: { hue: 3 }, constructor: 1, brightness: 9 };
  assert.deepEqual(standardOrders(TARGET, words).unsupported, ["state", "effect", "color", "constructor"]);
});

test("attributes to read, by cluster", () => {
  const orders = readsFor(TARGET, ["on", "bri", "ct", "xy", "lift", "speed", "constructor"]);
  assert.deepEqual(
    orders.map((order) => order.do === "read" && [order.cluster, order.attributes]),
    [
      ["genOnOff", ["onOff"]],
      ["genLevelCtrl", ["currentLevel"]],
      ["lightingColorCtrl", ["colorTemperature", "colorMode", "currentX", "currentY"]],
      ["closuresWindowCovering", ["currentPositionLiftPercentage"]],
    ],
  );
  for (const order of orders) known(order);
});

function known(order: Order): void {
  if (!("cluster" in order)) return;
  const cluster = Zcl.Clusters[order.cluster as keyof typeof Zcl.Clusters];
  assert.ok(cluster, String(order.cluster));
  if (order.do === "read") for (const name of order.attributes) assert.ok(name in cluster.attributes, String(name));
  if (order.do === "write") for (const name of Object.keys(order.values)) assert.ok(name in cluster.attributes, name);
  if (order.do !== "command") return;
  const command = cluster.commands[order.command as string];
  assert.ok(command, String(order.command));
  const needed = command.parameters.filter(({ conditions }) => !conditions).map(({ name }) => name);
  assert.deepEqual(Object.keys(order.payload), needed);
}
