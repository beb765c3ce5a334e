/** Bindings in the words of people: what is bound, and to whom. Pure. */
import type { Values } from "../api.ts";
import type { Family } from "../house.ts";
import type { DeviceHouse } from "./house-devices.ts";

export interface Target {
  readonly group?: string;
  readonly uniqueid?: string;
  readonly endpoint?: number;
}

export interface Binding {
  readonly endpoint: number;
  readonly cluster: string;
  readonly target: Target;
}

/** A cluster that is worth binding: what GET …/clusters calls it, and what the air does. Of others only the number is known. */
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

export interface Source {
  readonly endpoint: number;
  readonly cluster: string; // as the API wants it
  readonly name: string;
  readonly sends: boolean; // commands to others; else it reports
}

/** What of a device can be bound; what sends commands first. */
export function sourcesIn(clusters: Values): readonly Source[] {
  const all = Object.entries(clusters).flatMap(([endpoint, told]) => {
    const { inputs, outputs } = (told ?? {}) as Values;
    const some = (names: unknown, sends: boolean) =>
      (Array.isArray(names) ? names.map(String) : []).flatMap((name): readonly Source[] => {
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

export interface Place extends Target {
  readonly key: string;
  readonly name: string;
}

/** Whom something can be bound to: groups, the lights by their endpoints, and the gateway where its address is known. */
export function placesIn(
  { lights, groups }: DeviceHouse & { readonly groups: Family },
  coordinator: string,
  gateway: string,
): readonly Place[] {
  const own = coordinator === "" ? [] : [placeOf({ uniqueid: coordinator, endpoint: 1 }, gateway)];
  const inGroups = Object.entries(groups).map(([id, { name }]) => placeOf({ group: id }, String(name)));
  const atLights = Object.values(lights).flatMap(({ uniqueid, name }) => {
    const [, mac, endpoint] = /^((?:[0-9a-f]{2}:){7}[0-9a-f]{2})-([0-9a-f]{2})/.exec(String(uniqueid)) ?? [];
    return mac && endpoint ? [placeOf({ uniqueid: mac, endpoint: Number.parseInt(endpoint, 16) }, String(name))] : [];
  });
  return [...own, ...inGroups, ...atLights];
}

function placeOf(target: Target, name: string): Place {
  return { ...target, key: keyOf(target), name };
}

/** The name of whom it is bound to; without one its address. */
export function placeName(target: Target, places: readonly Place[], devices: Family): string {
  const place = places.find(({ key }) => key === keyOf(target));
  const device = target.uniqueid === undefined ? undefined : devices[target.uniqueid];
  return place?.name ?? (device ? String(device.name) : (target.uniqueid ?? target.group ?? ""));
}

export function keyOf({ group, uniqueid, endpoint }: Target): string {
  return group === undefined ? `${uniqueid}/${endpoint}` : `group ${group}`;
}

export function targetOf({ group, uniqueid, endpoint }: Target): Values {
  return group === undefined ? { uniqueid, endpoint } : { group };
}
