/** Electrical measurement and metering: the power through a plug while it is on. */
import type { Cluster, ClusterEndpoint } from "./cluster.ts";
import { isOn } from "./onoff.ts";

const ELECTRICAL = "haElectricalMeasurement";
const METER = "seMetering";
const USUAL_LOAD = 60; // W
const ROUNDING = 1e-6; // sums of fractions are never quite whole
const WATT_SECONDS = 3_600_000; // in a kWh

export const ELECTRICAL_MEASUREMENT: Cluster = {
  name: ELECTRICAL,
  attributes: { measurementType: 9, rmsVoltage: 230, rmsCurrent: 0, activePower: 0 },
  fleeting: true,
  changed: (endpoint, cluster, attribute) => {
    if (cluster === "genOnOff" && attribute === "onOff") draw(endpoint, endpoint.memory.load ?? USUAL_LOAD);
  },
};

export const METERING: Cluster = {
  name: METER,
  fleeting: true,
  eager: ["currentSummDelivered"],
  attributes: {
    currentSummDelivered: 0,
    unitOfMeasure: 0,
    multiplier: 1,
    divisor: 1000,
    summaFormatting: 0,
    meteringDeviceType: 0,
    status: 0,
  },
};

/** The appliance on the plug wants so many watts; it gets them while the plug is on. */
export function draw(endpoint: ClusterEndpoint, watts: number): void {
  endpoint.memory.load = watts;
  const power = endpoint.has("genOnOff") && !isOn(endpoint) ? 0 : watts;
  const per = (divisor: string) => endpoint.get(ELECTRICAL, divisor) || 1;
  const volts = endpoint.get(ELECTRICAL, "rmsVoltage") / per("acVoltageDivisor");
  endpoint.set(ELECTRICAL, {
    activePower: Math.round(power * per("acPowerDivisor")),
    rmsCurrent: Math.round((volts > 0 ? power / volts : 0) * per("acCurrentDivisor")),
  });
  endpoint.set(METER, { instantaneousDemand: Math.round((power / 1000) * (endpoint.get(METER, "divisor") || 1)) });
}

/** The present power of the plug becomes that of the appliance on it. */
export function hang(endpoint: ClusterEndpoint): void {
  endpoint.memory.load = powerOf(endpoint);
}

/** So many seconds pass at the present power. */
export function count(endpoint: ClusterEndpoint, seconds: number): void {
  const units = ((powerOf(endpoint) * seconds) / WATT_SECONDS) * (endpoint.get(METER, "divisor") || 1);
  const sum = (endpoint.memory.units ?? 0) + units;
  const whole = Math.floor(sum + ROUNDING);
  endpoint.memory.units = sum - whole; // smaller than one unit of the meter: kept for later
  if (whole > 0) endpoint.set(METER, { currentSummDelivered: endpoint.get(METER, "currentSummDelivered") + whole });
}

function powerOf(endpoint: ClusterEndpoint): number {
  return endpoint.get(ELECTRICAL, "activePower") / (endpoint.get(ELECTRICAL, "acPowerDivisor") || 1);
}
