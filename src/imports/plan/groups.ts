/** Groups and scenes become records: their numbers stay those on air, their lights are named by id. */
import { idOf } from "../../model/addresses.ts";
import type { Address, Values } from "../../model/resource.ts";
import { GROUP_KINDS, newGroup } from "../../resources/groups/group-types.ts";
import { groupedBy } from "../grouped.ts";
import type { EndpointOf, ForeignHouse, ForeignScene } from "../inventory.ts";
import type { PlannedDevice } from "./devices.ts";
import { cutName, type RecordBook } from "./record-book.ts";

export interface PlannedGroup {
  readonly number: number;
  readonly before: string;
  readonly name: string;
  readonly members: number; // that come
  readonly of: number; //      that there were
  /** As the stick's list of devices has them. */
  readonly onAir: readonly EndpointOf[];
}

export interface PlannedScene {
  readonly group: number;
  readonly number: number;
  readonly name: string;
  readonly lights: number;
  readonly of: number;
}

/** Which light an endpoint became. */
type LightAt = (at: EndpointOf) => string | undefined;

function lightsByEndpoint(devices: readonly PlannedDevice[]): LightAt {
  const ids = new Map(
    devices
      .flatMap(({ ieee, resources }) =>
        resources
          .filter(({ family }) => family === "lights")
          .map(({ endpoint, id }) => [`${ieee}/${endpoint}`, id] as const),
      )
      .toReversed(), // of several lights of one endpoint the first one counts
  );
  return ({ ieee, endpoint }) => ids.get(`${ieee}/${endpoint}`);
}

export function placeGroups(
  book: RecordBook,
  house: ForeignHouse,
  devices: readonly PlannedDevice[],
): readonly PlannedGroup[] {
  const lightAt = lightsByEndpoint(devices);
  const known = new Set(devices.map(({ ieee }) => ieee));
  const endpoints = endpointsByLight(devices);
  return house.groups.map(({ number, name: before, members, lights: named, attr = {} }) => {
    const lights = named ? named.filter((id) => book.get(`/lights/${id}`)) : [];
    for (const member of named ? [] : members) {
      const id = lightAt(member);
      if (id !== undefined) lights.push(id);
      else
        book.note({
          code: known.has(member.ieee) ? "group-not-lamp" : "group-stranger",
          about: before || String(number),
          values: { ieee: member.ieee },
        });
    }
    const name = cutName(before) || `Group ${number}`;
    if (before !== "" && name !== before.trim()) book.note({ code: "name-cut", about: before, values: { name } });
    book.put(newGroup(`/groups/${number}`, { ...attrOf(book, attr), name, lights: [...new Set(lights)] }));
    const onAir = named
      ? lights.flatMap((id) => endpoints.get(id) ?? [])
      : members.filter((member) => known.has(member.ieee));
    return { number, before, name, members: lights.length, of: named ? named.length : members.length, onAir };
  });
}

/** A room of Home Assistant is a group of the lights in it. */
export function placeRooms(
  book: RecordBook,
  house: ForeignHouse,
  devices: readonly PlannedDevice[],
): readonly PlannedGroup[] {
  const rooms = groupedBy(
    house.devices.filter(({ area }) => area !== undefined),
    ({ area }) => String(area),
  );
  return [...rooms].flatMap(([area, own]) => {
    const inIt = new Set(own.map(({ ieee }) => ieee));
    const there = devices.filter(({ ieee }) => inIt.has(ieee));
    const lights = there.flatMap(({ resources }) => resources.filter(({ family }) => family === "lights"));
    if (lights.length === 0) return [];
    const number = Number(book.freshId("groups"));
    const name = cutName(area);
    book.put(newGroup(`/groups/${number}`, { name, type: "Room", class: "Other", lights: lights.map(({ id }) => id) }));
    const onAir = there.flatMap(({ ieee, resources }) =>
      resources.flatMap(({ family, endpoint }) => (family === "lights" ? [{ ieee, endpoint }] : [])),
    );
    return [{ number, before: area, name, members: lights.length, of: lights.length, onAir }];
  });
}

function endpointsByLight(devices: readonly PlannedDevice[]): ReadonlyMap<string, EndpointOf> {
  return new Map(
    devices.flatMap(({ ieee, resources }) =>
      resources
        .filter(({ family }) => family === "lights")
        .map(({ endpoint, id }) => [id, { ieee, endpoint }] as const),
    ),
  );
}

/** Ids in it are of resources that come along, and kinds are known ones. */
function attrOf(book: RecordBook, { type, multideviceids, devicemembership, lightsequence, ...rest }: Values): Values {
  const there = (family: string, ids: unknown) =>
    Array.isArray(ids) ? ids.filter((id) => book.get(`/${family}/${id}` as Address)) : [];
  return {
    ...rest,
    ...(GROUP_KINDS.some((kind) => kind === type) && { type }),
    multideviceids: there("lights", multideviceids),
    devicemembership: there("sensors", devicemembership),
    lightsequence: there("lights", lightsequence),
  };
}

/** A scene lives in its group, which shows a summary of it. */
export function placeScenes(
  book: RecordBook,
  house: ForeignHouse,
  devices: readonly PlannedDevice[],
): readonly PlannedScene[] {
  const lightAt = lightsByEndpoint(devices);
  const placed = house.scenes.flatMap((scene) => placeScene(book, scene, lightAt) ?? []);
  for (const group of book.list("/groups")) {
    const scenes = book
      .list(`${group.address}/scenes`)
      .toSorted((one, other) => Number(idOf(one.address)) - Number(idOf(other.address)))
      .map(({ address, attr }) => ({
        ...{ id: idOf(address), name: attr.name, transitiontime: attr.transitiontime },
        lightcount: Object.keys(attr.lights as Values).length,
      }));
    if (scenes.length > 0) book.put({ ...group, attr: { ...group.attr, scenes, scenesrevision: 1 } });
  }
  return placed;
}

function placeScene(book: RecordBook, scene: ForeignScene, lightAt: LightAt): PlannedScene | undefined {
  const { group, number, lights, transitiontime } = scene;
  const about = `${group}/${number}`;
  const owner = book.get(`/groups/${group}`);
  if (!owner) return undefined;
  const entries = lights.flatMap(({ at, does }) => {
    const id = typeof at === "string" ? at : lightAt(at);
    if (id !== undefined && book.get(`/lights/${id}`)) return [[id, { transitiontime, bri: 0, ...does }] as const];
    book.note({ code: "scene-light-gone", about, values: { id: typeof at === "string" ? at : at.ieee } });
    return [];
  });
  const name = cutName(scene.name) || `Scene ${number}`;
  if (entries.length === 0) {
    book.note({ code: "scene-empty", about });
    return undefined;
  }
  book.put({
    ...{ address: `/groups/${group}/scenes/${number}`, type: "Scene", config: {}, state: {}, action: {} },
    attr: { name, transitiontime, lights: Object.fromEntries(entries) },
  });
  return { group, number, name, lights: entries.length, of: lights.length };
}
