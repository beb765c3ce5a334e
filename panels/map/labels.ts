/**
 * Which names stand on the map, and where: as large as people can read them however small the map is, and none over
 * another name or another device. A name without room stands in the list beside the map. Pure.
 */
import type { MapNode, NodeRole } from "./graph.ts";
import type { Bounds, MapPoint } from "./layout.ts";

export interface MapLabel {
  readonly mac: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}

interface LabelOptions {
  readonly nodes: readonly MapNode[];
  readonly points: ReadonlyMap<string, MapPoint>;
  readonly nameOf: (mac: string) => string;
  readonly view: Bounds; //                        the visible part of the map
  readonly unit: number; //                        of the map, in a pixel
  readonly chosen?: string | undefined; // its name comes first
  readonly remarkOf?: (mac: string) => string | undefined; // behind the name where there is room; a device with a remark is never nameless
}

/** Of a device, in units of the map. */
export const RADIUS: Readonly<Record<NodeRole, number>> = { coordinator: 15, router: 10, "end-device": 6 };
/** Pixels. */
export const LETTERS = 12;

const WIDTH = 7; //      of a letter, in pixels: as wide as they are on average in a wide font
const HEIGHT = 15; //    of a line, in pixels
const AWAY = 4; //       from its device, in pixels
const EDGE = 6; //       to the edge of the map, in pixels
const LONGEST = 20; //   letters
const SLANT = Math.SQRT1_2;
const ROLES: readonly NodeRole[] = ["coordinator", "router", "end-device"];
const SIDES = [
  "beneath",
  "right",
  "left",
  "above",
  "beneath-right",
  "beneath-left",
  "above-right",
  "above-left",
] as const;
type Side = (typeof SIDES)[number];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function labelsFor(options: LabelOptions): readonly MapLabel[] {
  const { nodes, points, unit, chosen, nameOf, remarkOf } = options;
  const view = inset(options.view, EDGE * unit);
  const seen = nodes.flatMap((node) => {
    const point = points.get(node.mac);
    return point && isWithin(options.view, point) ? [{ node, point, circle: circleOf(node, point) }] : [];
  });
  const rank = ({ mac, role }: MapNode) =>
    mac === chosen ? -2 : role === "coordinator" ? -1 : remarkOf?.(mac) === undefined ? ROLES.indexOf(role) : 0;
  const inOrder = seen.toSorted((one, other) => rank(one.node) - rank(other.node));
  const taken: Box[] = [];
  const labels: MapLabel[] = [];
  for (const { node, point } of inOrder) {
    const name = shortened(nameOf(node.mac));
    const remark = remarkOf?.(node.mac);
    const isFree = ({ box }: Place) => isInside(box, view) && !taken.some((other) => overlap(box, other));
    const hidden = ({ box }: Place) =>
      seen.filter(({ node: other, circle }) => other.mac !== node.mac && overlap(box, circle)).length;
    const placed = (text: string, isNeeded: boolean) => {
      const places = SIDES.toSorted((one, other) => Number(other === point.side) - Number(one === point.side)).map(
        (side) => placeAt(side, point, RADIUS[node.role], text, options),
      );
      const free = places.filter(isFree);
      const place =
        free.find((each) => hidden(each) === 0) ??
        (isNeeded ? hardPlace({ places, free, isFree, hidden }, view) : undefined);
      return place && { ...place, text };
    };
    const isNeeded = node.mac === chosen || node.role === "coordinator" || remark !== undefined;
    const place = (remark === undefined ? undefined : placed(`${name} (${remark})`, false)) ?? placed(name, isNeeded);
    if (!place) continue;
    taken.push(place.box);
    labels.push({ mac: node.mac, text: place.text, ...place.at });
  }
  return labels;
}

interface Place {
  readonly box: Box;
  readonly at: Pick<MapLabel, "x" | "y" | "anchor">;
}

interface Places {
  readonly places: readonly Place[];
  readonly free: readonly Place[];
  readonly isFree: (place: Place) => boolean;
  readonly hidden: (place: Place) => number; // other devices
}

/** The chosen device, the stick and lost devices have their names even where these hide others, as few as can be; also at the edge. */
function hardPlace({ places, free, isFree, hidden }: Places, view: Bounds): Place | undefined {
  const [best] = free.toSorted((one, other) => hidden(one) - hidden(other));
  return best ?? places.map((place) => movedInto(view, place)).find(isFree);
}

function movedInto({ x, y, width, height }: Bounds, { box, at }: Place): Place {
  const right = Math.max(0, x - box.left) - Math.max(0, box.right - x - width);
  const down = Math.max(0, y - box.top) - Math.max(0, box.bottom - y - height);
  return {
    box: { left: box.left + right, right: box.right + right, top: box.top + down, bottom: box.bottom + down },
    at: { ...at, x: at.x + right, y: at.y + down },
  };
}

function placeAt(side: Side, { x, y }: MapPoint, radius: number, text: string, { unit }: LabelOptions): Place {
  const [width, height, away] = [widthOf(text) * unit, HEIGHT * unit, radius + AWAY * unit];
  const middle = y + (LETTERS / 3) * unit; // where letters stand, so that their middle is at that of the device
  if (side === "left" || side === "right") {
    const start = side === "left" ? x - away - width : x + away;
    const at = {
      x: side === "left" ? x - away : x + away,
      y: middle,
      anchor: side === "left" ? "end" : "start",
    } as const;
    return { box: { left: start, right: start + width, top: y - height / 2, bottom: y + height / 2 }, at };
  }
  const isAbove = side.startsWith("above");
  const baseline = (top: number) => top + LETTERS * unit;
  if (side === "above" || side === "beneath") {
    const top = isAbove ? y - away - height : y + away;
    return {
      box: { left: x - width / 2, right: x + width / 2, top, bottom: top + height },
      at: { x, y: baseline(top), anchor: "middle" },
    };
  }
  const aslant = away * SLANT; // at a corner, as near to the circle as at a side
  const top = isAbove ? y - aslant - height : y + aslant;
  const isRight = side.endsWith("right");
  const edge = isRight ? x + aslant : x - aslant;
  return {
    box: { left: isRight ? edge : edge - width, right: isRight ? edge + width : edge, top, bottom: top + height },
    at: { x: edge, y: baseline(top), anchor: isRight ? "start" : "end" },
  };
}

/** Chinese and Japanese letters are about twice as wide. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 2 : 1) * WIDTH, 0);
}

function shortened(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}

function circleOf({ role }: MapNode, { x, y }: MapPoint): Box {
  const radius = RADIUS[role];
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function inset({ x, y, width, height }: Bounds, by: number): Bounds {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}

function isWithin({ x, y, width, height }: Bounds, point: MapPoint): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}

function isInside({ left, right, top, bottom }: Box, { x, y, width, height }: Bounds): boolean {
  return left >= x && right <= x + width && top >= y && bottom <= y + height;
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
