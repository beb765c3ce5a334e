/** The rooms and devices by which events are looked through. Pure. */
import type { HouseDevice } from "../devices/house-devices.ts";
import { type RoomHouse, roomFinder, roomsIn } from "../devices/rooms.ts";
import { compareWords } from "../texts.ts";

export interface Place {
  readonly id: string; // "room/3", "device/00:15:8d:…"
  readonly name: string;
  readonly isRoom: boolean;
  readonly addresses: ReadonlySet<string>;
}

/** Rooms first, each by name. */
export function placesIn(house: RoomHouse, devices: readonly HouseDevice[]): readonly Place[] {
  const roomsOf = roomFinder(house);
  const members = new Map<string, string[]>();
  for (const device of devices)
    for (const { id } of roomsOf(device)) members.set(id, [...(members.get(id) ?? []), ...addressesOf(device)]);
  const rooms = roomsIn(house.groups).map(
    ({ id, name }): Place => ({
      ...{ id: `room/${id}`, name, isRoom: true },
      addresses: new Set([`/groups/${id}`, ...(members.get(id) ?? [])]),
    }),
  );
  const own = devices.map(
    (device): Place => ({
      ...{ id: `device/${device.key}`, name: device.name, isRoom: false },
      addresses: new Set(addressesOf(device)),
    }),
  );
  return [...rooms.toSorted(byName), ...own.toSorted(byName)];
}

function addressesOf({ key, resources }: HouseDevice): readonly string[] {
  return [...(key.startsWith("/") ? [] : [`/devices/${key}`]), ...resources.map(({ address }) => address)];
}

function byName(one: Place, other: Place): number {
  return compareWords(one.name, other.name);
}
