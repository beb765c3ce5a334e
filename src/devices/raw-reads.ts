/** Where that can be asked for which no converter tells: by the cluster in its unique id. */
import type { Ieee, Order } from "../model/radio.ts";
import type { PlannedResource } from "./plan-types.ts";

const MEASURED = ["measuredValue"];

const READ: Readonly<Record<string, readonly [cluster: string, attributes: readonly string[]]>> = {
  "0001": ["genPowerCfg", ["batteryPercentageRemaining", "batteryVoltage"]],
  "000a": ["genTime", ["time", "localTime", "lastSetTime"]],
  "0400": ["msIlluminanceMeasurement", MEASURED],
  "0402": ["msTemperatureMeasurement", MEASURED],
  "0403": ["msPressureMeasurement", MEASURED],
  "0405": ["msRelativeHumidity", MEASURED],
  "0406": ["msOccupancySensing", ["occupancy"]],
  "0408": ["msSoilMoisture", MEASURED],
  "040d": ["msCO2", MEASURED],
  "0500": ["ssIasZone", ["zoneStatus"]],
  "0702": ["seMetering", ["multiplier", "divisor", "currentSummDelivered"]],
  "0b04": ["haElectricalMeasurement", ["activePower", "rmsCurrent", "rmsVoltage"]],
};

/** Undefined: converters tell of it, or it tells by itself. */
export function rawRead({ raw, uniqueid, source }: PlannedResource, ieee: Ieee): Order | undefined {
  const [cluster, attributes = []] = (raw && READ[uniqueid.slice(-4)]) || [];
  return cluster === undefined ? undefined : { do: "read", target: { ieee, endpoint: source }, cluster, attributes };
}
