/** A device that comes in becomes several resources, and a room has a list of its sensors: that it is new is told once. Pure. */
import { ROOM_SENSORS } from "../../src/model/lights/groups.ts";
import { addressesOf, type HouseDevice } from "../devices/house-devices.ts";
import type { RoomHouse } from "../devices/rooms.ts";
import type { LoggedEvent } from "./log.ts";

const TOGETHER = 60_000; // milliseconds: an interview takes no longer

/** Of what each address is a part: of a device, or of the room whose sensors it lists. */
export function wholesOf(
  devices: readonly HouseDevice[],
  { resourcelinks }: Pick<RoomHouse, "resourcelinks">,
): ReadonlyMap<string, string> {
  const parts = devices.flatMap((device) => addressesOf(device).map((address) => [address, device.key] as const));
  const lists = Object.entries(resourcelinks)
    .filter(([, { classid }]) => classid === ROOM_SENSORS.classid)
    .map(([id, { links }]) => [`/resourcelinks/${id}`, String((links as readonly unknown[])[0])] as const);
  return new Map([...parts, ...lists]);
}

/** The first of them tells it. */
export function newOnce(events: readonly LoggedEvent[], wholes: ReadonlyMap<string, string>): readonly LoggedEvent[] {
  const told = new Map<string, number>();
  return events.filter(({ news: { event, address, at } }) => {
    if (event !== "added") return true;
    const whole = wholes.get(address) ?? address;
    const isTold = at - (told.get(whole) ?? Number.NEGATIVE_INFINITY) <= TOGETHER;
    if (!isTold) told.set(whole, at);
    return !isTold;
  });
}
