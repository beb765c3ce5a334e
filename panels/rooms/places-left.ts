/** Where the devices of a room or a group are once it is removed: so Home shows them then. Pure. */
import type { HouseDevice, HouseResource } from "../devices/house-devices.ts";
import { type RoomHouse, type RoomOrGroup, roomFinder } from "../devices/rooms.ts";

/** The tiles and the lines on the page of a room or a group. */
export interface Listed {
  readonly handled: readonly { readonly device: HouseDevice; readonly resource: HouseResource }[];
  readonly told: readonly { readonly device: HouseDevice }[];
}

export interface PlaceLeft {
  readonly rooms: readonly RoomOrGroup[]; // empty: in no room or group
  readonly names: readonly string[];
}

/** The places in the order in which their devices are listed. */
export function placesLeft(
  removed: string,
  listed: Listed,
  { groups, resourcelinks }: RoomHouse,
): readonly PlaceLeft[] {
  const others = Object.fromEntries(Object.entries(groups).filter(([id]) => id !== removed));
  const roomsOf = roomFinder({ groups: others, resourcelinks });
  const places = new Map<string, PlaceLeft>();
  for (const { name, resources } of placedIn(listed)) {
    const rooms = roomsOf({ resources });
    const key = rooms.map(({ id }) => id).join();
    places.set(key, { rooms, names: [...(places.get(key)?.names ?? []), name] });
  }
  return [...places.values()];
}

interface Placed {
  readonly name: string;
  readonly resources: readonly HouseResource[]; // which decide where it is
}

/** Each light of a device may be in another room. */
function placedIn({ handled, told }: Listed): readonly Placed[] {
  return [
    ...handled.map(({ device, resource }) => ({
      name: String(resource.view.name),
      resources: resource.family === "lights" ? [resource] : device.resources,
    })),
    ...told.map(({ device: { name, resources } }) => ({ name, resources })),
  ];
}
