/** Where that can be asked for which no converter tells, by the cluster in its unique id; and what converters read, but never ask for. */
import type { DeviceFacts, Ieee, Order } from "../../model/radio.ts";
import type { PlannedResource } from "../plan/device-plan.ts";

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
export function readOrder({ unconverted, uniqueid, source }: PlannedResource, ieee: Ieee): Order | undefined {
  const [cluster, attributes = []] = (unconverted && READ[uniqueid.slice(-4)]) || [];
  return cluster === undefined ? undefined : { do: "read", target: { ieee, endpoint: source }, cluster, attributes };
}

interface ToldRow {
  readonly id: number; // of the cluster
  readonly about: Pick<Extract<Order, { do: "read" }>, "cluster" | "attributes" | "manufacturer">;
  readonly tells?: string; // absent: much, in one piece
}

/** Values that devices tell by themselves, once an hour or never. */
const ONLY_TOLD: readonly ToldRow[] = [
  {
    ...{ id: 0x0002, tells: "device_temperature" },
    about: { cluster: "genDeviceTempCfg", attributes: ["currentTemperature"] },
  },
  { id: 0xfcc0, about: { cluster: "manuSpecificLumi", attributes: [0x00f7], manufacturer: 0x115f } }, // of Aqara
];

/** `missing`: properties that no converter asks for. */
export function extraReads(
  { ieee, endpoints }: Pick<DeviceFacts, "ieee" | "endpoints">,
  missing: readonly string[],
): readonly Order[] {
  return ONLY_TOLD.flatMap(({ id, about, tells }): readonly Order[] => {
    const at = endpoints.find(({ inputs }) => inputs.includes(id));
    const isMissing = tells === undefined ? missing.length > 0 : missing.includes(tells);
    return at && isMissing ? [{ do: "read", target: { ieee, endpoint: at.id }, ...about }] : [];
  });
}
