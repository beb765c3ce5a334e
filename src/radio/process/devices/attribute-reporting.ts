/**
 * The attributes that a mains device is to report by itself, and how often: the converters leave most lights silent, and measure coarsely.
 * Devices with a battery are left as their converters set them. An attribute that a device refuses to report is noted for polling.
 */
import { Zcl, Zdo } from "zigbee-herdsman";
import type { HerdsmanDevice, HerdsmanEndpoint } from "../herdsman.ts";
import { isSleepy, numberIn } from "./device-facts.ts";

interface ReportedAttribute {
  readonly attribute: string;
  readonly minimumReportInterval: number; // seconds
  readonly maximumReportInterval: number;
  readonly reportableChange: number;
}

interface ClusterReporting {
  readonly endpoint: HerdsmanEndpoint;
  readonly cluster: string;
  readonly attributes: readonly ReportedAttribute[];
}

interface ReportingRule {
  readonly cluster: string;
  readonly attribute: string;
  readonly least: number; // seconds between two reports
  readonly most: number;
  readonly change: (endpoint: HerdsmanEndpoint) => number; // 0: every change of a value that is not a number
  readonly isLevel?: true; // IKEA's lamps are given more time for it
  readonly has?: (endpoint: HerdsmanEndpoint) => boolean;
  readonly always?: true; // also of a device with a battery: converters forget it, and the gateway would not hear of it for days
  readonly finer?: true; // also when it is reported already, but more coarsely
}

/** Changes when the rules do, so that devices are configured once more. */
export const REPORTING_VERSION = 2;

const IKEA = 0x117c;
const IKEA_LEAST = 5;
const IKEA_MOST = 1800;
const XY = 8; // bits of the color capabilities
const CT = 16;
type RuleOptions = Pick<ReportingRule, "isLevel" | "has" | "always" | "finer">;
const rule = (
  cluster: string,
  attribute: string,
  least: number,
  most: number,
  change: ReportingRule["change"],
  more: RuleOptions = {},
): ReportingRule => ({ cluster, attribute, least, most, change, ...more });
const by = (change: number) => () => change;
const can = (bit: number) => (endpoint: HerdsmanEndpoint) => {
  const bits = numberIn(endpoint, "lightingColorCtrl", "colorCapabilities");
  return bits === null || (bits & bit) !== 0;
};

const RULES: readonly ReportingRule[] = [
  rule("genOnOff", "onOff", 1, 300, by(0)),
  rule("genLevelCtrl", "currentLevel", 1, 300, by(1), { isLevel: true }),
  rule("lightingColorCtrl", "colorTemperature", 1, 300, by(1), { isLevel: true, has: can(CT) }),
  rule("lightingColorCtrl", "currentX", 1, 300, by(10), { isLevel: true, has: can(XY) }),
  rule("lightingColorCtrl", "currentY", 1, 300, by(10), { isLevel: true, has: can(XY) }),
  rule("lightingColorCtrl", "colorMode", 1, 300, by(0)),
  rule("closuresWindowCovering", "currentPositionLiftPercentage", 1, 300, by(1)),
  rule("closuresDoorLock", "lockState", 1, 300, by(0)),
  rule("msTemperatureMeasurement", "measuredValue", 60, 600, by(10), { finer: true }),
  rule("msRelativeHumidity", "measuredValue", 60, 300, by(100), { finer: true }),
  rule("msIlluminanceMeasurement", "measuredValue", 5, 300, by(2000), { finer: true }),
  rule("msOccupancySensing", "occupancy", 1, 300, by(0), { finer: true }),
  rule("haElectricalMeasurement", "activePower", 1, 300, oneWatt, { finer: true }),
  rule("hvacThermostat", "systemMode", 1, 3600, by(0), { always: true }),
  rule("hvacThermostat", "occupiedHeatingSetpoint", 1, 3600, by(10), { always: true }),
  rule("hvacUserInterfaceCfg", "keypadLockout", 1, 3600, by(0), { always: true }),
];

/** In a device's meta, which herdsman keeps. */
export interface ReportingMarks {
  reporting?: number; // the version of the rules that it follows
  unreported?: readonly string[]; // attributes that it refused: "1/genOnOff/onOff"
}

export function isReporting(device: HerdsmanDevice): boolean {
  return (device.meta as ReportingMarks).reporting === REPORTING_VERSION;
}

/** Rejects when the device is silent; a refusal is only noted. */
export async function configureReporting(device: HerdsmanDevice, coordinator: HerdsmanEndpoint): Promise<void> {
  const refused: string[] = [];
  for (const reporting of reportingPlan(device)) refused.push(...(await configureCluster(reporting, coordinator)));
  const marks = device.meta as ReportingMarks;
  marks.reporting = REPORTING_VERSION;
  marks.unreported = refused;
  device.save();
}

/** Devices with a battery are left as their converters set them, but for attributes that hardly ever change. */
function reportingPlan(device: HerdsmanDevice): readonly ClusterReporting[] {
  if (device.type === "GreenPower") return [];
  const isBattery = isSleepy(device);
  const clusters = new Set(RULES.map(({ cluster }) => cluster));
  return device.endpoints.flatMap((endpoint) =>
    [...clusters].flatMap((cluster) => {
      if (!endpoint.supportsInputCluster(cluster)) return [];
      const rules = RULES.filter(
        (rule) => rule.cluster === cluster && (rule.has?.(endpoint) ?? true) && (!isBattery || rule.always),
      );
      const attributes = rules
        .map((rule) => reportedAttribute(rule, endpoint, device))
        .filter((attribute, at) => !isConfiguredAlready(attribute, rules[at], endpoint));
      return attributes.length > 0 ? [{ endpoint, cluster, attributes }] : [];
    }),
  );
}

/** Answers the attributes that the device refused. */
async function configureCluster(
  { endpoint, cluster, attributes }: ClusterReporting,
  coordinator: HerdsmanEndpoint,
): Promise<readonly string[]> {
  const nameOf = ({ attribute }: ReportedAttribute) => `${endpoint.ID}/${cluster}/${attribute}`;
  const isBound = await isAccepted(async () => {
    if (!endpoint.hasBind(Zcl.Utils.getCluster(cluster).ID, coordinator)) await endpoint.bind(cluster, coordinator);
  });
  if (!isBound) return attributes.map(nameOf);
  if (await isAccepted(() => endpoint.configureReporting(cluster, [...attributes] as never))) return [];
  if (attributes.length === 1) return attributes.map(nameOf);
  const refused: string[] = [];
  for (const one of attributes) {
    if (!(await isAccepted(() => endpoint.configureReporting(cluster, [one] as never)))) refused.push(nameOf(one));
  }
  return refused;
}

/** False when the device refused. */
async function isAccepted(request: () => Promise<void>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (error instanceof Zcl.StatusError || error instanceof Zdo.StatusError) return false;
    throw error;
  }
}

function reportedAttribute(
  { attribute, least, most, change, isLevel }: ReportingRule,
  endpoint: HerdsmanEndpoint,
  device: HerdsmanDevice,
): ReportedAttribute {
  const isIkea = device.manufacturerID === IKEA && most === 300 && change(endpoint) <= 10;
  return {
    attribute,
    minimumReportInterval: isIkea && isLevel ? IKEA_LEAST : least,
    maximumReportInterval: isIkea ? IKEA_MOST : most,
    reportableChange: change(endpoint),
  };
}

function isConfiguredAlready(
  wanted: ReportedAttribute,
  rule: ReportingRule | undefined,
  endpoint: HerdsmanEndpoint,
): boolean {
  return endpoint.configuredReportings.some(
    ({ cluster, attribute, maximumReportInterval, reportableChange }) =>
      cluster.name === rule?.cluster &&
      attribute.name === wanted.attribute &&
      (!rule.finer ||
        (maximumReportInterval <= wanted.maximumReportInterval && Number(reportableChange) <= wanted.reportableChange)),
  );
}

/** In the device's own unit. */
function oneWatt(endpoint: HerdsmanEndpoint): number {
  const divisor = numberIn(endpoint, "haElectricalMeasurement", "acPowerDivisor") ?? 1;
  const multiplier = numberIn(endpoint, "haElectricalMeasurement", "acPowerMultiplier") ?? 1;
  return Math.max(1, Math.round(divisor / Math.max(1, multiplier)));
}
