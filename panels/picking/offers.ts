/**
 * The marks by which people know a resource, in all pickers: its name, its kind in plain words, its product, its room,
 * and its present value. Never by the names of types. Pure.
 */
import type { Values } from "../../src/model/resource.ts";
import type { KindOfDevice } from "../../src/model/sensors/sensor-fields.ts";
import { SENSOR_KINDS } from "../../src/model/sensors/sensor-kinds.ts";
import { type DeviceHouse, devicesIn, type HouseDevice, type HouseResource } from "../devices/house-devices.ts";
import { iconOf, kindOf, plainType } from "../devices/kinds.ts";
import { type RoomHouse, type RoomOrGroup, roomFinder, roomsIn } from "../devices/rooms.ts";
import { sayState, sayType } from "../devices/values/words.ts";
import { type HouseState, resourceAt } from "../house.ts";
import { capitalized, hasText, say, sayTime, utc } from "../texts.ts";
import { sorted } from "../widgets/rows.ts";
import { distance, holdsWords, nearestFirst, simple } from "../widgets/search.ts";

export interface Offer {
  readonly address: string;
  readonly family: string; //  "lights"
  readonly name: string;
  readonly icon: ReturnType<typeof iconOf> | "house" | "rule" | "scene";
  readonly about: readonly string[]; // its kind, its room, its product
  readonly value: string; //   how it is now; "" where there is nothing to tell
  readonly isAway: boolean; // it cannot be reached
  readonly isBeside?: boolean; // its device is there for something else
  readonly blink: { readonly address: string; readonly body: Values } | undefined; // the command that makes it show itself
  readonly words: string; //   in which a search looks
}

const SCENE = /^\/groups\/[^/]+\/scenes\/(.+)$/;

const NO_RESOURCE = { type: "" }; // a member that is not there any more

export type OfferHouse = DeviceHouse & RoomHouse & Pick<HouseState, "rules" | "schedules">;

/** Describes resources of the house, by their addresses; undefined: there is none. */
export function describer(house: OfferHouse): (address: string) => Offer | undefined {
  const roomsOf = roomFinder(house);
  const rooms = roomsIn(house.groups);
  const found = new Map<string, readonly [HouseDevice, HouseResource]>();
  for (const device of devicesIn(house))
    for (const resource of device.resources) found.set(resource.address, [device, resource]);
  return (address) => {
    const [device, resource] = found.get(address) ?? [];
    if (device && resource) return deviceOffer(device, resource, roomsOf(device));
    const view = resourceAt(house, address);
    if (!view) return undefined;
    if (SCENE.test(address)) return sceneOffer(address, view);
    const room = rooms.find(({ id }) => address === `/groups/${id}`);
    if (!room) return otherOffer(address, view);
    const kinds = room.lights.map((id) => kindOf({ resources: [found.get(`/lights/${id}`)?.[1] ?? NO_RESOURCE] }));
    return roomOffer(address, view, room, kinds);
  };
}

function deviceOffer(device: HouseDevice, resource: HouseResource, rooms: readonly RoomOrGroup[]): Offer {
  const { address, family, view, state, config } = resource;
  const { vendor, manufacturername, productid, productname, modelid } = device.info;
  const kind = kindOf({ resources: [resource] });
  const product = text(productname ?? productid ?? (device.isVirtual ? "" : (modelid ?? view.modelid)));
  const places = rooms.map(({ name }) => name);
  const what = whatItIs(device, resource);
  const isAway = (family === "lights" ? state.reachable : config.reachable) === false;
  const more = [say(`devices.kind.${kind}`), vendor, manufacturername, productid, modelid, view.uniqueid, address];
  return {
    address,
    family,
    name: text(view.name) || address,
    icon: iconOf(kind),
    about: [what, places.join(", "), product].filter(Boolean),
    value: isAway ? say("pick.away") : presentValue(device, resource),
    isAway,
    isBeside: kind !== kindOf(device),
    blink: canBlink(resource) ? { address: `${address}/state`, body: { alert: "lselect" } } : undefined,
    words: searched([view.name, what, sayType(resource.type), product, ...places, ...more]),
  };
}

/** "Motion sensor"; of a device that measures several things of one kind, which of them: "Humidity". */
function whatItIs(device: HouseDevice, resource: HouseResource): string {
  const { family, type } = resource;
  if (type === "Daylight") return say("pick.outside");
  const kind = kindOf({ resources: [resource] });
  const isOneOfMany = device.resources.filter((each) => kindOf({ resources: [each] }) === kind).length > 1;
  const isMain = kind === "remote" || (kind === kindOf(device) && !isOneOfMany);
  const named = sayType(type);
  const said = /^CLIP/.test(named) ? say("pick.virtual", { what: sayType(plainType(type)) }) : named;
  const isSaid = said !== plainType(type) || Object.hasOwn(SENSOR_KINDS, said) || hasText(`devices.type.${said}`);
  return capitalized(
    (family === "sensors" && isMain && !device.isVirtual) || !isSaid ? say(`devices.kind.${kind}`) : said,
  );
}

/** A remote has no value, but a last press. */
function presentValue(device: HouseDevice, resource: HouseResource): string {
  const { state, type } = resource;
  if (type === "Daylight") return typeof state.dark === "boolean" ? say(state.dark ? "pick.night" : "pick.day") : "";
  const isPressed = typeof state.buttonevent === "number" || typeof state.expectedrotation === "number";
  if (isPressed) return say("pick.pressed", { time: sayTime(utc(state.lastupdated), { timeStyle: "short" }) });
  return sayState({ ...device, resources: [resource] });
}

export function canBlink({ family, view, type }: HouseResource): boolean {
  const { alerts } = (view.capabilities ?? {}) as { readonly alerts?: unknown };
  return family === "lights" && type !== "Warning device" && Array.isArray(alerts) && alerts.includes("lselect");
}

/** A room of lamps has lights; where a siren or a blind is among its members, they are devices. */
function roomOffer(
  address: string,
  { state, scenes }: Values,
  { name, isRoom, lights }: RoomOrGroup,
  kinds: readonly KindOfDevice[],
): Offer {
  const members = kinds.every((kind) => kind === "light") ? "pick.members" : "pick.member-devices";
  const what = say(isRoom ? "pick.room" : "pick.group");
  const isOn = (state as Values | undefined)?.any_on === true;
  return {
    address,
    family: "groups",
    name,
    icon: isRoom ? "house" : "light",
    about: [what, say(members, { count: lights.length }), sayScenes(scenes)].filter(Boolean),
    value: lights.length === 0 ? "" : say(isOn ? "pick.on" : "pick.off"),
    isAway: false,
    blink: lights.length === 0 ? undefined : { address: `${address}/action`, body: { alert: "lselect" } },
    words: searched([name, what, say("pick.family.groups"), address]),
  };
}

function sayScenes(scenes: unknown): string {
  const count = Array.isArray(scenes) ? scenes.length : 0;
  return count === 0 ? "" : say("automation.scenes", { count });
}

/** Its group is the view; undefined: the group has no such scene. */
function sceneOffer(address: string, { name: group, scenes }: Values): Offer | undefined {
  const [, id] = SCENE.exec(address) ?? [];
  const scene = Array.isArray(scenes) ? scenes.find((each: Values) => String(each.id) === id) : undefined;
  if (!scene) return undefined;
  const what = say("pick.scene");
  return {
    address,
    family: "scenes",
    name: text(scene.name) || address,
    icon: "scene",
    about: [what, text(group)],
    value: "",
    isAway: false,
    blink: undefined,
    words: searched([scene.name, what, say("pick.family.scenes"), group, address]),
  };
}

/** Rules, schedules, and other resources that have no more than a name. */
function otherOffer(address: string, { name, status }: Values): Offer {
  const family = address.split("/")[1] ?? "";
  const what = say(`pick.one.${family}`);
  return {
    address,
    family,
    name: text(name) || address,
    icon: family === "schedules" ? "clock" : family === "groups" ? "light" : "rule",
    about: [what],
    value: status === "disabled" ? say("pick.disabled") : "",
    isAway: false,
    blink: undefined,
    words: searched([name, what, address]),
  };
}

/** Every typed word is in the words of the offer. */
export function isFound({ words }: Pick<Offer, "words">, typed: string, more = ""): boolean {
  return holdsWords(more === "" ? words : `${words}\n${simple(more)}`, typed);
}

/** A room without lights does nothing yet. */
function isBare({ family, blink }: Offer): boolean {
  return family === "groups" && blink === undefined;
}

/**
 * As a list shows them: by families, in each by names, with bare rooms and offers that few users want here at the end; in a search the
 * nearest stand first, and the family of the nearest. Of offers with one name, those whose kind fits the typed text come first, then
 * those for the main purpose of their device.
 */
export function inFamilies(
  offers: readonly Offer[],
  typed: string,
  isLast: (address: string) => boolean = () => false,
): readonly Offer[] {
  const isSearched = typed.trim() !== "";
  const byMain = sorted(offers, ({ isBeside }) => (isBeside ? 1 : 0));
  const byKind = isSearched ? sorted(byMain, ({ about: [what = ""] }) => distance(what, typed)) : byMain;
  const byName = nearestFirst(byKind, ({ name }) => name, typed);
  const near = isSearched ? byName : sorted(byName, (offer) => (isBare(offer) || isLast(offer.address) ? 1 : 0));
  const families = [...new Set(offers.map(({ family }) => family))];
  const nearest = (family: string) => distance(near.find((each) => each.family === family)?.name ?? "", typed);
  const inOrder = isSearched ? sorted(families, nearest) : families;
  return inOrder.flatMap((family) => near.filter((each) => each.family === family));
}

function searched(words: readonly unknown[]): string {
  return simple(words.filter((word) => typeof word === "string").join("\n"));
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
