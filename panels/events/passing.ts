/** Which changes an event node lets through, and the message that it makes of one: as `nodes/messages/change-messages.ts` does. Pure. */
import type { ChangeNotice } from "../../src/model/admin-api.ts";
import { isFirstOfFlag, isNews } from "../../src/model/event-kinds.ts";
import { ROOM_SENSORS } from "../../src/model/lights/groups.ts";
import { forPeople } from "../../src/model/units.ts";
import { addressesOf, type HouseDevice } from "../devices/house-devices.ts";
import type { RoomHouse } from "../devices/rooms.ts";
import type { LoggedEvent } from "./log.ts";

/** Each a list with commas; "" lets everything through. */
export interface EventChoice {
  readonly address: string;
  readonly family: string;
  readonly section: string;
  readonly member: string;
  readonly becomes: string;
  readonly event: string;
  readonly cause: string;
  readonly measured: boolean;
}

/** The members of a room, which count, too; undefined: only the address itself counts. */
type Within = ReadonlySet<string> | undefined;
type Families = Readonly<Record<string, string>>; // by types

const GATEWAY = "/gateway";

/** As `passesFilters` of the node, for the events of the panels. */
export function passes(choice: EventChoice, families: Families, { news, kind }: LoggedEvent, within?: Within): boolean {
  const { address, type, event, section = "", values, by } = news;
  if (!["", address].includes(choice.address) && !within?.has(address)) return false;
  const isSceneAsked = type === "Scene" && choice.family !== "" && allows(choice.family, "scenes");
  if (!(isSceneAsked || allows(choice.family, families[type] ?? "")) || !allows(choice.event, event)) return false;
  if (!allows(choice.section, section) || !allows(choice.cause, causeOf(by))) return false;
  if (event === "changed" ? Object.keys(values).length === 0 : address === GATEWAY) return false;
  const isSo = (name: string) =>
    allows(choice.member, name) &&
    allows(choice.becomes, String(values[name])) &&
    (choice.measured || !isFirstOfFlag(news, name));
  if (choice.member !== "") return Object.keys(values).some(isSo);
  if (news.quiet) return isSceneAsked;
  const isOfMany = choice.address === "" || within !== undefined;
  return !isOfMany || choice.measured || isNews(kind, type, choice.family);
}

/** A room or group with all that is in it: its lights, the other resources of their devices, and the sensors that users put into it. */
export function withinGroup(address: string, house: RoomHouse, devices: readonly HouseDevice[]): Within {
  const [, id = ""] = /^\/groups\/([^/]+)$/.exec(address) ?? [];
  const group = Object.hasOwn(house.groups, id) ? house.groups[id] : undefined;
  if (!group) return undefined;
  const notes = Object.values(house.resourcelinks).filter(({ classid }) => classid === ROOM_SENSORS.classid);
  const linked = notes.map(({ links }) => texts(links)).filter(([first]) => first === address);
  const lights = texts(group.lights).map((light) => `/lights/${light}`);
  const sensors = texts(group.devicemembership).map((sensor) => `/sensors/${sensor}`);
  const members = new Set([address, ...lights, ...sensors, ...linked.flat()]);
  const near = devices.filter(({ resources }) => resources.some((each) => members.has(each.address)));
  return new Set([...members, ...near.flatMap(addressesOf)]);
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
}

function allows(list: string, value: string): boolean {
  return list === "" || list.split(",").some((item) => item.trim() === value);
}

/** "rest:Phone" → "rest", "/rules/3" → "rules" */
function causeOf(by: string): string {
  const [kind = ""] = by.startsWith("/") ? by.slice(1).split("/") : by.split(":");
  return kind;
}

/** "state/temperature" → "0.01 °C" */
export type MemberUnits = Readonly<Record<string, string>>;

/** The message as a debug node would show it, in short; `units`: the payload as people count. */
export function messageText(
  { address, type, event, section, values, before, by, name }: ChangeNotice,
  units?: MemberUnits,
): string {
  const isWhole = section === undefined || section === "attr" || address === GATEWAY;
  const whole = { id: address.split("/").at(-1), name, type };
  const inUnits = ([key, value]: [string, unknown]) => [key, forPeople(key, units?.[`${section}/${key}`] ?? "", value)];
  const counted = (all: ChangeNotice["values"]) => (units ? Object.fromEntries(Object.entries(all).map(inUnits)) : all);
  const payload = address === GATEWAY ? values.event : event === "changed" ? counted(values) : whole;
  const lines = [
    ["topic", isWhole ? address : `${address}/${section}`],
    ["payload", payload],
    ["data", address === GATEWAY ? undefined : whole],
    ["event", { event, section, before: before && counted(before), cause: { by } }],
  ] as const;
  const known = lines.filter(([, value]) => value !== undefined);
  return known.map(([key, value]) => `msg.${key} = ${spaced(value, key === "data")}`).join("\n");
}

/** In one line, as people write it; a value with more members than it shows ends with dots. */
function spaced(value: unknown, hasMore = false): string {
  if (Array.isArray(value)) return `[${value.map((each) => spaced(each)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => `${/^\w+$/.test(key) ? key : JSON.stringify(key)}: ${spaced(each)}`);
  return `{ ${[...members, ...(hasMore ? ["…"] : [])].join(", ")} }`;
}
