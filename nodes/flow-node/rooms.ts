/** In which rooms and groups a resource is, as people see it. */
import { idOf } from "../../src/model/addresses.ts";
import { ROOM_SENSORS } from "../../src/model/lights/groups.ts";
import type { Address, Resource } from "../../src/model/resource.ts";
import type { Store } from "./resource-reference.ts";

const ALL_LIGHTS: Address = "/groups/65520"; // says nothing of where they are

/** Lights are members; what else their device has is where they are, and so are sensors that a note puts into a room. */
export function roomsOf(store: Store): (resource: Resource) => readonly Resource[] {
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
  return (resource) => [...(byAddress.get(resource.address) ?? byDevice.get(deviceOf(resource)) ?? [])];
}

function add(all: Map<string, Set<Resource>>, key: string, group: Resource): void {
  if (key === "") return;
  all.set(key, (all.get(key) ?? new Set()).add(group));
}

/** Its address in the network; of what no device stands behind, "". */
function deviceOf({ address, attr: { uniqueid } }: Resource): string {
  const own = typeof uniqueid === "string" ? uniqueid : idOf(address);
  return /^((?:[0-9a-f]{2}:){7}[0-9a-f]{2})(?:-|$)/.exec(own)?.[1] ?? "";
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
}
