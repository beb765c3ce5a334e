/** Several devices at once put into a room or a group, or taken out of it. Pure. */
import type { HouseDevice } from "../devices/house-devices.ts";
import { linkCommands, type RoomOrGroup, roomsIn } from "../devices/rooms.ts";
import type { HouseState } from "../house.ts";
import type { ApiCommand } from "../perform.ts";

export interface Members {
  readonly put: readonly HouseDevice[];
  readonly taken: readonly HouseDevice[];
}

/** A light is in one room, and in as many groups as it likes; a device without lights is in one room, and in no group. */
export function memberCommands(room: RoomOrGroup, { put, taken }: Members, house: HouseState): readonly ApiCommand[] {
  const [coming, leaving] = [lightsOf(put), lightsOf(taken)];
  const elsewhere = room.isRoom ? roomsIn(house.groups).filter(({ id, isRoom }) => isRoom && id !== room.id) : [];
  const left = elsewhere.flatMap(({ id, lights }) => changeOf(id, lights, [], coming));
  const sensors = new Map<string, string | undefined>([
    ...addressesOf(taken).map((address) => [address, undefined] as const),
    ...addressesOf(put).map((address) => [address, room.id] as const),
  ]);
  const links = room.isRoom && sensors.size > 0 ? linkCommands(sensors, house) : [];
  return [...left, ...changeOf(room.id, room.lights, coming, leaving), ...links];
}

function changeOf(
  id: string,
  members: readonly string[],
  coming: readonly string[],
  leaving: readonly string[],
): readonly ApiCommand[] {
  const now = [...new Set([...members, ...coming])].filter((each) => !leaving.includes(each));
  const isSame = now.length === members.length && now.every((each) => members.includes(each));
  return isSame ? [] : [{ method: "PUT", address: `/groups/${id}`, body: { lights: now } }];
}

export function hasLights({ resources }: Pick<HouseDevice, "resources">): boolean {
  return resources.some(({ family }) => family === "lights");
}

export function lightsOf(devices: readonly HouseDevice[]): readonly string[] {
  return devices.flatMap(({ resources }) => resources.filter(({ family }) => family === "lights").map(({ id }) => id));
}

function addressesOf(devices: readonly HouseDevice[]): readonly string[] {
  return devices
    .filter((device) => !hasLights(device))
    .flatMap(({ resources }) => resources.map((each) => each.address));
}

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
