/** Thermostat: setpoints within their limits, modes, and whether it heats or cools right now. */
import type { AttributeValue } from "../devices/attributes.ts";
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint } from "./cluster.ts";
import { hearClock, keepClock, WEEK } from "./week.ts";

const CLUSTER = "hvacThermostat";
const HEAT = "occupiedHeatingSetpoint";
const COOL = "occupiedCoolingSetpoint";
const MODE = { off: 0, auto: 1, cool: 3, heat: 4 } as const;
const RAISES = { heat: 0, cool: 1, both: 2 } as const;
const HEATING = 1;
const COOLING = 2;
const DEMAND_PER_DEGREE = 40; // percent
/** The limits of each setpoint: those that can be written, or else those of the device. */
const LIMITS: Readonly<Record<string, string>> = {
  occupiedHeatingSetpoint: "HeatSetpointLimit",
  unoccupiedHeatingSetpoint: "HeatSetpointLimit",
  occupiedCoolingSetpoint: "CoolSetpointLimit",
  unoccupiedCoolingSetpoint: "CoolSetpointLimit",
};
const MATTERS: readonly string[] = ["localTemp", HEAT, COOL, "systemMode"];

export const THERMOSTAT: Cluster = {
  name: CLUSTER,
  attributes: { localTemp: 2000, ctrlSeqeOfOper: 2, systemMode: MODE.heat },
  fleeting: ["localTemp", "runningState", "runningMode", "pIHeatingDemand", "pICoolingDemand"],
  commands: {
    ...WEEK,
    setpointRaiseLower: (endpoint, { mode, amount = 0 }) => {
      const by = amount * 10; // it counts in tenths of a degree
      if (mode === RAISES.heat || mode === RAISES.both) raise(endpoint, HEAT, by);
      if (mode === RAISES.cool || mode === RAISES.both) raise(endpoint, COOL, by);
      return undefined;
    },
  },
  mayWrite: (endpoint, attribute, value) => {
    if (attribute === "systemMode") return modesOf(endpoint).includes(Number(value)) ? undefined : STATUS.INVALID_VALUE;
    const [least, most] = limitsOf(endpoint, attribute);
    return isBetween(value, least, most) ? undefined : STATUS.INVALID_VALUE;
  },
  joined: (endpoint) => keepClock(endpoint),
  answered: hearClock,
  changed: (endpoint, cluster, attribute) => {
    if (cluster === CLUSTER && MATTERS.includes(attribute)) work(endpoint);
  },
};

/** The work of the thermostat follows from its setpoints and its temperature. */
function work(endpoint: ClusterEndpoint): void {
  const mode = endpoint.get(CLUSTER, "systemMode");
  const temperature = endpoint.get(CLUSTER, "localTemp");
  const cold = mode === MODE.heat || mode === MODE.auto ? endpoint.get(CLUSTER, HEAT) - temperature : 0;
  const warm =
    (mode === MODE.cool || mode === MODE.auto) && endpoint.has(CLUSTER, COOL)
      ? temperature - endpoint.get(CLUSTER, COOL)
      : 0;
  const demand = (degrees: number) => Math.min(Math.max(Math.round((degrees / 100) * DEMAND_PER_DEGREE), 0), 100);
  endpoint.set(CLUSTER, {
    runningState: cold > 0 ? HEATING : warm > 0 ? COOLING : 0,
    runningMode: cold > 0 ? MODE.heat : warm > 0 ? MODE.cool : MODE.off,
    pIHeatingDemand: demand(cold),
    pICoolingDemand: demand(warm),
  });
}

function raise(endpoint: ClusterEndpoint, setpoint: string, by: number): void {
  const [least, most] = limitsOf(endpoint, setpoint);
  endpoint.set(CLUSTER, { [setpoint]: Math.min(Math.max(endpoint.get(CLUSTER, setpoint) + by, least), most) });
}

function limitsOf(endpoint: ClusterEndpoint, attribute: string): readonly [number, number] {
  const limit = LIMITS[attribute];
  if (limit === undefined) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const bound = (end: "Min" | "Max", otherwise: number) => {
    const own = `${end.toLowerCase()}${limit}`;
    if (endpoint.has(CLUSTER, own)) return endpoint.get(CLUSTER, own);
    const absolute = `abs${end}${limit}`;
    return endpoint.has(CLUSTER, absolute) ? endpoint.get(CLUSTER, absolute) : otherwise;
  };
  return [bound("Min", 500), bound("Max", 3500)];
}

/** By its control sequence: 0 and 1 cool, 2 and 3 heat, the others do both. */
function modesOf(endpoint: ClusterEndpoint): readonly number[] {
  const sequence = endpoint.get(CLUSTER, "ctrlSeqeOfOper");
  if (sequence >= 4) return [MODE.off, MODE.auto, MODE.cool, MODE.heat];
  return sequence >= 2 ? [MODE.off, MODE.heat] : [MODE.off, MODE.cool];
}

function isBetween(value: AttributeValue, least: number, most: number): boolean {
  return typeof value !== "number" || (value >= least && value <= most);
}
