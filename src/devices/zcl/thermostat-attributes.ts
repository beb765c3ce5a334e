/** Thermostats of standard clusters. */
import { membersBy, type RawCluster, type Reader, type Row, sensor, within } from "./attribute-rows.ts";

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

const setpoint = within(-27_315, 32_766);
const isSome: Reader = (value) => value !== 0;

const STATE: readonly Row[] = [
  { attribute: "localTemp", member: "temperature", read: within(-27_315, 32_767) },
  { attribute: "pIHeatingDemand", member: "valve", read: within(0, 100) },
  { attribute: "runningState", member: "on", read: isSome },
];
const CONFIG: readonly Row[] = [
  { attribute: "occupiedHeatingSetpoint", member: "heatsetpoint", read: setpoint },
  { attribute: "occupiedCoolingSetpoint", member: "coolsetpoint", read: setpoint },
  { attribute: "unoccupiedHeatingSetpoint", member: "unoccupiedheatsetpoint", read: setpoint },
  { attribute: "localTemperatureCalibration", member: "offset", read: within(-127, 127, 10) },
  { attribute: "systemMode", member: "mode", read: (value) => MODES[value] },
];
const LOCKED: readonly Row[] = [{ attribute: "keypadLockout", member: "locked", read: isSome }];

export const RAW_THERMOSTATS: Readonly<Record<string, RawCluster>> = {
  hvacThermostat: {
    id: 0x0201,
    read: (told) => [sensor(TYPE, membersBy(STATE, told)), sensor(TYPE, membersBy(CONFIG, told), "config")],
  },
  hvacUserInterfaceCfg: { id: 0x0204, read: (told) => [sensor(TYPE, membersBy(LOCKED, told), "config")] },
};
