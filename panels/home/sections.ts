/**
 * The house by rooms, as Home shows it: in each room the switches, then the readings. Groups come
 * after rooms, and devices in neither stand last. Pure.
 */
import { isKnownOn } from "../../src/model/lights/groups.ts";
import type { Values } from "../../src/model/resource.ts";
import type { KindOfDevice } from "../../src/model/sensors/sensor-fields.ts";
import { type ChosenColor, chosenIn } from "../colors/lamp-colors.ts";
import { isLit } from "../devices/availability.ts";
import type { HouseDevice, HouseResource } from "../devices/house-devices.ts";
import { kindOf } from "../devices/kinds.ts";
import { followsRoom, type RoomOrGroup, roomFinder, roomsIn } from "../devices/rooms.ts";
import { type HouseState, type RadioState, type ResourcesById, type SceneName, scenesIn } from "../house.ts";
import type { ApiCommand } from "../perform.ts";
import { say } from "../texts.ts";
import { sorted } from "../widgets/rows.ts";
import { type HandledAs, handledAs, tileKind } from "./tiles.ts";

/** A resource that a user can switch or set: each light of a device, and thermostats. */
export interface Handled {
  readonly key: string; // a light stands in each of its rooms
  readonly device: HouseDevice;
  readonly resource: HouseResource;
  readonly as: HandledAs;
  readonly kind: KindOfDevice;
}

/** A device that only tells. */
export interface Reading {
  readonly device: HouseDevice;
  readonly kind: KindOfDevice;
}

export interface Section {
  readonly key: string;
  readonly room: RoomOrGroup | undefined; // undefined: devices in no room
  readonly scenes: readonly SceneName[];
  readonly handled: readonly Handled[];
  readonly climate: readonly Reading[]; //  thermometers, told beside the name of the room
  readonly readings: readonly Reading[];
  readonly isAnyOn: boolean;
  readonly switched: readonly HouseResource[]; // by the switch of the room
  readonly isWhole: boolean; // its group switches just these
}

type HomeHouse = Pick<HouseState, "groups" | "resourcelinks">;

const NO_ROOM = "none";
/** Kinds of devices that have nothing to say on a card. */
const SILENT: readonly KindOfDevice[] = ["remote", "extender", "battery", "clock", "other", "keypad"];
const ORDER: readonly KindOfDevice[] = ["light", "plug", "switch", "fan", "blind", "thermostat", "lock", "siren"];
const TOLD_ORDER: readonly KindOfDevice[] = ["smoke", "water", "door", "motion", "vibration"];

interface Shelf {
  readonly handled: Handled[];
  readonly readings: Reading[];
}

export function homeSections(devices: readonly HouseDevice[], house: HomeHouse): readonly Section[] {
  const shelves = shelvesOf(devices, house);
  const shown = roomsInOrder(house).filter(
    ({ id, isRoom, lights }) => isRoom || lights.length > 0 || shelves.get(id)?.handled.length,
  );
  const left = shelves.get(NO_ROOM);
  const lights = new Map(devices.flatMap(lightsIn));
  return [
    ...shown.map((room) => sectionOf(room, shelves.get(room.id), { ...house, lights })),
    ...(left ? [sectionOf(undefined, left, { ...house, lights })] : []),
  ];
}

/** Lists of rooms have them as Home does. */
export function roomsInOrder({ groups, resourcelinks }: HomeHouse): readonly RoomOrGroup[] {
  const byName = sorted(roomsIn(groups), ({ name }) => name);
  const usual = [...byName.filter(({ isRoom }) => isRoom), ...byName.filter(({ isRoom }) => !isRoom)];
  const order = orderLink(resourcelinks)?.links ?? [];
  return sorted(usual, ({ id }) => {
    const place = order.indexOf(`/groups/${id}`);
    return place === -1 ? order.length : place;
  });
}

/**
 * Rooms stand by their names until a user moves one; then as this resourcelink names them, which all editors and phones see. A room that it
 * does not name yet comes after those.
 */
const ROOM_ORDER = { classid: 27_111, description: "order of rooms" } as const;

function orderLink(resourcelinks: ResourcesById) {
  const found = Object.entries(resourcelinks).find(
    ([, { classid, description }]) => classid === ROOM_ORDER.classid && description === ROOM_ORDER.description,
  );
  return found && { id: found[0], links: Array.isArray(found[1].links) ? found[1].links.map(String) : [] };
}

export function orderCommand(rooms: readonly string[], resourcelinks: ResourcesById): ApiCommand {
  const kept = orderLink(resourcelinks);
  const links = rooms.map((id) => `/groups/${id}`);
  if (kept) return { method: "PUT", address: `/resourcelinks/${kept.id}`, body: { links } };
  return { method: "POST", address: "/resourcelinks", body: { name: "Rooms", ...ROOM_ORDER, links } };
}

/** The first step of an empty house: without a radio no device can join. */
export function firstStep(radio: RadioState, reason: string): { readonly text: string; readonly opens: string } {
  if (radio === "none" || radio === "down")
    return { text: say(`health.says.radio.${radio}`, { reason }), opens: "settings" };
  return { text: say("home.none-about"), opens: "pairing" };
}

/** For its page: also the lights of a group that Home shows in their rooms. */
export function wholeSection(section: Section, devices: readonly HouseDevice[]): Section {
  const members = section.room?.lights ?? [];
  const shown = section.handled.map(({ resource }) => resource.address);
  const others = devices
    .flatMap(handledIn)
    .filter(
      ({ resource: { family, id, address } }) =>
        family === "lights" && members.includes(id) && !shown.includes(address),
    )
    .map((one): Handled => ({ ...one, key: `${section.key}${one.resource.address}` }));
  return { ...section, handled: inOrder(sorted([...section.handled, ...others], ({ device }) => device.name)) };
}

/** Lists of the lights of a room have them as its tiles do; lights without a tile stand last. */
export function inTileOrder<T extends { readonly id: string }>(
  lights: readonly T[],
  devices: readonly HouseDevice[],
): readonly T[] {
  const tiles = inOrder(sorted(devices, ({ name }) => name).flatMap(handledIn));
  const ids = tiles.flatMap(({ resource: { family, id } }) => (family === "lights" ? [id] : []));
  return sorted(lights, ({ id }) => (ids.includes(id) ? ids.indexOf(id) : ids.length));
}

/** The contents of rooms, by the id of the room. */
function shelvesOf(devices: readonly HouseDevice[], house: HomeHouse): ReadonlyMap<string, Shelf> {
  const roomsOf = roomFinder(house);
  const shelves = new Map<string, Shelf>();
  const shelvesFor = (resources: readonly HouseResource[], isVirtual: boolean) => {
    const rooms = roomsOf({ resources }).map(({ id }) => id);
    return (rooms.length > 0 || isVirtual ? rooms : [NO_ROOM]).map((id) => {
      const shelf = shelves.get(id) ?? { handled: [], readings: [] };
      shelves.set(id, shelf);
      return { id, shelf };
    });
  };
  for (const device of sorted(devices, ({ name }) => name)) {
    const handled = handledIn(device);
    for (const one of handled) {
      const own = one.resource.family === "lights" ? [one.resource] : device.resources;
      for (const { id, shelf } of shelvesFor(own, device.isVirtual))
        shelf.handled.push({ ...one, key: `${id}${one.resource.address}` });
    }
    const kind = kindOf(device);
    if (handled.length > 0 || device.resources.length === 0 || SILENT.includes(kind)) continue;
    for (const { shelf } of shelvesFor(device.resources, device.isVirtual)) shelf.readings.push({ device, kind });
  }
  return shelves;
}

/** The devices of a room that the room cannot show by a tile or a line: remotes, repeaters. */
export function isSilent(device: HouseDevice): boolean {
  return handledIn(device).length === 0 && SILENT.includes(kindOf(device));
}

function handledIn(device: HouseDevice): readonly Omit<Handled, "key">[] {
  const isAlarm = kindOf(device) === "smoke"; // its siren is on its page: its report is worth more
  return device.resources.flatMap((resource) => {
    const as = handledAs(resource);
    return as === undefined || isAlarm ? [] : [{ device, resource, as, kind: tileKind(resource) }];
  });
}

interface LightOfDevice {
  readonly resource: HouseResource;
  readonly device: HouseDevice;
}

function lightsIn(device: HouseDevice): readonly (readonly [id: string, light: LightOfDevice])[] {
  const lights = device.resources.filter(({ family }) => family === "lights");
  return lights.map((resource) => [resource.id, { resource, device }]);
}

interface SectionHouse extends Pick<HomeHouse, "groups"> {
  readonly lights: ReadonlyMap<string, LightOfDevice>;
}

function sectionOf(room: RoomOrGroup | undefined, shelf: Shelf | undefined, { groups, lights }: SectionHouse): Section {
  const { handled = [], readings = [] } = shelf ?? {};
  const group = room && groups[room.id];
  const members = (room?.lights ?? []).flatMap((id) => lights.get(id) ?? []);
  const canBe = members.filter(({ resource }) => handledAs(resource) === "switch"); // motors and locks have a will of their own
  const switched = canBe.filter(({ resource, device }) => room?.isRoom !== true || followsRoom(device, resource));
  return {
    key: room?.id ?? NO_ROOM,
    room,
    scenes: scenesIn(group),
    handled: inOrder(handled),
    climate: readings.filter(({ kind }) => kind === "temperature"),
    readings: sorted(
      readings.filter(({ kind }) => kind !== "temperature"),
      ({ kind }) => rank(TOLD_ORDER, kind),
    ),
    isAnyOn: switched.some(({ resource }) => isKnownOn(resource.state)),
    switched: switched.map(({ resource }) => resource),
    isWhole: switched.length === canBe.length,
  };
}

function inOrder<T extends Pick<Handled, "kind">>(handled: readonly T[]): readonly T[] {
  return sorted(handled, ({ kind }) => rank(ORDER, kind));
}

function rank(order: readonly KindOfDevice[], kind: KindOfDevice): number {
  const at = order.indexOf(kind);
  return at === -1 ? order.length : at;
}

/** The addresses of the lamps that shine, each once: one may stand in several rooms. */
export function litIn(
  sections: readonly Pick<Section, "handled">[],
  unanswered: ReadonlyMap<string, boolean>,
): ReadonlySet<string> {
  const lit = sections.flatMap(({ handled }) =>
    handled.filter(({ kind, resource }) => kind === "light" && isLit(resource, unanswered)),
  );
  return new Set(lit.map(({ resource }) => resource.address));
}

// ---- columns

const NARROWEST = 300; // pixels of a column
const GAP = 14;
const TILE = 140; // as in the style sheet
const HEIGHTS = { head: 74, scenes: 42, tiles: 138, line: 36 } as const; // about

/** Into as many columns as there is room for; each room goes where there is most space left, so the first ones stand on top. */
export function inColumns(sections: readonly Section[], width: number): readonly (readonly Section[])[] {
  const most = Math.floor((width + GAP) / (NARROWEST + GAP));
  const count = Math.max(1, Math.min(most, sections.length));
  const tilesBeside = Math.max(2, Math.floor(width / count / TILE));
  const columns = Array.from({ length: count }, () => ({ height: 0, sections: [] as Section[] }));
  for (const section of sections) {
    const shortest = columns.reduce((least, column) => (column.height < least.height ? column : least));
    shortest.sections.push(section);
    shortest.height += heightOf(section, tilesBeside);
  }
  return columns.map((column) => column.sections);
}

function heightOf({ scenes, handled, readings }: Section, tilesBeside: number): number {
  return (
    HEIGHTS.head +
    (scenes.length > 0 ? HEIGHTS.scenes : 0) +
    Math.ceil(handled.length / tilesBeside) * HEIGHTS.tiles +
    readings.length * HEIGHTS.line
  );
}

// ---- the switch of a room

export interface RoomWish extends ChosenColor {
  readonly on?: boolean; // absent: a light that is off stays off
  readonly bri?: number;
}

/** The members of a state that let a light take a part of a wish; a lamp that only knows colors mixes a white. */
const TAKEN_BY: Readonly<Record<string, readonly string[]>> = {
  ...{ bri: ["bri"], ct: ["ct", "xy"], xy: ["xy"], hue: ["hue"], sat: ["hue"] },
};
const COLORS: readonly string[] = ["ct", "xy", "hue", "sat"];

function partFor(state: Values, wish: RoomWish): RoomWish {
  return Object.fromEntries(
    Object.entries(wish).filter(([name]) => TAKEN_BY[name]?.some((member) => member in state) ?? true),
  );
}

const hasColor = (wish: RoomWish) => COLORS.some((name) => name in wish);

export interface SwitchedRoom {
  readonly switched: readonly Pick<HouseResource, "address" | "state">[];
  readonly isWhole: boolean;
}

/** A group hears one command at once; where not all of it follows, each that does is told, as far as it is there. */
export function roomCommands(room: string, { switched, isWhole }: SwitchedRoom, wish: RoomWish): readonly ApiCommand[] {
  if (isWhole) return [{ method: "PUT", address: `/groups/${room}/action`, body: wish }];
  const there = switched.filter(({ state }) => state.reachable !== false);
  return (there.length > 0 ? there : switched).flatMap(({ address, state }): readonly ApiCommand[] => {
    const body = partFor(state, wish);
    const isMeant = wish.on !== undefined || (hasColor(body) === hasColor(wish) && isKnownOn(state));
    return isMeant ? [{ method: "PUT", address: `${address}/state`, body }] : [];
  });
}

interface Shining {
  readonly lit: readonly Section[]; //        rooms
  readonly others: readonly HouseResource[]; // lights that shine in no room
}

/** The lights that shine, without lights that do not follow their room. */
function shiningIn(sections: readonly Section[]): Shining {
  const lit = sections.filter(({ room, isAnyOn }) => room?.isRoom === true && isAnyOn);
  const inRooms = new Set(lit.flatMap(({ switched }) => switched.map(({ address }) => address)));
  const others = sections
    .filter(({ room }) => room?.isRoom !== true)
    .flatMap(({ handled }) => handled)
    .filter(({ as, device, resource }) => as === "switch" && followsRoom(device, resource))
    .filter(({ resource: { address, state } }) => isKnownOn(state) && !inRooms.has(address))
    .map(({ resource }) => [resource.address, resource] as const);
  return { lit, others: [...new Map(others).values()] };
}

/** For a user who leaves: each lit room goes out as by its switch, and each other light on its own. */
export function allOffCommands(sections: readonly Section[]): readonly ApiCommand[] {
  const { lit, others } = shiningIn(sections);
  const off = (room: string, { switched, isWhole }: SwitchedRoom) =>
    isWhole || switched.length > 0 ? roomCommands(room, { switched, isWhole }, { on: false }) : [];
  return [
    ...lit.flatMap(({ key, switched, isWhole }) =>
      off(key, { switched: switched.filter(({ state }) => isKnownOn(state)), isWhole }),
    ),
    ...off(NO_ROOM, { switched: others, isWhole: false }),
  ];
}

/** The commands that bring back the lights that `allOffCommands` switches off, as they shine now: one to each. */
export function backOnCommands(sections: readonly Section[]): readonly ApiCommand[] {
  const { lit, others } = shiningIn(sections);
  const inRooms = lit.flatMap(({ switched }) => switched.filter(({ state }) => isKnownOn(state)));
  const lights = new Map([...inRooms, ...others].map(({ address, state }) => [address, state]));
  return [...lights].map(([address, state]) => {
    const { bri } = state;
    const body = { on: true, ...(typeof bri === "number" ? { bri } : {}), ...chosenIn(state) };
    return { method: "PUT", address: `${address}/state`, body };
  });
}
