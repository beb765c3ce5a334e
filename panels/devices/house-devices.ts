/** Devices with the lights and sensors that they became. Virtual sensors stand for themselves. Pure. */
import type { Values } from "../../src/model/resource.ts";
import { type HouseState, LONGEST_NAME, type ResourcesById } from "../house.ts";
import type { ApiCommand } from "../perform.ts";
import { plainType, rankOf } from "./kinds.ts";

export interface HouseResource {
  readonly address: string; // "/lights/3"
  readonly family: "lights" | "sensors";
  readonly id: string;
  readonly type: string; //    "Dimmable light", "ZHATemperature"
  readonly view: Values;
  readonly state: Values;
  readonly config: Values; //  flat: "on/startup"
}

export interface HouseDevice {
  readonly key: string; //     its MAC address; of a virtual sensor its own address
  readonly name: string;
  readonly isVirtual: boolean; // nothing but a resource
  readonly info: Values; //   the answer of GET /devices/<mac>
  readonly resources: readonly HouseResource[]; // the lights first, then by purpose; the first names the device
}

/** The address of the device, unless its key is a resource, and the addresses of its resources. */
export function addressesOf({ key, resources }: Pick<HouseDevice, "key" | "resources">): readonly string[] {
  return [...(key.startsWith("/") ? [] : [`/devices/${key}`]), ...resources.map(({ address }) => address)];
}

/** The props of components for one resource. */
export interface ResourceProps {
  readonly resource: HouseResource;
}

export type DeviceHouse = Pick<HouseState, "devices" | "lights" | "sensors">;

const MAC = /^([0-9a-f]{2}:){7}[0-9a-f]{2}/i;

export function devicesIn({ devices, lights, sensors }: DeviceHouse): readonly HouseDevice[] {
  const byMac = new Map<string, HouseResource[]>(Object.keys(devices).map((mac) => [mac, []]));
  const alone: HouseDevice[] = [];
  for (const resource of [...resourcesIn("lights", lights), ...resourcesIn("sensors", sensors)]) {
    const mac = macOf(resource);
    if (mac === undefined) alone.push(deviceOf(resource.address, {}, [resource]));
    else byMac.set(mac, [...(byMac.get(mac) ?? []), resource]);
  }
  return [...[...byMac].map(([mac, resources]) => deviceOf(mac, devices[mac] ?? {}, resources)), ...alone];
}

function deviceOf(key: string, info: Values, told: readonly HouseResource[]): HouseDevice {
  const resources = told.length > 1 ? [...told].sort(byUse) : told;
  const name = String(resources[0]?.view.name ?? info.name ?? info.productname ?? key);
  return { key, name, isVirtual: key.startsWith("/"), info, resources };
}

/** The product name in shops: "IKEA · TRADFRI bulb E27"; where it is unknown, the device's own name for itself. */
export function productOf({ vendor, manufacturername, productname, modelid }: Values): string {
  return [vendor || manufacturername, productname || modelid]
    .filter((word) => typeof word === "string" && word)
    .join(" · ");
}

function byUse(one: HouseResource, other: HouseResource): number {
  if (one.family !== other.family) return one.family === "lights" ? -1 : 1;
  return rankOf(one.type) - rankOf(other.type);
}

/** A view that did not change is the same object, and so is its resource. */
const known = new WeakMap<Values, HouseResource>();

function resourcesIn(family: HouseResource["family"], all: ResourcesById): readonly HouseResource[] {
  return Object.entries(all).map(([id, view]) => {
    const resource = known.get(view) ?? resourceOf(family, id, view);
    known.set(view, resource);
    return resource;
  });
}

function resourceOf(family: HouseResource["family"], id: string, view: Values): HouseResource {
  return {
    address: `/${family}/${id}`,
    family,
    id,
    type: String(view.type),
    view,
    state: (view.state ?? {}) as Values,
    config: flat((view.config ?? {}) as Values),
  };
}

function macOf({ type, view }: HouseResource): string | undefined {
  if (/^CLIP|^Daylight$/.test(type)) return undefined;
  return MAC.exec(String(view.uniqueid))?.[0];
}

/** {on: {startup: 1}} → {"on/startup": 1} */
export function flat(values: Values, prefix = ""): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): readonly (readonly [string, unknown])[] =>
      isPlain(value) ? Object.entries(flat(value, `${prefix}${name}/`)) : [[prefix + name, value]],
    ),
  );
}

function isPlain(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}

export interface Renaming {
  readonly address: string;
  readonly name: string;
}

/**
 * The new names of resources when their device is renamed: only of resources that had its name or a default name. The second
 * resource of one type gets a number, so that the pair of a double switch can be told apart.
 */
export function renamings({ resources }: Pick<HouseDevice, "resources">, name: string): readonly Renaming[] {
  const [first] = resources;
  const wanted = name.trim();
  const before = String(first?.view.name ?? "");
  const seen = new Map<string, number>();
  return resources.flatMap((resource) => {
    const count = (seen.get(resource.type) ?? 0) + 1;
    seen.set(resource.type, count);
    const own = String(resource.view.name);
    const follows =
      resource === first || own === before || isNumbered(own, before) || isNumbered(own, plainType(resource.type));
    const end = count > 1 ? ` ${count}` : "";
    const next = wanted.slice(0, LONGEST_NAME - end.length) + end;
    return follows && own !== next ? [{ address: resource.address, name: next }] : [];
  });
}

export function renameCommands(all: readonly Renaming[]): readonly ApiCommand[] {
  return all.map(({ address, name }) => ({ method: "PUT", address, body: { name } }));
}

function isNumbered(name: string, stem: string): boolean {
  return name.startsWith(`${stem} `) && /^\d+$/.test(name.slice(stem.length + 1));
}
