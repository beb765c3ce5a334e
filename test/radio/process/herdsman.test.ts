/** What herdsman would believe of any device, and we do not let it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Device as HerdsmansDevice } from "zigbee-herdsman/dist/controller/model/index.js";
import { keepOnlyTexts } from "../../../src/radio/process/herdsman.ts";

test("a model that is a number is not kept; what else was said with it is", () => {
  class Device {
    readonly basic: Record<string, unknown> = { modelId: "lamp" };
    updateGenBasic(data: object): void {
      Object.assign(this.basic, data);
    }
  }
  keepOnlyTexts(Device.prototype);
  keepOnlyTexts(Device.prototype);
  const device = new Device();
  device.updateGenBasic({ modelId: 5, manufacturerName: null, zclVersion: 3, swBuildId: "1.0" });
  assert.deepEqual(device.basic, { modelId: "lamp", zclVersion: 3, swBuildId: "1.0" });
});

test("herdsman itself still learns by that name", () => {
  assert.equal(typeof HerdsmansDevice.prototype.updateGenBasic, "function");
});
