/** The devices as the list shows them: searched, and below the headings of their rooms. Pure. */

import type { KindOfDevice } from "../../src/model/sensor-fields.ts";
import { sorted } from "../widgets/rows.ts";
import type { HouseDevice } from "./house-devices.ts";
import { kindOf, plainType } from "./kinds.ts";
import type { RoomOrGroup } from "./rooms.ts";

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
  readonly count: number;
  readonly isOpen: boolean;
}

export interface DeviceRow {
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

const NO_ROOM = "none";
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
  const own = resources.flatMap(({ view, type }) => [view.name, type, plainType(type), view.modelid]);
  return [name, key, kind, ...rooms.map((room) => room.name), ...told, ...own].filter(
    (word) => typeof word === "string",
  );
}

/** Every typed word is in the text of the device. */
export function isFound({ words }: ListedDevice, typed: string): boolean {
  return simple(typed)
    .split(/\s+/)
    .every((word) => words().includes(word));
}

/** Without accents and capitals, as a search compares. */
export function simple(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Rooms by their names, then groups, then those in no room, then what is no device. While something is searched all
 * rooms are open.
 */
export function listRows(
  entries: readonly ListedDevice[],
  rooms: readonly RoomOrGroup[],
  typed: string,
  isOpen: (heading: string) => boolean,
  names: ListTexts,
): readonly ListRow[] {
  const found = typed.trim() === "" ? entries : entries.filter((entry) => isFound(entry, typed));
  const inOrder = sorted(found, ({ device }) => device.name);
  const isSearched = found !== entries;
  const section = (
    key: string,
    name: string,
    own: readonly ListedDevice[],
    isShownEmpty = false,
  ): readonly ListRow[] => {
    if (own.length === 0 && (isSearched || !isShownEmpty)) return [];
    const heading: RoomHeading = { is: "heading", key, name, count: own.length, isOpen: isSearched || isOpen(key) };
    const devices = own.map((entry): DeviceRow => ({ is: "device", key: `${key}/${entry.device.key}`, entry }));
    return heading.isOpen ? [heading, ...devices] : [heading];
  };
  const inRoom = new Map<string, ListedDevice[]>();
  for (const entry of inOrder) for (const { id } of entry.rooms) inRoom.set(id, [...(inRoom.get(id) ?? []), entry]);
  const byName = sorted(rooms, ({ name }) => name);
  const all = [...byName.filter(({ isRoom }) => isRoom), ...byName.filter(({ isRoom }) => !isRoom)];
  return [
    ...all.flatMap(({ id, name, isRoom }) => section(GROUP + id, name, inRoom.get(id) ?? [], isRoom)),
    ...section(
      NO_ROOM,
      names.noRoom,
      inOrder.filter(({ rooms: own, device }) => own.length === 0 && !device.isVirtual),
    ),
    ...section(
      VIRTUAL,
      names.virtual,
      inOrder.filter(({ rooms: own, device }) => own.length === 0 && device.isVirtual),
    ),
  ];
}
