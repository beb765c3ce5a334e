/** The reports that a device is told to send, and the effect of a refusal. The objects have the shape of herdsman's own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Zcl } from "zigbee-herdsman";
import {
  configureReporting,
  isReporting,
  type ReportingMarks,
} from "../../../../src/radio/process/devices/attribute-reporting.ts";
import type { HerdsmanDevice, HerdsmanEndpoint } from "../../../../src/radio/process/herdsman.ts";

const COORDINATOR = {} as HerdsmanEndpoint;
const THERMOSTAT = {
  hvacThermostat: ["systemMode 1-3600 by 0", "occupiedHeatingSetpoint 1-3600 by 10"],
  hvacUserInterfaceCfg: ["keypadLockout 1-3600 by 0"],
};

interface Configured {
  readonly cluster: string;
  readonly attribute: string;
  readonly most: number;
  readonly change: number;
}

interface Given {
  readonly type?: string;
  readonly powerSource?: string;
  readonly clusters: readonly string[];
  readonly configured?: readonly Configured[];
  readonly refuses?: readonly string[]; // attributes; "bind"
  readonly silent?: true;
}

/** By cluster: the reports that were asked of it at last. */
async function told(given: Given) {
  const asked: Record<string, string[]> = {};
  const bound: string[] = [];
  const refusal = () => new Zcl.StatusError(Zcl.Status.UNSUPPORTED_ATTRIBUTE);
  const endpoint = {
    ID: 1,
    clusters: {},
    supportsInputCluster: (name: string) => given.clusters.includes(name),
    configuredReportings: (given.configured ?? []).map(({ cluster, attribute, most, change }) => {
      const names = { cluster: { name: cluster }, attribute: { name: attribute } };
      return { ...names, maximumReportInterval: most, reportableChange: change };
    }),
    hasBind: () => false,
    bind: async (cluster: string) => {
      if (given.silent) throw new Error("no answer");
      if (given.refuses?.includes("bind")) throw refusal();
      bound.push(cluster);
    },
    configureReporting: async (cluster: string, attributes: readonly Record<string, unknown>[]) => {
      if (attributes.some(({ attribute }) => given.refuses?.includes(String(attribute)))) throw refusal();
      asked[cluster] ??= [];
      for (const { attribute, minimumReportInterval, maximumReportInterval, reportableChange } of attributes)
        asked[cluster].push(`${attribute} ${minimumReportInterval}-${maximumReportInterval} by ${reportableChange}`);
    },
  };
  let saved = 0;
  const device = {
    ...{ type: given.type ?? "EndDevice", powerSource: given.powerSource ?? "Battery", meta: {} as ReportingMarks },
    endpoints: [endpoint],
    save: () => {
      saved += 1;
    },
  } as unknown as HerdsmanDevice;
  const failure = await configureReporting(device, COORDINATOR).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { asked, bound, saved, failure, device, unreported: (device.meta as ReportingMarks).unreported };
}

test("a setting at a thermostat is heard at once, also of one that sleeps; it measures as its converters want", async () => {
  const clusters = ["genOnOff", "hvacThermostat", "hvacUserInterfaceCfg", "msTemperatureMeasurement"];
  const { asked, bound, saved, device } = await told({ clusters });
  assert.deepEqual(asked, THERMOSTAT);
  assert.deepEqual(bound, Object.keys(THERMOSTAT));
  assert.deepEqual([saved, isReporting(device)], [1, true]);
});

test("one with mains power reports all of it", async () => {
  const clusters = ["genOnOff", ...Object.keys(THERMOSTAT)];
  const { asked } = await told({ clusters, type: "Router", powerSource: "Mains (single phase)" });
  assert.deepEqual(asked, { genOnOff: ["onOff 1-300 by 0"], ...THERMOSTAT });
});

test("a report that its converters have configured is left as it is", async () => {
  const configured = [{ cluster: "hvacThermostat", attribute: "occupiedHeatingSetpoint", most: 7200, change: 50 }];
  const { asked } = await told({ clusters: ["hvacThermostat"], configured });
  assert.deepEqual(asked, { hvacThermostat: ["systemMode 1-3600 by 0"] });
});

test("an attribute that is refused is noted, and the rest is reported", async () => {
  const clusters = Object.keys(THERMOSTAT);
  const one = await told({ clusters, refuses: ["systemMode"] });
  assert.deepEqual(one.asked, { ...THERMOSTAT, hvacThermostat: ["occupiedHeatingSetpoint 1-3600 by 10"] });
  assert.deepEqual(one.unreported, ["1/hvacThermostat/systemMode"]);
  const all = await told({ clusters, refuses: ["bind"] });
  assert.deepEqual(all.asked, {});
  assert.deepEqual(all.unreported, [
    "1/hvacThermostat/systemMode",
    "1/hvacThermostat/occupiedHeatingSetpoint",
    "1/hvacUserInterfaceCfg/keypadLockout",
  ]);
});

test("one that is silent is asked again another time", async () => {
  const { failure, saved, device } = await told({ clusters: ["hvacThermostat"], silent: true });
  assert.deepEqual([failure, saved, isReporting(device)], ["no answer", 0, false]);
});
