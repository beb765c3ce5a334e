/** Devices with the lights and sensors that they became. Virtual sensors stand for themselves. Pure. */
import type { Values } from "../api.ts";
import type { Family, House } from "../house.ts";
import { plainType, rankOf } from "./kinds.ts";

export interface Part {
  readonly address: string; // "/lights/3"
  readonly family: "lights" | "sensors";
  readonly id: string;
  readonly type: string; //    "Dimmable light", "ZHATemperature"
  readonly view: Values;
  readonly state: Values;
  readonly config: Values; //  flat: "on/startup"
}

export interface Device {
  readonly key: string; //     its MAC address; of a virtual sensor its own address
  readonly name: string;
  readonly isVirtual: boolean; // nothing but a resource
  readonly facts: Values; //   what GET /devices/<mac> tells of it
  readonly parts: readonly Part[]; // the lights first, then what it is bought for; the first gives it its name
}

/** Of what shows or handles one of them. */
export interface PartProps {
  readonly part: Part;
}

export type DeviceHouse = Pick<House, "devices" | "lights" | "sensors">;

const MAC = /^([0-9a-f]{2}:){7}[0-9a-f]{2}/i;

export function devicesIn({ devices, lights, sensors }: DeviceHouse): readonly Device[] {
  const byMac = new Map<string, Part[]>(Object.keys(devices).map((mac) => [mac, []]));
  const alone: Device[] = [];
  for (const part of [...partsIn("lights", lights), ...partsIn("sensors", sensors)]) {
    const mac = macOf(part);
    if (mac === undefined) alone.push(deviceOf(part.address, {}, [part]));
    else byMac.set(mac, [...(byMac.get(mac) ?? []), part]);
  }
  return [...[...byMac].map(([mac, parts]) => deviceOf(mac, devices[mac] ?? {}, parts)), ...alone];
}

function deviceOf(key: string, facts: Values, told: readonly Part[]): Device {
  const parts = told.length > 1 ? [...told].sort(byUse) : told;
  const name = String(parts[0]?.view.name ?? facts.name ?? facts.productname ?? key);
  return { key, name, isVirtual: key.startsWith("/"), facts, parts };
}

function byUse(one: Part, other: Part): number {
  if (one.family !== other.family) return one.family === "lights" ? -1 : 1;
  return rankOf(one.type) - rankOf(other.type);
}

/** What did not change stays the same object in the house, and so its part. */
const known = new WeakMap<Values, Part>();

function partsIn(family: Part["family"], all: Family): readonly Part[] {
  return Object.entries(all).map(([id, view]) => {
    const part = known.get(view) ?? partOf(family, id, view);
    known.set(view, part);
    return part;
  });
}

function partOf(family: Part["family"], id: string, view: Values): Part {
  return {
    address: `/${family}/${id}`,
    family,
    id,
    type: String(view.type),
    view,
    state: (view.state ?? {}) as Values,
    config: flat((view.config ?? {}) as Values),
  };
}

function macOf({ type, view }: Part): string | undefined {
  if (/^CLIP|^Daylight$/.test(type)) return undefined;
  return MAC.exec(String(view.uniqueid))?.[0];
}

/** {on: {startup: 1}} → {"on/startup": 1} */
export function flat(values: Values, prefix = ""): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): readonly (readonly [string, unknown])[] =>
      isPlain(value) ? Object.entries(flat(value, `${prefix}${name}/`)) : [[prefix + name, value]],
    ),
  );
}

function isPlain(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}

const LONGEST = 32; // characters of a name

export interface Renaming {
  readonly address: string;
  readonly name: string;
}

/**
 * Who is called what when their device is given a name: those that were called like it, or never had a name of their own. Of two
 * of one type the later has a number, so that the pair of a double switch can be told apart.
 */
export function renamings({ parts }: Pick<Device, "parts">, name: string): readonly Renaming[] {
  const [first] = parts;
  const wanted = name.trim();
  const before = String(first?.view.name ?? "");
  const seen = new Map<string, number>();
  return parts.flatMap((part) => {
    const count = (seen.get(part.type) ?? 0) + 1;
    seen.set(part.type, count);
    const own = String(part.view.name);
    const follows =
      part === first || own === before || isNumbered(own, before) || isNumbered(own, plainType(part.type));
    const end = count > 1 ? ` ${count}` : "";
    const next = wanted.slice(0, LONGEST - end.length) + end;
    return follows && own !== next ? [{ address: part.address, name: next }] : [];
  });
}

function isNumbered(name: string, stem: string): boolean {
  return name.startsWith(`${stem} `) && /^\d+$/.test(name.slice(stem.length + 1));
}
