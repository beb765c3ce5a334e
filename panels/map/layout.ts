/**
 * The layout of the map: the coordinator in the middle, routers around it by forces between them, end devices in rings
 * around their parents; devices without a link, or without a known parent, in rows beneath. The same network is always drawn the same way.
 * Pure.
 */
import type { Graph, MapLink, MapNode } from "./graph.ts";

export interface MapPoint {
  readonly x: number;
  readonly y: number;
  readonly side?: LabelSide; // of an end device: where its name stands, away from its parent; absent: beneath
}

type LabelSide = "left" | "right" | "above";

export interface Bounds extends MapPoint {
  readonly width: number;
  readonly height: number;
}

/** Of the frame, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface MapLayout {
  readonly points: ReadonlyMap<string, MapPoint>;
  readonly bounds: Bounds;
}

/** A router with the room that its end devices need around it. */
interface Hub {
  readonly mac: string;
  readonly leaves: readonly string[];
  readonly radius: number;
  readonly isFixed: boolean;
  x: number;
  y: number;
}

const HUB = 52; //    from a router to its nearest end devices
const LEAF = 44; //   from one end device to the next
const GAP = 46; //    between the room of one router and that of another
const MARGIN = 40; // around all of it
const NAME = 92; //   the longest name, from its point on
const MOST_STRETCHED = 2;
const ALOOF = 800; // how much routers keep away from each other, by their distance
const TO_MIDDLE = 0.02;
const WORK = 1_500_000; // pairs of routers that are looked at, at most
const MOST_STEPS = 200;
const FEWEST_STEPS = 30;

export function layoutOf({ nodes, links }: Graph): MapLayout {
  const hubs = hubsOf(nodes, links);
  arrange(hubs, links);
  const points = new Map<string, MapPoint>();
  for (const hub of hubs) placeAround(hub, points);
  const lost = nodes.filter(({ mac }) => !points.has(mac)).map(({ mac }) => mac);
  placeBeneath(lost, points);
  return { points, bounds: boundsOf([...points.values()], MARGIN) };
}

/** A high frame is filled: devices that stand farther apart leave their names room. */
export function stretched({ points, bounds }: MapLayout, { width, height }: Size): MapLayout {
  const wanted = height / width / (bounds.height / bounds.width);
  const factor = Math.max(1, Math.min(MOST_STRETCHED, wanted));
  const high = (point: MapPoint): MapPoint => ({ ...point, y: point.y * factor });
  return {
    points: new Map([...points].map(([mac, point]) => [mac, high(point)])),
    bounds: { ...bounds, y: bounds.y * factor, height: bounds.height * factor },
  };
}

/** All others would push a router that no device hears far out, and the rest of the map would be small. */
function hubsOf(nodes: readonly MapNode[], links: readonly MapLink[]): readonly Hub[] {
  const leaves = new Map<string, string[]>();
  for (const { mac, parent } of nodes) {
    if (parent !== undefined) leaves.set(parent, [...(leaves.get(parent) ?? []), mac]);
  }
  const linked = new Set(links.flatMap(({ ends }) => ends));
  const isLinked = ({ mac, role }: MapNode) => links.length === 0 || role === "coordinator" || linked.has(mac);
  const hubs = nodes.filter((node) => node.role !== "end-device" && isLinked(node));
  return hubs.map(({ mac, role }, index): Hub => {
    const own = leaves.get(mac) ?? [];
    const isFixed = role === "coordinator";
    const angle = (2 * Math.PI * index) / hubs.length;
    const far = isFixed ? 0 : GAP * Math.sqrt(hubs.length) + 100;
    const place = { x: far * Math.cos(angle), y: far * Math.sin(angle) };
    return { mac, leaves: own, radius: ringsFor(own.length).at(-1)?.radius ?? HUB / 2, isFixed, ...place };
  });
}

/**
 * Links pull routers together, good links closer. All routers are drawn to the middle and keep a distance. Moves become
 * smaller from step to step.
 */
function arrange(hubs: readonly Hub[], links: readonly MapLink[]): void {
  const byMac = new Map(hubs.map((hub) => [hub.mac, hub]));
  const springs = links.flatMap(({ ends, quality, isParentLink }) => {
    const [one, other] = [byMac.get(ends[0]), byMac.get(ends[1])];
    return one && other ? [{ one, other, slack: 1.6 - (0.6 * quality) / 255, pull: isParentLink ? 0.1 : 0.01 }] : [];
  });
  const steps = Math.round(Math.max(FEWEST_STEPS, Math.min(MOST_STEPS, WORK / (hubs.length ** 2 + 1))));
  for (let step = 0; step < steps; step += 1) {
    const heat = 1 - step / steps;
    for (const { one, other, slack, pull } of springs) {
      const distance = Math.hypot(other.x - one.x, other.y - one.y);
      const excess = distance - wantedBetween(one, other) * slack;
      if (excess > 0) pushApart(one, other, distance, -pull * heat * excess);
    }
    for (const hub of hubs) shift(hub, -hub.x * TO_MIDDLE * heat, -hub.y * TO_MIDDLE * heat);
    standAround(hubs, heat);
    giveRoom(hubs, 0.5);
  }
  for (let turn = 0; turn < steps && giveRoom(hubs, 1); turn += 1);
  spread(hubs);
}

/** Without this, routers that all hear each other gather on one side of the middle. */
function standAround(hubs: readonly Hub[], heat: number): void {
  for (let first = 0; first < hubs.length; first += 1)
    for (let second = first + 1; second < hubs.length; second += 1) {
      const [one, other] = [hubs[first], hubs[second]] as [Hub, Hub];
      const distance = Math.hypot(other.x - one.x, other.y - one.y);
      pushApart(one, other, distance, (heat * ALOOF) / Math.max(GAP, distance));
    }
}

/** Routers that are too near move apart. True: one moved. */
function giveRoom(hubs: readonly Hub[], part: number): boolean {
  let isMoved = false;
  for (let first = 0; first < hubs.length; first += 1)
    for (let second = first + 1; second < hubs.length; second += 1) {
      const [one, other] = [hubs[first], hubs[second]] as [Hub, Hub];
      const wanted = wantedBetween(one, other);
      const [x, y] = [other.x - one.x, other.y - one.y];
      if (Math.abs(x) >= wanted || Math.abs(y) >= wanted) continue;
      const distance = Math.sqrt(x * x + y * y);
      if (distance >= wanted - 0.5) continue;
      pushApart(one, other, distance, ((wanted - distance) * part) / 2);
      isMoved = true;
    }
  return isMoved;
}

/** Two routers at one place go either way; a fixed one leaves the whole move to the other. */
function pushApart(one: Hub, other: Hub, distance: number, size: number): void {
  const isApart = distance > 0.001;
  const x = size * (isApart ? (other.x - one.x) / distance : 1);
  const y = size * (isApart ? (other.y - one.y) / distance : 0);
  const [own, its] = [other.isFixed ? 2 : 1, one.isFixed ? 2 : 1];
  shift(one, -x * own, -y * own);
  shift(other, x * its, y * its);
}

function shift(hub: Hub, x: number, y: number): void {
  if (hub.isFixed) return;
  hub.x += x;
  hub.y += y;
}

/** Scales the layout where two routers are still too near. */
function spread(hubs: readonly Hub[]): void {
  let factor = 1;
  hubs.forEach((one, index) => {
    for (const other of hubs.slice(index + 1)) {
      const distance = Math.max(1, Math.hypot(other.x - one.x, other.y - one.y));
      factor = Math.max(factor, (one.radius + other.radius + LEAF) / distance);
    }
  });
  for (const hub of hubs) shift(hub, hub.x * (factor - 1), hub.y * (factor - 1));
}

function wantedBetween(one: Hub, other: Hub): number {
  return one.radius + other.radius + GAP;
}

interface Ring {
  readonly radius: number;
  readonly places: number;
}

/** A few end devices stand in one ring, however wide, so that no name covers another; many stand in several rings. */
function ringsFor(count: number): readonly Ring[] {
  const wide = (count * LEAF) / (2 * Math.PI);
  if (wide <= HUB + LEAF) return count === 0 ? [] : [{ radius: Math.max(HUB, wide), places: count }];
  const rings: Ring[] = [];
  for (let left = count; left > 0; left -= rings.at(-1)?.places ?? left) {
    const radius = HUB + rings.length * LEAF;
    rings.push({ radius, places: Math.floor((2 * Math.PI * radius) / LEAF) });
  }
  return rings;
}

/** End devices stand on the side away from the middle first, where fewer links pass. */
function placeAround({ mac, leaves, x, y, isFixed }: Hub, spots: Map<string, MapPoint>): void {
  spots.set(mac, { x, y });
  const outward = isFixed ? -Math.PI / 2 : Math.atan2(y, x);
  let first = 0;
  for (const { radius, places } of ringsFor(leaves.length)) {
    const own = leaves.slice(first, first + places);
    const even = (2 * Math.PI) / own.length;
    const angle = isFixed ? even : Math.min(even, (1.25 * LEAF) / radius);
    const middle = isFixed ? 0 : (own.length - 1) / 2;
    own.forEach((leaf, place) => {
      const at = outward + angle * (place - middle);
      const [aside, below] = [Math.cos(at), Math.sin(at)];
      const side = sideOf(aside, below);
      spots.set(leaf, { x: x + radius * aside, y: y + radius * below, ...(side ? { side } : {}) });
    });
    first += places;
  }
}

/** A device straight above or beneath its parent has its name there, too. */
function sideOf(aside: number, below: number): LabelSide | undefined {
  if (Math.abs(aside) > 0.2) return aside < 0 ? "left" : "right";
  return below < 0 ? "above" : undefined;
}

function placeBeneath(macs: readonly string[], spots: Map<string, MapPoint>): void {
  const all = boundsOf([...spots.values()], MARGIN);
  const inRow = Math.max(6, Math.floor(all.width / (2 * LEAF)));
  macs.forEach((mac, index) => {
    const [row, column] = [Math.floor(index / inRow), index % inRow];
    spots.set(mac, { x: all.x + (column + 0.5) * 2 * LEAF, y: all.y + all.height + (row + 0.5) * LEAF * 1.5 });
  });
}

function boundsOf(spots: readonly MapPoint[], margin: number): Bounds {
  if (spots.length === 0) return { x: -margin, y: -margin, width: 2 * margin, height: 2 * margin };
  const reach = (side: LabelSide) => (spot: MapPoint) =>
    spot.side === side ? NAME : spot.side === undefined ? NAME / 2 : 0;
  const [toLeft, toRight] = [reach("left"), reach("right")];
  const ys = spots.map(({ y }) => y);
  const left = Math.min(...spots.map((spot) => spot.x - Math.max(margin, toLeft(spot))));
  const right = Math.max(...spots.map((spot) => spot.x + Math.max(margin, toRight(spot))));
  const top = Math.min(...ys) - margin;
  return { x: left, y: top, width: right - left, height: Math.max(...ys) + margin - top };
}
