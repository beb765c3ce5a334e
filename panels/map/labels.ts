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
const LETTERS = 12;
const SMALL_LETTERS = 11; // on a narrow map
const NARROW = 420;

const HEIGHT = 1.25; //  of a line, by the size of its letters
const AWAY = 4; //       from its device, in pixels
const EDGE = 6; //       to the edge of the map, in pixels
const LONGEST = 20; //   letters
const SHORTEST = 10; //  letters, where not all names find room
const TINY = 6; //       letters, rather than none
const LEAST = 2; //      letters of the beginning that say anything
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

/** Of letters, by their size, in a wide font. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[\u2e80-\uffff]/, 1.17],
  [/[mwMW@…]/, 0.98],
  [/[fijlrtI1.,:;'()| -]/, 0.4],
  [/[A-Z]/, 0.7],
];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The size of letters, in units of the map. */
export function lettersIn({ width }: Bounds, unit: number): number {
  return (width / unit < NARROW ? SMALL_LETTERS : LETTERS) * unit;
}

interface SeenNode {
  readonly node: MapNode;
  readonly point: MapPoint;
  readonly circle: Box;
}

/** A name in its place; where the name could be longer, it has the same side. */
interface PlacedName extends Place {
  readonly seen: SeenNode;
  readonly text: string;
}

/** Whole names where all find room; else short ones, of which each then grows as far as it can. */
export function labelsFor(options: LabelOptions): readonly MapLabel[] {
  const seen = seenNodes(options);
  const whole = placedNames(options, seen, LONGEST);
  if (whole.length === seen.length) return whole.map(labelOf);
  const [most = whole] = [seen, fewestPlacesFirst(seen, options)]
    .map((order) => placedNames(options, order, SHORTEST))
    .sort((one, other) => other.length - one.length);
  return grown(options, seen, most).map(labelOf);
}

function labelOf({ seen: { node }, text, at }: PlacedName): MapLabel {
  return { mac: node.mac, text, ...at };
}

/** End devices stand close together around their parent: where it is tight they choose before the routers do. */
function fewestPlacesFirst(seen: readonly SeenNode[], { chosen, remarkOf }: LabelOptions): readonly SeenNode[] {
  const isNeeded = ({ node: { mac, role } }: SeenNode) =>
    mac === chosen || role === "coordinator" || remarkOf?.(mac) !== undefined;
  const place = (each: SeenNode) => (isNeeded(each) ? 0 : each.node.role === "end-device" ? 1 : 2);
  return seen.toSorted((one, other) => place(one) - place(other));
}

/** Those whose names matter most come first. */
function seenNodes({ nodes, points, view, chosen, remarkOf }: LabelOptions): readonly SeenNode[] {
  const seen = nodes.flatMap((node) => {
    const point = points.get(node.mac);
    return point && isWithin(view, point) ? [{ node, point, circle: circleOf(node, point) }] : [];
  });
  const rank = ({ mac, role }: MapNode) =>
    mac === chosen ? -2 : role === "coordinator" ? -1 : remarkOf?.(mac) === undefined ? ROLES.indexOf(role) : 0;
  return seen.toSorted((one, other) => rank(one.node) - rank(other.node));
}

function placedNames(options: LabelOptions, all: readonly SeenNode[], longest: number): readonly PlacedName[] {
  const { unit, chosen, nameOf, remarkOf } = options;
  const view = inset(options.view, EDGE * unit);
  const placed: PlacedName[] = [];
  for (const seen of all) {
    const { node, point } = seen;
    const name = shortened(nameOf(node.mac), node.mac === chosen ? LONGEST : longest);
    const remark = remarkOf?.(node.mac);
    const isFree = ({ box }: Place) => isInside(box, view) && !placed.some((other) => overlap(box, other.box));
    const hidden = ({ box }: Place) => hiddenBy(box, seen, all);
    const place = (text: string, isNeeded: boolean): PlacedName | undefined => {
      const sides = SIDES.toSorted((one, other) => Number(other === point.side) - Number(one === point.side));
      const places = sides.map((side) => placeAt(side, point, RADIUS[node.role], text, options));
      const free = places.filter(isFree);
      const found =
        free.find((each) => hidden(each) === 0) ??
        (isNeeded ? hardPlace({ places, free, isFree, hidden }, view) : undefined);
      return found && { ...found, seen, text };
    };
    const isNeeded = node.mac === chosen || node.role === "coordinator" || remark !== undefined;
    const own =
      (remark === undefined ? undefined : place(`${name} (${remark})`, false)) ??
      place(name, isNeeded) ??
      (longest === LONGEST ? undefined : place(shortened(name, TINY), false));
    if (own) placed.push(own);
  }
  return placed;
}

/** Each as long as its place lets it be. */
function grown(options: LabelOptions, all: readonly SeenNode[], short: readonly PlacedName[]): readonly PlacedName[] {
  const view = inset(options.view, EDGE * options.unit);
  const placed = [...short];
  for (const [index, { seen, side, text }] of short.entries()) {
    const { node, point } = seen;
    const name = options.nameOf(node.mac);
    if (text.length > SHORTEST) continue; // by a remark
    for (let longest = LONGEST; longest > text.length; longest -= 1) {
      const longer = shortened(name, longest);
      const place = placeAt(side, point, RADIUS[node.role], longer, options);
      const isFree = placed.every((other, at) => at === index || !overlap(place.box, other.box));
      if (!isFree || !isInside(place.box, view) || hiddenBy(place.box, seen, all) > 0) continue;
      placed[index] = { ...place, seen, text: longer };
      break;
    }
  }
  return placed;
}

/** How many other devices a name would lie on. */
function hiddenBy(box: Box, { node }: SeenNode, all: readonly SeenNode[]): number {
  return all.filter(({ node: other, circle }) => other.mac !== node.mac && overlap(box, circle)).length;
}

interface Place {
  readonly side: Side;
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

function movedInto({ x, y, width, height }: Bounds, { side, box, at }: Place): Place {
  const right = Math.max(0, x - box.left) - Math.max(0, box.right - x - width);
  const down = Math.max(0, y - box.top) - Math.max(0, box.bottom - y - height);
  return {
    side,
    box: { left: box.left + right, right: box.right + right, top: box.top + down, bottom: box.bottom + down },
    at: { ...at, x: at.x + right, y: at.y + down },
  };
}

function placeAt(side: Side, { x, y }: MapPoint, radius: number, text: string, { view, unit }: LabelOptions): Place {
  const letters = lettersIn(view, unit);
  const [width, height, away] = [widthOf(text) * letters, HEIGHT * letters, radius + AWAY * unit];
  const middle = y + letters / 3; // where letters stand, so that their middle is at that of the device
  if (side === "left" || side === "right") {
    const start = side === "left" ? x - away - width : x + away;
    const at = {
      x: side === "left" ? x - away : x + away,
      y: middle,
      anchor: side === "left" ? "end" : "start",
    } as const;
    return { side, box: { left: start, right: start + width, top: y - height / 2, bottom: y + height / 2 }, at };
  }
  const isAbove = side.startsWith("above");
  const baseline = (top: number) => top + letters;
  if (side === "above" || side === "beneath") {
    const top = isAbove ? y - away - height : y + away;
    return {
      side,
      box: { left: x - width / 2, right: x + width / 2, top, bottom: top + height },
      at: { x, y: baseline(top), anchor: "middle" },
    };
  }
  const aslant = away * SLANT; // at a corner, as near to the circle as at a side
  const top = isAbove ? y - aslant - height : y + aslant;
  const isRight = side.endsWith("right");
  const edge = isRight ? x + aslant : x - aslant;
  return {
    side,
    box: { left: isRight ? edge : edge - width, right: isRight ? edge + width : edge, top, bottom: top + height },
    at: { x: edge, y: baseline(top), anchor: isRight ? "start" : "end" },
  };
}

/** By the size of its letters. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? 0.63), 0);
}

/** The last word tells devices of one room apart: "Liv… lamp". */
export function shortened(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const last = name.slice(name.lastIndexOf(" ") + 1);
  const first = longest - last.length - 2;
  return first >= LEAST ? `${name.slice(0, first).trimEnd()}… ${last}` : `${name.slice(0, longest - 1)}…`;
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
