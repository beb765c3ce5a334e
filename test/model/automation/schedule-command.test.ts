/** The address in a schedule's command; refused ones stand with the faults. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressWith, targetOf } from "../../../src/model/automation/schedule-command.ts";

const KEY = "0123456789ABCDEF0123456789ABCDEF01234567";

const allowed = [
  "/lights/1/state",
  "/lights/00:11:22:33:44:55:66:77-01/state",
  "/groups/0/action",
  "/groups/1/scenes/2/recall",
  "/sensors/5/config",
  "/sensors/my_sensor.1",
] as const;

for (const address of allowed) {
  test(`${address} may be commanded`, () => {
    const target = targetOf(`/api/${KEY}${address}`);
    assert.deepEqual(target, { key: KEY, address });
    assert.equal(addressWith("01234567", { key: KEY, address }), `/api/01234567${address}`);
    assert.equal(targetOf(`/api/01234567${address}`)?.key, "01234567");
  });
}

for (const address of [
  "/api/short/lights/1",
  `/api/${KEY}/config`,
  `/api/${KEY}/lights`,
  `/api/${KEY}/lights/../x`,
  5,
]) {
  test(`${address} may not`, () => {
    assert.equal(targetOf(address), undefined);
  });
}
