/** The names of new resources, and those of clusters. */
import type { DeviceFacts } from "../../model/radio/device-facts.ts";
import type { Values } from "../../model/resource.ts";
import type { DeviceIdentity } from "./device-identity.ts";
import { hex } from "./unique-ids.ts";

/** The name that deCONZ gives a resource, until a user gives it a better one: "Extended color light 3", "Presence 12". */
export function defaultName(type: string, id: string, { modelid }: DeviceIdentity): string {
  if (modelid === "ZGPSWITCH") return `Hue Tap ${id}`;
  if (modelid === "FOHSWITCH") return `FoH Switch ${id}`;
  return `${type.replace(/^(ZHA|ZGP|ZLL)/, "")} ${id}`;
}

const LONGEST = 32; // characters of a name
const MOST_ALIKE = 16; // resources of one type that a device has

/** The label on a device is its first name. The second resource of one type gets a number, as when a person names the device. */
export function labelName(label: string, count: number): string {
  const end = count > 1 ? ` ${count}` : "";
  return label.slice(0, LONGEST - end.length) + end;
}

/** Whether no client has given the resource a name: it has the one that it came with. */
export function isFirstName(name: unknown, byType: string, label: string | undefined): boolean {
  if (name === byType) return true;
  if (label === undefined) return false;
  return Array.from({ length: MOST_ALIKE }, (_, index) => labelName(label, index + 1)).includes(String(name));
}

const CLUSTERS: Readonly<Record<number, string>> = {
  0: "Basic",
  1: "Power configuration",
  2: "Device temperature",
  3: "Identify",
  4: "Groups",
  5: "Scenes",
  6: "On/off",
  7: "On/off switch configuration",
  8: "Level control",
  9: "Alarms",
  10: "Time",
  12: "Analog input",
  13: "Analog output",
  14: "Analog value",
  15: "Binary input",
  16: "Binary output",
  17: "Binary value",
  18: "Multistate input",
  19: "Multistate output",
  20: "Multistate value",
  25: "OTA upgrade",
  32: "Poll control",
  33: "Green power",
  257: "Door lock",
  258: "Window covering",
  513: "Thermostat",
  514: "Fan control",
  516: "Thermostat user interface",
  768: "Color control",
  769: "Ballast configuration",
  1024: "Illuminance measurement",
  1026: "Temperature measurement",
  1027: "Pressure measurement",
  1028: "Flow measurement",
  1029: "Relative humidity",
  1030: "Occupancy sensing",
  1032: "Soil moisture",
  1036: "Carbon monoxide",
  1037: "Carbon dioxide",
  1066: "PM2.5",
  1067: "Formaldehyde",
  1070: "Volatile organic compounds",
  1280: "IAS zone",
  1281: "IAS control equipment",
  1282: "IAS warning device",
  1794: "Metering",
  2817: "Meter identification",
  2820: "Electrical measurement",
  2821: "Diagnostics",
  4096: "Touchlink",
  61184: "Tuya",
};

/** "On/off"; "0xfc03" for a cluster of a manufacturer. */
export function clusterName(id: number): string {
  return CLUSTERS[id] ?? `0x${hex(id, 4)}`;
}

/** The clusters of a device, endpoint by endpoint. */
export function endpointClusters({ endpoints }: DeviceFacts): readonly Values[] {
  return endpoints.map(({ id, profile, device, inputs, outputs }) => ({
    endpoint: id,
    profile: `0x${hex(profile, 4)}`,
    device: `0x${hex(device, 4)}`,
    inputs: inputs.map(clusterName),
    outputs: outputs.map(clusterName),
  }));
}
