/** Whom somebody may put into a room or a group. Pure. */
import type { HouseDevice } from "../devices/house-devices.ts";
import { hasLights, lightsOf, type RoomOrGroup } from "../devices/rooms.ts";

export interface Candidate {
  readonly device: HouseDevice;
  readonly isMember: boolean;
  readonly elsewhere: readonly RoomOrGroup[]; // where it is now
}

/** Whom somebody may put into a room: its members first, then who is nowhere, then who is elsewhere; a group takes lights only. */
export function candidatesFor(
  room: RoomOrGroup | undefined,
  devices: readonly HouseDevice[],
  roomsOf: (device: HouseDevice) => readonly RoomOrGroup[],
): readonly Candidate[] {
  const isRoom = room?.isRoom ?? true;
  const all = devices
    .filter((device) => device.resources.length > 0 && !device.isVirtual && (isRoom || hasLights(device)))
    .map((device): Candidate => {
      const places = roomsOf(device);
      const isMember = room !== undefined && isIn(device, room, places);
      return { device, isMember, elsewhere: places.filter(({ id, isRoom: isReal }) => isReal && id !== room?.id) };
    });
  const rank = ({ isMember, elsewhere }: Candidate) => (isMember ? 0 : elsewhere.length === 0 ? 1 : 2);
  return all
    .map((candidate, place) => ({ candidate, place }))
    .sort((one, other) => rank(one.candidate) - rank(other.candidate) || one.place - other.place)
    .map(({ candidate }) => candidate);
}

function isIn(device: HouseDevice, room: RoomOrGroup, places: readonly RoomOrGroup[]): boolean {
  const own = lightsOf([device]);
  return own.length > 0 ? own.some((id) => room.lights.includes(id)) : places.some(({ id }) => id === room.id);
}
