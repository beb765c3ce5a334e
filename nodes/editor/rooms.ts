/** By which groups and rooms people find a resource in the lists of the dialogs. */
import type { Address, Resource } from "../../src/model/resource.ts";
import type { Store } from "../messages/pick.ts";

const ALL_LIGHTS: Address = "/groups/65520"; // says nothing of where they are
const SENSORS_OF_A_ROOM = 27_110; // the notes of the sidebar, by their class: first the group, then who is in it

/** Lights are members; what else their device has is where they are, and so are sensors that a note puts into a room. */
export function roomsOf(store: Store): (resource: Resource) => readonly string[] {
  const groups = store.list("/groups").filter(({ address, attr }) => address !== ALL_LIGHTS && !attr.hidden);
  const byAddress = new Map<string, Set<string>>();
  const byDevice = new Map<string, Set<string>>();
  const put = (address: string, { attr }: Resource) => {
    const resource = store.get(address as Address);
    if (!resource) return;
    add(byAddress, address, String(attr.name));
    add(byDevice, deviceOf(resource), String(attr.name));
  };
  for (const group of groups) {
    for (const id of texts(group.attr.lights)) put(`/lights/${id}`, group);
    for (const id of texts(group.attr.devicemembership)) put(`/sensors/${id}`, group);
  }
  for (const { attr } of store.list("/resourcelinks")) {
    const [first, ...members] = attr.classid === SENSORS_OF_A_ROOM ? texts(attr.links) : [];
    const group = groups.find(({ address }) => address === first);
    if (group) for (const address of members) put(address, group);
  }
  return (resource) => [...(byAddress.get(resource.address) ?? byDevice.get(deviceOf(resource)) ?? [])];
}

function add(all: Map<string, Set<string>>, key: string, name: string): void {
  if (key === "") return;
  all.set(key, (all.get(key) ?? new Set()).add(name));
}

/** Its address in the network; of what no device stands behind, "". */
function deviceOf({ attr: { uniqueid } }: Resource): string {
  return /^((?:[0-9a-f]{2}:){7}[0-9a-f]{2})-/.exec(String(uniqueid))?.[1] ?? "";
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
}
