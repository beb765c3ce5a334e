/** Clusters that only measure: nothing can be told them, and what they read comes from outside. */
import type { AttributeValue } from "../devices/attributes.ts";
import type { Cluster } from "./cluster.ts";

const MEASURED: Readonly<Record<string, Readonly<Record<string, AttributeValue>>>> = {
  msTemperatureMeasurement: { measuredValue: 2000, minMeasuredValue: -4000, maxMeasuredValue: 12_500 },
  msRelativeHumidity: { measuredValue: 5000, minMeasuredValue: 0, maxMeasuredValue: 10_000 },
  msIlluminanceMeasurement: { measuredValue: 1, minMeasuredValue: 1, maxMeasuredValue: 65_533 },
  genPowerCfg: { batteryVoltage: 30, batteryPercentageRemaining: 200 },
};

export const SENSORS: readonly Cluster[] = Object.entries(MEASURED).map(([name, attributes]) => ({
  name,
  attributes,
  fleeting: true,
}));
