/**
 * The network as nodes and links: one link between two devices that hear each other, and for each end device its
 * parent. Pure.
 */
import type { NeighbourReports, NetworkDevices } from "../network/links.ts";

export type NodeRole = "coordinator" | "router" | "end-device";

export interface MapNode {
  readonly mac: string;
  readonly role: NodeRole;
  readonly parent?: string; // of an end device; absent: not in any neighbour table
}

export interface MapLink {
  readonly key: string;
  readonly ends: readonly [string, string]; // in order
  readonly heard: readonly [number | undefined, number | undefined]; // how well each end hears the other
  readonly quality: number; //                 of the worse direction
  readonly isParentLink: boolean; //                  one is the other's parent
}

export interface Graph {
  readonly nodes: readonly MapNode[]; // in order of their addresses, the coordinator first
  readonly links: readonly MapLink[]; //   the weakest first, so that the good ones are drawn over them
}

export function graphOf(answers: NeighbourReports, known: NetworkDevices): Graph {
  const { coordinator, devices } = known;
  const roleOf = (mac: string): NodeRole =>
    mac === coordinator ? "coordinator" : devices[mac]?.kind === "router" ? "router" : "end-device";
  const macs = [...(coordinator ? [coordinator] : []), ...Object.keys(devices).sort()];
  const links = linksIn(answers, new Set(macs));
  const nodes = macs.map((mac): MapNode => {
    const role = roleOf(mac);
    const parent = role === "end-device" ? parentOf(mac, links, roleOf) : undefined;
    return { mac, role, ...(parent === undefined ? {} : { parent }) };
  });
  return { nodes, links };
}

function linksIn(answers: NeighbourReports, there: ReadonlySet<string>): readonly MapLink[] {
  const found = new Map<string, MapLink>();
  for (const [from, { neighbours }] of Object.entries(answers))
    for (const { mac: to, quality, relation } of neighbours) {
      if (from === to || !there.has(from) || !there.has(to)) continue;
      const ends: [string, string] = from < to ? [from, to] : [to, from];
      const key = ends.join(" ");
      const known = found.get(key);
      const [one, other] = known?.heard ?? [];
      found.set(key, {
        key,
        ends,
        heard: from === ends[0] ? [quality, other] : [one, quality],
        quality: Math.min(quality, known?.quality ?? quality),
        isParentLink: known?.isParentLink === true || relation === "parent" || relation === "child",
      });
    }
  return [...found.values()].sort((one, other) => one.quality - other.quality || (one.key < other.key ? -1 : 1));
}

/** The router that calls it a child, or else the one that hears it best. */
function parentOf(mac: string, links: readonly MapLink[], roleOf: (mac: string) => NodeRole): string | undefined {
  let best: { readonly mac: string; readonly worth: number } | undefined;
  for (const { ends, quality, isParentLink } of links) {
    if (!ends.includes(mac)) continue;
    const other = ends[0] === mac ? ends[1] : ends[0];
    const worth = quality + (isParentLink ? 1_000 : 0);
    if (roleOf(other) !== "end-device" && worth > (best?.worth ?? -1)) best = { mac: other, worth };
  }
  return best?.mac;
}
