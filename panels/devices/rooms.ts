/**
 * In which rooms devices are. Lights are members of groups; a group of type Room goes before all others. Sensors can be no members:
 * they are where their device's light is, where a remote made a group, or where a link of ours between room and sensor puts them. Pure.
 */

import type { Family, House } from "../house.ts";
import type { Wish } from "../perform.ts";
import { type Device, renamings } from "./house-devices.ts";

export interface Room {
  readonly id: string;
  readonly name: string;
  readonly isRoom: boolean; // else a group of lights
  readonly lights: readonly string[];
}

export type RoomHouse = Pick<House, "groups" | "resourcelinks">;

const OURS = { classid: 27_110, description: "sensors of a room" } as const;

export function roomsIn(groups: Family): readonly Room[] {
  return Object.entries(groups).flatMap(([id, group]) =>
    group.hidden === true
      ? []
      : [{ id, name: String(group.name), isRoom: group.type === "Room", lights: texts(group.lights) }],
  );
}

/** By the key of the device. Made once for all of them. */
export function placer({ groups, resourcelinks }: RoomHouse): (device: Device) => readonly Room[] {
  const all = roomsIn(groups);
  const byMember = new Map<string, Room[]>();
  const put = (address: string, room: Room) => byMember.set(address, [...(byMember.get(address) ?? []), room]);
  for (const room of all) {
    for (const id of room.lights) put(`/lights/${id}`, room);
    for (const id of texts(groups[room.id]?.devicemembership)) put(`/sensors/${id}`, room);
  }
  for (const { room: id, sensors } of linksIn(resourcelinks)) {
    const room = all.find((each) => each.id === id);
    if (room) for (const address of sensors) put(address, room);
  }
  const found = (addresses: readonly string[]) => [...new Set(addresses.flatMap((each) => byMember.get(each) ?? []))];
  return ({ parts }) => {
    const addresses = (family: string) => parts.filter((part) => part.family === family).map(({ address }) => address);
    const byLight = found(addresses("lights"));
    const rooms = byLight.length > 0 ? byLight : found(addresses("sensors"));
    const real = rooms.filter(({ isRoom }) => isRoom);
    return real.length > 0 ? real : rooms;
  };
}

interface Link {
  readonly id: string;
  readonly room: string;
  readonly sensors: readonly string[];
}

function linksIn(resourcelinks: Family): readonly Link[] {
  return Object.entries(resourcelinks).flatMap(([id, { classid, description, links }]) => {
    if (classid !== OURS.classid || description !== OURS.description) return [];
    const [group = "", ...sensors] = texts(links);
    const room = /^\/groups\/(\d+)$/.exec(group)?.[1];
    return room === undefined ? [] : [{ id, room, sensors }];
  });
}

/** The room into which our link puts a sensor-only device. */
export function linkedRoom({ parts }: Pick<Device, "parts">, resourcelinks: Family): string | undefined {
  const own = parts.map(({ address }) => address);
  return linksIn(resourcelinks).find(({ sensors }) => sensors.some((each) => own.includes(each)))?.room;
}

/** What puts a device without lights into a room, or into none. Sensors and rooms that are gone leave their links on the way. */
export function placing(
  { parts }: Pick<Device, "parts">,
  room: string | undefined,
  { groups, resourcelinks, sensors: known }: RoomHouse & Pick<House, "sensors">,
): readonly Wish[] {
  const own = parts.map(({ address }) => address);
  const wishes: Wish[] = [];
  let isPlaced = room === undefined;
  for (const { id, room: at, sensors } of linksIn(resourcelinks)) {
    const living = sensors.filter((each) => Object.hasOwn(known, each.slice("/sensors/".length)));
    const others = Object.hasOwn(groups, at) ? living.filter((each) => !own.includes(each)) : [];
    const now = at === room && !isPlaced ? [...others, ...own] : others;
    if (now !== others) isPlaced = true;
    const address = `/resourcelinks/${id}`;
    if (now.length === 0) wishes.push({ method: "DELETE", address });
    else if (!isSame(now, sensors)) wishes.push({ method: "PUT", address, body: { links: [`/groups/${at}`, ...now] } });
  }
  if (!isPlaced) {
    const body = { name: String(groups[room ?? ""]?.name ?? room), ...OURS, links: [`/groups/${room}`, ...own] };
    wishes.push({ method: "POST", address: "/resourcelinks", body });
  }
  return wishes;
}

/** What makes a light a member of a group, or ends it: all members are written anew. */
export function joining(id: string, { id: group, lights }: Room, isMember: boolean): Wish {
  const others = lights.filter((each) => each !== id);
  return { method: "PUT", address: `/groups/${group}`, body: { lights: isMember ? [...others, id] : others } };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

export interface Place {
  readonly name: string;
  readonly room: string | undefined; // a group's id
}

/** What puts a device into its room, and out of the other rooms; lights are members of groups, all else is where a link says. */
export function movingIn(device: Device, { name, room }: Place, house: House): readonly Wish[] {
  const names = renamings(device, name).map(
    (each): Wish => ({ method: "PUT", address: each.address, body: { name: each.name } }),
  );
  return [...(name.trim() === "" ? [] : names), ...roomWishes(device, room, house)];
}

/** A room that was made just now the house is told of a little later; then it says itself what is in it. */
export function withRoom(house: House, id: string, name: string): House {
  if (Object.hasOwn(house.groups, id)) return house;
  return { ...house, groups: { ...house.groups, [id]: { name, type: "Room", lights: [] } } };
}

function roomWishes(device: Device, room: string | undefined, house: House): readonly Wish[] {
  const lights = device.parts.filter(({ family }) => family === "lights").map(({ id }) => id);
  if (lights.length === 0) return placing(device, room, house);
  return roomsIn(house.groups).flatMap(({ id, isRoom, lights: members }): readonly Wish[] => {
    const others = members.filter((each) => !lights.includes(each));
    const now = id === room ? [...members, ...lights.filter((each) => !members.includes(each))] : others;
    const isTouched = now.length !== members.length && (id === room || isRoom);
    return isTouched ? [{ method: "PUT", address: `/groups/${id}`, body: { lights: now } }] : [];
  });
}
