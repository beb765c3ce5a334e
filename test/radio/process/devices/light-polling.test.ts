/** Lights that refuse to report are polled in turn, and no other device is. The objects have the shape of herdsman's own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { REPORTING_VERSION } from "../../../../src/radio/process/devices/attribute-reporting.ts";
import { LightPolling } from "../../../../src/radio/process/devices/light-polling.ts";
import type { HerdsmanDevice } from "../../../../src/radio/process/herdsman.ts";
import { settle } from "../../../support/fakes.ts";

test("each once a minute, with all that it does not report", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked: string[] = [];
  const polling = new LightPolling();
  polling.consider(device("a", ["1/genOnOff/onOff", "1/genLevelCtrl/currentLevel", "1/genLevelCtrl/other"], asked));
  polling.consider(device("b", ["11/genOnOff/onOff"], asked));
  polling.consider(device("c", [], asked));
  polling.consider(device("d", ["1/msTemperatureMeasurement/measuredValue"], asked));
  await settle();
  assert.deepEqual(asked, [], "not at once");
  for (let second = 0; second < 119; second += 1) {
    t.mock.timers.tick(1000);
    await settle();
  }
  assert.deepEqual([...new Set(asked)].toSorted(), [
    "a/1 genLevelCtrl currentLevel,other",
    "a/1 genOnOff onOff",
    "b/11 genOnOff onOff",
  ]);
  assert.ok(asked.length <= 5, "no more often");
  polling.forget("a");
  polling.consider(device("b", [], asked));
  asked.length = 0;
  t.mock.timers.tick(300_000);
  await settle();
  assert.deepEqual(asked, []);
  polling.close();
});

test("a light that does not answer is asked no more this time, and again later", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked: string[] = [];
  const polling = new LightPolling();
  const mute = device("a", ["1/genOnOff/onOff", "1/genLevelCtrl/currentLevel"], asked, new Error("silent"));
  polling.consider(mute);
  for (let second = 0; second < 121; second += 1) {
    t.mock.timers.tick(1000);
    await settle();
  }
  assert.deepEqual(asked, ["a/1 genOnOff onOff", "a/1 genOnOff onOff"]);
  polling.close();
});

test("the last light leaves, and the one that joins after it is polled like any other", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const silence of [0, 120]) {
    const asked: string[] = [];
    const polling = new LightPolling();
    polling.consider(device("a", ["1/genOnOff/onOff"], asked));
    polling.forget("a");
    t.mock.timers.tick(silence * 1000);
    polling.consider(device("b", ["1/genOnOff/onOff"], asked));
    for (let second = 0; second < 121; second += 1) {
      t.mock.timers.tick(1000);
      await settle();
    }
    assert.deepEqual(asked, ["b/1 genOnOff onOff", "b/1 genOnOff onOff"], `after ${silence} s`);
    polling.close();
  }
});

function device(name: string, unreported: readonly string[], asked: string[], failure?: Error): HerdsmanDevice {
  return {
    ieeeAddr: name,
    meta: { reporting: REPORTING_VERSION, unreported },
    getEndpoint: (id: number) => ({
      read: async (cluster: string, attributes: readonly string[]) => {
        asked.push(`${name}/${id} ${cluster} ${attributes}`);
        if (failure) throw failure;
      },
    }),
  } as unknown as HerdsmanDevice;
}
