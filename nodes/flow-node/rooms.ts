/** In which rooms and groups a resource is, as people see it. */
import { idOf } from "../../src/model/addresses.ts";
import { ROOM_SENSORS } from "../../src/model/lights/groups.ts";
import type { Address, Resource } from "../../src/model/resource.ts";
import type { Store } from "./resource-reference.ts";

const ALL_LIGHTS: Address = "/groups/65520"; // says nothing of where they are

export function roomsOf(store: Store): (resource: Resource) => readonly Resource[] {
  const { byAddress, byDevice } = groupsOfAll(store);
  return (resource) => [...(byAddress.get(resource.address) ?? byDevice.get(deviceOf(resource)) ?? [])];
}

/** The members of one room, with those that were in it until they were deleted. */
export interface RoomMembers {
  readonly addresses: ReadonlyMap<string, string | undefined>; // of members of any room: of this one the device, or ""
  readonly devices: ReadonlySet<string>;
}

/** `before`: a deleted resource stays in its room, so that the room is known for all parts of a device that is deleted. */
export function membersOfRoom(store: Store, room: Address, before?: RoomMembers): RoomMembers {
  const { byAddress, byDevice } = groupsOfAll(store);
  const isHere = (groups: ReadonlySet<Resource>) => [...groups].some(({ address }) => address === room);
  const addresses = new Map<string, string | undefined>();
  for (const [address, groups] of byAddress)
    addresses.set(address, isHere(groups) ? deviceOf(store.get(address as Address)) : undefined);
  const devices = new Set([...byDevice].filter(([, groups]) => isHere(groups)).map(([device]) => device));
  for (const [address, device] of before?.addresses ?? []) {
    if (device === undefined || store.get(address as Address)) continue;
    addresses.set(address, device);
    const now = store.get(`/devices/${device}`);
    if (device !== "" && !byDevice.has(device) && (!now || now.attr.gone === true)) devices.add(device);
  }
  return { addresses, devices };
}

export function isInRoom({ addresses, devices }: RoomMembers, resource: Resource): boolean {
  if (addresses.has(resource.address)) return addresses.get(resource.address) !== undefined;
  return devices.has(deviceOf(resource));
}

/** Lights are members; the other parts of their device are in the same room, and a note may put a sensor into a room. */
function groupsOfAll(store: Store) {
  const groups = store.list("/groups").filter(({ address, attr }) => address !== ALL_LIGHTS && !attr.hidden);
  const byAddress = new Map<string, Set<Resource>>();
  const byDevice = new Map<string, Set<Resource>>();
  const put = (address: string, group: Resource) => {
    const resource = store.get(address as Address);
    if (!resource) return;
    add(byAddress, address, group);
    add(byDevice, deviceOf(resource), group);
  };
  for (const group of groups) {
    for (const id of texts(group.attr.lights)) put(`/lights/${id}`, group);
    for (const id of texts(group.attr.devicemembership)) put(`/sensors/${id}`, group);
  }
  for (const { attr } of store.list("/resourcelinks")) {
    const [first, ...members] = attr.classid === ROOM_SENSORS.classid ? texts(attr.links) : [];
    const group = groups.find(({ address }) => address === first);
    if (group) for (const address of members) put(address, group);
  }
  return { byAddress, byDevice };
}

function add(all: Map<string, Set<Resource>>, key: string, group: Resource): void {
  if (key === "") return;
  all.set(key, (all.get(key) ?? new Set()).add(group));
}

/** The address of its device in the network; "" for a resource without a device. */
export function deviceOf(resource: Resource | undefined): string {
  if (!resource) return "";
  const { address, attr } = resource;
  const { uniqueid } = attr;
  const own = typeof uniqueid === "string" ? uniqueid : idOf(address);
  return /^((?:[0-9a-f]{2}:){7}[0-9a-f]{2})(?:-|$)/.exec(own)?.[1] ?? "";
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
}
