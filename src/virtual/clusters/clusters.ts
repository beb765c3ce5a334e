/** All clusters that do something, or have something of their own to begin with. */
import { BASIC } from "./basic.ts";
import type { Cluster } from "./cluster.ts";
import { COLORS } from "./color-control.ts";
import { COVERING } from "./covering.ts";
import { GRADIENT } from "./gradient-strip.ts";
import { GROUPS } from "./groups-cluster.ts";
import { IAS_WARNING } from "./iaswarning.ts";
import { IAS_ZONE } from "./iaszone.ts";
import { IDENTIFY } from "./identify.ts";
import { LEVEL } from "./level.ts";
import { ELECTRICAL_MEASUREMENT, METERING } from "./metering.ts";
import { OCCUPANCY } from "./occupancy.ts";
import { ON_OFF } from "./onoff.ts";
import { POLL_CONTROL } from "./pollcontrol.ts";
import { SCENES } from "./scenes-cluster.ts";
import { SENSORS } from "./sensors.ts";
import { THERMOSTAT } from "./thermostat.ts";

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
