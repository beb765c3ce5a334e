/** Bindings in words: their source clusters and their targets. Pure. */
import type { Values } from "../../src/model/resource.ts";
import type { ResourcesById } from "../house.ts";
import type { DeviceHouse } from "./house-devices.ts";

interface BindingTarget {
  readonly group?: string;
  readonly uniqueid?: string;
  readonly endpoint?: number;
}

export interface DeviceBinding {
  readonly endpoint: number;
  readonly cluster: string;
  readonly target: BindingTarget;
}

/**
 * Clusters that are worth binding: the name of GET …/clusters, and that of the Zigbee stack. Other clusters have only a
 * number.
 */
const CLUSTERS: Readonly<Record<string, string>> = {
  "On/off": "genOnOff",
  "Level control": "genLevelCtrl",
  "Color control": "lightingColorCtrl",
  Scenes: "genScenes",
  "Window covering": "closuresWindowCovering",
  "Door lock": "closuresDoorLock",
  Thermostat: "hvacThermostat",
  "Power configuration": "genPowerCfg",
  "Temperature measurement": "msTemperatureMeasurement",
  "Relative humidity": "msRelativeHumidity",
  "Pressure measurement": "msPressureMeasurement",
  "Illuminance measurement": "msIlluminanceMeasurement",
  "Occupancy sensing": "msOccupancySensing",
  "IAS zone": "ssIasZone",
  "IAS warning device": "ssIasWd",
  Metering: "seMetering",
  "Electrical measurement": "haElectricalMeasurement",
};
const NEVER_REPORTED = "Scenes";
const MAKERS_OWN = /^0x[0-9a-f]{4}$/;

interface BindingSource {
  readonly endpoint: number;
  readonly cluster: string; // as the API wants it
  readonly name: string;
  readonly sends: boolean; // commands to others; else it reports
}

/** The clusters of a device that can be bound; clusters that send commands come first. */
export function sourcesIn(clusters: Values): readonly BindingSource[] {
  const all = Object.entries(clusters).flatMap(([endpoint, told]) => {
    const { inputs, outputs } = (told ?? {}) as Values;
    const some = (names: unknown, sends: boolean) =>
      (Array.isArray(names) ? names.map(String) : []).flatMap((name): readonly BindingSource[] => {
        const cluster = Object.hasOwn(CLUSTERS, name) ? CLUSTERS[name] : MAKERS_OWN.test(name) ? name : undefined;
        return cluster === undefined ? [] : [{ endpoint: Number(endpoint), cluster, name, sends }];
      });
    const sending = some(outputs, true);
    const isSent = (cluster: string) => sending.some((each) => each.cluster === cluster);
    const reporting = some(inputs, false).filter(({ name, cluster }) => name !== NEVER_REPORTED && !isSent(cluster));
    return [...sending, ...reporting];
  });
  return [...all.filter(({ sends }) => sends), ...all.filter(({ sends }) => !sends)];
}

/** "genOnOff" → "On/off" */
export function clusterName(cluster: string): string {
  return Object.keys(CLUSTERS).find((name) => CLUSTERS[name] === cluster) ?? cluster;
}

interface NamedTarget extends BindingTarget {
  readonly key: string;
  readonly name: string;
}

/** Possible targets: groups, the endpoints of lights, and the gateway where its address is known. */
export function targetsIn(
  { lights, groups }: DeviceHouse & { readonly groups: ResourcesById },
  coordinator: string,
  gateway: string,
): readonly NamedTarget[] {
  const own = coordinator === "" ? [] : [namedTarget({ uniqueid: coordinator, endpoint: 1 }, gateway)];
  const inGroups = Object.entries(groups).map(([id, { name }]) => namedTarget({ group: id }, String(name)));
  const atLights = Object.values(lights).flatMap(({ uniqueid, name }) => {
    const [, mac, endpoint] = /^((?:[0-9a-f]{2}:){7}[0-9a-f]{2})-([0-9a-f]{2})/.exec(String(uniqueid)) ?? [];
    return mac && endpoint
      ? [namedTarget({ uniqueid: mac, endpoint: Number.parseInt(endpoint, 16) }, String(name))]
      : [];
  });
  return [...own, ...inGroups, ...atLights];
}

function namedTarget(target: BindingTarget, name: string): NamedTarget {
  return { ...target, key: keyOf(target), name };
}

/** The name of a target; without one its address. */
export function targetName(target: BindingTarget, places: readonly NamedTarget[], devices: ResourcesById): string {
  const place = places.find(({ key }) => key === keyOf(target));
  const device = target.uniqueid === undefined ? undefined : devices[target.uniqueid];
  return place?.name ?? (device ? String(device.name) : (target.uniqueid ?? target.group ?? ""));
}

export function keyOf({ group, uniqueid, endpoint }: BindingTarget): string {
  return group === undefined ? `${uniqueid}/${endpoint}` : `group ${group}`;
}

export function targetOf({ group, uniqueid, endpoint }: BindingTarget): Values {
  return group === undefined ? { uniqueid, endpoint } : { group };
}
