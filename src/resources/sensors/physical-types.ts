/** The sensors of real devices, as definitions: the members that all of them have, around those of their kind. */
import type { Definition, Definitions } from "../../model/definitions.ts";
import { bool, type Fields, int, list, num, object, savedLater, text, time, untilTold } from "../../model/fields.ts";
import type { SensorFields } from "../../model/sensors/sensor-fields.ts";
import { SENSOR_KINDS } from "../../model/sensors/sensor-kinds.ts";
import { CONFIG, SENSOR_ATTR, STATE, sensorType } from "./kinds.ts";

/** Told by the device, not to be set by a client. */
const FIXED_CONFIG: Fields = {
  reachable: bool({ default: true, access: "read-only", saved: "later", about: "It was heard lately" }),
  battery: int({ min: 0, max: 100, unit: "%", access: "read-only" }),
  pending: list({
    access: "read-only",
    each: text(),
    about: "Members that wait until the sleeping device is heard again",
  }),
  enrolled: int({ access: "read-only" }),
  temperature: int({ unit: "0.01 °C", access: "read-only", about: "Of the device itself" }),
};
const COMMON_CONFIG: Fields = {
  on: CONFIG.on,
  ...FIXED_CONFIG,
  group: text({ max: 200, about: "Groups that a remote speaks to, separated by commas" }),
  ledindication: bool(),
  locked: bool(),
  devicemode: text({ min: 1, max: 60 }),
  alert: text({ oneOf: ["none", "select", "lselect"] }),
};

/** Members of any device that tells them. */
const COMMON_STATE: Fields = {
  fault: bool({ about: "It says that something of it is broken" }),
  uptime: int({ min: 0, unit: "h" }),
  lifetime: int({ min: 0, unit: "h", about: "How long it has run in all" }),
  volume: num({ min: 0, unit: "l", about: "How much has flowed through" }),
};

/** The members that each resource of a device tells of the device. */
const OF_DEVICE: Fields = {
  ep: int({ access: "read-only", about: "Endpoint of the device" }),
  lastseen: time({
    access: "read-only",
    quiet: true,
    saved: "with-next",
    about: "UTC, when the device was last heard",
  }),
  lastannounced: time({ access: "read-only", saved: "later", about: "UTC, when it last came into the network" }),
  capabilities: object({ access: "read-only" }),
  formerly: list({ access: "hidden", each: text(), about: "Unique ids of devices in whose place it is" }),
  calibrates: bool({ access: "hidden", about: "The device itself adds its offset" }),
};

export const PHYSICAL_TYPES: Definitions = {
  ...Object.fromEntries(Object.entries(SENSOR_KINDS).map(([name, kind]) => [`ZHA${name}`, physical(kind)])),
  ZGPSwitch: physical(SENSOR_KINDS.Switch as SensorFields),
};

function physical({ state, config, adjust, follows }: SensorFields): Definition {
  return sensorType(
    {
      attr: { ...SENSOR_ATTR, ...OF_DEVICE },
      config: untilTold({ ...COMMON_CONFIG, ...config }),
      state: savedLater(untilTold({ ...state, ...COMMON_STATE, ...STATE })),
      clients: { write: ["attr", "config"] },
    },
    {
      ...(adjust && { adjust: (values, resource) => (resource.attr.calibrates ? values : adjust(values, resource)) }),
      ...(follows && { follows: (before, after) => (adjust && after.attr.calibrates ? {} : follows(before, after)) }),
    },
  );
}
