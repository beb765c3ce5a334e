/** Members that can be read do not stay null: a device is asked for them once, when it listens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeviceFacts, Expose } from "../../../src/model/radio/device-facts.ts";
import { RadioError } from "../../../src/model/radio/orders.ts";
import { type FakeHouse, house, settle } from "../../support/fakes.ts";
import { endpoint, facts, LIGHT, MOTION, modelDefinition, motion } from "../home.ts";

const TRV = "0x001788010203aa0c";
const one = (name: string, more: Partial<Expose>): Expose => ({
  name,
  property: name,
  type: "numeric",
  access: 7,
  ...more,
});
const CLIMATE: Expose = {
  type: "climate",
  features: [
    one("occupied_heating_setpoint", { unit: "°C", value_min: 5, value_max: 30 }),
    one("local_temperature", { unit: "°C", access: 5 }),
    one("system_mode", { type: "enum", values: ["off", "auto", "heat"] }),
  ],
};
const LOCK: Expose = { ...one("child_lock", { type: "binary" }), value_on: "LOCK", value_off: "UNLOCK" };
const thermostat = (more: Partial<DeviceFacts> = {}): DeviceFacts =>
  facts(TRV, {
    ...{ modelid: "TRV9", endpoints: [endpoint(1, [0, 1, 3, 0x0201, 0x0204])] },
    definition: modelDefinition([CLIMATE, LOCK]),
    ...more,
  });
const TOLD = { occupied_heating_setpoint: 21, local_temperature: 20, system_mode: "heat", child_lock: "UNLOCK" };

const asked = ({ radio }: FakeHouse) => radio.orders.flatMap((order) => (order.do === "get" ? [order.keys] : []));

test("a thermostat is asked for members without a value: after a start, and after its interview; then nothing is null", async () => {
  for (const isNew of [false, true]) {
    const home = await house();
    home.radio.rise(isNew ? [] : [thermostat()]);
    if (isNew) {
      home.radio.tell({ kind: "joined", ieee: TRV });
      home.radio.tell({ kind: "device", device: thermostat() });
    }
    await settle();
    home.radio.tell({ kind: "payload", ieee: TRV, endpoint: 1, payload: { local_temperature: 20 } });
    home.radio.answer = (order) => {
      if (order.do === "get")
        home.radio.tell({
          ...{ kind: "payload", ieee: TRV, endpoint: 1 },
          payload: Object.fromEntries(Object.entries(TOLD).filter(([key]) => order.keys.includes(key))),
        });
      return {};
    };
    home.clock.advance(6);
    await settle();
    assert.deepEqual(asked(home), [["occupied_heating_setpoint", "system_mode", "child_lock"]]);
    const { config } = home.store.get("/sensors/1") ?? {};
    assert.deepEqual([config?.mode, config?.locked, config?.heatsetpoint], ["heat", false, 2100]);
    home.clock.advance(3600, 60);
    await settle();
    assert.equal(asked(home).length, 1, "once");
    await home.stop();
  }
});

const sleeper = () =>
  motion(MOTION, {
    definition: modelDefinition([
      { ...one("occupancy", { type: "binary", access: 1 }), value_on: true, value_off: false },
      one("motion_sensitivity", { type: "enum", values: ["low", "medium", "high"] }),
    ]),
  });

test("a sleeper is asked when it is heard; after silence it is asked again, after an error it is not", async () => {
  for (const code of ["asleep", "timeout", "refused"] as const) {
    const home = await house();
    home.radio.rise([sleeper()]);
    home.clock.advance(60);
    await settle();
    assert.deepEqual(asked(home), [], "it would not hear it");
    home.radio.answer = () => {
      throw new RadioError(code, "it did not work");
    };
    for (let round = 0; round < 5; round += 1) {
      home.radio.tell({ kind: "payload", ieee: MOTION, endpoint: 2, payload: { occupancy: true } });
      await settle();
      home.clock.advance(60);
      await settle();
    }
    assert.equal(asked(home).length, code === "refused" ? 1 : 3, code);
    await home.stop();
  }
});

test("a device on mains with a lost answer is asked again when it is heard, three times at most", async () => {
  const home = await house();
  home.radio.rise([thermostat()]);
  await settle();
  home.radio.answer = (order) => {
    if (order.do === "get") throw new RadioError("timeout", "it did not answer");
    return {};
  };
  const counts: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    home.clock.advance(10);
    await settle();
    counts.push(asked(home).length);
    home.radio.tell({ kind: "payload", ieee: TRV, endpoint: 1, payload: { local_temperature: 20 } });
    await settle();
  }
  assert.deepEqual(counts, [1, 2, 3, 3]);
  await home.stop();
});

test("a device that has reported everything is not asked", async () => {
  const home = await house();
  home.radio.rise([thermostat(), sleeper()]);
  home.radio.tell({ kind: "payload", ieee: TRV, endpoint: 1, payload: TOLD });
  await settle();
  home.clock.advance(600);
  await settle();
  assert.deepEqual(asked(home), []);
  await home.stop();
});

const HOT = one("device_temperature", { unit: "°C", access: 1 });
const aqara = (exposes: readonly Expose[], inputs: readonly number[]): DeviceFacts =>
  facts(TRV, { modelid: "lumi.light.x", endpoints: [endpoint(1, inputs)], definition: modelDefinition(exposes) });
const OF_ITSELF = {
  ...{ do: "read", target: { ieee: TRV, endpoint: 1 }, cluster: "manuSpecificLumi" },
  ...{ attributes: [0x00f7], manufacturer: 0x115f },
};

for (const [what, cluster, order] of [
  ["in one piece with much else", 0xfcc0, OF_ITSELF],
  [
    "in a cluster of its own",
    0x0002,
    { ...{ do: "read", target: OF_ITSELF.target }, cluster: "genDeviceTempCfg", attributes: ["currentTemperature"] },
  ],
] as const) {
  test(`a value that its converters only listen for is asked for ${what}, as long as it is null`, async () => {
    const home = await house();
    home.radio.rise([aqara([LIGHT, HOT], [0, 3, 4, 5, 6, 8, 0x0300, cluster])]);
    await settle();
    home.clock.advance(6);
    await settle();
    const reads = () => home.radio.orders.filter((each) => each.do === "read");
    assert.deepEqual(reads(), [order]);
    home.radio.tell({ kind: "payload", ieee: TRV, endpoint: 1, payload: { device_temperature: 30 } });
    await settle();
    assert.equal(home.store.get("/lights/1")?.config.temperature, 3000);
    await home.stop();
  });
}

test("a device that has reported the value, or lacks the cluster, is not asked for it", async () => {
  for (const clusters of [[], [0x0002, 0xfcc0]]) {
    const home = await house();
    home.radio.rise([aqara([LIGHT, HOT], [0, 3, 4, 5, 6, 8, 0x0300, ...clusters])]);
    if (clusters.length > 0) {
      const color = { color: { x: 0.3, y: 0.3 }, color_temp: 300, color_mode: "xy" };
      const payload = { state: "ON", brightness: 9, ...color, device_temperature: 30 };
      home.radio.tell({ kind: "payload", ieee: TRV, endpoint: 1, payload });
    }
    await settle();
    home.clock.advance(600);
    await settle();
    assert.deepEqual(
      home.radio.orders.filter((each) => each.do === "read"),
      [],
    );
    await home.stop();
  }
});
