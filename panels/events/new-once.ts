/** A device that comes in becomes several resources, and a room has a list of its sensors: that it is new is told once. So is a job: as long as it goes on, or how it ended. Pure. */
import { ROOM_SENSORS } from "../../src/model/lights/groups.ts";
import { addressesOf, type HouseDevice } from "../devices/house-devices.ts";
import type { RoomHouse } from "../devices/rooms.ts";
import { JOB } from "../jobs.ts";
import { findResource, type NamedHouse, resourceName } from "../resource-names.ts";
import type { LoggedEvent } from "./log.ts";

const TOGETHER = 60_000; // milliseconds: an interview takes no longer
const SETTLES = 30_000; //  in which a new lamp is asked for all that it is

/** The whole that each address is a part of: a device, or the room whose sensors it lists. */
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

/** The first event of a whole tells it. The first state of a new lamp is a measurement without a cause. */
export function newOnce(events: readonly LoggedEvent[], wholes: ReadonlyMap<string, string>): readonly LoggedEvent[] {
  const told = new Map<string, number>();
  const began = new Map<string, number>();
  const isFound = ({ address, section, by, at }: LoggedEvent["news"]) =>
    section === "state" && by === "radio" && at - (began.get(address) ?? Number.NEGATIVE_INFINITY) <= SETTLES;
  return events.flatMap((event) => {
    const { event: what, address, at } = event.news;
    if (what !== "added")
      return event.kind === "happened" && isFound(event.news) ? { ...event, kind: "measured" } : event;
    if (address.startsWith("/lights/")) began.set(address, at);
    const whole = wholes.get(address) ?? address;
    const isTold = at - (told.get(whole) ?? Number.NEGATIVE_INFINITY) <= TOGETHER;
    if (!isTold) told.set(whole, at);
    return isTold ? [] : event;
  });
}

/** Of a job that has ended not that it began: only one that goes on tells that. */
export function withoutBeginnings(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  if (!events.some(({ news }) => news.type === JOB)) return events;
  const ended = new Set<string>();
  return events
    .toReversed()
    .filter(({ news: { type, event, address } }) => {
      if (type !== JOB) return true;
      if (event === "changed") ended.add(address);
      return event !== "added" || !ended.delete(address); // another one may have the same number later
    })
    .toReversed();
}

/** A device that joined had only its address for a name at first: the line tells its present name. */
export function namedNow(event: LoggedEvent, house: NamedHouse): LoggedEvent {
  const { news, name, text } = event;
  if (news.event !== "added" || !findResource(house, news.address)) return event;
  const now = resourceName(house, news.address);
  return now === name ? event : { ...event, name: now, text: `${text} ${now.toLowerCase()}` };
}
