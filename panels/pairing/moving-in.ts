/** A newcomer is given its name and its room. Pure. */

import { type Device, renamings } from "../devices/device-parts.ts";
import { placing, roomsIn } from "../devices/device-rooms.ts";
import type { House } from "../devices/house.ts";
import type { Wish } from "../widgets/wishing.ts";

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
