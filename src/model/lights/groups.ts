/** The lights of a group, and how bright they are together: `attr.lights` holds their ids. */
import { idOf } from "../addresses.ts";
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

/** Whether the light at this address is this one, or is in this group; or whether it is this group's own address. */
export function isOrHolds({ address, attr }: Pick<Resource, "address" | "attr">, other: Address): boolean {
  if (address === other) return true;
  const areGroupAndLight = address.startsWith("/groups/") && other.startsWith("/lights/");
  return areGroupAndLight && membersOf(attr).includes(idOf(other));
}

/** The last report of a light is out of date once it cannot be reached: a lamp without power shines no more. */
export function isKnownOn({ on, reachable }: Values): boolean {
  return on === true && reachable !== false;
}

type Light = Pick<Resource, "state">;

/**
 * How bright those of these lights are that are on, in the mean: 0 where none of them is, undefined where none can be dimmed. The action of
 * a group is no answer to that: it has what the group was told last, if ever.
 */
export function brightnessOf<L extends Light>(
  lights: readonly L[],
  isOn: (light: L) => boolean = ({ state }) => isKnownOn(state),
): number | undefined {
  const dimmable = lights.filter(({ state }) => typeof state.bri === "number" && !isCovering(state));
  if (dimmable.length === 0) return undefined;
  const lit = dimmable.filter(isOn);
  const sum = lit.reduce((all, { state }) => all + Number(state.bri), 0);
  return Math.round(sum / Math.max(1, lit.length));
}

/** Its level says how far it is closed. */
function isCovering(state: Values): boolean {
  return "lift" in state || "open" in state;
}

/** Groups hold lights alone: a resourcelink of this kind names a room first, and then the sensors in it. */
export const ROOM_SENSORS = { classid: 27_110, description: "sensors of a room" } as const;
