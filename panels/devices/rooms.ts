/**
 * The rooms of devices. Lights are members of groups; a group of type Room goes before all others. Sensors cannot be
 * members: a sensor is in the room of its device's light, in the group that a remote made, or in the room of a
 * resourcelink that the panels keep. And the devices that a room can take, and those that its switch switches. Pure.
 */
import { ROOM_SENSORS } from "../../src/model/lights/groups.ts";
import type { HouseState, ResourcesById } from "../house.ts";
import type { ApiCommand } from "../perform.ts";
import { say } from "../texts.ts";
import { holdsWords, nearestFirst, simple } from "../widgets/search.ts";
import { type HouseDevice, type HouseResource, renameCommands, renamings } from "./house-devices.ts";
import { kindOf } from "./kinds.ts";

export interface RoomOrGroup {
  readonly id: string;
  readonly name: string;
  readonly isRoom: boolean; // else a group of lights
  readonly lights: readonly string[];
}

export type RoomHouse = Pick<HouseState, "groups" | "resourcelinks">;

export function roomsIn(groups: ResourcesById): readonly RoomOrGroup[] {
  return Object.entries(groups).flatMap(([id, group]) =>
    group.hidden === true
      ? []
      : [{ id, name: String(group.name), isRoom: group.type === "Room", lights: texts(group.lights) }],
  );
}

/** Finds the rooms of a device; its index is made once for all devices. */
export function roomFinder({
  groups,
  resourcelinks,
}: RoomHouse): (device: Pick<HouseDevice, "resources">) => readonly RoomOrGroup[] {
  const all = roomsIn(groups);
  const byMember = new Map<string, RoomOrGroup[]>();
  const put = (address: string, room: RoomOrGroup) => byMember.set(address, [...(byMember.get(address) ?? []), room]);
  for (const room of all) {
    for (const id of room.lights) put(`/lights/${id}`, room);
    for (const id of texts(groups[room.id]?.devicemembership)) put(`/sensors/${id}`, room);
  }
  for (const { room: id, sensors } of linksIn(resourcelinks)) {
    const room = all.find((each) => each.id === id);
    if (room) for (const address of sensors) put(address, room);
  }
  const found = (addresses: readonly string[]) => [...new Set(addresses.flatMap((each) => byMember.get(each) ?? []))];
  return ({ resources }) => {
    const addresses = (family: string) =>
      resources.filter((resource) => resource.family === family).map(({ address }) => address);
    const byLight = found(addresses("lights"));
    const rooms = byLight.length > 0 ? byLight : found(addresses("sensors"));
    const real = rooms.filter(({ isRoom }) => isRoom);
    return real.length > 0 ? real : rooms;
  };
}

interface RoomLink {
  readonly id: string;
  readonly room: string;
  readonly sensors: readonly string[];
}

function linksIn(resourcelinks: ResourcesById): readonly RoomLink[] {
  return Object.entries(resourcelinks).flatMap(([id, { classid, description, links }]) => {
    if (classid !== ROOM_SENSORS.classid || description !== ROOM_SENSORS.description) return [];
    const [group = "", ...sensors] = texts(links);
    const room = /^\/groups\/(\d+)$/.exec(group)?.[1];
    return room === undefined ? [] : [{ id, room, sensors }];
  });
}

/** The room of a device without lights, by its resourcelink. */
export function linkedRoom(
  { resources }: Pick<HouseDevice, "resources">,
  resourcelinks: ResourcesById,
): string | undefined {
  const own = resources.map(({ address }) => address);
  return linksIn(resourcelinks).find(({ sensors }) => sensors.some((each) => own.includes(each)))?.room;
}

type LinkedHouse = RoomHouse & Pick<HouseState, "sensors">;

/**
 * The commands that put sensors into the rooms that they are to be in, or into none, all at once; they also remove
 * deleted sensors and rooms from resourcelinks.
 */
function linkCommands(
  rooms: ReadonlyMap<string, string | undefined>,
  { groups, resourcelinks, sensors: known }: LinkedHouse,
): readonly ApiCommand[] {
  const coming = new Map<string, string[]>();
  for (const [address, room] of rooms) if (room !== undefined) coming.set(room, [...(coming.get(room) ?? []), address]);
  const commands: ApiCommand[] = [];
  for (const { id, room, sensors } of linksIn(resourcelinks)) {
    const living = sensors.filter((each) => Object.hasOwn(known, each.slice("/sensors/".length)));
    const staying = Object.hasOwn(groups, room) ? living.filter((each) => !rooms.has(each)) : [];
    const now = [...staying, ...(coming.get(room) ?? [])];
    coming.delete(room);
    const address = `/resourcelinks/${id}`;
    if (now.length === 0) commands.push({ method: "DELETE", address });
    else if (!isSame(now, sensors))
      commands.push({ method: "PUT", address, body: { links: [`/groups/${room}`, ...now] } });
  }
  for (const [room, own] of coming) {
    const body = { name: String(groups[room]?.name ?? room), ...ROOM_SENSORS, links: [`/groups/${room}`, ...own] };
    commands.push({ method: "POST", address: "/resourcelinks", body });
  }
  return commands;
}

/** The command that adds a light to a group or removes it, without regard to other groups: it writes all members. */
export function membershipCommand(id: string, { id: group, lights }: RoomOrGroup, isMember: boolean): ApiCommand {
  const others = lights.filter((each) => each !== id);
  return { method: "PUT", address: `/groups/${group}`, body: { lights: isMember ? [...others, id] : others } };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

interface NameAndRoom {
  readonly name: string;
  readonly room: string | undefined; // a group's id
}

/** The commands that name a device and put it into a room, and out of the others. */
export function setupCommands(
  device: HouseDevice,
  { name, room }: NameAndRoom,
  house: HouseState,
): readonly ApiCommand[] {
  const names = renameCommands(renamings(device, name));
  return [...(name.trim() === "" ? [] : names), ...memberCommands(room, { put: [device] }, house)];
}

/** The house with a new room that the stream has not reported yet. */
export function withRoom(house: HouseState, id: string, name: string, lights: readonly string[] = []): HouseState {
  if (Object.hasOwn(house.groups, id)) return house;
  return { ...house, groups: { ...house.groups, [id]: { name, type: "Room", lights } } };
}

/** The devices that a room or a group gets, and those that it loses. */
interface MemberChange {
  readonly put: readonly Pick<HouseDevice, "resources">[];
  readonly taken?: readonly Pick<HouseDevice, "resources">[];
}

/**
 * The commands that put devices into a room or a group (undefined: into no room) and take others out of it, each group and link written
 * once. A light is in one room, and in as many groups as it likes; a device without lights is in one room, and in no group.
 */
export function memberCommands(
  room: string | undefined,
  { put, taken = [] }: MemberChange,
  house: LinkedHouse,
): readonly ApiCommand[] {
  const all = roomsIn(house.groups);
  const target = all.find(({ id }) => id === room);
  const isRoom = target?.isRoom ?? true;
  const [coming, leaving] = [lightsOf(put), lightsOf(taken)];
  const left = all.filter((each) => isRoom && each.isRoom && each.id !== room);
  const sensors = new Map<string, string | undefined>([
    ...sensorsOf(taken).map((address) => [address, undefined] as const),
    ...sensorsOf(put).map((address) => [address, room] as const),
  ]);
  return [
    ...left.flatMap((each) => lightsCommand(each, [], coming)),
    ...(target ? lightsCommand(target, coming, leaving) : []),
    ...(isRoom && sensors.size > 0 ? linkCommands(sensors, house) : []),
  ];
}

function lightsCommand(
  { id, lights }: RoomOrGroup,
  coming: readonly string[],
  leaving: readonly string[],
): readonly ApiCommand[] {
  const now = [...new Set([...lights, ...coming])].filter((each) => !leaving.includes(each));
  return isSame(now, lights) ? [] : [{ method: "PUT", address: `/groups/${id}`, body: { lights: now } }];
}

/** The commands that put devices back into the rooms and groups where they were; later changes of other devices stay. */
export function returnCommands(
  devices: readonly Pick<HouseDevice, "resources">[],
  before: Pick<LinkedHouse, "groups" | "resourcelinks">,
  now: LinkedHouse,
): readonly ApiCommand[] {
  const moved = lightsOf(devices);
  const were = new Map(
    roomsIn(before.groups).map(({ id, lights }) => [id, lights.filter((each) => moved.includes(each))]),
  );
  const rooms = roomsIn(now.groups);
  const links = linksIn(before.resourcelinks);
  const roomOf = (address: string) => links.find(({ sensors }) => sensors.includes(address))?.room;
  const sensors = new Map(sensorsOf(devices).map((address) => [address, roomOf(address)]));
  return [
    ...rooms.flatMap((room) => {
      const coming = were.get(room.id) ?? [];
      const leaving = moved.filter((each) => !coming.includes(each));
      return lightsCommand(room, coming, leaving);
    }),
    ...(sensors.size > 0 ? linkCommands(sensors, now) : []),
  ];
}

function hasLights({ resources }: Pick<HouseDevice, "resources">): boolean {
  return resources.some(({ family }) => family === "lights");
}

export function lightsOf(devices: readonly Pick<HouseDevice, "resources">[]): readonly string[] {
  return devices.flatMap(({ resources }) => resources.filter(({ family }) => family === "lights").map(({ id }) => id));
}

/** Of devices without lights. */
function sensorsOf(devices: readonly Pick<HouseDevice, "resources">[]): readonly string[] {
  const others = devices.filter((device) => !hasLights(device));
  return others.flatMap(({ resources }) => resources.map(({ address }) => address));
}

// ---- the devices that a user may put into a room or a group

export interface Candidate {
  readonly device: HouseDevice;
  readonly isMember: boolean;
  readonly elsewhere: readonly RoomOrGroup[]; // where it is now
}

/** Candidates for a room: its members first, then devices in no room, then devices in other rooms; a group takes lights only. */
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

/** Found by their names, their kinds and the names of their rooms; in their old order without a search. */
export function foundCandidates(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  if (typed.trim() === "") return candidates;
  const found = candidates.filter(({ device, elsewhere }) => {
    const words = [device.name, say(`devices.kind.${kindOf(device)}`), ...elsewhere.map(({ name }) => name)];
    return holdsWords(simple(words.join("\n")), typed);
  });
  return nearestFirst(found, ({ device }) => device.name, typed);
}

function isIn(device: HouseDevice, room: RoomOrGroup, places: readonly RoomOrGroup[]): boolean {
  const own = lightsOf([device]);
  return own.length > 0 ? own.some((id) => room.lights.includes(id)) : places.some(({ id }) => id === room.id);
}

// ---- the devices that the switch of a room switches

/** In-wall switches and dimmers are there for lights. */
const BY_THEMSELVES: readonly string[] = ["light", "switch"];

/**
 * A room switches its lights; a washing machine goes on when they go out. The kind of this light decides where the user has not chosen for
 * its device.
 */
export function followsRoom({ info }: Pick<HouseDevice, "info">, { type }: Pick<HouseResource, "type">): boolean {
  const { followsroom: said } = info;
  return typeof said === "boolean" ? said : BY_THEMSELVES.includes(kindOf({ resources: [{ type }] }));
}
