/** Reads of attributes that no converter asks for. */
import type { DeviceFacts, Ieee } from "../../model/radio/device-facts.ts";
import type { Order } from "../../model/radio/orders.ts";
import type { PlannedResource } from "../plan/device-plan.ts";

const MEASURED = ["measuredValue"];

/** By the cluster in the unique id of a resource. */
const READS: Readonly<Record<string, readonly [cluster: string, attributes: readonly string[]]>> = {
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

/** Undefined: converters can read the resource, or it cannot be read. */
export function readOrder({ unconverted, uniqueid, source }: PlannedResource, ieee: Ieee): Order | undefined {
  const [cluster, attributes = []] = (unconverted && READS[uniqueid.slice(-4)]) || [];
  return cluster === undefined ? undefined : { do: "read", target: { ieee, endpoint: source }, cluster, attributes };
}

interface ExtraRead {
  readonly id: number; // of the cluster
  readonly read: Pick<Extract<Order, { do: "read" }>, "cluster" | "attributes" | "manufacturer">;
  readonly property?: string; // absent: many, in one attribute
}

/** Attributes that converters decode but never read, and that devices report once an hour or never. */
const EXTRA_READS: readonly ExtraRead[] = [
  {
    ...{ id: 0x0002, property: "device_temperature" },
    read: { cluster: "genDeviceTempCfg", attributes: ["currentTemperature"] },
  },
  { id: 0xfcc0, read: { cluster: "manuSpecificLumi", attributes: [0x00f7], manufacturer: 0x115f } }, // of Aqara
];

/** `missing`: properties without a value that no converter can read. */
export function extraReads(
  { ieee, endpoints }: Pick<DeviceFacts, "ieee" | "endpoints">,
  missing: readonly string[],
): readonly Order[] {
  return EXTRA_READS.flatMap(({ id, read, property }): readonly Order[] => {
    const at = endpoints.find(({ inputs }) => inputs.includes(id));
    const isMissing = property === undefined ? missing.length > 0 : missing.includes(property);
    return at && isMissing ? [{ do: "read", target: { ieee, endpoint: at.id }, ...read }] : [];
  });
}
