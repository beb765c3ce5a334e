/**
 * The way from the stick to a device: as the network tells it (the parent of an end device, the next hop on the route to a router), and where
 * it does not, as good links make it likely. Pure.
 */
import type { Graph, MapLink } from "../map/graph.ts";
import { otherEnd } from "./device-rows.ts";

/** One step of it: the device, and how well the one before hears it, or it that one; undefined: no link is known between them. */
interface Hop {
  readonly mac: string;
  readonly quality: number | undefined; // of 255
}

interface Way {
  readonly hops: readonly Hop[]; // behind the stick; the last is the device itself
  readonly isLikely: boolean; //    no report tells it
}

/** By device: the parent that it hangs on, or the first hop behind the stick on the way to it. */
export type ToldVias = Readonly<Record<string, string | undefined>>;

const LONGEST = 30; // hops, of which Zigbee knows no more

export function wayTo(mac: string, { nodes, links }: Graph, told: ToldVias): Way | undefined {
  const stick = nodes.find(({ role }) => role === "coordinator")?.mac;
  const own = nodes.find((node) => node.mac === mac);
  if (stick === undefined || !own || mac === stick) return undefined;
  const parent = own.role === "end-device" ? (told[mac] ?? own.parent) : undefined;
  if (own.role === "end-device" && parent === undefined) return undefined;
  const router = parent ?? mac;
  const first = router === stick ? stick : told[router];
  const isTold =
    first !== undefined && (first === stick || first === router || linkOf(links, first, router) !== undefined);
  const macs = isTold
    ? [first, router].filter((each, index, all) => all.indexOf(each) === index)
    : bestPath(stick, router, { nodes, links });
  if (!macs) return undefined;
  const all = [stick, ...macs.filter((each) => each !== stick), ...(parent === undefined ? [] : [mac])];
  const hops = all
    .slice(1)
    .map((each, index): Hop => ({ mac: each, quality: linkOf(links, all[index] ?? "", each)?.quality }));
  return { hops, isLikely: !isTold };
}

function linkOf(links: readonly MapLink[], one: string, other: string): MapLink | undefined {
  return links.find(({ ends }) => ends.includes(one) && ends.includes(other));
}

/** Over routers, where bad links count for several good ones: behind the stick, up to the router. */
function bestPath(stick: string, to: string, { nodes, links }: Graph): readonly string[] | undefined {
  const passes = new Set(nodes.filter(({ role }) => role !== "end-device").map((node) => node.mac));
  const costs = new Map([[stick, 0]]);
  const before = new Map<string, string>();
  const open = new Set([stick]);
  while (open.size > 0) {
    const here = [...open].reduce((one, other) => ((costs.get(other) ?? 0) < (costs.get(one) ?? 0) ? other : one));
    open.delete(here);
    for (const link of links) {
      if (!link.ends.includes(here)) continue;
      const next = otherEnd(link, here);
      const cost = (costs.get(here) ?? 0) + costOf(link.quality);
      if (!passes.has(next) || cost >= (costs.get(next) ?? Number.POSITIVE_INFINITY)) continue;
      costs.set(next, cost);
      before.set(next, here);
      open.add(next);
    }
  }
  const path: string[] = [];
  for (let at: string | undefined = to; at !== undefined && at !== stick; at = before.get(at)) path.unshift(at);
  return costs.has(to) && path.length <= LONGEST ? path : undefined;
}

/** As stacks reckon it, roughly: 1 of a perfect link, 7 of one that is hardly heard. */
function costOf(quality: number): number {
  return 1 + 6 * (1 - Math.min(1, quality / 200)) ** 2;
}
