/**
 * The radio links of the network, from the neighbour tables of routers and the link quality of each device's last
 * message. Pure.
 */
import type { Values } from "../../src/model/resource.ts";

export interface HeardNeighbour {
  readonly mac: string;
  readonly quality: number; // of 255
  readonly relation: Relation;
  readonly depth: number | undefined; // hops from the coordinator, by the neighbour table
}

/** `heard`: from no neighbour table, but the link quality of the last message. */
export type Relation = "parent" | "child" | "sibling" | "other" | "heard";

/** The answer of one device. */
export interface NeighbourReport {
  readonly at?: number; // milliseconds, UTC; absent: it never answered
  readonly neighbours: readonly HeardNeighbour[];
  readonly refusal?: string; // of the last request; earlier neighbours stay
}

export type NeighbourReports = Readonly<Record<string, NeighbourReport>>;

export interface RadioLink {
  readonly key: string;
  readonly from: string; // the device that hears
  readonly to: string; //   the device that is heard
  readonly quality: number;
  readonly relation: Relation;
  readonly depth: number | undefined;
}

export interface NetworkDevices {
  readonly coordinator: string; // "" while it is not known
  readonly devices: Readonly<Record<string, Values>>;
}

const WEAK = 40; //  of 255; as in "Is everything all right?"
const GOOD = 90;
const UNKNOWN_DEPTH = 15; // the deepest that a network gets; some devices report it where they know no depth

export function strengthOf(quality: number): "weak" | "fair" | "good" {
  if (quality < WEAK) return "weak";
  return quality < GOOD ? "fair" : "good";
}

/** Neighbours as the API reports them; malformed ones are left out. */
export function neighboursIn(body: unknown): readonly HeardNeighbour[] {
  if (!Array.isArray(body)) return [];
  const found = new Map<string, HeardNeighbour>();
  for (const each of body as readonly Values[]) {
    const { uniqueid, linkquality, relation, depth } = each ?? {};
    if (typeof uniqueid !== "string" || typeof linkquality !== "number") continue;
    const isDeep = typeof depth === "number" && depth >= 0 && depth < UNKNOWN_DEPTH;
    const quality = Math.max(0, Math.min(255, linkquality));
    found.set(uniqueid, {
      mac: uniqueid,
      quality,
      relation: relationOf(relation),
      depth: isDeep ? depth : undefined,
    });
  }
  return [...found.values()];
}

/**
 * The links between devices that are still there, then the last message of each device that is not in the coordinator's
 * table.
 */
export function linksIn(answers: NeighbourReports, { coordinator, devices }: NetworkDevices): readonly RadioLink[] {
  const isThere = (mac: string) => mac === coordinator || Object.hasOwn(devices, mac);
  const told = Object.entries(answers).flatMap(([from, { neighbours }]) =>
    neighbours
      .filter(({ mac }) => isThere(from) && isThere(mac))
      .map(({ mac: to, ...link }) => ({ key: `${from} ${to}`, from, to, ...link })),
  );
  const byCoordinator = new Set(told.filter(({ from }) => from === coordinator).map(({ to }) => to));
  const heard = Object.entries(devices).flatMap(([to, { linkquality }]): RadioLink[] =>
    coordinator && typeof linkquality === "number" && !byCoordinator.has(to)
      ? [{ key: `${to} heard`, from: coordinator, to, quality: linkquality, relation: "heard", depth: undefined }]
      : [],
  );
  return [...told, ...heard];
}

/** Devices that did not answer the last request, by the reason. */
export function refusalsIn(answers: NeighbourReports): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [mac, { refusal }] of Object.entries(answers))
    if (refusal !== undefined) found.set(refusal, [...(found.get(refusal) ?? []), mac]);
  return found;
}

function relationOf(told: unknown): Relation {
  return told === "parent" || told === "child" || told === "sibling" ? told : "other";
}

export type NodeNames = Readonly<Record<string, string>>;

export function nodeName(names: NodeNames, mac: string): string {
  return names[mac] ?? mac;
}
