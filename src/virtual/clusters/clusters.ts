/** All clusters that do something, or have something of their own to begin with; the small ones stand here themselves. */
import type { AttributeValue } from "../devices/attributes.ts";
import { STATUS } from "../devices/zcl.ts";
import type { Cluster, ClusterEndpoint } from "./cluster.ts";
import { COLORS } from "./color-control.ts";
import { glide, halt } from "./gliding.ts";
import { GRADIENT } from "./gradient-strip.ts";
import { GROUPS } from "./groups-cluster.ts";
import { IAS_ZONE } from "./iaszone.ts";
import { IDENTIFY } from "./identify.ts";
import { LEVEL } from "./level.ts";
import { ELECTRICAL_MEASUREMENT, METERING } from "./metering.ts";
import { ON_OFF } from "./onoff.ts";
import { POLL_CONTROL } from "./pollcontrol.ts";
import { SCENES } from "./scenes-cluster.ts";
import { THERMOSTAT } from "./thermostat.ts";

/** The basic facts of a device. */
const BASIC: Cluster = {
  name: "genBasic",
  attributes: { zclVersion: 3, appVersion: 1, stackVersion: 2, hwVersion: 1, deviceEnabled: 1 },
  commands: {
    // Values as from the factory; the network and all that depends on it stay.
    resetFactDefault: (endpoint) => {
      endpoint.device.reset();
      return undefined;
    },
  },
};

const OCCUPANCY_SENSING = "msOccupancySensing";
const OCCUPIED_DELAY = "pirOToUDelay";

/** The sensor reports a person, and goes on for a while after the last movement. */
const OCCUPANCY: Cluster = {
  name: OCCUPANCY_SENSING,
  attributes: { occupancy: 0, occupancySensorType: 0, occupancySensorTypeBitmap: 1 },
  fleeting: ["occupancy"],
  /** A person who was there when the house was closed has gone meanwhile: no timer would end the occupancy any more. */
  joined: (endpoint) => {
    const isCounted = endpoint.running.has(OCCUPANCY_SENSING) || endpoint.get(OCCUPANCY_SENSING, OCCUPIED_DELAY) === 0;
    if (!isCounted) endpoint.set(OCCUPANCY_SENSING, { occupancy: 0 });
  },
  changed: (endpoint, cluster, attribute) => {
    if (cluster !== OCCUPANCY_SENSING || attribute !== "occupancy") return;
    endpoint.running.get(OCCUPANCY_SENSING)?.();
    endpoint.running.delete(OCCUPANCY_SENSING);
    const delay = endpoint.get(OCCUPANCY_SENSING, OCCUPIED_DELAY);
    if (endpoint.get(OCCUPANCY_SENSING, "occupancy") === 0 || delay === 0) return;
    const over = endpoint.device.time.later(delay * 1000, () => endpoint.set(OCCUPANCY_SENSING, { occupancy: 0 }));
    endpoint.running.set(OCCUPANCY_SENSING, over);
  },
};

const WINDOW_COVERING = "closuresWindowCovering";
const LIFT = "currentPositionLiftPercentage";
const TILT = "currentPositionTiltPercentage";
const TENTHS_PER_PERCENT = { [LIFT]: 1, [TILT]: 0.2 } as const;
const OPEN = 0;
const CLOSED = 100;

/** A window covering takes its time to get where it is sent, and can be stopped on its way. 100 is closed. */
const COVERING: Cluster = {
  name: WINDOW_COVERING,
  attributes: { windowCoveringType: 0, configStatus: 3, windowCoveringMode: 0 },
  commands: {
    upOpen: (endpoint) => moveCovering(endpoint, LIFT, OPEN),
    downClose: (endpoint) => moveCovering(endpoint, LIFT, CLOSED),
    stop: (endpoint) => {
      for (const what of ["lift", TILT]) halt(endpoint, what);
      return undefined;
    },
    goToLiftPercentage: (endpoint, { percentageliftvalue = 0 }) => moveCovering(endpoint, LIFT, percentageliftvalue),
    goToTiltPercentage: (endpoint, { percentagetiltvalue = 0 }) => moveCovering(endpoint, TILT, percentagetiltvalue),
  },
};

function moveCovering(
  endpoint: ClusterEndpoint,
  attribute: typeof LIFT | typeof TILT,
  target: number,
): number | undefined {
  if (!endpoint.has(WINDOW_COVERING, attribute)) return STATUS.UNSUP_COMMAND;
  if (!(target >= OPEN && target <= CLOSED)) return STATUS.INVALID_VALUE;
  const from = endpoint.get(WINDOW_COVERING, attribute);
  glide(endpoint, attribute === LIFT ? "lift" : TILT, {
    from: [from],
    to: [target],
    tenths: Math.abs(target - from) * TENTHS_PER_PERCENT[attribute],
    apply: ([position = target]) => endpoint.set(WINDOW_COVERING, { [attribute]: Math.round(position) }),
  });
  return undefined;
}

const WARNING = "warning";
const MODE_SHIFT = 4; // above strobe and loudness

/** A siren that howls for a while. */
const IAS_WARNING: Cluster = {
  name: "ssIasWd",
  attributes: { maxDuration: 240 },
  commands: {
    startWarning: (endpoint, { startwarninginfo = 0, warningduration = 0 }) => {
      const mode = startwarninginfo >> MODE_SHIFT;
      const seconds = Math.min(warningduration, endpoint.get("ssIasWd", "maxDuration"));
      endpoint.memory.warning = mode;
      const silence = () => {
        endpoint.memory.warning = 0;
      };
      if (mode === 0) silence();
      else glide(endpoint, WARNING, { from: [], to: [], tenths: seconds * 10, apply: () => {}, done: silence });
      return undefined;
    },
    squawk: () => undefined,
  },
};

/** Clusters that only measure: they take no commands, and their values come from outside. */
const MEASURED: Readonly<Record<string, Readonly<Record<string, AttributeValue>>>> = {
  msTemperatureMeasurement: { measuredValue: 2000, minMeasuredValue: -4000, maxMeasuredValue: 12_500 },
  msRelativeHumidity: { measuredValue: 5000, minMeasuredValue: 0, maxMeasuredValue: 10_000 },
  msIlluminanceMeasurement: { measuredValue: 1, minMeasuredValue: 1, maxMeasuredValue: 65_533 },
  genPowerCfg: { batteryVoltage: 30, batteryPercentageRemaining: 200 },
};

const SENSORS: readonly Cluster[] = Object.entries(MEASURED).map(([name, attributes]) => ({
  name,
  attributes,
  fleeting: true,
}));

const ALL: readonly Cluster[] = [
  BASIC,
  IDENTIFY,
  GROUPS,
  SCENES,
  ON_OFF,
  LEVEL,
  COLORS,
  GRADIENT,
  COVERING,
  OCCUPANCY,
  THERMOSTAT,
  IAS_ZONE,
  IAS_WARNING,
  ELECTRICAL_MEASUREMENT,
  METERING,
  POLL_CONTROL,
  ...SENSORS,
];

export const CLUSTERS: ReadonlyMap<string, Cluster> = new Map(ALL.map((cluster) => [cluster.name, cluster]));
