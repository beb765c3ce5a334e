/** The devices that the radio has, each with its plan: looked up for each frame and each command. Lasting facts stand in the store. */
import type { Store } from "../../core/store.ts";
import { macOf } from "../../model/addresses.ts";
import type { DeviceFacts, Ieee } from "../../model/radio/device-facts.ts";
import type { Address, Cause, Resource, Values } from "../../model/resource.ts";
import type { PlannedResource } from "../plan/device-plan.ts";

export const BY_RADIO: Cause = { by: "radio", depth: 0 };

/** A device of the network. Its definition was needed for the plan, and is not kept; its values stand elsewhere. */
export interface Device {
  readonly ieee: Ieee;
  readonly address: Address; // "/devices/00:15:8d:00:01:02:03:04"
  readonly facts: Omit<DeviceFacts, "definition" | "values">;
  readonly hasConverter: boolean; // else it is sent commands of the standard clusters
  readonly resources: readonly DeviceResource[];
}

/** A resource of a device, with its plan. */
export interface DeviceResource {
  readonly address: Address;
  readonly planned: PlannedResource;
}

/** The device's memory of a resource, even of a deleted one: a device that comes back gets the same ids and names. */
export interface ResourceIdentity {
  readonly id: string;
  readonly family: PlannedResource["family"];
  readonly name: string;
}

/** A device's resource together with the device. */
export interface ResourceOwner {
  readonly device: Device;
  readonly resource: DeviceResource;
}

export interface DeviceRegistry {
  get(ieee: Ieee): Device | undefined;
  all(): Iterable<Device>;
  resourceAt(address: Address): ResourceOwner | undefined;
  set(device: Device): void;
  drop(ieee: Ieee): void;
}

/** `onDrop` is called for each device that the radio no longer has. */
export function openDeviceRegistry(onDrop: (ieee: Ieee) => void): DeviceRegistry {
  const devices = new Map<Ieee, Device>();
  const resources = new Map<Address, ResourceOwner>();
  const remove = (ieee: Ieee) => {
    for (const { address } of devices.get(ieee)?.resources ?? []) resources.delete(address);
    devices.delete(ieee);
  };
  return {
    get: (ieee) => devices.get(ieee),
    all: () => devices.values(),
    resourceAt: (address) => resources.get(address),
    set: (device) => {
      remove(device.ieee);
      devices.set(device.ieee, device);
      for (const resource of device.resources) resources.set(resource.address, { device, resource });
    },
    drop: (ieee) => {
      remove(ieee);
      onDrop(ieee);
    },
  };
}

export function deviceAddress(ieee: Ieee): Address {
  return `/devices/${macOf(ieee)}`;
}

export function identitiesOf(device: Resource | undefined): Readonly<Record<string, ResourceIdentity>> {
  return (device?.attr.known ?? {}) as Record<string, ResourceIdentity>;
}

export function identityAt(device: Resource | undefined, uniqueid: string): ResourceIdentity | undefined {
  const identities = identitiesOf(device);
  return Object.hasOwn(identities, uniqueid) ? identities[uniqueid] : undefined;
}

/** The resources that a device has now. */
export function resourcesOf(store: Store, device: Resource | undefined): readonly Resource[] {
  return Object.entries(identitiesOf(device)).flatMap(([uniqueid, identity]) => {
    const resource = store.get(resourceAddress(identity));
    return resource?.attr.uniqueid === uniqueid ? resource : [];
  });
}

export function resourceAddress({ family, id }: Pick<ResourceIdentity, "family" | "id">): Address {
  return `/${family}/${id}`;
}

/** Whether the endpoint of a resource has this server cluster. */
export function hasCluster({ facts }: Device, { planned }: DeviceResource, cluster: number): boolean {
  return facts.endpoints.some(({ id, inputs }) => id === planned.source && inputs.includes(cluster));
}

/** Lights have the member in their state, sensors in their config; some resources do not have it. */
export function setReachable(store: Store, resource: Resource, reachable: boolean): void {
  const section = resource.address.startsWith("/lights/") ? "state" : "config";
  const values: Values = { reachable };
  if ("reachable" in resource[section]) store.patch(resource.address, section, values, BY_RADIO);
}

/** Commands for a sleeper wait until it is awake. Sleepy lights and thermostats are none: they poll their parent every few seconds. */
export function isSleeper({ facts, resources }: Device): boolean {
  const polls = resources.some(({ planned: { family, type } }) => family === "lights" || type === "ZHAThermostat");
  return facts.sleepy && !polls;
}
