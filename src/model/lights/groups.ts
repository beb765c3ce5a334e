/** The lights of a group: `attr.lights` holds their ids. */
import type { Address, Resource, Values } from "../resource.ts";

/** The group that holds each light. */
export const ALL_LIGHTS: Address = "/groups/65520";

export function membersOf({ lights }: Values): readonly string[] {
  return Array.isArray(lights) ? lights : [];
}

/** Those that there are. */
export function lightsOf(among: { get(address: Address): Resource | undefined }, { attr }: Resource): Resource[] {
  return membersOf(attr).flatMap((id) => among.get(`/lights/${id}`) ?? []);
}

/** Groups hold lights alone: a resourcelink of this kind names a room first, and then the sensors in it. */
export const ROOM_SENSORS = { classid: 27_110, description: "sensors of a room" } as const;
