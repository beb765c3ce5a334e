/** The virtual house as GET /virtual shows it, in the words of the panel. Pure. */
import type { Values } from "../../src/model/resource.ts";
import { ruleOf, type ShownRule } from "../automation/rule-in-words.ts";
import { addressesOf, type HouseDevice } from "../devices/house-devices.ts";
import type { LoggedEvent } from "../events/log.ts";
import { findResource, type NamedHouse } from "../resource-names.ts";
import { utc } from "../texts.ts";

type VirtualAttributes = Readonly<Record<string, unknown>>;
type Clusters = Readonly<Record<string, VirtualAttributes>>;

export interface VirtualDeviceState {
  readonly mac: string;
  readonly name: string; //   as the virtual house calls it
  readonly called?: string; // by the gateway, as long as the user has not named it
  readonly profile: string; // "dimmable light"
  readonly role: string; //   "shy": it comes only after a reset
  readonly isIn: boolean; //  of the network
  readonly isReplaced?: true; // in the network still, where another one has its place
  readonly reach: string;
  readonly isBlinking: boolean;
  readonly held: Readonly<Record<string, number>>; // seconds that a value, by its path, stays as it was set by hand
  readonly presses: readonly string[];
  readonly endpoints: Readonly<Record<string, Clusters>>;
}

/** Frames by their kind: "unicast", "group" … */
type FrameTotals = Readonly<Record<string, number>>;

export interface VirtualHouseState {
  readonly changesByItself: boolean; // values change by themselves
  readonly isOpen: boolean;
  readonly past?: number; // until then its history is made up
  readonly devices: readonly VirtualDeviceState[];
  readonly sent: FrameTotals;
  readonly received: FrameTotals;
}

export function virtualHouseIn(told: unknown): VirtualHouseState {
  const { life, open, past, stations = [], frames = {} } = told as Values;
  const { sent = {}, received = {} } = frames as Values;
  return {
    changesByItself: life === true,
    isOpen: Number(open) > 0,
    ...(typeof past === "string" && { past: utc(past) }),
    devices: (stations as readonly Values[]).map(virtualDeviceIn),
    sent: sent as FrameTotals,
    received: received as FrameTotals,
  };
}

function virtualDeviceIn(told: Values): VirtualDeviceState {
  const { ieee, name, profile, role, joined, replaced, reach, identify, effect, held, presses, endpoints } = told;
  return {
    mac: (String(ieee).slice("0x".length).match(/../g) ?? []).join(":"),
    name: String(name),
    profile: String(profile),
    role: String(role),
    isIn: joined === true,
    ...(joined === true && replaced === true && { isReplaced: true }),
    reach: String(reach),
    isBlinking: Number(identify) > 0 || effect === "blink" || effect === "breathe",
    held: (held ?? {}) as VirtualDeviceState["held"],
    presses: (presses ?? []) as readonly string[],
    endpoints: (endpoints ?? {}) as VirtualDeviceState["endpoints"],
  };
}

type KnownDevice = Pick<HouseDevice, "key" | "name" | "resources">;

/**
 * Devices under the names that users gave them. A device without one keeps the name of the virtual house, beside the
 * name that the gateway gave it. One that was replaced has the name of its successor still.
 */
export function asKnown(
  devices: readonly VirtualDeviceState[],
  known: readonly KnownDevice[],
): readonly VirtualDeviceState[] {
  const byMac = new Map(known.map((device) => [device.key, device]));
  return devices.map((device): VirtualDeviceState => {
    const own = byMac.get(device.mac);
    if (own === undefined || own.name === device.mac) return device;
    return { ...device, ...(isGiven(own) ? { name: own.name } : { called: own.name }) };
  });
}

/** "Dimmable light 3" of /lights/3 is a default name. */
function isGiven({ name, resources }: KnownDevice): boolean {
  return !name.endsWith(` ${resources[0]?.id ?? ""}`);
}

/** A number of the first endpoint that has it, and where that is: "2/msOccupancySensing.occupancy". */
export function attribute(
  { endpoints }: Pick<VirtualDeviceState, "endpoints">,
  cluster: string,
  name: string,
): { readonly path: string; readonly value: number } | undefined {
  for (const [endpoint, clusters] of Object.entries(endpoints)) {
    const value = clusters[cluster]?.[name];
    if (typeof value === "number") return { path: `${endpoint}/${cluster}.${name}`, value };
  }
  return undefined;
}

export function total(counts: FrameTotals): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const BY_DEVICES = "radio";

/** After an event: the reports of the device itself, and the acts of the house. Other reports, countdowns and job steps are unrelated. */
export function outcomeOf<Event extends Pick<LoggedEvent, "key" | "news" | "kind">>(
  events: readonly Event[],
  device: Pick<HouseDevice, "key" | "resources"> | undefined,
  since: number,
): readonly Event[] {
  const own = device ? addressesOf(device) : [];
  const isTold = ({ kind, news }: Event) =>
    own.includes(news.address)
      ? kind === "happened" || kind === "measured"
      : kind === "happened" && !isByDevice(news) && !isOfGroup(news);
  return events.filter((event) => Number(event.key) > since && isTold(event));
}

/** The rules that ask something of a device. */
export function rulesOn(house: NamedHouse, { resources }: Pick<HouseDevice, "resources">): readonly ShownRule[] {
  const own: readonly string[] = resources.map(({ address }) => address);
  return Object.entries(house.rules)
    .map(([id, view]) => ruleOf(id, view))
    .filter(({ conditions }) =>
      conditions.some(({ address }) => own.includes(findResource(house, address)?.address ?? "")),
    );
}

const SOON = 60_000; // milliseconds: what a rule does later is told alone

/** What a rule did stands below the change that it waited for, also where that is of another device than the one touched last, or was left out. */
export function withCauses<Event extends Pick<LoggedEvent, "key" | "news" | "kind">>(
  shown: readonly Event[],
  told: readonly Event[],
  house: NamedHouse,
): readonly Event[] {
  const causes = new Set(shown);
  for (const { key, news } of shown) {
    const awaited = awaitedBy(house, news.by);
    if (awaited.length === 0) continue;
    const isCause = (event: Event) =>
      Number(event.key) < Number(key) &&
      awaited.includes(event.news.address) &&
      event.news.section === "state" &&
      news.at - event.news.at <= SOON &&
      (event.kind === "happened" || event.kind === "measured");
    const cause = told.findLast(isCause);
    if (cause) causes.add(cause);
  }
  if (causes.size === shown.length) return shown;
  return [...causes].sort((one, other) => Number(one.key) - Number(other.key));
}

/** The resources of whose changes a rule waits: those that have to change, or else all of its conditions. */
function awaitedBy(house: NamedHouse, rule: string): readonly string[] {
  const [, id = ""] = /^\/rules\/([^/]+)$/.exec(rule) ?? [];
  const view = Object.hasOwn(house.rules, id) ? house.rules[id] : undefined;
  if (!view) return [];
  const { conditions } = ruleOf(id, view);
  const changing = conditions.filter(({ operator }) => operator === "dx");
  return (changing.length > 0 ? changing : conditions).flatMap(
    ({ address }) => findResource(house, address)?.address ?? [],
  );
}

/** A device did it by itself, not the house. */
export function isByDevice({ by }: Pick<LoggedEvent["news"], "by">): boolean {
  return by === BY_DEVICES;
}

/** Its lights have told it already. */
function isOfGroup({ address }: Pick<LoggedEvent["news"], "address">): boolean {
  return address.startsWith("/groups/");
}
