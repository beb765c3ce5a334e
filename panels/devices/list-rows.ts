/** The devices as the list shows them: searched, and below the headings of their rooms. Pure. */

import { ASIDE } from "../../src/model/event-kinds.ts";
import type { Values } from "../../src/model/resource.ts";
import { batteryLevel } from "../../src/model/sensors/batteries.ts";
import type { KindOfDevice } from "../../src/model/sensors/sensor-fields.ts";
import { type SortKey, sorted } from "../widgets/rows.ts";
import { distance, holdsWords, nearestFirst, simple } from "../widgets/search.ts";
import { bars, deviceReach, linkQuality, seenAt } from "./availability.ts";
import type { HouseDevice } from "./house-devices.ts";
import { kindOf, plainType } from "./kinds.ts";
import type { RoomOrGroup } from "./rooms.ts";
import { hasMemberWords, sayMember, sayType } from "./values/words.ts";

export interface ListedDevice {
  readonly device: HouseDevice;
  readonly kind: KindOfDevice;
  readonly rooms: readonly RoomOrGroup[];
  readonly words: () => string; // the text that a search looks in; made only while a user searches
}

export interface RoomHeading {
  readonly is: "heading";
  readonly key: string;
  readonly name: string;
  readonly devices: readonly string[]; // the keys of the devices below this heading
  readonly isOpen: boolean;
}

interface DeviceRow {
  readonly is: "device";
  readonly key: string; // a device stands in each of its rooms
  readonly entry: ListedDevice;
}

export type ListRow = RoomHeading | DeviceRow;

/** The texts of headings and kinds. */
export interface ListTexts {
  readonly kind: (kind: KindOfDevice) => string;
  readonly noRoom: string;
  readonly virtual: string;
}

export const NO_ROOM = "none";
const VIRTUAL = "virtual";
const GROUP = "group:";

export function listedDevice(device: HouseDevice, rooms: readonly RoomOrGroup[], names: ListTexts): ListedDevice {
  const kind = kindOf(device);
  let words: string | undefined;
  return {
    device,
    kind,
    rooms,
    words: () => {
      words ??= simple(wordsOf(device, rooms, names.kind(kind)).join("\n"));
      return words;
    },
  };
}

function wordsOf(
  { info, resources, name, key }: HouseDevice,
  rooms: readonly RoomOrGroup[],
  kind: string,
): readonly unknown[] {
  const told = [info.vendor, info.productid, info.productname, info.manufacturername, info.modelid];
  const own = resources.flatMap(({ view, type, family, state }) => [
    ...[view.name, type, plainType(type), sayType(type), view.modelid],
    ...(family === "sensors" ? measuredWords(state) : []),
  ]);
  return [name, key, kind, ...rooms.map((room) => room.name), ...told, ...own].filter(
    (word) => typeof word === "string",
  );
}

/** "Temperature": a search finds a thermostat by its measured values, too. */
function measuredWords(state: Values): readonly string[] {
  return Object.keys(state)
    .filter((member) => !ASIDE.includes(member) && hasMemberWords(member))
    .map((member) => sayMember(member));
}

/** Every typed word is in the text of the device. */
export function isFound({ words }: ListedDevice, typed: string): boolean {
  return holdsWords(words(), typed);
}

export const ORDERS = ["room", "name", "heard", "battery", "link"] as const;
export const ONLY = ["all", "offline", "low", "weak", "disabled"] as const;

/** The search, the filter and the order of the list. */
export interface ListView {
  readonly typed: string;
  readonly order: (typeof ORDERS)[number];
  readonly room: string; // a group's id, NO_ROOM, or "" for all
  readonly kind: KindOfDevice | "";
  readonly only: (typeof ONLY)[number];
}

export const WHOLE_LIST: ListView = { typed: "", order: "room", room: "", kind: "", only: "all" };

/** The typed search does not count as a filter. */
export function isFiltered({ room, kind, only }: ListView): boolean {
  return room !== "" || kind !== "" || only !== "all";
}

/** All devices, in the order that was chosen. */
export function wholeList({ order }: ListView): ListView {
  return { ...WHOLE_LIST, order };
}

/** Whether the device that a search led to is not found by it any more: it was renamed, or is gone. */
export function isOutlived({ typed }: ListView, led: string | undefined, entries: readonly ListedDevice[]): boolean {
  if (led === undefined || typed.trim() === "") return false;
  const entry = entries.find(({ device }) => device.key === led);
  return entry === undefined || !isFound(entry, typed);
}

const WEAK = 2; // bars

const CHECKS: Readonly<Record<ListView["only"], (device: HouseDevice) => boolean>> = {
  all: () => true,
  offline: (device) => deviceReach(device) === "unreachable",
  low: ({ resources }) => batteryLevel(resources)?.isLow === true,
  weak: (device) => !device.isVirtual && bars(linkQuality(device) ?? 0) < WEAK,
  disabled: (device) => deviceReach(device) === "disabled",
};

const TROUBLES = ["offline", "low"] as const;

/** The troubles in the list, each with the number of its devices. */
export function troublesIn(
  entries: readonly ListedDevice[],
): readonly { readonly only: (typeof TROUBLES)[number]; readonly count: number }[] {
  return TROUBLES.map((only) => ({ only, count: entries.filter(({ device }) => CHECKS[only](device)).length }));
}

/** The click that shows just these shows all again. */
export function isTroubleAlone({ room, kind, only }: ListView): boolean {
  return room === "" && kind === "" && TROUBLES.some((each) => each === only);
}

function isWanted({ device, kind, rooms }: ListedDevice, view: ListView): boolean {
  const isInRoom = view.room === NO_ROOM ? rooms.length === 0 : rooms.some(({ id }) => id === view.room);
  return (view.room === "" || isInRoom) && (view.kind === "" || kind === view.kind) && CHECKS[view.only](device);
}

/** Devices that are worth a look stand first: the longest silence, the emptiest battery, the weakest link. */
const KEYS: Readonly<Record<Exclude<ListView["order"], "room" | "name">, (device: HouseDevice) => SortKey>> = {
  heard: seenAt,
  battery: ({ resources }) => {
    const battery = batteryLevel(resources);
    return battery && (battery.percent ?? 0);
  },
  link: linkQuality,
};

/**
 * By rooms, or, in any other order, without headings. During a search all rooms are open, and devices with a name like the
 * typed text stand first.
 */
export function listRows(
  entries: readonly ListedDevice[],
  rooms: readonly RoomOrGroup[],
  view: ListView,
  isOpen: (heading: string) => boolean,
  names: ListTexts,
): readonly ListRow[] {
  const isSearched = view.typed.trim() !== "";
  const wanted = isFiltered(view) ? entries.filter((entry) => isWanted(entry, view)) : entries;
  const found = isSearched ? wanted.filter((entry) => isFound(entry, view.typed)) : wanted;
  const byName = nearestFirst(found, ({ device }) => device.name, view.typed);
  if (view.order === "room")
    return rowsByRoom(byName, rooms, { isWhole: found === entries, isSearched, view, isOpen, names });
  const keyOf = view.order === "name" ? undefined : KEYS[view.order];
  const inOrder = keyOf ? sorted(byName, ({ device }) => keyOf(device)) : byName;
  return inOrder.map((entry) => ({ is: "device", key: entry.device.key, entry }));
}

interface Sections {
  readonly isWhole: boolean; // a room without devices is shown, too
  readonly isSearched: boolean;
  readonly view: ListView;
  readonly isOpen: (heading: string) => boolean;
  readonly names: ListTexts;
}

/** Rooms by their names, then groups, then devices in no room, then virtual sensors; in a search, the room with the nearest first. */
function rowsByRoom(
  entries: readonly ListedDevice[],
  rooms: readonly RoomOrGroup[],
  { isWhole, isSearched, view, isOpen, names }: Sections,
): readonly ListRow[] {
  const section = (
    key: string,
    name: string,
    own: readonly ListedDevice[],
    isShownEmpty = false,
  ): readonly ListRow[] => {
    if (own.length === 0 && !(isWhole && isShownEmpty)) return [];
    const keys = own.map(({ device }) => device.key);
    const heading: RoomHeading = { is: "heading", key, name, devices: keys, isOpen: isSearched || isOpen(key) };
    const devices = own.map((entry): DeviceRow => ({ is: "device", key: `${key}/${entry.device.key}`, entry }));
    return heading.isOpen ? [heading, ...devices] : [heading];
  };
  const inRoom = new Map<string, ListedDevice[]>();
  for (const entry of entries)
    for (const { id } of entry.rooms) {
      const own = inRoom.get(id);
      if (own) own.push(entry);
      else inRoom.set(id, [entry]);
    }
  const byName = sorted(
    rooms.filter(({ id }) => view.room === "" || id === view.room),
    ({ name }) => name,
  );
  const all = [...byName.filter(({ isRoom }) => isRoom), ...byName.filter(({ isRoom }) => !isRoom)];
  const homeless = entries.filter(({ rooms: own }) => own.length === 0);
  const away = (isVirtual: boolean) => homeless.filter(({ device }) => device.isVirtual === isVirtual);
  const sections = [
    ...all.map(({ id, name, isRoom }) => section(GROUP + id, name, inRoom.get(id) ?? [], isRoom)),
    section(NO_ROOM, names.noRoom, away(false)),
    section(VIRTUAL, names.virtual, away(true)),
  ];
  const nearest = ([, first]: readonly ListRow[]) =>
    first?.is === "device" ? distance(first.entry.device.name, view.typed) : undefined;
  return (isSearched ? sorted(sections, nearest) : sections).flat();
}

/** The devices that rows show, each once: one may stand in several rooms. */
export function devicesInRows(rows: readonly ListRow[]): readonly ListedDevice[] {
  return [...new Set(rows.flatMap((row) => (row.is === "device" ? [row.entry] : [])))];
}

/** By their names. */
export function devicesInOrder(entries: readonly ListedDevice[]): readonly ListedDevice[] {
  return sorted(entries, ({ device }) => device.name);
}
