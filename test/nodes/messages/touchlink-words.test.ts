import assert from "node:assert/strict";
import { test } from "node:test";
import { NodeError } from "../../../nodes/flow-node/node-error.ts";
import { devicesIn, type TouchlinkAction, touchlinkCommandIn } from "../../../nodes/zigbee-gateway-touchlink.ts";

const say = (key: string) => key;

const asked: [message: object, usual: TouchlinkAction, isConfirmed: boolean, job: string, id: string][] = [
  [{}, "scan", false, "scan", ""],
  [{ payload: 5 }, "scan", false, "scan", ""],
  [{ action: "scan", payload: {} }, "reset", false, "scan", ""],
  [{ payload: "scan" }, "reset", false, "scan", ""],
  [{ action: "identify", payload: 2 }, "scan", false, "identify", "2"],
  [{ payload: "12" }, "identify", false, "identify", "12"],
  [{ action: "reset", payload: 1, confirm: true }, "scan", false, "reset", "1"],
  [{ payload: 1 }, "reset", true, "reset", "1"],
];

for (const [message, usual, isConfirmed, job, id] of asked) {
  test(`${JSON.stringify(message)} asks for ${job} ${id}`, () => {
    assert.deepEqual(touchlinkCommandIn(message, usual, isConfirmed, say), { job, id });
  });
}

const wrong: [message: object, text: string][] = [
  [{ action: "sing" }, "error.action"],
  [{ action: "constructor" }, "error.action"],
  [{ action: ["scan"] }, "error.action"],
  [{ action: "identify" }, "error.payload"],
  [{ action: "identify", payload: 0 }, "error.word"],
  [{ action: "identify", payload: 1.5 }, "error.word"],
  [{ action: "identify", payload: "1/reset" }, "error.word"],
  [{ action: "identify", payload: ["1"] }, "error.word"],
  [{ action: "reset", payload: 1 }, "error.confirm"],
  [{ action: "reset", payload: 1, confirm: 1 }, "error.confirm"],
];

for (const [message, text] of wrong) {
  test(`${JSON.stringify(message)} is ${text}`, () => {
    assert.throws(
      () => touchlinkCommandIn(message, "scan", false, say),
      (error) => error instanceof NodeError && error.code === "invalid" && error.message === text,
    );
  });
}

test("the devices that were found, each with its id", () => {
  const result = { 1: { address: "0x01", channel: 11 }, 2: { address: "0x02", channel: 15 } };
  assert.deepEqual(devicesIn(result), [
    { id: "1", address: "0x01", channel: 11 },
    { id: "2", address: "0x02", channel: 15 },
  ]);
  assert.deepEqual(devicesIn(result, "2"), [{ id: "2", address: "0x02", channel: 15 }]);
  assert.deepEqual([devicesIn(result, "3"), devicesIn(undefined), devicesIn(null)], [[], [], []]);
});
