/** Thermostats of standard clusters. */
import {
  type AttributeReader,
  type AttributeRow,
  type ClusterReader,
  inRange,
  readAttributes,
  sensorValues,
} from "./attribute-rows.ts";

const TYPE = "ZHAThermostat";
const MODES: Readonly<Record<number, string>> = {
  0: "off",
  1: "auto",
  3: "cool",
  4: "heat",
  5: "emergency heating",
  6: "precooling",
  7: "fan only",
  8: "dry",
  9: "sleep",
};

const setpoint = inRange(-27_315, 32_766);
const isSome: AttributeReader = (value) => value !== 0;

const STATE: readonly AttributeRow[] = [
  { attribute: "localTemp", member: "temperature", read: inRange(-27_315, 32_767) },
  { attribute: "pIHeatingDemand", member: "valve", read: inRange(0, 100) },
  { attribute: "runningState", member: "on", read: isSome },
];
const CONFIG: readonly AttributeRow[] = [
  { attribute: "occupiedHeatingSetpoint", member: "heatsetpoint", read: setpoint },
  { attribute: "occupiedCoolingSetpoint", member: "coolsetpoint", read: setpoint },
  { attribute: "unoccupiedHeatingSetpoint", member: "unoccupiedheatsetpoint", read: setpoint },
  { attribute: "localTemperatureCalibration", member: "offset", read: inRange(-127, 127, 10) },
  { attribute: "systemMode", member: "mode", read: (value) => MODES[value] },
];
const LOCKED: readonly AttributeRow[] = [{ attribute: "keypadLockout", member: "locked", read: isSome }];

export const THERMOSTAT_CLUSTERS: Readonly<Record<string, ClusterReader>> = {
  hvacThermostat: {
    id: 0x0201,
    read: (told) => [
      sensorValues(TYPE, readAttributes(STATE, told)),
      sensorValues(TYPE, readAttributes(CONFIG, told), "config"),
    ],
  },
  hvacUserInterfaceCfg: { id: 0x0204, read: (told) => [sensorValues(TYPE, readAttributes(LOCKED, told), "config")] },
};
