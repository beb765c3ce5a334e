/** Questions by the words of the converters: some converters keep to themselves that their device is silent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HerdsmanAdapter } from "../../../../src/radio/process/herdsman.ts";
import { type ConverterTarget, get } from "../../../../src/radio/process/orders/converter-orders.ts";
import { watchFrames } from "../../../../src/radio/process/orders/order-failures.ts";

const SILENCE = new Error("Data request failed with error: 'MAC_NO_ACK'");

/** A device that answers frames as said, in their sequence; its converter swallows failures. */
function deviceThat(...answers: readonly boolean[]): ConverterTarget {
  const left = [...answers];
  const frame = { header: { isSpecific: false } };
  const adapter = {
    sendZclFrameToEndpoint: async () => {
      if (!left.shift()) throw SILENCE;
      return {};
    },
  } as unknown as HerdsmanAdapter;
  watchFrames(adapter);
  const ask = async () => {
    const request = ["0x01", 1, 1, { ...frame }, 1000, false, false, undefined] as const;
    await (adapter.sendZclFrameToEndpoint as (...given: unknown[]) => Promise<unknown>)(...request).catch(() => {});
  };
  const toZigbee = [
    { key: ["state"], convertGet: ask },
    { key: ["brightness"], convertGet: ask },
  ];
  return {
    definitions: [{ toZigbee }],
    meta: {},
    keyTarget: (key: string) => ({ entity: {}, key, name: undefined }),
    keepState: () => {},
  } as unknown as ConverterTarget;
}

test("a silent device has not been asked, also where its converter throws nothing", async () => {
  await assert.rejects(get(deviceThat(false), ["state"]), SILENCE);
  await assert.rejects(get(deviceThat(false, false), ["state", "brightness"]), SILENCE);
});

test("one that answers is there, also where one answer of several is lost", async () => {
  assert.deepEqual(await get(deviceThat(true), ["state"]), { asked: ["state"] });
  assert.deepEqual(await get(deviceThat(false, true), ["state", "brightness"]), { asked: ["state", "brightness"] });
});
