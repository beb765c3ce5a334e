/**
 * What a mains device is to report by itself, and how often: the converters leave most lights silent, and measure coarsely. Devices with
 * a battery are left as their converters set them.
 */

import type { Device, Endpoint } from "../herdsman.ts";
import { isSleepy } from "./device-facts.ts";

export interface Item {
  readonly attribute: string;
  readonly minimumReportInterval: number; // seconds
  readonly maximumReportInterval: number;
  readonly reportableChange: number;
}

export interface ReportingStep {
  readonly endpoint: Endpoint;
  readonly cluster: string;
  readonly items: readonly Item[];
}

interface Row {
  readonly cluster: string;
  readonly attribute: string;
  readonly least: number;
  readonly most: number;
  readonly change: (endpoint: Endpoint) => number; // 0: every change of a value that is not a number
  readonly isLevel?: true; // IKEA's lamps are given more time for it
  readonly has?: (endpoint: Endpoint) => boolean;
  readonly always?: true; // also of a device with a battery: converters forget it, and nobody would hear of it for days
  readonly finer?: true; // also when it is reported already, but more coarsely
}

/** Changes when the rows do, so that devices are set up once more. */
export const PLAN = 2;

const IKEA = 0x117c;
const IKEA_LEAST = 5;
const IKEA_MOST = 1800;
const XY = 8; // bits of the color capabilities
const CT = 16;
const by = (change: number) => () => change;
const can = (bit: number) => (endpoint: Endpoint) => {
  const bits = numberIn(endpoint, "lightingColorCtrl", "colorCapabilities");
  return bits === undefined || (bits & bit) !== 0;
};

const ROWS: readonly Row[] = [
  { cluster: "genOnOff", attribute: "onOff", least: 1, most: 300, change: by(0) },
  { cluster: "genLevelCtrl", attribute: "currentLevel", least: 1, most: 300, change: by(1), isLevel: true },
  {
    cluster: "lightingColorCtrl",
    attribute: "colorTemperature",
    least: 1,
    most: 300,
    change: by(1),
    isLevel: true,
    has: can(CT),
  },
  {
    cluster: "lightingColorCtrl",
    attribute: "currentX",
    least: 1,
    most: 300,
    change: by(10),
    isLevel: true,
    has: can(XY),
  },
  {
    cluster: "lightingColorCtrl",
    attribute: "currentY",
    least: 1,
    most: 300,
    change: by(10),
    isLevel: true,
    has: can(XY),
  },
  { cluster: "lightingColorCtrl", attribute: "colorMode", least: 1, most: 300, change: by(0) },
  { cluster: "closuresWindowCovering", attribute: "currentPositionLiftPercentage", least: 1, most: 300, change: by(1) },
  { cluster: "closuresDoorLock", attribute: "lockState", least: 1, most: 300, change: by(0) },
  {
    cluster: "msTemperatureMeasurement",
    attribute: "measuredValue",
    least: 60,
    most: 600,
    change: by(10),
    finer: true,
  },
  { cluster: "msRelativeHumidity", attribute: "measuredValue", least: 60, most: 300, change: by(100), finer: true },
  {
    cluster: "msIlluminanceMeasurement",
    attribute: "measuredValue",
    least: 5,
    most: 300,
    change: by(2000),
    finer: true,
  },
  { cluster: "msOccupancySensing", attribute: "occupancy", least: 1, most: 300, change: by(0), finer: true },
  { cluster: "haElectricalMeasurement", attribute: "activePower", least: 1, most: 300, change: oneWatt, finer: true },
  { cluster: "hvacThermostat", attribute: "systemMode", least: 1, most: 3600, change: by(0), always: true },
  {
    cluster: "hvacThermostat",
    attribute: "occupiedHeatingSetpoint",
    least: 1,
    most: 3600,
    change: by(10),
    always: true,
  },
  { cluster: "hvacUserInterfaceCfg", attribute: "keypadLockout", least: 1, most: 3600, change: by(0), always: true },
];

/** Devices with a battery are left as their converters set them, but for what hardly ever changes. */
export function reportingPlan(device: Device): readonly ReportingStep[] {
  if (device.type === "GreenPower") return [];
  const isBattery = isSleepy(device);
  return device.endpoints.flatMap((endpoint) => {
    const clusters = new Set(ROWS.map(({ cluster }) => cluster));
    return [...clusters].flatMap((cluster) => {
      if (!endpoint.supportsInputCluster(cluster)) return [];
      const rows = ROWS.filter(
        (row) => row.cluster === cluster && (row.has?.(endpoint) ?? true) && (!isBattery || row.always),
      );
      const items = rows
        .map((row) => itemOf(row, endpoint, device))
        .filter((item, at) => !isThere(item, rows[at], endpoint));
      return items.length > 0 ? [{ endpoint, cluster, items }] : [];
    });
  });
}

function itemOf({ attribute, least, most, change, isLevel }: Row, endpoint: Endpoint, device: Device): Item {
  const isIkea = device.manufacturerID === IKEA && most === 300 && change(endpoint) <= 10;
  return {
    attribute,
    minimumReportInterval: isIkea && isLevel ? IKEA_LEAST : least,
    maximumReportInterval: isIkea ? IKEA_MOST : most,
    reportableChange: change(endpoint),
  };
}

function isThere(item: Item, row: Row | undefined, endpoint: Endpoint): boolean {
  return endpoint.configuredReportings.some(
    ({ cluster, attribute, maximumReportInterval, reportableChange }) =>
      cluster.name === row?.cluster &&
      attribute.name === item.attribute &&
      (!row.finer ||
        (maximumReportInterval <= item.maximumReportInterval && Number(reportableChange) <= item.reportableChange)),
  );
}

/** In the device's own unit. */
function oneWatt(endpoint: Endpoint): number {
  const divisor = numberIn(endpoint, "haElectricalMeasurement", "acPowerDivisor") ?? 1;
  const multiplier = numberIn(endpoint, "haElectricalMeasurement", "acPowerMultiplier") ?? 1;
  return Math.max(1, Math.round(divisor / Math.max(1, multiplier)));
}

function numberIn(endpoint: Endpoint, cluster: string, attribute: string): number | undefined {
  const value = endpoint.clusters[cluster]?.attributes?.[attribute];
  return typeof value === "number" ? value : undefined;
}
