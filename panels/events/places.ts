/** The place of events: a room, with its members and the rules and schedules that have to do with them, or a device. Pure. */
import type { Values } from "../../src/model/resource.ts";
import { addressesOf, type HouseDevice } from "../devices/house-devices.ts";
import { type RoomHouse, roomFinder, roomsIn } from "../devices/rooms.ts";
import type { HouseState } from "../house.ts";
import type { Path } from "../place.ts";
import type { NamedHouse } from "../resource-names.ts";
import { compareWords } from "../texts.ts";

type PlacedHouse = RoomHouse & Pick<HouseState, "rules" | "schedules">;

export interface Place {
  readonly id: string; // "room/3", "device/00:15:8d:…"
  readonly name: string;
  readonly isRoom: boolean;
  readonly addresses: ReadonlySet<string>;
}

export function placeOfRoom(id: string): string {
  return `room/${id}`;
}

export function placeOfDevice(key: string): string {
  return `device/${key}`;
}

/** Rooms first, each by name. */
export function placesIn(house: PlacedHouse, devices: readonly HouseDevice[]): readonly Place[] {
  const roomsOf = roomFinder(house);
  const members = new Map<string, string[]>();
  for (const device of devices)
    for (const { id } of roomsOf(device)) members.set(id, [...(members.get(id) ?? []), ...addressesOf(device)]);
  const written = addressesByUniqueId(devices);
  const automated = automationIn(house, (address) => written.get(address) ?? address);
  const rooms = roomsIn(house.groups).map(({ id, name, lights }): Place => {
    const lit = lights.map((light) => `/lights/${light}`); // those of a group are members of a room
    const own = new Set<string>([`/groups/${id}`, ...lit, ...(members.get(id) ?? [])]);
    const minding = automated.filter(({ uses }) => uses.some((each) => own.has(each)));
    const addresses = new Set([...own, ...minding.map(({ address }) => address)]);
    return { id: placeOfRoom(id), name, isRoom: true, addresses };
  });
  const own = devices.map(
    (device): Place => ({
      ...{ id: placeOfDevice(device.key), name: device.name, isRoom: false },
      addresses: new Set(addressesOf(device)),
    }),
  );
  return [...rooms.toSorted(byName), ...own.toSorted(byName)];
}

/** "/sensors/00:15:8d:…-01-0406" is "/sensors/5", too. */
function addressesByUniqueId(devices: readonly HouseDevice[]): ReadonlyMap<string, string> {
  const resources = devices.flatMap((device) => device.resources);
  return new Map(resources.map(({ family, address, view }) => [`/${family}/${view.uniqueid}`, address]));
}

interface Automated {
  readonly address: string;
  readonly uses: readonly string[]; // addresses of resources
}

function automationIn(
  { rules, schedules }: PlacedHouse,
  resourceAt: (address: string) => string,
): readonly Automated[] {
  const usesOf = (parts: readonly unknown[]) =>
    parts.map((part) => {
      const path = String((part as Values | undefined)?.address ?? "").replace(/^\/api\/[^/]+/, "");
      return resourceAt(path.split("/", 3).join("/"));
    });
  return [
    ...Object.entries(rules).map(([id, { conditions, actions }]) => ({
      address: `/rules/${id}`,
      uses: usesOf([...listed(conditions), ...listed(actions)]),
    })),
    ...Object.entries(schedules).map(([id, { command }]) => ({
      address: `/schedules/${id}`,
      uses: usesOf([command]),
    })),
  ];
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The page of the subject of an event: a device, a room, a rule or a schedule that still exists; undefined: none. */
export function pathTo(
  address: string,
  house: Pick<NamedHouse, "groups" | "rules" | "schedules">,
  devices: readonly HouseDevice[],
): Path | undefined {
  const [, family = "", id = ""] = address.split("/");
  const resource = `/${family}/${id}`;
  if (family === "groups") return Object.hasOwn(house.groups, id) ? ["home", id] : undefined;
  if (family === "rules" || family === "schedules")
    return Object.hasOwn(house[family], id) ? ["automation", resource] : undefined;
  const device = devices.find((each) => addressesOf(each).includes(resource));
  return device && ["devices", device.key];
}

function byName(one: Place, other: Place): number {
  return compareWords(one.name, other.name);
}
