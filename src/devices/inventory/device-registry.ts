/** The devices that the radio has, with what they became: looked up for each frame and each wish. What lasts of them stands in the store. */
import type { Store } from "../../core/store.ts";
import type { DeviceFacts, Ieee } from "../../model/radio.ts";
import type { Address, Cause, Resource, Values } from "../../model/resource.ts";
import type { PlannedResource } from "../plan/device-plan.ts";
import { macOf } from "./unique-ids.ts";

export const BY_RADIO: Cause = { by: "radio", depth: 0 };

/** A device of the network. What the converters know of it was needed for the plan, and is not kept. */
export interface Device {
  readonly ieee: Ieee;
  readonly address: Address; // "/devices/00:15:8d:00:01:02:03:04"
  readonly facts: Omit<DeviceFacts, "definition">;
  readonly hasConverter: boolean; // the converters speak its language; to others one speaks in standard clusters
  readonly resources: readonly DeviceResource[];
}

/** A resource of a device, with the plan behind it. */
export interface DeviceResource {
  readonly address: Address;
  readonly planned: PlannedResource;
}

/** What a device remembers of a resource, also when that is gone: the same device gets the same ids and names again. */
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
  /** Who stands behind a resource, if the radio has it. */
  resourceAt(address: Address): ResourceOwner | undefined;
  set(device: Device): void;
  drop(ieee: Ieee): void;
}

/** `dropped` hears of those that the radio has no longer. */
export function openDeviceRegistry(dropped: (ieee: Ieee) => void): DeviceRegistry {
  const devices = new Map<Ieee, Device>();
  const resources = new Map<Address, ResourceOwner>();
  const takeOut = (ieee: Ieee) => {
    for (const { address } of devices.get(ieee)?.resources ?? []) resources.delete(address);
    devices.delete(ieee);
  };
  return {
    get: (ieee) => devices.get(ieee),
    all: () => devices.values(),
    resourceAt: (address) => resources.get(address),
    set: (device) => {
      takeOut(device.ieee);
      devices.set(device.ieee, device);
      for (const resource of device.resources) resources.set(resource.address, { device, resource });
    },
    drop: (ieee) => {
      takeOut(ieee);
      dropped(ieee);
    },
  };
}

export function deviceAddress(ieee: Ieee): Address {
  return `/devices/${macOf(ieee)}`;
}

export function identitiesOf(device: Resource | undefined): Readonly<Record<string, ResourceIdentity>> {
  return (device?.attr.known ?? {}) as Record<string, ResourceIdentity>;
}

/** The resources that a device has now. */
export function resourcesOf(store: Store, device: Resource | undefined): readonly Resource[] {
  return Object.entries(identitiesOf(device)).flatMap(([uniqueid, kin]) => {
    const resource = store.get(resourceAddress(kin));
    return resource?.attr.uniqueid === uniqueid ? resource : [];
  });
}

export function resourceAddress({ family, id }: ResourceIdentity): Address {
  return `/${family}/${id}`;
}

/** A server cluster at the endpoint behind a resource. */
export function hasCluster({ facts }: Device, { planned }: DeviceResource, cluster: number): boolean {
  return facts.endpoints.some(({ id, inputs }) => id === planned.source && inputs.includes(cluster));
}

/** Where a resource says whether its device can be reached; some have no such member. */
export function setReachable(store: Store, resource: Resource, reachable: boolean): void {
  const section = resource.address.startsWith("/lights/") ? "state" : "config";
  const values: Values = { reachable };
  if ("reachable" in resource[section]) store.patch(resource.address, section, values, BY_RADIO);
}
