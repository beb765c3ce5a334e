/** A new room is made with its members, and takes them out of other rooms: one line tells all of it. Pure. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import { say, sayNames } from "../texts.ts";
import type { LoggedEvent } from "./log.ts";

const TOGETHER = 2_000; // milliseconds
const NAMED = 2; // the others are counted
const GROUP = /^\/groups\/[^/]+$/;

/** The oldest first. `nameOf`: of a lamp, a sensor or a room by its address. */
export function roomsOnce(events: readonly LoggedEvent[], nameOf: (address: string) => string): readonly LoggedEvent[] {
  const lines = new Map<LoggedEvent, LoggedEvent | undefined>(); // undefined: told by the room
  for (const [index, event] of events.entries()) {
    if (!isNewGroup(event.news)) continue;
    const caused: LoggedEvent[] = [];
    for (let next = index + 1; next < events.length; next += 1) {
      const other = events[next];
      if (!other || other.news.at - event.news.at > TOGETHER || isNewGroup(other.news)) break;
      if (other.news.by === event.news.by) caused.push(other);
    }
    const { names, left } = namesWithin(event, caused, lines, nameOf);
    if (names.length === 0) continue;
    const what = say("events.new-with", { names: sayNames(names.slice(0, NAMED), names.length - NAMED) });
    lines.set(event, { ...event, what, text: `${event.text} ${names.join(" ").toLowerCase()}`, also: left });
  }
  return lines.size === 0 ? events : events.flatMap((event) => (lines.has(event) ? (lines.get(event) ?? []) : [event]));
}

interface NewMembers {
  readonly names: readonly string[]; // each with the room that it left
  readonly left: readonly string[]; //  the addresses of those rooms
}

/** The line of the room replaces events that say only that. */
function namesWithin(
  { news: { address, within = [] } }: LoggedEvent,
  caused: readonly LoggedEvent[],
  lines: Map<LoggedEvent, LoggedEvent | undefined>,
  nameOf: (address: string) => string,
): NewMembers {
  const members = new Set(within);
  const from = new Map<string, string>();
  for (const event of caused) {
    const { came, left, room } = movesOf(event.news);
    if (room === address) for (const each of came) members.add(each);
    if (room === address || isListGone(event.news)) lines.set(event, undefined);
    else if (left.length > 0 && came.length === 0 && left.every((each) => members.has(each) || !isLight(each))) {
      for (const each of left) from.set(each, room);
      lines.set(event, undefined);
    }
  }
  const said = (each: string) => {
    const room = from.get(each);
    const name = nameOf(each);
    return room === undefined ? name : say("events.out-of", { name, room: nameOf(room) });
  };
  return { names: [...new Set([...members].map(said))], left: [...new Set(from.values())] };
}

function isNewGroup({ event, address }: ChangeNotice): boolean {
  return event === "added" && GROUP.test(address);
}

/** Of a room that has lost its last sensor. */
function isListGone({ event, address }: ChangeNotice): boolean {
  return event === "deleted" && address.startsWith("/resourcelinks/");
}

function isLight(address: string): boolean {
  return address.startsWith("/lights/");
}

interface Moves {
  readonly room: string; // an address
  readonly came: readonly string[];
  readonly left: readonly string[];
}

const NOBODY: Moves = { room: "", came: [], left: [] };

/** Of a room whose lights are others, or of the list of its sensors. */
function movesOf({ event, address, section, values, before = {}, within = [] }: ChangeNotice): Moves {
  const isList = address.startsWith("/resourcelinks/");
  if (isList && event === "added") return { room: within[0] ?? "", came: within.slice(1), left: [] };
  const member = isList ? "links" : "lights";
  if (event !== "changed" || section !== "attr" || Object.keys(values).some((name) => name !== member)) return NOBODY;
  if (!isList && !GROUP.test(address)) return NOBODY;
  const [is, was] = [addressesIn(values[member], isList), addressesIn(before[member], isList)];
  return {
    room: isList ? (is[0] ?? "") : address,
    came: is.filter((each) => !was.includes(each)),
    left: was.filter((each) => !is.includes(each)),
  };
}

function addressesIn(list: unknown, isList: boolean): readonly string[] {
  return Array.isArray(list) ? list.map((each) => (isList ? String(each) : `/lights/${each}`)) : [];
}
