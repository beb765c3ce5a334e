/** The devices of the network as rows: the quality and the partner of each link, the weakest first, and its changes. Pure. */
import type { Trouble } from "../../src/model/doctor/troubles.ts";
import { readTrouble } from "../../src/model/doctor/wording.ts";
import type { Graph, MapLink, NodeRole } from "../map/graph.ts";
import { compareWords, say } from "../texts.ts";
import type { LinkChange, NetworkChanges } from "./changes.ts";
import { type NetworkDevices, type NodeNames, nodeName, strengthOf } from "./links.ts";

export interface NetworkRow {
  readonly mac: string;
  readonly name: string;
  readonly role: NodeRole | "gone";
  readonly via: string | undefined; //     its partner: its parent, or the device that it hears best
  readonly way: string; //                 the same in words: "via Hall plug", "straight to the stick"
  readonly quality: number | undefined; // of 255
  readonly change: LinkChange | undefined; // of the device, or else of that link
  readonly isMissed: boolean; //           it is not reached: how it was heard once counts no more
  readonly isChanged: boolean; //          it, or any of its links
  readonly trouble: Trouble | undefined; // that the doctor has found
}

export type RowFilter = "all" | "missed" | "weak" | "changed";

export function networkRows(
  { nodes, links }: Graph,
  { coordinator, devices }: NetworkDevices,
  changes: NetworkChanges,
  names: NodeNames,
  missed: ReadonlySet<string>,
): readonly NetworkRow[] {
  const linksOf = linksByEnd(links);
  const rows = nodes.map(({ mac, role, parent }): NetworkRow => {
    const own = linksOf.get(mac) ?? [];
    const link = role === "coordinator" ? undefined : mainLink(mac, own, parent);
    const heard = devices[mac]?.linkquality;
    const change = changes.devices.get(mac) ?? (link && changes.links.get(link.key));
    const quality = link?.quality ?? (typeof heard === "number" ? heard : undefined);
    const isMissed = missed.has(mac);
    const via = link && otherEnd(link, mac);
    return {
      ...{ mac, role, name: nodeName(names, mac), via, way: sayWay(via, coordinator, names), change, isMissed },
      quality: isMissed ? undefined : quality,
      isChanged: change !== undefined || isAnyChanged(mac, changes),
      trouble: readTrouble(devices[mac]?.trouble),
    };
  });
  const there = new Set(nodes.map(({ mac }) => mac));
  const left = [...changes.devices.keys()].filter((mac) => !there.has(mac));
  return [...rows, ...left.map((mac) => goneRow(mac, names))].sort(inOrder);
}

function goneRow(mac: string, names: NodeNames): NetworkRow {
  const change = "gone";
  const known = { via: undefined, way: "", quality: undefined, isMissed: false, trouble: undefined };
  return { mac, name: nodeName(names, mac), role: "gone", ...known, change, isChanged: true };
}

export function filteredRows(rows: readonly NetworkRow[], filter: RowFilter): readonly NetworkRow[] {
  if (filter === "missed") return rows.filter(({ isMissed }) => isMissed);
  if (filter === "changed") return rows.filter(({ isChanged }) => isChanged);
  if (filter === "weak") return rows.filter(({ quality }) => quality !== undefined && strengthOf(quality) === "weak");
  return rows;
}

interface Verdict {
  readonly count: number; // of devices of which it is known whether they have a way
  readonly ill: readonly NetworkRow[]; //     devices without a good way
  readonly unknown: readonly NetworkRow[]; // devices that the map shows without a link: the last survey did not find them
}

/** The verdict on the whole network. */
export function illRows(rows: readonly NetworkRow[]): Verdict {
  const devices = rows.filter(({ role }) => role === "router" || role === "end-device");
  const isIll = ({ isMissed, quality, trouble }: NetworkRow) =>
    isMissed ||
    (quality !== undefined && strengthOf(quality) === "weak") ||
    (trouble !== undefined && trouble.kind !== "asleep");
  const ill = devices.filter(isIll);
  const hasLinks = devices.some(({ via }) => via !== undefined); // a survey has run
  const unknown = hasLinks ? devices.filter((row) => row.via === undefined && !ill.includes(row)) : [];
  return { count: devices.length - unknown.length, ill, unknown };
}

/** The first that has a link: the weakest stand in front. */
export function sayWeakest(rows: readonly NetworkRow[]): string {
  const weakest = rows.find(({ role, quality }) => quality !== undefined && role !== "gone" && role !== "coordinator");
  if (weakest?.quality === undefined) return "";
  const { name, quality } = weakest;
  return say(`network.verdict.weakest-${strengthOf(quality)}`, { name, quality });
}

function sayWay(via: string | undefined, coordinator: string, names: NodeNames): string {
  if (via === undefined) return "";
  return via === coordinator ? say("network.direct") : say("network.via", { name: nodeName(names, via) });
}

function linksByEnd(links: readonly MapLink[]): ReadonlyMap<string, readonly MapLink[]> {
  const found = new Map<string, MapLink[]>();
  for (const link of links)
    for (const end of link.ends) {
      const known = found.get(end);
      if (known) known.push(link);
      else found.set(end, [link]);
    }
  return found;
}

/** Links come with the weakest first. */
function mainLink(mac: string, own: readonly MapLink[], parent: string | undefined): MapLink | undefined {
  const parentLink = own.find((link) => link.isParentLink && otherEnd(link, mac) === parent);
  return parentLink ?? own.at(-1);
}

export function otherEnd({ ends }: MapLink, mac: string): string {
  return ends[0] === mac ? ends[1] : ends[0];
}

function isAnyChanged(mac: string, { links }: NetworkChanges): boolean {
  return [...links.keys()].some((key) => key.split(" ").includes(mac));
}

/** The stick, gone devices, devices out of reach, then the weakest; devices that were never heard come last. */
function inOrder(one: NetworkRow, other: NetworkRow): number {
  return place(one) - place(other) || (one.quality ?? 0) - (other.quality ?? 0) || compareWords(one.name, other.name);
}

function place({ role, quality, isMissed }: NetworkRow): number {
  if (role === "coordinator") return 0;
  if (role === "gone") return 1;
  if (isMissed) return 2;
  return quality === undefined ? 4 : 3;
}
